"""A student's boards as a list shows them; finished ones as files, and as a picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call, contract_title
from bidbase.game.cards import SEATS, SUITS_DOWN, Seat, Strain, holding_text
from bidbase.game.evaluation import COUNT_BY_NAME
from bidbase.game.lin import lin_of
from bidbase.game.pbn import HEADER, pbn_of
from practice.boards.board import TableBoard
from practice.boards.models import StudentBoard
from practice.boards.presenters import COLUMNS, NotFinished, in_rounds, systems_in_words
from practice.boards.verdicts import agreeing_words
from practice.drill.drill import Drill

OF_SET = "Set: "


@dataclass(frozen=True)
class BoardLine:
    """A board in a list. `name` is `Deal 17`, or `Hand 3` where a drill dealt the cards.

    `place` says where it is bid: `Table`, `Set: Club night`, `Drill: Stayman`. A drill is not named before the student
    has made their call: its name would give the answer away.

    `result` is blank while the auction lasts; then it says the contract, and `agreed` of `judged` calls are those with
    which the system agrees. Of an open board both are 0: its student may not want to hear of it yet.
    """

    token: str
    name: str
    number: int
    attempt: int
    place: str
    seat: str
    systems: str
    touched: datetime
    result: str
    agreed: int
    judged: int

    @property
    def of_set(self) -> bool:
        """Whether it is a board of a set."""
        return self.place.startswith(OF_SET)

    @property
    def agreement(self) -> str:
        """How many calls agree, in words; blank where none is judged."""
        return agreeing_words(self.agreed, self.judged)


def board_lines(rows: Iterable[StudentBoard]) -> list[BoardLine]:
    """The lines of boards that know how many of their calls are judged and agreed."""
    return [_line(TableBoard.of(row)) for row in rows]


def _line(board: TableBoard) -> BoardLine:
    row = board.row
    return BoardLine(
        token=row.token,
        name=_name(board),
        number=row.deal_number,
        attempt=row.attempt,
        place=_place(row),
        seat=board.people[0].title,
        systems=systems_in_words(row),
        touched=row.updated_at,
        result=_result(board) if board.finished else "",
        agreed=getattr(row, "agreed", 0) if board.finished else 0,
        judged=getattr(row, "judged", 0) if board.finished else 0,
    )


def _place(row: StudentBoard) -> str:
    if row.drill:
        return f"Drill: {Drill.of_query(row.drill).title}" if row.first_verdict else "Drill"
    return f"{OF_SET}{row.set_board.board_set.title}" if row.set_board else "Table"


_PLAYERS = "BidBase"
_STUDENT = "Student"


Explain = Callable[[TableBoard], Mapping[int, str]]
"""What explains calls of a board, by their index."""


def alerted_calls(board: TableBoard, table: Table) -> dict[int, str]:
    """What the alerted and announced calls of a board mean, by their index."""
    notes = {}
    for index, call in enumerate(board.auction.calls):
        before = board.auction.before(index)
        if table.alert(before, call) not in ("", "none"):
            notes[index] = table.meaning(before, call).words()
    return notes


def as_pbn(boards: Iterable[TableBoard], explain: Explain = lambda board: {}) -> str:
    """Finished boards as a PBN file. Raises `NotFinished`."""
    return HEADER + "".join(
        pbn_of(
            board.row.deal_number,
            board.deal,
            _whole_auction(board),
            _players(board),
            {"Event": "Bidding practice", "Date": f"{board.row.updated_at:%Y.%m.%d}", "Scoring": board.row.scoring},
            explain(board),
        )
        for board in boards
    )


def as_lin(boards: Iterable[TableBoard], explain: Explain = lambda board: {}) -> str:
    """Finished boards as a LIN file, a line for each. Raises `NotFinished`."""
    lines = (
        lin_of(board.row.deal_number, board.deal, _whole_auction(board), _players(board), explain(board))
        for board in boards
    )
    return "".join(f"{line}\n" for line in lines)


def _players(board: TableBoard) -> dict[Seat, str]:
    return {seat: board.name_of(seat) or (_STUDENT if seat in board.people else _PLAYERS) for seat in SEATS}


def _whole_auction(board: TableBoard) -> Auction:
    if not board.finished:
        raise NotFinished
    return board.auction


@dataclass(frozen=True)
class RecordHand:
    """A hand in the picture. `rows` are its holdings: their y, the symbol of the suit, its color, and the cards."""

    title: str
    x: int
    y: int
    notes: str
    rows: tuple[tuple[int, str, str, str], ...]


@dataclass(frozen=True)
class HandRecord:
    """The picture of a finished board: four hands, and the auction in rows from West. Places are in pixels."""

    name: str
    facts: tuple[tuple[int, str], ...]
    hands: tuple[RecordHand, ...]
    columns: tuple[tuple[int, str], ...]
    rounds: tuple[tuple[int, tuple[tuple[int, Call], ...]], ...]
    auction_top: int
    height: int


_INK = {Strain.SPADES: "#1c2f5e", Strain.HEARTS: "#c4122f", Strain.DIAMONDS: "#ad4f00", Strain.CLUBS: "#0f7038"}
_LINE = 24  # from one line of the picture to the next
_PLACES = {Seat.NORTH: (230, 40), Seat.WEST: (30, 180), Seat.EAST: (430, 180), Seat.SOUTH: (230, 320)}
_AUCTION_TOP = 490
_COLUMN_WIDTH, _FIRST_COLUMN = 140, 30


def hand_record(board: TableBoard) -> HandRecord:
    """The picture of a finished board. Raises `NotFinished`."""
    auction = _whole_auction(board)
    rounds = in_rounds(auction.dealer, auction.calls)
    columns = [_FIRST_COLUMN + _COLUMN_WIDTH * index for index in range(len(COLUMNS))]
    facts = (f"{auction.dealer.title} deals", auction.vulnerability.words, _result(board))
    return HandRecord(
        _name(board),
        tuple((_LINE * (index + 3), fact) for index, fact in enumerate(facts)),
        tuple(_record_hand(board, seat) for seat in SEATS),
        tuple((x, seat.title) for x, seat in zip(columns, COLUMNS, strict=True)),
        tuple(
            (
                _AUCTION_TOP + _LINE * number,
                tuple((x, call) for x, call in zip(columns, row, strict=True) if call is not None),
            )
            for number, row in enumerate(rounds, 1)
        ),
        _AUCTION_TOP,
        _AUCTION_TOP + _LINE * (len(rounds) + 1),
    )


def _record_hand(board: TableBoard, seat: Seat) -> RecordHand:
    hand, (x, y) = board.deal[seat], _PLACES[seat]
    return RecordHand(
        seat.title,
        x,
        y,
        f"{COUNT_BY_NAME['hcp'].units(hand)} HCP",
        tuple(
            (
                y + _LINE * row,
                suit.symbol,
                _INK[suit],
                " ".join(holding_text(hand.holdings[suit])).replace("T", "10") or "–",
            )
            for row, suit in enumerate(SUITS_DOWN, 1)
        ),
    )


def _name(board: TableBoard) -> str:
    return f"{'Hand' if board.row.cards else 'Deal'} {board.row.deal_number}"


def _result(board: TableBoard) -> str:
    return contract_title(board.auction.contract)
