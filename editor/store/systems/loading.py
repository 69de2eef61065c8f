"""Loading the shipped systems from their files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import transaction

from bidbase.systems import System, SystemFileError, digest_of_system, load_system, shipped_valuations
from editor.store.systems.models import VERSIONED, EntryRow, SystemRow, Visibility
from editor.store.systems.places import places
from editor.store.systems.rows import rows_from
from editor.store.systems.services import Change, change_system
from editor.store.systems.versions import VersionQuerySet


@dataclass(frozen=True)
class Loaded:
    """A system after a load. `summary` says what changed; empty when nothing did."""

    system: SystemRow
    summary: str


def load_shipped_system(*, name: str | Path) -> Loaded:
    """Make a shipped system, or one in a folder, say what its files say.

    Entries keep their identity as long as their ref stays. What is equal already is left alone; when something changed,
    the system gets a new revision. Files that were read before are not read again. Raises `SystemFileError`, and
    nothing is stored then.
    """
    digest = digest_of_system(name)
    if (system := SystemRow.objects.filter(shipped=True, digest=digest).first()) is not None:
        return Loaded(system, "")
    files = load_system(name)
    if own := sorted(files.valuations.keys() - shipped_valuations().keys()):
        raise SystemFileError([f"valuations.toml: the database has no place for {', '.join(own)} yet"])
    with transaction.atomic():
        SystemRow.objects.get_or_create(slug=files.name, defaults={"shipped": True, "visibility": Visibility.PUBLIC})
        system = SystemRow.objects.select_for_update().get(slug=files.name)
        if not system.shipped:
            raise SystemFileError([f"{files.name}: somebody has a system of this name"])
        heading = {"title": files.title, "description": files.description}
        same_heading = SystemRow.objects.filter(pk=system.pk, **heading).exists()
        SystemRow.objects.filter(pk=system.pk).update(digest=digest, **heading)
        return _bring_up_to_date(system, files, same_heading)


def _bring_up_to_date(system: SystemRow, files: System, same_heading: bool) -> Loaded:
    wanted = rows_from(files)
    compared = [(model.CALLED[1], _Comparison(wanted[model], system.rows_of(model))) for model in reversed(VERSIONED)]
    said = [f"{what}: {comparison.counts}" for what, comparison in compared if comparison.counts]
    if not same_heading:
        said.append("title or description changed")
    if not said:
        return Loaded(system, "")
    summary = "; ".join(said) if system.revision else f"Begun with {len(wanted[EntryRow]):,} entries"
    changes = [change for _, comparison in compared for change in comparison.changes()]
    return Loaded(change_system(system=system, changes=changes, summary=summary), summary)


class _Comparison:
    """The rows that the files want, held against those that the system has."""

    def __init__(self, wanted: Sequence[Any], held: VersionQuerySet[Any]) -> None:
        removed = {row.known_as: row for row in held}
        pairs = [(row, removed.pop(row.known_as, None)) for row in wanted]
        for (row, old), place in zip(pairs, places([old and old.place for _, old in pairs]), strict=True):
            row.place = place
            row.identity = old.identity if old else row.identity
        self._added = [row for row, old in pairs if old is None]
        self._other = [(row, old) for row, old in pairs if old is not None and not row.same_as(old)]
        self._removed = [*removed.values()]

    @property
    def counts(self) -> str:
        """What changes, `3 added, 1 removed`; empty for nothing."""
        moved = sum(old.place != row.place and _same_elsewhere(row, old) for row, old in self._other)
        counts = {
            "added": len(self._added),
            "changed": len(self._other) - moved,
            "moved": moved,
            "removed": len(self._removed),
        }
        return ", ".join(f"{number} {name}" for name, number in counts.items() if number)

    def changes(self) -> Iterator[Change]:
        """The changes that make the system equal to its files."""
        yield from (Change(row, None) for row in self._added)
        yield from (Change(row, old.pk) for row, old in self._other)
        yield from map(Change.removing, self._removed)


def _same_elsewhere(row: Any, old: Any) -> bool:
    """Whether a row says the same as before, but stands at another place."""
    return all(getattr(row, name) == getattr(old, name) for name in row.CONTENT if name != "place")
