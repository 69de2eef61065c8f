"""Beginning boards, and bidding on them: the student's calls, and those of the robots up to the student's next turn."""

from __future__ import annotations

from collections.abc import Container, Sequence

from django.db import IntegrityError, transaction
from django.utils import timezone

from bidbase.bidding.bidder import Decision, Source, chances
from bidbase.game.auction import PASS, Auction, Call
from editor.selectors import system_or_none
from practice.models import Board, StudentCall, Verdict
from practice.selectors.boards import latest_board
from practice.selectors.drills import Drill, Question
from practice.selectors.preferences import Preferences
from practice.selectors.robots import robot_table, systems_call

MOVED_ON = "The auction has moved on, perhaps in another window. Here is how it stands."


class Refused(Exception):
    """A request that the Laws or the state of the board do not allow; the message is for the student."""


def open_board(*, owner: str, deal_number: int, preferences: Preferences) -> Board:
    """The owner's board for this deal as it was left, or a new one with the robots' first calls made."""
    return latest_board(owner, deal_number) or _begin(Board(owner_key=owner, deal_number=deal_number), preferences)


def open_drill_board(*, owner: str, drill: Drill, question: Question) -> Board:
    """The owner's board for this question of a drill as it was left, or a new one where the question is put."""
    board = Board(
        owner_key=owner, deal_number=question.deal_number, drill=drill.query, given=len(question.auction.calls)
    )
    preferences = Preferences(drill.system, drill.system, question.seat.letter)
    return latest_board(owner, question.deal_number, drill.query) or _begin(
        board, preferences, question.auction, question.sources
    )


def begin_again(*, board: Board, preferences: Preferences) -> Board:
    """The same deal from its beginning. A finished board is kept and a new attempt begun; an open one starts anew.

    Raises `Refused`, and nothing is saved then.
    """
    board = _as_it_stands(board)
    auction, sources = board.auction.before(board.given), board.sources[: board.given]
    if board.finished:
        last = latest_board(board.owner_key, board.deal_number, board.drill) or board
        if not last.finished:
            return begin_again(board=last, preferences=preferences)
        same = {name: getattr(board, name) for name in ("owner_key", "deal_number", "drill", "given")}
        return _begin(Board(**same, attempt=last.attempt + 1), preferences, auction, sources)
    _take_up(board, preferences)
    _bid_on(board, auction, sources)
    with transaction.atomic():
        _replace(board, (*_BIDDING, *_SETTINGS))
        board.student_calls.all().delete()
    return board


def make_call(*, board: Board, call: Call, at: int) -> Board:
    """Make the student's call and those of the robots after it.

    `at` is the number of calls that the student saw: a second click, or another window, does not call twice. Raises
    `Refused`, and nothing is saved then.
    """
    board = _as_it_stands(board)
    auction = _students_turn(board, at)
    if why := auction.why_illegal(call):
        raise Refused(f"{call.title} is not allowed: {why}.")
    judged = _judge(board, auction, call)
    board.first_verdict = board.first_verdict or judged.verdict
    _bid_on(board, auction.with_call(call), [*board.sources, None])
    with transaction.atomic():
        _replace(board, _BIDDING)
        judged.save()
    return board


def undo(*, board: Board, at: int) -> Board:
    """Take back the student's last call and the robots' calls after it. Raises `Refused`."""
    with transaction.atomic():
        board = _locked(board)
        auction = _students_turn(board, at)
        last = board.student_calls.order_by("index").last()
        if last is None:
            raise Refused("There is no call of yours to take back.")
        last.delete()
        _set_auction(board, auction.before(last.index), board.sources[: last.index])
        board.save()
    return board


def set_feedback(*, board: Board, feedback: bool) -> None:
    """Switch the words after each call on or off."""
    Board.objects.filter(pk=board.pk).update(feedback=feedback)


