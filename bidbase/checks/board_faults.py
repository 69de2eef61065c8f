"""What can be wrong with the auction of a board that robots have bid by the book.

A force is passed for want of an entry, somebody bids over partner's sign-off by a general rule, a strong hand stops
below game opposite an opening, or a two-suiter is left in the wrong suit. These follow from what four hands have done
one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from bidbase.bidding.robots import Table
from bidbase.game.auction import PASS, Auction
from bidbase.game.cards import SUITS, Deal, Seat
from bidbase.game.holdings import HCP
from bidbase.game.scoring import is_game
from bidbase.language.auction_state import BID_SUIT, FIT, Expected
from bidbase.systems import Entry

STRONG = 20  # points with which nobody stops below game opposite an opening
TWO_SUITER = 10  # cards in two suits
LONG = 6  # cards of a suit that one hand can play alone
MORE_TRUMPS = 3  # by which the right suit is longer than the wrong one: nine trumps are little more than seven


class Fault(NamedTuple):
    """What is wrong with an auction: the rule that is not kept, the number of the call with which, and how."""

    rule: str
    turn: int
    words: str


@dataclass(frozen=True)
class FinishedAuction:
    """An auction that four robots have bid at a table. `entries` has for each call the entry that made it, if any."""

    deal: Deal
    table: Table
    auction: Auction
    entries: Sequence[Entry | None]

    def faults(self) -> tuple[Fault, ...]:
        """All that is wrong with the auction."""
        return tuple(Fault(rule, turn, words) for rule, found in _FOUND_BY.items() for turn, words in found(self))

    def last_call(self, seat: Seat) -> int:
        """The number of the last call of a seat."""
        return max(turn for turn in range(len(self.auction.calls)) if self.auction.seat_of(turn) is seat)


def strong_hand_left(deal: Deal, auction: Auction) -> Seat | None:
    """The seat of a strong hand whose partner has opened with one of a suit or 1NT, where nobody has reached game."""
    contract = auction.contract
    if contract is None or contract.doubled or is_game(contract):
        return None
    opening = auction.leading_passes
    strong = auction.seat_of(opening).plus(2)
    opened = auction.calls[opening].level == 1
    return strong if opened and sum(HCP[holding] for holding in deal[strong].holdings) >= STRONG else None


def two_suiter_left(deal: Deal, auction: Auction, expected: Callable[[Seat], Expected]) -> Seat | None:
    """The seat of a two-suiter that plays in a suit without a fit, though it has shown one with a much longer fit.

    A suit that one of the hands can play alone is not the wrong one. `expected` says what the calls of a seat lead the
    others to expect; it is asked only where the deal has such a fit.
    """
    contract = auction.contract
    if contract is None or contract.strain not in SUITS:
        return None
    for seat in (contract.declarer, contract.declarer.plus(2)):
        own, partners = deal[seat].lengths, deal[seat.plus(2)].lengths
        trumps = own[contract.strain] + partners[contract.strain]
        if trumps >= FIT or max(own[contract.strain], partners[contract.strain]) >= LONG:
            continue
        for suits in combinations(SUITS, 2):
            long = sum(own[suit] for suit in suits) >= TWO_SUITER and min(own[suit] for suit in suits) >= BID_SUIT
            longest = max(own[suit] + partners[suit] for suit in suits)
            if not long or longest < max(FIT, trumps + MORE_TRUMPS):
                continue
            if all(expected(seat).least[suit] >= BID_SUIT for suit in suits):
                return seat
    return None


def _strong(bid: FinishedAuction) -> Iterator[tuple[int, str]]:
    seat = strong_hand_left(bid.deal, bid.auction)
    if seat is not None:
        yield bid.last_call(seat), "the auction stops below game"


def _two_suiters(bid: FinishedAuction) -> Iterator[tuple[int, str]]:
    before = bid.auction.before(len(bid.auction.calls) - 1)
    seat = two_suiter_left(bid.deal, bid.auction, lambda seat: bid.table.shown(before)[seat].expected)
    if seat is not None:
        yield bid.last_call(seat.plus(2)), "partner's two-suiter is left in the wrong suit"


def _forces(bid: FinishedAuction) -> Iterator[tuple[int, str]]:
    for turn, (call, entry) in enumerate(zip(bid.auction.calls, bid.entries, strict=True)):
        if call is PASS and entry is None and bid.table.state(bid.auction.before(turn)).forced:
            yield turn, "partner's force is passed, since no entry fits"


def _over_sign_offs(bid: FinishedAuction) -> Iterator[tuple[int, str]]:
    calls = bid.auction.calls
    for turn, entry in enumerate(bid.entries):
        if entry is None or calls[turn] is PASS or not entry.section.startswith("@") or _has_reason(entry):
            continue
        state = bid.table.state(bid.auction.before(turn))
        if "SO" in state.asks and calls[turn - 1] is PASS:
            yield turn, f"{calls[turn]} is bid over partner's sign-off"


def _has_reason(entry: Entry) -> bool:
    """Whether a general rule speaks of sign-offs, follows a certain call, or counts points together with partner's."""
    counted = "P" in entry.text("hcp") + entry.text("distribution")
    return counted or "signed off" in entry.section or "after " in entry.section


UNANSWERED_FORCE, OVER_SIGN_OFF = "unanswered-force", "over-sign-off"
STRONG_HAND_LEFT, TWO_SUITER_LEFT = "strong-hand-left", "two-suiter-left"
_FOUND_BY: Mapping[str, Callable[[FinishedAuction], Iterator[tuple[int, str]]]] = {
    UNANSWERED_FORCE: _forces,
    OVER_SIGN_OFF: _over_sign_offs,
    STRONG_HAND_LEFT: _strong,
    TWO_SUITER_LEFT: _two_suiters,
}
