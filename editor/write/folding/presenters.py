"""Sections that say the same, and the pattern that can take their place, as pages show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bidbase.folding.folds import Fold
from bidbase.folding.rows import FoldedEntry
from bidbase.language import fields
from bidbase.language.bids import parse_key
from bidbase.language.patterns import Binding
from bidbase.systems import Entry
from editor.store.entries.presenters import Spec, hand_words, specs
from editor.write.folding.work import FoldGroup, FoldsFound, Near

_PLACE = {fields.PRIOR_BIDS.name, fields.ORDER.name, fields.BID.name, fields.DISCLOSURE.name}


@dataclass(frozen=True)
class FoldingPage:
    """The groups of a system: those that can be made a pattern, those that cannot, and near misses."""

    foldable: tuple[FoldGroup, ...]
    refused: tuple[FoldGroup, ...]
    near_misses: tuple[Near, ...]


def folding_page(found: FoldsFound) -> FoldingPage:
    """What a worker has found."""
    return FoldingPage(
        tuple(group for group in found.groups if not group.faults),
        tuple(group for group in found.groups if group.faults),
        found.near_misses,
    )


@dataclass(frozen=True)
class ServedSection:
    """A section that the pattern takes the place of, and the suits of the variables there, in words."""

    name: str
    entries: int
    suits: str


@dataclass(frozen=True)
class PatternEntry:
    """An entry of the pattern: what it asks of a hand, its other fields, and the entries that it stands for."""

    entry: Entry
    hand_words: str
    specs: tuple[Spec, ...]
    stands_for: tuple[Entry, ...]


@dataclass(frozen=True)
class PatternPage:
    """The pattern as it would stand, with the sections whose place it takes."""

    pattern: str
    sections: tuple[ServedSection, ...]
    entries: tuple[PatternEntry, ...]

    @property
    def percentages(self) -> bool:
        """Whether the draw of a percentage decides on some entry."""
        return any(line.entry.usage.percent is not None for line in self.entries)

    @property
    def entries_before(self) -> int:
        """How many entries the sections have."""
        return sum(section.entries for section in self.sections)


def pattern_page(fold: Fold, sections: Mapping[str, tuple[Entry, ...]]) -> PatternPage:
    """A fold of these sections."""
    return PatternPage(
        str(fold.key),
        tuple(ServedSection(name, len(sections[name]), _suits(fold, name)) for name in fold.sections),
        tuple(map(_pattern_entry, fold.entries)),
    )


def _suits(fold: Fold, section: str) -> str:
    key = parse_key(section)
    binding: Binding | None = fold.key.pattern.match(getattr(key, "calls", ()))
    return ", ".join(f"{variable} is {strain.title}" for variable, strain in sorted((binding or {}).items()))


def _pattern_entry(folded: FoldedEntry) -> PatternEntry:
    entry = folded.entry
    shown = tuple(spec for spec in specs(entry) if spec.field.name not in _PLACE)
    return PatternEntry(entry, hand_words(entry), shown, folded.stands_for)
