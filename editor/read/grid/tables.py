"""The grid of entries: its columns come from the engine's list of fields."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import django_tables2 as tables
from django.db.models import QuerySet
from django.template.loader import render_to_string

from bidbase.language.fields import FIELD_BY_NAME, STORED_FIELDS, Group
from bidbase.systems import Entry
from editor.read.grid.selectors import in_cell_order
from editor.store.entries.presenters import hand_words
from editor.store.systems.addresses import revision_query, section_url
from editor.store.systems.models import EntryRow, SystemRow
from editor.store.systems.rows import engine_entry

HAND = "hand"
DEFAULT_COLUMNS = ("prior_bids", "order", "bid", "convention", HAND, "disclosure")
COLUMN_CHOICES = [
    *((field.name, field.label) for field in STORED_FIELDS if field.group is Group.PLACE),
    (HAND, "Hand, in words"),
    *((field.name, field.label) for field in STORED_FIELDS if field.group is not Group.PLACE and not field.hidden),
]
_SORT_KEYS = {
    "prior_bids": ("section_key", "order_key", "place"),
    "order": ("order_key", "section_key", "place"),
    "bid": ("bid_key", "section_key", "order_key"),
}


ReadEntry = Callable[[EntryRow], Entry]
"""Reads the entry of a row, once for all columns."""


class HandColumn(tables.Column):
    """All that an entry asks of a hand, in words."""

    def __init__(self, read: ReadEntry, **options: Any) -> None:
        super().__init__(**options)
        self._read = read

    def render(self, record: EntryRow) -> str:
        """The words of one row."""
        return hand_words(self._read(record))


class CellColumn(tables.Column):
    """A cell with links or colored suits, from the template of its field."""

    def __init__(self, name: str, system: SystemRow, read: ReadEntry, **options: Any) -> None:
        super().__init__(**options)
        self._name, self._system, self._read = name, system, read

    def render(self, record: EntryRow) -> str:
        """The cell of one row."""
        entry = self._read(record)
        context = {
            "system": self._system,
            "entry": entry,
            "text": getattr(record, self._name),
            "as_of": revision_query(self._system),
        }
        if self._name == "prior_bids":
            context["section_address"] = section_url(self._system, entry.section)
        return render_to_string(f"editor/read/grid/cells/{self._name}.html", context)


class SpecColumn(tables.Column):
    """The cells of a field that judges hands, sorted by their numbers: their text (`15-17`, `6+`) sorts otherwise."""

    def __init__(self, name: str, **options: Any) -> None:
        super().__init__(**options)
        self._name = name

    def order(self, queryset: QuerySet[EntryRow], is_descending: bool) -> tuple[QuerySet[EntryRow], bool]:
        """The entries in the order of this column."""
        return in_cell_order(queryset, self._name, descending=is_descending), True


class EntryTable(tables.Table):
    """Entries of one system under the columns of one's choice."""

    class Meta:
        template_name = "editor/read/grid/table.html"

    def __init__(
        self, entries: QuerySet[EntryRow], *, system: SystemRow, columns: Sequence[str], **options: Any
    ) -> None:
        read = cache(engine_entry)
        made = [(name, _column(name, system, read)) for name in columns]
        super().__init__(entries, extra_columns=made, default="", **options)


def _column(name: str, system: SystemRow, read: ReadEntry) -> tables.Column:
    if name == HAND:
        return HandColumn(read, verbose_name="Hand", empty_values=(), orderable=False)
    field = FIELD_BY_NAME[name]
    label = "After" if name == "prior_bids" else field.label
    if name in ("prior_bids", "bid", "convention", "disclosure", "notes", "reference"):
        column = CellColumn(name, system, read, verbose_name=label, order_by=_SORT_KEYS.get(name))
        column.empty_values = () if name == "prior_bids" else column.empty_values  # blank is the opening
        return column
    if field.judges_hand:
        return SpecColumn(name, verbose_name=label)
    return tables.Column(verbose_name=label, order_by=_SORT_KEYS.get(name))
