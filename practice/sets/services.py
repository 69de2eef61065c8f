"""Making sets, changing and deleting them, taking part in them, and commenting on what came of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import F, Max
from django.urls import reverse
from django.utils import timezone

from bidbase.bidding.questions import Report
from bidbase.game.boards import DealtBoard
from bidbase_web.jobs.job import Job, Reporter
from bidbase_web.jobs.pages import ask_for
from practice.boards.board import TableBoard
from practice.boards.models import StudentBoard
from practice.boards.preferences import Preferences
from practice.boards.services import begin
from practice.drill.drill import Drill
from practice.drill.services import deal_questions
from practice.sets.contents import MOST_BOARDS, MOST_PARTICIPANTS
from practice.sets.models import BoardSet, Comment, DealRequest, Participant, SetBoard
from practice.sets.selectors import participant_of
from practice.sets.work import deal_board

_DEAL = ("owner_key", "deal_number", "cards")  # by which attempts at a deal belong together
_ASIDE = 1000  # beyond all numbers of boards, while they are numbered anew
FIRST_QUESTION = 1000  # of a drill, from which sets are dealt: no student of the drill comes so far
NAME_TAKEN = "Somebody else takes part under this name. Choose another one."


class NotJoined(Exception):
    """Nobody joins a set in this way; the message is for whoever has tried."""


@transaction.atomic
def make_set(*, board_set: BoardSet, boards: Sequence[int | DealtBoard], seat: str, calls: str = "") -> BoardSet:
    """Save a new set with these boards: numbers of deals, or cards, which can have calls before the student's turn."""
    board_set.save()
    add_boards(board_set=board_set, boards=boards, seat=seat, calls=calls)
    return board_set


@transaction.atomic
def add_boards(*, board_set: BoardSet, boards: Iterable[int | DealtBoard], seat: str, calls: str = "") -> None:
    """Add boards at the end of a set, with the student in this seat; those with cards are bid on after the calls."""
    append_boards(board_set, [_set_board(board, seat, calls) for board in boards])


def append_boards(board_set: BoardSet, boards: Iterable[SetBoard]) -> None:
    """Save boards at the end of a set. Their number there is yet to come."""
    last = board_set.boards.aggregate(last=Max("number"))["last"] or 0
    for number, board in enumerate(boards := list(boards), last + 1):
        board.board_set, board.number = board_set, number
    SetBoard.objects.bulk_create(boards)


def _set_board(board: int | DealtBoard, seat: str, calls: str = "") -> SetBoard:
    """A board with no place in a set yet."""
    if isinstance(board, int):
        return SetBoard(seat=seat, deal_number=board)
    return SetBoard(
        seat=seat,
        calls=calls,
        cards=str(board.deal),
        cards_dealer=board.dealer.letter,
        cards_vulnerability=str(board.vulnerability),
    )


@transaction.atomic
def change_set(
    *, board_set: BoardSet, boards: Iterable[SetBoard], removed: Collection[SetBoard], order: Sequence[SetBoard]
) -> None:
    """Save the words of a set and these of its boards, take others out, and number those that are left in this order.

    Who has bid a board that is taken out keeps it as a board of their own.
    """
    board_set.save()
    for board in boards:
        board.save()
    _release(removed)
    SetBoard.objects.filter(pk__in=[board.pk for board in removed]).delete()
    if removed or [board.number for board in order] != sorted(board.number for board in order):
        board_set.boards.update(number=F("number") + _ASIDE)
        for number, board in enumerate(order, 1):
            SetBoard.objects.filter(pk=board.pk).update(number=number)


def close_exam(*, board_set: BoardSet) -> None:
    """Tell everybody everything of an exam; boards that are bid to their end from now on do not count."""
    BoardSet.objects.filter(pk=board_set.pk, exam=True, closed_at=None).update(closed_at=timezone.now())


@transaction.atomic
def delete_set(*, board_set: BoardSet) -> None:
    """Delete a set with all that was said in it. Who has bid a board of it keeps it as a board of their own."""
    _release(board_set.boards.all())
    board_set.delete()


