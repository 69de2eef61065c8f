"""Simulations, kept under what they answer."""

from __future__ import annotations

from django.db import models


class DealSimulation(models.Model):
    """What has been found out about a question, by steps that workers make one after the other.

    `key` is a digest of the `question`, which is a `DealQuestion`; whoever asks the same gets this row. `wanted` deals
    are looked for, and the tricks of `played` counted in them: strains and declarers, as in `SN`. Each step is written
    by one conditional update that also counts `steps`, so that one which is made twice counts once.

    `part` and `exact` are those of the frequency; `searched` pieces of the search have `tried` so many deals, of which
    `found` fit. `deals` has the first of them, a line each. `tricks` has by declarer and strain a hexadecimal digit for
    each deal, as far as they are counted, which has taken `seconds`. `places` has the frequencies by seat and
    vulnerability.
    """

    key = models.CharField(max_length=32, unique=True)
    question = models.JSONField()
    system = models.ForeignKey("editor.SystemRow", models.CASCADE, null=True, blank=True, related_name="+")
    wanted = models.PositiveIntegerField()
    played = models.JSONField(default=list, blank=True)
    stopped = models.BooleanField(default=False)
    steps = models.PositiveIntegerField(default=0)
    part = models.FloatField(null=True, blank=True)
    exact = models.BooleanField(default=False)
    searched = models.PositiveIntegerField(default=0)
    tried = models.PositiveBigIntegerField(default=0)
    found = models.PositiveBigIntegerField(default=0)
    deals = models.TextField(blank=True, default="")
    places = models.JSONField(default=list, blank=True)
    tricks = models.JSONField(default=dict, blank=True)
    seconds = models.FloatField(default=0)
    asked_at = models.DateTimeField()
    stepped_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["asked_at"], name="simulations_by_age")]

    def __str__(self) -> str:
        return f"{self.key}: {len(self.lines)} of {self.wanted} deals"

    @property
    def lines(self) -> list[str]:
        """The deals in PBN."""
        return self.deals.splitlines()
