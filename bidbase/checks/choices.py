"""Choices of agreements that are not played: what is found in a system once one of them is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from bidbase.bidding.bidder import Bidder
from bidbase.checks.drawn_hands import redrawn
from bidbase.checks.registry import rules_for, survey_checks
from bidbase.checks.rule import Finding
from bidbase.checks.survey import Survey
from bidbase.checks.test_hands import TEST_HAND, lost_to_another
from bidbase.systems import Entry, System
from bidbase.systems.agreements import Agreement, Choice, is_played
from bidbase.systems.conventions import NOBODY
from bidbase.systems.settling import settled, settled_entries

PLACES_BESIDE = 8  # of an entry that a choice switches on, in which other sections are looked for


def check_choices(
    bidder: Bidder, rules: Collection[str] | None = None, agreements: Iterable[Agreement] | None = None
) -> Iterator[Finding]:
    """What these rules find with each choice that can be played and is not, in all agreements or in these.

    They look at the sections with entries that the choice switches on. In the other sections that speak in the same
    places only the test hands are tried: `test-hand` tells those that the choice takes from their entries. Where the
    choice settles parameters they look at all sections, once new test hands are drawn for entries that need them.
    """
    system, names = bidder.system, rules_for() if rules is None else rules
    with_entries = {name for entry in system.entries if entry.convention for name in entry.convention.chain()}
    survey = Survey(bidder)
    for agreement in system.agreements.values() if agreements is None else agreements:
        for choice in agreement.offered(with_entries):
            if choice != agreement.chosen(system.conventions):
                for finding in _findings_with(survey, agreement, choice, names):
                    message = f"with {choice.label} ({agreement.name}): {finding.message}"
                    yield replace(finding, message=message)


def _findings_with(played: Survey, agreement: Agreement, choice: Choice, rules: Collection[str]) -> Iterator[Finding]:
    system, uses = played.system, _uses(played.system, agreement, choice)
    asked = _switched(system, {name: use for name, use in uses.items() if name not in agreement.decides})
    changed = settled_entries(system, settled(asked, [(agreement, choice)]))
    survey = _survey(played, uses, changed)
    if changed:
        changed |= {entry.id: entry for entry in redrawn(played, survey, survey.system.sections)}
        yield from survey_checks(_survey(played, uses, changed), rules, survey.system.sections)
        return
    on = {name for name, use in uses.items() if use != NOBODY}
    switched = (entry for entry in survey.system.entries if entry.convention and on & {*entry.convention.switches()})
    entries = [entry for entry in switched if not survey.is_switched_off(entry)]
    sections = dict.fromkeys(entry.section for entry in entries)
    yield from survey_checks(survey, rules, sections)
    if TEST_HAND.name in rules:
        for section in dict.fromkeys(name for name in _beside(survey, entries) if name not in sections):
            for entry, why in lost_to_another(survey, played, section):
                yield Finding(TEST_HAND.name, TEST_HAND.severity, section, entry, why)


def _survey(played: Survey, uses: Mapping[str, str], entries: Mapping[str, Entry]) -> Survey:
    """A survey of the system with these selection codes, and these entries in place of its own."""
    conventions = {name: replace(played.system.conventions[name], use=use) for name, use in uses.items()}
    return Survey(Bidder(played.system.changed(conventions=conventions, entries=entries), played.bidder))


def _beside(survey: Survey, entries: Iterable[Entry]) -> Iterator[str]:
    """The sections that speak in the places of these entries."""
    for entry in entries:
        for _, place in islice(survey.places_of(entry), PLACES_BESIDE):
            yield from (section.name for section in place.sections)


def _uses(system: System, agreement: Agreement, choice: Choice) -> dict[str, str]:
    """The selection codes with which a choice is played, and with which its question is asked."""
    asked: dict[str, str] = {}
    for need in agreement.needs:
        if not is_played(need, system.conventions):
            asked |= _played_with(system, str(need))
    return asked | agreement.switched(choice, system.conventions)


def _played_with(system: System, need: str) -> dict[str, str]:
    """The selection codes of the first choice that plays a convention; none where no agreement is about it."""
    choices = ((agreement, choice) for agreement in system.agreements.values() for choice in agreement.choices)
    playing = (pair for pair in choices if need in pair[1].played)
    return next((agreement.switched(choice, system.conventions) for agreement, choice in playing), {})


def _switched(system: System, uses: Mapping[str, str]) -> System:
    return system.changed(conventions={name: replace(system.conventions[name], use=use) for name, use in uses.items()})
