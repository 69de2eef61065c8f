"""The test hand of an entry: whether it comes out with that entry's bid, and how it fares on the way."""

from collections.abc import Iterator
from dataclasses import dataclass

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.tracing import Tried, failures
from bidbase.checks import Survey, try_test_hand
from bidbase.compiler import Place
from bidbase.game.cards import Hand
from bidbase.language import fields
from bidbase.systems import Entry

MAX_AUCTIONS = (12, 50)
"""In how many an entry that serves many is tried: a few settle almost all, and a page has a tenth of a second."""


@dataclass(frozen=True)
class Trial:
    """A test hand, judged in `place`: the plainest in which it comes out, otherwise the plainest of all.

    There is no place for an entry that is switched `off` or that is in use in none of the auctions tried. `fault` says
    why the hand does not come out, empty when it does. `before` has the entries that are tried before, in order, with
    the specs that the hand does not meet; one without failures would take the hand. `partly` tells that the entry
    serves more auctions than were tried.
    """

    hand: Hand
    place: Place | None
    fault: str
    before: tuple[Tried, ...]
    off: bool
    partly: bool


def trial_of(bidder: Bidder, entry: Entry) -> Trial | None:
    """Try the test hand of an entry in a few auctions at most; None when it has no hand."""
    hand = entry.get(fields.TEST_HAND)
    if hand is None:
        return None
    for most in MAX_AUCTIONS:
        survey = Survey(bidder, most_auctions=most, robot_deals=0)
        place, fault = try_test_hand(survey, entry)
        off = survey.is_switched_off(entry)
        if off or (place is not None and not fault):
            break
    partly = entry.get(fields.TEST_AUCTION) is None and not survey.knows_all_auctions(entry)
    return Trial(hand, place, fault, tuple(_tried_before(place, entry, hand)) if place else (), off, partly)


def _tried_before(place: Place, entry: Entry, hand: Hand) -> Iterator[Tried]:
    for section in place.sections:
        for other in section.entries:
            if other.id == entry.id:
                return
            if not other.usage.analysis:  # one for after a simulation takes no hand away
                yield Tried(other, failures(place, section, other, hand))
