"""Entries side by side, with what differs marked."""

from collections.abc import Sequence
from dataclasses import dataclass

from bidbase.checks import Survey
from bidbase.checks.look_alikes import side_by_side
from bidbase.language.bids import Key, parse_key
from bidbase.language.fields import FIELD_BY_NAME, STORED_FIELDS, AnyField
from bidbase.systems import Entry
from editor.entries.presenters import Spec, hand_words, specs


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
    """An entry of a section; None where it has none like those beside it. `differing` names the fields that differ."""

    entry: Entry | None
    differing: tuple[str, ...]

    @property
    def hand_words(self) -> str:
        """What it asks of a hand."""
        return hand_words(self.entry) if self.entry else ""


@dataclass(frozen=True)
class AlikePage:
    """A section beside those that look like it: their keys, and rows of entries with the same number and call."""

    keys: tuple[Key, ...]
    rows: tuple[tuple[AlikeCell, ...], ...]

    @property
    def differing(self) -> int:
        """In how many rows something differs."""
        return sum(any(cell.differing or cell.entry is None for cell in row) for row in self.rows)


def alike_page(survey: Survey, section: str) -> AlikePage:
    """A section of a system beside those that look alike."""
    names, rows = side_by_side(survey, section)
    return AlikePage(
        tuple(map(parse_key, names)),
        tuple(
            tuple(
                AlikeCell(version.entry, tuple(FIELD_BY_NAME[name].label for name in sorted(version.differing)))
                for version in row
            )
            for row in rows
        ),
    )
