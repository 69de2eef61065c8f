"""The results of a set as its owner sees them: the grid, and one board call by call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bidbase.bidding.robots import Table
from bidbase.game.auction import PASS, Auction, Call, contract_title
from bidbase.game.scoring import imps
from bidbase.language.circumstances import Scoring
from bidbase.meaning.disclosure import Meaning
from practice.boards.board import TableBoard
from practice.boards.feedback import feedback_on
from practice.boards.models import StudentCall, Verdict
from practice.boards.presenters import MadeCall, auction_table
from practice.boards.verdicts import agreeing_words
from practice.review.presenters import PlayerHand, player_hands
from practice.review.results import difference, signed
from practice.set_results.outcomes import LaterAttempt, Results, SetOutcome, Value
from practice.sets.models import Comment, Participant, SetBoard


@dataclass(frozen=True)
class WrongCall:
    """A call of students with which the system differs, after this auction, and how many have made it."""

    auction: Auction
    call: Call
    expected: Call
    times: int


@dataclass(frozen=True)
class GridColumn:
    """A board of the set: how many have bid it, its par, and the commonest wrong call, if there is any."""

    board: SetBoard
    finished: int
    par: str
    commonest: WrongCall | None


@dataclass(frozen=True)
class GridCell:
    """What a participant has made of a board, in words; there is a `token` if it is finished.

    `auction` is without the passes that end it. `score` is blank while it is not known, and `calls` while the board is
    not finished. `later` attempts do not count.
    """

    result: str
    token: str = ""
    auction: tuple[Call, ...] = ()
    score: str = ""
    calls: str = ""
    commented: bool = False
    later: Sequence[LaterAttempt] = ()


@dataclass(frozen=True)
class GridRow:
    """A participant with a cell for each board; of all that are `finished`, the calls and the IMPs against par."""

    participant: Participant
    cells: tuple[GridCell, ...]
    finished: int
    calls: str
    imps: str


@dataclass(frozen=True)
class Grid:
    """Everybody's results: rows are participants, columns are boards."""

    columns: tuple[GridColumn, ...]
    rows: tuple[GridRow, ...]


def grid_of(results: Results, scoring: Scoring) -> Grid:
    """The grid of a set."""
    columns = (_column(board, outcomes) for board, outcomes in results.by_board())
    outcomes = {(outcome.participant.pk, outcome.set_board.pk): outcome for outcome in results.outcomes}

    def row(participant: Participant) -> GridRow:
        found = [outcomes.get((participant.pk, board.pk)) for board in results.boards]
        begun = [(participant.owner_key, board.pk) in results.begun for board in results.boards]
        later = [results.later.get((participant.owner_key, board.pk), ()) for board in results.boards]
        cells = (_cell(*state, scoring) for state in zip(found, begun, later, strict=True))
        return _row(participant, tuple(cells), [outcome for outcome in found if outcome], scoring)

    return Grid(tuple(columns), tuple(map(row, results.participants)))


def _column(board: SetBoard, outcomes: Sequence[SetOutcome]) -> GridColumn:
    pars = [outcome.value.par for outcome in outcomes if outcome.value]
    wrong = Counter(
        (outcome.auction.before(call.index), call.call, call.expected)
        for outcome in outcomes
        for call in outcome.calls
        if call.verdict == Verdict.DIFFERS and call.expected
    )
    commonest = [
        WrongCall(auction, Call.parse(call), Call.parse(expected), times)
        for (auction, call, expected), times in wrong.most_common(1)
    ]
    return GridColumn(board, len(outcomes), signed(pars[0]) if pars else "", commonest[0] if commonest else None)


def _cell(outcome: SetOutcome | None, begun: bool, later: Sequence[LaterAttempt], scoring: Scoring) -> GridCell:
    if outcome is None:
        return GridCell("bidding" if begun else "not begun")
    result = outcome.result[:1].upper() + outcome.result[1:]
    calls = agreeing_words(outcome.agreed, outcome.judged)
    score = _score(outcome.value, scoring)
    return GridCell(result, outcome.token, _to_the_last_bid(outcome.auction), score, calls, outcome.commented, later)


def _to_the_last_bid(auction: Auction) -> tuple[Call, ...]:
    """The calls of a finished auction as far as the last that is not a pass; none where all have passed."""
    last = max((index for index, call in enumerate(auction.calls) if call is not PASS), default=-1)
    return auction.calls[: last + 1]


def _score(value: Value | None, scoring: Scoring) -> str:
    """`+420, which is par`, `−50, −10 IMPs against par`."""
    if value is None:
        return ""
    if value.score == value.par:
        return f"{signed(value.score)}, which is par"
    return f"{signed(value.score)}, {difference(value.score - value.par, scoring)} against par"


def _row(
    participant: Participant, cells: tuple[GridCell, ...], outcomes: Sequence[SetOutcome], scoring: Scoring
) -> GridRow:
    values = [outcome.value for outcome in outcomes if outcome.value]
    against_par = sum(imps(value.score - value.par) for value in values)
    agreed, judged = (sum(getattr(outcome, name) for outcome in outcomes) for name in ("agreed", "judged"))
    return GridRow(
        participant,
        cells,
        len(outcomes),
        agreeing_words(agreed, judged),
        f"{signed(against_par)} IMPs against par" if values and scoring is Scoring.IMP else "",
    )


@dataclass(frozen=True)
class GridNeighbor:
    """A board beside the opened one, in the row or the column of the grid: its label there, and its token."""

    label: str
    token: str


def neighbors(
    finished: Iterable[tuple[str, int, str]], nickname: str, number: int
) -> tuple[tuple[GridNeighbor, ...], tuple[GridNeighbor, ...]]:
    """The finished boards of this participant, and everybody's boards of this number; the opened one is among both."""
    finished = list(finished)
    row = (GridNeighbor(str(of_number), token) for name, of_number, token in finished if name == nickname)
    column = (GridNeighbor(name, token) for name, of_number, token in finished if of_number == number)
    return tuple(row), tuple(column)


@dataclass(frozen=True)
class OpenedCall:
    """A call of a participant's board. Of the student's own there is a verdict, and the owner may comment on them."""

    made: MadeCall
    meaning: Meaning
    student: bool
    verdict: str
    comment: str


@dataclass(frozen=True)
class Opened:
    """A finished board of a participant, call by call, with the comments of the owner."""

    participant: Participant
    number: int
    vulnerability: str
    contract: str
    hands: tuple[PlayerHand, ...]
    calls: tuple[OpenedCall, ...]
    comment: str


def opened_board(
    board: TableBoard,
    number: int,
    participant: Participant,
    table: Table,
    judged: Mapping[int, StudentCall],
    comments: Iterable[Comment],
    readable: Collection[int],
) -> Opened:
    """A finished board with this number in its set; `judged` are the student's calls by index. Raises `NotFinished`.

    `readable` are the keys of the systems that the reader may read.
    """
    hands, texts = player_hands(board), {comment.index: comment.text for comment in comments}
    auction = auction_table(board, table, judged, readable)
    return Opened(
        participant,
        number,
        board.auction.vulnerability.words,
        contract_title(auction.auction.contract),
        hands,
        tuple(
            OpenedCall(
                made,
                table.meaning(board.auction.before(made.index), made.call),
                made.seat is board.student and made.index >= board.row.given,
                feedback_on(board, table, judged, made.index).text if made.index in judged else "",
                texts.get(made.index, ""),
            )
            for made in auction.calls
        ),
        texts.get(None, ""),
    )
