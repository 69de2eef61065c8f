"""A place in the auction: the sections that speak there, in the order in which they are asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from bidbase.auction import PASS, Auction, Call
from bidbase.cards import Hand
from bidbase.compiler.batch import HandBatch
from bidbase.compiler.rows import Row
from bidbase.compiler.section import CompiledSection
from bidbase.language.circumstances import Circumstances
from bidbase.systems.model import Entry

Draw = Callable[[str, str], int]
"""Gives for a section and an order number the number 0 to 99 that decides its percentages."""


class Place:
    """Where a player is to call, and what the system says there.

    `sections` are asked one after the other. A section is closed for the calls it defines: later ones may only make
    calls that the earlier ones have no entry in use for. `calls` has the rows that make each defined call, in order.
    """

    def __init__(self, auction: Auction, now: Circumstances, sections: Sequence[CompiledSection]) -> None:
        self.now = now
        self.sections = tuple(sections)
        self.calls: dict[Call, list[tuple[CompiledSection, Row]]] = {}
        self.allowed: list[int] = []
        for section in sections:
            closed = set(self.calls)
            mask = section.active(now)
            for index, row in enumerate(section.rows):
                if not mask >> index & 1:
                    continue
                if row.call in closed or auction.why_illegal(row.call):
                    mask ^= 1 << index
                else:
                    self.calls.setdefault(row.call, []).append((section, row))
            self.allowed.append(mask)

    def name_of(self, call: Call) -> str | None:
        """The convention that every entry in use for this call carries; None where they differ or carry none."""
        names = {row.entry.text("convention") for _, row in self.calls.get(call, [])}
        return names.pop() or None if len(names) == 1 else None

    def matches(self, hand: Hand) -> Iterator[tuple[CompiledSection, Row]]:
        """The rows that this hand meets, in the order in which they are tried, leaving percentages aside."""
        for section, allowed in zip(self.sections, self.allowed, strict=True):
            for row in section.matches(hand, allowed):
                yield section, row

    def find(self, hand: Hand, draw: Draw | None = None) -> tuple[CompiledSection, Row] | None:
        """The first row that this hand meets and whose percentage is drawn (all are, without `draw`)."""
        for section, row in self.matches(hand):
            if draw is None or drawn(section, row.entry, draw):
                return section, row
        return None

    def could_call(self, hands: HandBatch, call: Call) -> np.ndarray:
        """For each hand whether some draw of the percentages gives this call, as an array of bool.

        Rows with a percentage and another call are left out: they may always go undrawn.
        """
        result = np.zeros(len(hands), dtype=bool)
        open_ = np.ones(len(hands), dtype=bool)  # no earlier section has taken the hand
        for section, allowed in zip(self.sections, self.allowed, strict=True):
            found = section.first_rows(hands, allowed & section.sure_or_making(call))
            calls = np.array([*(row.call for row in section.rows), -1])  # the last for -1: nothing fits
            result |= open_ & (calls[found] == call)
            open_ &= found < 0
        return result | open_ if call is PASS else result


def drawn(section: CompiledSection, entry: Entry, draw: Draw) -> bool:
    """Whether the percentage of an entry lets it be used in this draw; an entry without one always is."""
    share = section.shares.get(entry.id)
    return share is None or draw(section.name, entry.order) in share
