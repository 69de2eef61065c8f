"""Beginning boards, and bidding on them: the student's calls, and those of the robots up to the student's next turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

from bidbase.bidding.bidder import Decision, Source
from bidbase.bidding.hints import STEPS
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand
from bidbase_web.jobs.job import Job
from bidbase_web.jobs.pages import ask_for
from editor.selectors import SystemRow, system_named
from practice.boards.board import IN_EXAM, TableBoard
from practice.boards.models import THOUGHT, FirstCall, StudentBoard, StudentCall, Verdict
from practice.boards.preferences import Preferences
from practice.boards.robots import ToCome, found_or_to_come, robot_table, table_without_weighing
from practice.boards.selectors import latest_attempt, open_in_drills, student_calls
from practice.boards.work import JudgeCall, judge, keep_verdict

MOVED_ON = "The auction has moved on, perhaps in another window. Here is how it stands."

ROBOT_PATIENCE = timedelta(seconds=3)  # for which a robot waits for a simulation; then it calls without


class Refused(Exception):
    """A request that the Laws or the state of the board do not allow; the message is for the student.

    Nothing is saved then.
    """


def begin_board(*, owner: str, deal_number: int, preferences: Preferences) -> TableBoard:
    """A new board of this deal for its owner, with the robots' first calls made."""
    return begin(StudentBoard(owner_key=owner, deal_number=deal_number), preferences)


def begin(
    row: StudentBoard,
    preferences: Preferences,
    auction: Auction | None = None,
    sources: Sequence[str | None] = (),
) -> TableBoard:
    """Save a new board, from these calls on or from the first. Where another request has just begun it, that one."""
    _take_up(row, preferences)
    board = TableBoard.of(row)
    board, _ = _bid_on(_with_calls(board, auction or board.auction, sources), robot_table(board))
    try:
        with transaction.atomic():
            board.row.save()
    except IntegrityError:  # the same browser asked twice at once, and the other request was first
        return TableBoard.of(latest_attempt(board.row))
    return board


def begin_again(*, board: TableBoard, preferences: Preferences, at: int) -> TableBoard:
    """This deal once more from its beginning, for a student who has seen `at` calls of this board.

    An open board starts anew, if no partner bids at it. A finished one is kept and a new attempt begun; where one is
    open already, that is the board, as it stands. Raises `Refused`.
    """
    _require_seen(board, at)
    _require_no_exam(board)
    if board.row.partnership and not board.finished:
        raise Refused("A board of two people is bid to its end. Then you can bid it again.")
    return _another_attempt(board, preferences) if board.finished else _from_its_beginning(board, preferences)


def _another_attempt(board: TableBoard, preferences: Preferences) -> TableBoard:
    row, last = board.row, latest_attempt(board.row)
    if not last.finished:
        return TableBoard.of(last)
    same = {name: getattr(row, name) for name in (*_OWNER, *_DEAL, "drill", "set_board", "given")}
    again = StudentBoard(**same, attempt=last.attempt + 1)
    return begin(again, preferences, board.auction.before(row.given), row.sources)


def _from_its_beginning(board: TableBoard, preferences: Preferences) -> TableBoard:
    row = copy(board.row)
    _take_up(row, preferences)
    begun = _with_calls(replace(board, row=row, known_calls={}), board.auction.before(row.given), row.sources)
    begun, _ = _bid_on(begun, robot_table(begun))
    with transaction.atomic():
        _replace(begun, (*_BIDDING, *_SETTINGS))
        _take_away(board, board.calls_of_people.values())
    return begun


def make_call(*, board: TableBoard, call: Call, at: int) -> TableBoard:
    """Make the student's call and those of the robots after it.

    `at` is the number of calls that the student saw: a second click, or another window, does not call twice. Nobody
    waits for a verdict: where the hand has to be weighed, it is to come. Raises `Refused`.
    """
    _require_students_turn(board, at)
    made, called = _called(board, call)
    with transaction.atomic():
        _save_call(called, made)
        _count_try(board, made)
        _go_on_from_verdict(called, made)
    return called


