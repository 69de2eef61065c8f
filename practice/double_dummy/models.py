"""Double-dummy results."""

from __future__ import annotations

from django.db import models


class DoubleDummy(models.Model):
    """What each side takes in each strain when everybody sees all cards, and the par of a dealer and vulnerability.

    `cards` is the deal in PBN; boards with the same cards, dealer and vulnerability share a row. `tricks` maps strain
    letter to seat letter to tricks.
    """

    cards = models.CharField(max_length=69)
    dealer = models.CharField(max_length=1)
    vulnerability = models.CharField(max_length=4)
    tricks = models.JSONField()
    par = models.JSONField()

    class Meta:
        verbose_name_plural = "double-dummy results"
        constraints = [
            models.UniqueConstraint(fields=["cards", "dealer", "vulnerability"], name="one_analysis_of_a_deal")
        ]

    def __str__(self) -> str:
        return self.cards
