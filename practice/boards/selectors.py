"""Reading boards."""

from __future__ import annotations

from django.urls import reverse

from practice.boards.models import StudentBoard, StudentCall

_BOARDS = StudentBoard.objects.select_related("our_system", "their_system")


def board_by_token(token: str) -> StudentBoard | None:
    """The board of this token, whoever owns it."""
    return _BOARDS.filter(token=token).first()


def latest_board(owner: str, deal_number: int, drill: str = "", cards: str = "") -> StudentBoard | None:
    """The owner's last attempt at this deal, at the table or in a drill; `cards` are those of a board with its own."""
    boards = _BOARDS.filter(owner_key=owner, deal_number=deal_number, drill=drill, cards=cards)
    return boards.order_by("-attempt").first()


def latest_drill_board(owner: str, number: int, drill: str) -> StudentBoard | None:
    """The owner's last attempt at the question of a drill with this number, whatever its cards."""
    boards = _BOARDS.filter(owner_key=owner, deal_number=number, drill=drill).exclude(cards="")
    return boards.order_by("-pk").first()


def open_board_of(owner: str) -> StudentBoard | None:
    """The board that the owner touched last, unless it is finished."""
    board = _BOARDS.filter(owner_key=owner).order_by("-updated_at").first()
    return board if board is not None and not board.finished else None


def table_address(board: StudentBoard) -> str:
    """Where the board is bid."""
    if board.drill:
        page = "practice:drill_question" if board.cards else "practice:drill_deal"
        return f"{reverse(page, args=[board.deal_number])}?{board.drill}"
    return reverse("practice:deal", args=[board.deal_number])


def has_bid(board: StudentBoard) -> bool:
    """Whether the student has made a call: only then is there something to lose."""
    return board.student_calls.exists()


def student_calls(board: StudentBoard) -> dict[int, StudentCall]:
    """The student's calls in this auction, by index. Another request may just have made or undone one: not that."""
    made = [str(call) for call in board.auction.calls]
    rows = board.student_calls.filter(index__lt=len(made)).order_by("index")
    return {row.index: row for row in rows if row.call == made[row.index]}
