"""Dealing boards for sets to order, which takes a worker up to a second for each."""

from __future__ import annotations

from bidbase.bidding.deals_to_order import deal_to_order, parse_wanted_hands
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction
from bidbase.game.board_files import DealtBoard
from bidbase.game.cards import Seat, Side, board_dealer, board_vulnerability
from bidbase.language.circumstances import Scoring
from editor.selectors import bidder_for
from practice.sets.models import DealRequest


def deal_board(request: DealRequest, number: int) -> DealtBoard | None:
    """The board of a request with this number, 1 and up; None where no deal is found.

    With calls its dealer is whoever has to be for the student to be in turn, otherwise the dealer goes by the number.
    """
    board_set, student = request.board_set, request.student
    calls = Auction.parse(request.calls).calls
    dealer = student.plus(-len(calls)) if calls else board_dealer(number)
    auction = Auction.of(calls, dealer, board_vulnerability(number))
    silent = [seat for seat in Seat if board_set.opponents_silent and seat.side is not student.side]
    seed = request.pk * 1000 + number
    deal = deal_to_order(_table(request), auction, parse_wanted_hands(request.hands), seed, silent)
    return DealtBoard(deal, auction.dealer, auction.vulnerability) if deal else None


def _table(request: DealRequest) -> Table:
    board_set, side = request.board_set, request.student.side
    bidders = bidder_for(board_set.our_system), bidder_for(board_set.their_system)
    ns, ew = bidders if side is Side.NS else bidders[::-1]
    partner = {request.student.plus(2): bidder_for(board_set.partner_system)} if board_set.partner_system else {}
    return Table(ns, ew, scoring=Scoring(board_set.scoring), student=side, variants=partner)
