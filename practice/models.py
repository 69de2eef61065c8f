"""The tables of practice, which stand with their features; Django looks for them here."""

from practice.boards.models import StudentBoard, StudentCall, new_token
from practice.double_dummy.models import DoubleDummy
from practice.drill.models import DrillPool, DrillQuestion
from practice.sets.models import BoardSet, Comment, Participant, SetBoard

__all__ = [
    "BoardSet",
    "Comment",
    "DoubleDummy",
    "DrillPool",
    "DrillQuestion",
    "Participant",
    "SetBoard",
    "StudentBoard",
    "StudentCall",
    "new_token",
]
