"""The worker's side of jobs. Messages name no job: whoever wakes does the piece of work whose turn it is."""

from celery import shared_task

from bidbase_web.background import BackgroundTask
from bidbase_web.jobs import services


@shared_task(base=BackgroundTask)
def work() -> None:
    """Do a piece of work, and have the next one done where more waits. May be repeated, and killed at any moment."""
    if services.work():
        work.delay_on_commit()


def wake() -> None:
    """Wake a worker, as soon as what was asked for can be seen."""
    work.delay_on_commit()


@shared_task(base=BackgroundTask)
def stir() -> None:
    """Wake workers for what stands still: a message was lost, or a worker died."""
    for _ in range(services.stand_still()):
        wake()
