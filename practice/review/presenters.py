"""A finished board: all hands, each call with its reasons, and what the robots would have bid. Never an open one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial

from bidbase.bidding.bidder import Source
from bidbase.bidding.judging import deviation
from bidbase.bidding.robots import Table
from bidbase.bidding.tracing import judge
from bidbase.game.auction import PASS, Auction, Call, Contract
from bidbase.game.cards import SEATS, Hand, Seat
from bidbase.game.evaluation import COUNT_BY_NAME
from bidbase.language.circumstances import User
from bidbase.meaning.disclosure import Meaning
from practice.ask.explanation import EntryCard, Explanation, entry_cards, explain, in_use
from practice.ask.presenters import ask_query, lesson_query
from practice.boards.board import TableBoard
from practice.boards.feedback import Feedback, feedback_on
from practice.boards.models import SPOKEN, THOUGHT, StudentCall, Verdict
from practice.boards.presenters import (
    AuctionTable,
    MadeCall,
    NotFinished,
    SmallCall,
    auction_table,
    in_rounds,
    systems_in_words,
)
from practice.boards.robots import ToCome, found_or_to_come

_BY_THEMSELVES = frozenset({Source.SILENT, Source.THINKING})
"""Those who call so by themselves, and not because no entry fits."""


@dataclass(frozen=True)
class PlayerHand:
    """One hand of the board, as it lies on the table afterwards. `name` is that of one of two people, else blank."""

    seat: Seat
    hand: Hand
    hcp: int
    dealer: bool
    vulnerable: bool
    student: bool
    name: str


@dataclass(frozen=True)
class CallReview:
    """One call with its reasons. `name` is that of the one of two people who made it, else blank.

    `explanation` is what the system calls with this hand and why, which can be to come; None for a silent opponent, and
    for a student who is `off_book`: their hand is not the one that their calls have shown, and what the book says of it
    is no advice. Of a
    student's call `judged` has the verdict and `feedback` says it; where the system calls otherwise, `needs` are the
    entries that make the student's call, with what the hand lacks. All entries are left out where the reader may not
    read the system, which is `closed` then. `was` has what the system called when the board was bid, and the ref of the
    entry, if it says something else now. `ask_query` asks about this hand in this place,
    and `lesson_query` teaches another call there; both are blank then.
    """

    made: MadeCall
    name: str
    meaning: Meaning
    explanation: Explanation | ToCome | None
    judged: StudentCall | None
    feedback: Feedback | None
    needs: tuple[EntryCard, ...]
    was: tuple[Call, str] | None
    ask_query: str
    lesson_query: str
    off_book: bool
    closed: bool

    @property
    def to_come(self) -> bool:
        """Whether a worker is yet to find the verdict or the explanation."""
        return isinstance(self.explanation, ToCome) or (self.feedback is not None and self.feedback.to_come)


@dataclass(frozen=True)
class RobotsAuction:
    """What four robots bid on this deal, the opponents as silent as they were; `rounds` from West."""

    auction: Auction
    rounds: list[list[SmallCall | None]]
    same: bool

    @property
    def contract(self) -> str:
        """Their contract in words."""
        return contract_words(self.auction.contract)


@dataclass(frozen=True)
class StudentTurn:
    """A turn of a student, and the auction as robots bid on from it.

    `differs` says whether the robot made the call there that the verdict named, and not the student's own.
    """

    index: int
    robots: Auction
    differs: bool


@dataclass(frozen=True)
class Review:
    """A finished board. `selected` is the call whose reasons are shown; `changed` names systems changed since.

    What robots would have bid can be to come.
    """

    systems: str
    auction: AuctionTable
    vulnerability: str
    contract: str
    hands: tuple[PlayerHand, ...]
    selected: CallReview
    robots: RobotsAuction | ToCome
    changed: tuple[str, ...]


def contract_words(contract: Contract | None) -> str:
    """`4♠ by South`, `Passed out`."""
    return contract.title if contract else "Passed out"


def agreement_words(judged: Mapping[int, StudentCall]) -> str:
    """`3 of 4 calls agree with the system`; calls about which it says nothing do not count.

    Where there is only one, as after most hands of a drill, the better call is named at once. Verdicts that are to come
    are told: `1 of 2 calls agree with the system so far; 1 verdict is to come`.
    """
    rows = [row for row in judged.values() if row.verdict in SPOKEN]
    differing = [row for row in rows if row.verdict == Verdict.DIFFERS]
    agreeing = f"{len(rows) - len(differing)} of {len(rows)} calls agree with the system"
    if to_come := sum(not row.judged for row in judged.values()):
        told = f"{to_come} verdict{'s are' if to_come > 1 else ' is'} to come"
        return f"{agreeing} so far; {told}" if rows else told
    match rows:
        case []:
            return ""
        case [row] if differing:
            made, better = (Call.parse(call).title for call in (row.call, row.expected))
            return f"The only call, {made}, differs from the system's {better}"
        case [_]:
            return "The only call agrees with the system"
    return agreeing


def to_remember(board: TableBoard, table: Table, judged: Mapping[int, StudentCall], costliest: int | None) -> str:
    """What to remember of a board: why the call that cost most was wrong, else the first wrong one; else nothing."""
    wrong = [index for index, row in judged.items() if row.verdict == Verdict.DIFFERS]
    index = costliest if costliest in wrong else min(wrong, default=None)
    if index is None:
        return ""
    said = feedback_on(board, table, judged, index)
    return " ".join(filter(None, (said.reasons, said.why)))


def agreement_by_person(board: TableBoard, judged: Mapping[int, StudentCall]) -> tuple[str, ...]:
    """With how many calls of each person the system agrees, by nickname where there are two: `Ann: 3 of 4 calls …`."""
    if board.row.partnership is None:
        return (agreement_words(judged),)
    by_person = {
        seat: {index: row for index, row in judged.items() if board.auction.seat_of(index) is seat}
        for seat in board.people
    }
    words = {board.name_of(seat): agreement_words(rows) for seat, rows in by_person.items()}
    return tuple(f"{name}: {said[0].lower()}{said[1:]}" for name, said in words.items() if said)


def students_of(board: TableBoard) -> str:
    """Who has bid the board: `South`, and of two people `Ben and Ann`."""
    return " and ".join(board.name_of(seat) for seat in board.people) if board.row.partnership else board.student.title


def review_of(
    board: TableBoard,
    table: Table,
    judged: Mapping[int, StudentCall],
    index: int | None,
    readable: Collection[int],
) -> Review:
    """The review of a finished board, with the reasons of the call `index` or of the one that most wants them.

    `judged` are the student's calls by index, and `readable` the keys of the systems whose entries the reader may see.
    Raises `NotFinished`.
    """
    if not board.finished:
        raise NotFinished
    auction = auction_table(board, table, judged, readable)
    made = auction.calls[_most_wanting(judged) if index is None else index]
    return Review(
        systems_in_words(board.row),
        auction,
        board.auction.vulnerability.words,
        contract_words(auction.auction.contract),
        player_hands(board),
        _call_review(board, table, made, judged, readable),
        robots_auction(board, table),
        _changed_systems(board),
    )


def player_hands(board: TableBoard) -> tuple[PlayerHand, ...]:
    """All four hands of a finished board. Raises `NotFinished`."""
    if not board.finished:
        raise NotFinished
    return tuple(_player_hand(board, seat) for seat in SEATS)


def _player_hand(board: TableBoard, seat: Seat) -> PlayerHand:
    hand = board.deal[seat]
    return PlayerHand(
        seat,
        hand,
        COUNT_BY_NAME["hcp"].units(hand),
        seat is board.auction.dealer,
        board.auction.vulnerability.of(seat.side),
        seat is board.student,
        board.name_of(seat),
    )


def _most_wanting(judged: Mapping[int, StudentCall]) -> int:
    """The first call of the student that the system would not have made; else the student's first; else the first."""
    differing = [index for index, row in judged.items() if row.verdict == Verdict.DIFFERS]
    return min(differing or judged, default=0)