def let_robots_go_on(*, board: TableBoard) -> tuple[TableBoard, Job[Any] | None]:
    """Take up an auction in which a robot waited for a simulation; with what one still waits for, or None.

    A robot that has waited for `ROBOT_PATIENCE` calls without it.
    """
    if not board.robots_turn:
        return board, None
    table, made = robot_table(board), len(board.auction.calls)
    after, waits_for = _bid_on(board, table)
    if len(after.auction.calls) == made and timezone.now() - board.row.updated_at > ROBOT_PATIENCE:
        after, waits_for = _bid_on(_without_weighing(board), table)
    if len(after.auction.calls) > made:
        _is_replaced(after, _BIDDING)  # another window may have been first
    return after, waits_for


def _without_weighing(board: TableBoard) -> TableBoard:
    """The board after the robot whose turn it is has called by the book alone."""
    auction, row = board.auction, board.row
    decision = table_without_weighing(board).decide(board.deal[auction.turn], auction)
    called = _with_calls(board, auction.with_call(decision.call), [*row.sources, _source_of(decision)])
    called.row.unweighed = [*row.unweighed, len(auction.calls)]
    return called


def undo(*, board: TableBoard, at: int) -> TableBoard:
    """Take back the student's last call and the robots' calls after it. Raises `Refused`.

    Of two people each takes back the own last call until the other has called: nobody unhears a partner. Who holds both
    seats takes back the last call of either, and sits where it was made.
    """
    _require_no_exam(board)
    last = _last_call(board, at)
    before = _before(board, last)
    with transaction.atomic():
        _replace(before, _BIDDING)
        _take_away(board, [last])
    return before


def _take_away(board: TableBoard, calls: Iterable[StudentCall]) -> None:
    """Delete calls that are taken back; of those that were not weighed yet there is no verdict then."""
    for made in calls:
        if not made.judged:
            made.verdict = Verdict.NO_ENTRY
            keep_verdict(board, made)
            _set_first_verdict(board, Verdict.TO_COME, Verdict.NO_ENTRY)
        made.delete()


def bid_anew(*, board: TableBoard, at: int) -> TableBoard:
    """Make the student's last call once more: the robots bid on from it by the systems as they are now.

    It is judged anew too. Raises `Refused` as `undo` and `make_call` do; the call and what came after it stand then.
    """
    _require_no_exam(board)
    last = _last_call(board, at)
    made, called = _called(_before(board, last), Call.parse(last.call))
    with transaction.atomic():
        last.delete()
        _save_call(called, made)
        _go_on_from_verdict(called, made)
    return called


def take_hint(*, board: TableBoard, at: int) -> TableBoard:
    """Let the student see one more hint on their next call, as soon as there is one. Raises `Refused`."""
    _require_students_turn(board, at)
    _require_no_exam(board)
    hinted = _with_hints(board, min(board.hints_seen + 1, STEPS))
    _replace(hinted, ("hints",))
    return hinted


def see_answer(*, owner: str, hand: Hand, auction: Auction) -> None:
    """Mark where an owner is told the call for a hand that a drill asks them now: that is as good as all hints."""
    for row in open_in_drills(owner, auction):
        board = TableBoard.of(row)
        if board.deal[board.student] == hand:
            _is_replaced(_with_hints(board, STEPS), ("hints",))


def _with_hints(board: TableBoard, seen: int) -> TableBoard:
    """The board with so many hints seen on the student's next call. It is not saved yet."""
    row = copy(board.row)
    row.hints = {**row.hints, row.calls: seen}
    return replace(board, row=row)


def set_feedback(*, row: StudentBoard, feedback: bool) -> None:
    """Switch the words after each call on or off."""
    StudentBoard.objects.filter(pk=row.pk).update(feedback=feedback)


