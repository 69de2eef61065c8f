"""What a convention card of the ACBL has room for, in our own words and order."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Means:
    """A line that says what a call means after others."""

    label: str
    after: str
    call: str


@dataclass(frozen=True)
class LeastLength:
    """A line that says how many cards a bid promises in its suit."""

    label: str
    after: str
    call: str


@dataclass(frozen=True)
class Plays:
    """A line that names the conventions, among some, that the partnership plays."""

    label: str
    conventions: tuple[str, ...]


@dataclass(frozen=True)
class Blank:
    """A line to be filled in by hand: entries say nothing of it."""

    label: str


CardLine = Means | LeastLength | Plays | Blank

PARTS: tuple[tuple[str, tuple[CardLine, ...]], ...] = (
    (
        "Notrump openings",
        (
            Means("1NT", "", "1N"),
            Means("2♣", "1N-P", "2C"),
            Means("2♦", "1N-P", "2D"),
            Means("2♥", "1N-P", "2H"),
            Means("2♠", "1N-P", "2S"),
            Means("2NT", "1N-P", "2N"),
            Means("3♣", "1N-P", "3C"),
            Means("3♦", "1N-P", "3D"),
            Means("3♥", "1N-P", "3H"),
            Means("3♠", "1N-P", "3S"),
            Plays("Also", ("Texas transfers", "Smolen", "Gerber", "Garbage Stayman", "Super-accept")),
            Means("When they double: redouble", "1N-X", "XX"),
            Plays("When they overcall", ("Lebensohl", "Stolen bid", "Systems on")),
            Means("2NT", "", "2N"),
            Means("3♣ over 2NT", "2N-P", "3C"),
            Means("3♦ over 2NT", "2N-P", "3D"),
            Means("3♥ over 2NT", "2N-P", "3H"),
            Means("3NT", "", "3N"),
        ),
    ),
    (
        "Major openings",
        (
            LeastLength("1♥, first or second seat", "", "1H"),
            LeastLength("1♥, third seat", "P-P", "1H"),
            LeastLength("1♠, first or second seat", "", "1S"),
            LeastLength("1♠, third seat", "P-P", "1S"),
            Means("1NT over 1♠", "1S-P", "1N"),
            Means("Two over one: 2♣ over 1♠", "1S-P", "2C"),
            Means("Single raise", "1S-P", "2S"),
            Means("Double raise", "1S-P", "3S"),
            Means("Game raise", "1S-P", "4S"),
            Means("2NT", "1S-P", "2N"),
            Means("3NT", "1S-P", "3N"),
            Means("Jump shift: 3♣ over 1♠", "1S-P", "3C"),
            Means("Double jump: 4♣ over 1♠", "1S-P", "4C"),
            Means("2♣ by a passed hand", "P-P-1S-P", "2C"),
            Plays("Conventions", ("Jacoby 2NT", "Drury", "Splinter", "Bergen raises", "Forcing 1NT", "Game try")),
        ),
    ),
    (
        "Minor openings",
        (
            LeastLength("1♣", "", "1C"),
            LeastLength("1♦", "", "1D"),
            Means("1NT over 1♣", "1C-P", "1N"),
            Means("2NT over 1♦", "1D-P", "2N"),
            Means("3NT over 1♦", "1D-P", "3N"),
            Means("Single raise", "1D-P", "2D"),
            Means("Double raise", "1D-P", "3D"),
            Means("Jump shift: 2♥ over 1♦", "1D-P", "2H"),
            Plays(
                "Conventions",
                (
                    "Inverted minors",
                    "Criss-cross",
                    "New minor forcing",
                    "Checkback Stayman",
                    "Two-way checkback",
                    "Fourth suit forcing",
                ),
            ),
        ),
    ),
    (
        "Openings at the two level and above",
        (
            Means("2♣", "", "2C"),
            Means("2♦ over 2♣", "2C-P", "2D"),
            Means("2♥ over 2♣", "2C-P", "2H"),
            Means("2♦", "", "2D"),
            Means("2♥", "", "2H"),
            Means("2♠", "", "2S"),
            Means("2NT over 2♥", "2H-P", "2N"),
            Means("New suit over 2♥: 2♠", "2H-P", "2S"),
            Means("3♣", "", "3C"),
            Means("3♠", "", "3S"),
            Means("4♣", "", "4C"),
            Means("4♥", "", "4H"),
        ),
    ),
    (
        "When they open one of a suit",
        (
            Means("Double", "1D", "X"),
            Means("Overcall: 1♠", "1D", "1S"),
            Means("Overcall: 2♣", "1D", "2C"),
            Means("1NT", "1D", "1N"),
            Means("1NT in fourth seat", "1D-P-P", "1N"),
            Means("Jump overcall: 2♠", "1D", "2S"),
            Means("2NT", "1D", "2N"),
            Means("Cue-bid over a minor: 2♦", "1D", "2D"),
            Means("Cue-bid over a major: 2♠", "1S", "2S"),
            Means("Cue-bid after our overcall", "1D-1S-P", "2D"),
            Plays("Conventions", ("Michaels", "Unusual 2NT", "Responsive double", "Weak jump overcall")),
        ),
    ),
    (
        "When they open otherwise",
        (
            Means("1NT: double", "1N", "X"),
            Means("1NT: 2♣", "1N", "2C"),
            Means("1NT: 2♦", "1N", "2D"),
            Means("1NT: 2♥", "1N", "2H"),
            Means("1NT: 2♠", "1N", "2S"),
            Means("1NT: 2NT", "1N", "2N"),
            Means("Weak two: double", "2H", "X"),
            Means("Weak two: 2NT", "2H", "2N"),
            Means("Weak two: 4♣", "2H", "4C"),
            Means("Preempt at the three level: double", "3H", "X"),
            Plays("Defense to notrump", ("Cappelletti", "DONT", "Landy", "Meckwell")),
        ),
    ),
    (
        "Doubles and competition",
        (
            Means("Double of their overcall", "1D-1S", "X"),
            Means("Opener's double after 1♦ – 1♥ (1♠)", "1D-P-1H-1S", "X"),
            Means("Redouble of their double", "1H-X", "XX"),
            Means("New suit over their double: 1♠", "1H-X", "1S"),
            Means("2NT over their double", "1H-X", "2N"),
            Means("Jump raise over their double", "1H-X", "3H"),
            Means("Jump raise over their overcall", "1H-1S", "3H"),
            Plays("Doubles", ("Negative double", "Support double", "Responsive double", "Maximal double")),
            Plays("Over two suits", ("Unusual over unusual", "Good-bad 2NT", "Sandwich 1NT")),
        ),
    ),
    (
        "Slams",
        (
            Means("4NT after a raised major", "1S-P-3S-P", "4N"),
            Means("4♣ over 1NT", "1N-P", "4C"),
            Means("4NT over 1NT", "1N-P", "4N"),
            Plays(
                "Conventions",
                (
                    "Blackwood: Aces",
                    "Blackwood: Roman Key Card: 1430",
                    "Blackwood: Roman Key Card: 3014",
                    "Gerber",
                    "Exclusion",
                    "Grand slam force",
                    "Control bids",
                ),
            ),
        ),
    ),
    (
        "Leads and signals",
        (
            Blank("Leads against suits"),
            Blank("Leads against notrump"),
            Blank("Attitude"),
            Blank("Count"),
            Blank("First discard"),
        ),
    ),
)
"""The parts of the card. Calls stand after prior bids of the first seat, nobody vulnerable, at IMPs."""
