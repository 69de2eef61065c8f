"""A natural reading: what a call would be taken for, the kinds of hands that make it, and what it asks."""

from __future__ import annotations

from dataclasses import dataclass

from bidbase.language.auction_state import Expected
from bidbase.meaning.hand_summary import HandSummary

ANY_LENGTH = (0, 13)
SURPRISING = "Surprising after what was shown"
Limits = tuple[int, int]


@dataclass(frozen=True, slots=True)
class NaturalReading:
    """What a call is called, the kinds of hands that make it, and the codes of what it asks.

    `title` stands for the call in a sentence where its name is the point: "4NT would *ask for aces*".
    """

    text: str
    kinds: tuple[HandSummary, ...]
    asks: tuple[str, ...] = ()
    title: str = ""

    @property
    def expected(self) -> Expected:
        """What it leads the others to expect: what its most frequent kind of hand has."""
        kind = self.kinds[0]
        low, high = kind.hcp
        clubs, diamonds, hearts, spades = kind.lengths
        return Expected(
            (max(low, kind.total[0] - 2), high),
            (clubs[0], diamonds[0], hearts[0], spades[0]),
            (clubs[1], diamonds[1], hearts[1], spades[1]),
            (kind.stops[0], kind.stops[1], kind.stops[2], kind.stops[3]),
        )

    @property
    def surprising(self) -> bool:
        """Whether no hand that has called so makes it. Then a range says nothing."""
        return self.text == SURPRISING

    def words(self) -> str:
        """`Natural (12+ total points, 5+♣)`."""
        ranges = "" if self.surprising else self.kinds[0].words()
        return f"{self.text} ({ranges})" if ranges else self.text
