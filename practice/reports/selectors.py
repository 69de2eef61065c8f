"""Reading reports."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from bidbase_web.visitors import ACCOUNT, account_key
from practice.reports.models import CallReport


def reports_in(state: str) -> QuerySet[CallReport]:
    """The reports in this state, the latest first."""
    return CallReport.objects.filter(state=state).select_related("board")


def reports_today(owner: str) -> int:
    """How many calls this visitor has reported within a day."""
    return CallReport.objects.filter(owner_key=owner, reported_at__gte=timezone.now() - timedelta(days=1)).count()


def names_of(owners: Iterable[str]) -> dict[str, str]:
    """The names of those of these owners who have an account."""
    accounts = [owner.removeprefix(ACCOUNT) for owner in owners if owner.startswith(ACCOUNT)]
    return {account_key(user): user.username for user in User.objects.filter(pk__in=accounts)}
