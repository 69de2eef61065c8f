"""What is worked out when it is first read, and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count
from typing import Any, Generic, TypeVar, overload

Value = TypeVar("Value")


class lazy_property(Generic[Value]):  # noqa: N801 - it is used as `property` is
    """A property whose value is worked out at the first reading and then kept with its object.

    It is `functools.cached_property` without the lock. In Python 3.11 that lock is one for all objects of a class and
    is held while the value is worked out, so that two threads whose values need each other's property wait forever.
    Here two threads that read at the same time may both work the value out; each reads what it has worked out, and the
    later result is kept.
    """

    def __init__(self, work_out: Callable[[Any], Value]) -> None:
        self._work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> lazy_property[Value]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> Value: ...

    def __get__(self, instance: object | None, owner: type) -> lazy_property[Value] | Value:
        if instance is None:
            return self
        value: Value = self._work_out(instance)
        know(instance, self._name, value)
        return value


def know(instance: object, name: str, value: object) -> None:
    """Keep the value of a lazy property with its object, which may be frozen."""
    # Not instance.__dict__[...]: Python 3.11 makes that dictionary at the first request, and two threads that ask
    # while garbage is collected can get two dictionaries over the same memory, which ends in a segmentation fault.
    object.__setattr__(instance, name, value)


class LazyList(Generic[Value]):
    """What a source gives, each value looked for when it is first asked for, and kept for all who ask again.

    Several readers may take turns, but threads must not share it.
    """

    def __init__(self, source: Iterable[Value]) -> None:
        self._source = iter(source)
        self._known: list[Value] = []

    def __iter__(self) -> Iterator[Value]:
        for index in count():
            if index == len(self._known):
                try:
                    self._known.append(next(self._source))
                except StopIteration:
                    return
            yield self._known[index]
