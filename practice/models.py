"""The tables of practice, which stand with their features; Django looks for them here."""

from practice.boards.models import StudentBoard, StudentCall, new_token
from practice.double_dummy.models import DoubleDummy
from practice.drill.models import DrillPool, DrillQuestion
from practice.learn.models import JudgedCall, Round, TopicMemory
from practice.reports.models import CallReport

__all__ = [
    "CallReport",
    "DoubleDummy",
    "DrillPool",
    "DrillQuestion",
    "JudgedCall",
    "Round",
    "StudentBoard",
    "StudentCall",
    "TopicMemory",
    "new_token",
]
