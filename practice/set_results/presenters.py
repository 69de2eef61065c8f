"""The results of a set as its owner sees them: the grid, and one board call by call."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bidbase.bidding.robots import Table
from bidbase.game.auction import PASS, Auction, Call, contract_title
from bidbase.game.scoring import imps
from bidbase.language.circumstances import Scoring
from bidbase.meaning.disclosure import Meaning
from practice.boards.board import TableBoard
from practice.boards.feedback import feedback_on
from practice.boards.models import RIGHT, SPOKEN, FirstCall, StudentCall, Verdict
from practice.boards.presenters import FirstLine, MadeCall, auction_table, first_lines
from practice.boards.verdicts import first_time_words
from practice.learn.topics import curriculum
from practice.review.presenters import PlayerHand, player_hands
from practice.review.results import difference, signed
from practice.set_results.outcomes import LaterAttempt, Results, SetOutcome, Value
from practice.sets.models import Comment, Participant, SetBoard


@dataclass(frozen=True)
class WrongCall:
    """A first call of students with which the system differs, after this auction, and how many have made it."""

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
    not finished. `firsts` are the first calls that were not right at once. `later` attempts do not count.
    """

    result: str
    token: str = ""
    auction: tuple[Call, ...] = ()
    score: str = ""
    calls: str = ""
    firsts: tuple[FirstLine, ...] = ()
    commented: bool = False
    later: Sequence[LaterAttempt] = ()


@dataclass(frozen=True)
class GridRow:
    """A participant with a cell for each board; of all that are `finished`, the first calls and the IMPs."""

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
        (first.auction, first.call, first.expected)
        for outcome in outcomes
        for first in outcome.firsts
        if first.verdict == Verdict.DIFFERS and first.expected
    )
    commonest = [
        WrongCall(_auction(board, auction), Call.parse(call), Call.parse(expected), times)
        for (auction, call, expected), times in wrong.most_common(1)
    ]
    return GridColumn(board, len(outcomes), signed(pars[0]) if pars else "", commonest[0] if commonest else None)


def _auction(board: SetBoard, calls: str) -> Auction:
    return Auction.parse(calls, board.dealer, board.vulnerability)


def _cell(outcome: SetOutcome | None, begun: bool, later: Sequence[LaterAttempt], scoring: Scoring) -> GridCell:
    if outcome is None:
        return GridCell("bidding" if begun else "not begun", later=later)
    result = outcome.result[:1].upper() + outcome.result[1:]
    calls = first_time_words(outcome.first_right, outcome.first_judged)
    firsts = first_lines((first for first in outcome.firsts if not first.by_itself), feedback=outcome.feedback)
    score, auction = _score(outcome.value, scoring), _to_the_last_bid(outcome.auction)
    return GridCell(result, outcome.token, auction, score, calls, firsts, outcome.commented, later)


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
    right, judged = (sum(getattr(outcome, name) for outcome in outcomes) for name in ("first_right", "first_judged"))
    return GridRow(
        participant,
        cells,
        len(outcomes),
        first_time_words(right, judged),
        f"{signed(against_par)} IMPs against par" if values and scoring is Scoring.IMP else "",
    )


@dataclass(frozen=True)
class TopicResult:
    """How everybody has called where a topic was asked: of `asked` first calls so many were missed.

    `hinted` were right, but with hints. Of those that were missed, `later` came right. `who` has missed them, each as
    often as it stands there.
    """

    title: str
    asked: int
    missed: int
    hinted: int
    later: int
    who: tuple[tuple[str, int], ...]


def topic_results(results: Results, convention_of: Callable[[str], str]) -> list[TopicResult]:
    """What came of each topic of which something was missed, the one missed most often first.

    `convention_of` has the convention of an entry by its ref, blank where it has none.
    """
    titles: dict[tuple[int, str, str, str], str] = {}  # many were asked the same
    found: defaultdict[str, list[tuple[str, FirstCall]]] = defaultdict(list)
    for outcome in results.outcomes:
        board = outcome.set_board
        for first in outcome.firsts:
            if first.verdict not in SPOKEN or not first.expected:
                continue
            asked = (board.pk, first.auction, first.expected, first.entry)
            if asked not in titles:
                before, right = _auction(board, first.auction), Call.parse(first.expected)
                titles[asked] = curriculum().topic_of(before, right, convention_of(first.entry)).title
            found[titles[asked]].append((outcome.participant.nickname, first))
    topics = (_topic_result(title, called) for title, called in found.items())
    return sorted((topic for topic in topics if topic.missed or topic.hinted), key=_most_missed)


def _topic_result(title: str, called: Sequence[tuple[str, FirstCall]]) -> TopicResult:
    missed = [(name, first) for name, first in called if first.verdict == Verdict.DIFFERS]
    return TopicResult(
        title,
        asked=len(called),
        missed=len(missed),
        hinted=sum(first.verdict in RIGHT and not first.by_itself for _, first in called),
        later=sum(first.right_at is not None for _, first in missed),
        who=tuple(Counter(name for name, _ in missed).items()),
    )


def _most_missed(topic: TopicResult) -> tuple[int, int, str]:
    return (-topic.missed, -topic.hinted, topic.title)


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
    firsts: tuple[FirstLine, ...]
    comment: str


def opened_board(
    board: TableBoard,
    number: int,
    participant: Participant,
    table: Table,
    judged: Mapping[int, StudentCall],
    firsts: Iterable[FirstCall],
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
        first_lines(firsts, feedback=board.row.feedback),
        texts.get(None, ""),
    )
