"""The test hand of an entry: whether it comes out with that entry's bid, and how it fares on the way."""

from dataclasses import dataclass

from bidbase.bidder import Bidder, Tried, failures
from bidbase.cards import Hand
from bidbase.checks import auction_for, why_test_hand_fails
from bidbase.compiler import CompiledSection
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


def trial_of(bidder: Bidder, section: CompiledSection, entry: Entry) -> Trial | None:
    """Try the test hand of an entry of this section; None when it has no hand, or is in use nowhere."""
    hand, used = entry.get("test_hand"), auction_for(entry)
    if hand is None or used is None:
        return None
    place = bidder.place(*used)
    earlier = section.entries[: section.entries.index(entry)]
    before = tuple(Tried(other, failures(place, section, other, hand)) for other in earlier)
    return Trial(hand, place.now, why_test_hand_fails(bidder, section, entry), before)
