"""What has been worked out and is kept for the next time, up to a limit."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

Key = TypeVar("Key")
Value = TypeVar("Value")
Owner = TypeVar("Owner")


class Kept(Generic[Key, Value]):
    """Values by key, not more than a limit. The values that have not been asked for since long ago are dropped.

    They are kept in two generations: a value that is found in the older one moves to the newer one, and when the newer
    one has half of the limit it becomes the older one, whose place it takes. Threads may share it, and none waits for
    another: of two that keep a value under the same key the first one stands, and a value that is dropped while another
    thread looks for it is worked out once more.
    """

    def __init__(self, limit: int) -> None:
        self._most = max(limit // 2, 1)
        self._newer: dict[Key, Value] = {}
        self._older: dict[Key, Value] = {}

    def get(self, key: Key) -> Value | None:
        """The value of a key; None where none is kept."""
        value = self._newer.get(key)
        if value is None and (value := self._older.get(key)) is not None:
            value = self.keep(key, value)
        return value

    def keep(self, key: Key, value: Value) -> Value:
        """Keep a value that was not there. The result is what is kept: another thread's value, if that came first."""
        if len(self._newer) >= self._most:
            self._older, self._newer = self._newer, {}
        return self._newer.setdefault(key, value)

    def clear(self) -> None:
        """Drop all values."""
        self._newer, self._older = {}, {}

    def __len__(self) -> int:
        return len(self._newer) + len(self._older)


def kept_with_owner(work_out: Callable[[Owner, Key], Value]) -> Callable[[Owner, Key], Value]:
    """A function whose values are kept as long as its first argument, their owner, is in use elsewhere.

    A value must not refer to its owner, which would then never be dropped. Threads may share the function.
    """
    values_of: WeakKeyDictionary[Owner, dict[Key, Value]] = WeakKeyDictionary()

    @wraps(work_out)
    def kept(owner: Owner, key: Key) -> Value:
        values = values_of.get(owner)
        if values is None:
            values = values_of.setdefault(owner, {})
        if key not in values:
            values.setdefault(key, work_out(owner, key))
        return values[key]

    return kept
