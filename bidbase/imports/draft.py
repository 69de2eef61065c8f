"""A draft of a system, made of notes: what people read is there at once, and what could be understood is proposed.

Each meaning becomes an entry, with the words as its disclosure. Of entries that say something of the hand the narrowest
is tried first. One that says nothing of it comes last and is made in one percent of the draws, the fewest there can be:
so people read it, and robots hardly ever bid on words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from math import prod
from pathlib import PurePath

from bidbase.errors import SystemFileError
from bidbase.game.auction import Call
from bidbase.game.cards import SUITS_DOWN
from bidbase.imports.bboalert import is_bboalert, read_bboalert
from bidbase.imports.bml import read_bml
from bidbase.imports.plain import read_plain
from bidbase.imports.wording import known_conventions, shipped_conventions, understood
from bidbase.imports.written import Notes, WrittenMeaning
from bidbase.language import fields
from bidbase.language.bids import ConventionName, parse_convention, parse_order
from bidbase.language.circumstances import ALWAYS
from bidbase.language.fields import NUM, POINTS
from bidbase.systems import Convention, Entry, EntryError, System
from bidbase.systems.orders import orders_anew
from bidbase.systems.reading import numbered

SUFFIXES = (".bml", ".txt", ".md")
MAX_BYTES = 1 << 21  # of a file; a system of 5,000 calls has half a million
WORDS_ALONE = "1"
"""The percentage of an entry that says nothing of the hand."""
_OF_THE_HAND = ("hcp", "distribution", "shape", *(NUM[suit].name for suit in SUITS_DOWN))
_MORE_OF_IT = tuple(POINTS[suit].name for suit in SUITS_DOWN)


@dataclass
class Draft:
    """The system that notes make, what was not read of them, and how many texts were understood how far."""

    system: System
    faults: list[str] = field(default_factory=list)
    wholly: int = 0
    partly: int = 0
    not_at_all: int = 0

    @property
    def told(self) -> str:
        """`52 calls: 30 understood wholly, 12 in part, 10 kept as words`."""
        calls = len(self.system.entries)
        return (
            f"{calls:,} call{'s' * (calls != 1)}: {self.wholly:,} understood wholly, {self.partly:,} in part, "
            f"{self.not_at_all:,} kept as words"
        )


def is_notes(name: str) -> bool:
    """Whether a file of this name has notes, by its suffix."""
    return PurePath(name).suffix.lower() in SUFFIXES


def draft_of(name: str, content: bytes, report: Callable[[], object] = lambda: None) -> Draft:
    """The draft of a system in a file of notes; `report` is called for each call that it tells.

    Raises `SystemFileError` where it tells of none.
    """
    if len(content) > MAX_BYTES:
        raise SystemFileError([f"{name}: this has {len(content):,} bytes; more than {MAX_BYTES:,} are not read"])
    notes = _read(name, content)
    if not notes.meanings:
        raise SystemFileError(
            [*map(str, notes.faults), f"{name}: no call is told in this; a line of notes is as 1NT: 15-17 balanced"]
        )
    draft = Draft(System("", "", ""))
    entries = []
    for meaning in notes.meanings:
        if (entry := _proposed(meaning, name, notes, draft)) is not None:
            entries.append(entry)
        report()
    stem = PurePath(name).stem
    used = {entry.convention for entry in entries if entry.convention is not None}
    draft.system = System(
        stem, notes.title or stem, notes.description, _conventions(used), numbered(_in_order(entries))
    )
    draft.faults = [str(fault) for fault in sorted(notes.faults, key=lambda fault: fault.line)]
    return draft


def _read(name: str, content: bytes) -> Notes:
    """The notes in a file: those of BBOalert are known by how they begin, and BML by its suffix or its metadata."""
    if is_bboalert(content):
        return read_bboalert(content)
    if PurePath(name).suffix.lower() == ".bml" or b"\n#+" in b"\n" + content.removeprefix(b"\xef\xbb\xbf"):
        return read_bml(content)
    return read_plain(content)


def _proposed(meaning: WrittenMeaning, name: str, notes: Notes, draft: Draft) -> Entry | None:
    """An entry for a meaning. What is understood is left out where no hand or no auction allows it."""
    read = understood(meaning.text, Call.parse(meaning.call), _calls(meaning.prior_bids), known_conventions())
    told = {
        "prior_bids": meaning.prior_bids,
        "order": "100000",
        "bid": meaning.call,
        "position": meaning.position,
        "vulnerability": meaning.vulnerability,
        "disclosure": meaning.text.translate({ord("["): "(", ord("]"): ")"}),
        "reference": f"{name}, line {meaning.line}",
    }
    for proposal in (read.cells, {}):
        cells = {**told, **proposal}
        if not any(each in cells for each in (*_OF_THE_HAND, *_MORE_OF_IT)):
            cells["usage"] = WORDS_ALONE
        try:
            entry = Entry.of(cells, "entries")
        except EntryError as error:
            why = str(error)
            continue
        if not proposal:
            draft.not_at_all += 1
        elif read.wholly:
            draft.wholly += 1
        else:
            draft.partly += 1
        return entry
    notes.add_fault(meaning.line, why)
    return None


def _calls(prior_bids: str) -> tuple[Call, ...]:
    """The calls of prior bids; none where any call is allowed in a place."""
    return () if "?" in prior_bids or not prior_bids else tuple(map(Call.parse, prior_bids.split("-")))


def _in_order(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries with their order numbers, section by section."""
    sections: dict[str, list[Entry]] = {}
    for each in entries:
        sections.setdefault(each.section, []).append(each)
    for section in sections.values():
        section.sort(key=lambda entry: (entry.usage != ALWAYS, _width(entry), not entry.when_words))
        for order, entry in zip(orders_anew(len(section)), section, strict=True):
            yield Entry("", entry.family, {**entry.cells, fields.ORDER.name: parse_order(order)})


def _width(entry: Entry) -> float:
    """Roughly which share of the hands an entry takes."""
    return prod(_share(name, entry.text(name)) for name in (*_OF_THE_HAND, *_MORE_OF_IT) if name in entry.cells)


def _share(name: str, cell: str) -> float:
    if name == "shape":
        return 0.5 if cell.endswith("balanced") else 0.1
    if name in _MORE_OF_IT:
        return 0.5
    low, _, high = cell.strip("T<=+").partition("-")
    most = 38 if name in ("hcp", "distribution") else 14
    if cell.startswith("<"):
        return int(low) / most
    return ((int(high) if high else most - 1 if "+" in cell else int(low)) - int(low) + 1) / most


def _conventions(used: Iterable[ConventionName]) -> dict[str, Convention]:
    """These conventions with the notes that shipped systems have of them, and the names above them."""
    shipped = shipped_conventions()
    return {
        name: Convention(parse_convention(name), "", shipped[name].notes if name in shipped else "")
        for name in sorted({above for name in used for above in name.chain()})
    }
