"""Reading boards."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db.models import Count, F, Q, QuerySet
from django.db.models.lookups import IsNull
from django.urls import reverse

from bidbase.game.auction import Auction
from bidbase.game.cards import Hand
from bidbase_web.visitors import ACCOUNT
from editor.practice import PracticedBoard
from practice.boards.board import TableBoard
from practice.boards.models import RIGHT, SPOKEN, StudentBoard, StudentCall, told
from practice.boards.preferences import board_preferences

_BOARDS = StudentBoard.objects.select_related(
    "our_system", "partner_system", "their_system", "set_board__board_set", "partnership"
)
# A single board seldom has a set or a variant: they are read when it has, not joined each time.
_BOARD = StudentBoard.objects.select_related("our_system", "their_system", "partnership")
MOST_OPEN = 20  # boards of one owner that stand at the same auction and are looked at
MOST_IN_EXAMS = 500  # boards of one owner in open exams that are looked at
MOST_FOR_EDITOR = 100  # boards that the editor looks at for what a change would do
_LATEST = (IsNull(F("finished_at"), True).desc(), "-attempt")  # an open board comes first


def board_by_token(token: str) -> TableBoard | None:
    """The board of this token, whoever owns it."""
    row = _BOARD.filter(token=token).first()
    return None if row is None else TableBoard.of(row)


def board_with_key(key: int) -> TableBoard | None:
    """The board of this key, for work that nobody sees; None where it has been deleted."""
    row = _BOARD.filter(pk=key).first()
    return None if row is None else TableBoard.of(row)


def latest_board(owner: str, deal_number: int, drill: str = "", cards: str = "") -> StudentBoard | None:
    """The owner's last attempt at this deal, at the table or in a drill; `cards` are those of a board with its own."""
    boards = _BOARD.filter(owner_key=owner, deal_number=deal_number, drill=drill, cards=cards, set_board=None)
    return boards.order_by(*_LATEST).first()


def latest_set_board(owner: str, set_board: int) -> StudentBoard | None:
    """The owner's last attempt at the board of a set with this key."""
    return _BOARD.filter(owner_key=owner, set_board=set_board).order_by(*_LATEST).first()


def latest_attempt(row: StudentBoard) -> StudentBoard:
    """The last attempt of the owner of this board at the same."""
    if row.set_board_id:
        last = latest_set_board(row.owner_key, row.set_board_id)
    else:
        last = latest_board(row.owner_key, row.deal_number, row.drill, row.cards)
    return last or row


def latest_drill_board(owner: str, number: int, drill: str) -> StudentBoard | None:
    """The owner's last attempt at the question of a drill with this number, whatever its cards."""
    boards = _BOARD.filter(owner_key=owner, deal_number=number, drill=drill).exclude(cards="")
    return boards.order_by("-pk").first()


def boards_of(owner: str) -> QuerySet[StudentBoard]:
    """All boards of an owner, those touched last first.

    Each has in `judged` how many of the student's calls have a verdict of which they may be told, and in `agreed` with
    how many of those the system agrees.
    """
    judged = Q(student_calls__verdict__in=SPOKEN) & told()
    agreed = Q(student_calls__verdict__in=RIGHT) & told()
    counts = {"judged": Count("student_calls", filter=judged), "agreed": Count("student_calls", filter=agreed)}
    return _BOARDS.filter(owner_key=owner).annotate(**counts).order_by("-updated_at", "-pk")


def latest_boards(owner: str, deal_numbers: Iterable[int]) -> dict[int, StudentBoard]:
    """The owner's last attempt at each of these deals, as far as there is one, by its number; drills and sets aside."""
    boards = boards_of(owner).filter(drill="", set_board=None, deal_number__in=[*deal_numbers])
    return {board.deal_number: board for board in boards.order_by("attempt")}


def last_touched(owner: str, *, drill: bool) -> StudentBoard | None:
    """The board that the owner touched last at the table, or in a drill: that is the one left open, if any is."""
    boards = _BOARD.filter(owner_key=owner)
    return (boards.exclude(drill="") if drill else boards.filter(drill="")).order_by("-updated_at").first()


