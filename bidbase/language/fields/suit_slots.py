"""The suits that an entry has fields for: the four suits, and the variables that stand for one."""

from __future__ import annotations

from typing import NamedTuple

from bidbase.game.cards import SUITS_DOWN, Strain
from bidbase.language.patterns import VARIABLES


class SuitSlot(NamedTuple):
    """A suit, or a variable that stands for one: `key` is the suit, or the letter of the variable.

    `suit` is None for a variable. The names of its fields begin with `name`, and their labels with `label`; in words
    it is `about`, and its cards are `cards`.
    """

    key: Strain | str
    name: str
    label: str
    about: str
    cards: str
    suit: Strain | None = None


SUIT_SLOTS = (
    *(SuitSlot(suit, suit.title, suit.title.capitalize(), suit.title, suit.title, suit) for suit in SUITS_DOWN),
    *(SuitSlot(name, name, f"Suit {name}", f"suit {name}", f"cards in suit {name}") for name in VARIABLES),
)
