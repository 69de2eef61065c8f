"""Beginning boards, and bidding on them: the student's calls, and those of the robots up to the student's next turn."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from bidbase.bidding.bidder import Decision, Source
from bidbase.bidding.hints import STEPS
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Seat
from bidbase_web.jobs.job import Job, StillWorking
from bidbase_web.jobs.pages import ask_for
from editor.selectors import SystemRow, system_named
from practice.boards.models import THOUGHT, StudentBoard, StudentCall, Verdict
from practice.boards.preferences import Preferences
from practice.boards.robots import robot_table, table_without_weighing
from practice.boards.selectors import latest_attempt, student_calls
from practice.boards.work import JudgeCall, judge, tell_of

MOVED_ON = "The auction has moved on, perhaps in another window. Here is how it stands."

ROBOT_PATIENCE = timedelta(seconds=3)  # for which a robot waits for a simulation; then it calls without


class Refused(Exception):
    """A request that the Laws or the state of the board do not allow; the message is for the student.

    Nothing is saved then. The board that was handed over may no longer be as the database has it.
    """


def begin_board(*, owner: str, deal_number: int, preferences: Preferences) -> StudentBoard:
    """A new board of this deal for its owner, with the robots' first calls made."""
    return begin(StudentBoard(owner_key=owner, deal_number=deal_number), preferences)


def begin(
    board: StudentBoard,
    preferences: Preferences,
    auction: Auction | None = None,
    sources: Sequence[str | None] = (),
) -> StudentBoard:
    """Save a new board, from these calls on or from the first. Where another request has just begun it, that one."""
    _take_up(board, preferences)
    _bid_on(board, robot_table(board), auction or board.auction, sources)
    try:
        with transaction.atomic():
            board.save()
    except IntegrityError:  # the same browser asked twice at once, and the other request was first
        return latest_attempt(board)
    return board


def begin_again(*, board: StudentBoard, preferences: Preferences, at: int) -> StudentBoard:
    """The same deal from its beginning, for a student who has seen `at` calls of this board.

    An open board starts anew, if no partner bids at it. A finished one is kept and a new attempt begun; where one is
    open already, that is the board, as it stands. Raises `Refused`.
    """
    _require_seen(board, at)
    if board.partnership and not board.finished:
        raise Refused("A board of two people is bid to its end. Then you can bid it again.")
    auction, sources = board.auction.before(board.given), board.sources[: board.given]
    if board.finished:
        last = latest_attempt(board)
        if not last.finished:
            return last
        same = {name: getattr(board, name) for name in (*_OWNER, *_DEAL, "drill", "set_board", "given")}
        return begin(StudentBoard(**same, attempt=last.attempt + 1), preferences, auction, sources)
    _take_up(board, preferences)
    _bid_on(board, robot_table(board), auction, sources)
    with transaction.atomic():
        _replace(board, (*_BIDDING, *_SETTINGS))
        board.student_calls.all().delete()
    return board


def make_call(*, board: StudentBoard, call: Call, at: int) -> StudentBoard:
    """Make the student's call and those of the robots after it.

    `at` is the number of calls that the student saw: a second click, or another window, does not call twice. Nobody
    waits for a verdict: where the hand has to be weighed, it is to come. Raises `Refused`.
    """
    _students_turn(board, at)
    made = _called(board, call)
    with transaction.atomic():
        _save_call(board, made)
    return board


def let_robots_go_on(*, board: StudentBoard) -> Job[Any] | None:
    """Take up an auction in which a robot waited for a simulation; what one still waits for, or None.

    A robot that has waited for `ROBOT_PATIENCE` calls without it.
    """
    if board.finished or board.auction.turn in board.people:
        return None
    table, calls = robot_table(board), board.calls
    waits_for = _bid_on(board, table, board.auction, board.sources)
    if waits_for is not None and board.calls == calls and timezone.now() - board.updated_at > ROBOT_PATIENCE:
        waits_for = _call_without_weighing(board, table)
    if board.calls != calls:
        with suppress(Refused):  # another window was first
            _replace(board, _BIDDING)
    return waits_for


