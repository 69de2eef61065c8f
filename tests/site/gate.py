"""What the workers of a test have besides: short leases, short pieces of sweeps, and a gate that holds up a piece.

Celery includes this module in the workers of `tests.site.hasty_worker`. While the file `closed` is in their data
folder, a piece of a sweep is held before it is kept, once as many sections have been checked as the file says.
Meanwhile the file `held` is there, with the number of the process.
"""

import os
import threading
from datetime import timedelta
from typing import Any

from bidbase_site.settings import DATA_DIR
from editor.runs import services
from editor.runs.kinds import Arguments, PieceDone, Reporter, long_handler_of, register, register_long
from editor.sweeps import work
from editor.sweeps.selectors import KIND

services.LEASE, services.PATIENCE = timedelta(seconds=5), timedelta(seconds=1)
work.PIECE_SECONDS = 0.001  # type: ignore[attr-defined]  # a piece is one section

CLOSED, HELD = DATA_DIR / "closed", DATA_DIR / "held"
never = threading.Event()
sweep = long_handler_of(KIND)


def gated_sweep(arguments: Arguments, reached: Any, report: Reporter) -> PieceDone:
    """A piece of a sweep, which waits at the gate."""
    piece = sweep(arguments, reached, report)
    if CLOSED.exists() and piece.progress["done"] >= int(CLOSED.read_text()):
        _wait(piece, report)
    return piece


def _wait(piece: PieceDone, report: Reporter) -> None:
    HELD.write_text(str(os.getpid()))
    try:
        while CLOSED.exists():
            report(**piece.progress)
            never.wait(0.02)
    finally:
        HELD.unlink()


register_long(KIND, gated_sweep)
register("short", lambda arguments, report: "done")
