"""Double-dummy results."""

from __future__ import annotations

from django.db import models

from bidbase.game.cards import Deal, Seat, Vulnerability


class DoubleDummy(models.Model):
    """What each side takes in each strain when everybody sees all cards, and the par of a dealer and vulnerability.

    `cards` is the deal in PBN; boards with the same cards, dealer and vulnerability share a row. `tricks` maps strain
    letter to seat letter to tricks. A worker claims the row until `claimed_until`; a lease that runs out puts it back.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        WORKING = "working"
        DONE = "done"
        FAILED = "failed"

    cards = models.CharField(max_length=69)
    dealer = models.CharField(max_length=1)
    vulnerability = models.CharField(max_length=4)
    state = models.CharField(max_length=7, choices=State.choices, default=State.WAITING)
    tricks = models.JSONField(null=True, blank=True)
    par = models.JSONField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True, blank=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "double-dummy results"
        constraints = [
            models.UniqueConstraint(fields=["cards", "dealer", "vulnerability"], name="one_analysis_of_a_deal")
        ]

    def __str__(self) -> str:
        return f"{self.cards}: {self.state}"

    @property
    def position(self) -> tuple[Deal, Seat, Vulnerability]:
        """What is analyzed: the deal, its dealer and its vulnerability."""
        return Deal.parse(self.cards), Seat.parse(self.dealer), Vulnerability.parse(self.vulnerability)
