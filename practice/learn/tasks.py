"""Work in the background."""

from typing import Any

from celery.signals import worker_ready

from bidbase_web.jobs.pages import ask_for
from practice.learn.services import KeepStock


@worker_ready.connect
def keep_stock(**_: Any) -> None:
    """A worker that starts sees to it that drills and rounds start at once."""
    ask_for(KeepStock())
