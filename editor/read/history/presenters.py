"""Changes as a page shows them: before and after side by side, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bidbase.language import fields
from bidbase.language.fields import STORED_FIELDS
from editor.store.entries.presenters import entry_title
from editor.store.systems.addresses import agreements_url, convention_url, entry_url, note_url
from editor.store.systems.differences import Difference
from editor.store.systems.models import AgreementRow, ConventionRow, EntryRow, NoteRow, SystemRevision, SystemRow
from editor.store.systems.rows import engine_entry
from editor.store.systems.versions import Version

ADDED, CHANGED, REMOVED = "Added", "Changed", "Removed"


@dataclass(frozen=True)
class ShownField:
    """A field of an entry, a convention or a note on both sides, in words; blank where it is not filled in."""

    label: str
    before: str
    after: str


@dataclass(frozen=True)
class ShownChange:
    """A change of an entry, a convention or a note: its title, whether it was added, changed or removed, its fields.

    `of` tells what it is a change of: `entry`, `convention` or `note`. `name` is what that is known by; blank where it
    is removed. `same` are the fields that are equal on both sides.
    """

    key: str
    title: str
    kind: str
    of: str
    name: str
    differing: tuple[ShownField, ...]
    same: tuple[ShownField, ...]


@dataclass(frozen=True)
class ShownVersion:
    """A version of an entry, a convention or a note with the change that made it.

    `change` tells how it differs from the version before. `address` shows all of it as it was then; blank where it was
    removed, or may not be read.
    """

    revision: SystemRevision
    change: ShownChange
    address: str


def shown_changes(pairs: Iterable[Difference[Any]], for_editors: bool) -> list[ShownChange]:
    """Changes as a page shows them. What is for editors alone is left out for other readers."""
    return [shown_change(pair, for_editors) for pair in pairs]


def shown_change(pair: Difference[Any], for_editors: bool) -> ShownChange:
    """A change as a page shows it."""
    before, after = (_words(row, for_editors) for row in (pair.before, pair.after))
    sides = [ShownField(label, before.get(label, ""), after.get(label, "")) for label in {**before, **after}]
    kind = ADDED if pair.before is None else REMOVED if pair.after is None else CHANGED
    return ShownChange(
        str(pair.row.identity),
        title_of(pair.row),
        kind,
        pair.row.CALLED[0],
        pair.after.known_as if pair.after else "",
        _told(side for side in sides if side.before != side.after),
        tuple(side for side in sides if side.before == side.after),
    )


def _told(differing: Iterable[ShownField]) -> tuple[ShownField, ...]:
    """The fields that differ; the day of saving, which the revision tells too, only where nothing else does."""
    sides = tuple(differing)
    return tuple(side for side in sides if side.label != fields.SAVED.label) or sides


def shown_versions(
    versions: Sequence[tuple[Version, SystemRevision]], for_editors: bool, readable: Collection[int]
) -> list[ShownVersion]:
    """The versions of one entry, convention or note, each beside the one before it; the newest first.

    `readable` has the keys of the systems that the reader may read: a base taken in the past may be private by now.
    """
    held = [(None if row.gone else row, revision) for row, revision in versions]
    before = [*(row for row, _ in held[1:]), None]
    return [
        ShownVersion(
            revision,
            shown_change(Difference(earlier, row), for_editors),
            address_of(revision.system.as_of(revision.number), row) if row and revision.system_id in readable else "",
        )
        for (row, revision), earlier in zip(held, before, strict=True)
        if row is not None or earlier is not None
    ]


def address_of(system: SystemRow, row: Version) -> str:
    """The page of a system that shows what this is a version of."""
    if isinstance(row, EntryRow):
        return entry_url(system, row.ref)
    if isinstance(row, ConventionRow):
        return convention_url(system, row.name)
    if isinstance(row, AgreementRow):
        return agreements_url(system)
    return note_url(system, row.identity)


def title_of(row: Version) -> str:
    """What people call it on a page: `2♣ after 1NT – Pass`, `Convention Stayman`, `Note Our notrump`."""
    if not isinstance(row, EntryRow):
        return f"{row.CALLED[0].capitalize()} {row.known_as}"
    title = entry_title(engine_entry(row))
    return title[:1].upper() + title[1:]


def _words(row: Version | None, for_editors: bool) -> Mapping[str, str]:
    """The fields that are filled in, in words, by their labels."""
    if row is None:
        return {}
    if isinstance(row, ConventionRow):
        return {"Name": row.name, "Used": row.use_words, **({"Notes": row.notes} if row.notes else {})}
    if isinstance(row, NoteRow):
        return {"Name": row.name, "Serves": row.serves or "the whole system", "Text": row.text}
    if isinstance(row, AgreementRow):
        needs = {"Needs": row.needs} if row.needs else {}
        return {"Name": row.name, "Chapter": row.chapter, "Question": row.question, "Choices": row.choices} | needs
    assert isinstance(row, EntryRow), "there is nothing else"
    entry = engine_entry(row)
    filled = {
        field.label: field.say(cell)
        for field in STORED_FIELDS
        if (cell := entry.get(field)) is not None and (for_editors or not field.hidden)
    }
    if fields.DISCLOSURE.label in filled and not for_editors:
        filled[fields.DISCLOSURE.label] = entry.disclosure
    return filled