def _call_without_weighing(board: StudentBoard, table: Table) -> Job[Any] | None:
    """Let the robot whose turn it is call by the book alone, and the next ones as usual. Not saved yet."""
    auction = board.auction
    decision = table_without_weighing(board).decide(board.deal[auction.turn], auction)
    board.unweighed = [*board.unweighed, len(auction.calls)]
    return _bid_on(board, table, auction.with_call(decision.call), [*board.sources, _source_of(decision)])


def undo(*, board: StudentBoard, at: int) -> StudentBoard:
    """Take back the student's last call and the robots' calls after it. Raises `Refused`.

    Of two people each takes back the own last call until the other has called: nobody unhears a partner. Who holds both
    seats takes back the last call of either, and sits where it was made.
    """
    last = _taken_back(board, at)
    with transaction.atomic():
        _replace(board, _BIDDING)
        last.delete()
        if not last.judged:
            _set_first_verdict(board, Verdict.TO_COME, Verdict.NO_ENTRY)
    return board.seen_from(board.caller(last.index))


def bid_anew(*, board: StudentBoard, at: int) -> StudentBoard:
    """Make the student's last call once more: the robots bid on from it by the systems as they are now.

    It is judged anew too. Raises `Refused` as `undo` and `make_call` do; the call and what came after it stand then.
    """
    last = _taken_back(board, at)
    board = board.seen_from(board.caller(last.index))
    made = _called(board, Call.parse(last.call))
    with transaction.atomic():
        last.delete()
        _save_call(board, made)
    return board


def take_hint(*, board: StudentBoard, at: int) -> StudentBoard:
    """Let the student see one more hint on his next call, as soon as there is one. Raises `Refused`."""
    _students_turn(board, at)
    board.hints[board.calls] = min(board.hints_seen + 1, STEPS)
    _replace(board, ("hints",))
    return board


def set_feedback(*, board: StudentBoard, feedback: bool) -> None:
    """Switch the words after each call on or off."""
    StudentBoard.objects.filter(pk=board.pk).update(feedback=feedback)


_OWNER = ("owner_key", "partnership")
_DEAL = ("deal_number", "cards", "cards_dealer", "cards_vulnerability")
_BIDDING = (
    "calls",
    "sources",
    "unweighed",
    "our_revision",
    "partner_revision",
    "their_revision",
    "finished_at",
)
_SETTINGS = (
    "our_system",
    "partner_system",
    "their_system",
    "seat",
    "scoring",
    "opponents_silent",
    "robots_think",
    "feedback",
)


def _replace(board: StudentBoard, fields: Sequence[str]) -> None:
    """Save these fields, if the board is still as it was read. Raises `Refused`.

    Robots may simulate for a second or more: nothing is locked while they do, and the first to come back wins.
    """
    read_at, board.updated_at = board.updated_at, timezone.now()
    values = {name: getattr(board, name) for name in (*fields, "updated_at")}
    if not StudentBoard.objects.filter(pk=board.pk, updated_at=read_at).update(**values):
        raise Refused(MOVED_ON)


def _take_up(board: StudentBoard, preferences: Preferences) -> None:
    board.our_system, board.their_system = map(_system_named, (preferences.our_system, preferences.their_system))
    board.partner_system = _system_named(preferences.variant) if preferences.variant else None
    board.seat, board.scoring = preferences.seat, preferences.scoring
    board.opponents_silent, board.robots_think = preferences.opponents_silent, preferences.robots_think
    board.feedback = preferences.feedback


def _system_named(slug: str) -> SystemRow:
    system = system_named(slug)
    if system is None:
        raise Refused("This system is no longer there. Choose another one in the settings.")
    return system


def _require_seen(board: StudentBoard, at: int) -> None:
    if len(board.auction.calls) != at:
        raise Refused(MOVED_ON)


def _persons_turn(board: StudentBoard, at: int) -> Auction:
    """The auction, when a person is to call now and the student knows all of it."""
    if board.finished:
        raise Refused("The auction is over.")
    _require_seen(board, at)
    auction = board.auction
    if auction.turn not in board.people:
        raise Refused(f"{auction.turn.title} is still thinking.")
    return auction


