"""What a teacher holds a call against: the best call, others as good, the second best, and what was shown before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bidbase.bidding.bidder import Decision, Source, chances
from bidbase.bidding.robots import Table
from bidbase.compiler import Place
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import SUITS_DOWN, Hand, Strain
from bidbase.game.features import HCP_TOTAL, TOTAL_POINTS
from bidbase.game.holdings import MAX_HCP
from bidbase.meaning.disclosure import meaning
from bidbase.meaning.hand_summary import MAX_TOTAL, HandSummary


@dataclass(frozen=True, slots=True, eq=False)
class Deviation:
    """How a hand is not what its player's calls have shown: `words`, and whether an entry's limits speak of it."""

    words: str
    is_named_by: Callable[[HandSummary], bool]


def deviation(table: Table, auction: Auction, hand: Hand) -> Deviation | None:
    """How the hand of the player whose turn it is differs from what his calls have shown; None when it does not."""
    held = table.shown(auction)[auction.turn].summary
    return None if held is None or held.holds(hand) else _deviation_from(held, hand)


def _deviation_from(held: HandSummary, hand: Hand) -> Deviation:
    points, total = HCP_TOTAL.of(hand), TOTAL_POINTS.of(hand)
    if not held.hcp[0] <= points <= held.hcp[1]:
        more = "more" if points > held.hcp[1] else "less"
        return Deviation(f"You have {more} than you have shown", lambda entry: entry.hcp != (0, MAX_HCP))
    for suit in SUITS_DOWN:
        low, high = held.lengths[suit]
        if not low <= hand.lengths[suit] <= high:
            more = "more" if hand.lengths[suit] > high else "fewer"
            return Deviation(f"You have {more} {suit.title} than you have shown", partial(_names_length, suit))
    if not held.total[0] <= total <= held.total[1]:
        more = "more" if total > held.total[1] else "less"
        return Deviation(
            f"You have {more} than you have shown",
            lambda entry: entry.hcp != (0, MAX_HCP) or entry.total != (0, MAX_TOTAL),
        )
    return Deviation("Your suits are not those that you have shown", lambda entry: False)


def _names_length(suit: Strain, entry: HandSummary) -> bool:
    return entry.lengths[suit] != (0, 13)


def best_call(table: Table, auction: Auction, hand: Hand, deviates: Deviation | None = None) -> Decision | None:
    """The best call for a hand; None where neither the book nor a simulation has one that may be trusted.

    The book is trusted as long as the hand is what it has shown. After that it is trusted only where it speaks of the
    matter in which the hand differs: an entry without limits counts on what was shown. A forced hand does not pass for
    want of an entry. May raise what the table's simulations raise.
    """
    decision = table.decide(hand, auction)
    forced = table.state(auction).forced
    if decision.simulation or decision.source is Source.SILENT:
        return decision
    if decision.entry is None:
        trusted = not forced and deviates is None
    else:
        trusted = deviates is None or deviates.is_named_by(_limits_of(table.place(auction), decision))
    return decision if trusted else table.decide_beyond_book(hand, auction)


def _limits_of(place: Place, decision: Decision) -> HandSummary:
    lines = meaning(place, decision.call).lines
    return next(line.summary for line in lines if decision.entry in line.entries)


def accepted_calls(table: Table, auction: Auction, hand: Hand, best: Decision) -> tuple[Call, ...]:
    """The best call and those that are as good: others that percentages allow, or of equal worth in a simulation."""
    if best.simulation:
        return tuple(dict.fromkeys((best.call, *best.simulation.equals)))
    return tuple(dict.fromkeys((best.call, *chances(table.place(auction), hand))))


def second_best(place: Place, hand: Hand) -> Call | None:
    """The call that the book would make without its first: the next that the same section makes for this hand.

    Sections that are asked later are for hands of which this one says nothing. An entry for any hand is no choice.
    """
    rows = list(place.matches(hand))
    following = next((row for section, row in rows if section is rows[0][0] and row.call is not rows[0][1].call), None)
    return following.call if following and following.call is not PASS and following.conditions else None
