"""The test hand of an entry: whether it comes out with that entry's bid, and how it fares on the way."""

from dataclasses import dataclass

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.tracing import Tried, failures
from bidbase.checks import places_of, why_test_hand_fails
from bidbase.game.cards import Hand
from bidbase.language import fields
from bidbase.language.circumstances import Circumstances
from bidbase.systems import Entry


@dataclass(frozen=True)
class Trial:
    """A test hand, judged in `now`, the plainest circumstances in which its entry is in use.

    `fault` says why it does not come out, empty when it does. `before` has the entries that are tried before, in order,
    with the specs that the hand does not meet; one without failures would take the hand.
    """

    hand: Hand
    now: Circumstances
    fault: str
    before: tuple[Tried, ...]


def trial_of(bidder: Bidder, entry: Entry) -> Trial | None:
    """Try the test hand of an entry; None when it has no hand, or is in use nowhere."""
    hand, place = entry.get(fields.TEST_HAND), next(places_of(bidder, entry), None)
    if hand is None or place is None:
        return None
    before: list[Tried] = []
    for section in place.sections:
        for other in section.entries:
            if other.id == entry.id:
                return Trial(hand, place.circumstances, why_test_hand_fails(bidder, entry), tuple(before))
            if not other.usage.analysis:  # one for after a simulation takes no hand away
                before.append(Tried(other, failures(place, section, other, hand)))
    raise AssertionError("an entry in use in a place stands in one of its sections")
