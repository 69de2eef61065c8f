"""The Celery application: `celery -A bidbase_site worker`."""

import os
from typing import Any

from celery import Celery, bootsteps

from bidbase_site import folder_queue

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bidbase_site.settings")


class Heartbeat(bootsteps.StartStopStep):
    """Leaves a sign of life from the loop that takes up messages, for as long as the worker is connected."""

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, consumer: Any) -> None:
        from bidbase_site.liveness import HEARTBEAT_SECONDS, WORKER  # reads the settings, which import this module

        self._entry = consumer.timer.call_repeatedly(HEARTBEAT_SECONDS, consumer.call_soon, (WORKER.beat,))

    def stop(self, consumer: Any) -> None:
        self._entry.cancel()


folder_queue.install()
app = Celery("bidbase_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["consumer"].add(Heartbeat)
