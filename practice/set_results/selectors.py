"""Reading what came of a set: of each participant's board the first attempt, which counts."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Q, QuerySet

from bidbase.game.double_dummy import Analysis
from practice.boards.board import TableBoard
from practice.boards.models import FirstCall, StudentBoard, StudentCall
from practice.double_dummy.selectors import analyses_of
from practice.set_results.outcomes import Results, later_attempts, outcomes_of
from practice.sets.models import BoardSet, Comment, Participant, SetBoard
from practice.sets.selectors import boards_in


def results_of(board_set: BoardSet) -> Results:
    """All that came of a set, in as many queries for a club as for one student."""
    participants = list(board_set.participants.order_by("joined_at", "pk"))
    boards = boards_in(board_set)
    counting = list(StudentBoard.objects.filter(counting_in(board_set)))
    calls = StudentCall.objects.filter(board__in=_finished_in(board_set))
    firsts = FirstCall.objects.filter(board__in=_finished_in(board_set))
    outcomes = outcomes_of(
        participants, boards, counting, calls, firsts, _analyses_in(boards), _commented_in(board_set)
    )
    begun = {(attempt.owner_key, attempt.set_board_id) for attempt in counting}
    later = StudentBoard.objects.filter(set_board__board_set=board_set).exclude(counting_in(board_set))
    later = later.exclude(finished_at=None)
    return Results(participants, boards, outcomes, begun, later_attempts(later.order_by("attempt")))


def counting_in(board_set: BoardSet) -> Q:
    """The attempts that count in a set: the first ones, and in a closed exam those that were over before that."""
    first = Q(set_board__board_set=board_set, attempt=1)
    return first & Q(finished_at__lte=board_set.closed_at) if board_set.closed_at else first


def _finished_in(board_set: BoardSet) -> QuerySet[StudentBoard]:
    """The finished attempts that count."""
    return StudentBoard.objects.filter(counting_in(board_set)).exclude(finished_at=None)


def _analyses_in(boards: Sequence[SetBoard]) -> dict[int, Analysis]:
    """The double-dummy analyses of boards of a set, as far as they are done, by the key of the board."""
    deals = {board.pk: (board.deal, board.dealer, board.vulnerability) for board in boards}
    analyses = analyses_of(deals.values())
    return {key: analyses[deal] for key, deal in deals.items() if deal in analyses}


def _commented_in(board_set: BoardSet) -> set[int]:
    """The keys of the boards on which there are comments."""
    return set(Comment.objects.filter(board__set_board__board_set=board_set).values_list("board", flat=True))


def opened_attempt(board_set: BoardSet, token: str) -> TableBoard | None:
    """The finished board with this token, if somebody has bid it in this set."""
    systems = ("our_system", "partner_system", "their_system")
    boards = StudentBoard.objects.select_related(*systems, "set_board__board_set")
    row = boards.filter(set_board__board_set=board_set, token=token).exclude(finished_at=None).first()
    return None if row is None else TableBoard.of(row)


def finished_in(board_set: BoardSet) -> list[tuple[str, int, str]]:
    """The finished first attempts in a set: nickname, number of the board and token, in the order of the grid."""
    names = dict(board_set.participants.order_by("joined_at", "pk").values_list("owner_key", "nickname"))
    attempts = StudentBoard.objects.filter(set_board__board_set=board_set, attempt=1).exclude(finished_at=None)
    found = list(attempts.order_by("set_board__number").values_list("owner_key", "set_board__number", "token"))
    return [(names[name], number, token) for name in names for owner, number, token in found if owner == name]


def participant_at(board: StudentBoard) -> Participant | None:
    """Who bid a board of a set."""
    return Participant.objects.filter(board_set__boards=board.set_board_id, owner_key=board.owner_key).first()
