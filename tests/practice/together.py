"""Two people at one board: Ben, who sits South and has invited, and Ann, who sits North."""

from bidbase.game.auction import Call
from bidbase.game.cards import Seat
from practice.boards.board import TableBoard
from practice.boards.preferences import Preferences
from practice.boards.selectors import board_by_token
from practice.models import Partnership
from practice.partners.services import begin_shared_board, invite, take_seat
from tests.practice.finishing import call_patiently, systems_decision
from tests.working import patiently

BEN, ANN = "ben's key", "ann's key"


def partnership() -> Partnership:
    return take_seat(partnership=invite(owner=BEN, nickname="Ben"), owner=ANN, nickname="Ann")


def begin(pair: Partnership, deal_number: int = 1, **changes) -> TableBoard:
    preferences = Preferences(**{"our_system": "small", "their_system": "small"} | changes)
    return begin_shared_board(partnership=pair, seat=Seat.SOUTH, deal_number=deal_number, preferences=preferences)


def kept(board: TableBoard) -> TableBoard:
    """The board as the database has it now."""
    found = board_by_token(board.row.token)
    assert found is not None
    return found


def seen_by(board: TableBoard, owner: str) -> TableBoard:
    """The board as the database has it, from the seat of this owner."""
    board = kept(board)
    seat = board.seat_of(owner)
    assert seat is not None
    return board.seen_from(seat)


def call_in_turn(board: TableBoard, *calls: str) -> TableBoard:
    """Make these calls, each by the person whose turn it is."""
    for text in calls:
        board = kept(board)
        board = call_patiently(board.seen_from(board.auction.turn), Call.parse(text))
    return board


def finish_together(board: TableBoard) -> TableBoard:
    """Both call as the system does, to the end of the auction."""
    board = kept(board)
    while not board.finished:
        seen = board.seen_from(board.auction.turn)
        decision = patiently(lambda seen=seen: systems_decision(seen))
        call_patiently(seen, decision.call)
        board = kept(board)
    return board.seen_from(Seat.SOUTH)
