"""How robots answer calls that nobody has agreed upon, as students make them.

One call of a board that robots have bid is replaced by a legal one without an agreement, and the robots bid on. What
then goes wrong is counted: a force that partner passes, a part score with 33 points, and, where robots chose the
contract, trumps that are too few beside a fit that was known, and the worse of two suits that the side has shown.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bidbase.bidding.boards import Board
from bidbase.bidding.robots import Table
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import SUITS, Seat, Strain
from bidbase.language.auction_state import BID_SUIT, FIT
from bidbase.language.disclosures import Asks
from tests.strength.blunders import combined_length, combined_points, is_part_score

FORCE_PASSED = "force passed"
SLAM_POINTS = 33
TRUMPS = 7  # that a side has at the least where it knows of a fit
CLEARLY = 2  # cards by which one suit is better than another


@dataclass(frozen=True)
class Replaced:
    """A board with one call replaced: the auction after that call, the whole auction, and what went wrong."""

    board: Board
    after: Auction
    auction: Auction
    reading: str
    forcing: bool
    faults: tuple[str, ...]


def replaced(table: Table, boards: Iterable[Board], seed: int = 1) -> Iterator[Replaced]:
    """One replaced call on each of these boards, and a second one that is forcing where there is one."""
    chance = random.Random(seed)
    for board in boards:
        auction, _ = table.bid_deal(board.deal, board.dealer, board.vulnerability)
        before = auction.before(chance.randrange(len(auction.calls)))
        calls = [call for call in before.legal_calls() if call is not PASS and not table.place(before).makes(call)]
        forcing = [call for call in calls if _forces(table, before, call)]
        for call in {chance.choice(among) for among in (calls, forcing) if among}:
            yield _bid_on(table, board, before, call)


def _forces(table: Table, before: Auction, call: Call) -> bool:
    return bool(Asks(table.meaning(before, call).asked).forcing)


def _bid_on(table: Table, board: Board, before: Auction, call: Call) -> Replaced:
    after = before.with_call(call)
    auction, _ = table.bid_out(board.deal, after)
    natural, forcing = table.meaning(before, call).natural, _forces(table, before, call)
    assert natural is not None, "the call has no agreement"
    by_robots = any(call.is_bid for call in auction.calls[len(after.calls) :])
    faults = [*([_force_passed] if forcing else []), _slam_missed, *([_few_trumps, _worse_suit] if by_robots else [])]
    found = (fault(table, board, after, auction) for fault in faults)
    return Replaced(board, after, auction, natural.text, forcing, tuple(filter(None, found)))


def _force_passed(table: Table, board: Board, after: Auction, auction: Auction) -> str:
    """Partner's pass, where the next player has passed."""
    answer = auction.calls[len(after.calls) : len(after.calls) + 2]
    return FORCE_PASSED if answer == (PASS, PASS) else ""


def _few_trumps(table: Table, board: Board, after: Auction, auction: Auction) -> str:
    contract = auction.contract
    if contract is None or contract.doubled or contract.strain is Strain.NOTRUMP:
        return ""
    side = contract.declarer.side
    few = combined_length(board.deal, side, contract.strain) < TRUMPS
    return "few trumps beside a fit" if few and _known_together(table, auction, contract.declarer, FIT) else ""


def _known_together(table: Table, auction: Auction, seat: Seat, cards: int) -> list[Strain]:
    """The suits of which a player's side has shown so many cards together."""
    players = table.understood(auction.before(len(auction.calls) - 1))
    own, partner = players[seat].expected, players[seat.plus(2)].expected
    return [suit for suit in SUITS if own.least[suit] + partner.least[suit] >= cards]


def _slam_missed(table: Table, board: Board, after: Auction, auction: Auction) -> str:
    contract = auction.contract
    if contract is None or not is_part_score(contract):
        return ""
    return "part score with 33 points" if combined_points(board.deal, contract.declarer.side) >= SLAM_POINTS else ""


def _worse_suit(table: Table, board: Board, after: Auction, auction: Auction) -> str:
    contract = auction.contract
    if contract is None or contract.doubled or contract.strain is Strain.NOTRUMP:
        return ""
    side, shown = contract.declarer.side, _known_together(table, auction, contract.declarer, BID_SUIT)
    cards = combined_length(board.deal, side, contract.strain)
    better = [suit for suit in shown if combined_length(board.deal, side, suit) >= cards + CLEARLY]
    return "the shorter of two suits" if better and cards < FIT else ""


def tally(found: Iterable[Replaced]) -> tuple[int, int, Counter[str]]:
    """How many calls were replaced, how many of these force, and how often each fault came up."""
    every = list(found)
    return len(every), sum(one.forcing for one in every), Counter(fault for one in every for fault in one.faults)
