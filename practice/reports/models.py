"""Reports of wrong calls and texts."""

from __future__ import annotations

from django.db import models


class CallReport(models.Model):
    """That a visitor holds a call, or what is said of it, to be wrong.

    `position` has all that the call depended on, as it was then: auction, dealer, vulnerability, scoring, seat, systems
    with their revisions, what was said of the call, and the hand if the visitor could see it. A visitor reports a call
    of a board once; what they say later replaces what they said.
    """

    class State(models.TextChoices):
        OPEN = "open", "Open"
        CLOSED = "closed", "Closed"

    board = models.ForeignKey("practice.StudentBoard", models.CASCADE, related_name="reports")
    index = models.PositiveSmallIntegerField()
    call = models.CharField(max_length=2)
    position = models.JSONField()
    owner_key = models.CharField(max_length=43)
    note = models.TextField(max_length=1000, blank=True)
    state = models.CharField(max_length=6, choices=State.choices, default=State.OPEN)
    reported_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-reported_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["board", "index", "call", "owner_key"], name="one_report_of_a_call_by_a_visitor"
            )
        ]
        indexes = [models.Index(fields=["state", "-reported_at"], name="reports_by_state")]

    def __str__(self) -> str:
        return f"{self.call} after {self.position.get('auction') or 'no call'}: {self.note or 'no note'}"
