"""Entries, conventions and systems: what a partnership has agreed, as immutable records."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import TypeVar

from bidbase.errors import TextError
from bidbase.game.auction import Call
from bidbase.game.cards import SUITS_DOWN, Strain
from bidbase.game.evaluation import Valuation
from bidbase.language import fields
from bidbase.language.bids import OPENING, Bid, ConventionName, Key, PatternKey, PriorBids
from bidbase.language.circumstances import ALWAYS, Usage, User
from bidbase.language.field import Cell, Cells, CellT, Field, Text, cell_of
from bidbase.language.fields import FIELD_BY_NAME, STORED_FIELDS, parse_cell
from bidbase.language.parameters import Parameters
from bidbase.language.patterns import STRAIN_BY_LETTER
from bidbase.language.situations import SituationKey
from bidbase.language.strength import Hcp
from bidbase.lazy import lazy_property
from bidbase.shelf import key_of
from bidbase.systems.agreements import Agreement
from bidbase.systems.changes import ChangedEntries, ChangedSections, Overlay
from bidbase.systems.conventions import Convention
from bidbase.systems.faults import faults_together, marked_suits
from bidbase.systems.following import with_values
from bidbase.systems.impossible import impossible_faults
from bidbase.systems.notes import Note
from bidbase.systems.valuations import shipped_valuations

RankedKey = TypeVar("RankedKey", PatternKey, SituationKey)

BASIC_NOTRUMPS = {"130000": Call.parse("1N"), "110000": Call.parse("2N")}
"""The order numbers of the opening entries that set the points of 1NT and 2NT (editor text, "The P prefix")."""


class EntryError(ValueError):
    """An entry with faults: `faults` has the field name and the `TextError` of each."""

    def __init__(self, faults: list[tuple[str, TextError]]) -> None:
        super().__init__("; ".join(f"{FIELD_BY_NAME[name].label}: {error.message}" for name, error in faults))
        self.faults = faults


@dataclass(frozen=True, slots=True)
class Entry:
    """One record: after these prior bids, a hand that meets these specs makes this bid.

    `cells` has the parsed cell of each field that is not blank. `family` names the file the entry belongs to.
    """

    id: str
    family: str
    cells: Cells

    @classmethod
    def of(
        cls,
        texts: Mapping[str, str],
        family: str = "",
        valuations: Mapping[str, Valuation] | None = None,
        parameters: Parameters | None = None,
    ) -> Entry:
        """The entry with these cell texts, without an id. Raises `EntryError` with every fault, not only the first.

        `valuations` are the valuation systems that it may use; None: those that come with BidBase. `parameters` have
        the values of those that cells may name; None: none may, and what the entry follows stays as it is given.
        """
        cells: dict[str, Cell] = {}
        faults: list[tuple[str, TextError]] = []
        for name, text in with_values(texts, parameters, faults).items():
            try:
                cell = parse_cell(name, text)
            except TextError as error:
                faults.append((name, error))
                continue
            if cell is not None:
                cells[name] = cell
        unread = {name for name, _ in faults}
        known = shipped_valuations() if valuations is None else valuations
        if (valuation := cell_of(cells, fields.VALUATION)) is not None:
            cells[fields.VALUATION.name] = Text(_as_listed(str(valuation), known))
        together = [*faults_together(cells, unread, known)]
        if not faults and not together:
            together = [*impossible_faults(cells, known)]
        faults += [(field.name, TextError(why, texts.get(field.name, ""))) for field, why in together]
        if faults:
            raise EntryError(faults)
        return cls("", family, cells)

    def get(self, field: Field[CellT]) -> CellT | None:
        """The parsed cell of a field, None when it is blank."""
        return cell_of(self.cells, field)

    def text(self, name: str) -> str:
        """The canonical text of a field, empty when it is blank. Round and player follow from the prior bids."""
        if name in ("round", "player"):
            if not isinstance(self.key, PriorBids):
                return ""  # patterns and situations serve auctions of any length
            count = len(self.key.calls)
            return str((count // 4 if name == "round" else count % 4) + 1)
        cell = self.cells.get(name)
        return "" if cell is None else str(cell)

    @property
    def filled_in(self) -> frozenset[str]:
        """The names of the fields in which something is written, be it a parameter that leaves the cell blank."""
        follows = self.get(fields.FOLLOWS)
        return frozenset(self.cells).union(name for name, _ in follows.written) if follows else frozenset(self.cells)

    def written(self, name: str) -> str:
        """The text of a field as it is written: with the parameters that it names in place of their values."""
        follows = self.get(fields.FOLLOWS)
        return dict(follows.written).get(name, self.text(name)) if follows else self.text(name)

    @property
    def key(self) -> Key:
        """What its section is known by: prior bids, a pattern of them, or a situation."""
        return self.get(fields.PRIOR_BIDS) or OPENING

    @property
    def section(self) -> str:
        """The name of its section: the text of its key, empty for the opening."""
        return str(self.key)

    @property
    def order(self) -> str:
        """The order number."""
        return str(self.cells[fields.ORDER.name])

    @property
    def bid(self) -> Bid:
        """The call it makes."""
        bid = self.get(fields.BID)
        assert bid is not None, "every entry has a bid"
        return bid

    @property
    def is_basic_notrump(self) -> bool:
        """Whether it is the opening entry that sets the points of 1NT or 2NT, by its order number."""
        call = self.bid.call
        return call is not None and call is BASIC_NOTRUMPS.get(self.order) and self.key == OPENING

    @property
    def convention(self) -> ConventionName | None:
        """The convention it belongs to."""
        return self.get(fields.CONVENTION)

    @property
    def usage(self) -> Usage:
        """Whether and how often it is used."""
        return self.get(fields.USAGE) or ALWAYS

    @property
    def disclosure(self) -> str:
        """What people read: the disclosure without the editors' part after `[`."""
        return self.text("disclosure").partition("[")[0].strip()

    @property
    def when_words(self) -> str:
        """When alone it is used: `in first seat; we are not vulnerable`. Empty where neither matters."""
        position, vulnerability = self.get(fields.POSITION), self.get(fields.VULNERABILITY)
        return "; ".join(codes.words() for codes in (position, vulnerability) if codes is not None)

    def x_suits(self) -> tuple[Strain, ...]:
        """The suits that may be the X suit, spades first."""
        return marked_suits(self.cells)

    def calls(self) -> tuple[Call, ...]:
        """The calls it can make: one, one for each X suit, or one for each suit that a variable may stand for."""
        if self.bid.call is not None:
            return (self.bid.call,)
        suits = self.x_suits() if self.bid.letter == "x" else SUITS_DOWN
        levels = range(1, 8) if self.bid.is_lowest else (self.bid.level,)
        strains = (STRAIN_BY_LETTER[self.bid.letter],) if self.bid.letter in STRAIN_BY_LETTER else suits
        return tuple(Call.bid(level, strain) for level in levels for strain in strains)


