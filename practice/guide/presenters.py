"""The steps of the guide: what a newcomer looks at first, second and third."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GuideStep:
    """A step: the place at the table that it speaks of, its title and its text."""

    place: str
    title: str
    text: str


STEPS = (
    GuideStep("hand", "Your hand", "These 13 cards are yours. Robots play the other three seats, your partner’s too."),
    GuideStep(
        "auction",
        "The auction so far",
        "Calls stand under their players, and you call where the “?” stands. Choose a call to read what it means.",
    ),
    GuideStep(
        "box", "Your call", "Point at a call, or tap it, to read what it means. Click, or tap again, to make it."
    ),
    GuideStep(
        "feedback",
        "What the system says",
        "After each call you see whether the system agrees, and why. At the end you see all hands.",
    ),
)


@dataclass(frozen=True)
class Guide:
    """How far a newcomer has come: the step that is shown, and its number from 1."""

    step: GuideStep
    number: int

    @property
    def count(self) -> int:
        """How many steps there are."""
        return len(STEPS)

    @property
    def last(self) -> bool:
        """Whether the guide ends here. The step after this one has the index `number`."""
        return self.number == self.count


def guide_of(index: int) -> Guide:
    """The guide at its step with this index, from 0; beyond the last step it stays there."""
    index = min(index, len(STEPS) - 1)
    return Guide(STEPS[index], index + 1)
