"""The suits of a hand: shape, lengths, honors, of each suit, of variables and of the X suit."""

from __future__ import annotations

from bidbase.language import shape, suit_honors, suit_lengths
from bidbase.language.field import AnyField, Field, Group, words
from bidbase.language.fields.suit_slots import SUIT_SLOTS, SuitSlot


def _num_field(slot: SuitSlot) -> Field[suit_lengths.Num]:
    """How many cards a hand must hold of a suit, or of the suit that a variable stands for."""
    return Field(
        f"{slot.name}_num",
        f"{slot.label} length",
        Group.SUITS,
        f"How many {slot.cards}: 5+, 2-4, <3, any, compared with another suit (>=D, <x, =$a), or x where it may be "
        "the X suit. Commas separate alternatives.",
        "5+",
        suit_lengths.parse_num,
        lambda cell: cell.words(slot.cards),
        judges_hand=True,
        suit=slot.suit,
    )


def _points_field(slot: SuitSlot) -> Field[suit_honors.Points]:
    """What honors a hand must hold in a suit, or in the suit that a variable stands for."""
    return Field(
        f"{slot.name}_points",
        f"{slot.label} honors",
        Group.SUITS,
        f"Honors in {slot.about}: points (4+, 2-4), A, K or Q, !Q (no queen), a (two of the top three), "
        "b (AJT, KJT, QJT), c (three of four), d (four of five), 2stop 1stop hstop 0stop, "
        "FRC, SRC, P (protected), i1 (intermediates: 4+i1), any, or x. As GIB has them: bid, rebid, 2rebid, srebid, "
        "solid6 solid7 solid8; g2stop g1stop glstop (likely) gpstop (partial) g0stop; "
        "h6+ (A 8, K 4, Q 2, J 1: KQ or better).",
        "4+i1",
        suit_honors.parse_points,
        lambda cell: cell.words(slot.about),
        judges_hand=True,
        suit=slot.suit,
    )


SHAPE = Field(
    "shape",
    "Shape",
    Group.SUITS,
    f"{', '.join(shape.KINDS)}; 5332 in any order; 4=4=3=2 spades first. Commas separate alternatives.",
    "balanced",
    shape.parse_shape,
    words,
    judges_hand=True,
)

X_NUM = Field(
    "x_num",
    "X length",
    Group.SUITS,
    "How many cards the X suit has, or any: it is one of the suits marked x. The longest is taken, of equals the "
    "highest; U takes the lowest.",
    "4+U",
    suit_lengths.parse_x_num,
    words,
    judges_hand=True,
)

X_POINTS = Field(
    "x_points",
    "X honors",
    Group.SUITS,
    "Honors in the X suit, as in the honors of a suit.",
    "5+",
    suit_honors.parse_x_points,
    lambda cell: cell.words("the X suit"),
    judges_hand=True,
)

NUM = {slot.key: _num_field(slot) for slot in SUIT_SLOTS}
"""The cards of each suit, by suit, and of each variable, by its letter."""

POINTS = {slot.key: _points_field(slot) for slot in SUIT_SLOTS}
"""The honors of each suit, by suit, and of each variable, by its letter."""

COMBINED_NUM = Field(
    "combined_num",
    "Combined length",
    Group.SUITS,
    "Cards in two or three suits together: SH=8-9, CDH>11, xD>7.",
    "SH=8-9",
    shape.parse_combined,
    lambda cell: cell.words("cards"),
    judges_hand=True,
)

COMBINED_POINTS = Field(
    "combined_points",
    "Combined HCP",
    Group.SUITS,
    "HCP in two or three suits together: SHC>6.",
    "SHC>6",
    shape.parse_combined,
    lambda cell: cell.words("HCP"),
    judges_hand=True,
)

FIELDS: tuple[AnyField, ...] = (
    SHAPE,
    X_NUM,
    X_POINTS,
    *(field for slot in SUIT_SLOTS for field in (NUM[slot.key], POINTS[slot.key])),
    COMBINED_NUM,
    COMBINED_POINTS,
)
