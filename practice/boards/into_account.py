"""The boards of a guest become those of their account."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from django.db.models import F

from practice.boards.models import StudentBoard

ASIDE = 10_000  # more attempts than anybody has at one deal


def move_boards(*, guest: str, account: str) -> None:
    """Give an account the boards of a guest. Nothing that was bid is lost.

    Where both have tried the same deal, the attempts are numbered together: those of the account that are finished,
    those of the guest, and last what is open, the board touched last at the end.
    """
    attempts = defaultdict(list)
    for board in StudentBoard.objects.filter(owner_key__in=[guest, account]).order_by("attempt", "pk"):
        deal = (board.deal_number, board.cards, board.drill)
        attempts[board.set_board_id or deal].append(board)
    for of_a_deal in attempts.values():
        if len({board.owner_key for board in of_a_deal}) == 2:
            _number_together(of_a_deal, guest, account)
    StudentBoard.objects.filter(owner_key=guest).update(owner_key=account)


def _number_together(attempts: Sequence[StudentBoard], guest: str, account: str) -> None:
    finished = sorted((board for board in attempts if board.finished), key=lambda board: board.owner_key == guest)
    left_open = sorted((board for board in attempts if not board.finished), key=lambda board: board.updated_at)
    bid = [board for board in left_open if _has_something(board)] or left_open[-1:]
    for board in left_open:
        if board not in bid:
            board.delete()
    ordered = [*finished, *bid]
    # No two rows may have one number, not even in between.
    StudentBoard.objects.filter(pk__in=[board.pk for board in ordered]).update(attempt=F("attempt") + ASIDE)
    for number, board in enumerate(ordered, 1):
        StudentBoard.objects.filter(pk=board.pk).update(owner_key=account, attempt=number)


def _has_something(board: StudentBoard) -> bool:
    """Whether the student has called or asked for a hint, or something else hangs on the board, as a report."""
    if board.first_verdict or board.hints:
        return True
    relations = StudentBoard._meta.related_objects
    return any(
        relation.related_model._base_manager.filter(**{relation.field.name: board}).exists() for relation in relations
    )
