"""Changes as a page shows them: before and after side by side, in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bidbase.language import fields
from bidbase.language.fields import STORED_FIELDS
from editor.entries.presenters import entry_title
from editor.systems.differences import Difference
from editor.systems.models import ConventionRow, EntryRow, SystemRevision
from editor.systems.rows import engine_entry

ADDED, CHANGED, REMOVED = "Added", "Changed", "Removed"


@dataclass(frozen=True)
class ShownField:
    """A field of an entry or a convention on both sides, in words; blank where it is not filled in."""

    label: str
    before: str
    after: str


@dataclass(frozen=True)
class ShownChange:
    """A change of an entry or a convention: its title, whether it was added, changed or removed, and its fields.

    `ref` is that of an entry that is still there; blank for others. `same` are the fields that are equal on both sides.
    """

    key: str
    title: str
    kind: str
    ref: str
    differing: tuple[ShownField, ...]
    same: tuple[ShownField, ...]


@dataclass(frozen=True)
class ShownVersion:
    """A version of an entry with the change that made it, and how it differs from the version before it."""

    revision: SystemRevision
    change: ShownChange


def shown_changes(pairs: Iterable[Difference], for_editors: bool) -> list[ShownChange]:
    """Changes as a page shows them. What is for editors alone is left out for other readers."""
    return [shown_change(pair, for_editors) for pair in pairs]


def shown_change(pair: Difference, for_editors: bool) -> ShownChange:
    """A change as a page shows it."""
    before, after = (_words(row, for_editors) for row in (pair.before, pair.after))
    sides = [ShownField(label, before.get(label, ""), after.get(label, "")) for label in {**before, **after}]
    kind = ADDED if pair.before is None else REMOVED if pair.after is None else CHANGED
    return ShownChange(
        str(pair.row.identity),
        title_of(pair.row),
        kind,
        pair.after.ref if isinstance(pair.after, EntryRow) else "",
        tuple(side for side in sides if side.before != side.after),
        tuple(side for side in sides if side.before == side.after),
    )


def shown_versions(
    versions: Sequence[tuple[EntryRow | ConventionRow, SystemRevision]], for_editors: bool
) -> list[ShownVersion]:
    """The versions of one entry, each beside the one before it; the newest first."""
    held = [(None if row.gone else row, revision) for row, revision in versions]
    before = [*(row for row, _ in held[1:]), None]
    return [
        ShownVersion(revision, shown_change(Difference(earlier, row), for_editors))
        for (row, revision), earlier in zip(held, before, strict=True)
        if row is not None or earlier is not None
    ]


def title_of(row: EntryRow | ConventionRow) -> str:
    """What an entry or a convention is called on a page: `2♣ after 1NT – Pass`, `Stayman`."""
    if isinstance(row, ConventionRow):
        return f"Convention {row.name}"
    title = entry_title(engine_entry(row))
    return title[:1].upper() + title[1:]


def _words(row: EntryRow | ConventionRow | None, for_editors: bool) -> Mapping[str, str]:
    """The fields that are filled in, in words, by their labels."""
    if row is None:
        return {}
    if isinstance(row, ConventionRow):
        return {"Name": row.name, "Used": row.use_words, **({"Notes": row.notes} if row.notes else {})}
    entry = engine_entry(row)
    filled = {
        field.label: field.say(cell)
        for field in STORED_FIELDS
        if (cell := entry.get(field)) is not None and (for_editors or not field.hidden)
    }
    if fields.DISCLOSURE.label in filled and not for_editors:
        filled[fields.DISCLOSURE.label] = entry.disclosure
    return filled
