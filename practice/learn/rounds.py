"""A round of hands: where it stands, and its hands."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from practice.boards.models import StudentBoard
from practice.learn.models import JudgedCall

ROUND = 10  # hands


@dataclass(frozen=True)
class RoundHand:
    """A hand of a round: its board, and the student's first call there as it was judged; None while it is not."""

    board: StudentBoard
    judged: JudgedCall | None

    @property
    def right(self) -> bool | None:
        """Whether that call was right; None where it does not count, as with hints."""
        return self.judged.right if self.judged is not None else None

    @property
    def answered(self) -> bool:
        """Whether the student has made their first call."""
        return bool(self.board.first_verdict)


@dataclass(frozen=True)
class RoundLine:
    """Where a round stands at one of its boards: the place of the hand, hands that count so far, and those right.

    The title is blank before the student has made their call: it would give the answer away.
    """

    token: str
    title: str
    size: int
    place: int
    counted: int
    right: int

    @property
    def address(self) -> str:
        """The summary of the round."""
        return reverse("practice:round", args=[self.token])

    @property
    def next_address(self) -> str:
        """Leads to the next hand, or to the summary."""
        return reverse("practice:round_next", args=[self.token])


@dataclass(frozen=True)
class LeftRound:
    """A round that its owner has left half-way: its title, and how many hands are answered."""

    token: str
    title: str
    answered: int
    size: int
