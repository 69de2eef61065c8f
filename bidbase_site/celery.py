"""The Celery application: `celery -A bidbase_site worker`."""

import logging
import os
from functools import partial
from typing import Any

from celery import Celery, Task, bootsteps
from celery.contrib.django.task import DjangoTask
from django.db import transaction
from kombu.exceptions import ChannelError, OperationalError

from bidbase_site import folder_queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bidbase_site.settings")

_log = logging.getLogger(__name__)


def delay_on_commit(task: Task[..., Any], *args: Any, **kwargs: Any) -> None:
    """Wake a worker once the transaction is kept. Without a queue that is logged, and nothing raised.

    What is to be done is kept in the database, and a message only wakes a worker for it. So a page goes on where no
    message can be left, and asks again when nothing has happened.
    """
    transaction.on_commit(partial(_wake, task, args, kwargs))


def _wake(task: Task[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    try:
        task.apply_async(args, kwargs)
    except (OperationalError, ChannelError, OSError) as error:
        _log.error("no worker could be woken for %s%s: %s", task.name, args, error)


class Heartbeat(bootsteps.StartStopStep):
    """Leaves a sign of life from the loop that takes up messages, for as long as the worker is connected."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, consumer: Any) -> None:
        from bidbase_site.liveness import HEARTBEAT_SECONDS, beat  # reads the settings, which import this module

        self._entry = consumer.timer.call_repeatedly(HEARTBEAT_SECONDS, consumer.call_soon, (beat,))

    def stop(self, consumer: Any) -> None:
        self._entry.cancel()


folder_queue.install()
DjangoTask.delay_on_commit = delay_on_commit  # type: ignore[assignment]  # the apps name that class, and not us
app = Celery("bidbase_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["consumer"].add(Heartbeat)
