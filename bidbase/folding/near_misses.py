"""Sections that nearly say the same, and the entries in which they differ: alike first, they can be made a pattern."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from bidbase.folding.calls import NoPattern, SharedCalls
from bidbase.folding.cells import Differ, shared_bids, shared_cells
from bidbase.folding.folds import EntryDifference, Fold, sections_by_form
from bidbase.folding.rows import prior_bids_of
from bidbase.language import fields
from bidbase.language.patterns import Binding
from bidbase.systems import Entry, System

MOST_DIFFERENCES = 6  # of two sections that nearly say the same
NEAR = 2  # at most one entry in so many differs there


@dataclass(frozen=True)
class NearMiss:
    """Two sections that nearly say the same, and where they differ.

    `differences` is empty where they say the same, but no conditions of a pattern single out their auctions.
    """

    sections: tuple[str, str]
    differences: tuple[EntryDifference, ...]


def find_near_misses(
    system: System, folds: Sequence[Fold], report: Callable[[], None] = lambda: None
) -> list[NearMiss]:
    """For sections that are in no fold the one that is most like them, where that is nearly the same."""
    folded = {name: fold.sections for fold in folds for name in fold.sections}
    best: dict[str, NearMiss] = {}
    for names in sections_by_form(system):
        report()
        for first, second in combinations(names, 2):
            if folded.get(first, first) == folded.get(second, second) or (first in folded and second in folded):
                continue
            near = _near_miss(system, first, second)
            if near is None:
                continue
            for name in (first, second):
                if name not in folded and (name not in best or len(near.differences) < len(best[name].differences)):
                    best[name] = near
    return [*{near.sections: near for near in best.values()}.values()]


def _near_miss(system: System, first: str, second: str) -> NearMiss | None:
    """Two sections and their few differences, entries of one order number compared; None where there are more."""
    sections = [system.sections[name] for name in (first, second)]
    try:
        bindings = SharedCalls([prior_bids_of(section).calls for section in sections]).bindings
    except NoPattern:
        return None
    by_order: dict[str, tuple[list[Entry], list[Entry]]] = {}
    for side, section in enumerate(sections):
        for entry in section:
            by_order.setdefault(entry.order, ([], []))[side].append(entry)
    most = min(MOST_DIFFERENCES, max(map(len, sections)) // NEAR)
    found: list[EntryDifference] = []
    for _, (ours, theirs) in sorted(by_order.items()):
        for index in range(max(len(ours), len(theirs))):
            mine = ours[index] if index < len(ours) else None
            other = theirs[index] if index < len(theirs) else None
            difference = _difference(first, mine, second, other, bindings)
            if difference is not None:
                found.append(difference)
            if len(found) > most:
                return None
    return NearMiss((first, second), tuple(found))


def _difference(
    section: str, entry: Entry | None, other_section: str, other: Entry | None, bindings: Sequence[Binding]
) -> EntryDifference | None:
    """How two entries of one order number differ; None where one entry of a pattern can say what both say."""
    if entry is None or other is None:
        return EntryDifference(section, entry, other_section, other)
    if not shared_bids([entry, other], bindings):
        return EntryDifference(section, entry, other_section, other, (fields.BID.name,))
    try:
        shared_cells([entry, other], bindings, ())
    except Differ as differ:
        return EntryDifference(section, entry, other_section, other, differ.fields)
    return None
