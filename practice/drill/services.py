"""Beginning the boards of a drill."""

from __future__ import annotations

from practice.boards.models import StudentBoard
from practice.boards.preferences import Preferences
from practice.boards.services import begin
from practice.drill.definition import Drill
from practice.drill.search import Question


def begin_drill_board(*, owner: str, drill: Drill, question: Question) -> StudentBoard:
    """A new board of this question of a drill for its owner, bid as far as the question is put."""
    board = StudentBoard(
        owner_key=owner, deal_number=question.deal_number, drill=drill.query, given=len(question.auction.calls)
    )
    preferences = Preferences(drill.system, drill.system, question.seat.letter)
    return begin(board, preferences, question.auction, question.sources)
