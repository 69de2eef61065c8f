"""What other apps may have workers do, how they learn what came of it, and what they remark on conventions."""

from editor.conventions.remarks import register_remarks
from editor.runs.kinds import Arguments, Cancelled, Reporter, StillWorking, register
from editor.runs.pages import have_done, prepare
from editor.runs.selectors import result_of, work_waits

__all__ = [
    "Arguments",
    "Cancelled",
    "Reporter",
    "StillWorking",
    "have_done",
    "prepare",
    "register",
    "register_remarks",
    "result_of",
    "work_waits",
]
