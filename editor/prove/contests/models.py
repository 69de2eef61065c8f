"""Contests, and what came of them so far."""

from __future__ import annotations

from django.db import models

from bidbase.bidding.teams import Tally
from editor.store.systems.models import SystemRow

MOST_SWINGS = 40


class Contest(models.Model):
    """A team match between the systems `first` and `second`, each as of a revision, over so many `boards`.

    `seed` says which boards. The tally is kept as `bidbase` counts it. Each of the largest `swings` has the `number` of
    the board, the `imps` that the first system wins, and for both tables the `calls`, the `contract` and the `score` of
    North-South; at the first table the first system sits there. `ended_at` is when it ended, before all boards were
    played where the result was `clear`.
    """

    owner_key = models.CharField(max_length=43)
    first = models.ForeignKey(SystemRow, models.CASCADE, related_name="+")
    first_revision = models.PositiveIntegerField()
    second = models.ForeignKey(SystemRow, models.CASCADE, related_name="+")
    second_revision = models.PositiveIntegerField()
    boards = models.PositiveIntegerField()
    seed = models.PositiveIntegerField()
    played = models.PositiveIntegerField(default=0)
    imps = models.IntegerField(default=0)
    squares = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    lost = models.PositiveIntegerField(default=0)
    swings = models.JSONField(default=list, blank=True)
    clear = models.BooleanField(default=False)
    made = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made", "-pk"]
        indexes = [models.Index(fields=["owner_key", "-made"], name="contests_of_a_visitor")]

    def __str__(self) -> str:
        return f"{self.first} against {self.second}, {self.played} of {self.boards} boards"

    @property
    def tally(self) -> Tally:
        """What has been won so far."""
        return Tally(self.played, self.imps, self.squares, self.won, self.lost)