def _changed_systems(board: TableBoard) -> tuple[str, ...]:
    played = (board.systems[seat] for seat in (*board.people, *SEATS))
    return tuple(dict.fromkeys(system.title for system in played if system.as_it_was))


def _call_review(
    board: TableBoard,
    table: Table,
    made: MadeCall,
    judged: Mapping[int, StudentCall],
    readable: Collection[int],
) -> CallReview:
    row = judged.get(made.index)
    before, hand = board.auction.before(made.index), board.deal[made.seat]
    system = board.systems[made.seat]
    closed = system.pk not in readable
    silent = row is None and board.row.sources[made.index] is None
    strayed = row is not None and not row.entry and _strayed(judged, made.index)
    off_book = strayed and deviation(table, before, hand) is not None
    found = None if silent or off_book else found_or_to_come(lambda: explain(system, table, hand, before))
    explanation = None if isinstance(found, ToCome) else found
    asked = "" if closed else ask_query(hand, before, board.scoring, system.slug, board.row.robots_think)
    differs = row is not None and explanation is not None and made.call is not explanation.call
    return CallReview(
        made,
        board.name_of(made.seat),
        table.meaning(before, made.call),
        explanation.without_entries() if explanation and closed else found,
        row,
        feedback_on(board, table, judged, made.index, readable) if made.index in judged else None,
        _needs(board, table, before, made.call) if differs and not closed else (),
        _was(board, made, row, explanation) if explanation else None,
        asked,
        _lesson(board, made, asked, row) if asked else "",
        off_book,
        closed,
    )


