"""Test hands: every entry has an example hand, and that hand must reach the entry."""

from __future__ import annotations

from collections.abc import Iterator

from bidbase.bidding.tracing import failures
from bidbase.checks.rule import Effort, Rule, Severity, Violation
from bidbase.checks.survey import Survey
from bidbase.compiler import Place
from bidbase.game.auction import Auction
from bidbase.game.cards import Hand
from bidbase.language import fields
from bidbase.language.bids import PatternKey, PriorBids
from bidbase.systems import Entry


def _missing(survey: Survey, section: str) -> Iterator[Violation]:
    for entry in survey.system.sections[section]:
        if entry.get(fields.TEST_HAND) is None:
            yield entry, "it has no test hand"


def _fails(survey: Survey, section: str) -> Iterator[Violation]:
    for entry in survey.active_entries(section):
        if why := why_test_hand_fails(survey, entry):
            yield entry, why


def why_test_hand_fails(survey: Survey, entry: Entry) -> str:
    """Why the test hand of an entry does not reach it; empty if it does, or if the entry is switched off."""
    if entry.id not in survey.test_hand_faults:
        survey.test_hand_faults[entry.id] = try_test_hand(survey, entry)[1]
    return survey.test_hand_faults[entry.id]


def try_test_hand(survey: Survey, entry: Entry) -> tuple[Place | None, str]:
    """Where the test hand of an entry is tried, and why it does not reach the entry there; empty if it does.

    If the entry serves many auctions, the hand must reach it in the auction given for it, otherwise in any of them: the
    place is the first in which it does, otherwise the first of all. There is no place for an entry without a test hand,
    for one that is switched off, or for one whose hand cannot be tried anywhere.
    """
    hand = entry.get(fields.TEST_HAND)
    if hand is None or survey.is_switched_off(entry) or survey.is_idle(entry):
        return None, ""
    first: tuple[Place, str] | None = None
    given = entry.get(fields.TEST_AUCTION)
    for _, place in survey.places_of(entry, None if given is None else [given.calls]):
        why = _why_it_fails_in(place, hand, entry)
        if not why:
            return place, ""
        first = first or (place, why)
        if isinstance(entry.key, PriorBids):
            break
    return first or (None, f"the test hand {hand} cannot be tried: {why_nowhere(survey, entry)}")


def lost_test_hands(after: Place, before: Place, entry: Entry) -> tuple[Entry, ...]:
    """The other entries of a section whose test hands came to them before a change of this entry, and do not after.

    Only the entries that are tried in this place are looked at.
    """
    section, _ = after.section_of(entry)
    tested = ((other, other.get(fields.TEST_HAND)) for other in section.entries if other.id != entry.id)
    return tuple(
        other
        for other, hand in tested
        if hand is not None and _maker(before, hand) == other.id and _maker(after, hand) != other.id
    )


def lost_to_another(survey: Survey, before: Survey, section: str) -> Iterator[tuple[Entry, str]]:
    """The entries of a section whose test hands reached them `before`, and another entry in the same places now.

    An entry whose call an earlier section defines now has lost nothing: that section stands in its place.
    """
    for entry in survey.active_entries(section):
        if why_test_hand_fails(survey, entry):
            hand, (place, fault) = entry.get(fields.TEST_HAND), try_test_hand(before, entry)
            if hand is not None and place is not None and not fault:
                now = survey.turns.place(place.auction, place.circumstances)
                if now.uses(entry):
                    yield entry, _why_it_fails_in(now, hand, entry)


def _maker(place: Place, hand: Hand) -> str | None:
    found = place.find(hand)
    return found[1].entry.id if found else None


def why_nowhere(survey: Survey, entry: Entry) -> str:
    """Why there is no place in which an entry is in use and its bid legal."""
    auctions = list(survey.auctions_of(entry))
    if not auctions:
        return (
            f"no auction was found in which its {'pattern' if isinstance(entry.key, PatternKey) else 'section'} applies"
        )
    if isinstance(entry.key, PriorBids):
        return "its position and vulnerability cannot occur after these prior bids"
    call = entry.bid.call
    if call is not None and all(Auction.of(auction).why_illegal(call) for auction in auctions):
        return f"{entry.bid.words()} is not legal in any of the {len(auctions)} auctions tried"
    return (
        f"in none of the {len(auctions)} auctions tried is it in use with a legal bid that no earlier section defines"
    )


def _why_it_fails_in(place: Place, hand: Hand, entry: Entry) -> str:
    section, _ = place.section_of(entry)
    own = next(section_entry for section_entry in section.entries if section_entry.id == entry.id)
    if unmet := failures(place, section, own, hand):
        why = "; ".join(f"{failure.field.label}: needs {failure.needed}, has {failure.had}" for failure in unmet)
        return f"the test hand {hand} does not meet its own entry: {why}"
    for _, row in place.matches(hand):
        if row.entry is own:
            return ""
        if row.entry.usage.percent is None:
            return f"the test hand {hand} reaches {row.entry.id} ({row.call.title}) instead"
    if own.usage.analysis:
        return ""  # the simulation decides; all that can be checked is that no other entry takes the hand
    return f"the test hand {hand} meets its entry, but an earlier section already defines {own.bid.words()}"


def _not_highest(survey: Survey, section: str) -> Iterator[Violation]:
    for entry in survey.active_entries(section):
        place, why = try_test_hand(survey, entry)
        hand = entry.get(fields.TEST_HAND)
        if place is None or why or hand is None:
            continue
        row = next(row for _, row in place.matches(hand) if row.entry.id == entry.id)
        suits = row.entry.x_suits()
        if row.chosen is not None and row.chosen is not suits[0]:
            yield entry, f"in the test hand {hand} the X suit is {row.chosen.title}, but {suits[0].title} are higher"


TEST_HAND = Rule(
    "test-hand",
    "The test hand of an entry meets its specs, no other entry takes it first, and it can be tried somewhere. The "
    "test hands of a pattern are tried in the auctions that the pattern lists and in those that robots reach.",
    Severity.ERROR,
    _fails,
)

RULES = (
    Rule("test-hand-missing", "Every entry has a test hand.", Severity.ERROR, _missing),
    TEST_HAND,
    Rule(
        "test-hand-x-suit",
        "The X suit of a test hand is the highest of the suits that may be it, so that entries are easy to compare.",
        Severity.INFO,
        _not_highest,
        Effort.ON_REQUEST,
    ),
)
