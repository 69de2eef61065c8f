"""What other apps may have workers do, how they learn what came of it, and what they add to the editor's pages."""

from editor.conventions.remarks import register_remarks
from editor.people.playing import register_player
from editor.runs.claims import RowClaim, claim, unclaimed
from editor.runs.kinds import Arguments, Cancelled, Reporter, StillWorking, register
from editor.runs.pages import have_done, prepare
from editor.runs.selectors import result_of, work_waits
from editor.runs.services import worked_out
from editor.writing.sources import PracticedBoard, register_boards

__all__ = [
    "Arguments",
    "Cancelled",
    "PracticedBoard",
    "Reporter",
    "RowClaim",
    "StillWorking",
    "claim",
    "have_done",
    "prepare",
    "register",
    "register_boards",
    "register_player",
    "register_remarks",
    "result_of",
    "unclaimed",
    "work_waits",
    "worked_out",
]
