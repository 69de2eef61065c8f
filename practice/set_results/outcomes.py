"""What came of each board that a participant of a set has bid. Of open boards nothing is told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bidbase.game.auction import Auction, Contract, contract_title
from bidbase.game.cards import Side
from bidbase.game.double_dummy import Analysis
from practice.boards.board import TableBoard
from practice.boards.models import RIGHT, SPOKEN, FirstCall, StudentBoard, StudentCall
from practice.sets.models import Participant, SetBoard


@dataclass(frozen=True)
class Value:
    """What a contract is worth double dummy to the student's side, and par, in points; no tricks when all passed."""

    tricks: int | None
    score: int
    par: int


@dataclass(frozen=True)
class SetOutcome:
    """A finished board of a participant, with the verdicts on their calls; `value` is None until it is analyzed.

    `firsts` are what they called first at each place, in the order of the places, also where it was taken back.
    """

    participant: Participant
    set_board: SetBoard
    token: str
    auction: Auction
    calls: tuple[StudentCall, ...]
    firsts: tuple[FirstCall, ...]
    value: Value | None
    commented: bool
    feedback: bool

    @property
    def result(self) -> str:
        """`4♠ by South`, `passed out`."""
        return contract_title(self.auction.contract)

    @property
    def judged(self) -> int:
        """How many calls the system has a verdict on."""
        return sum(call.verdict in SPOKEN for call in self.calls)

    @property
    def agreed(self) -> int:
        """With how many of them it agrees."""
        return sum(call.verdict in RIGHT for call in self.calls)

    @property
    def first_judged(self) -> int:
        """How many first calls the system has a verdict on."""
        return sum(first.verdict in SPOKEN for first in self.firsts)

    @property
    def first_right(self) -> int:
        """How many of them were right without a hint."""
        return sum(first.by_itself for first in self.firsts)

    @property
    def taken_back(self) -> int:
        """How many calls were taken back."""
        return sum(first.tries for first in self.firsts) - len(self.calls)


@dataclass(frozen=True)
class LaterAttempt:
    """A board that a participant has bid to its end once more, or after the exam was closed: it does not count."""

    token: str
    result: str


@dataclass(frozen=True)
class Results:
    """All that came of a set.

    What is `begun`, and the attempts that came `later`, are known by the key of the browser and that of the board.
    """

    participants: Sequence[Participant]
    boards: Sequence[SetBoard]
    outcomes: Sequence[SetOutcome]
    begun: Collection[tuple[str, int | None]]
    later: Mapping[tuple[str, int | None], Sequence[LaterAttempt]]

    def unanalyzed(self) -> list[SetBoard]:
        """The boards that somebody has bid, and of which the double-dummy analysis is missing."""
        missing = {outcome.set_board.pk for outcome in self.outcomes if outcome.value is None}
        return [board for board in self.boards if board.pk in missing]

    def by_board(self) -> list[tuple[SetBoard, list[SetOutcome]]]:
        """The outcomes of each board."""
        found: dict[int, list[SetOutcome]] = {board.pk: [] for board in self.boards}
        for outcome in self.outcomes:
            found[outcome.set_board.pk].append(outcome)
        return [(board, found[board.pk]) for board in self.boards]


def later_attempts(attempts: Iterable[StudentBoard]) -> dict[tuple[str, int | None], list[LaterAttempt]]:
    """The finished attempts after the first ones, as results know them."""
    found: defaultdict[tuple[str, int | None], list[LaterAttempt]] = defaultdict(list)
    for attempt in attempts:
        later = LaterAttempt(attempt.token, contract_title(TableBoard.of(attempt).auction.contract))
        found[attempt.owner_key, attempt.set_board_id].append(later)
    return found


def outcomes_of(
    participants: Iterable[Participant],
    boards: Iterable[SetBoard],
    attempts: Iterable[StudentBoard],
    calls: Iterable[StudentCall],
    firsts: Iterable[FirstCall],
    analyses: Mapping[int, Analysis],
    commented: Collection[int],
) -> list[SetOutcome]:
    """The outcomes of the finished attempts, by participant and board.

    `analyses` are known by the key of the board of the set; `commented` are the keys of attempts with comments.
    """
    made: defaultdict[int, list[StudentCall]] = defaultdict(list)
    for call in calls:
        made[call.board_id].append(call)
    called: defaultdict[int, list[FirstCall]] = defaultdict(list)
    for first in firsts:
        called[first.board_id].append(first)
    finished = {(attempt.owner_key, attempt.set_board_id): attempt for attempt in attempts if attempt.finished}
    auctions: dict[tuple[int, str], Auction] = {}  # many bid the same auction, and reading one takes time
    outcomes, boards = [], list(boards)
    for participant in participants:
        for board in boards:
            if (attempt := finished.get((participant.owner_key, board.pk))) is None:
                continue
            auction = auctions.get((board.pk, attempt.calls)) or TableBoard.of(attempt).auction
            auctions[board.pk, attempt.calls] = auction
            value = _value(board, auction.contract, analyses.get(board.pk))
            outcome = SetOutcome(
                participant,
                board,
                attempt.token,
                auction,
                tuple(made[attempt.pk]),
                tuple(called[attempt.pk]),
                value,
                attempt.pk in commented,
                attempt.feedback,
            )
            outcomes.append(outcome)
    return outcomes


def _value(board: SetBoard, contract: Contract | None, analysis: Analysis | None) -> Value | None:
    if analysis is None:
        return None
    sign = 1 if board.student_side is Side.NS else -1
    tricks = analysis.tricks[contract.declarer][contract.strain] if contract else None
    return Value(tricks, sign * analysis.score(contract, board.vulnerability), sign * analysis.par_score)
