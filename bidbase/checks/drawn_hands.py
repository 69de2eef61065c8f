"""New test hands for the entries whose own ones no longer come out once an agreement is settled otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from types import MappingProxyType

from bidbase.checks.auction_reachability import different_call, preventing_call
from bidbase.checks.entry_hands import weakest_hand
from bidbase.checks.survey import Survey
from bidbase.checks.test_hands import try_test_hand
from bidbase.game.cards import Hand
from bidbase.language import fields
from bidbase.systems import Entry

MOST_PLACES = 12  # of an entry in which a hand is looked for, the plainest first


def redrawn(
    before: Survey, after: Survey, sections: Iterable[str], spare: Mapping[str, Hand] = MappingProxyType({})
) -> Iterator[Entry]:
    """The entries of these sections whose test hands came out `before` and do not `after`, each with one that does.

    A hand comes out where it reaches the entry, and where the player would have made the earlier calls with it. The
    `spare` hands, by the ids of entries, are tried first. An entry that no hand reaches any more keeps its own, as a
    check tells.
    """
    for section in sections:
        before.begin()
        after.begin()
        for entry in after.active_entries(section):
            if comes_out(after, entry) or not _came_out(before, entry):
                continue
            if entry.id in spare and comes_out(after, tried := _with_hand(entry, spare[entry.id])):
                yield tried
            elif (hand := _hand_for(after, entry)) is not None:
                yield _with_hand(entry, hand)


def _with_hand(entry: Entry, hand: Hand) -> Entry:
    return replace(entry, cells={**entry.cells, fields.TEST_HAND.name: hand})


def comes_out(survey: Survey, entry: Entry) -> bool:
    """Whether the test hand of an entry reaches it, and the player would have made the earlier calls with it."""
    hand = entry.get(fields.TEST_HAND)
    if hand is None or try_test_hand(survey, entry)[1]:
        return hand is None
    return not (survey.knows_all_auctions(entry) and preventing_call(survey, entry, hand))


def _came_out(survey: Survey, entry: Entry) -> bool:
    held = survey.system.by_id.get(entry.id)
    return held is not None and not survey.is_switched_off(held) and comes_out(survey, held)


def _hand_for(survey: Survey, entry: Entry) -> Hand | None:
    """The weakest hand that comes out, in the first place in which there is one whose earlier calls it makes."""
    given, first = entry.get(fields.TEST_AUCTION), None
    for auction, place in islice(survey.places_of(entry, None if given is None else [given.calls]), MOST_PLACES):
        hand = weakest_hand(survey.hands, auction, place, entry).hand
        if hand is not None and not different_call(survey, auction, hand):
            return hand
        first = first or hand
    return first
