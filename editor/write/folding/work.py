"""The worker's part: looking through a system for sections that say the same, and the proof of one pattern."""

from __future__ import annotations

from dataclasses import dataclass

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
class FoldGroup:
    """Sections that say the same: their prior bids, the pattern that serves all of them, and how many entries it has.

    `faults` say why the pattern cannot take their place.
    """

    pattern: str
    sections: tuple[str, ...]
    entries: int
    faults: tuple[str, ...]


@dataclass(frozen=True)
class NearDifference:
    """Where two sections differ: in words, with the entries that differ."""

    words: str
    refs: tuple[str, ...]


@dataclass(frozen=True)
class Near:
    """Two sections that nearly say the same, and where they differ."""

    sections: tuple[str, ...]
    differences: tuple[NearDifference, ...]


@dataclass(frozen=True)
class FoldsFound:
    """The groups of a system, and its near misses."""

    groups: tuple[FoldGroup, ...]
    near_misses: tuple[Near, ...]


@dataclass(frozen=True)
class FindFolds(Job[FoldsFound]):
    """Looking for sections of a system that say the same."""

    kind = "sections that say the same"
    doing = "Looking for sections that say the same"
    while_watched = True

    system: SystemVersion

    @classmethod
    def of(cls, system: SystemRow) -> FindFolds:
        """The job of a system."""
        return cls(SystemVersion.of(system), back=reverse("editor:system", args=[system.slug]))

    def work(self, report: Reporter) -> FoldsFound:
        """Look for them."""
        bidder = self.system.bidder
        folds = find_folds(bidder.system, report)
        near_misses = find_near_misses(bidder.system, folds, report)
        groups = (
            FoldGroup(
                str(fold.key),
                tuple(fold.sections),
                len(fold.entries),
                tuple(prove(bidder, fold, hands=0, report=report).faults[:MOST_FAULTS]),
            )
            for fold in folds
        )
        nearly = (
            Near(tuple(near.sections), tuple(map(_difference, near.differences)))
            for near in near_misses[:MOST_NEAR_MISSES]
        )
        return FoldsFound(tuple(groups), tuple(nearly))


@dataclass(frozen=True)
class FoldProof:
    """What the proof of a pattern came to: whether it `holds`, what speaks against it, and how much was compared.

    `not_offered` are calls, in words, that hardly any hand makes.
    """

    holds: bool
    faults: tuple[str, ...]
    entries: int = 0
    auctions: int = 0
    hands: int = 0
    not_offered: tuple[str, ...] = ()


@dataclass(frozen=True)
class ProveFold(Job[FoldProof]):
    """The proof that the pattern of a fold changes no call."""

    kind = "proof of a pattern"
    doing = "Proving that no call changes"
    while_watched = True

    system: SystemVersion
    sections: tuple[str, ...]

    @classmethod
    def of(cls, system: SystemRow, fold: Fold) -> ProveFold:
        """The job of a fold of a system."""
        return cls(SystemVersion.of(system), tuple(fold.sections), back=reverse("editor:folding", args=[system.slug]))

    def work(self, report: Reporter) -> FoldProof:
        """Prove it."""
        bidder = self.system.bidder
        fold = fold_of(bidder.system, self.sections)
        if fold is None:
            return FoldProof(holds=False, faults=("these sections do not say the same",))
        proof = prove(bidder, fold, report=report)
        return FoldProof(
            proof.holds,
            tuple(proof.faults[:MOST_FAULTS]),
            proof.entries,
            len(proof.auctions),
            proof.hands,
            tuple(f"{call.letters} after {PriorBids(calls)}" for call, calls in proof.not_offered),
        )


def _difference(difference: EntryDifference) -> NearDifference:
    entries = (difference.entry, difference.other)
    return NearDifference(difference.words(), tuple(entry.id for entry in entries if entry is not None))
