"""What a teacher holds a call against: the best call, others as good, the second best, and what was shown before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bidbase.bidding.bidder import Decision, Source, chances
from bidbase.bidding.robots import Table
from bidbase.compiler import Place
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import SUITS_DOWN, Hand
from bidbase.game.features import HCP_TOTAL, TOTAL_POINTS, dummy_points
from bidbase.game.holdings import MAX_HCP
from bidbase.meaning.disclosure import meaning
from bidbase.meaning.hand_summary import HandSummary
from bidbase.meaning.reasons import hand_kinds

MORE = "You have more than you have shown"
FAR_OFF = 3  # points more or less than were shown, from which it matters


@dataclass(frozen=True, slots=True)
class Deviation:
    """How a hand is not what its player's calls have shown, in words, and by how many points."""

    words: str
    points: int = 0


def deviation(table: Table, auction: Auction, hand: Hand) -> Deviation | None:
    """How the hand of the player whose turn it is differs from what their calls have shown; None when it does not."""
    held = table.shown(auction)[auction.turn].summary
    if held is not None and not held.holds(hand):
        return _deviation_from(held, hand)
    withheld = max((_points_withheld(table, before, hand) for before in _passes(auction)), default=0)
    return Deviation(MORE, withheld) if withheld else None


def _passes(auction: Auction) -> Iterator[Auction]:
    """The auctions in which the player whose turn it is has passed."""
    for index in range(len(auction.calls) % 4, len(auction.calls), 4):
        if auction.calls[index] is PASS:
            yield auction.before(index)


def _points_withheld(table: Table, auction: Auction, hand: Hand) -> int:
    """How many points a hand has above those of the hands that pass by an entry, where it has an entry for a bid.

    A pass shows no limits, since hands without a bid pass too. Yet nobody plays a hand that should have opened for one
    that has passed.
    """
    place = table.place(auction)
    kinds = hand_kinds(place, PASS)
    best = place.find(hand)
    if not kinds or best is None or best[1].call is PASS:
        return 0
    return max(0, HCP_TOTAL.of(hand) - max(int(kind.summary.hcp[1]) for kind in kinds))


def _deviation_from(held: HandSummary, hand: Hand) -> Deviation:
    off = _distance(HCP_TOTAL.of(hand), held.hcp)
    for suit in SUITS_DOWN:
        cards = _distance(hand.lengths[suit], held.lengths[suit])
        if cards and not off:
            return Deviation(f"You have {'more' if cards > 0 else 'fewer'} {suit.title} than you have shown")
    off = off or _distance(TOTAL_POINTS.of(hand), held.total)
    if not off and held.trumps is not None:
        off = _distance(dummy_points(held.trumps).of(hand), held.dummy_limits)
    if off:
        return Deviation(MORE if off > 0 else "You have less than you have shown", abs(off))
    return Deviation("Your suits are not those that you have shown")


def _distance(value: int, limits: tuple[int, int]) -> int:
    """How far a value is above the limits, or below them as a negative number; 0 inside."""
    return max(0, value - limits[1]) + min(0, value - limits[0])


def best_call(table: Table, auction: Auction, hand: Hand, deviates: Deviation | None = None) -> Decision | None:
    """The best call for a hand; None where neither the book nor a simulation has one that may be trusted.

    Where a hand is some points off what it has shown, an entry that names no points counts on what was shown and is not
    trusted, unless it answers partner's question. A forced hand does not pass for want of an entry. May raise what the
    table's simulations raise.
    """
    decision, state = table.decide(hand, auction), table.state(auction)
    if decision.simulation or decision.weighed or decision.source is Source.SILENT:
        return decision
    if decision.entry is None:
        trusted = deviates is None and not state.forced
    else:
        far_off = deviates is not None and deviates.points >= FAR_OFF
        trusted = not far_off or state.asks_now or _names_points(table.place(auction), decision)
    return decision if trusted else table.decide_beyond_book(hand, auction)


def _names_points(place: Place, decision: Decision) -> bool:
    """Whether the entry that decided is one of hands with certain points."""
    lines = meaning(place, decision.call).lines
    summaries = [line.summary for line in lines if decision.entry in line.entries]
    return any(summary.hcp != (0, MAX_HCP) or summary.points_with_shape for summary in summaries)


def accepted_calls(table: Table, auction: Auction, hand: Hand, best: Decision) -> tuple[Call, ...]:
    """The best call and those that are as good: others that percentages allow, or of equal worth in a simulation.

    Where it was thought about, the book's call is as good, unless the book has none and a pass breaks a force.
    """
    if best.weighed:
        book = best.weighed.book
        trusted = best.source is not Source.BEYOND and not _breaks_force(table, auction, hand, book)
        return tuple(dict.fromkeys((best.call, *([book] if trusted else []), *best.weighed.equals)))
    if best.simulation:
        return tuple(dict.fromkeys((best.call, *best.simulation.equals)))
    return tuple(dict.fromkeys((best.call, *chances(table.place(auction), hand))))


def _breaks_force(table: Table, auction: Auction, hand: Hand, call: Call) -> bool:
    """Whether a call is a pass for want of an entry by a hand that is forced."""
    return call is PASS and table.state(auction).forced and table.place(auction).find(hand) is None


def second_best(place: Place, hand: Hand) -> Call | None:
    """The call that the book would make without its first: the next that the same section makes for this hand.

    Sections that are asked later are for hands of which this one says nothing. An entry for any hand is no choice.
    """
    rows = list(place.matches(hand))
    following = next((row for section, row in rows if section is rows[0][0] and row.call is not rows[0][1].call), None)
    return following.call if following and following.call is not PASS and following.conditions else None
