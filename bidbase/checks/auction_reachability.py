"""Entries and test hands with which the player would have called otherwise earlier in the auction.

Only sections whose auctions are all known are judged: for any other section there may be an unknown auction that fits.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bidbase.bidding.bidder import decide
from bidbase.checks.hands import first_matches
from bidbase.checks.reachability import different_places
from bidbase.checks.rule import Effort, Rule, Severity, Violation
from bidbase.checks.survey import Survey
from bidbase.game.auction import Auction
from bidbase.game.cards import Hand
from bidbase.language import fields
from bidbase.systems import Entry


def different_call(survey: Survey, auction: Auction, hand: Hand) -> str:
    """The earlier call of an auction that the player whose turn it is would not make with this hand; empty for none.

    Bids that the system does not make with any hand are ignored.
    """
    for index in range(len(auction.calls) % 4, len(auction.calls), 4):
        before, call = auction.before(index), auction.calls[index]
        place = survey.place(before)
        if call.is_bid and not place.makes(call):
            continue
        chosen = decide(place, hand).call
        if chosen != call and not place.may_call(hand, call):
            when = f"after {before.prior_bids}" if before.prior_bids else "before anybody bid"
            return f"{call.title} {when} (the system calls {chosen.title})"
    return ""


def _test_hand_before(survey: Survey, section: str) -> Iterator[Violation]:
    for entry in _judged(survey, section):
        hand = entry.get(fields.TEST_HAND)
        if hand is not None and (call := preventing_call(survey, entry, hand)):
            yield entry, f"with the test hand {hand} the player would not have called {call}"


def _judged(survey: Survey, section: str) -> Iterator[Entry]:
    """The entries whose auctions are all known, without those for after a simulation."""
    return (
        entry
        for entry in survey.active_entries(section)
        if survey.knows_all_auctions(entry) and not entry.usage.analysis
    )


def preventing_call(survey: Survey, entry: Entry, hand: Hand) -> str:
    """The earlier call that keeps a hand from reaching an entry, in the plainest place; empty if it can be reached."""
    first = ""
    for auction, _ in survey.places_of(entry):
        call = different_call(survey, auction, hand)
        if not call:
            return ""
        first = first or call
    return first


def _never_arises(survey: Survey, section: str) -> Iterator[Violation]:
    for entry in _judged(survey, section):
        hand = entry.get(fields.TEST_HAND)
        if (hand is None or preventing_call(survey, entry, hand)) and (why := _why_never(survey, entry)):
            yield entry, why


def _why_never(survey: Survey, entry: Entry) -> str:
    """Why no hand with which the player makes the earlier calls reaches an entry; empty if a hand does."""
    tried = 0
    for auction, place in different_places(survey, entry):
        if not survey.hands.can_occur(auction):
            continue
        section, allowed = place.section_of(entry)
        own = section.rows_in(allowed & section.mask_of[entry.id])
        made_to_order = [survey.hands.made_to_order(auction, row.conditions) for row in own]
        for hands in (survey.hands.reaching(auction), *made_to_order):
            rows, first = first_matches(place, hands)
            if np.isin(first, [index for index, row in enumerate(rows) if row.entry.id == entry.id]).any():
                return ""
            tried += len(hands)
    if not tried:
        return "no hand was found that meets it and with which the player would have made the earlier calls"
    return f"none of {tried} hands with which the player would have made the earlier calls reaches it"


RULES = (
    Rule(
        "test-hand-before",
        "With the test hand of an entry the player would have made the earlier calls.",
        Severity.WARNING,
        _test_hand_before,
    ),
    Rule(
        "never-arises",
        "Every entry is reached by some hand with which the player would have made the earlier calls.",
        Severity.WARNING,
        _never_arises,
        Effort.THOROUGH,
    ),
)
