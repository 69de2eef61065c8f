"""What another system would bid otherwise: the deals in which its auction differs, found without bidding all anew."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from bidbase.bidding.bidder import Bidder, decide
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction
from bidbase.game.cards import Deal, Seat, Vulnerability, board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal
from bidbase.language.bids import PriorBids, parse_key


class BookDeal(NamedTuple):
    """A deal that robots bid by the book alone: where an entry asks for a simulation they pass.

    `seed` is what percentages are drawn from.
    """

    deal: Deal
    dealer: Seat
    vulnerability: Vulnerability
    seed: str

    @classmethod
    def numbered(cls, number: int) -> BookDeal:
        """The deal with this number, as the board of this number."""
        return cls(numbered_deal(number), board_dealer(number), board_vulnerability(number), str(number))

    def auction(self, bidder: Bidder) -> Auction:
        """The auction when four robots bid this system."""
        return _bid_on(self, Table(bidder, bidder, seed=self.seed), Auction(self.dealer, self.vulnerability))


def auction_otherwise(
    dealt: BookDeal, auction: Auction, old: Bidder, new: Bidder, differing: Collection[str]
) -> Auction | None:
    """The auction of a deal in a new system, given its `auction` in the old one; None where it stays the same.

    `differing` are the names of the sections of which the two do not say the same: `new.differing_sections(old)`. Only
    turns in which one of them applies are looked up in the new system, and those after a call that means something
    else in it.
    """
    before, after = (Table(bidder, bidder, seed=dealt.seed) for bidder in (old, new))
    anywhere = _patterns(differing)
    same = not new_patterns(old, differing)  # the calls so far mean the same in both, and the same sections apply
    for index, call in enumerate(auction.calls):
        here = auction.before(index)
        if same and here.prior_bids not in differing and not _applies(anywhere, before, here):
            continue
        place = after.place(here)
        decided = decide(place, dealt.deal[here.turn], after.draw(here)).call
        if decided is not call:
            return _bid_on(dealt, after, here.with_call(decided))
        same = same and old.told(before.place(here), call) == new.told(place, call)
    return None


def sections_met(dealt: BookDeal, auction: Auction, bidder: Bidder) -> frozenset[str]:
    """The names of the sections that apply at the turns of an auction, or would if the system had them.

    Where no section that differs is among them, and none that differs is new and serves many auctions, the auction of
    the deal stays the same: keep them to see that without looking.
    """
    table = Table(bidder, bidder, seed=dealt.seed)
    turns = [auction.before(index) for index in range(len(auction.calls))]
    names = (section.name for turn in turns for section in table.place(turn).sections)
    return frozenset((*names, *(turn.prior_bids for turn in turns)))


def new_patterns(old: Bidder, differing: Collection[str]) -> frozenset[str]:
    """The sections that the old system does not have and that serve many auctions."""
    return frozenset(name for name in _patterns(differing) if name not in old.system.sections)


def _patterns(names: Collection[str]) -> frozenset[str]:
    """Those of the sections that serve many auctions."""
    return frozenset(name for name in names if not isinstance(parse_key(name), PriorBids))


def _applies(names: frozenset[str], table: Table, auction: Auction) -> bool:
    """Whether one of these sections applies after this auction."""
    return bool(names) and not names.isdisjoint(section.name for section in table.place(auction).sections)


def _bid_on(dealt: BookDeal, table: Table, auction: Auction) -> Auction:
    while not auction.finished:
        decision = decide(table.place(auction), dealt.deal[auction.turn], table.draw(auction))
        auction = auction.with_call(decision.call)
    return auction
