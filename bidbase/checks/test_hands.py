"""Test hands: the example in each entry must come out with it."""

from __future__ import annotations

from collections.abc import Iterator

from bidbase.bidding.tracing import failures
from bidbase.checks.rule import Fault, Rule, Severity
from bidbase.checks.survey import Survey
from bidbase.compiler import Place
from bidbase.game.auction import Auction
from bidbase.game.cards import Hand
from bidbase.language import fields
from bidbase.language.bids import PatternKey, PriorBids
from bidbase.systems import Entry


def _missing(survey: Survey, section: str) -> Iterator[Fault]:
    for entry in survey.system.sections[section]:
        if entry.get(fields.TEST_HAND) is None:
            yield entry, "there is no test hand"


def _fails(survey: Survey, section: str) -> Iterator[Fault]:
    for entry in survey.in_order(section):
        if why := why_test_hand_fails(survey, entry):
            yield entry, why


def why_test_hand_fails(survey: Survey, entry: Entry) -> str:
    """Why the test hand of an entry does not come out with it; empty when it does, or when it is switched off."""
    if entry.id not in survey.failing:
        survey.failing[entry.id] = try_test_hand(survey, entry)[1]
    return survey.failing[entry.id]


def try_test_hand(survey: Survey, entry: Entry) -> tuple[Place | None, str]:
    """Where the test hand of an entry is tried, and why it does not come out there; empty when it does.

    The hand of an entry that serves many auctions must come out in the one that is named for it, else in any of them:
    the place is the first in which it does, otherwise the first of all. There is none for an entry without a hand, one
    that is switched off, and one that can be tried nowhere.
    """
    hand = entry.get(fields.TEST_HAND)
    if hand is None or survey.switched_off(entry) or survey.idle(entry):
        return None, ""
    first: tuple[Place | None, str] = None, ""
    named = entry.get(fields.TEST_AUCTION)
    for _, place in survey.places_of(entry, None if named is None else [named.calls]):
        why = _why_not_here(place, hand, entry)
        if not why:
            return place, ""
        first = first if first[1] else (place, why)
        if isinstance(entry.key, PriorBids):
            break
    return first if first[1] else (None, f"the test hand {hand} cannot be tried: {why_nowhere(survey, entry)}")


def why_nowhere(survey: Survey, entry: Entry) -> str:
    """Why there is no place in which an entry is in use and its bid legal."""
    auctions = survey.auctions_of(entry)
    if not auctions:
        lists = isinstance(entry.key, PatternKey)
        return f"the {'pattern lists no auction' if lists else 'section speaks in no auction'} in which it could be"
    if isinstance(entry.key, PriorBids):
        return "its position and vulnerability never come about after these prior bids"
    calls = [entry.bid.call] if entry.bid.call is not None else []
    if calls and all(Auction.of(auction).why_illegal(calls[0]) for auction in auctions):
        return f"{entry.bid.words()} is not legal in any of the {len(auctions)} auctions tried"
    return (
        f"in none of the {len(auctions)} auctions tried is it in use, with a legal bid that no earlier section defines"
    )


def _why_not_here(place: Place, hand: Hand, entry: Entry) -> str:
    section, _ = place.section_of(entry)
    own = next(one for one in section.entries if one.id == entry.id)
    if broken := failures(place, section, own, hand):
        why = "; ".join(f"{failure.field.label}: needs {failure.needed}, has {failure.had}" for failure in broken)
        return f"the test hand {hand} does not meet its own entry: {why}"
    for _, row in place.matches(hand):
        if row.entry is own:
            return ""
        if row.entry.usage.percent is None:
            return f"the test hand {hand} comes out of {row.entry.id} ({row.call.title}) instead"
    if own.usage.analysis:
        return ""  # the simulation decides, and that none of the others takes the hand is all there is to check
    return f"the test hand {hand} meets its entry, but an earlier section defines {own.bid.words()} here"


RULES = (
    Rule("test-hand-missing", "Every entry has a test hand.", Severity.ERROR, _missing),
    Rule(
        "test-hand",
        "The test hand of an entry meets it, no entry before it takes the hand away, and it can be tried somewhere: "
        "an entry of a pattern in one of the auctions that the pattern lists or that robots come to.",
        Severity.ERROR,
        _fails,
    ),
)
