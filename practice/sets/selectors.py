"""Reading sets."""

from __future__ import annotations

from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce
from django.urls import reverse

from practice.boards.models import StudentBoard
from practice.boards.selectors import boards_of
from practice.sets.contents import SetPlace
from practice.sets.models import BoardSet, BoardUpload, Comment, DealRequest, Participant, SetBoard


def set_by_token(token: str) -> BoardSet | None:
    """The set of this token."""
    return BoardSet.objects.select_related("our_system", "partner_system", "their_system").filter(token=token).first()


def sets_of(owner: str) -> QuerySet[BoardSet]:
    """The sets that the owner has made, the last first, with the number of `participants` and of `boards`."""
    sets = BoardSet.objects.filter(owner_key=owner)
    return sets.annotate(
        board_count=Count("boards", distinct=True), participant_count=Count("participants", distinct=True)
    )


def sets_joined_by(owner: str) -> QuerySet[Participant]:
    """Where this browser takes part, the last first, with `commented`: on how many of its boards there are comments."""
    boards = StudentBoard.objects.filter(
        owner_key=OuterRef("owner_key"), set_board__board_set=OuterRef("board_set"), comments__isnull=False
    )
    commented = boards.order_by().values("owner_key").annotate(count=Count("set_board", distinct=True))
    joined = Participant.objects.filter(owner_key=owner).select_related("board_set").order_by("-joined_at")
    return joined.annotate(commented=Coalesce(Subquery(commented.values("count")), 0))


def boards_in(board_set: BoardSet) -> list[SetBoard]:
    """The boards of a set, in their order."""
    return list(board_set.boards.order_by("number"))


def board_of(board_set: BoardSet, number: int) -> SetBoard | None:
    """The board of a set with this number."""
    return board_set.boards.filter(number=number).first()


def unmet_requests(board_set: BoardSet) -> list[DealRequest]:
    """The boards of a set that are still to be dealt, and those of which too few were found."""
    return list(board_set.deal_requests.filter(Q(dealt=None) | Q(dealt__lt=F("count"))))


def open_request(board_set: BoardSet) -> DealRequest | None:
    """What a worker is still to deal for a set, if anything."""
    return board_set.deal_requests.filter(dealt=None).first()


def boards_to_come(board_set: BoardSet) -> int:
    """How many boards are still to be dealt for a set, or to be added to it from a file."""
    uploads = board_set.uploads.filter(chosen__isnull=False).defer("content", "boards", "faults")
    wanted: int = board_set.deal_requests.filter(dealt=None).aggregate(count=Sum("count"))["count"] or 0
    return wanted + sum(len((upload.chosen or {})["places"]) for upload in uploads)


def upload_of(board_set: BoardSet, pk: int) -> BoardUpload | None:
    """The file of a set with this key."""
    return board_set.uploads.filter(pk=pk).defer("content").first()


def uploads_of(board_set: BoardSet) -> list[BoardUpload]:
    """The files from which boards of a set can be chosen."""
    return list(board_set.uploads.defer("content", "boards", "faults"))


def upload_being_taken(board_set: BoardSet) -> BoardUpload | None:
    """A file of which boards are still to be added, if there is any."""
    return board_set.uploads.filter(chosen__isnull=False).defer("content", "boards", "faults").first()


def begun_boards(board_set: BoardSet) -> set[int]:
    """The keys of the boards that somebody has begun: they can no longer change."""
    return set(StudentBoard.objects.filter(set_board__board_set=board_set).values_list("set_board", flat=True))


def finished_boards(board_set: BoardSet) -> int:
    """How many boards of a set have been bid to their end, each as often as somebody has."""
    return StudentBoard.objects.filter(set_board__board_set=board_set).exclude(finished_at=None).count()


def open_boards(board_set: BoardSet) -> int:
    """How many boards of a set are being bid."""
    return StudentBoard.objects.filter(set_board__board_set=board_set, finished_at=None).count()


def participant_of(board_set: BoardSet, owner: str) -> Participant | None:
    """Who takes part in a set from this browser."""
    return board_set.participants.filter(owner_key=owner).first()


def latest_attempts(participant: Participant) -> dict[int, StudentBoard]:
    """The participant's last attempt at each board of the set that they have begun, by the key of the board."""
    boards = boards_of(participant.owner_key).filter(set_board__board_set=participant.board_set_id)
    return {board.set_board_id or 0: board for board in boards.order_by("attempt")}


def commented_attempts(participant: Participant) -> dict[int, str]:
    """The token of the participant's first attempt at a board on which there are comments, by the key of the board."""
    boards = StudentBoard.objects.filter(
        owner_key=participant.owner_key, set_board__board_set=participant.board_set_id, comments__isnull=False
    )
    return dict(boards.order_by("-attempt").values_list("set_board", "token"))


def place_of(board: StudentBoard) -> SetPlace | None:
    """Where a board stands in its set; None for a board of no set."""
    if board.set_board is None:
        return None
    of, board_set = board.set_board, board.set_board.board_set
    count = board_set.boards.aggregate(last=Max("number"))["last"]
    return SetPlace(
        board_set.title,
        of.number,
        count,
        reverse("practice:set", args=[board_set.token]),
        reverse("practice:set_board", args=[board_set.token, of.number + 1]) if of.number < count else "",
        of.after,
        board_set.in_exam,
    )


def comments_on(board: StudentBoard) -> list[Comment]:
    """What the owner of the set says of a board, in the order of its calls."""
    return list(board.comments.all()) if board.set_board_id else []
