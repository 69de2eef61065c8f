"""Partnerships: two people, and the seats in which they bid."""

from __future__ import annotations

from django.db import models

from bidbase.game.cards import Seat
from editor.selectors import SystemRow
from practice.boards.models import new_token
from practice.sets.models import visible

SEATS = (Seat.SOUTH, Seat.NORTH)


class Partnership(models.Model):
    """Two people who bid together, each with an owner key and a nickname: South, who has invited the other, and North.

    Each plays the system that they have chosen, and without one that of their partner. Until somebody takes the seat of
    North, `north_key` is null; whoever has the `token` may take it. The boards of the partnership have the token as
    their owner key.
    """

    token = models.CharField(max_length=22, unique=True, default=new_token, editable=False)
    south_key = models.CharField(max_length=43, db_index=True)
    south_name = models.CharField(max_length=20, validators=[visible])
    north_key = models.CharField(max_length=43, null=True, blank=True, db_index=True)
    north_name = models.CharField(max_length=20, blank=True, default="", validators=[visible])
    south_system = models.ForeignKey("editor.SystemRow", models.SET_NULL, null=True, blank=True, related_name="+")
    north_system = models.ForeignKey("editor.SystemRow", models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return f"{self.south_name} and {self.north_name}" if self.full else self.south_name

    @property
    def full(self) -> bool:
        """Whether both seats are taken."""
        return self.north_key is not None

    @property
    def alone(self) -> bool:
        """Whether one person holds both seats, as when two guests log in to one account. They call for both in turn."""
        return self.south_key == self.north_key

    def choice_of(self, seat: Seat) -> SystemRow | None:
        """The system that the person in this seat has chosen."""
        return self.south_system if seat is Seat.SOUTH else self.north_system

    def seat_of(self, key: str | None) -> Seat | None:
        """The seat of whoever holds this owner key; None for everybody else."""
        return next((seat for seat in SEATS if key and key == self.key_of(seat)), None)

    def key_of(self, seat: Seat) -> str:
        """The owner key of the person in this seat, blank while nobody has taken it."""
        return self.south_key if seat is Seat.SOUTH else self.north_key or ""

    def name_of(self, seat: Seat) -> str:
        """The nickname of the person in this seat, blank while nobody has taken it."""
        return self.south_name if seat is Seat.SOUTH else self.north_name
