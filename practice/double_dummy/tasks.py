"""Work in the background."""

from celery import shared_task
from celery.contrib.django.task import DjangoTask

from practice.double_dummy import services


@shared_task(base=DjangoTask)
def analyse_deal(deal_number: int) -> None:
    """Analyse a numbered deal double dummy. May be repeated, and killed at any moment."""
    services.analyse_deal(deal_number=deal_number)
