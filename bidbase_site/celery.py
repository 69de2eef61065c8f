"""The Celery application: `celery -A bidbase_site worker`."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from celery import Celery, bootsteps
from celery.signals import before_task_publish, setup_logging, task_postrun, task_prerun, worker_init

from bidbase_site import folder_queue
from bidbase_web.logs import NO_REFERENCE, begin_reference, new_reference, reference

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bidbase_site.settings")


NICENESS = 3  # of worker and schedule: a page comes before their work, which has its share all the same


class Heartbeat(bootsteps.StartStopStep):
    """Leaves a sign of life from the loop that takes up messages, for as long as the worker is connected."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, consumer: Any) -> None:
        from bidbase_site.liveness import HEARTBEAT_SECONDS, WORKER  # reads the settings, which import this module

        self._entry = consumer.timer.call_repeatedly(HEARTBEAT_SECONDS, consumer.call_soon, (WORKER.beat,))

    def stop(self, consumer: Any) -> None:
        self._entry.cancel()


@before_task_publish.connect
def send_reference(headers: dict[str, Any], **_: Any) -> None:
    """Let the lines that a task logs have the reference of the request that has asked for it, or else its own."""
    headers["reference"] = reference() if reference() != NO_REFERENCE else new_reference()


@task_prerun.connect
def take_reference(task: Any, **_: Any) -> None:
    begin_reference(getattr(task.request, "reference", NO_REFERENCE))


@task_postrun.connect
def leave_reference(**_: Any) -> None:
    begin_reference(NO_REFERENCE)


@worker_init.connect
def let_pages_go_first(**_: Any) -> None:
    """Where all share a processor, a page that somebody waits for comes before drills dealt ahead and backups.

    Linux may share the processor among sessions first, and the worker has a session of its own: that is nice too.
    """
    os.nice(NICENESS)
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(NICENESS))


@setup_logging.connect
def log_as_the_site_does(**_: Any) -> None:
    """Whoever answers this signal keeps Celery from setting up its own log."""


folder_queue.install()
app = Celery("bidbase_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["consumer"].add(Heartbeat)
