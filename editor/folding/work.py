"""The worker's part: looking through a system for sections that say the same, and the proof of one pattern."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from bidbase.folding.folds import EntryDifference, Fold, find_folds, fold_of
from bidbase.folding.near_misses import find_near_misses
from bidbase.folding.proof import prove
from bidbase.language.bids import PriorBids
from editor.runs.kinds import Arguments, Reporter, StillWorking, register
from editor.systems.models import SystemRow
from editor.systems.selectors import bidder_of_key

FIND, PROVE = "sections that say the same", "proof of a pattern"
MOST_NEAR_MISSES = 50
MOST_FAULTS = 10  # of one pattern


def search_of(system: SystemRow) -> StillWorking:
    """Looking for sections of a system that say the same. The result is what `groups_of` reads."""
    arguments = _arguments(system)
    back = reverse("editor:system", args=[system.slug])
    return StillWorking(FIND, arguments, "Looking for sections that say the same", back=back)


def proof_of(system: SystemRow, fold: Fold) -> StillWorking:
    """The proof that the pattern of a fold changes no call. The result is what the presenters read."""
    arguments = {**_arguments(system), "sections": [*fold.sections]}
    back = reverse("editor:folding", args=[system.slug])
    return StillWorking(PROVE, arguments, "Proving that no call changes", back=back)


def _arguments(system: SystemRow) -> Arguments:
    return {"system": [system.pk, str(system.created), system.revision]}


def _find(arguments: Arguments, report: Reporter) -> dict[str, Any]:
    pk, _, revision = arguments["system"]
    bidder = bidder_of_key(pk, revision)
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


def _difference(difference: EntryDifference) -> dict[str, Any]:
    refs = [entry.id for entry in (difference.entry, difference.other) if entry is not None]
    return {"words": difference.words(), "refs": refs}


def _prove(arguments: Arguments, report: Reporter) -> dict[str, Any]:
    pk, _, revision = arguments["system"]
    bidder = bidder_of_key(pk, revision)
    fold = fold_of(bidder.system, arguments["sections"])
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


register(FIND, _find)
register(PROVE, _prove)
