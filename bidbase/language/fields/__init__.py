"""The one list of entry fields: name, label, group, help, example and parser of each.

Everything that shows, stores, checks or documents an entry is made from `FIELDS`: the database model, the CSV header,
the form, the grid and the reference. Each part of the form has a module.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from bidbase.language.field import Field, Group, Text
from bidbase.language.fields import circumstances, disclosure, place, record, strength, suits

FIELDS: tuple[Field, ...] = (
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

CARD_VALUES = ("ace", "king", "queen", "jack", "ten")


@lru_cache(maxsize=50_000)
def parse_cell(name: str, text: str) -> Any:
    """The parsed cell of the field `name`; None for a blank one. Raises `TextError`.

    Trees are immutable, so equal cells share one.
    """
    return FIELD_BY_NAME[name].parse(text) if text.strip() else None


__all__ = [
    "CARD_VALUES",
    "FIELDS",
    "FIELD_BY_NAME",
    "STORED_FIELDS",
    "Field",
    "Group",
    "Text",
    "parse_cell",
]
