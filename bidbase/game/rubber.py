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

HONORS = {suit: {4: 100, 5: 150} for suit in SUITS} | {Strain.NOTRUMP: {4: 150}}
"""For each strain, the points for a number of honors in one hand: A K Q J T of trumps, the aces at notrump (Law 81)."""


class Reason(StrEnum):
    """What a line of the score sheet is for."""

    TRICKS = "tricks bid and made"
    OVERTRICKS = "overtricks"
    INSULT = "doubled contract made"
    SLAM = "slam"
    UNDERTRICKS = "undertricks"
    HONORS = "honors"
    RUBBER = "rubber"
    UNFINISHED_GAME = "only game in an unfinished rubber"
    UNFINISHED_PART_SCORE = "only part-score in an unfinished rubber"
    GAME = "game"
    PART_SCORE = "part-score on the last deal"


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line on a score sheet; `game` is the number of the game in which it was scored, from 1."""

    side: Side
    points: int
    reason: Reason
    game: int

    @property
    def below(self) -> bool:
        """Whether it is scored below the line and counts toward game: trick points do, premiums do not (Law 72)."""
        return self.reason is Reason.TRICKS


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The lines of both sides in the order they were scored. Games, part-scores and totals follow from them."""

    lines: tuple[ScoreLine, ...] = ()

    def games(self, side: Side) -> int:
        """The number of games that this side has won by being the first to 100 points below the line (Law 73)."""
        return sum(self._below(side, game) >= GAME for game in {line.game for line in self.lines})

    @property
    def game(self) -> int:
        """The number of the game in progress, from 1."""
        return 1 + self.games(Side.NS) + self.games(Side.EW)

    def part_score(self, side: Side) -> int:
        """The points of this side below the line toward the game in progress, 0 to 90 (Law 73)."""
        return self._below(side, self.game)

    def total(self, side: Side) -> int:
        """All points of this side. The side with the higher total wins by the difference (Law 74)."""
        return sum(line.points for line in self.lines if line.side is side)

    def _below(self, side: Side, game: int) -> int:
        return sum(line.points for line in self.lines if line.below and line.side is side and line.game == game)

    def _line(self, side: Side, reason: Reason, points: int) -> ScoreLine:
        return ScoreLine(side, points, reason, self.game)

    def _deal_lines(
        self, contract: Contract, tricks: int, vulnerability: Vulnerability, honors: tuple[Side, int] | None
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
        if honors:
            holders, points = honors
            if points not in HONORS[contract.strain].values():
                raise ValueError(f"no honors in {contract.strain.title} are worth {points} points")
            lines.append(self._line(holders, Reason.HONORS, points))
        return tuple(line for line in lines if line.points)


@dataclass(frozen=True, slots=True)
class Rubber(ScoreSheet):
    """The score sheet of a rubber. Immutable: `with_deal` gives the next. A deal passed out adds nothing to it."""

    @property
    def vulnerability(self) -> Vulnerability:
        """The sides that have won a game."""
        return Vulnerability(sum(1 << side for side in Side if self.games(side)))

    @property
    def finished(self) -> bool:
        """Whether a side has won two games (Law 74)."""
        return any(self.games(side) == 2 for side in Side)

    def with_deal(self, contract: Contract, tricks: int, honors: tuple[Side, int] | None = None) -> Rubber:
        """The sheet after a deal in which declarer took `tricks` (0 to 13), with the premium if that ends the rubber.

        `honors` is the side that scores honors and the points for them, as `honors_of` finds them. Raises
        `ValueError` for impossible tricks or honors, and on a finished rubber.
        """
        if self.finished:
            raise ValueError("this rubber is finished")
        scored = Rubber(self.lines + self._deal_lines(contract, tricks, self.vulnerability, honors))
        if not scored.finished:
            return scored
        winners = contract.declarer.side
        premium = 500 if self.games(winners.other) else 700  # Law 74
        return Rubber((*scored.lines, self._line(winners, Reason.RUBBER, premium)))

    def abandoned(self) -> ScoreSheet:
        """The final sheet of a rubber that is left unfinished (Law 80). Raises `ValueError` on a finished rubber.

        The only side with a game gets a premium, and so does the only side with a part-score in the game in progress.
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
    """The score sheet of four-deal bridge. Immutable: `with_deal` gives the next.

    It is scored as rubber bridge with a few rules of its own (American Contract Bridge League, "How to keep score:
    Chicago"): the deal decides who is vulnerable, a game earns its premium at once, and so does a part-score on the
    fourth deal that completes no game. A deal passed out is dealt again by the same dealer and adds nothing.
    """

    first_dealer: Seat = Seat.NORTH
    played: int = 0

    @property
    def finished(self) -> bool:
        """Whether all four deals have been played."""
        return self.played == 4

    @property
    def dealer(self) -> Seat:
        """The dealer of the next deal."""
        return self.first_dealer.plus(self.played)

    @property
    def vulnerability(self) -> Vulnerability:
        """The vulnerability of the next deal.

        Nobody is vulnerable on the first deal, the dealer's side on the second and third, both sides on the fourth.
        """
        dealers_side = Vulnerability(1 << self.dealer.side)
        return (Vulnerability.NONE, dealers_side, dealers_side, Vulnerability.BOTH)[self.played % 4]

    def with_deal(self, contract: Contract, tricks: int, honors: tuple[Side, int] | None = None) -> Chicago:
        """The sheet after a deal in which declarer took `tricks` (0 to 13).

        `honors` is as in `Rubber.with_deal`; leave it out if honors are not scored. Raises `ValueError` for impossible
        tricks or honors, and after the fourth deal.
        """
        if self.finished:
            raise ValueError("all four deals have been played")
        side = contract.declarer.side
        lines = self._deal_lines(contract, tricks, self.vulnerability, honors)
        if ScoreSheet(self.lines + lines).game > self.game:
            lines += (self._line(side, Reason.GAME, game_points(self.vulnerability.of(side))),)
        elif self.played == 3 and tricks_over(contract, tricks) >= 0:
            lines += (self._line(side, Reason.PART_SCORE, 100),)
        return replace(self, lines=self.lines + lines, played=self.played + 1)


def honors_of(deal: Deal, strain: Strain) -> tuple[Side, int] | None:
    """The side with honors in one hand and the points for them, None without; either side may declare (Law 81)."""
    for seat in Seat:
        holdings = deal[seat].holdings
        if strain is Strain.NOTRUMP:
            held = sum(bool(holding & RANK_BIT["A"]) for holding in holdings)
        else:
            held = (holdings[strain] // RANK_BIT["T"]).bit_count()
        if held in HONORS[strain]:
            return seat.side, HONORS[strain][held]
    return None
