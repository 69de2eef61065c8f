"""Notes of a system: texts in Markdown, each of which serves sections, entries and conventions, or the whole system."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from bidbase.errors import TextError
from bidbase.language.bids import parse_convention, parse_key
from bidbase.language.tokenizer import Tokenizer

OPENING = "(opening)"  # names the section without prior bids
MOST_SUBJECTS = 200  # that a note serves


class SubjectKind(Enum):
    """What kind of thing a note serves."""

    SECTION = "section"
    ENTRY = "entry"
    CONVENTION = "convention"


@dataclass(frozen=True, slots=True)
class NoteSubject:
    """What a note serves: a section by its prior bids, an entry by its id, or a convention by its name.

    Its text begins with its kind: `section 1N-P`, `section (opening)`, `entry 1N-P/200000`, `convention Stayman`.
    """

    kind: SubjectKind
    name: str

    @classmethod
    def section(cls, name: str) -> NoteSubject:
        """The section of these prior bids, this pattern or this situation."""
        return cls(SubjectKind.SECTION, name)

    @classmethod
    def entry(cls, entry_id: str) -> NoteSubject:
        """The entry of this id."""
        return cls(SubjectKind.ENTRY, entry_id)

    @classmethod
    def convention(cls, name: str) -> NoteSubject:
        """The convention of this name."""
        return cls(SubjectKind.CONVENTION, name)

    def __str__(self) -> str:
        return f"{self.kind.value} {self.name or OPENING}"


@dataclass(frozen=True, slots=True)
class Note:
    """A text in Markdown under a name. One that serves nothing in particular is about the whole system."""

    name: str
    serves: tuple[NoteSubject, ...] = ()
    text: str = ""

    def serving(self, subject_of: Callable[[NoteSubject], NoteSubject | None]) -> Note:
        """The note with another subject in place of each; None for one that it serves no more."""
        renamed = (subject_of(subject) for subject in self.serves)
        return replace(self, serves=tuple(dict.fromkeys(subject for subject in renamed if subject is not None)))


def parse_note_name(text: str) -> str:
    """The name of a note: words on one line. Raises `TextError`."""
    name = " ".join(text.split())
    if not name:
        raise TextError("a name is missing", text)
    if not name.isprintable():
        raise TextError("the name has characters that cannot be seen", text)
    return name


def parse_subject(text: str) -> NoteSubject:
    """Read what a note serves. Raises `TextError`."""
    tokens = Tokenizer(text)
    match = tokens.take(_KIND)
    if match is None:
        kinds = "section 1N-P, entry 1N-P/200000 or convention Stayman"
        raise tokens.error(f"this does not begin with section, entry or convention; write {kinds}")
    kind = SubjectKind(match[1].lower())
    if not tokens:
        raise tokens.error(f"the name of the {kind.value} is missing", match, 1)
    return NoteSubject(kind, tokens.read(_READERS[kind]))


_KIND = re.compile(rf"((?ai:{'|'.join(kind.value for kind in SubjectKind)}))(?:\s+|\Z)")


_READERS: Mapping[SubjectKind, Callable[[str], str]] = {
    SubjectKind.SECTION: lambda name: str(parse_key(name)),
    SubjectKind.ENTRY: str.strip,
    SubjectKind.CONVENTION: lambda name: str(parse_convention(name)),
}


def parse_serves(text: str) -> tuple[NoteSubject, ...]:
    """Read what a note serves, one subject on a line; blank for nothing in particular. Raises `TextError`."""
    subjects = [parse_subject(line) for line in text.splitlines() if line.strip()]
    if len(subjects) > MOST_SUBJECTS:
        raise TextError(f"a note serves at most {MOST_SUBJECTS}; this has {len(subjects)}", text)
    for subject in subjects:
        if subjects.count(subject) > 1:
            raise TextError(f"{subject} is there twice", text)
    return tuple(subjects)


def serves_text(serves: Iterable[NoteSubject]) -> str:
    """What a note serves as text, one subject on a line, each once."""
    return "\n".join(map(str, dict.fromkeys(serves)))
