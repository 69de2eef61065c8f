"""What has been shown: of each player, from the calls and the agreements alone."""

from __future__ import annotations

from dataclasses import dataclass

from bidbase.game.auction import PASS, Auction
from bidbase.game.cards import SUITS
from bidbase.language.auction_state import ANYTHING, AuctionState, Expected
from bidbase.language.disclosures import Asks, Strength
from bidbase.lazy import lazy_property
from bidbase.meaning.disclosure import Told
from bidbase.meaning.hand_summary import HandSummary, expectation, expected_lengths


@dataclass(frozen=True)
class Shown:
    """What the calls of a player show: the range of each that has a range, what to expect of them, what the last asks.

    `agreed` is False when they made a bid or double without an agreement. `asked` has the codes of what the last call
    asks, and `suit_notes` what it says of suits beside lengths; `game_forced` stays once a call has forced to game.
    `strength` is the latest class of strength that a call names, unless a later call names points.
    """

    summaries: tuple[HandSummary, ...] = ()
    expected: Expected = ANYTHING
    asks: str = ""
    asked: tuple[str, ...] = ()
    game_forced: bool = False
    agreed: bool = True
    strength: Strength | None = None
    suit_notes: str = ""

    def after(self, told: Told) -> Shown:
        """What is shown once the call that tells this is made too."""
        return Shown(
            self.summaries if told.summary is None else (*self.summaries, told.summary),
            _carried(self.expected, told),
            told.asks,
            told.asked,
            self.game_forced or "G" in told.asked,
            self.agreed and told.agreed,
            None if told.names_points else told.strength or self.strength,
            told.suit_notes,
        )

    @property
    def summary(self) -> HandSummary | None:
        """What all calls allow, None while they allow anything; where they contradict each other, the earlier ones."""
        return self._together[0]

    @property
    def contradicted(self) -> bool:
        """Whether the calls contradict each other."""
        return self._together[1]

    @lazy_property
    def _together(self) -> tuple[HandSummary | None, bool]:
        """Worked out when it is asked for: robots bid by what is expected."""
        together, contradicted = None, False
        for summary in self.summaries:
            narrowed = summary if together is None else together & summary
            together, contradicted = narrowed or together, contradicted or narrowed is None
        return together, contradicted

    @property
    def expectation(self) -> str:
        """What partner plays for, `12–16 HCP, 5♠`, where it is less than the range."""
        points = expectation(self.expected.points, self.summary, self.strength)
        return ", ".join(filter(None, (points, *expected_lengths(self.expected.least, self.summary))))

    def words(self) -> str:
        """The summary on one line: `8+ HCP, 4+♠`, or that nothing is shown."""
        parts = [self.summary.words() if self.summary else ""]
        if self.contradicted:
            parts.append("the calls contradict each other")
        if not self.agreed:
            parts.append("a call without an agreement")
        return "; ".join(filter(None, parts)) or "nothing yet"


def _carried(before: Expected, told: Told) -> Expected:
    """What to expect after a further call: what both allow, but lengths that the call names replace the earlier ones.

    Where nothing is left the later call counts.
    """
    latest = told.expected
    low, high = max(before.points[0], latest.points[0]), min(before.points[1], latest.points[1])
    least = [latest.least[s] if s in told.named else max(before.least[s], latest.least[s]) for s in SUITS]
    most = [max(least[s], min(before.most[s], latest.most[s])) for s in SUITS]
    stops = [max(before.stops[s], latest.stops[s]) for s in SUITS]
    return Expected(
        (low, high) if low <= high else latest.points,
        (least[0], least[1], least[2], least[3]),
        (most[0], most[1], most[2], most[3]),
        (stops[0], stops[1], stops[2], stops[3]),
    )


_NOTHING_SHOWN = Shown()


@dataclass(frozen=True, slots=True)
class AuctionDisclosure:
    """What an auction has disclosed: of each player in the order of the deal, and of each call.

    `names` are the conventions of the calls, and `forcing` says which of them forced partner to call.
    """

    players: tuple[Shown, Shown, Shown, Shown] = (_NOTHING_SHOWN,) * 4
    names: tuple[str | None, ...] = ()
    forcing: tuple[bool, ...] = ()

    def state(self, auction: Auction) -> AuctionState:
        """The state of this auction for the player whose turn it is."""
        own, left, partner, right = (self.players[(len(auction.calls) + turns) % 4] for turns in range(4))
        forces = bool(Asks(partner.asked).forcing) and auction.calls[-1:] == (PASS,)
        return AuctionState(
            auction,
            own.expected,
            partner.expected,
            (left.expected, right.expected),
            game_forced=own.game_forced or partner.game_forced,
            asks=partner.asked,
            asks_now=forces,
            names=self.names,
            forcing=self.forcing,
        )

    def after(self, told: Told) -> AuctionDisclosure:
        """What is disclosed once the next call is made too, which tells this."""
        caller = len(self.names) % 4
        players = list(self.players)
        players[caller] = players[caller].after(told)
        return AuctionDisclosure(
            (players[0], players[1], players[2], players[3]),
            (*self.names, told.name),
            (*self.forcing, bool(Asks(told.asked).forcing)),
        )


NOTHING_DISCLOSED = AuctionDisclosure()
"""What is disclosed before the first call."""
