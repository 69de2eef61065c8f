"""What the workers of a test have besides: short leases, short pieces of sweeps, and a gate that holds up a piece.

Celery includes this module in the workers of `tests.site.hasty_worker`. While the file `closed` is in their data
folder, a piece of a sweep is held before it is kept, once as many sections have been checked as the file says.
Meanwhile the file `held` is there, with the number of the process.
"""

import os
import threading
from dataclasses import dataclass
from datetime import timedelta

from bidbase_site.settings import DATA_DIR
from bidbase_web.jobs import claims, services
from bidbase_web.jobs.job import PieceDone, Reporter, know
from editor.prove.findings import work
from editor.prove.findings.work import Sweep, Sweeping
from tests.site import jobs

claims.LEASE, services.PATIENCE = timedelta(seconds=5), timedelta(seconds=1)
work.PIECE_SECONDS = 0.001  # type: ignore[attr-defined]  # a piece is one section

CLOSED, HELD = DATA_DIR / "closed", DATA_DIR / "held"
never = threading.Event()


@dataclass(frozen=True)
class GatedSweep(Sweep):
    """A sweep whose pieces wait at the gate."""

    def piece(self, reached: Sweeping | None, report: Reporter) -> PieceDone[Sweeping, None]:
        """A piece of the sweep."""
        piece = super().piece(reached, report)
        if CLOSED.exists() and piece.progress["done"] >= int(CLOSED.read_text()):
            _wait(piece, report)
        return piece


def _wait(piece: PieceDone[Sweeping, None], report: Reporter) -> None:
    HELD.write_text(str(os.getpid()))
    try:
        while CLOSED.exists():
            report(**piece.progress)
            never.wait(0.02)
    finally:
        HELD.unlink()


know(GatedSweep, jobs.AtTable)
