"""What has been shown: of each player, from the calls and the agreements alone."""

from __future__ import annotations

from dataclasses import dataclass

from bidbase.game.auction import PASS, Auction
from bidbase.game.cards import SUITS
from bidbase.language.auction_state import ANYTHING, AuctionState, Expected
from bidbase.language.disclosures import Asks, Strength
from bidbase.lazy import lazy_property
from bidbase.meaning.disclosure import Meaning
from bidbase.meaning.hand_summary import HandSummary, expectation, expected_lengths


@dataclass(frozen=True)
class Shown:
    """What one player's calls tell: the range of each that has one, what to expect of him, what the last one asks.

    `agreed` is False when he made a bid or double without an agreement. `asked` has the codes of what the last call
    asks, and `suit_notes` what it says of suits beside lengths; `game_forced` stays once a call has forced to game.
    `strength` is the class of strength that the last call names that names one, unless a later one names points.
    """

    summaries: tuple[HandSummary, ...] = ()
    expected: Expected = ANYTHING
    asks: str = ""
    asked: tuple[str, ...] = ()
    game_forced: bool = False
    agreed: bool = True
    strength: Strength | None = None
    suit_notes: str = ""

    def after(self, told: Meaning) -> Shown:
        """What is shown once this call is made too."""
        return Shown(
            self.summaries if told.summary is None else (*self.summaries, told.summary),
            _carried(self.expected, told),
            told.asks,
            told.asked,
            self.game_forced or "G" in told.asked,
            self.agreed and bool(told.lines or told.nothing_else),
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
        for one in self.summaries:
            narrowed = one if together is None else together & one
            together, contradicted = narrowed or together, contradicted or narrowed is None
        return together, contradicted

    @property
    def expectation(self) -> str:
        """What partner plays for, `12–16 HCP, 5♠`, where it is less than the range."""
        points = expectation(self.expected.points, self.summary, self.strength)
        return ", ".join(filter(None, (points, *expected_lengths(self.expected.least, self.summary))))

    def words(self) -> str:
        """The summary on one line: `8+ HCP, 4+♠`, or that nothing is told."""
        said = [self.summary.words() if self.summary else ""]
        if self.contradicted:
            said.append("the calls contradict each other")
        if not self.agreed:
            said.append("a call without an agreement")
        return "; ".join(filter(None, said)) or "nothing yet"


def _carried(before: Expected, told: Meaning) -> Expected:
    """What to expect after a further call: what both allow, but lengths that the call names replace the earlier ones.

    Where nothing is left the later call counts.
    """
    now = told.expected
    low, high = max(before.points[0], now.points[0]), min(before.points[1], now.points[1])
    least = [now.least[s] if s in told.named else max(before.least[s], now.least[s]) for s in SUITS]
    most = [max(least[s], min(before.most[s], now.most[s])) for s in SUITS]
    stops = [max(before.stops[s], now.stops[s]) for s in SUITS]
    return Expected(
        (low, high) if low <= high else now.points,
        (least[0], least[1], least[2], least[3]),
        (most[0], most[1], most[2], most[3]),
        (stops[0], stops[1], stops[2], stops[3]),
    )


_SILENT = Shown()


@dataclass(frozen=True, slots=True)
class AuctionDisclosure:
    """What an auction has told so far: of each player in the order of the deal, and the convention of each call."""

    players: tuple[Shown, Shown, Shown, Shown] = (_SILENT, _SILENT, _SILENT, _SILENT)
    names: tuple[str | None, ...] = ()

    def state(self, auction: Auction) -> AuctionState:
        """The state of this auction for the player whose turn it is."""
        own, left, partner, right = (self.players[(len(auction.calls) + place) % 4] for place in range(4))
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
        )

    def after(self, told: Meaning, name: str | None) -> AuctionDisclosure:
        """What is told once the next call is made too, which carries this name."""
        caller = len(self.names) % 4
        players = tuple(one.after(told) if at == caller else one for at, one in enumerate(self.players))
        return AuctionDisclosure((players[0], players[1], players[2], players[3]), (*self.names, name))


NOTHING_DISCLOSED = AuctionDisclosure()
"""What is told before the first call."""
