"""The page of one entry field in the reference: what the engine tells of it, in parts that a template can write."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bidbase.language.field import AnyField
from bidbase.language.fields import FIELDS, Group, parse_cell
from bidbase.reference.pages import Case, FieldPage, ReadCell, field_page
from editor.store.entries.presenters import Spec


@dataclass(frozen=True)
class GrammarPart:
    """A part of a grammar rule: `kind` is literal (written as it stands), rule, prose or sign."""

    kind: str
    text: str


@dataclass(frozen=True)
class JudgedExample:
    """An example, with what meets it and what does not."""

    cell: ReadCell
    meet: tuple[Case, ...]
    miss: tuple[Case, ...]


@dataclass(frozen=True)
class FieldReference:
    """The page of a field, and the fields before and after it in the form."""

    page: FieldPage
    grammar: tuple[tuple[str, tuple[GrammarPart, ...]], ...]
    examples: tuple[JudgedExample, ...]
    previous: AnyField | None
    next: AnyField | None

    @property
    def judges(self) -> bool:
        """Whether some example is met by something."""
        return any(example.cell.cases for example in self.examples)


def reference_of(name: str) -> FieldReference:
    """The page of the field of this name. Raises `KeyError` when there is none."""
    page = field_page(name)
    index = FIELDS.index(page.field)
    return FieldReference(
        page,
        tuple((rule, tuple(_parts(text))) for rule, text in page.grammar),
        tuple(map(_judged, page.examples)),
        FIELDS[index - 1] if index else None,
        FIELDS[index + 1] if index + 1 < len(FIELDS) else None,
    )


def _judged(cell: ReadCell) -> JudgedExample:
    return JudgedExample(
        cell, tuple(case for case in cell.cases if case.meets), tuple(case for case in cell.cases if not case.meets)
    )


_PART = re.compile(r'"(?P<literal>[^"]+)"|<(?P<prose>[^>]+)>|(?P<rule>[a-z]+)|(?P<sign>\.\.|[\[\]{}()|])')


def _parts(rule: str) -> Iterator[GrammarPart]:
    for match in _PART.finditer(rule):
        kind = match.lastgroup or "sign"
        yield GrammarPart(kind, match[kind])


def examples_by_group() -> dict[Group, list[Spec]]:
    """Every field with its example and what that says, under the parts of the form."""
    groups: dict[Group, list[Spec]] = {}
    for field in FIELDS:
        words = field.say(parse_cell(field.name, field.example))
        groups.setdefault(field.group, []).append(Spec(field, words, field.example))
    return groups
