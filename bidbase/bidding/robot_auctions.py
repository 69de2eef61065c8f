"""The auctions that robots reach: found once for a system by bidding some hundred deals, and kept as plain values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import dropwhile
from typing import Any

from bidbase.bidding.bidder import Bidder, decide
from bidbase.bidding.drawing import random_deals
from bidbase.compiler import HandBatch, Place
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import SEATS, Deal
from bidbase.language.circumstances import Circumstances, Scoring
from bidbase.language.pattern_search import Calls

MOST_OF_SECTION = 50  # auctions that are kept for a section
RARE_CALL, USUAL_PASS = 0.001, 0.5  # how often a call is taken to come up that no deal has reached


@dataclass(frozen=True)
class RobotAuctions:
    """The auctions that robots reach, from the first call that is not a pass, the most frequent first.

    `counts` has for each of them in how many deals it came up, and for no calls the number of deals. `by_section` has
    for a section of a pattern or a situation the first of those in which it applies.
    """

    counts: Mapping[Calls, int] = field(default_factory=dict)
    by_section: Mapping[str, tuple[Calls, ...]] = field(default_factory=dict)

    @property
    def calls(self) -> tuple[Calls, ...]:
        """The auctions in which somebody has called."""
        return tuple(calls for calls in self.counts if calls)

    def weight(self, calls: Calls) -> float:
        """How often an auction comes up, 0 and up: a guess from the calls before where no deal has reached it."""
        known = tuple(dropwhile(lambda call: call is PASS, calls))
        share = 1.0
        while known and known not in self.counts:
            share *= USUAL_PASS if known[-1] is PASS else RARE_CALL
            known = known[:-1]
        return share * self.counts.get(known, 0)

    @classmethod
    def of(cls, bidder: Bidder, deals: int) -> RobotAuctions:
        """Those of so many deals, always the same ones: 150 take a second."""
        count_by_auction: Counter[Calls] = Counter()
        dealt = random_deals(deals, seed=0)
        for index in range(deals):
            deal = Deal(HandBatch(dealt[seat, :, index : index + 1]).hand(0) for seat in SEATS)
            auction = Auction()
            while not auction.finished:
                auction = auction.with_call(decide(_place(bidder, auction), deal[auction.turn]).call)
            calls = auction.calls[auction.leading_passes :]
            count_by_auction.update(calls[:count] for count in range(len(calls) or 1))
        reached = dict(count_by_auction.most_common())
        by_section: dict[str, list[Calls]] = {}
        for calls in filter(None, reached):
            place = _place(bidder, Auction.of(calls))
            for section in place.sections:
                if not place.is_literal(section):
                    by_section.setdefault(section.name, []).append(calls)
        return cls(reached, {name: tuple(served[:MOST_OF_SECTION]) for name, served in by_section.items()})

    def to_json(self) -> dict[str, Any]:
        """As JSON has it: the auctions as texts with their counts, and for each section the numbers of its own."""
        number = {calls: number for number, calls in enumerate(self.counts)}
        return {
            "auctions": [["-".join(map(str, calls)), count] for calls, count in self.counts.items()],
            "sections": {name: [number[calls] for calls in served] for name, served in self.by_section.items()},
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> RobotAuctions:
        """What `to_json` gave."""
        counts = {tuple(map(Call.parse, filter(None, text.split("-")))): count for text, count in kept["auctions"]}
        reached = [*counts]
        served = {name: tuple(reached[number] for number in numbers) for name, numbers in kept["sections"].items()}
        return cls(counts, served)


def _place(bidder: Bidder, auction: Auction) -> Place:
    return bidder.place(auction, Circumstances.of(auction, Scoring.IMP))
