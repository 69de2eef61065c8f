"""The robots at a board: each side's bidder, and what the student's side would call."""

from bidbase.bidding.bidder import Decision
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction
from bidbase.game.cards import Side
from editor.selectors import bidder_for
from practice.models import Board


def robot_table(board: Board) -> Table:
    """The engine's table for this board: both systems, the scoring, and percentages drawn by the deal's number."""
    bidders = (bidder_for(board.our_system), bidder_for(board.their_system))
    ns, ew = bidders if board.student_side is Side.NS else bidders[::-1]
    return Table(ns, ew, board.scoring_form, board.student_side, seed=str(board.deal_number))


def systems_call(table: Table, board: Board, auction: Auction) -> Decision:
    """What the system calls with the student's hand, whose turn it is in this auction."""
    return table.decide(board.own_hand, auction)