def _as_listed(name: str, known: Iterable[str]) -> str:
    """The known name that differs in case at the most; the name itself where there is none."""
    return next((other for other in known if other.casefold() == name.casefold()), name)


@dataclass(frozen=True)
class System:
    """A database of conventions and sections that a partnership plays, with notes on them, and its agreements.

    `entries` are in the order of the files; `sections` has the entries by prior bids, in the order in which they are
    tried.
    """

    name: str
    title: str
    description: str
    conventions: Mapping[str, Convention] = dataclass_field(default_factory=dict)
    entries: Sequence[Entry] = ()
    valuations: Mapping[str, Valuation] = dataclass_field(default_factory=shipped_valuations)
    notes: Mapping[str, Note] = dataclass_field(default_factory=dict)
    agreements: Mapping[str, Agreement] = dataclass_field(default_factory=dict)

    def changed(
        self,
        *,
        name: str | None = None,
        title: str | None = None,
        description: str | None = None,
        entries: Mapping[str, Entry | None] | None = None,
        conventions: Mapping[str, Convention | None] | None = None,
        notes: Mapping[str, Note | None] | None = None,
        agreements: Mapping[str, Agreement | None] | None = None,
    ) -> System:
        """This system with changes: by id the entries, by name the conventions, notes and agreements that are changed
        or added.

        None stands for one that is removed, and is ignored where there is none. Those changed keep their places, and
        new ones come last. The result equals a system of the whole list, but holds the changes alone and reads all else
        from this one. So make it from the base with all its changes, not from its own last state. Raises `ValueError`
        where something is given under another id or name than its own.
        """
        entries, conventions, notes = dict(entries or {}), dict(conventions or {}), dict(notes or {})
        agreements = dict(agreements or {})
        own_keys = [(key, entry.id) for key, entry in entries.items() if entry is not None]
        own_keys += [(key, str(convention.name)) for key, convention in conventions.items() if convention is not None]
        own_keys += [(key, each.name) for key, each in (*notes.items(), *agreements.items()) if each is not None]
        if wrong := [f"{own_key!r} is given as {key!r}" for key, own_key in own_keys if key != own_key]:
            raise ValueError("; ".join(wrong))
        return System(
            self.name if name is None else name,
            self.title if title is None else title,
            self.description if description is None else description,
            Overlay(self.conventions, conventions) if conventions else self.conventions,
            ChangedEntries(self, entries),
            self.valuations,
            Overlay(self.notes, notes) if notes else self.notes,
            Overlay(self.agreements, agreements) if agreements else self.agreements,
        )

    @lazy_property
    def sections(self) -> Mapping[str, tuple[Entry, ...]]:
        """Entries by prior bids, by order number; of equal numbers the system's own first, then as in the files."""
        if isinstance(self.entries, ChangedEntries):
            return self.entries.sections_of(self)
        by_section: dict[str, list[Entry]] = {}
        for entry in self.entries:
            by_section.setdefault(entry.section, []).append(entry)
        return {name: tuple(sorted(entries, key=self.order_of)) for name, entries in by_section.items()}

    @lazy_property
    def notrump_openings(self) -> tuple[tuple[int, Hcp], ...]:
        """The basic ranges of the 1NT and 2NT openings by level, as opening entries 130000 and 110000 give them."""
        return tuple(
            (entry.bid.call.level, hcp)
            for entry in self.sections.get("", ())
            if entry.is_basic_notrump and entry.bid.call is not None and isinstance(hcp := entry.get(fields.HCP), Hcp)
        )

    @lazy_property
    def patterns(self) -> list[PatternKey]:
        """The keys of the pattern sections, the most specific first, equals as in the files."""
        sections = self.sections
        return self._ranked(PatternKey, sections.base.patterns if isinstance(sections, ChangedSections) else [])

    @lazy_property
    def situations(self) -> list[SituationKey]:
        """The keys of the situation sections: those that demand most first, equals as in the files."""
        sections = self.sections
        return self._ranked(SituationKey, sections.base.situations if isinstance(sections, ChangedSections) else [])

    def _ranked(self, kind: type[RankedKey], of_base: list[RankedKey]) -> list[RankedKey]:
        """The keys of this kind by rank: as in the base, but for the sections that are moved."""
        sections = self.sections
        if not isinstance(sections, ChangedSections):
            keys = (entries[0].key for entries in sections.values())
            return sorted((key for key in keys if isinstance(key, kind)), key=self.rank)
        if not sections.moved:
            return of_base
        ranked = [key for key in of_base if str(key) not in sections.moved]
        for name in sections.moved & sections.keys():
            if isinstance(key := sections[name][0].key, kind):
                insort(ranked, key, key=self.rank)
        return ranked

    def rank(self, key: PatternKey | SituationKey) -> tuple[object, ...]:
        """Sorts the keys of patterns, or of situations, into the order in which they are asked."""
        if isinstance(key, SituationKey):
            calls, clauses = key.specificity
            return -calls, -clauses, self.place_of(str(key))
        return *key.pattern.specificity, self.place_of(str(key))

    def order_of(self, entry: Entry) -> tuple[str, bool]:
        """Sorts the entries of a section into the order in which they are tried, equals as in the files."""
        own = entry.convention is not None and entry.convention.root in (self.name, self.title)
        return entry.order, not own

    @lazy_property
    def parameters(self) -> Parameters:
        """The values that its agreements settle, by the names of the parameters."""
        return {name: value for each in self.agreements.values() for name, value in each.settled.items()}

    def agreements_of(self, entry: Entry) -> list[str]:
        """The names of the agreements whose parameters an entry follows."""
        follows = entry.get(fields.FOLLOWS)
        names = follows.names if follows else frozenset()
        return [each.name for each in self.agreements.values() if not names.isdisjoint(each.settled)]

    @lazy_property
    def by_id(self) -> Mapping[str, Entry]:
        """Entries by id."""
        if isinstance(self.entries, ChangedEntries):
            return self.entries.by_id
        return {entry.id: entry for entry in self.entries}

    @lazy_property
    def places(self) -> Mapping[str, int]:
        """By the id of an entry a number that grows in the order of the files."""
        if isinstance(self.entries, ChangedEntries):
            return self.entries.places
        return {entry.id: number for number, entry in enumerate(self.entries)}

    def place_of(self, section: str) -> int:
        """The place of the entry of a section that comes first in the files."""
        return min(self.places[entry.id] for entry in self.sections[section])

    @lazy_property
    def sections_by_root(self) -> dict[str, set[str]]:
        """For the root of each convention the sections with its entries."""
        by_root: dict[str, set[str]] = {}
        for name, section in self.sections.items():
            for entry in section:
                if entry.convention is not None:
                    by_root.setdefault(entry.convention.root, set()).add(name)
        return by_root

    def digest_of(self, section: str) -> bytes:
        """A text that changes with what the entries of a section say; their ids are left aside."""
        digest = self.digests.get(section)
        if digest is None:
            entries = self.sections[section]
            used = filter(None, (self.valuations.get(entry.text(fields.VALUATION.name)) for entry in entries))
            counts = [(count.column, count.by_shape) for value in used for count in (value.suit, value.notrump)]
            texts = [[(name, str(cell)) for name, cell in entry.cells.items()] for entry in entries]
            digest = self.digests[section] = key_of(texts, counts)
        return digest

    @property
    def digest(self) -> bytes:
        """A text that changes with what the system says: its entries, and which of them are switched on."""
        uses = [(name, convention.use) for name, convention in self.conventions.items()]
        sections = [(name, self.digest_of(name)) for name in self.sections]
        return key_of(self.name, self.title, uses, sections, sorted(self.valuations))

    @lazy_property
    def digests(self) -> dict[str, bytes]:
        """The digests of sections that have been asked for."""
        return {}

    def selects(self, entry: Entry, user: User) -> bool:
        """Whether the selection codes of all names that switch the entry's convention let this side use it."""
        name = entry.convention
        if name is None:
            return True
        selects = self._selected.get((name, user))
        if selects is None:
            named = map(self.conventions.get, name.switches())
            selects = all(convention is None or convention.holds(user) for convention in named)
            self._selected[name, user] = selects
        return selects

    @lazy_property
    def _selected(self) -> dict[tuple[ConventionName, User], bool]:
        """What has been found out about the names of entries."""
        return {}


def in_use(entries: Iterable[Entry]) -> list[str]:
    """The names of the fields that some entry fills in, in the order of the form."""
    used = {name for entry in entries for name in entry.filled_in}
    return [field.name for field in STORED_FIELDS if field.name in used]
