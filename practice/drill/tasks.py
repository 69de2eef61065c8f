"""Work in the background."""

from typing import Any

from celery import shared_task
from celery.signals import worker_ready

from bidbase_site.background import BackgroundTask
from practice.drill import services

PAUSE_SECONDS = 60  # after a piece that failed; its pool stays claimed for as long


@shared_task(base=BackgroundTask)
def make_pools() -> None:
    """Make the pools of questions of the shipped systems, and begin to fill them."""
    services.make_all_pools()
    fill_pools.delay_on_commit()


@shared_task(base=BackgroundTask)
def fill_pools() -> None:
    """Deal into a pool for a short while, and have the next piece done when the work that waits has been begun."""
    try:
        pause = services.fill_a_pool()
    except Exception:
        fill_pools.apply_async(countdown=PAUSE_SECONDS)  # perhaps the database is back then
        raise
    if pause is not None:
        fill_pools.apply_async(countdown=pause)


@worker_ready.connect
def begin(**_: Any) -> None:
    """A worker that starts sees to it that the pools are filled."""
    make_pools.delay()