_BOARDS = Board.objects.select_related("our_system", "their_system")
_BIDDING = ("calls", "sources", "our_revision", "their_revision", "finished_at", "first_verdict")
_SETTINGS = ("our_system", "their_system", "seat", "scoring", "opponents_silent", "feedback")


def _as_it_stands(board: Board) -> Board:
    return _BOARDS.get(pk=board.pk)


def _locked(board: Board) -> Board:
    return _BOARDS.select_for_update(of=("self",)).get(pk=board.pk)


def _replace(board: Board, fields: Sequence[str]) -> None:
    """Save these fields, if the board is still as it was read. Raises `Refused`.

    Robots may simulate for a second or more: nothing is locked while they do, and the first to come back wins.
    """
    read_at, board.updated_at = board.updated_at, timezone.now()
    values = {name: getattr(board, name) for name in (*fields, "updated_at")}
    if not Board.objects.filter(pk=board.pk, updated_at=read_at).update(**values):
        raise Refused(MOVED_ON)


def _begin(
    board: Board, preferences: Preferences, auction: Auction | None = None, sources: Sequence[str | None] = ()
) -> Board:
    """Save a new board, from these calls on or from the first."""
    _take_up(board, preferences)
    _bid_on(board, auction or board.auction, list(sources))
    try:
        with transaction.atomic():
            board.save()
    except IntegrityError:  # the same browser asked twice at once, and the other request was first
        same = {name: getattr(board, name) for name in ("owner_key", "deal_number", "drill", "attempt")}
        return Board.objects.get(**same)
    return board


def _take_up(board: Board, preferences: Preferences) -> None:
    ours, theirs = system_or_none(preferences.our_system), system_or_none(preferences.their_system)
    if ours is None or theirs is None:
        raise Refused("This system is no longer there. Choose another one in the settings.")
    board.our_system, board.their_system = ours, theirs
    board.seat, board.scoring = preferences.seat, preferences.scoring
    board.opponents_silent, board.feedback = preferences.opponents_silent, preferences.feedback


def _students_turn(board: Board, at: int) -> Auction:
    """The auction, when the student is to call now and knows all of it."""
    auction = board.auction
    if board.finished:
        raise Refused("The auction is over.")
    if len(auction.calls) != at:
        raise Refused(MOVED_ON)
    return auction


def _judge(board: Board, auction: Auction, call: Call) -> StudentCall:
    """What the system says of the student's call, not saved yet."""
    table = robot_table(board)
    decision = systems_call(table, board, auction)
    accepted = () if decision.simulation else chances(table.place(auction), board.own_hand)
    return StudentCall(
        board=board,
        index=len(auction.calls),
        call=str(call),
        expected=str(decision.call),
        entry=_ref(decision),
        verdict=_verdict(call, decision, accepted),
    )


def _verdict(call: Call, decision: Decision, accepted: Container[Call]) -> Verdict:
    if decision.source is Source.NONE:
        return Verdict.NO_ENTRY
    if call is decision.call:
        return Verdict.AGREES
    return Verdict.ALTERNATIVE if call in accepted else Verdict.DIFFERS


def _ref(decision: Decision) -> str:
    return decision.entry.id if decision.entry else ""


def _bid_on(board: Board, auction: Auction, sources: list[str | None]) -> None:
    """Let the robots call until it is the student's turn or the auction is over. The board is not saved yet."""
    table = robot_table(board)
    while not auction.finished and auction.turn is not board.student:
        if board.opponents_silent and auction.turn.side is not board.student_side:
            auction, sources = auction.with_call(PASS), [*sources, None]
            continue
        decision = table.decide(board.deal[auction.turn], auction)
        auction, sources = auction.with_call(decision.call), [*sources, _ref(decision)]
    _set_auction(board, auction, sources)


def _set_auction(board: Board, auction: Auction, sources: list[str | None]) -> None:
    board.calls, board.sources = str(auction), sources
    board.our_revision, board.their_revision = board.our_system.revision, board.their_system.revision
    board.finished_at = timezone.now() if auction.finished else None
