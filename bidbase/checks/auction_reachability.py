"""Entries and test hands for which the player would have called otherwise before.

Only sections whose auctions are all known are judged: for others some auction may always fit.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bidbase.bidding.bidder import decide
from bidbase.checks.hands import first_found
from bidbase.checks.reachability import different_places
from bidbase.checks.rule import Effort, Fault, Rule, Severity
from bidbase.checks.survey import Survey
from bidbase.game.auction import Auction
from bidbase.game.cards import Hand
from bidbase.language import fields
from bidbase.systems import Entry


def other_call(survey: Survey, auction: Auction, hand: Hand) -> str:
    """Which call of an auction the player whose turn it is would not have made with this hand; empty for none.

    A call that the system does not make at all, with any hand, is left aside.
    """
    for index in range(len(auction.calls) % 4, len(auction.calls), 4):
        before, call = auction.before(index), auction.calls[index]
        place = survey.place(before)
        if call.is_bid and not place.makers(call):
            continue
        plain = decide(place, hand).call
        if plain != call and not place.may_call(hand, call):
            said = f"after {before.prior_bids}" if before.prior_bids else "before anybody bid"
            return f"{call.title} {said} (it would be {plain.title})"
    return ""


def _test_hand_before(survey: Survey, section: str) -> Iterator[Fault]:
    for entry in _judged(survey, section):
        hand = entry.get(fields.TEST_HAND)
        if hand is not None and (why := _never_with(survey, entry, hand)):
            yield entry, f"with the test hand {hand} the player would not have called {why}"


def _judged(survey: Survey, section: str) -> Iterator[Entry]:
    """The entries whose auctions are all known, but for those that wait for a simulation."""
    return (one for one in survey.in_order(section) if survey.serves_only(one) and not one.usage.analysis)


def _never_with(survey: Survey, entry: Entry, hand: Hand) -> str:
    """Which earlier call keeps a hand from getting to the entry, in the plainest place; empty where none does."""
    why = ""
    for auction, _ in survey.places_of(entry):
        here = other_call(survey, auction, hand)
        if not here:
            return ""
        why = why or here
    return why


def _never_arises(survey: Survey, section: str) -> Iterator[Fault]:
    for entry in _judged(survey, section):
        hand = entry.get(fields.TEST_HAND)
        if (hand is None or _never_with(survey, entry, hand)) and (why := _why_never(survey, entry)):
            yield entry, why


def _why_never(survey: Survey, entry: Entry) -> str:
    """What became of the hands in search of one that gets to an entry and comes out with it; empty when one does."""
    sought = 0
    for auction, place in different_places(survey, entry):
        if not survey.hands.comes_about(auction):
            continue
        own = [row for rows in place.calls.values() for _, row in rows if row.entry.id == entry.id]
        made = [survey.hands.made(auction, row.conditions) for row in own]
        for hands in (survey.hands.there(auction), *made):
            rows, found = first_found(place, hands)
            if np.isin(found, [at for at, row in enumerate(rows) if row.entry.id == entry.id]).any():
                return ""
            sought += len(hands)
    if not sought:
        return "no hand was found that meets it and would have made its own earlier calls"
    return f"of {sought} hands that would have made their own earlier calls none comes out with it"


RULES = (
    Rule(
        "test-hand-before",
        "The test hand of an entry is one with which the player would have made his earlier calls.",
        Severity.WARNING,
        _test_hand_before,
    ),
    Rule(
        "never-arises",
        "Some hand with which the player would have made his earlier calls comes out with every entry.",
        Severity.WARNING,
        _never_arises,
        Effort.THOROUGH,
    ),
)
