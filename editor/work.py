"""What other apps may have workers do and how they learn what came of it; what they tell of conventions and boards."""

from editor.conventions.remarks import register_remarks
from editor.runs.kinds import Arguments, Cancelled, Reporter, StillWorking, register
from editor.runs.pages import have_done, prepare
from editor.runs.selectors import result_of, work_waits
from editor.writing.sources import PracticedBoard, register_boards

__all__ = [
    "Arguments",
    "Cancelled",
    "PracticedBoard",
    "Reporter",
    "StillWorking",
    "have_done",
    "prepare",
    "register",
    "register_boards",
    "register_remarks",
    "result_of",
    "work_waits",
]
