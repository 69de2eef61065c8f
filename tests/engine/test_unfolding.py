"""The patterns of a shipped system, written out and folded back: no call changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from bidbase.bidding.bidder import Bidder, chances
from bidbase.folding.cells import expanded
from bidbase.folding.folds import fold_of
from bidbase.folding.proof import prove
from bidbase.game.auction import Auction
from bidbase.game.cards import SUITS
from bidbase.game.dealing import numbered_deal
from bidbase.language.bids import PatternKey, PriorBids, parse_prior_bids
from bidbase.language.circumstances import Circumstances
from bidbase.language.pattern_listing import all_listed
from bidbase.language.pattern_search import PatternSearch
from bidbase.language.patterns import SubPattern
from bidbase.systems import Entry, System
from tests.engine.making import shipped_bidder


def unfolded(system: System, key: PatternKey) -> tuple[System, list[str]]:
    """The system with a literal section for each auction of a pattern in place of the pattern, and their names."""
    changes: dict[str, Entry | None] = {entry.id: None for entry in system.sections[str(key)]}
    names = []
    for calls in PatternSearch(key.pattern):
        prior_bids = PriorBids(calls)
        each = (expanded(entry, key.pattern.match(calls) or {}, prior_bids) for entry in system.sections[str(key)])
        entries = [entry for entry in each if entry is not None]
        for number, entry in enumerate(entries):
            changes[f"{prior_bids}/{number}"] = replace(entry, id=f"{prior_bids}/{number}")
        names += [str(prior_bids)] if entries else []
    return system.changed(entries=changes), names


def foldable(system: System) -> list[PatternKey]:
    """The patterns whose auctions are few, of one form, and without a literal section of their own."""
    found = []
    for key in system.patterns:
        first, *others = key.pattern.alternatives
        if others or first.from_the_start or not all_listed(key) or not _is_plain(first):
            continue
        if key.reads_names or not key.variables:
            continue
        served = [*PatternSearch(key.pattern)]
        suits = [{*(key.pattern.match(calls) or {}).values()} & {*SUITS} for calls in served]
        distinct = all(len(each) == len(key.variables) for each in suits)
        if 2 <= len(served) <= 5 and distinct and not any(str(PriorBids(c)) in system.sections for c in served):
            found.append(key)
    return found


def _is_plain(sub: SubPattern) -> bool:
    """Whether it speaks of no class of calls or suits but by its variables."""
    elements = (element for element in sub.elements if not element.literal)
    return all(element.strains is not None and element.strains.is_variable for element in elements)


SAYC = shipped_bidder("sayc")
FOLDABLE = foldable(SAYC.system)


def calls_with(bidder: Bidder, auctions: Sequence[str]) -> list[object]:
    """How often some hands make which call after these auctions."""
    hands = [hand for number in range(12) for hand in numbered_deal(number + 1).hands]
    turns = [Auction.parse(text) for text in auctions]
    return [chances(bidder.place(turn, Circumstances.of(turn)), hand) for turn in turns for hand in hands]


@given(st.sampled_from(FOLDABLE))
@settings(max_examples=25, deadline=None)
def test_a_pattern_that_is_unfolded_folds_back_and_no_call_changes(key):
    literal, names = unfolded(SAYC.system, key)
    bidder = Bidder(literal, SAYC)
    fold = fold_of(literal, names)
    assert fold is not None
    assert set(PatternSearch(fold.key.pattern)) == {parse_prior_bids(name).calls for name in names}
    proof = prove(bidder, fold, hands=20)
    assert not proof.differences
    assert not proof.others
    if not proof.earlier:
        assert proof.holds, proof.faults
        assert calls_with(Bidder(fold.folded(literal), SAYC), names) == calls_with(bidder, names)


def test_some_patterns_of_the_shipped_system_can_be_tried():
    assert len(FOLDABLE) > 50
