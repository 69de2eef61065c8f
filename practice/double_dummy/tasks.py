"""Work in the background."""

from celery import shared_task

from bidbase_site.background import BackgroundTask
from practice.double_dummy import services


@shared_task(base=BackgroundTask)
def analyze_deal(row: int) -> None:
    """Analyze the deal of a row double dummy. May be repeated, and killed at any moment."""
    services.analyze_deal(row=row)
