"""Boards that four robots bid with a system: how often each auction, each entry and each convention comes up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import takewhile
from operator import add
from typing import NamedTuple

from bidbase.bidding.bidder import Bidder, decide
from bidbase.bidding.otherwise import BookDeal, new_patterns
from bidbase.bidding.robots import Table
from bidbase.game.auction import PASS, Auction
from bidbase.systems import System

FIRST_BOARD = 990_100_001  # tables deal smaller numbers at random


class BidBoard(NamedTuple):
    """A board that robots have bid.

    `calls` are as prior bids have them, those before the opening too. `refs` has for each call the id of the entry that
    made it, blank where none fitted, and `met` the sections of the system that applied at some turn.
    """

    calls: tuple[str, ...]
    refs: tuple[str, ...]
    met: frozenset[str]

    def places(self) -> Iterator[str]:
        """The prior bids at each turn."""
        opening = sum(1 for _ in takewhile(PASS.letters.__eq__, self.calls))
        return ("-".join(self.calls[opening:count]) for count in range(len(self.calls)))


def bid_board(bidder: Bidder, number: int) -> BidBoard:
    """The board of this number, from 0, as four robots bid it by the book: where nothing fits, they pass."""
    dealt = BookDeal.numbered(FIRST_BOARD + number)
    table = Table(bidder, bidder, seed=dealt.seed)
    auction, refs, met = Auction(dealt.dealer, dealt.vulnerability), [], set[str]()
    while not auction.finished:
        place = table.place(auction)
        decision = decide(place, dealt.deal[auction.turn], table.draw(auction))
        refs.append(decision.entry.id if decision.entry else "")
        met.update(section.name for section in place.sections)
        auction = auction.with_call(decision.call)
    calls = tuple(call.letters for call in auction.calls)
    return BidBoard(calls, tuple(refs), frozenset(met & bidder.system.sections.keys()))


class BoardChange:
    """What has changed between an `old` system and a `new` one, as far as it matters for boards that were bid."""

    def __init__(self, new: Bidder, old: Bidder) -> None:
        self.differing = new.differing_sections(old)
        """The names of the sections that do not say the same in both."""
        self._anywhere = bool(new_patterns(old, self.differing))

    def affects(self, board: BidBoard) -> bool:
        """Whether a board of the old system may be bid otherwise in the new one.

        It stays as it is where no section that differs applied, or would have if the old system had had it. A new
        pattern or situation may apply anywhere.
        """
        return self._anywhere or not (
            self.differing.isdisjoint(board.met) and self.differing.isdisjoint(board.places() if self.differing else ())
        )


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
