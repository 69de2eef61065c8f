"""A backup each day, of which the newest are kept: the schedule sees to it, in a process that goes after the pages."""

from __future__ import annotations

import contextlib
import logging
import shutil
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bidbase_site import leash
from bidbase_site.settings import BACKUP_DIR, BACKUPS_KEPT, BASE_DIR, DATA_DIR

DAY = timedelta(days=1).total_seconds()
AFTER_START = timedelta(minutes=10).total_seconds()  # a start has enough to do
AGAIN = timedelta(hours=1).total_seconds()  # after one that failed
LONGEST = timedelta(hours=1).total_seconds()
NAMES = "bidbase-*.tar.gz"
FAILED = DATA_DIR / "backup_failed"  # is there after one that failed

_log = logging.getLogger(__name__)


def fault_of_backups() -> str:
    """What is wrong with the daily backups; blank where nothing is, or none are wanted."""
    if not BACKUPS_KEPT:
        return ""
    if FAILED.exists():
        return "the last backup failed, and the log says why"
    days = int(_age_of_newest() // DAY) if _made() else 0
    return f"the last backup is {days} days old" if days > 1 else ""


class DailyBackup:
    """Begins a backup when it is due, and sees to its end."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._begun_at = 0.0
        self._not_before = time.monotonic() + AFTER_START

    def keep(self) -> None:
        """Do what is to be done now; nothing of it takes time."""
        if self._process is not None:
            self._watch(self._process)
        elif BACKUPS_KEPT and time.monotonic() >= self._not_before and _age_of_newest() >= DAY:
            self._begin()

    def _begin(self) -> None:
        self._begun_at = time.monotonic()
        self._not_before = self._begun_at + AGAIN
        file = BACKUP_DIR / f"bidbase-{datetime.now(UTC):%Y-%m-%d-%H%M%S}.tar.gz"
        command = leash.on([sys.executable, "-m", "bidbase_site.backup", str(file)])
        try:
            BACKUP_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._process = subprocess.Popen(
                command, cwd=BASE_DIR, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
            )
        except OSError as error:
            _fail(str(error))

    def _watch(self, process: subprocess.Popen[str]) -> None:
        too_long = time.monotonic() - self._begun_at > LONGEST
        if process.poll() is None:
            if too_long:
                process.terminate()  # it removes what it has begun
            return
        self._process = None
        assert process.stderr is not None
        with process.stderr as errors:
            said = errors.read().strip()
        if process.returncode:
            _fail(f"it took longer than {LONGEST:.0f} s" if too_long else said or f"it ended with {process.returncode}")
        else:
            FAILED.unlink(missing_ok=True)
            _remove_old()


def _made() -> list[Path]:
    """The daily backups, the oldest first."""
    return sorted(BACKUP_DIR.glob(NAMES))


def _age_of_newest() -> float:
    """In seconds; endless where there is none."""
    return min((_age(path) for path in _made()), default=float("inf"))


def _age(path: Path) -> float:
    return time.time() - path.stat().st_mtime


def _fail(why: str) -> None:
    _log.error("no daily backup: %s", why)
    with contextlib.suppress(OSError):  # a full disk is told by `/health/` in any case
        FAILED.touch()


def _remove_old() -> None:
    """Keep the newest backups, and nothing of those that were killed."""
    for path in _made()[:-BACKUPS_KEPT]:
        path.unlink(missing_ok=True)
    for path in BACKUP_DIR.glob(f"{NAMES}.part"):
        if _age(path) > LONGEST:
            path.unlink(missing_ok=True)
    for folder in DATA_DIR.glob("backup-*"):
        if _age(folder) > DAY:
            shutil.rmtree(folder, ignore_errors=True)
