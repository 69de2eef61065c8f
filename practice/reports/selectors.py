"""Reading reports."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone

from practice.reports.models import CallReport


def reports_in(state: str) -> QuerySet[CallReport]:
    """The reports in this state, the latest first."""
    return CallReport.objects.filter(state=state).select_related("board", "user")


def reports_today(owner: str) -> int:
    """How many calls this visitor has reported within a day."""
    return CallReport.objects.filter(owner_key=owner, reported_at__gte=timezone.now() - timedelta(days=1)).count()