def open_in_drills(owner: str, auction: Auction) -> list[StudentBoard]:
    """The boards of drills of the owner that stand at this auction."""
    boards = _BOARD.filter(owner_key=owner, finished_at=None, calls=str(auction)).exclude(drill="")
    return list(boards[:MOST_OPEN])


def is_of_exam(owner: str, hand: Hand | None, auction: Auction) -> bool:
    """Whether an exam that has not been closed asks the owner about this hand, or now about what to call here."""
    rows = StudentBoard.objects.filter(~told(), owner_key=owner)[:MOST_IN_EXAMS]
    return any(
        board.own_hand == hand or (not board.finished and str(board.auction) == str(auction))
        for board in map(TableBoard.of, rows)
    )


def last_bid_at_table(owner: str) -> StudentBoard | None:
    """The board that the owner touched last at the table, drills and sets aside."""
    return _BOARD.filter(owner_key=owner, drill="", set_board=None).order_by("-updated_at").first()


def table_address(row: StudentBoard) -> str:
    """Where the board is bid."""
    if row.partnership:
        return reverse("practice:shared_board", args=[row.partnership.token, row.deal_number])
    if row.drill:
        page = "practice:drill_question" if row.cards else "practice:drill_deal"
        return f"{reverse(page, args=[row.deal_number])}?{row.drill}"
    if row.set_board:
        return reverse("practice:set_board", args=[row.set_board.board_set.token, row.set_board.number])
    return reverse("practice:deal", args=[row.deal_number])


def settled_address(row: StudentBoard) -> str:
    """Where the board is bid, its settings in the address as far as they can stand there."""
    return table_address(row) if row.partnership or row.cards else shared_address(row)


def shared_address(row: StudentBoard) -> str:
    """Where somebody else bids the same board: the address carries the settings, where no drill and no set has them."""
    if row.drill or row.set_board:
        return table_address(row)
    return f"{reverse('practice:deal', args=[row.deal_number])}?{board_preferences(row).query}"


def has_bid(row: StudentBoard) -> bool:
    """Whether the student has made a call: only then is there something to lose."""
    return row.student_calls.exists()


def is_only_board(row: StudentBoard) -> bool:
    """Whether its owner has no other board."""
    return not StudentBoard.objects.filter(owner_key=row.owner_key).exclude(pk=row.pk).exists()


def student_calls(board: TableBoard) -> dict[int, StudentCall]:
    """The student's calls in this auction, by index.

    At a board of two people they are those of both when it is finished. Before, nobody reads what is said to the other.
    """
    calls = board.calls_of_people
    return (
        calls if board.finished else {i: row for i, row in calls.items() if board.auction.seat_of(i) is board.student}
    )


def boards_for_editor(systems: Collection[int], people: Collection[int]) -> list[PracticedBoard]:
    """The last boards that these people have finished with these systems; none of a deal that anybody has open."""
    theirs = _BOARDS.filter(owner_key__in=[f"{ACCOUNT}{person}" for person in people]).exclude(finished_at=None)
    own = Q(our_system__in=systems) | Q(partner_system__in=systems)
    finished = theirs.filter(own, told()).order_by("-finished_at")[:MOST_FOR_EDITOR]
    latest = {(board.deal_number, board.cards): board for board in reversed(finished)}
    open_boards = StudentBoard.objects.filter(finished_at=None, deal_number__in={number for number, _ in latest})
    open_deals = set(open_boards.values_list("deal_number", "cards"))
    return [_practiced(TableBoard.of(row)) for deal, row in latest.items() if deal not in open_deals]


def _practiced(board: TableBoard) -> PracticedBoard:
    row, auction = board.row, board.auction
    return PracticedBoard(
        f"Deal {row.deal_number}",
        reverse("practice:board", args=[row.token]),
        row.deal_number,
        row.cards,
        auction.dealer.letter,
        str(auction.vulnerability),
    )
