"""Small changes of a system, tried: an opening that can be widened by a point, and a hand that a change concerns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice

from bidbase.bidding.bidder import Bidder
from bidbase.checks import Survey
from bidbase.checks.entry_hands import hand_called_otherwise
from bidbase.compiler import Place
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand
from bidbase.language import fields
from bidbase.language.circumstances import Circumstances, Scoring
from bidbase.language.fields import parse_cell
from bidbase.language.ranges import number_text
from bidbase.language.strength import Hcp
from bidbase.systems import Entry

TWOS = tuple(map(Call.parse, ("2H", "2S", "2D")))
MOST_WEAK = 11  # points of a weak two
LEAST_LENGTH = 5  # cards that it promises
MOST_TRIED = 4  # a try takes a fortieth of a second


@dataclass(frozen=True)
class SmallChange:
    """An opening that takes in more hands with one point more or less: its entry, and the points as it then has them.

    `weak_two` tells whether it is a weak opening of two in a suit.
    """

    entry: Entry
    hcp: str
    weak_two: bool


def small_change(bidder: Bidder) -> SmallChange | None:
    """A small change of a system that works, if possible of a weak two; None where no opening can be widened.

    Openings are looked at in the first seat with nobody vulnerable.
    """
    auction = Auction.of(())
    place = bidder.place(auction, Circumstances.of(auction, Scoring.IMP))
    weak = [call for call in TWOS if call in place.calls and _is_weak(bidder, place, call)]
    others = [call for call in place.calls if call not in weak]
    openings = ((call, row.entry) for call in (*weak, *others) for _, row in place.rows_making(call))
    changes = ((call in weak, entry, hcp) for call, entry in openings for hcp in _wider(entry))
    for weak_two, entry, hcp in islice(changes, MOST_TRIED):
        wider = replace(entry, cells={**entry.cells, fields.HCP.name: parse_cell(fields.HCP.name, hcp)})
        changed = Bidder(bidder.system.changed(entries={entry.id: wider}), bidder)
        if _otherwise(changed, wider, bidder) is not None:
            return SmallChange(entry, hcp, weak_two)
    return None


def _is_weak(bidder: Bidder, place: Place, call: Call) -> bool:
    """Whether a call promises length in its suit and denies an opening hand."""
    summary = bidder.read(place, call).summary
    return summary is not None and summary.hcp[1] <= MOST_WEAK and summary.lengths[call.strain][0] >= LEAST_LENGTH


def _wider(entry: Entry) -> Iterator[str]:
    """The high-card points of an opening with one less, and with one more; none where they have no two limits.

    An entry that is used some of the time cannot show what a change does.
    """
    hcp = entry.get(fields.HCP)
    if entry.section or entry.usage.percent is not None or not isinstance(hcp, Hcp):
        return
    for limits in hcp.ranges.alternatives if len(hcp.ranges.alternatives) == 1 else ():
        if limits.low is not None and limits.high is not None:
            if limits.low >= 1:
                yield f"{number_text(limits.low - 1)}-{number_text(limits.high)}"
            yield f"{number_text(limits.low)}-{number_text(limits.high + 1)}"


@dataclass(frozen=True)
class CalledOtherwise:
    """A hand that calls otherwise after a change, and the auction in which it does."""

    hand: Hand
    auction: Auction
    scoring: Scoring
    before: Call
    after: Call


def called_otherwise(before: Bidder, old: Entry | None, after: Bidder, new: Entry | None) -> CalledOtherwise | None:
    """A hand that the change of an entry concerns: one that comes to it now, or did before; None where none is found.

    `old` and `new` are the entry before and after, None where there is none.
    """
    if new is not None and (found := _otherwise(after, new, before)) is not None:
        return found
    if old is not None and (found := _otherwise(before, old, after)) is not None:
        return replace(found, before=found.after, after=found.before)
    return None


def _otherwise(bidder: Bidder, entry: Entry, other: Bidder) -> CalledOtherwise | None:
    """A hand that comes to an entry of one system, `after`, and calls otherwise in another one, `before`."""
    survey = Survey(bidder, robot_deals=0)
    auction, place = next(survey.places_of(entry, [()]), (None, None))
    if auction is None or place is None:
        return None
    there = other.place(auction, place.circumstances)
    found = hand_called_otherwise(survey.hands, auction, place, entry, there)
    if found is None:
        return None
    hand, after, before = found
    return CalledOtherwise(hand, auction, place.circumstances.scoring, before, after)
