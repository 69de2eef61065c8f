"""The steps of the guide: what a newcomer looks at first, second and third."""

from __future__ import annotations

from bidbase_web.guides import GuideStep

STEPS = (
    (
        "hand",
        "Your hand",
        "These 13 cards are yours. Count your HCP: 4 for an ace, 3 for a king, 2 for a queen, 1 for a jack. "
        "With 12 or more you open the bidding.",
    ),
    (
        "box",
        "Your call",
        "A bid offers to win so many tricks above six: 1♠ is seven tricks with spades as trumps. "
        "Point at a call, or tap it, to read what it means; click, or tap again, to make it.",
    ),
    (
        "feedback",
        "What the system says",
        "After each call you see whether it agrees, and why. Silent opponents, as here, are a choice on Practice.",
    ),
)
"""For each step the place at the table that it speaks of, its title and its text."""


def guide_of(index: int) -> GuideStep:
    """The step with this index, from 0; beyond the last step the guide stays there."""
    index = min(index, len(STEPS) - 1)
    return GuideStep(*STEPS[index], number=index + 1, count=len(STEPS))
