"""Writing systems: loading the shipped ones from their files."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from django.db import transaction
from django.db.models import QuerySet

from bidbase.systems import System, SystemFileError, digest_of_system, load_system, shipped_valuations
from editor.systems.models import ConventionRow, EntryRow, SystemRevision, SystemRow
from editor.systems.rows import FIELD_NAMES, convention_row, entry_row

_ENTRY_CONTENT = ("family", "section_key", "order_key", "bid_key", *FIELD_NAMES)
_CONVENTION_CONTENT = ("use", "notes")

Row = TypeVar("Row", EntryRow, ConventionRow)


@dataclass(frozen=True)
class Loaded:
    """A system after a load. `summary` says what changed; empty when nothing did."""

    system: SystemRow
    summary: str


def load_shipped_system(*, name: str | Path) -> Loaded:
    """Make the rows of a shipped system, or of one in a folder, equal to its files.

    Entries keep their row as long as their ref stays. What is equal already is left alone; when something changed, the
    system gets a new revision. Files that were read before are not read again. Raises `SystemFileError`, and nothing is
    stored then.
    """
    digest = digest_of_system(name)
    if (system := SystemRow.objects.filter(shipped=True, digest=digest).first()) is not None:
        return Loaded(system, "")
    files = load_system(name)
    if own := sorted(files.valuations.keys() - shipped_valuations().keys()):
        raise SystemFileError([f"valuations.toml: the database has no place for {', '.join(own)} yet"])
    with transaction.atomic():
        SystemRow.objects.get_or_create(slug=files.name, defaults={"shipped": True})
        system = SystemRow.objects.select_for_update().get(slug=files.name)
        if not system.shipped:
            raise SystemFileError([f"{files.name}: somebody has a system of this name"])
        loaded = _bring_up_to_date(system, files)
        SystemRow.objects.filter(pk=system.pk).update(digest=digest)
        return loaded


def _bring_up_to_date(system: SystemRow, files: System) -> Loaded:
    old_heading = (system.title, system.description)
    system.title, system.description = files.title, files.description
    system.revision += 1  # for the rows that change; saved only if there are some
    entries = [entry_row(system, place, entry) for place, entry in enumerate(files.entries)]
    conventions = [
        convention_row(system, place, convention) for place, convention in enumerate(files.conventions.values())
    ]
    changes = [
        _make_equal("entries", system.entries.all(), entries, "ref", _ENTRY_CONTENT),
        _make_equal("conventions", system.conventions.all(), conventions, "name", _CONVENTION_CONTENT),
        "title or description changed" if old_heading != (system.title, system.description) else "",
    ]
    summary = "; ".join(filter(None, changes))
    if summary:
        system.save()
        SystemRevision.objects.create(system=system, number=system.revision, summary=summary)
    else:
        system.revision -= 1
    return Loaded(system, summary)


def _make_equal(what: str, stored: QuerySet[Row], wanted: Iterable[Row], key: str, content: Sequence[str]) -> str:
    """Add, change, move and remove rows until those stored are those wanted; says how many, empty for none.

    `key` names the column by which rows are known, `content` those that make a changed row. A row that is only at
    another place keeps its revision.
    """
    left = {getattr(row, key): row for row in stored}
    added, changed, moved = [], [], []
    for row in wanted:
        old = left.pop(getattr(row, key), None)
        if old is None:
            added.append(row)
            continue
        row.pk = old.pk
        if any(getattr(row, name) != getattr(old, name) for name in content):
            changed.append(row)
        elif row.place != old.place:
            moved.append(row)
    stored.filter(pk__in=[row.pk for row in left.values()]).delete()
    stored.bulk_create(added)
    # An upsert by primary key takes seconds for thousands of rows, where `bulk_update` takes minutes.
    stored.bulk_create(
        changed, update_conflicts=True, unique_fields=["pk"], update_fields=[*content, "place", "revision"]
    )
    stored.bulk_update(moved, ["place"])
    counts = {"added": added, "changed": changed, "moved": moved, "removed": left}
    summary = ", ".join(f"{len(rows)} {name}" for name, rows in counts.items() if rows)
    return f"{what}: {summary}" if summary else ""
