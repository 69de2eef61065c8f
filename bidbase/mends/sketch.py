"""The specification of a new entry, drawn from one hand and hands like it."""

from __future__ import annotations

from collections.abc import Iterator

from bidbase.game.auction import Call
from bidbase.game.cards import SUITS_DOWN, Hand, Strain
from bidbase.game.features import HCP_TOTAL
from bidbase.game.holdings import MAX_HCP
from bidbase.language import fields
from bidbase.language.shape import Shape, ShapePattern
from bidbase.meaning.reasons import number_of_cards

AROUND = 1  # points more or less that a hand like this one may have
LONG, SHORT = 5, 1  # suits of so many cards or more, and of so many or fewer, are what a player calls by
BALANCED = "balanced"


def sketches(hand: Hand, call: Call) -> Iterator[dict[str, str]]:
    """The cells for hands like this one, from the widest to the narrowest: with about as many points, then also of its
    shape, then with just as many points.
    """
    for around, shaped in ((AROUND, False), (AROUND, True), (0, True)):
        yield _sketch(hand, call, around, shaped)


def _sketch(hand: Hand, call: Call, around: int, shaped: bool) -> dict[str, str]:
    """The points of a hand, and the lengths by which one calls: long suits, short ones, and the suit that is bid."""
    points = HCP_TOTAL.of(hand)
    named = call.strain if call.is_bid else None
    low, high = max(0, points - around), min(MAX_HCP, points + around)
    cells = {fields.HCP.name: f"{low}-{high}" if low < high else str(low)}
    for suit in SUITS_DOWN:
        length = hand.lengths[suit]
        if length >= LONG or (named is suit and length > SHORT):
            cells[fields.NUM[suit].name] = f"{length}+"
        elif length <= SHORT:
            cells[fields.NUM[suit].name] = f"<{SHORT + 1}"
    if shaped:
        cells[fields.SHAPE.name] = str(pattern_of(hand))
    elif Shape((BALANCED,)).holds(hand.lengths) and max(hand.lengths) < LONG:
        cells[fields.SHAPE.name] = BALANCED
    return cells | {fields.TEST_HAND.name: str(hand), fields.DISCLOSURE.name: _disclosure(hand, call)}


def pattern_of(hand: Hand) -> ShapePattern:
    """The shape of a hand, whichever its suits: `5422`."""
    first, second, third, fourth = sorted(hand.lengths, reverse=True)
    return ShapePattern((first, second, third, fourth), exact=False)


def _disclosure(hand: Hand, call: Call) -> str:
    """`Natural, five or more spades`; for a call that names no suit of the hand what the hand is like."""
    suits = [suit for suit in SUITS_DOWN if hand.lengths[suit] >= LONG]
    named = call.strain if call.is_bid and call.strain is not Strain.NOTRUMP else None
    if named is not None and hand.lengths[named] > SHORT + 1:
        return f"Natural, {number_of_cards(hand.lengths[named], named, or_more=True)}"
    if suits:
        words = " and ".join(number_of_cards(hand.lengths[suit], suit, or_more=True) for suit in suits)
        return words[0].upper() + words[1:]
    return "Balanced" if max(hand.lengths) - min(hand.lengths) <= 2 else "No long suit"
