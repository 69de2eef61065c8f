"""Guides: short steps beside the page that they speak of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GuideStep:
    """A step of a guide, as `guide.html` shows it: the place on the page that it speaks of, its title and its text.

    `number` counts from 1 to `count`.
    """

    place: str
    title: str
    text: str
    number: int
    count: int

    @property
    def last(self) -> bool:
        """Whether the guide ends here."""
        return self.number == self.count
