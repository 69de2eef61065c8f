"""The one list of entry fields: name, label, group, help, example and parser of each, and how it counts a hand.

Everything that shows, stores, checks, compiles or documents an entry is made from `FIELDS`: the database model, the CSV
header, the form, the grid, the reference and the rows of the compiler. Each part of the form has a module. Code that
speaks of one field names it, `entry.get(fields.HCP)`, and so knows the type of its cell.
"""

from __future__ import annotations

from functools import lru_cache

from bidbase.errors import check_length
from bidbase.language.field import AnyField, Cell, Cells, Field, Group, HandCount, Text
from bidbase.language.fields import circumstances, disclosure, place, record, strength, suits
from bidbase.language.fields.circumstances import BEST_CONTRACT, POSITION, VULNERABILITY
from bidbase.language.fields.disclosure import ALERT, ASKS, DISCLOSURE, EXPECTED_POINTS, SHOWN, SHOWS, STRENGTH
from bidbase.language.fields.place import BID, CONVENTION, ORDER, PLAYER, PRIOR_BIDS, ROUND, USAGE, USE_AGAINST
from bidbase.language.fields.record import EXCUSES, FOLLOWS, NOTES, REFERENCE, SAVED, TEST_AUCTION, TEST_HAND
from bidbase.language.fields.strength import (
    ACES,
    CARD_VALUES,
    CUSTOM_POINTS,
    DISTRIBUTION,
    HCP,
    KEY_CARDS,
    KINGS,
    LOSERS,
    NOTRUMP_VALUE,
    SUIT_VALUE,
    SUITS_STOPPED,
    VALUATION,
)
from bidbase.language.fields.suits import COMBINED_NUM, COMBINED_POINTS, NUM, POINTS, SHAPE, X_NUM, X_POINTS

FIELDS: tuple[AnyField, ...] = (
    *place.FIELDS,
    *strength.FIELDS,
    *suits.FIELDS,
    *circumstances.FIELDS,
    *disclosure.FIELDS,
    *record.FIELDS,
)
"""Every field of an entry, in the order of the form."""

FIELD_BY_NAME = {field.name: field for field in FIELDS}
STORED_FIELDS = tuple(field for field in FIELDS if not field.derived)
"""The fields that a file or a form holds."""

COUNTED_FIELDS = tuple((field, field.count) for field in FIELDS if field.count is not None)
"""The fields that judge a hand by counting it, each with how it does so."""


@lru_cache(maxsize=50_000)
def parse_cell(name: str, text: str) -> Cell | None:
    """The parsed cell of the field `name`; None for a blank one. Raises `TextError`.

    Trees are immutable, so equal cells share one.
    """
    if not text.strip():
        return None
    field = FIELD_BY_NAME[name]
    if not field.free_text:
        check_length(text)
    cell: Cell = field.parse(text)
    return cell


__all__ = [
    "ACES",
    "ALERT",
    "ASKS",
    "BEST_CONTRACT",
    "BID",
    "CARD_VALUES",
    "COMBINED_NUM",
    "COMBINED_POINTS",
    "CONVENTION",
    "COUNTED_FIELDS",
    "CUSTOM_POINTS",
    "DISCLOSURE",
    "DISTRIBUTION",
    "EXCUSES",
    "EXPECTED_POINTS",
    "FIELDS",
    "FIELD_BY_NAME",
    "FOLLOWS",
    "HCP",
    "KEY_CARDS",
    "KINGS",
    "LOSERS",
    "NOTES",
    "NOTRUMP_VALUE",
    "NUM",
    "ORDER",
    "PLAYER",
    "POINTS",
    "POSITION",
    "PRIOR_BIDS",
    "REFERENCE",
    "ROUND",
    "SAVED",
    "SHAPE",
    "SHOWN",
    "SHOWS",
    "STORED_FIELDS",
    "STRENGTH",
    "SUITS_STOPPED",
    "SUIT_VALUE",
    "TEST_AUCTION",
    "TEST_HAND",
    "USAGE",
    "USE_AGAINST",
    "VALUATION",
    "VULNERABILITY",
    "X_NUM",
    "X_POINTS",
    "AnyField",
    "Cell",
    "Cells",
    "Field",
    "Group",
    "HandCount",
    "Text",
    "parse_cell",
]
