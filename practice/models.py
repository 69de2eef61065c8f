"""The tables of practice, which stand with their features; Django looks for them here."""

from practice.boards.models import StudentBoard, StudentCall, new_token
from practice.double_dummy.models import DoubleDummy
from practice.learn.models import JudgedCall, Round, TopicMemory

__all__ = ["DoubleDummy", "JudgedCall", "Round", "StudentBoard", "StudentCall", "TopicMemory", "new_token"]
