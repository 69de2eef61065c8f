"""A team match: each board is bid at two tables, with the sides exchanged, and scored double dummy."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.boards import Board, Outcome, bid_board, mean_and_error
from bidbase.game.auction import contract_title
from bidbase.game.cards import SEATS, SIDES, Side
from bidbase.game.double_dummy import Analysis, analyze_all
from bidbase.game.scoring import imps
from bidbase.language.circumstances import Scoring

Names = tuple[str, str]
LOOK_AFTER = 100  # boards between two looks at whether a match is clear
CLEAR = 3.0  # standard errors


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """A board at both tables: the first team sits North-South at the first and East-West at the second.

    `analysis` is None where both tables reached the same contract, which then scores the same.
    """

    first: Outcome
    second: Outcome
    analysis: Analysis | None = None

    def score(self, outcome: Outcome) -> int:
        """North-South's score at one of the tables; 0 where it cannot matter."""
        return self.analysis.score(outcome.contract, outcome.board.vulnerability) if self.analysis else 0

    @property
    def imps(self) -> int:
        """What the first team wins, negative when it loses."""
        return imps(self._difference)

    @property
    def half_tops(self) -> int:
        """What the first team wins at matchpoints above a tie: 1 for the better score, -1 for the worse one."""
        return (self._difference > 0) - (self._difference < 0)

    @property
    def _difference(self) -> int:
        return self.score(self.first) - self.score(self.second)

    def lines(self, names: Names) -> Iterator[str]:
        """The board for people, with both auctions; `names` are those of the teams."""
        yield from self.first.board.lines()
        for outcome, (ns, ew) in ((self.first, names), (self.second, names[::-1])):
            yield f"  {ns} North-South, {ew} East-West: {outcome.auction}"
            yield f"    {contract_title(outcome.contract)}, {self.score(outcome):+} for North-South"
        yield f"  {abs(self.imps)} IMPs to {names[self.imps < 0]}"


def play_match(
    first: Bidder, second: Bidder, boards: Iterable[Board], think: bool = False, scoring: Scoring = Scoring.IMP
) -> list[MatchBoard]:
    """Each board as the two teams bid it at this form of scoring; the first team thinks if `think` says so."""
    seats = [[seat for seat in SEATS if think and seat.side is side] for side in SIDES]
    played = [
        MatchBoard(
            bid_board(board, first, second, seats[Side.NS], scoring),
            bid_board(board, second, first, seats[Side.EW], scoring),
        )
        for board in boards
    ]
    differing = [match for match in played if match.first.contract != match.second.contract]
    boards_to_judge = (match.first.board for match in differing)
    analyses = analyze_all((board.deal, board.dealer, board.vulnerability) for board in boards_to_judge)
    judged = {match.first.board.number: analysis for match, analysis in zip(differing, analyses, strict=True)}
    return [MatchBoard(match.first, match.second, judged.get(match.first.board.number)) for match in played]


def summary(names: Names, played: Sequence[MatchBoard], scoring: Scoring = Scoring.IMP) -> str:
    """The result of a match on one line: the mean of the IMPs, or the share of the matchpoints."""
    results = [match.half_tops if scoring is Scoring.MP else match.imps for match in played]
    mean, error = mean_and_error(results)
    if scoring is Scoring.MP:
        result = f"{50 + 50 * mean:.1f} % of the matchpoints for {names[0]}, standard error {50 * error:.1f}"
    else:
        result = f"{mean:+.2f} IMPs a board for {names[0]}, standard error {error:.2f}"
    return (
        f"{names[0]} against {names[1]}: {result}, "
        f"over {len(played)} boards: {sum(won > 0 for won in results)} won, {sum(won < 0 for won in results)} lost"
    )


def largest_swings(played: Iterable[MatchBoard], count: int) -> list[MatchBoard]:
    """The `count` boards with the largest swings, the largest first; fewer where fewer boards were won."""
    swings = sorted((match for match in played if match.imps), key=lambda match: -abs(match.imps))
    return swings[:count]


@dataclass(frozen=True, slots=True)
class Tally:
    """What has been won on so many boards, in IMPs for the first team: the sum and the sum of the squares."""

    boards: int = 0
    imps: int = 0
    squares: int = 0
    won: int = 0
    lost: int = 0

    def with_board(self, imps: int) -> Tally:
        """With another board, on which the first team wins this."""
        return Tally(
            self.boards + 1, self.imps + imps, self.squares + imps**2, self.won + (imps > 0), self.lost + (imps < 0)
        )

    @property
    def mean(self) -> float:
        """IMPs a board; 0 without boards."""
        return self.imps / self.boards if self.boards else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean; 0 with fewer than two boards."""
        if self.boards < 2:
            return 0.0
        variance = (self.squares - self.imps**2 / self.boards) / (self.boards - 1)
        return math.sqrt(max(variance, 0.0) / self.boards)

    @property
    def clear(self) -> bool:
        """Whether it is time to look at the match, and the mean is `CLEAR` standard errors from 0.

        Who looks often sees more accidents: with a hundred looks, one every hundred boards, between teams of equal
        strength, one match in twenty comes to 2.9 standard errors at some look (S. J. Pocock, Group sequential methods
        in the design and analysis of clinical trials, Biometrika 64, 1977).
        """
        return self.boards > 0 and self.boards % LOOK_AFTER == 0 and abs(self.mean) > CLEAR * self.error
