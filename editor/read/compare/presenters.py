"""Entries side by side, with what differs marked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bidbase.checks.look_alikes import AlikeVersion
from bidbase.language.bids import Key, parse_key
from bidbase.language.excuses import parse_excuses
from bidbase.language.fields import FIELD_BY_NAME, STORED_FIELDS, AnyField
from bidbase.systems import Entry
from editor.read.compare.meant import Meant
from editor.store.entries.presenters import Spec, hand_words, specs
from editor.store.findings.models import FoundOne
from editor.store.systems.models import EntryRow
from editor.store.systems.rows import section_key


@dataclass(frozen=True)
class ComparedField:
    """A field that some of the entries fill in: what each says, None for nothing, and whether they differ."""

    field: AnyField
    cells: tuple[Spec | None, ...]

    @property
    def differs(self) -> bool:
        """Whether the entries do not all say the same."""
        return len({cell.text if cell else "" for cell in self.cells}) > 1


def compared(entries: Sequence[Entry]) -> list[ComparedField]:
    """What these entries say, field by field."""
    filled = [{spec.field.name: spec for spec in specs(entry)} for entry in entries]
    rows = (ComparedField(field, tuple(by_name.get(field.name) for by_name in filled)) for field in STORED_FIELDS)
    return [row for row in rows if any(row.cells)]


@dataclass(frozen=True)
class AlikeCell:
    """An entry of a section; None where it has none like those beside it. `differing` names the fields that differ.

    `found` is the difference that is still to be decided, `row` the version that can say why it is meant, and `meant`
    says that it is. `like` is an entry that can be duplicated where there is none.
    """

    section: str
    entry: Entry | None
    differing: tuple[str, ...]
    found: FoundOne | None = None
    row: EntryRow | None = None
    meant: Meant | None = None
    like: Entry | None = None

    @property
    def hand_words(self) -> str:
        """What it asks of a hand."""
        return hand_words(self.entry) if self.entry else ""

    @property
    def lapsed(self) -> str:
        """Why a difference that is to be decided was meant before it changed; blank where it was not."""
        given = parse_excuses(self.row.excuses).given(self.found.rule) if self.row and self.found else None
        return given.words if given else ""


@dataclass(frozen=True)
class AlikePage:
    """A section beside those that look like it: their keys, and rows of entries with the same number and call."""

    keys: tuple[Key, ...]
    rows: tuple[tuple[AlikeCell, ...], ...]

    @property
    def differing(self) -> int:
        """In how many rows something differs."""
        return sum(any(cell.differing or cell.entry is None for cell in row) for row in self.rows)


Versions = tuple[list[str], list[list[AlikeVersion]]]
"""Sections that look alike, and their entries, as the engine finds them."""


def refs_of(versions: Versions) -> list[str]:
    """The entries of sections that look alike."""
    return [version.entry.id for row in versions[1] for version in row if version.entry is not None]


def alike_page(
    versions: Versions, found: Iterable[FoundOne], rows: Mapping[str, EntryRow], meant: Iterable[Meant]
) -> AlikePage:
    """Sections that look alike. `found` are the differences to be decided, and `rows` the entries by ref."""
    names, lines = versions
    found_by_ref, meant_by_ref = {one.ref: one for one in found}, {one.row.ref: one for one in meant}

    def cell(section: str, version: AlikeVersion, line: Sequence[AlikeVersion]) -> AlikeCell:
        entry = version.entry
        if entry is None:
            return AlikeCell(section, None, (), like=next(other.entry for other in line if other.entry))
        labels = tuple(FIELD_BY_NAME[name].label for name in sorted(version.differing))
        ref = entry.id
        return AlikeCell(section, entry, labels, found_by_ref.get(ref), rows.get(ref), meant_by_ref.get(ref))

    shown = (tuple(cell(*pair, line) for pair in zip(names, line, strict=True)) for line in lines)
    return AlikePage(tuple(map(parse_key, names)), tuple(shown))


@dataclass(frozen=True)
class Undecided:
    """A section with differences that are to be decided: its name, what people call it, and how many there are."""

    section: str
    title: str
    count: int


def undecided_sections(found: Mapping[str, Sequence[FoundOne]]) -> list[Undecided]:
    """The sections with differences, in the order of the auction."""
    sections = sorted(found, key=lambda name: section_key(parse_key(name)))
    return [Undecided(name, parse_key(name).words(), len(found[name])) for name in sections]


def beside(sections: Sequence[Undecided], name: str) -> tuple[Undecided | None, Undecided | None]:
    """The sections to be decided before and after one, which need not be among them."""
    key = section_key(parse_key(name))
    before = [one for one in sections if section_key(parse_key(one.section)) < key]
    after = [one for one in sections if section_key(parse_key(one.section)) > key]
    return before[-1] if before else None, after[0] if after else None
