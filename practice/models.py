"""The tables of practice, which stand with their features; Django looks for them here."""

from practice.boards.models import FirstCall, StudentBoard, StudentCall, new_token
from practice.double_dummy.models import DoubleDummy
from practice.drill.models import DrillPool, DrillQuestion, SystemAuctions
from practice.learn.models import JudgedCall, QuestionRating, Round, TopicMemory
from practice.partners.models import Partnership
from practice.reports.models import CallReport
from practice.sets.models import BoardSet, BoardUpload, Comment, DealRequest, Participant, SetBoard
from practice.simulator.models import DealSimulation

__all__ = [
    "BoardSet",
    "BoardUpload",
    "CallReport",
    "Comment",
    "DealRequest",
    "DealSimulation",
    "DoubleDummy",
    "DrillPool",
    "DrillQuestion",
    "FirstCall",
    "JudgedCall",
    "Participant",
    "Partnership",
    "QuestionRating",
    "Round",
    "SetBoard",
    "StudentBoard",
    "StudentCall",
    "SystemAuctions",
    "TopicMemory",
    "new_token",
]
