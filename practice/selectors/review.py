"""A finished board: all hands, each call with its reasons, and what the robots would have bid. Never an open one."""

from __future__ import annotations

from dataclasses import dataclass

from bidbase.bidding.robots import Table
from bidbase.bidding.tracing import judge
from bidbase.game.auction import PASS, Auction, Call, Contract
from bidbase.game.cards import SEATS, Hand, Seat
from bidbase.game.evaluation import COUNT_BY_NAME
from bidbase.meaning.disclosure import Meaning
from practice.models import Board, StudentCall, Verdict
from practice.selectors.ask import ask_query
from practice.selectors.explanation import EntryCard, Explanation, entry_cards, explain
from practice.selectors.robots import robot_table
from practice.selectors.rounds import SmallCall, in_rounds
from practice.selectors.scene import MadeCall, Scene


class NotFinished(Exception):
    """The auction is not over: nothing of the hidden hands may be told."""


@dataclass(frozen=True)
class PlayerHand:
    """One hand of the board, as it lies on the table afterwards."""

    seat: Seat
    hand: Hand
    hcp: int
    dealer: bool
    vulnerable: bool
    student: bool


@dataclass(frozen=True)
class CallReview:
    """One call with its reasons.

    `explanation` is what the system calls with this hand and why; None for an opponent told to stay silent. Of a
    student's call `judged` has the verdict; where the system calls otherwise, `needs` are the entries that make the
    student's call, with what the hand lacks. `was` has what the system called when the board was bid, and the ref of
    the entry, if it says something else now. `ask_query` asks about the same hand in the same place.
    """

    made: MadeCall
    hand: Hand
    meaning: Meaning
    explanation: Explanation | None
    judged: StudentCall | None
    needs: tuple[EntryCard, ...]
    was: tuple[Call, str] | None
    ask_query: str

    @property
    def expected(self) -> Call | None:
        """What the system called with the student's hand when the board was bid."""
        return Call.parse(self.judged.expected) if self.judged else None


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
class Review:
    """A finished board. `selected` is the call whose reasons are shown; `changed` names systems changed since."""

    board: Board
    scene: Scene
    hands: tuple[PlayerHand, ...]
    selected: CallReview
    robots: RobotsAuction
    changed: tuple[str, ...]

    @property
    def contract(self) -> str:
        """The contract in words."""
        return contract_words(self.scene.auction.contract)


def contract_words(contract: Contract | None) -> str:
    """`4♠ by South`, `Passed out`."""
    return contract.title if contract else "Passed out"


def review(board: Board, index: int | None = None) -> Review:
    """The review of a finished board, with the reasons of the call `index` or of the one that most wants them.

    Raises `NotFinished`, and `IndexError` where there is no such call.
    """
    if not board.finished:
        raise NotFinished
    scene, table = Scene(board), robot_table(board)
    rows = {row.index: row for row in board.student_calls.all()}
    return Review(
        board,
        scene,
        tuple(_player_hand(board, seat) for seat in SEATS),
        _call_review(board, table, scene, rows, _telling(rows) if index is None else index),
        robots_auction(board, table),
        _changed_systems(board),
    )


def _player_hand(board: Board, seat: Seat) -> PlayerHand:
    hand = board.deal[seat]
    return PlayerHand(
        seat,
        hand,
        COUNT_BY_NAME["hcp"].units(hand),
        seat is board.dealer,
        board.vulnerability.of(seat.side),
        seat is board.student,
    )


def _telling(rows: dict[int, StudentCall]) -> int:
    """The first call of the student that the system would not have made; else the student's first; else the first."""
    differing = [index for index, row in rows.items() if row.verdict == Verdict.DIFFERS]
    return min(differing or rows, default=0)


def _changed_systems(board: Board) -> tuple[str, ...]:
    now = {board.our_system.title: board.our_system.revision != board.our_revision}
    now[board.their_system.title] = board.their_system.revision != board.their_revision
    return tuple(title for title, changed in now.items() if changed)


def _call_review(board: Board, table: Table, scene: Scene, rows: dict[int, StudentCall], index: int) -> CallReview:
    made = scene.made_calls[index]
    before = scene.auction.before(index)
    hand, row = board.deal[made.seat], rows.get(index)
    system = board.our_system if made.seat.side is board.student_side else board.their_system
    explanation = explain(system, table, hand, before)
    silent = row is None and board.sources[index] is None
    return CallReview(
        made,
        hand,
        table.meaning(before, made.call),
        None if silent else explanation,
        row,
        _needs(board, table, before, row, explanation) if row else (),
        None if silent else _was(board, made, row, explanation),
        ask_query(hand, before, board.scoring_form, system.slug),
    )


def _needs(
    board: Board, table: Table, before: Auction, row: StudentCall, explanation: Explanation
) -> tuple[EntryCard, ...]:
    call = Call.parse(row.call)
    if call is explanation.call:
        return ()
    return tuple(entry_cards(board.our_system, judge(table.place(before), call, board.own_hand)))


def _was(board: Board, made: MadeCall, row: StudentCall | None, explanation: Explanation) -> tuple[Call, str] | None:
    then = (Call.parse(row.expected), row.entry) if row else (made.call, board.sources[made.index])
    return None if then == (explanation.call, explanation.ref) else then


def robots_auction(board: Board, table: Table) -> RobotsAuction:
    """What four robots bid on the deal of this board, with its settings."""
    auction, calls = Auction(board.dealer, board.vulnerability), []
    while not auction.finished:
        silent = board.opponents_silent and auction.turn.side is not board.student_side
        decision = table.decide(board.deal[auction.turn], auction)
        call = PASS if silent else decision.call
        calls.append(SmallCall(call, not silent and decision.entry is None))
        auction = auction.with_call(call)
    return RobotsAuction(auction, in_rounds(board.dealer, calls), auction == board.auction)