def _lesson(board: TableBoard, made: MadeCall, asked: str, judged: StudentCall | None) -> str:
    """How another call is taught here: that of the student, where the system would not have made it.

    A robot's call that no entry made can become an entry.
    """
    without_entry = judged is None and board.row.sources[made.index] in ("", THOUGHT)
    wanted = made.call if without_entry or (judged and judged.call != judged.expected) else None
    other = board.systems[made.seat.plus(1)]
    if other.slug != board.systems[made.seat].slug:
        return lesson_query(asked, wanted, against=other.slug)
    return lesson_query(asked, wanted, User.WE if made.seat.side is board.student_side else User.THEY)


def _needs(board: TableBoard, table: Table, before: Auction, call: Call) -> tuple[EntryCard, ...]:
    place = table.place(before)
    return tuple(entry_cards(board.systems[before.turn], in_use(place, judge(place, call, board.deal[before.turn]))))


def _strayed(judged: Mapping[int, StudentCall], index: int) -> bool:
    """Whether the student may have had another hand than their calls had shown, so that the book did not decide."""
    return any(row.strays for earlier, row in judged.items() if earlier < index)


def _was(
    board: TableBoard, made: MadeCall, judged: StudentCall | None, explanation: Explanation
) -> tuple[Call, str] | None:
    if made.unweighed or (judged is not None and not judged.judged):
        return None
    then = (
        (Call.parse(judged.expected or str(PASS)), judged.entry)
        if judged
        else (made.call, board.row.sources[made.index])
    )
    beyond_book = judged is not None and not judged.entry and then[0] is not PASS and explanation.simulation is None
    now = explanation.call, THOUGHT if explanation.departs and judged is None else explanation.ref
    return None if beyond_book or then == now else then


def robots_auction(board: TableBoard, table: Table) -> RobotsAuction | ToCome:
    """What four robots bid on the deal of this board, with its settings."""
    found = found_or_to_come(partial(table.bid_out, board.deal, board.auction.before(0)))
    if isinstance(found, ToCome):
        return found
    auction, decisions = found
    calls = (
        SmallCall(decision.call, no_entry=decision.entry is None and decision.source not in _BY_THEMSELVES)
        for decision in decisions
    )
    return RobotsAuction(auction, in_rounds(board.auction.dealer, calls), auction == board.auction)


def student_turns(
    board: TableBoard, table: Table, judged: Mapping[int, StudentCall]
) -> tuple[StudentTurn, ...] | ToCome:
    """Where robots lead the auction from each turn of a student, in order."""
    return found_or_to_come(lambda: tuple(_student_turn(board, table, row) for _, row in sorted(judged.items())))


def _student_turn(board: TableBoard, table: Table, row: StudentCall) -> StudentTurn:
    robots, _ = table.bid_out(board.deal, board.auction.before(row.index))
    return StudentTurn(row.index, robots, row.call != row.expected == str(robots.calls[row.index]))
