"""What a call tells: to everybody, and what partner may expect."""

from __future__ import annotations

from bidbase.language import disclosures, strength
from bidbase.language.field import AnyField, Field, Group, parse_text, words
from bidbase.language.fields.suit_slots import SUIT_SLOTS, SuitSlot
from bidbase.language.shows import parse_shows


def _length_field(slot: SuitSlot) -> Field[disclosures.Length]:
    """How many cards of a suit partner may expect, or of the suit that a variable stands for."""
    return Field(
        f"{slot.name}_shown",
        f"{slot.label} shown",
        Group.DISCLOSURE,
        f"The {slot.cards} partner may expect: 5; x5 for an X suit; /5 in one kind of hand; F3 a fit; "
        "H help, S short, C control.",
        "5",
        disclosures.parse_length,
        lambda cell: cell.words(slot.about if cell.cards is None else slot.cards),
        suit=slot.suit,
    )


ALERT = Field(
    "alert",
    "Disclosure type",
    Group.DISCLOSURE,
    "none, alert, announce or pre-alert.",
    "announce",
    disclosures.parse_alert,
    words,
)

DISCLOSURE = Field(
    "disclosure",
    "Disclosure",
    Group.DISCLOSURE,
    "What the call tells, in words. Text after [ is for editors alone.",
    "Transfer to spades",
    parse_text,
    words,
)

SHOWS = Field(
    "shows",
    "Shows",
    Group.DISCLOSURE,
    "The points and lengths that people read, where they are not what the hand must meet: 8+; 8+,4+S; T12+; "
    "15-17,balanced; any for nothing at all. What is true is added to it.",
    "8+,4+S",
    parse_shows,
    words,
)

ASKS = Field(
    "asks",
    "Asks for",
    Group.DISCLOSURE,
    "1 forcing, G to game, O invitational, SO sign-off; A aces, K kings, KC key cards; P pick; HC help in clubs; "
    "CD control in diamonds; B2H bid 2H.",
    "G",
    disclosures.parse_asks,
    words,
)

STRENGTH = Field(
    "strength",
    "Strength",
    Group.DISCLOSURE,
    "The strength partner may expect: "
    + "; ".join(f"{strength} {strength.words()}" for strength in disclosures.STRENGTHS.values())
    + ". The same for all entries of one call.",
    "O",
    disclosures.parse_strength,
    lambda cell: str(cell.name),
)

EXPECTED_POINTS = Field(
    "expected_points",
    "Expected points",
    Group.DISCLOSURE,
    "The HCP partner may expect.",
    "15-17",
    strength.parse_hcp,
    words,
)

SHOWN = {slot.key: _length_field(slot) for slot in SUIT_SLOTS}
"""What partner may expect of each suit, by suit, and of each variable, by its letter."""

FIELDS: tuple[AnyField, ...] = (ALERT, DISCLOSURE, SHOWS, ASKS, STRENGTH, EXPECTED_POINTS, *SHOWN.values())
