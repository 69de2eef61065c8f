"""The steps of the guide: what a newcomer looks at first, second and third."""

from __future__ import annotations

from bidbase_web.guides import GuideStep

STEPS = (
    ("hand", "Your hand", "These 13 cards are yours. Robots play the other three seats, your partner's too."),
    (
        "auction",
        "The auction so far",
        "Calls stand under their players, and you call where the “?” stands. Choose a call to read what it means.",
    ),
    ("box", "Your call", "Point at a call, or tap it, to read what it means. Click, or tap again, to make it."),
    (
        "feedback",
        "What the system says",
        "After each call you see whether the system agrees, and why. At the end you see all hands.",
    ),
)
"""For each step the place at the table that it speaks of, its title and its text."""


def guide_of(index: int) -> GuideStep:
    """The step with this index, from 0; beyond the last step the guide stays there."""
    index = min(index, len(STEPS) - 1)
    return GuideStep(*STEPS[index], number=index + 1, count=len(STEPS))
