"""The worker's side of runs."""

from celery import shared_task
from celery.contrib.django.task import DjangoTask

from editor.runs import services


@shared_task(base=DjangoTask)
def work(run_id: int) -> None:
    """Do the work of a row. May be repeated, and killed at any moment."""
    services.work(run_id=run_id)
