"""Double-dummy results."""

from __future__ import annotations

from django.db import models


class DoubleDummy(models.Model):
    """What each side takes in each strain when everybody sees all cards, for a numbered deal.

    `tricks` maps strain letter to seat letter to tricks. A worker claims the row until `claimed_until`; a lease that
    runs out puts it back.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        WORKING = "working"
        DONE = "done"
        FAILED = "failed"

    deal_number = models.PositiveIntegerField(unique=True)
    state = models.CharField(max_length=7, choices=State.choices, default=State.WAITING)
    tricks = models.JSONField(null=True, blank=True)
    par = models.JSONField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True, blank=True)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name_plural = "double-dummy results"

    def __str__(self) -> str:
        return f"Deal {self.deal_number}: {self.state}"
