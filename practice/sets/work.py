"""Dealing boards for sets to order, and hands that a file leaves open: up to a second of a worker's time for each."""

from __future__ import annotations

from bidbase.bidding.deal_search import DealSearch
from bidbase.bidding.dealer_scripts import DealerScript, is_dealer_script, parse_dealer_script
from bidbase.bidding.deals_to_order import deal_to_order, parse_wanted_hands
from bidbase.bidding.questions import Report
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction
from bidbase.game.boards import DealtBoard
from bidbase.game.cards import Deal, Seat, Side, board_dealer, board_vulnerability
from bidbase.game.written_cards import WrittenCards
from bidbase.language.circumstances import Scoring
from editor.selectors import bidder_for
from practice.sets.models import BoardSet, DealRequest

MOST_PIECES = 10  # of the search for hands that fit: about half a second


def deal_board(request: DealRequest, number: int) -> DealtBoard | None:
    """The board of a request with this number, 1 and up; None where no deal is found.

    A script of Dealer may say who deals and who is vulnerable. With calls the dealer is whoever has to be for the
    student to be in turn. Otherwise both go by the number.
    """
    seed = request.pk * 1000 + number
    if is_dealer_script(request.hands):
        return _by_script(parse_dealer_script(request.hands), number, seed)
    board_set, student = request.board_set, request.student
    calls = Auction.parse(request.calls).calls
    dealer = student.plus(-len(calls)) if calls else board_dealer(number)
    auction = Auction.of(calls, dealer, board_vulnerability(number))
    silent = [seat for seat in Seat if board_set.opponents_silent and seat.side is not student.side]
    deal = deal_to_order(_table(board_set, student), auction, parse_wanted_hands(request.hands), seed, silent)
    return DealtBoard(deal, auction.dealer, auction.vulnerability) if deal else None


def _by_script(script: DealerScript, number: int, seed: int) -> DealtBoard | None:
    dealer = board_dealer(number) if script.dealer is None else script.dealer
    vulnerability = board_vulnerability(number) if script.vulnerability is None else script.vulnerability
    deal = script.deal(seed)
    return DealtBoard(deal, dealer, vulnerability) if deal else None


def deal_that_fits(
    board_set: BoardSet, student: Seat, cards: WrittenCards, auction: Auction, seed: int, report: Report
) -> Deal | None:
    """A deal with these cards in which the hands that are not given fit the calls; None where none is found."""
    search = DealSearch(cards.known(seed), _table(board_set, student), auction, seed=seed)
    for number in range(MOST_PIECES if search.part else 0):
        report()
        if found := [*search.piece(number).deals(1)]:
            return found[0]
    return None


def _table(board_set: BoardSet, student: Seat) -> Table:
    side = student.side
    bidders = bidder_for(board_set.our_system), bidder_for(board_set.their_system)
    ns, ew = bidders if side is Side.NS else bidders[::-1]
    partner = {student.plus(2): bidder_for(board_set.partner_system)} if board_set.partner_system else {}
    return Table(ns, ew, scoring=Scoring(board_set.scoring), student=side, variants=partner)
