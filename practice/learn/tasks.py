"""Work in the background."""

from typing import Any

from celery import shared_task
from celery.signals import worker_ready

from bidbase_site.background import BackgroundTask
from practice.drill.tasks import fill_pools
from practice.learn import services


@shared_task(base=BackgroundTask)
def make_topic_pools() -> None:
    """Make the pools of questions of the topics, and begin to fill them."""
    services.make_topic_pools()
    fill_pools.delay_on_commit()


@worker_ready.connect
def begin(**_: Any) -> None:
    """A worker that starts sees to it that a round starts at once."""
    make_topic_pools.delay()
