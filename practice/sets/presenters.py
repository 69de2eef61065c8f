"""Sets as their templates draw them: the boards of one, those that a file offers, and the comments on a board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bidbase.game.auction import Call, contract_title
from bidbase.game.cards import SEATS, SUITS_DOWN
from bidbase.game.written_cards import WrittenHand
from practice.boards.board import TableBoard
from practice.boards.models import StudentBoard
from practice.boards.verdicts import agreeing_words
from practice.sets.models import Comment, SetBoard
from practice.sets.offered import OfferedBoard, labels


@dataclass(frozen=True)
class SetLine:
    """A board of a set for one who takes part.

    `result` is blank until the board is bid; then the system agrees with `agreed` of `judged` calls. `commented` is the
    token of the attempt on which there are comments, blank without any. `name` is the number that the board has in
    its file, where that is another.
    """

    number: int
    name: str
    begun: bool
    token: str
    result: str
    agreed: int
    judged: int
    commented: str

    @property
    def agreement(self) -> str:
        """How many calls agree, in words; blank where none is judged."""
        return agreeing_words(self.agreed, self.judged)


def board_lines(
    boards: Sequence[SetBoard], attempts: Mapping[int, StudentBoard], commented: Mapping[int, str]
) -> list[SetLine]:
    """The boards of a set with the last attempts of one who takes part, and those with comments, by its key.

    The attempts know how many of their calls are judged and agreed.
    """
    return [_board_line(board, attempts.get(board.pk), commented.get(board.pk, "")) for board in boards]


def _board_line(of: SetBoard, board: StudentBoard | None, commented: str) -> SetLine:
    name = "" if of.name == str(of.number) else of.name
    if board is None or not board.finished:
        return SetLine(of.number, name, board is not None, "", "", 0, 0, commented)
    agreed, judged = getattr(board, "agreed", 0), getattr(board, "judged", 0)
    result = contract_title(TableBoard.of(board).auction.contract)
    return SetLine(of.number, name, True, board.token, result, agreed, judged, commented)


def next_line(lines: Iterable[SetLine]) -> SetLine | None:
    """The first board that is not bid to its end."""
    return next((line for line in lines if not line.result), None)


@dataclass(frozen=True)
class Remark:
    """What the owner of a set says: of a call of the student, or of the board, where there is no call."""

    call: Call | None
    text: str


def remarks(board: TableBoard, comments: Iterable[Comment]) -> list[Remark]:
    """The comments on a board, in the order of its calls."""
    calls = board.auction.calls
    return [Remark(None if comment.index is None else calls[comment.index], comment.text) for comment in comments]


@dataclass(frozen=True)
class OfferedLine:
    """A board of a file in the list to choose from. `number` chooses it; `name` is the file's where that is another.

    `hands` have a text for each seat, blank for one that is not given. `taken` says that the set has it.
    """

    place: int
    number: int
    name: str
    dealer: str
    vulnerability: str
    hands: list[tuple[str, str]]
    calls: list[Call]
    over: bool
    words: str
    ticked: bool
    taken: bool


def offered_lines(
    boards: Sequence[OfferedBoard], places: Iterable[int], ticked: Collection[int], taken: Collection[int]
) -> list[OfferedLine]:
    """The lines of the boards in these places."""
    numbers = labels(boards)
    return [_offered_line(boards[place], place, numbers[place], place in ticked, place in taken) for place in places]


def _offered_line(board: OfferedBoard, place: int, number: int, ticked: bool, taken: bool) -> OfferedLine:
    auction, cards = board.auction, board.written_cards
    return OfferedLine(
        place,
        number,
        "" if board.number == str(number) else board.number,
        auction.dealer.title,
        auction.vulnerability.words,
        [(seat.title, _in_symbols(cards.hands[seat])) for seat in SEATS],
        list(auction.calls),
        auction.finished,
        board.words,
        ticked,
        taken,
    )


def _in_symbols(hand: WrittenHand | None) -> str:
    if hand is None:
        return ""
    cards = str(hand).split(".")
    return " ".join(f"{suit.symbol}{of_suit or '—'}" for suit, of_suit in zip(SUITS_DOWN, cards, strict=True))
