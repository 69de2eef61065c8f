"""Work in the background."""

from celery import shared_task

from bidbase_site.background import BackgroundTask
from practice.double_dummy import services


@shared_task(base=BackgroundTask)
def analyze_deal(deal_number: int) -> None:
    """Analyze a numbered deal double dummy. May be repeated, and killed at any moment."""
    services.analyze_deal(deal_number=deal_number)
