"""How the fields of one suit are named: there are the four suits, and the variables that stand for a suit."""

from __future__ import annotations

from typing import NamedTuple

from bidbase.game.cards import SUITS_DOWN, Strain
from bidbase.language.patterns import VARIABLES


class SuitSlot(NamedTuple):
    """The beginning of names and of labels, how the suit is spoken of, and its cards; `suit` is None for a variable."""

    name: str
    label: str
    about: str
    cards: str
    suit: Strain | None = None


SUIT_SLOTS = (
    *(SuitSlot(suit.title, suit.title.capitalize(), suit.title, suit.title, suit) for suit in SUITS_DOWN),
    *(SuitSlot(name, f"Suit {name}", f"suit {name}", f"cards in suit {name}") for name in VARIABLES),
)