def _release(boards: Iterable[SetBoard]) -> None:
    """Let finished attempts at boards of a set be boards of no set; what is open ends.

    Where somebody has bid the same deal elsewhere, they come after the other attempts of that person.
    """
    attempts = StudentBoard.objects.filter(set_board__in=[board.pk for board in boards])
    attempts.filter(finished_at=None).delete()
    released = list(attempts.order_by("attempt"))
    owners, deals = {board.owner_key for board in released}, {board.deal_number for board in released}
    others = StudentBoard.objects.filter(set_board=None, drill="", owner_key__in=owners, deal_number__in=deals)
    last = {tuple(deal): attempt for *deal, attempt in others.values_list(*_DEAL).annotate(Max("attempt"))}
    for board in released:
        deal = tuple(getattr(board, name) for name in _DEAL)
        last[deal] = board.attempt = last.get(deal, 0) + 1
        board.set_board = None
    StudentBoard.objects.bulk_update(released, ["attempt", "set_board"])


# --- Dealt by workers ---


@transaction.atomic
def request_deals(*, board_set: BoardSet, wanted: DealRequest) -> None:
    """Have a worker deal boards at the end of a set."""
    wanted.board_set = board_set
    wanted.save()
    ask_for(DealBoards.of(wanted), owner=board_set.owner_key)


@dataclass(frozen=True)
class DealBoards(Job[None]):
    """The work for which the owner of a set waits until the boards that they have requested are dealt."""

    kind = "boards of a set"
    doing = "Dealing the boards"
    unit = "boards"

    request: int

    @classmethod
    def of(cls, wanted: DealRequest) -> DealBoards:
        """The job of a request."""
        board_set = wanted.board_set
        return cls(wanted.pk, back=reverse("practice:set_results", args=[board_set.token, board_set.secret]))

    def work(self, report: Reporter) -> None:
        """Deal what was requested and add it to its set, all at once, so that another worker may begin anew."""
        systems = (f"board_set__{name}" for name in ("our_system", "partner_system", "their_system"))
        requests = DealRequest.objects.select_related(*systems).filter(dealt=None)
        wanted = requests.filter(pk=self.request).first()
        if wanted is None:
            return
        boards: list[SetBoard] = []
        for board in _dealt_boards(wanted, lambda: report(done=len(boards))):
            boards.append(board)
            report(done=len(boards))
        with transaction.atomic():
            if DealRequest.objects.filter(pk=wanted.pk, dealt=None).update(dealt=len(boards)):
                append_boards(wanted.board_set, boards)


def _dealt_boards(wanted: DealRequest, report: Report) -> Iterator[SetBoard]:
    if wanted.drill:
        first = FIRST_QUESTION + wanted.pk * MOST_BOARDS
        numbers = range(first, first + wanted.count)
        drill, system = Drill.of_query(wanted.drill), wanted.board_set.our_system
        for question in deal_questions(drill=drill, system=system, numbers=numbers, report=report):
            yield SetBoard(
                cards=question.cards,
                cards_dealer=question.dealer,
                cards_vulnerability=question.vulnerability,
                seat=question.seat,
                calls=question.calls,
            )
        return
    for number in range(1, wanted.count + 1):
        report()
        if (board := deal_board(wanted, number)) is not None:
            yield _set_board(board, wanted.seat, wanted.calls)


# --- Taking part ---


def join(*, board_set: BoardSet, owner: str, nickname: str) -> Participant:
    """Take part in a set under a nickname. Who takes part already keeps their name. Raises `NotJoined`."""
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


def begin_set_board(*, participant: Participant, board_set: BoardSet, set_board: SetBoard) -> TableBoard:
    """The participant's first attempt at a board of the set, with the calls given and those of the robots made."""
    calls = set_board.auction.calls
    row = StudentBoard(
        owner_key=participant.owner_key,
        set_board=set_board,
        deal_number=set_board.deal_number or set_board.number,
        cards=set_board.cards,
        cards_dealer=set_board.cards_dealer,
        cards_vulnerability=set_board.cards_vulnerability,
        given=len(calls),
    )
    preferences = Preferences(
        our_system=board_set.our_system.slug,
        their_system=board_set.their_system.slug,
        seat=set_board.seat,
        scoring=board_set.scoring,
        opponents_silent=board_set.opponents_silent,
        feedback=board_set.feedback,
        partner_system=board_set.partner_system.slug if board_set.partner_system else "",
        robots_think=board_set.robots_think,
    )
    return begin(row, preferences, set_board.auction, [None] * len(calls))


def comment(*, board: StudentBoard, index: int | None, text: str) -> None:
    """Say something of a call of a board, or of all of it; instead of what was said before. Nothing takes it away."""
    if text:
        Comment.objects.update_or_create(board=board, index=index, defaults={"text": text})
    else:
        Comment.objects.filter(board=board, index=index).delete()
