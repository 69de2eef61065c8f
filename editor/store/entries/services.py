"""Writing entries: each change of one makes a revision of its system."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime

from django.contrib.auth.models import AbstractBaseUser

from bidbase.errors import TextError
from bidbase.language import fields
from bidbase.systems import Entry, EntryError
from editor.store.entries.selectors import end_of_section
from editor.store.systems.models import EntryRow, SystemRow
from editor.store.systems.rows import entry_row
from editor.store.systems.selectors import entries_by_ref, parameters_of
from editor.store.systems.services import Change, Conflict, change_system


def saved_today() -> dict[str, str]:
    """The cell with the day on which people save an entry."""
    return {fields.SAVED.name: datetime.now(UTC).date().isoformat()}


def read_entry(system: SystemRow, texts: Mapping[str, str]) -> Entry:
    """The entry that these cells make in a system, without an id. Raises `EntryError` with every fault."""
    faults = []
    names = set(system.conventions.values_list("name", flat=True))
    try:
        filled = {name: text for name, text in texts.items() if text.strip()}
        entry = Entry.of(filled, parameters=parameters_of(system))
    except EntryError as error:
        faults += error.faults
    else:
        for field in (fields.CONVENTION, fields.USE_AGAINST):
            if (name := entry.text(field.name)) and name not in names:
                faults.append((field.name, TextError(f"{name} is not a convention of this system", name)))
    if faults:
        raise EntryError(faults)
    return entry


def save_entry(
    *,
    system: SystemRow,
    texts: Mapping[str, str],
    seen: EntryRow | None,
    by: AbstractBaseUser | None,
    why: str = "",
) -> tuple[SystemRow, EntryRow]:
    """Save an entry with these cells in place of the version that somebody has `seen`, or as a new one.

    Gives the system at its new revision, and the new version. Raises `EntryError`, and `Conflict` where somebody else
    has changed the entry since.
    """
    row = written_row(system, texts, seen)
    done = "Added" if seen is None else "Changed"
    change = Change(row, seen.pk if seen else None)
    return change_system(system=system, changes=[change], summary=f"{done} {_where(row)}", by=by, why=why), row


def written_row(system: SystemRow, texts: Mapping[str, str], seen: EntryRow | None) -> EntryRow:
    """The row of an entry with these cells, not saved yet: in place of the version that was `seen`, or a new one.

    It keeps its ref as long as its section and order number stay. Raises `EntryError`.
    """
    row = entry_row(read_entry(system, texts))
    if seen is None:
        row.place, row.family = end_of_section(system, row.section_key)
    else:
        row.identity, row.place, row.family = seen.identity, seen.place, seen.family
        if (row.section_key, row.order) == (seen.section_key, seen.order):
            row.ref = seen.ref
    return row


def remove_entry(*, system: SystemRow, seen: EntryRow, by: AbstractBaseUser | None, why: str = "") -> SystemRow:
    """Remove an entry that somebody has `seen`. Raises `Conflict`."""
    summary = f"Removed {_where(seen)}"
    return change_system(system=system, changes=[Change.removing(seen)], summary=summary, by=by, why=why)


def _where(row: EntryRow) -> str:
    return f"{row.bid} after {row.prior_bids}" if row.prior_bids else f"the opening {row.bid}"


def save_entries(
    *,
    system: SystemRow,
    written: Collection[tuple[str, Mapping[str, str] | None]],
    summary: str,
    by: AbstractBaseUser,
    why: str = "",
) -> SystemRow:
    """Save several entries today, in one revision, and return the system with them.

    Each comes by the ref that it has in the system as it was seen, blank for a new one, and with its cells, None to
    remove it. Raises `Conflict` where somebody has changed one of them since, and `EntryError` where a convention is
    gone.
    """
    rows = entries_by_ref(system, (ref for ref, _ in written))
    changes = []
    for ref, cells in written:
        seen = rows.get(ref)
        if ref and seen is None:
            raise Conflict({})
        if cells is not None:
            row = written_row(system, {**cells, **saved_today()}, seen)
            changes.append(Change(row, seen.pk if seen else None))
        elif seen is not None:
            changes.append(Change.removing(seen))
    return change_system(system=system, changes=changes, summary=summary, by=by, why=why)
