"""The entries of sections that say the same, row by row, and the entries of the pattern that they become.

Entries are compared in their order. Their records do not count: of the test hands one is kept, with the auction in
which it comes out, and of references, notes and excuses all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from bidbase.folding.cells import Differ, expanded, shared_bids, shared_cells
from bidbase.game.evaluation import Valuation
from bidbase.language import fields
from bidbase.language.bids import PatternKey, PriorBids
from bidbase.language.excuses import Excuses
from bidbase.language.field import Cell, Text
from bidbase.language.patterns import Binding
from bidbase.systems import Entry
from bidbase.systems.orders import orders_anew

Row = dict[int, Entry]
"""The entries that become one entry of the pattern, by the number of their section."""


@dataclass(frozen=True)
class FoldedEntry:
    """An entry of a pattern, and the entries of literal sections that it stands for."""

    entry: Entry
    stands_for: tuple[Entry, ...]


def prior_bids_of(section: Sequence[Entry]) -> PriorBids:
    """The prior bids of a literal section."""
    key = section[0].key
    assert isinstance(key, PriorBids), "only literal sections are made patterns"
    return key


class Sections:
    """Literal sections that may become one pattern, in an order, each with the suits of the variables there."""

    def __init__(
        self, sections: Sequence[Sequence[Entry]], bindings: Sequence[Binding], valuations: Mapping[str, Valuation]
    ) -> None:
        self._sections = sections
        self._bindings = bindings
        self._valuations = valuations
        self._keys = [prior_bids_of(section) for section in sections]

    def rows(self) -> list[Row] | None:
        """The entries of the sections, row by row; None where the sections do not say the same.

        A section has no entry in a row whose bid it could not make, or whose suit a variable has taken. But each
        section has an entry that says what an entry of another section says.
        """
        rows: list[Row] | None = []
        for number in range(len(self._sections)):
            rows = self._with_section(rows, number) if rows is not None else None
        shared = {number for row in rows or () if len(row) > 1 for number in row}
        return rows if len(shared) == len(self._sections) else None

    def _with_section(self, rows: Sequence[Row], number: int) -> list[Row] | None:
        """The rows with the entries of the section of this number, which comes after those in them.

        Step by step, and back where that leads nowhere.
        """
        end = len(rows), len(self._sections[number])
        tried = {(0, 0)}
        merged: list[Row] = []
        ways = [self._steps(rows, number, 0, 0)]
        while ways:
            step = next(ways[-1], None)
            if step is None:
                ways.pop()
                del merged[-1:]
            elif step[:2] not in tried:
                old, new, row = step
                tried.add((old, new))
                merged.append(row)
                if (old, new) == end:
                    return merged
                ways.append(self._steps(rows, number, old, new))
        return None

    def _steps(self, rows: Sequence[Row], number: int, old: int, new: int) -> Iterator[tuple[int, int, Row]]:
        """The ways to go on behind so many rows and so many entries of a section: how many then, and the row between.

        An entry joins a row, or the section has nothing in a row, or the sections before have no such entry.
        """
        entries = self._sections[number]
        row = rows[old] if old < len(rows) else None
        own = {number: entries[new]} if new < len(entries) else None
        if row is not None and own is not None and self._is_one({**row, **own}):
            yield old + 1, new + 1, {**row, **own}
        if row is not None and self._is_left_out(row, number):
            yield old + 1, new, row
        if own is not None and all(self._is_left_out(own, other) for other in range(number)):
            yield old, new + 1, own

    def _is_one(self, row: Row) -> bool:
        """Whether one entry of a pattern can say what these say."""
        return self._saying(row, ()) is not None

    def _is_left_out(self, row: Row, number: int) -> bool:
        """Whether a section has no place for an entry of the pattern that says what these say."""
        return self._saying(row, [number]) is not None

    def _saying(self, row: Row, absent: Sequence[int]) -> dict[str, Cell] | None:
        """The cells of an entry that says what these say, and that is left out in these other sections.

        None where there is no such entry. Variables take suits for the sake of the others only where they must.
        """
        entries, own = [*row.values()], [self._bindings[number] for number in row]
        bids = shared_bids(entries, own)
        for others in ((), [self._bindings[number] for number in absent]):
            try:
                cells = shared_cells(entries, own, others) if bids else {}
            except Differ:
                continue
            for bid in bids:
                written = {**cells, fields.BID.name: bid}
                if all(self._leaves_out(written, number) for number in absent):
                    return written
        return None

    def _leaves_out(self, cells: Mapping[str, Cell], number: int) -> bool:
        return expanded(Entry("", "", cells), self._bindings[number], self._keys[number]) is None

    def pattern_entries(self, key: PatternKey, rows: Sequence[Row]) -> tuple[FoldedEntry, ...]:
        """The entries of the pattern, one for each row. Raises `Differ`, or `EntryError` where one cannot be written.

        They have the order numbers of the sections, or new ones where those differ too much to be kept.
        """
        orders = [next(iter(row.values())).order for row in rows]
        if orders != sorted(orders):
            orders = orders_anew(len(rows))
        found: list[FoldedEntry] = []
        taken: Counter[str] = Counter()
        for row, order in zip(rows, orders, strict=True):
            taken[order] += 1
            id_ = f"{key}/{order}" + (f"/{taken[order]}" if taken[order] > 1 else "")
            found.append(self._pattern_entry(row, key, order, id_))
        return tuple(found)

    def _pattern_entry(self, row: Row, key: PatternKey, order: str, id_: str) -> FoldedEntry:
        absent = [number for number in range(len(self._sections)) if number not in row]
        cells = self._saying(row, absent)
        if cells is None:
            raise Differ
        stands_for = tuple(row.values())
        record = _record(stands_for)
        texts = {name: str(cell) for name, cell in {**cells, **record, fields.PRIOR_BIDS.name: key}.items()}
        texts[fields.ORDER.name] = order
        entry = Entry.of(texts, stands_for[0].family, self._valuations)
        return FoldedEntry(Entry(id_, entry.family, entry.cells), stands_for)


def _record(entries: Sequence[Entry]) -> dict[str, Cell]:
    """The record of an entry that takes the place of these: one test hand with its auction, and what all say else."""
    cells: dict[str, Cell] = {}
    tested = next((entry for entry in entries if entry.get(fields.TEST_HAND) is not None), None)
    if tested is not None:
        cells[fields.TEST_HAND.name] = tested.cells[fields.TEST_HAND.name]
        cells[fields.TEST_AUCTION.name] = tested.key
    for field, between in ((fields.REFERENCE, "; "), (fields.NOTES, "\n\n")):
        if texts := [*dict.fromkeys(filter(None, (entry.text(field.name) for entry in entries)))]:
            cells[field.name] = Text(between.join(texts))
    reasons: dict[str, str] = {}
    for entry in entries:
        excuses = entry.get(fields.EXCUSES)
        reasons = {**(dict(excuses.reasons) if excuses is not None else {}), **reasons}
    if reasons:
        cells[fields.EXCUSES.name] = Excuses(tuple(reasons.items()))
    if days := [*filter(None, (entry.text(fields.SAVED.name) for entry in entries))]:
        cells[fields.SAVED.name] = Text(max(days))
    return cells
