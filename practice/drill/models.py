"""The questions of drills, dealt ahead by workers, so that a drill starts at once."""

from __future__ import annotations

from django.db import models


class DrillPool(models.Model):
    """The questions about one subject of a system as it was in a revision, for a student in one chair.

    `subject` is what is asked about, as `convention Stayman`, and `chair` a `Chair` of the engine. A `dry` pool has no
    question at all: the subject never comes up. The questions up to number `tried` were dealt, or there are none; a
    worker that deals more of them has the pool until `claimed_until`.
    """

    system = models.ForeignKey("editor.SystemRow", models.CASCADE, related_name="+")
    revision = models.PositiveIntegerField()
    subject = models.TextField()
    chair = models.CharField(max_length=6)
    dry = models.BooleanField(default=False)
    tried = models.PositiveSmallIntegerField(default=0)
    claimed_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["system", "revision", "subject", "chair"], name="one_pool_of_a_subject")
        ]

    def __str__(self) -> str:
        return f"{self.subject}, {self.chair}"


class DrillQuestion(models.Model):
    """A deal with the calls given: it is the turn of the student in `seat`.

    `cards` is the deal in PBN, `calls` the auction, and `sources` has for each call the ref of its entry, "" where no
    entry made it. `expected` is the call of the system, by `entry`; `wanted` is the entry that is asked about. Of a
    `decoy` the hand lies near the edge of that, and another call is right.
    """

    pool = models.ForeignKey(DrillPool, models.CASCADE, related_name="questions")
    number = models.PositiveIntegerField()
    cards = models.CharField(max_length=69)
    dealer = models.CharField(max_length=1)
    vulnerability = models.CharField(max_length=4)
    seat = models.CharField(max_length=1)
    calls = models.TextField(blank=True)
    sources = models.JSONField()
    expected = models.CharField(max_length=2)
    entry = models.TextField()
    wanted = models.TextField()
    decoy = models.BooleanField()

    class Meta:
        ordering = ["pool", "number"]
        constraints = [models.UniqueConstraint(fields=["pool", "number"], name="one_question_of_a_number")]

    def __str__(self) -> str:
        return f"{self.pool_id}, question {self.number}: {self.calls or 'no call yet'}"


class SystemAuctions(models.Model):
    """The auctions that robots reach in a revision of a system, from which questions are chosen: found once for all.

    `auctions` is a `RobotAuctions` of the engine as JSON.
    """

    system = models.ForeignKey("editor.SystemRow", models.CASCADE, related_name="+")
    revision = models.PositiveIntegerField()
    auctions = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["system", "revision"], name="one_system_auctions_of_a_revision")]

    def __str__(self) -> str:
        return f"{self.system_id}, revision {self.revision}"
