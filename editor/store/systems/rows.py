"""From the engine's entries, conventions, notes and agreements to rows, and back."""

from collections.abc import Collection, Iterable
from itertools import count
from pathlib import PurePath
from typing import Any

from bidbase.game.auction import CALLS, DOUBLE, PASS, REDOUBLE, Call
from bidbase.game.cards import Strain
from bidbase.language.bids import Bid, Key, PriorBids, parse_convention
from bidbase.language.fields import STORED_FIELDS, parse_cell
from bidbase.systems import Convention, Entry, System
from bidbase.systems.agreements import Agreement
from bidbase.systems.files import agreement_cells
from bidbase.systems.notes import Note, serves_text
from bidbase.systems.reading import AGREEMENT_COLUMNS
from editor.store.systems.models import AgreementRow, ConventionRow, EntryRow, NoteRow
from editor.store.systems.versions import Version

FIELD_NAMES = tuple(field.name for field in STORED_FIELDS)
_RANK = {call: rank for rank, call in enumerate((PASS, DOUBLE, REDOUBLE, *CALLS[:35]))}


def call_key(call: Call) -> str:
    """Two digits that sort as calls do: pass, double, redouble, then bids upwards."""
    return f"{_RANK[call]:02}"


def section_key(key: Key) -> str:
    """Sorts sections as auctions go: the opening, then all that follows 1C, then all that follows 1D; patterns last."""
    return "".join(map(call_key, key.calls)) if isinstance(key, PriorBids) else f"~{key}"


def order_key(order: str) -> int:
    """Sorts order numbers: digits before upper case before lower case, whatever the database's collation."""
    return int.from_bytes(order.encode("ascii"), "big")


def bid_key(bid: Bid) -> str:
    """Sorts bids; a bid of the X suit comes after the others of its level."""
    return call_key(bid.call) if bid.call is not None else call_key(Call.bid(bid.level, Strain.NOTRUMP)) + "x"


def entry_row(entry: Entry) -> EntryRow:
    """What an entry says, as a row that is in no system yet."""
    return EntryRow(
        ref=entry.id,
        family=PurePath(entry.family).name,  # a system in the database is a copy of its own, shared files and all
        section_key=section_key(entry.key),
        order_key=order_key(entry.order),
        bid_key=bid_key(entry.bid),
        **{name: entry.text(name) for name in FIELD_NAMES},
    )


def free_ref(row: EntryRow, taken: Collection[str]) -> str:
    """What an entry may be known by, as the engine has it in files: `1N-P/200000`, else `1N-P/200000/2` and so on."""
    first = f"{row.prior_bids or 'opening'}/{row.order}"
    refs = (first if number == 1 else f"{first}/{number}" for number in count(1))
    return next(ref for ref in refs if ref not in taken)


def convention_row(convention: Convention) -> ConventionRow:
    """What a convention says, as a row that is in no system yet."""
    return ConventionRow(name=str(convention.name), use=convention.use, notes=convention.notes)


def note_row(note: Note) -> NoteRow:
    """What a note says, as a row that is in no system yet."""
    return NoteRow(name=note.name, serves=serves_text(note.serves), text=note.text)


def agreement_row(agreement: Agreement) -> AgreementRow:
    """What an agreement says, as a row that is in no system yet."""
    return AgreementRow(**dict(zip(AGREEMENT_COLUMNS, agreement_cells(agreement), strict=True)))


def rows_from(system: System) -> dict[type[Version], list[Any]]:
    """All that a system says, as rows of each table in their order."""
    return {
        ConventionRow: [*map(convention_row, system.conventions.values())],
        NoteRow: [*map(note_row, system.notes.values())],
        AgreementRow: [*map(agreement_row, system.agreements.values())],
        EntryRow: [*map(entry_row, system.entries)],
    }


def engine_entry(row: EntryRow) -> Entry:
    """The entry of a row."""
    return next(iter(engine_entries([(row.ref, row.family, *(getattr(row, name) for name in FIELD_NAMES))])))


def engine_entries(rows: Iterable[tuple[str, ...]]) -> tuple[Entry, ...]:
    """Entries from rows of ref, family and the text of each field."""
    return tuple(
        Entry(
            ref, family, {name: parse_cell(name, text) for name, text in zip(FIELD_NAMES, texts, strict=True) if text}
        )
        for ref, family, *texts in rows
    )


def engine_convention(row: ConventionRow) -> Convention:
    """The convention of a row."""
    return Convention(parse_convention(row.name), row.use, row.notes)


def engine_note(row: NoteRow) -> Note:
    """The note of a row."""
    return Note(row.name, row.subjects, row.text)
