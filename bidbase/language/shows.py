"""What an entry shows where that is not what it requires: GIB's specification, as against its criteria."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from bidbase.game.cards import SUIT_BY_LETTER, Strain
from bidbase.language.ranges import RANGE, Range, read_range
from bidbase.language.tokenizer import Tokenizer

ANY = "any"
TOTAL = "T"
BALANCED = "balanced"


@dataclass(frozen=True, slots=True)
class ShownPart:
    """High-card points, with `total` total points, or the cards of a suit or variable."""

    range: Range
    suit: Strain | str | None = None  # None: points
    total: bool = False

    @property
    def about(self) -> Strain | str | None:
        """What it speaks of: a suit, a variable, None for high-card points, `TOTAL` for total points."""
        return TOTAL if self.total else self.suit

    def __str__(self) -> str:
        suit = f"${self.suit}" if isinstance(self.suit, str) else self.suit.letter if self.suit is not None else ""
        return f"{TOTAL if self.total else ''}{self.range}{suit}"

    def words(self) -> str:
        """`8 or more HCP`, `12 or more total points`, `4 to 5 spades`."""
        match self.about:
            case Strain() as suit:
                what = suit.title
            case None:
                what = "HCP"
            case variable:
                what = "total points" if variable == TOTAL else f"cards in suit {variable}"
        return f"{self.range.words()} {what}"


@dataclass(frozen=True, slots=True)
class Shows:
    """The points and lengths that a call shows; what is not named may be anything."""

    parts: tuple[ShownPart, ...] = ()
    balanced: bool = False

    @property
    def variables(self) -> set[str]:
        """The variables that it names."""
        return {part.suit for part in self.parts if isinstance(part.suit, str)}

    def bound(self, binding: Mapping[str, Strain]) -> Shows:
        """What the call shows, with each variable replaced by its suit."""
        parts = (replace(p, suit=binding[p.suit]) if isinstance(p.suit, str) else p for p in self.parts)
        return Shows(tuple(parts), self.balanced)

    def range_of(self, about: Strain | str | None) -> Range:
        """What it says of a suit, of high-card points (None), or of total points (`TOTAL`)."""
        return next((part.range for part in self.parts if part.about == about), Range())

    def __str__(self) -> str:
        return ",".join((*map(str, self.parts), *([BALANCED] if self.balanced else []))) or ANY

    def words(self) -> str:
        """`8 or more HCP, 4 or more spades`."""
        return ", ".join((*(part.words() for part in self.parts), *([BALANCED] if self.balanced else []))) or "anything"


_PART = re.compile(r"(?P<total>T\s*)?(?P<range>.*?)\s*(?P<suit>[SHDC]|\$[abc])?", re.IGNORECASE | re.DOTALL)


def parse_shows(text: str) -> Shows:
    """Read `8+`, `8+,4+S`, `T12+`, `15-17,balanced`, `5+$a`; `any` is no limit at all.

    cell = "any" | part {"," part}
    part = ["T"] range | range (suit | "$" variable) | "balanced"
    """
    tokens = Tokenizer(text)
    if str(tokens).lower() == ANY:
        return Shows()
    parts: dict[Strain | str | None, ShownPart | str] = {}
    for alternative in tokens.alternatives():
        part = _read_part(alternative)
        about = part if isinstance(part, str) else part.about
        if about in parts:
            raise alternative.error("this is said twice")
        parts[about] = part
    return Shows(tuple(part for part in parts.values() if isinstance(part, ShownPart)), BALANCED in parts)


def _read_part(tokens: Tokenizer) -> ShownPart | str:
    written = str(tokens)
    if written.lower() == BALANCED:
        return BALANCED
    match = tokens.fits(_PART)
    assert match is not None
    letter = (match["suit"] or "").upper()
    suit = letter[1].lower() if letter.startswith("$") else SUIT_BY_LETTER.get(letter)
    if not RANGE.fullmatch(match["range"]) or (match["total"] and suit is not None):
        raise tokens.error(
            f"{written!r} is nothing that a call shows; write 8+ for HCP, T12+ for total points, 4+S, balanced or any"
        )
    return ShownPart(read_range(tokens.part(match, "range")), suit, bool(match["total"]))
