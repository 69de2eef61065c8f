"""What other apps may have workers do, and how they learn what came of it."""

from editor.runs.kinds import Arguments, Cancelled, Reporter, StillWorking, register
from editor.runs.pages import have_done, prepare
from editor.runs.selectors import result_of

__all__ = [
    "Arguments",
    "Cancelled",
    "Reporter",
    "StillWorking",
    "have_done",
    "prepare",
    "register",
    "result_of",
]
