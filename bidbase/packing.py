"""Records of this package as bytes, and back: what the shelf keeps.

Reading makes plain values and objects of this package's classes, and nothing else, so that bytes from elsewhere can run
nothing. An object that the reader has already, as an entry of a system, can be left out: a name stands for it.
"""

from __future__ import annotations

import gc
import io
import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from typing import Any

_FLOORS = tuple(f"bidbase.{floor}." for floor in ("game", "language", "systems", "compiler", "meaning", "bidding"))
_OTHERS = {("datetime", "date")}

NameOf = Callable[[object], object | None]
"""The name that stands for an object; None for one that is written out."""
Named = Callable[[Any], object]
"""The object for which a name stands."""


def packed(record: object, name_of: NameOf | None = None) -> bytes:
    """A record as bytes."""
    content = io.BytesIO()
    _Pickler(content, name_of).dump(record)
    return content.getvalue()


def unpacked(content: bytes, named: Named | None = None) -> Any:
    """The record that was packed, or None where these bytes are no record of this package."""
    try:
        return _Unpickler(content, named).load()
    except Exception:  # bytes of another program can hold anything
        return None


class _Pickler(pickle.Pickler):
    """Writes records by their fields: that is read twice as fast as the state of a frozen dataclass."""

    def __init__(self, content: io.BytesIO, name_of: NameOf | None) -> None:
        super().__init__(content, pickle.HIGHEST_PROTOCOL)
        if name_of is not None:
            self.persistent_id = name_of  # type: ignore[method-assign]

    def reducer_override(self, record: Any) -> Any:
        if isinstance(record, type) or not is_dataclass(record):
            return NotImplemented
        kind: Any = type(record)
        return kind, tuple(getattr(record, name) for name in _field_names(kind))


@cache
def _field_names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


class _Unpickler(pickle.Unpickler):
    """Reads classes of this package alone."""

    def __init__(self, content: bytes, named: Named | None) -> None:
        super().__init__(io.BytesIO(content))
        if named is not None:
            self.persistent_load = named  # type: ignore[method-assign]

    def find_class(self, module: str, name: str) -> Any:
        return _class(module, name)


@cache
def _class(module: str, name: str) -> Any:
    known = module.startswith(_FLOORS) or (module, name) in _OTHERS
    found = getattr(import_module(module), name, None) if known else None
    if not isinstance(found, type):
        raise pickle.UnpicklingError(f"{module}.{name} is no record")
    return found


@contextmanager
def without_garbage_collection() -> Iterator[None]:
    """Without garbage collection: a large record that is read contains no garbage, and collecting takes longer."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
