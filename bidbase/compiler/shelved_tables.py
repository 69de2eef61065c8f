"""The tables of sections on the shelf. What many sections share, counts and large tables of classes, is there once."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from bidbase.compiler.section_tables import MaskTable, SectionTables
from bidbase.game.features import TotalFeature
from bidbase.kept import Kept
from bidbase.packing import packed, unpacked
from bidbase.shelf import Shelf, key_of

MAX_PARTS = 40_000  # shared by the sections of all systems; one takes half a kilobyte or eight
_LARGE = 256  # bytes of a table of classes that is kept by itself

_parts: Kept[bytes, object] = Kept(MAX_PARTS)


def keep_tables(shelf: Shelf, key: bytes, tables: SectionTables) -> SectionTables:
    """Put tables on the shelf under a key. The result is the same, with the parts that others have already."""
    shared = _shared(tables)
    shelf.keep(key, lambda: packed(shared, lambda part: _name_of(shelf, part)))
    return shared


def kept_tables(shelf: Shelf, key: bytes) -> SectionTables | None:
    """The tables on the shelf under a key; None where there are none."""
    content = shelf.get(key)
    tables = None if content is None else unpacked(content, lambda name: _named(shelf, name))
    return tables if isinstance(tables, SectionTables) else None


def _shared(tables: SectionTables) -> SectionTables:
    """These tables, with one object for equal classes: many sections tell holdings apart in the same way."""
    return replace(tables, tables=tuple(map(_sharing, tables.tables)))


def _sharing(table: MaskTable) -> MaskTable:
    key = _key_of_classes(table.classes)
    if key is None:
        return table
    classes: Any = _parts.get(key) or _parts.keep(key, table.classes)
    return replace(table, classes=classes)


def _name_of(shelf: Shelf, part: object) -> bytes | None:
    """The key under which a part is kept by itself; None of what is written where it stands."""
    key = _key_of_feature(part) if isinstance(part, TotalFeature) else _key_of_classes(part)
    if key is not None and shelf.get(key) is None:
        shelf.keep(key, lambda: packed(part))
    return key


def _named(shelf: Shelf, key: bytes) -> object:
    """The part that is kept under a key. Raises `LookupError`."""
    part = _parts.get(key)
    if part is None:
        content = shelf.get(key)
        part = None if content is None else unpacked(content)
        if part is None:
            raise LookupError
        part = _parts.keep(key, part)
    return part


def _key_of_classes(classes: object) -> bytes | None:
    return key_of("classes", classes) if isinstance(classes, bytes | tuple) and len(classes) >= _LARGE else None


@lru_cache(maxsize=256)
def _key_of_feature(feature: TotalFeature) -> bytes:
    return key_of("feature", feature)
