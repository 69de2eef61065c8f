"""Looking for literal sections that say the same once their suits are put into variables.

Sections come into question together where their calls have one form: the same calls but for the suits, with the same
levels or with the same jumps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from bidbase.folding.calls import Calls, NoPattern, SharedCalls, form_by_jumps, form_by_levels
from bidbase.folding.cells import Differ, expanded, said
from bidbase.folding.rows import FoldedEntry, Sections, prior_bids_of
from bidbase.game.auction import PASS
from bidbase.language import fields
from bidbase.language.bids import PatternKey, PriorBids
from bidbase.language.patterns import Pattern, SubPattern
from bidbase.systems import Entry, EntryError, System

LEADING_PASSES = range(4)


@dataclass(frozen=True)
class EntryDifference:
    """Two entries at the same place of two sections that do not say the same; None where a section has none there.

    `fields` names the fields in which they differ; it is empty where one is missing.
    """

    section: str
    entry: Entry | None
    other_section: str
    other: Entry | None
    fields: tuple[str, ...] = ()

    def words(self) -> str:
        """`1H-P/200000 and 1S-P/200000: HCP is 6-9 and 6-10`."""
        if self.entry is None or self.other is None:
            there, missing = (self.entry, self.other_section) if self.entry is not None else (self.other, self.section)
            assert there is not None, "one of both is there"
            return f"{there.id} ({there.bid.words()}): nothing like it after {missing}"
        texts = (
            f"{fields.FIELD_BY_NAME[name].label} is {self.entry.text(name) or 'blank'} "
            f"and {self.other.text(name) or 'blank'}"
            for name in self.fields
        )
        return f"{self.entry.id} and {self.other.id}: {'; '.join(texts)}"


@dataclass(frozen=True)
class Fold:
    """Literal sections that say the same, and the entries of the pattern that takes their place."""

    key: PatternKey
    sections: tuple[str, ...]
    entries: tuple[FoldedEntry, ...]

    def folded(self, system: System) -> System:
        """The system with the pattern in place of the sections."""
        gone: dict[str, Entry | None] = {
            entry.id: None for section in self.sections for entry in system.sections[section]
        }
        return system.changed(entries=gone | {folded.entry.id: folded.entry for folded in self.entries})

    def differences(self, system: System) -> Iterator[EntryDifference]:
        """Where the entries of the pattern, with the suits of a section filled in, do not say what the section says.

        They are compared in order, in each field that says something of a call. Entries of one order number, which
        share a percentage, must share one in the section too.
        """
        pattern = self.folded(system).sections.get(str(self.key), ())
        for section in self.sections:
            yield from self._differences_in(section, system.sections[section], pattern)

    def _differences_in(
        self, section: str, entries: Sequence[Entry], pattern: Sequence[Entry]
    ) -> Iterator[EntryDifference]:
        prior_bids = prior_bids_of(entries)
        binding = self.key.pattern.match(prior_bids.calls)
        if binding is None:
            yield EntryDifference(section, entries[0], str(self.key), None)
            return
        each = (expanded(entry, binding, prior_bids) for entry in pattern)
        served = [entry for entry in each if entry is not None]
        for index in range(max(len(entries), len(served))):
            literal = entries[index] if index < len(entries) else None
            entry = served[index] if index < len(served) else None
            if literal is None or entry is None:
                yield EntryDifference(section, literal, str(self.key), entry)
                continue
            names = _fields_differing(literal, entry, prior_bids)
            if index and _shares(entries, index) != _shares(served, index):
                names.append(fields.ORDER.name)
            if names:
                yield EntryDifference(section, literal, str(self.key), entry, tuple(names))

    def asked_earlier(self, system: System) -> Iterator[tuple[str, Calls]]:
        """The patterns that would be asked before this one, each with an auction in which it may fit.

        One that asks for the names of calls may fit whatever names they have here.
        """
        auctions = [prior_bids_of(system.sections[name]).calls for name in self.sections]
        for key in takewhile(lambda key: key != self.key, self.folded(system).patterns):
            found = next((calls for calls in auctions if _may_fit(key, calls)), None)
            if found is not None:
                yield str(key), found

    def may_stand(self, system: System) -> bool:
        """Whether it would be asked where its sections were asked, and is no section of the system yet."""
        return str(self.key) not in system.sections and not any(self.asked_earlier(system))


def _may_fit(key: PatternKey, calls: Calls) -> bool:
    """Whether a pattern fits these calls whatever names they have, after some number of leading passes."""
    subs = [sub for sub in key.pattern.alternatives if _may_end_so(sub, calls)]
    unnamed = tuple(replace(sub, elements=tuple(replace(each, name=None) for each in sub.elements)) for sub in subs)
    pattern = Pattern(unnamed, key.pattern.conditions)
    tried = ((PASS,) * passes + calls for passes in LEADING_PASSES)
    return bool(subs) and any(pattern.match(auction) is not None for auction in tried)


def _may_end_so(sub: SubPattern, calls: Calls) -> bool:
    """Whether each call may stand where it does, counted from the end: a quick look that rules out most patterns."""
    places = zip(reversed(calls), reversed(sub.possible), strict=False)
    return (sub.anywhere or len(sub.elements) >= len(calls)) and all(call in possible for call, possible in places)


def find_folds(system: System, report: Callable[[], None] = lambda: None) -> list[Fold]:
    """The folds that can take the place of literal sections, the largest first. No section is in two of them.

    `report` is called now and then.
    """
    found: list[Fold] = []
    for names in sections_by_form(system):
        found += _folds_among(system, names, report)
    found.sort(key=lambda fold: -len(fold.sections))
    folds: list[Fold] = []
    taken: set[str] = set()
    for fold in found:
        if taken.isdisjoint(fold.sections):
            folds.append(fold)
            taken.update(fold.sections)
    return folds


def sections_by_form(system: System) -> list[list[str]]:
    """The literal sections whose calls have one form, where there are two or more, the opening left aside."""
    literal = {name: entries[0].key for name, entries in system.sections.items()}
    keys = {name: key for name, key in literal.items() if isinstance(key, PriorBids) and key.calls}
    groups = (*_of_one_form(keys, form_by_levels), *_of_one_form(keys, form_by_jumps))
    return [*map(list, dict.fromkeys(groups))]


def fold_of(system: System, sections: Sequence[str]) -> Fold | None:
    """The pattern that takes the place of these sections; None where they do not say the same.

    Of several the plainest that would be asked in their place, otherwise the plainest. None too where more suits vary
    than there are variables, or where no conditions single out these auctions.
    """
    entries = [system.sections[name] for name in sections]
    try:
        shared = SharedCalls([prior_bids_of(section).calls for section in entries])
    except NoPattern:
        return None
    together = Sections(entries, shared.bindings, system.valuations)
    rows = together.rows()
    plainest: Fold | None = None
    for key in shared.keys() if rows is not None else ():
        try:
            fold = Fold(key, tuple(sections), together.pattern_entries(key, rows or ()))
        except (Differ, EntryError):
            return None
        if any(fold.differences(system)):
            continue
        if fold.may_stand(system):
            return fold
        plainest = plainest or fold
    return plainest


def _of_one_form(keys: Mapping[str, PriorBids], form: Callable[[Calls], object]) -> list[tuple[str, ...]]:
    """The sections whose calls have one form, where there are two or more."""
    by_form: dict[object, list[str]] = {}
    for name, key in keys.items():
        by_form.setdefault(form(key.calls), []).append(name)
    return [tuple(names) for names in by_form.values() if len(names) > 1]


def _folds_among(system: System, names: list[str], report: Callable[[], None]) -> Iterator[Fold]:
    """The folds of sections of one form, none of them in two."""
    left = [*names]
    while left:
        report()
        first, *others = left
        group = [first]
        for name in others:
            if _say_the_same(system, [first, name]) and _say_the_same(system, [*group, name]):
                group.append(name)
        calls = {prior_bids_of(system.sections[name]).calls: name for name in group}
        chosen = [calls[auction] for auction in SharedCalls([*calls]).exact()] if len(group) > 1 else []
        fold = fold_of(system, chosen) if chosen else None
        if fold is not None:
            yield fold
        done = {*fold.sections} if fold is not None else {first}
        left = [name for name in left if name not in done]


def _say_the_same(system: System, names: Sequence[str]) -> bool:
    entries = [system.sections[name] for name in names]
    try:
        bindings = SharedCalls([prior_bids_of(section).calls for section in entries]).bindings
    except NoPattern:
        return False
    return Sections(entries, bindings, system.valuations).rows() is not None


def _fields_differing(literal: Entry, entry: Entry, prior_bids: PriorBids) -> list[str]:
    """The fields in which an entry of a section and one of the pattern, its suits filled in, do not say the same."""
    ours = expanded(literal, {}, prior_bids)
    first, second = said(literal if ours is None else ours), said(entry)
    return [field.name for field in fields.STORED_FIELDS if first.get(field.name) != second.get(field.name)]


def _shares(entries: Sequence[Entry], index: int) -> bool:
    """Whether an entry shares its percentage with the one before."""
    return entries[index].usage.percent is not None and entries[index].order == entries[index - 1].order
