"""Whether the site is well, part by part, for machines that watch it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import OperationalError

from bidbase_site.celery import app
from bidbase_site.daily_backup import fault_of_backups
from bidbase_site.liveness import SCHEDULE, WORKER, Heart
from bidbase_web.jobs.selectors import lines_now
from editor.selectors import shipped_systems

OK = "ok"
LOW_MEGABYTES = 200  # free on the disk of DATA_DIR

Part = Callable[[], str]
"""How a part of the site is: `OK`, or what is wrong."""


@require_safe
@never_cache
def health(request: HttpRequest) -> JsonResponse:
    """Each part of the site, `ok` or what is wrong with it, and for each line how long the oldest job has waited.

    The lines in which jobs wait stand under `waiting`, in seconds. The status is 503 where pages cannot be served,
    otherwise 200. Without queue, worker and schedule the table goes on, so a machine that watches the site has to read
    about them.
    """
    needed: dict[str, Part] = {"database": _database}
    hearts: dict[str, Part] = {"worker": _heart(WORKER), "schedule": _heart(SCHEDULE)}
    others: dict[str, Part] = {"queue": _queue, **hearts, "disk": _disk, "backups": lambda: fault_of_backups() or OK}
    parts = {name: part() for name, part in (needed | others).items()}
    serves = all(parts[name] == OK for name in needed)
    return JsonResponse({**parts, "waiting": _waiting()}, status=200 if serves else 503)


def _waiting() -> dict[str, int]:
    """For each line of jobs the seconds for which the oldest has waited; nothing where the database does not answer."""
    try:
        return {state.line.name.lower(): round(state.seconds) for state in lines_now()}
    except DatabaseError:
        return {}


def _database() -> str:
    try:
        return OK if shipped_systems() else "there is no system to bid with: python -m bidbase_site.prepare loads them"
    except DatabaseError:
        return "the database does not answer"


def _queue() -> str:
    if hasattr(settings, "QUEUE_DIR"):
        return OK if os.access(settings.QUEUE_DIR, os.W_OK) else f"no messages can be left in {settings.QUEUE_DIR}"
    try:
        with app.connection_for_write() as connection:
            connection.ensure_connection(max_retries=1)
    except (OperationalError, OSError):
        return "the queue does not answer"
    return OK


def _heart(heart: Heart) -> Part:
    return lambda: OK if heart.beats() else f"the {heart.program} has left no sign of life of late"


def _disk() -> str:
    free = shutil.disk_usage(settings.DATA_DIR).free >> 20
    return OK if free >= LOW_MEGABYTES else f"{free} MB are left on the disk of {settings.DATA_DIR}"
