"""Work in the background."""

from collections.abc import Iterable

from celery import shared_task
from django.db import OperationalError

from bidbase_site.background import BackgroundTask
from practice.double_dummy import services
from practice.double_dummy.selectors import Position, left_alone


@shared_task(base=BackgroundTask)
def analyze_deal(row: int) -> None:
    """Analyze the deal of a row double dummy. May be repeated, and killed at any moment."""
    services.analyze_deal(row=row)


def have_analyzed(deals: Iterable[Position]) -> None:
    """Wake workers for the analyses of these deals where that is needed. Without one the page still shows."""
    try:
        for deal, dealer, vulnerability in left_alone(deals):
            row = services.request_analysis(deal=deal, dealer=dealer, vulnerability=vulnerability)
            if row is not None:
                analyze_deal.delay_on_commit(row)
    except OperationalError:
        return  # the database takes no writes just now; it is asked for again when the page is
