"""Reading systems: what there is, and the bidder of a system."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import TypeVar

from bidbase.bidding.bidder import Bidder
from bidbase.shelf import key_of
from bidbase.systems import System, kept_system
from bidbase.systems.agreements import Agreement
from bidbase_web.jobs.job import Impossible
from editor.store.systems.differences import differing_rows
from editor.store.systems.models import (
    ANYBODY,
    AgreementRow,
    ConventionRow,
    EntryRow,
    NoteRow,
    Reader,
    SystemRevision,
    SystemRow,
    Visibility,
)
from editor.store.systems.rows import FIELD_NAMES, engine_convention, engine_entries, engine_entry, engine_note
from editor.store.systems.versions import Row, Version

EngineObject = TypeVar("EngineObject")

MOST_BIDDERS = 1_000  # kept by a process: a variant takes some hundred kilobytes
MOST_FOUNDATIONS = 8  # with all their sections: one takes a hundred megabytes


def shipped_systems() -> list[SystemRow]:
    """The systems that come with BidBase, by title."""
    return list(SystemRow.objects.filter(shipped=True))


def systems_at_hand(reader: Reader = ANYBODY) -> list[SystemRow]:
    """The systems that a reader chooses from to bid or to ask, by title."""
    return list(SystemRow.objects.at_hand_for(reader))


def readable_system(slug: str, reader: Reader = ANYBODY) -> SystemRow | None:
    """The system of this name, when it is there and the reader may read it."""
    return SystemRow.objects.readable_by(reader).filter(slug=slug).first()


def readable_among(systems: Iterable[SystemRow], reader: Reader) -> frozenset[int]:
    """The keys of those systems that a reader may read. Where all are public, the database is not asked."""
    systems = list(systems)
    public = frozenset(system.pk for system in systems if system.visibility == Visibility.PUBLIC)
    others = {system.pk for system in systems} - public
    if not others:
        return public
    return public.union(SystemRow.objects.readable_by(reader).filter(pk__in=others).values_list("pk", flat=True))


def system_named(slug: str) -> SystemRow | None:
    """The system of this name, whoever may read it: for boards, whose settings were chosen among systems at hand."""
    return SystemRow.objects.filter(slug=slug).first()


def has_revision(system: SystemRow, number: int) -> bool:
    """Whether a system had a revision of this number."""
    return SystemRevision.objects.filter(system=system.pk, number=number).exists()


def entries_by_ref(system: SystemRow, refs: Iterable[str]) -> dict[str, EntryRow]:
    """The entries that a system has of these refs, by ref."""
    return {row.ref: row for row in system.entries.filter(ref__in=set(refs))}


def revision_of(system: SystemRow) -> SystemRevision:
    """The revision at which a system is read: when it was made and what it changed."""
    return SystemRevision.objects.get(system=system.pk, number=system.revision)


def parameters_of(system: SystemRow) -> dict[str, str]:
    """The values that the agreements of a system settle, by the names of their parameters. It takes one query."""
    settling = system.agreements.exclude(parameters="")
    return {name: value for row in settling for name, value in row.agreement.settled.items()}


def bidder_for(system: SystemRow) -> Bidder:
    """The bidder of a system as it is at its revision. Each process keeps those that it used last."""
    return _bidder(system.pk, system.created, system.revision)


def bidder_of_key(pk: int, revision: int) -> Bidder:
    """The bidder of the system with this key at a revision: for workers, which get keys."""
    return bidder_for(SystemRow.objects.get(pk=pk).as_of(revision))


@dataclass(frozen=True)
class SystemVersion:
    """A system as it is at a revision, as jobs know it: the key of its row, when it was created, and the revision."""

    key: int
    created: str
    revision: int

    @classmethod
    def of(cls, system: SystemRow) -> SystemVersion:
        """The version at which a system is read."""
        return cls(system.pk, str(system.created), system.revision)

    def open(self) -> SystemRow:
        """The system at this revision. Raises `Impossible` where it has been deleted."""
        system = SystemRow.objects.select_related("base").filter(pk=self.key).first()
        if system is None or str(system.created) != self.created:
            raise Impossible("The system has been deleted.")
        return system.as_of(self.revision)

    @property
    def bidder(self) -> Bidder:
        """The bidder of the system at this revision. Raises `Impossible` where it has been deleted."""
        return bidder_for(self.open())


# `created` tells apart systems that come to the same key one after the other, as in a database that is rolled back.


@lru_cache(maxsize=MOST_BIDDERS)
def _bidder(pk: int, created: datetime, revision: int) -> Bidder:
    """The bidder of a system at a revision, as a variant of another one wherever that is possible.

    The other one is the bidder of its base. A system without a base is a variant of itself as it was first read.
    """
    system = SystemRow.objects.select_related("base").get(pk=pk).as_of(revision)
    if system.standing is not None:
        under, base = system.standing, bidder_for(system.standing)
    else:
        under, base = _first_read(pk, created)
    if system.layers == under.layers:
        return base
    changed = base.system.changed(
        title=system.title,
        description=system.description,
        entries=_changed(EntryRow, engine_entry, under, system),
        conventions=_changed(ConventionRow, engine_convention, under, system),
        notes=_changed(NoteRow, engine_note, under, system),
        agreements=_changed(AgreementRow, _engine_agreement, under, system),
    )
    return Bidder(changed, base)


@lru_cache(maxsize=MOST_FOUNDATIONS)
def _first_read(pk: int, created: datetime) -> tuple[SystemRow, Bidder]:
    """A system as this process has read it first, and its bidder. It takes seconds to read a large one."""
    system = SystemRow.objects.get(pk=pk)
    return system, Bidder(engine_system(system))


def _changed(
    model: type[Row], engine_object: Callable[[Row], EngineObject], under: SystemRow, system: SystemRow
) -> dict[str, EngineObject | None]:
    """What of a system differs from another one's, by what it is known by, as the engine takes it."""
    pairs = list(differing_rows(model, under, system))
    removed = {pair.before.known_as: None for pair in pairs if pair.before is not None}
    return removed | {pair.after.known_as: engine_object(pair.after) for pair in pairs if pair.after is not None}


def engine_system(system: SystemRow) -> System:
    """The system as the engine knows it, built from its rows; ids of entries are their refs.

    The texts of the rows are fetched each time. What they say is on the shelf where another process has read the same.
    """
    heading = system.slug, system.title, system.description
    conventions = list(system.conventions)
    entries = list(system.entries.order_by("place").values_list("ref", "family", *FIELD_NAMES))
    notes = list(system.notes)
    agreements = list(system.agreements)
    others = [_content(row) for row in (*notes, *agreements)]
    texts = [(row.name, row.use, row.notes) for row in conventions], entries, others

    def read() -> System:
        return System(
            *heading,
            {row.name: engine_convention(row) for row in conventions},
            engine_entries(entries),
            notes={row.name: engine_note(row) for row in notes},
            agreements={row.name: row.agreement for row in agreements},
        )

    return kept_system(key_of("rows", heading, texts), read)


def _content(row: Version) -> tuple[str, ...]:
    return tuple(str(getattr(row, name)) for name in row.CONTENT)


def _engine_agreement(row: AgreementRow) -> Agreement:
    return row.agreement
