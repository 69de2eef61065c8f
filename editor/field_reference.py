"""The page of one entry field in the reference: what the engine tells of it, in parts that a template can write."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bidbase.errors import TextError
from bidbase.language.field import AnyField
from bidbase.language.fields import FIELDS
from bidbase.reference.pages import Case, FieldPage, ReadCell, field_page


@dataclass(frozen=True)
class Part:
    """A part of a grammar rule: `kind` is literal (written as it stands), rule, prose or sign."""

    kind: str
    text: str


@dataclass(frozen=True)
class Fault:
    """A cell that is refused, in three parts: before the characters at fault, those, and after them."""

    message: str
    before: str
    fault: str
    after: str


@dataclass(frozen=True)
class Shown:
    """An example, with what meets it and what does not."""

    cell: ReadCell
    meet: tuple[Case, ...]
    miss: tuple[Case, ...]


@dataclass(frozen=True)
class Reference:
    """The page of a field, and the fields before and after it in the form."""

    page: FieldPage
    grammar: tuple[tuple[str, tuple[Part, ...]], ...]
    examples: tuple[Shown, ...]
    faults: tuple[Fault, ...]
    previous: AnyField | None
    next: AnyField | None

    @property
    def judges(self) -> bool:
        """Whether some example is met by something."""
        return any(example.cell.cases for example in self.examples)


def reference_of(name: str) -> Reference:
    """The page of the field of this name. Raises `KeyError` when there is none."""
    page = field_page(name)
    at = FIELDS.index(page.field)
    return Reference(
        page,
        tuple((rule, tuple(_parts(text))) for rule, text in page.grammar),
        tuple(map(_shown, page.examples)),
        tuple(map(_fault, page.refused)),
        FIELDS[at - 1] if at else None,
        FIELDS[at + 1] if at + 1 < len(FIELDS) else None,
    )


def _shown(cell: ReadCell) -> Shown:
    return Shown(
        cell, tuple(case for case in cell.cases if case.meets), tuple(case for case in cell.cases if not case.meets)
    )


def _fault(error: TextError) -> Fault:
    start, end = error.span
    return Fault(error.message, error.text[:start], error.text[start:end], error.text[end:])


_PART = re.compile(r'"(?P<literal>[^"]+)"|<(?P<prose>[^>]+)>|(?P<rule>[a-z]+)|(?P<sign>\.\.|[\[\]{}()|])')


def _parts(rule: str) -> Iterator[Part]:
    for match in _PART.finditer(rule):
        kind = match.lastgroup or "sign"
        yield Part(kind, match[kind])
