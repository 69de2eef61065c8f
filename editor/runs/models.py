"""One row for each piece of work."""

from __future__ import annotations

from django.db import models


class Run(models.Model):
    """A piece of work: what is to be done, how far it is, and what came of it.

    `kind` names the work and `key` is a digest of its `arguments`, so that all who ask for the same share a row. A
    worker claims the row until `claimed_until`; a lease that runs out puts it back. `progress` and `result` are what
    the work tells of itself, and `why` tells the visitor why it failed. `owner` is the key of the visitor who asked
    first. Long work waits again after each piece: `reached` is where the next one goes on, and
    `served_at` is when the last one began.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        WORKING = "working"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=32)
    arguments = models.JSONField()
    owner = models.CharField(max_length=43, blank=True, default="")
    state = models.CharField(max_length=9, choices=State.choices, default=State.WAITING)
    progress = models.JSONField(default=dict, blank=True)
    result = models.JSONField(null=True, blank=True)
    why = models.CharField(max_length=200, blank=True, default="")
    reached = models.JSONField(null=True, blank=True)
    served_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True, blank=True)
    asked_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "key"], name="one_run_of_a_kind_and_key")]
        indexes = [
            models.Index(fields=["owner", "kind", "state"], name="runs_of_a_visitor"),
            models.Index(fields=["updated_at"], name="runs_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}: {self.state}"

    @property
    def pending(self) -> bool:
        """Whether a worker is at it, or has yet to begin."""
        return self.state in (self.State.WAITING, self.State.WORKING)
