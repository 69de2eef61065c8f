"""The worker's part: looking through a system for sections that say the same, and the proof of one pattern."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from bidbase.folding.folds import EntryDifference, Fold, find_folds, fold_of
from bidbase.folding.near_misses import find_near_misses
from bidbase.folding.proof import prove
from bidbase.language.bids import PriorBids
from bidbase_web.jobs.job import Job, Reporter
from editor.store.systems.models import SystemRow
from editor.store.systems.selectors import SystemVersion

MOST_NEAR_MISSES = 50
MOST_FAULTS = 10  # of one pattern


@dataclass(frozen=True)
class FindFolds(Job[dict[str, Any]]):
    """Looking for sections of a system that say the same. The result is what `groups_of` reads."""

    kind = "sections that say the same"
    doing = "Looking for sections that say the same"
    while_watched = True

    system: SystemVersion

    @classmethod
    def of(cls, system: SystemRow) -> FindFolds:
        """The job of a system."""
        return cls(SystemVersion.of(system), back=reverse("editor:system", args=[system.slug]))

    def work(self, report: Reporter) -> dict[str, Any]:
        """Look for them."""
        bidder = self.system.bidder
        folds = find_folds(bidder.system, report)
        near_misses = find_near_misses(bidder.system, folds, report)
        return {
            "groups": [
                {
                    "pattern": str(fold.key),
                    "sections": fold.sections,
                    "entries": len(fold.entries),
                    "faults": prove(bidder, fold, hands=0, report=report).faults[:MOST_FAULTS],
                }
                for fold in folds
            ],
            "near_misses": [
                {"sections": near.sections, "differences": [*map(_difference, near.differences)]}
                for near in near_misses[:MOST_NEAR_MISSES]
            ],
        }


@dataclass(frozen=True)
class ProveFold(Job[dict[str, Any]]):
    """The proof that the pattern of a fold changes no call. The result is what the presenters read."""

    kind = "proof of a pattern"
    doing = "Proving that no call changes"
    while_watched = True

    system: SystemVersion
    sections: tuple[str, ...]

    @classmethod
    def of(cls, system: SystemRow, fold: Fold) -> ProveFold:
        """The job of a fold of a system."""
        return cls(SystemVersion.of(system), tuple(fold.sections), back=reverse("editor:folding", args=[system.slug]))

    def work(self, report: Reporter) -> dict[str, Any]:
        """Prove it."""
        bidder = self.system.bidder
        fold = fold_of(bidder.system, self.sections)
        if fold is None:
            return {"holds": False, "faults": ["these sections do not say the same"]}
        proof = prove(bidder, fold, report=report)
        return {
            "holds": proof.holds,
            "faults": proof.faults[:MOST_FAULTS],
            "entries": proof.entries,
            "auctions": len(proof.auctions),
            "hands": proof.hands,
            "not_offered": [f"{call.letters} after {PriorBids(calls)}" for call, calls in proof.not_offered],
        }


def _difference(difference: EntryDifference) -> dict[str, Any]:
    refs = [entry.id for entry in (difference.entry, difference.other) if entry is not None]
    return {"words": difference.words(), "refs": refs}