_OWNER = ("owner_key", "partnership")
_DEAL = ("deal_number", "cards", "cards_dealer", "cards_vulnerability")
_BIDDING = (
    "calls",
    "sources",
    "unweighed",
    "turn_since",
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


def _replace(board: TableBoard, fields: Sequence[str]) -> None:
    """Save these fields, if the board is still as it was read. Raises `Refused`."""
    if not _is_replaced(board, fields):
        raise Refused(MOVED_ON)


def _is_replaced(board: TableBoard, fields: Sequence[str]) -> bool:
    """Save these fields and say so, or leave all as it is where the board is no longer as it was read.

    Robots may simulate for a second or more: nothing is locked while they do, and the first to come back wins.
    """
    row = board.row
    read_at, row.updated_at = row.updated_at, timezone.now()
    values = {name: getattr(row, name) for name in (*fields, "updated_at")}
    return bool(StudentBoard.objects.filter(pk=row.pk, updated_at=read_at).update(**values))


def _take_up(row: StudentBoard, preferences: Preferences) -> None:
    row.our_system, row.their_system = map(_system_named, (preferences.our_system, preferences.their_system))
    row.partner_system = _system_named(preferences.variant) if preferences.variant else None
    row.seat, row.scoring = preferences.seat, preferences.scoring
    row.opponents_silent, row.robots_think = preferences.opponents_silent, preferences.robots_think
    row.feedback = preferences.feedback


def _system_named(slug: str) -> SystemRow:
    system = system_named(slug)
    if system is None:
        raise Refused("This system is no longer there. Choose another one in the settings.")
    return system


def _require_seen(board: TableBoard, at: int) -> None:
    if len(board.auction.calls) != at:
        raise Refused(MOVED_ON)


def _require_no_exam(board: TableBoard) -> None:
    if board.row.in_exam:
        raise Refused(IN_EXAM)


def _require_persons_turn(board: TableBoard, at: int) -> None:
    """Let a person call now who knows all of the auction, and nobody else."""
    if board.finished:
        raise Refused("The auction is over.")
    _require_seen(board, at)
    if board.robots_turn:
        raise Refused(f"{board.auction.turn.title} is still thinking.")


def _require_students_turn(board: TableBoard, at: int) -> None:
    """Let the student call now who knows all of the auction, and nobody else."""
    _require_persons_turn(board, at)
    if board.auction.turn is not board.student:
        raise Refused(f"It is {board.auction.turn.title}'s turn.")


def _last_call(board: TableBoard, at: int) -> StudentCall:
    """The last call that the student may take back. Raises `Refused`."""
    _require_persons_turn(board, at)
    if not board.calls_of_people:
        raise Refused("There is no call of yours to take back.")
    last = board.calls_of_people[max(board.calls_of_people)]
    caller = board.auction.seat_of(last.index)
    if board.key_of(caller) != board.key_of(board.student):
        raise Refused(f"{board.name_of(caller)} has called since. Your calls before that stand.")
    return last


def _before(board: TableBoard, made: StudentCall) -> TableBoard:
    """The board before this call, as whoever made it sees it. It is not saved yet."""
    known = replace(board, known_calls=board.calls_of_people)
    before = _with_calls(known, board.auction.before(made.index), board.row.sources)
    return before.seen_from(before.auction.turn)


def _called(board: TableBoard, call: Call) -> tuple[StudentCall, TableBoard]:
    """Make the student's call and those of the robots after it. Neither is saved yet. Raises `Refused`.

    Nothing is locked here: robots may take some time to make theirs.
    """
    if why := board.auction.why_illegal(call):
        raise Refused(f"{call.title} is not allowed: {why}.")
    table = robot_table(board)
    made = _made(board, table, call)
    known = replace(board, known_calls={**board.calls_of_people, made.index: made})
    called = _with_calls(known, board.auction.with_call(call), [*board.row.sources, None])
    called, _ = _bid_on(called, table)
    return made, called


def _made(board: TableBoard, table: Table, call: Call) -> StudentCall:
    """The student's next call with what the system says of it, which is to come where it has to be weighed."""
    earlier, index = student_calls(board), len(board.auction.calls)
    made = StudentCall(board=board.row, index=index, call=str(call), verdict=Verdict.TO_COME, hinted=board.hints_seen)
    if all(row.judged for row in earlier.values()):
        found_or_to_come(lambda: judge(board, table, board.auction, made, earlier))
    return made


def _save_call(board: TableBoard, made: StudentCall) -> None:
    """Save what `_called` has made, in a transaction of the caller's. Raises `Refused`."""
    _replace(board, _BIDDING)
    made.save()
    _set_first_verdict(board, "", Verdict(made.verdict))


def _count_try(board: TableBoard, made: StudentCall) -> None:
    """Keep a call that was made at this board as the first at its place, or count it there as one more."""
    waited = timezone.now() - board.row.turn_since if board.row.turn_since else timedelta.max
    seconds = round(waited.total_seconds())
    first = {
        "index": made.index,
        "call": made.call,
        "hinted": made.hinted,
        "seconds": seconds if seconds <= FirstCall.LONGEST_THOUGHT else None,
    }
    place, new = FirstCall.objects.get_or_create(board=board.row, auction=str(board.auction), defaults=first)
    if not new:
        FirstCall.objects.filter(pk=place.pk).update(tries=F("tries") + 1)


def _go_on_from_verdict(board: TableBoard, made: StudentCall) -> None:
    """Keep the verdict on a call that is saved, or ask for it."""
    if made.judged:
        keep_verdict(board, made)
    else:
        ask_for(JudgeCall.of(made), owner=board.key_of(board.auction.seat_of(made.index)))


def _set_first_verdict(board: TableBoard, was: str, verdict: Verdict) -> None:
    """Keep what the system says of the first call, where it was this before: a worker may write it meanwhile."""
    if StudentBoard.objects.filter(pk=board.row.pk, first_verdict=was).update(first_verdict=verdict):
        board.row.first_verdict = verdict


def _bid_on(board: TableBoard, table: Table) -> tuple[TableBoard, Job[Any] | None]:
    """The board when robots have called until it is a person's turn or the auction is over. It is not saved yet.

    A robot that waits for a simulation, which is returned, keeps the others waiting: `let_robots_go_on` takes the
    auction up again.
    """
    auction, sources = board.auction, [*board.row.sources]
    while not auction.finished and auction.turn not in board.people:
        decision = found_or_to_come(partial(table.decide, board.deal[auction.turn], auction))
        if isinstance(decision, ToCome):
            return _with_calls(board, auction, sources), decision.job
        auction = auction.with_call(decision.call)
        sources.append(_source_of(decision))
    return _with_calls(board, auction, sources), None


def _source_of(decision: Decision) -> str | None:
    """What made a robot's call, as a board keeps it."""
    if decision.source is Source.SILENT:
        return None
    if decision.source is Source.THINKING:
        return THOUGHT
    return decision.entry.id if decision.entry else ""


def _with_calls(board: TableBoard, auction: Auction, sources: Sequence[str | None]) -> TableBoard:
    """The board with this auction, by the systems as they are now. It is not saved yet."""
    row, made = copy(board.row), len(auction.calls)
    row.calls, row.sources = str(auction), [*sources[:made]]
    row.unweighed = [index for index in row.unweighed if index < made]
    row.our_revision, row.their_revision = row.our_system.revision, row.their_system.revision
    row.partner_revision = row.partner_system.revision if row.partner_system else None
    row.turn_since = timezone.now()
    row.finished_at = timezone.now() if auction.finished else None
    return replace(board, row=row, auction=auction)
