"""Conventions: every name that is used is listed, and every convention that is listed is used."""

from __future__ import annotations

from collections.abc import Iterator

from bidbase.checks.rule import Rule, Severity, Violation
from bidbase.checks.survey import Survey
from bidbase.language.bids import PatternKey
from bidbase.systems import Entry, System
from bidbase.systems.conventions import NOBODY


def names_used(system: System, section: str) -> frozenset[str]:
    """The names of conventions, in lower case, that the entries of a section belong to or its pattern asks for."""
    entries = system.sections[section]
    belonging = (str(entry.convention).casefold() for entry in entries if entry.convention is not None)
    return frozenset((*belonging, *(name.casefold() for name in _asked_for(entries[0]))))


def _asked_for(entry: Entry) -> Iterator[str]:
    """The names of the conventions for whose calls the pattern of an entry asks, in order."""
    if isinstance(entry.key, PatternKey):
        elements = (element for sub in entry.key.pattern.alternatives for element in sub.elements)
        yield from dict.fromkeys(element.name for element in elements if element.name is not None)


def _unknown(survey: Survey, section: str) -> Iterator[Violation]:
    listed = {name.casefold() for name in survey.system.conventions}
    entries = survey.system.sections[section]
    for name in _asked_for(entries[0]):
        if name.casefold() not in listed:
            yield None, f"the pattern asks for a call of {name!r}, but the system lists no such convention"
    for entry in entries:
        if entry.convention is not None and str(entry.convention) not in survey.system.conventions:
            yield entry, f"the system lists no convention {entry.convention}"


def _unused(survey: Survey, _: str) -> Iterator[Violation]:
    used = {name for entry in survey.system.entries if entry.convention for name in entry.convention.chain()}
    for name, convention in survey.system.conventions.items():
        if name not in used and convention.use != NOBODY:
            yield None, f"no entry belongs to the convention {name}"


RULES = (
    Rule(
        "unknown-convention",
        "The system lists every convention that an entry belongs to or a pattern asks for.",
        Severity.ERROR,
        _unknown,
    ),
    Rule(
        "unused-convention",
        "Every convention that the system lists has an entry, of its own or of a convention below it. Conventions that "
        "are switched off for both sides may have none, since several systems may share a list.",
        Severity.WARNING,
        _unused,
        whole_system=True,
    ),
)
