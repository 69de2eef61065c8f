"""Entries that are being written and not yet in play."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from editor.store.systems.models import SystemRow


class EntryDraft(models.Model):
    """What somebody has written of an entry and not finished; nobody bids by it.

    `cells` has the texts by the names of the fields, sound or not. `identity` says which entry they are to change, None
    for a new one, and `seen` is the key of the version that the writer had on the page.
    """

    system = models.ForeignKey(SystemRow, models.CASCADE, related_name="drafts")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="drafts")
    identity = models.UUIDField(null=True, blank=True)
    seen = models.BigIntegerField(null=True, blank=True)
    cells = models.JSONField()
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["-updated"]
        constraints = [
            models.UniqueConstraint(fields=["system", "by", "identity"], name="one_draft_of_an_entry_by_a_person")
        ]

    def __str__(self) -> str:
        return f"{self.cells.get('prior_bids') or 'Opening'}: {self.cells.get('bid') or '?'}"
