"""How often something was tried: passwords, sign-ups, mails."""

from __future__ import annotations

from django.db import models


class Attempts(models.Model):
    """The attempts of one kind by one name or from one address.

    `key` is a digest of the kind and the name or address, which are not kept themselves. The next attempt is let in at
    `open_at`.
    """

    key = models.CharField(max_length=32, unique=True)
    tries = models.PositiveIntegerField(default=0)
    open_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "attempts"
        indexes = [models.Index(fields=["open_at"], name="attempts_by_age")]

    def __str__(self) -> str:
        return f"{self.tries}, the next at {self.open_at:%H:%M:%S}"
