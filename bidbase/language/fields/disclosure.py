"""What a call tells: to everybody, and what partner may expect."""

from __future__ import annotations

from bidbase.game.cards import Strain
from bidbase.language import disclosures, strength
from bidbase.language.field import Field, Group, parse_text, words
from bidbase.language.fields.suit_slots import SUIT_SLOTS
from bidbase.language.shows import parse_shows


def _length_field(name: str, label: str, about: str, cards: str, suit: Strain | None) -> Field:
    return Field(
        f"{name}_shown",
        f"{label} shown",
        Group.DISCLOSURE,
        f"The {cards} partner may expect: 5; x5 for an X suit; /5 in one kind of hand; F3 a fit; "
        "H help, S short, C control.",
        "5",
        disclosures.parse_length,
        lambda cell: str(cell.words(about if cell.cards is None else cards)),
        suit=suit,
    )


FIELDS: tuple[Field, ...] = (
    Field(
        "alert",
        "Disclosure type",
        Group.DISCLOSURE,
        "none, alert, announce or pre-alert.",
        "announce",
        disclosures.parse_alert,
        words,
    ),
    Field(
        "disclosure",
        "Disclosure",
        Group.DISCLOSURE,
        "What the call tells, in words. Text after [ is for editors alone.",
        "Transfer to spades",
        parse_text,
        words,
    ),
    Field(
        "shows",
        "Shows",
        Group.DISCLOSURE,
        "The points and lengths that people read, where they are not what the hand must meet: 8+; 8+,4+S; T12+; "
        "15-17,balanced; any for nothing at all. What is true is added to it.",
        "8+,4+S",
        parse_shows,
        words,
    ),
    Field(
        "asks",
        "Asks for",
        Group.DISCLOSURE,
        "1 forcing, G to game, O semi-forcing, SO sign-off; A aces, K kings, KC key cards; P pick; HC help in clubs; "
        "CD control in diamonds; B2H bid 2H.",
        "G",
        disclosures.parse_asks,
        words,
    ),
    Field(
        "strength",
        "Strength",
        Group.DISCLOSURE,
        "The strength partner may expect: "
        + "; ".join(f"{strength} {strength.words()}" for strength in disclosures.STRENGTHS.values())
        + ". The same for all entries of one call.",
        "O",
        disclosures.parse_strength,
        lambda cell: str(cell.name),
    ),
    Field(
        "expected_points",
        "Expected points",
        Group.DISCLOSURE,
        "The HCP partner may expect.",
        "15-17",
        strength.parse_hcp,
        words,
    ),
    *(_length_field(*naming) for naming in SUIT_SLOTS),
)
