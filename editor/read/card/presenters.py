"""A convention card as its page shows it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class FilledLine:
    """A line of the card: its label, what the system says (empty for nothing), its alert, and where it is read.

    `after` has the prior bids, and `seat` is the seat that opens.
    """

    label: str
    text: str
    alert: str
    after: str
    seat: int


@dataclass(frozen=True)
class CardPart:
    """A part of the card."""

    title: str
    lines: tuple[FilledLine, ...]


def card_parts(stored: Iterable[Any]) -> list[CardPart]:
    """The parts of a card that a worker has filled in."""
    return [CardPart(title, tuple(FilledLine(*line) for line in lines)) for title, lines in stored]
