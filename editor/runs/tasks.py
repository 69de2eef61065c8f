"""The worker's side of runs."""

from celery import shared_task

from bidbase_site.background import BackgroundTask
from editor.runs import services


@shared_task(base=BackgroundTask)
def work(run_id: int) -> None:
    """Do the work of a row. May be repeated, and killed at any moment."""
    services.work(run_id=run_id)


@shared_task(base=BackgroundTask)
def wake() -> None:
    """Wake workers for rows that stand still: their message was lost, or their worker died."""
    for run_id in services.stirred():
        work.delay_on_commit(run_id)
