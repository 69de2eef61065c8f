"""A place in the auction: the sections that apply there, in the order in which they are asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count, takewhile
from typing import NamedTuple

import numpy as np

from bidbase.compiler.batch import HandBatch
from bidbase.compiler.rows import Row
from bidbase.compiler.section import CompiledSection
from bidbase.game.auction import PASS, Call
from bidbase.game.bits import bits_of
from bidbase.game.cards import Hand
from bidbase.language.auction_state import AuctionState
from bidbase.language.circumstances import Circumstances
from bidbase.lazy import lazy_property
from bidbase.shelf import key_of
from bidbase.systems.model import Entry

FindSection = Callable[[int], CompiledSection | None]
"""Gives the section with a number, counted from 0 in the order in which they are asked; None after the last."""

PercentageDraw = Callable[[str, str], int]
"""Gives for a section and an order number the number 0 to 99 that decides its percentages."""


class _Asked(NamedTuple):
    """A section that has been asked: its rows in use, and the calls that stay open after it; both are sets of bits."""

    section: CompiledSection
    allowed: int
    open_calls: int


class Place:
    """A player's turn in an auction, and what the system of the player's side says there.

    The sections are asked one after the other, and each is only looked for when those before it have nothing for a
    hand. A section is closed for the calls it defines: later ones may only make calls that the earlier ones have no
    entry in use for. An entry that says so (C in Pct) leaves its call open. Entries for after a simulation take no part
    in this: they close no call, and no hand is looked up in them.

    `state` is what the calls so far have shown to the player whose turn it is. `find_section` gives the section with a
    number, None after the last. Threads may share a place: two that look for the same section find the same, and what
    the first has worked out stands for both.
    """

    def __init__(self, state: AuctionState, circumstances: Circumstances, find_section: FindSection) -> None:
        self.state = state
        self.auction = state.auction
        self.circumstances = circumstances
        self._find_section = find_section
        self._asked: dict[int, _Asked | None] = {}

    def _lookups(self) -> Iterator[tuple[CompiledSection, int]]:
        """The sections with the rows that hands are looked up in."""
        for section, mask in self.in_use():
            yield section, mask & ~section.simulated

    def in_use(self) -> Iterator[tuple[CompiledSection, int]]:
        """The sections with the mask of their rows in use, each looked for when it is asked for."""
        known = self._asked
        for number in count():
            asked = known[number] if number in known else self._ask(number)
            if asked is None:
                return
            yield asked.section, asked.allowed

    def _ask(self, number: int) -> _Asked | None:
        """The section with this number, which is not known yet; None after the last. Those before it are known."""
        section = self._find_section(number)
        if section is None:
            return self._asked.setdefault(number, None)
        before = self._asked[number - 1] if number else None
        open_calls = before.open_calls if before is not None else self.auction.legal
        allowed = section.in_use(self.circumstances) & section.making_any(open_calls)
        return self._asked.setdefault(number, _Asked(section, allowed, open_calls & ~section.closed(allowed)))

    @property
    def found(self) -> tuple[CompiledSection, ...]:
        """The sections that were looked for so far: what this place has given depends on no others."""
        return tuple(asked.section for asked in self._asked.values() if asked is not None)

    @property
    def sections(self) -> tuple[CompiledSection, ...]:
        """All sections that apply here, in the order in which they are asked."""
        return tuple(section for section, _ in self.in_use())

    @lazy_property
    def signature(self) -> bytes:
        """Equal for places in which the same rows take the same hands, whatever led there.

        Sections behind one that takes any hand have no part in it.
        """
        asked = []
        for section, allowed in self.in_use():
            asked.append((section.key, allowed))
            if allowed & section.for_any_hand:
                break
        return key_of("place", asked)

    @lazy_property
    def calls(self) -> dict[Call, list[tuple[CompiledSection, Row]]]:
        """The calls that an entry in use makes, with the rows that make each, in order."""
        calls: dict[Call, list[tuple[CompiledSection, Row]]] = {}
        for section, allowed in self.in_use():
            for index, row in enumerate(section.rows):
                if allowed >> index & 1:
                    calls.setdefault(row.call, []).append((section, row))
        return calls

    def is_literal(self, section: CompiledSection) -> bool:
        """Whether a section is about these very calls. The section of the auction without a double is not."""
        return section.name == self.auction.prior_bids

    def uses(self, entry: Entry) -> bool:
        """Whether an entry is in use here and may make its call. Sections after its own need not be looked for."""
        for section, allowed in self.in_use():
            if entry.id in section.mask_of:
                return bool(allowed & section.mask_of[entry.id])
        return False

    def section_of(self, entry: Entry) -> tuple[CompiledSection, int]:
        """The section with an entry that is in use here, and the mask of its rows that may be used."""
        return next((section, allowed) for section, allowed in self.in_use() if entry.id in section.mask_of)

    @property
    def made(self) -> set[Call]:
        """The calls that an entry in use makes: the keys of `calls`."""
        return {section.row_calls[index] for section, allowed in self.in_use() for index in bits_of(allowed)}

    def makes(self, call: Call) -> bool:
        """Whether an entry is in use for this call. Sections after the first such entry need not be looked for."""
        return any(allowed & section.calls.get(call, 0) for section, allowed in self.in_use())

    def makers(self, call: Call) -> tuple[tuple[CompiledSection, int], ...]:
        """The sections with an entry in use for this call, each with the mask of its rows in use, in order.

        Sections that are closed for the call need not be looked for.
        """
        found = []
        for section, allowed in self.in_use():
            if rows := allowed & section.calls.get(call, 0):
                found.append((section, allowed))
                if rows & section.closing:
                    break
        return tuple(found)

    def rows_making(self, call: Call) -> list[tuple[CompiledSection, Row]]:
        """The rows of the entries in use for this call, in order, as in `calls`; not all sections are looked for."""
        return [(section, row) for section, allowed in self.makers(call) for _, row in section.making(call, allowed)]

    def name_of(self, call: Call) -> str | None:
        """The convention that every entry in use for this call belongs to, with the subcategories that they share.

        None where there is none.
        """
        entries = [
            section.as_written(index)
            for section, allowed in self.makers(call)
            for index in bits_of(allowed & section.calls[call])
        ]
        conventions = [entry.convention.parts if entry.convention else () for entry in entries]
        shared = takewhile(lambda level: len(set(level)) == 1, zip(*conventions, strict=False))
        return ": ".join(level[0] for level in shared) or None

    def matches(self, hand: Hand) -> Iterator[tuple[CompiledSection, Row]]:
        """The rows that this hand meets, in the order in which they are tried, leaving percentages aside."""
        for section, allowed in self._lookups():
            for row in section.matches(hand, allowed):
                yield section, row

    def find(self, hand: Hand, draw: PercentageDraw | None = None) -> tuple[CompiledSection, Row] | None:
        """The first row that this hand meets and whose percentage is drawn (all are, without `draw`)."""
        found = self.look_up(hand, draw)
        return None if found is None else (found[0], found[0].rows[found[1]])

    def look_up(self, hand: Hand, draw: PercentageDraw | None = None) -> tuple[CompiledSection, int] | None:
        """What `find` finds, with the number of the row in its section: the row itself need not be made."""
        for section, allowed in self._lookups():
            for index in bits_of(section.fitting(hand, allowed)):
                if draw is None or section.sure >> index & 1 or self.drawn(section, section.as_written(index), draw):
                    return section, index
        return None

    def drawn(self, section: CompiledSection, entry: Entry, draw: PercentageDraw) -> bool:
        """Whether the percentage of an entry lets it be used in this draw; an entry without one always is."""
        share = self.share(section, entry)
        return share is None or draw(section.name, entry.order) in share

    def share(self, section: CompiledSection, entry: Entry) -> range | None:
        """The draws 0 to 99 that use an entry in use, None for all.

        It shares them with the other entries in use of its order number.
        """
        return None if entry.usage.percent is None else section.shares(self._mask(section))[entry.id]

    def why_closed(self, section: CompiledSection, row: Row) -> str:
        """Why a row of an entry in use may not make its call here; empty when it may."""
        if self._mask(section) >> section.rows.index(row) & 1:
            return ""
        return self.auction.why_illegal(row.call) or "a section before this one says what the call means"

    def _mask(self, section: CompiledSection) -> int:
        """The rows in use of a section that has been asked."""
        return next(allowed for asked, allowed in self.in_use() if asked is section)

    @property
    def may_simulate(self) -> bool:
        """Whether entries in use ask for a simulation."""
        return any(allowed & section.simulated for section, allowed in self.in_use())

    def simulated(self, hand: Hand, draw: PercentageDraw | None = None) -> list[tuple[CompiledSection, Row]]:
        """The rows for after a simulation that this hand meets, in order. Where there is one it asks for a simulation.

        That is made when `find` has found nothing for the hand.
        """
        return [
            (section, row)
            for section, mask in self.in_use()
            for row in section.matches(hand, mask & section.simulated)
            if draw is None or self.drawn(section, row.entry, draw)
        ]

    def may_call(self, hand: Hand, call: Call) -> bool:
        """Whether some draw of the percentages gives this hand this call: `could_call` for one hand."""
        for section, allowed in self._lookups():
            for index in bits_of(section.fitting(hand, allowed)):
                if section.row_calls[index] is call:
                    return True
                if section.sure >> index & 1:
                    return False
        return call is PASS or any(row.call is call for _, row in self.simulated(hand))

    def first_rows(self, hands: HandBatch) -> tuple[list[Row], np.ndarray]:
        """The rows that hands are looked up in, and for each hand the index of the first that it meets, -1 for none.

        The indices have shape (n,). Every percentage counts as drawn.
        """
        rows: list[Row] = []
        first = np.full(len(hands), -1)
        for section, allowed in self._lookups():
            found = section.first_rows(hands, allowed)
            first = np.where((first < 0) & (found >= 0), found + len(rows), first)
            rows += section.rows
        return rows, first

    def calls_of(self, hands: HandBatch) -> set[Call]:
        """The calls that some draw of the percentages gives one of these hands: `could_call` for all calls at once."""
        found: set[Call] = set()
        for section, allowed in self._lookups():
            sure = section.first_rows(hands, allowed & section.sure)
            found.update(section.row_calls[index] for index in _numbers(sure))
            for call in {section.row_calls[index] for index in bits_of(allowed & ~section.sure)} - found:
                made = section.first_rows(hands, allowed & section.sure_or_making(call))
                if any(section.row_calls[index] is call for index in _numbers(made)):
                    found.add(call)
            hands = hands.where(sure < 0)
        if not len(hands):
            return found
        for section, mask in self.in_use():
            met = section.any_met(hands, mask & section.simulated)
            found.update(section.row_calls[index] for index in bits_of(met))
        return found | {PASS}

    def takers(self, hands: HandBatch) -> Iterator[tuple[tuple[CompiledSection, int] | None, np.ndarray]]:
        """Each row that takes some of these hands: its section and number, and the indices of the hands.

        At last comes None with those that no entry takes.

        As in `entry_counts`, entries that are mostly not drawn are left out.
        """
        left = np.arange(len(hands))
        for section, allowed in self._lookups():
            if not len(left):
                return
            rows = section.first_rows(hands, allowed & ~section.seldom)
            for index in _numbers(rows):
                yield (section, index), left[rows == index]
            hands, left = hands.where(rows < 0), left[rows < 0]
        if len(left):
            yield None, left

    @property
    def takes_all(self) -> bool:
        """Whether an entry in use makes its call with any hand that comes to it, so that none is left over."""
        return any(allowed & section.for_any_hand for section, allowed in self.in_use())

    def entry_counts(self, hands: HandBatch, call: Call) -> Counter[str]:
        """How many of these hands make a call by each of its entries, by entry id.

        Entries that are mostly not drawn are left out: they would take the hands of those after them.
        """
        found: Counter[str] = Counter()
        last = next((section for section, _ in reversed(self.makers(call))), None)
        for section, allowed in self._lookups():
            rows = section.first_rows(hands, allowed & ~section.seldom)
            for index, number in _counted(rows):
                if section.row_calls[index] is call:
                    found[section.id_of(index)] += number
            if section is last:
                break
            hands = hands.where(rows < 0)
        return found

    def could_call(self, hands: HandBatch, call: Call) -> np.ndarray:
        """For each hand whether some draw of the percentages gives this call, as an array of bool.

        Rows with a percentage and another call are left out: they may always go undrawn. What a simulation would find
        is not asked: a hand that an entry for after it fits may get its call.
        """
        result = np.zeros(len(hands), dtype=bool)
        open_ = np.ones(len(hands), dtype=bool)  # no earlier section has taken the hand
        makers = self.makers(call)
        last = makers[-1][0] if makers else None
        simulating = [
            (section, rows) for section, mask in makers if (rows := section.calls[call] & mask & section.simulated)
        ]
        for section, allowed in self._lookups() if makers or call is PASS else ():
            if not open_.any():
                return result
            found = section.first_rows(hands, allowed & section.sure_or_making(call))
            calls = np.array([*section.row_calls, -1])  # the last for -1: nothing fits
            result |= open_ & (calls[found] == call)
            open_ &= found < 0
            if section is last and call is not PASS and not simulating:
                return result
        if call is PASS:
            return result | open_
        for section, rows in simulating:
            result |= open_ & (section.first_rows(hands, rows) >= 0)
        return result


def _numbers(rows: np.ndarray) -> list[int]:
    """The rows that are among these, without -1 for none."""
    return [index for index, _ in _counted(rows)]


def _counted(rows: np.ndarray) -> list[tuple[int, int]]:
    """The rows that are among these, without -1 for none, and how often each is."""
    counts = np.bincount(rows + 1)[1:].tolist()
    return [(index, count) for index, count in enumerate(counts) if count]
