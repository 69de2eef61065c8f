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

FURTHEST = 2  # where a test hand reaches its entry, and the player would have made the earlier calls with it
MOST_PLACES = 12  # of an entry in which a hand is looked for, the plainest first


def redrawn(
    before: Survey, after: Survey, sections: Iterable[str], spare: Mapping[str, Hand] = MappingProxyType({})
) -> Iterator[Entry]:
    """The entries of these sections whose test hands came further `before` than they do `after`, each with a new one.

    A hand comes out where it reaches the entry, and where the player would have made the earlier calls with it. The
    `spare` hands, by the ids of entries, are tried first. An entry that no hand reaches any more keeps its own, as a
    check tells.
    """
    for section in sections:
        before.begin()
        after.begin()
        for entry in after.active_entries(section):
            if _comes(after, entry) >= _came(before, entry):
                continue
            if entry.id in spare and _comes(after, tried := _with_hand(entry, spare[entry.id])) == FURTHEST:
                yield tried
            elif (hand := _hand_for(after, entry)) is not None:
                yield _with_hand(entry, hand)


def _with_hand(entry: Entry, hand: Hand) -> Entry:
    return replace(entry, cells={**entry.cells, fields.TEST_HAND.name: hand})


def _comes(survey: Survey, entry: Entry) -> int:
    """How far the test hand of an entry comes: 0 where it does not reach it, 1 where it does, or all the way."""
    hand = entry.get(fields.TEST_HAND)
    if hand is None or try_test_hand(survey, entry)[1]:
        return 0
    return 1 if survey.knows_all_auctions(entry) and preventing_call(survey, entry, hand) else FURTHEST


def _came(survey: Survey, entry: Entry) -> int:
    """How far its test hand came; all the way where the entry was off, since nobody has tried the hand there."""
    held = survey.system.by_id.get(entry.id)
    if held is None:
        return 0
    return FURTHEST if survey.is_switched_off(held) else _comes(survey, held)


def _hand_for(survey: Survey, entry: Entry) -> Hand | None:
    """The weakest hand that comes out, in the first place in which there is one whose earlier calls it makes."""
    given, first = entry.get(fields.TEST_AUCTION), None
    for auction, place in islice(survey.places_of(entry, None if given is None else [given.calls]), MOST_PLACES):
        hand = weakest_hand(survey.hands, auction, place, entry).hand
        if hand is not None and not different_call(survey, auction, hand):
            return hand
        first = first or hand
    return first
