"""Boards that four robots bid with a system: what is wrong with them, and how often auctions, entries and conventions
come up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from operator import add
from typing import NamedTuple

from bidbase.bidding.bidder import Bidder, decide
from bidbase.bidding.otherwise import BookDeal, new_patterns
from bidbase.bidding.robots import Table
from bidbase.checks.board_faults import Fault, FinishedAuction
from bidbase.game.auction import PASS, Auction, Call
from bidbase.language.bids import PriorBids, parse_key
from bidbase.systems import System

FIRST_BOARD = 990_100_001  # tables deal smaller numbers at random


class BidBoard(NamedTuple):
    """A board that robots have bid.

    `calls` are as prior bids have them, those before the opening too. `refs` has for each call the id of the entry that
    made it, blank where none fitted, and `met` the sections of the system that applied at some turn. `faults` are what
    is wrong with the auction.
    """

    calls: tuple[str, ...]
    refs: tuple[str, ...]
    met: frozenset[str]
    faults: tuple[Fault, ...] = ()

    def places(self) -> Iterator[str]:
        """The prior bids at each turn."""
        opening = sum(1 for _ in takewhile(PASS.letters.__eq__, self.calls))
        return ("-".join(self.calls[opening:count]) for count in range(len(self.calls)))


def board_by_book(bidder: Bidder, number: int) -> BidBoard:
    """The board of this number, from 0, as four robots bid it by the book: where nothing fits, they pass."""
    dealt = BookDeal.numbered(FIRST_BOARD + number)
    table = Table(bidder, bidder, seed=dealt.seed)
    return _bid_on(table, dealt, Auction(dealt.dealer, dealt.vulnerability), [], set())


def _bid_on(table: Table, dealt: BookDeal, auction: Auction, refs: list[str], met: set[str]) -> BidBoard:
    """The board bid on from an auction. `refs` and `met` are about the calls so far."""
    while not auction.finished:
        auction, ref = _next(table, dealt, auction, met)
        refs.append(ref)
    system = table.bidder(dealt.dealer).system
    faults = FinishedAuction(dealt.deal, table, auction, [system.by_id.get(ref) for ref in refs]).faults()
    calls = tuple(call.letters for call in auction.calls)
    return BidBoard(calls, tuple(refs), frozenset(met & system.sections.keys()), faults)


def _next(table: Table, dealt: BookDeal, auction: Auction, met: set[str]) -> tuple[Auction, str]:
    """The auction with the robot's next call, and the id of the entry that made it; the sections met are added."""
    place = table.place(auction)
    decision = decide(place, dealt.deal[auction.turn], table.draw(auction))
    met.update(section.name for section in place.sections)
    return auction.with_call(decision.call), decision.entry.id if decision.entry else ""


class BoardChange:
    """What has changed between an `old` system and a `new` one, as far as it matters for boards that were bid."""

    def __init__(self, new: Bidder, old: Bidder) -> None:
        self._new, self._old = new, old
        self._differing = new.differing_sections(old)
        self._patterns = frozenset(name for name in self._differing if not isinstance(parse_key(name), PriorBids))
        self._anywhere = bool(new_patterns(old, self._differing))

    def affects(self, board: BidBoard) -> bool:
        """Whether a board of the old system may be bid otherwise in the new one.

        It stays as it is where no section that differs applied, or would have if the old system had had it. A new
        pattern or situation may apply anywhere.
        """
        if not self._differing:
            return False
        return self._anywhere or not (
            self._differing.isdisjoint(board.met) and self._differing.isdisjoint(board.places())
        )

    def bid_again(self, board: BidBoard, number: int) -> BidBoard:
        """The board of this number in the new system, given the board in the old one.

        A turn is only looked up where a section that differs applies, or after a call that means something else in the
        new system. What is wrong with the auction is looked at anew.
        """
        if not self.affects(board):
            return board
        dealt = BookDeal.numbered(FIRST_BOARD + number)
        before, after = (Table(bidder, bidder, seed=dealt.seed) for bidder in (self._old, self._new))
        auction, refs, met = Auction(dealt.dealer, dealt.vulnerability), list[str](), set(board.met)
        means_the_same = not self._anywhere
        for letters, ref in zip(board.calls, board.refs, strict=True):
            call = Call.parse(letters)
            if means_the_same and not self._applies(before, auction):
                auction, made = auction.with_call(call), ref
            else:
                here, (auction, made) = auction, _next(after, dealt, auction, met)
                if auction.calls[-1] is not call:
                    return _bid_on(after, dealt, auction, [*refs, made], met)
                same_call = self._old.told(before.place(here), call) == self._new.told(after.place(here), call)
                means_the_same = means_the_same and same_call
            refs.append(made)
        return _bid_on(after, dealt, auction, refs, met)

    def _applies(self, table: Table, auction: Auction) -> bool:
        """Whether a section that differs applies at this turn of the old system, or would if that had it."""
        if auction.prior_bids in self._differing:
            return True
        return bool(self._patterns) and any(section.name in self._patterns for section in table.place(auction).sections)


class PlaceCount(NamedTuple):
    """How often robots came to a place: their `turns` there, and how many of their hands leaked.

    No entry fitted `unfit` of the hands. With `general` of them the robot made a bid or a double by a situation, the
    general rule for want of a section for the auction. Passes by such a rule are not counted: most have nothing to say.
    `leaking` counts the turns at which a hand leaked, or would at a later turn of the same board.
    """

    turns: int = 0
    unfit: int = 0
    general: int = 0
    leaking: int = 0

    @property
    def leaked(self) -> int:
        """The hands for which the system has no agreement of this auction."""
        return self.unfit + self.general


class BoardTally:
    """In how many `boards` each entry (by id) and each convention made a call, and how often each place came up.

    `leaky` counts the boards with a hand that leaked. An entry of a convention counts for those above it too, and a
    board once for each.
    """

    def __init__(self, system: System) -> None:
        self._system = system
        self.boards = self.leaky = 0
        self.entries: Counter[str] = Counter()
        self.conventions: Counter[str] = Counter()
        self.places: dict[str, PlaceCount] = {}

    def add(self, board: BidBoard) -> None:
        """Count a board that was bid with the system."""
        self.boards += 1
        made = {ref for ref in board.refs if ref}
        self.entries.update(made)
        conventions = [entry.convention for entry in map(self._system.by_id.__getitem__, made) if entry.convention]
        self.conventions.update({name for convention in conventions for name in convention.chain()})
        leaks = False
        for prior_bids, call, ref in reversed([*zip(board.places(), board.calls, board.refs, strict=True)]):
            general = bool(ref) and call != PASS.letters and self._system.by_id[ref].section.startswith("@")
            leaks = leaks or general or not ref
            before = self.places.get(prior_bids, PlaceCount())
            here = (1, not ref, general, leaks)
            self.places[prior_bids] = PlaceCount(*map(add, before, here))
        self.leaky += leaks
