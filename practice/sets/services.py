"""Making sets and changing them, taking part in them, and commenting on what came of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import IntegrityError, transaction
from django.db.models import Max

from bidbase.game.board_files import DealtBoard
from practice.boards.models import StudentBoard
from practice.boards.preferences import Preferences
from practice.boards.services import begin
from practice.sets.definition import MOST_PARTICIPANTS
from practice.sets.models import BoardSet, Comment, Participant, SetBoard
from practice.sets.selectors import participant_of

NAME_TAKEN = "Somebody else takes part under this name. Choose another one."


class NotJoined(Exception):
    """Nobody joins a set in this way; the message is for him."""


@transaction.atomic
def make_set(*, board_set: BoardSet, boards: Sequence[int | DealtBoard], seat: str) -> BoardSet:
    """Save a new set with these boards: numbers of deals, or cards."""
    board_set.save()
    add_boards(board_set=board_set, boards=boards, seat=seat)
    return board_set


@transaction.atomic
def add_boards(*, board_set: BoardSet, boards: Sequence[int | DealtBoard], seat: str) -> None:
    """Add boards at the end of a set, with the student in this seat."""
    last = board_set.boards.aggregate(last=Max("number"))["last"] or 0
    SetBoard.objects.bulk_create(
        _set_board(board_set, number, board, seat) for number, board in enumerate(boards, last + 1)
    )


def _set_board(board_set: BoardSet, number: int, board: int | DealtBoard, seat: str) -> SetBoard:
    if isinstance(board, int):
        return SetBoard(board_set=board_set, number=number, seat=seat, deal_number=board)
    return SetBoard(
        board_set=board_set,
        number=number,
        seat=seat,
        cards=str(board.deal),
        cards_dealer=board.dealer.letter,
        cards_vulnerability=str(board.vulnerability),
    )


@transaction.atomic
def change_set(*, board_set: BoardSet, boards: Iterable[SetBoard], removed: Iterable[SetBoard]) -> None:
    """Save the words of a set and these of its boards, take others out, and number those that are left anew."""
    board_set.save()
    for board in boards:
        board.save()
    for board in removed:
        board.delete()
    for number, left in enumerate(board_set.boards.order_by("number"), 1):
        if left.number != number:
            SetBoard.objects.filter(pk=left.pk).update(number=number)


def join(*, board_set: BoardSet, owner: str, nickname: str) -> Participant:
    """Take part in a set under a nickname. Who takes part already keeps his. Raises `NotJoined`."""
    if found := participant_of(board_set, owner):
        return found
    if board_set.participants.count() >= MOST_PARTICIPANTS:
        raise NotJoined(f"{MOST_PARTICIPANTS} people take part in this set, and no more can.")
    if board_set.participants.filter(nickname__iexact=nickname).exists():
        raise NotJoined(NAME_TAKEN)
    try:
        with transaction.atomic():
            return Participant.objects.create(board_set=board_set, owner_key=owner, nickname=nickname)
    except IntegrityError:  # at the same time somebody else took the name, or this browser asked twice
        if found := participant_of(board_set, owner):
            return found
        raise NotJoined(NAME_TAKEN) from None


def begin_set_board(*, participant: Participant, board_set: BoardSet, set_board: SetBoard) -> StudentBoard:
    """The participant's first attempt at a board of the set, with the calls given and those of the robots made."""
    calls = set_board.auction.calls
    board = StudentBoard(
        owner_key=participant.owner_key,
        set_board=set_board,
        deal_number=set_board.deal_number or set_board.number,
        cards=set_board.cards,
        cards_dealer=set_board.cards_dealer,
        cards_vulnerability=set_board.cards_vulnerability,
        given=len(calls),
    )
    preferences = Preferences(
        board_set.our_system.slug,
        board_set.their_system.slug,
        set_board.seat,
        board_set.scoring,
        board_set.opponents_silent,
        board_set.feedback,
    )
    return begin(board, preferences, set_board.auction, [None] * len(calls))


def comment(*, board: StudentBoard, index: int | None, text: str) -> None:
    """Say something of a call of a board, or of all of it; instead of what was said before. Nothing takes it away."""
    if text:
        Comment.objects.update_or_create(board=board, index=index, defaults={"text": text})
    else:
        Comment.objects.filter(board=board, index=index).delete()
