"""What somebody wants to merge into a system, kept from the upload to the choice of what to take."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from editor.store.systems.models import SystemRow


class Merge(models.Model):
    """A file, or another system, that is compared with a system by entry and then taken over in part or as a whole.

    The target is `system`; without one a new system of this `title` is made, on `base` if there is one. What is merged
    is the `content` of a file called `name`, or the system `source`: all of it, or what was saved there `since` a day.
    `chosen` says what to take, and of which comparison; `result` is the system with it.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="merges")
    system = models.ForeignKey(SystemRow, models.CASCADE, null=True, related_name="+")
    base = models.ForeignKey(SystemRow, models.CASCADE, null=True, related_name="+")
    title = models.CharField(max_length=100, blank=True, default="")
    name = models.CharField(max_length=200)
    content = models.BinaryField(default=bytes)
    source = models.ForeignKey(SystemRow, models.CASCADE, null=True, related_name="+")
    source_revision = models.PositiveIntegerField(default=0)
    since = models.DateField(null=True)
    chosen = models.JSONField(null=True)
    result = models.ForeignKey(SystemRow, models.SET_NULL, null=True, related_name="+")
    made = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.name} for {self.target or self.title}"

    @property
    def target(self) -> SystemRow | None:
        """The system that it is compared with."""
        return self.system or self.base
