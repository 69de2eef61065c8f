"""What differs between two systems, or between two revisions of one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic

from django.db.models import Q

from editor.store.systems.models import VERSIONED, SystemRow
from editor.store.systems.versions import Layer, Row

_ARRANGEMENT = ("place", "family", "ref")
"""Columns that say where a row stands and what it is known by, and nothing of what it means."""


@dataclass(frozen=True)
class Difference(Generic[Row]):
    """One thing of a system before and after: None where it was not there, or is there no more."""

    before: Row | None
    after: Row | None

    @property
    def row(self) -> Row:
        """The newer one of the two that is there."""
        row = self.after or self.before
        assert row is not None, "one of both is there"
        return row

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns that differ, where both are there."""
        if self.before is None or self.after is None:
            return ()
        names = [name for name in self.row.CONTENT if name not in _ARRANGEMENT]
        return tuple(name for name in names if getattr(self.before, name) != getattr(self.after, name))


def differences(old: SystemRow, new: SystemRow) -> list[Difference[Any]]:
    """What of the old system is otherwise in the new one, each at its revision: the entries last.

    What is only at another place among the others is left out.
    """
    pairs = [pair for model in VERSIONED for pair in differing_rows(model, old, new)]
    return [pair for pair in pairs if pair.before is None or pair.after is None or pair.columns]


def differing_rows(model: type[Row], old: SystemRow, new: SystemRow) -> list[Difference[Row]]:
    """Where the old system and the new one have different rows of a table.

    Versions belong together by identity, so this is for systems of one family: two revisions of a system, a system and
    its base, two that stand on the same base.
    """
    identities: Any = model._default_manager.filter(_touched(old.layers, new.layers)).values("identity")
    before, after = (
        {row.identity: row for row in system.rows_of(model).filter(identity__in=identities)} for system in (old, new)
    )
    pairs = (Difference(before.get(identity), after.get(identity)) for identity in before | after)
    return [pair for pair in pairs if pair.before != pair.after]


def common_ancestor(one: SystemRow, other: SystemRow) -> SystemRow | None:
    """The system that both stand on, or that one of them is, as it was when they went their own ways.

    None where they have nothing in common.
    """
    theirs = dict(other.layers)
    for pk, revision in one.layers:
        if pk in theirs:
            return SystemRow.objects.select_related("base").get(pk=pk).as_of(min(revision, theirs[pk]))
    return None


def _touched(old: tuple[Layer, ...], new: tuple[Layer, ...]) -> Q:
    """The condition of the versions that are not common to both."""
    revisions = dict(old), dict(new)
    touched = Q(pk=None)  # no row
    for system in dict(old) | dict(new):
        first, last = (among.get(system) for among in revisions)
        if first is None or last is None:
            touched |= Layer(system, first or last or 0).live
        elif first != last:
            span = sorted((first, last))
            begun, ended = Q(since__gt=span[0], since__lte=span[1]), Q(until__gt=span[0], until__lte=span[1])
            touched |= Q(system=system) & (begun | ended)
    return touched
