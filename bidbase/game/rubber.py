"""Score sheets of rubber bridge (Laws of Rubber Bridge, Laws 72 to 81) and of four-deal bridge, called Chicago."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from bidbase.game.auction import Contract
from bidbase.game.cards import RANK_BIT, SUITS, Deal, Seat, Side, Strain, Vulnerability
from bidbase.game.scoring import (
    GAME,
    game_points,
    insult_points,
    overtrick_points,
    slam_points,
    trick_points,
    tricks_over,
    undertrick_points,
)

HONOURS = {suit: {4: 100, 5: 150} for suit in SUITS} | {Strain.NOTRUMP: {4: 150}}
"""For each strain, the points for so many honours in one hand: A K Q J T of trumps, at notrump the aces (Law 81)."""


class Reason(StrEnum):
    """What the points of a line are for."""

    TRICKS = "tricks bid and made"
    OVERTRICKS = "overtricks"
    INSULT = "doubled contract made"
    SLAM = "slam"
    UNDERTRICKS = "undertricks"
    HONOURS = "honours"
    RUBBER = "rubber"
    UNFINISHED_GAME = "only game of an unfinished rubber"
    UNFINISHED_PART_SCORE = "only part-score of an unfinished rubber"
    GAME = "game"
    PART_SCORE = "part-score on the last deal"


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One entry on a score sheet; `game` numbers the game in which it was made, from 1."""

    side: Side
    points: int
    reason: Reason
    game: int

    @property
    def below(self) -> bool:
        """Whether it stands below the line and counts towards game: trick points do, premiums do not (Law 72)."""
        return self.reason is Reason.TRICKS


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The entries of both sides in the order they were made; games, part-scores and totals follow from them."""

    lines: tuple[ScoreLine, ...] = ()

    def games(self, side: Side) -> int:
        """Games this side has won: each by being the first to 100 points below the line (Law 73)."""
        return sum(self._below(side, game) >= GAME for game in {line.game for line in self.lines})

    @property
    def game(self) -> int:
        """The number of the game in progress, from 1."""
        return 1 + self.games(Side.NS) + self.games(Side.EW)

    def part_score(self, side: Side) -> int:
        """Points this side has below the line towards the game in progress, 0 to 90 (Law 73)."""
        return self._below(side, self.game)

    def total(self, side: Side) -> int:
        """All points of this side; the difference between the totals is what the winners win by (Law 74)."""
        return sum(line.points for line in self.lines if line.side is side)

    def _below(self, side: Side, game: int) -> int:
        return sum(line.points for line in self.lines if line.below and line.side is side and line.game == game)

    def _line(self, side: Side, reason: Reason, points: int) -> ScoreLine:
        return ScoreLine(side, points, reason, self.game)

    def _deal_lines(
        self, contract: Contract, tricks: int, vulnerability: Vulnerability, honours: tuple[Side, int] | None
    ) -> tuple[ScoreLine, ...]:
        side = contract.declarer.side
        vulnerable = vulnerability.of(side)
        over = tricks_over(contract, tricks)
        if over < 0:
            lines = [self._line(side.other, Reason.UNDERTRICKS, undertrick_points(contract, -over, vulnerable))]
        else:
            lines = [
                self._line(side, Reason.TRICKS, trick_points(contract)),
                self._line(side, Reason.OVERTRICKS, overtrick_points(contract, over, vulnerable)),
                self._line(side, Reason.INSULT, insult_points(contract)),
                self._line(side, Reason.SLAM, slam_points(contract, vulnerable)),
            ]
        if honours:
            holders, points = honours
            if points not in HONOURS[contract.strain].values():
                raise ValueError(f"no honours in {contract.strain.title} are worth {points} points")
            lines.append(self._line(holders, Reason.HONOURS, points))
        return tuple(line for line in lines if line.points)


@dataclass(frozen=True, slots=True)
class Rubber(ScoreSheet):
    """The score sheet of a rubber, immutable: `with_deal` gives the next. A deal passed out leaves it as it is."""

    @property
    def vulnerability(self) -> Vulnerability:
        """The sides that have won a game."""
        return Vulnerability(sum(1 << side for side in Side if self.games(side)))

    @property
    def finished(self) -> bool:
        """Whether a side has won two games (Law 74)."""
        return any(self.games(side) == 2 for side in Side)

    def with_deal(self, contract: Contract, tricks: int, honours: tuple[Side, int] | None = None) -> Rubber:
        """The sheet after a deal in which declarer took `tricks` (0 to 13), with the rubber premium if that ends it.

        `honours` is the side that scores them and the points, as `honours_of` finds them. Raises `ValueError`
        for impossible tricks or honours, and on a finished rubber.
        """
        if self.finished:
            raise ValueError("this rubber is finished")
        scored = Rubber(self.lines + self._deal_lines(contract, tricks, self.vulnerability, honours))
        if not scored.finished:
            return scored
        winners = contract.declarer.side
        premium = 500 if self.games(winners.other) else 700  # Law 74
        return Rubber((*scored.lines, self._line(winners, Reason.RUBBER, premium)))

    def abandoned(self) -> ScoreSheet:
        """The last sheet of a rubber that stops here, unfinished: a premium for the only game and part-score (Law 80).

        Raises `ValueError` on a finished rubber.
        """
        if self.finished:
            raise ValueError("this rubber is finished")
        lines = list(self.lines)
        for side in Side:
            if self.games(side) > self.games(side.other):
                lines.append(self._line(side, Reason.UNFINISHED_GAME, 300))
            if self.part_score(side) and not self.part_score(side.other):
                lines.append(self._line(side, Reason.UNFINISHED_PART_SCORE, 100))
        return ScoreSheet(tuple(lines))


@dataclass(frozen=True, slots=True)
class Chicago(ScoreSheet):
    """The score sheet of four-deal bridge, immutable: `with_deal` gives the next.

    Scored as rubber bridge, with rules of its own (American Contract Bridge League, "How to keep score: Chicago"):
    vulnerability goes by the deal, a game earns its premium at once, and so does a part-score on the fourth deal that
    completes no game. A deal passed out is dealt again by the same dealer and leaves the sheet as it is.
    """

    first_dealer: Seat = Seat.NORTH
    played: int = 0

    @property
    def finished(self) -> bool:
        """Whether all four deals are played."""
        return self.played == 4

    @property
    def dealer(self) -> Seat:
        """Who deals next."""
        return self.first_dealer.plus(self.played)

    @property
    def vulnerability(self) -> Vulnerability:
        """On the next deal: nobody on the first, the dealer's side on the second and third, all on the fourth."""
        dealers_side = Vulnerability(1 << self.dealer.side)
        return (Vulnerability.NONE, dealers_side, dealers_side, Vulnerability.BOTH)[self.played % 4]  # then anew

    def with_deal(self, contract: Contract, tricks: int, honours: tuple[Side, int] | None = None) -> Chicago:
        """The sheet after a deal in which declarer took `tricks` (0 to 13).

        Honours are as in `Rubber.with_deal`; leave them out where they are not played. Raises `ValueError` for
        impossible tricks or honours, and after the fourth deal.
        """
        if self.finished:
            raise ValueError("all four deals are played")
        side = contract.declarer.side
        lines = self._deal_lines(contract, tricks, self.vulnerability, honours)
        if ScoreSheet(self.lines + lines).game > self.game:
            lines += (self._line(side, Reason.GAME, game_points(self.vulnerability.of(side))),)
        elif self.played == 3 and tricks_over(contract, tricks) >= 0:
            lines += (self._line(side, Reason.PART_SCORE, 100),)
        return replace(self, lines=self.lines + lines, played=self.played + 1)


def honours_of(deal: Deal, strain: Strain) -> tuple[Side, int] | None:
    """The side and points of the honours in one hand, if any, whichever side declares in this strain (Law 81)."""
    for seat in Seat:
        holdings = deal[seat].holdings
        if strain is Strain.NOTRUMP:
            held = sum(bool(holding & RANK_BIT["A"]) for holding in holdings)
        else:
            held = (holdings[strain] // RANK_BIT["T"]).bit_count()
        if held in HONOURS[strain]:
            return seat.side, HONOURS[strain][held]
    return None
