"""One row for each job."""

from __future__ import annotations

from typing import Any

from django.db import models

from bidbase_web.jobs.job import Job, JobLine, job_of


class Run(models.Model):
    """A job that somebody has asked for: what is to be done, how far it is, and what came of it.

    `kind` names the job and `key` is a digest of its `arguments`, so that all who ask for the same share a row. `line`
    is the first one in which somebody waits for it, and `owner` the key of the visitor who asked first. `wanted_at` is
    when somebody asked last. A worker claims the row until `claimed_until`; a lease that runs out puts it back.
    `progress` and `result` are what the work tells of itself, and `why` tells the visitor why it failed. A long job
    waits again after each piece: `reached` is where the next one goes on, and `served_at` is when the last one began.
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
    line = models.PositiveSmallIntegerField(
        choices=[(line.value, line.words) for line in JobLine], default=JobLine.PAGE
    )
    owner = models.CharField(max_length=43, blank=True, default="")
    state = models.CharField(max_length=9, choices=State.choices, default=State.WAITING)
    progress = models.JSONField(default=dict, blank=True)
    result = models.JSONField(null=True, blank=True)
    why = models.CharField(max_length=200, blank=True, default="")
    reached = models.JSONField(null=True, blank=True)
    served_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True, blank=True)
    asked_at = models.DateTimeField()
    wanted_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "key"], name="one_run_of_a_job")]
        indexes = [
            models.Index(fields=["owner", "kind", "state"], name="jobs_of_a_visitor"),
            models.Index(fields=["updated_at"], name="jobs_by_age"),
            models.Index(fields=["state", "line"], name="jobs_in_line"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}: {self.state}"

    @property
    def pending(self) -> bool:
        """Whether a worker is at it, or has yet to begin."""
        return self.state in PENDING

    @property
    def job(self) -> Job[Any]:
        """What is to be done. Raises `Impossible` where this version of the site does not know it."""
        return job_of(self.kind, self.arguments)


PENDING = (Run.State.WAITING, Run.State.WORKING)
