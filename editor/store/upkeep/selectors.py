"""Which system long work is done for first."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from editor.store.systems.models import SystemRow


def first_to_do(system: SystemRow, is_done: Callable[[SystemRow], bool]) -> SystemRow:
    """The system to work on first: the lowest on which this one stands that is not done yet, or else itself."""
    return next((below for below in _below(system) if not is_done(below)), system)


def _below(system: SystemRow) -> Iterator[SystemRow]:
    if system.standing is not None:
        yield from _below(system.standing)
        yield system.standing