def _students_turn(board: StudentBoard, at: int) -> Auction:
    """The same when it is the student who is to call."""
    auction = _persons_turn(board, at)
    if auction.turn is not board.student:
        raise Refused(f"It is {auction.turn.title}'s turn.")
    return auction


def _taken_back(board: StudentBoard, at: int) -> StudentCall:
    """Take the last call that the student may take back off the auction; neither is saved yet. Raises `Refused`."""
    auction = _persons_turn(board, at)
    last = board.student_calls.order_by("index").last()
    if last is None:
        raise Refused("There is no call of yours to take back.")
    caller = board.caller(last.index)
    if board.key_of(caller) != board.key_of(board.student):
        raise Refused(f"{board.name_of(caller)} has called since. Your calls before that stand.")
    _set_auction(board, auction.before(last.index), board.sources[: last.index])
    return last


def _called(board: StudentBoard, call: Call) -> StudentCall:
    """Make the student's call and those of the robots after it. Neither is saved yet. Raises `Refused`.

    Nothing is locked here: robots may take some time to make theirs.
    """
    auction = board.auction
    if why := auction.why_illegal(call):
        raise Refused(f"{call.title} is not allowed: {why}.")
    table = robot_table(board)
    made = _made(board, table, call)
    _bid_on(board, table, auction.with_call(call), [*board.sources, None])
    return made


def _made(board: StudentBoard, table: Table, call: Call) -> StudentCall:
    """The student's next call with what the system says of it, which is to come where it has to be weighed."""
    earlier, index = student_calls(board), len(board.auction.calls)
    made = StudentCall(board=board, index=index, call=str(call), verdict=Verdict.TO_COME, hinted=board.hints_seen)
    if all(row.judged for row in earlier.values()):
        with suppress(StillWorking):
            judge(board, table, board.auction, made, earlier)
    return made


def _save_call(board: StudentBoard, made: StudentCall) -> None:
    """Save what `_called` has made, in a transaction of the caller's. Raises `Refused`."""
    _replace(board, _BIDDING)
    made.save()
    _set_first_verdict(board, "", Verdict(made.verdict))
    if made.judged:
        tell_of(board, made)
    else:
        ask_for(JudgeCall.of(made), owner=board.key_of(board.caller(made.index)))


def _set_first_verdict(board: StudentBoard, was: str, verdict: Verdict) -> None:
    """Keep what the system says of the first call, where it was this before: a worker may write it meanwhile."""
    if StudentBoard.objects.filter(pk=board.pk, first_verdict=was).update(first_verdict=verdict):
        board.first_verdict = verdict


def _bid_on(board: StudentBoard, table: Table, auction: Auction, sources: Sequence[str | None]) -> Job[Any] | None:
    """Let the robots call until it is a person's turn or the auction is over. The board is not saved yet.

    A robot that waits for a simulation, which is returned, keeps the others waiting: `let_robots_go_on` takes the
    auction up again.
    """
    sources, waits_for = [*sources], None
    try:
        for decision in table.bid_on(board.deal, auction, until=_next_person(board, auction)):
            sources.append(_source_of(decision))
            auction = auction.with_call(decision.call)
    except StillWorking as working:
        waits_for = working.job
    _set_auction(board, auction, sources)
    return waits_for


def _next_person(board: StudentBoard, auction: Auction) -> Seat:
    """The first seat from the player whose turn it is in which a person sits."""
    return next(seat for seat in map(auction.turn.plus, range(4)) if seat in board.people)


def _source_of(decision: Decision) -> str | None:
    """What made a robot's call, as a board keeps it."""
    if decision.source is Source.SILENT:
        return None
    if decision.source is Source.THINKING:
        return THOUGHT
    return decision.entry.id if decision.entry else ""


def _set_auction(board: StudentBoard, auction: Auction, sources: list[str | None]) -> None:
    board.calls, board.sources = str(auction), sources
    board.unweighed = [index for index in board.unweighed if index < len(auction.calls)]
    board.our_revision, board.their_revision = board.our_system.revision, board.their_system.revision
    board.partner_revision = board.partner_system.revision if board.partner_system else None
    board.finished_at = timezone.now() if auction.finished else None
