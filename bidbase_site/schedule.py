"""The schedule: has workers do at certain times what no visitor asks for. `python -m bidbase_site.schedule`.

It is Celery's beat, without the tasks: it knows them by their names alone, so it starts at once and needs little
memory. What it knows of the last times is kept in DATA_DIR. One is enough for a site; two do no harm, since every task
may be repeated. Once a day it has a backup made, which takes no worker from anybody.
"""

import logging.config
import signal
import sys
from datetime import timedelta
from types import FrameType
from typing import Any

from celery.beat import PersistentScheduler, Service

from bidbase_site.celery import app, let_pages_go_first
from bidbase_site.daily_backup import DailyBackup
from bidbase_site.liveness import HEARTBEAT_SECONDS, SCHEDULE
from bidbase_site.settings import DATA_DIR, LOGGING

HOUR = timedelta(hours=1)
# A message that no worker has taken up when the next one comes is not needed any more.
TIMES = {
    "work that stands still": ("bidbase_web.jobs.tasks.stir", timedelta(seconds=10)),
    "what nobody can come back to": ("bidbase_site.accounts.tasks.clear", HOUR),
}


class Scheduler(PersistentScheduler):
    """A scheduler that leaves signs of life, and sees to the daily backup."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._backup = DailyBackup()

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due: the seconds until the next time."""
        SCHEDULE.beat()
        self._backup.keep()
        return super().tick(*args, **kwargs)


def end(number: int, frame: FrameType | None) -> None:
    sys.exit()


def main() -> None:
    """Keep to the schedule until we are asked to end."""
    app.conf.beat_schedule = {
        name: {"task": task, "schedule": every, "options": {"expires": every.total_seconds()}}
        for name, (task, every) in TIMES.items()
    }
    let_pages_go_first()
    logging.config.dictConfig(LOGGING)
    signal.signal(signal.SIGTERM, end)
    Service(app, int(HEARTBEAT_SECONDS), str(DATA_DIR / "schedule"), Scheduler).start()


if __name__ == "__main__":
    main()
