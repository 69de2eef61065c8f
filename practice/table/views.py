"""The table: a deal by its number or of a drill, the student's calls, undo, again, next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect, reswap, retarget

from bidbase.bidding.robots import Table
from bidbase.errors import TextError
from bidbase.game.auction import Call
from bidbase.game.cards import Seat
from bidbase_web.jobs.pages import ask_for, has_failed, prepare
from bidbase_web.pages import HtmxRequest, show, wants_part
from bidbase_web.visitors import owner_of
from practice.boards import services
from practice.boards.access import (
    as_seen,
    calls_seen,
    deal_number,
    open_systems,
    own_board,
    preferences_of,
    systems_to_play,
    told_board,
)
from practice.boards.board import TableBoard
from practice.boards.feedback import meanings_behind
from practice.boards.models import StudentCall
from practice.boards.preferences import board_preferences
from practice.boards.presenters import slug_for_reader
from practice.boards.robots import ToCome, best_now, found_or_to_come, robot_table, seen_hints
from practice.boards.selectors import (
    latest_board,
    latest_drill_board,
    latest_set_board,
    settled_address,
    student_calls,
    table_address,
)
from practice.boards.work import JudgeCall
from practice.drill.drill import Drill, DrillProgress
from practice.drill.selectors import progress_of
from practice.drill.services import ask_question, begin_drill_board
from practice.drill.views import question_number, read, show_choice
from practice.guide.access import guide_at, offers_guide
from practice.learn.selectors import round_line_of
from practice.partners.access import own_shared_board
from practice.sets.access import joined
from practice.sets.selectors import board_of, place_of
from practice.sets.services import begin_set_board
from practice.settings.access import linked_preferences
from practice.settings.views import follow_link
from practice.table.presenters import meanings_of, scene_of


@require_safe
@never_cache
def deal(request: HtmxRequest, number: str) -> HttpResponse:
    """The visitor's board for this deal, as it was left or new. A link may carry the settings it is to be bid with."""
    found = latest_board(owner_of(request), deal_number(number))
    linked = linked_preferences(request)
    if found is not None and (linked is None or linked.hold_at(found)):
        return show_board(request, TableBoard.of(found))
    if request.method == "HEAD":
        return HttpResponse()  # asked by programs that follow links: nothing is begun for them
    if found is not None and linked is not None:
        return follow_link(request, found, linked)
    preferences = linked or preferences_of(request, systems_to_play(request))
    begun = services.begin_board(owner=owner_of(request), deal_number=deal_number(number), preferences=preferences)
    return show_board(request, begun)


@require_safe
@never_cache
def drill_question(request: HtmxRequest, number: str) -> HttpResponse:
    """The visitor's board for this question of a drill, as it was left or new."""
    # A board that was begun is there whatever has become of the system since.
    asked_number, query = question_number(number), Drill.of_query(request.GET.urlencode()).query
    found = latest_drill_board(owner_of(request), asked_number, query)
    if found is not None:
        return show_board(request, TableBoard.of(found))
    asked = read(request, bound=True)
    if not asked.form.is_valid():
        return show_choice(request, asked, status=400)
    if request.method == "HEAD":
        return HttpResponse()
    drill = asked.form.drill()
    question = ask_question(drill=drill, system=asked.system, number=asked_number)
    if question is None:
        return show_choice(request, asked, nothing=drill)
    seat = Seat.parse(preferences_of(request, asked.systems).seat)
    begun = begin_drill_board(owner=owner_of(request), drill=drill, number=asked_number, question=question, seat=seat)
    return show_board(request, begun)


@require_safe
@never_cache
def drill_deal(request: HtmxRequest, number: str) -> HttpResponse:
    """A board of a drill from the time when its deals were numbered ones. Without one it is the drill that opens."""
    drill = Drill.of_query(request.GET.urlencode())
    found = latest_board(owner_of(request), deal_number(number), drill.query)
    return redirect(drill.address) if found is None else show_board(request, TableBoard.of(found))


@require_safe
@never_cache
def set_board(request: HtmxRequest, token: str, number: int) -> HttpResponse:
    """The visitor's board of a set, as it was left or new; before a new one comes what the owner says of it."""
    board_set, participant = joined(request, token)
    if participant is None:
        return redirect("practice:set", token)
    asked = board_of(board_set, number)
    if asked is None:
        raise Http404(f"This set has no board {number}.")
    found = latest_set_board(participant.owner_key, asked.pk)
    if found is not None:
        return show_board(request, TableBoard.of(found))
    if request.method == "HEAD":
        return HttpResponse()
    if asked.before and "begin" not in request.GET:
        context = {"section": "table", "board_set": board_set, "number": number, "words": asked.before}
        return render(request, "practice/sets/before.html", context)
    return show_board(request, begin_set_board(participant=participant, board_set=board_set, set_board=asked))


@require_safe
@never_cache
def shared_board(request: HtmxRequest, token: str, number: str) -> HttpResponse:
    """The last board of this deal that the visitor shares with a partner."""
    return show_board(request, own_shared_board(request, token, deal_number(number)))


@require_safe
@never_cache
def news(request: HtmxRequest, token: str) -> HttpResponse:
    """The table for htmx, when it is no longer as the page has it; else nothing. The page asks every second or so."""
    board, seen = own_board(request, token), request.GET.get("calls")
    if not request.htmx:
        return redirect(table_address(board.row))
    if seen == board.row.calls:
        return HttpResponse(status=204)
    return reswap(retarget(show_board(request, board, seen or ""), "#table"), "outerHTML")


@require_safe
@never_cache
def meanings(request: HtmxRequest, token: str, count: int) -> HttpResponse:
    """What the calls mean by agreement at the table with its first `count` calls, for whoever looks.

    A page whose calls have been taken back since is shown the table as it stands.
    """
    board = own_board(request, token)
    auction = board.auction.before(count)
    if len(auction.calls) < count or request.GET.get("calls", str(auction)) != str(auction):
        if not request.htmx:
            return redirect(table_address(board.row))
        return reswap(retarget(_refuse(request, board, services.Refused(services.MOVED_ON)), "#table"), "outerHTML")
    told = meanings_of(board, robot_table(board), auction, open_systems(request, board))
    return _tell(request, board, "practice/table/meanings.html", "What the calls mean by agreement", {"meanings": told})


@require_safe
@never_cache
def verdict(request: HtmxRequest, token: str, index: int) -> HttpResponse:
    """What is said of one of the visitor's calls, for htmx; nothing while a worker weighs the hand.

    Where it cannot be weighed that is said, and the page asks no more.
    """
    board = told_board(request, token)
    judged = student_calls(board)
    if index not in judged or not board.feedback:
        raise Http404("Nothing has been said of such a call.")
    if not request.htmx:
        return redirect(table_address(board.row))
    to_come = not judged[index].judged
    failed = to_come and has_failed(ask_for(JudgeCall.of(judged[index]), owner=owner_of(request)))
    if to_come and not failed:
        return HttpResponse(status=204)
    if board.finished:
        return HttpResponse()  # the review has it; whoever still asks has an old page
    scene = scene_of(board, robot_table(board), judged, None, open_systems(request, board))
    context = {"scene": scene, "verdict_failed": failed, "lesson_back": settled_address(board.row)}
    return render(request, "practice/table/verdict.html", context)


@require_safe
@never_cache
def why(request: HtmxRequest, token: str, index: int) -> HttpResponse:
    """What one of the visitor's calls means, and the better one: a page of its own, or for htmx a part."""
    board = told_board(request, token)
    made = student_calls(board).get(index)
    if made is None or not board.feedback:
        raise Http404("Nothing has been said of such a call.")
    system = slug_for_reader(board.systems[board.student], open_systems(request, board))
    told = {"meanings": meanings_behind(board, robot_table(board), made), "system": system}
    return _tell(request, board, "practice/table/why.html", "What these calls mean", told)


def _tell(request: HtmxRequest, board: TableBoard, template: str, title: str, context: dict[str, Any]) -> HttpResponse:
    """What the table shows when somebody looks: for htmx this part of it, else a page of its own."""
    if wants_part(request):
        return render(request, template, context)
    frame = {"section": _section(board), "title": title, "told": template, "table_address": table_address(board.row)}
    return render(request, "practice/table/aside.html", {**context, **frame})


@require_POST
def call(request: HtmxRequest, token: str) -> HttpResponse:
    """Make the visitor's call."""
    try:
        call = Call.parse(request.POST.get("call", ""))
    except TextError as error:
        raise BadRequest(f"Call: {error.message}.") from None
    return _change(request, token, lambda board, at: services.make_call(board=board, call=call, at=at))


@require_POST
def hint(request: HtmxRequest, token: str) -> HttpResponse:
    """Show the visitor one more hint on the call that is theirs to make."""
    return _change(request, token, lambda board, at: services.take_hint(board=board, at=at))


@require_POST
def undo(request: HtmxRequest, token: str) -> HttpResponse:
    """Take back the visitor's last call."""
    return _change(request, token, lambda board, at: services.undo(board=board, at=at))


@require_POST
def anew(request: HtmxRequest, token: str) -> HttpResponse:
    """Let the robots bid anew from the visitor's last call, by the systems as they are now."""
    return _change(request, token, lambda board, at: services.bid_anew(board=board, at=at))


@require_POST
def again(request: HtmxRequest, token: str) -> HttpResponse:
    """Bid the deal again, with the settings of this board."""
    return _change(
        request,
        token,
        lambda board, at: services.begin_again(board=board, preferences=board_preferences(board.row), at=at),
    )


def _change(request: HtmxRequest, token: str, change: Callable[[TableBoard, int], TableBoard]) -> HttpResponse:
    """Change the visitor's own board, as it stood after the calls that the page showed.

    htmx gets the table as it is then, others are sent there; the end of the auction leads to the review. A refusal
    shows the table as it stands, and why nothing has changed.
    """
    found = own_board(request, token)
    at = calls_seen(request)
    try:
        if request.POST.get("calls", found.row.calls) != found.row.calls:
            raise services.Refused(services.MOVED_ON)  # as many calls, but a partner has made another one
        board = as_seen(request, change(found, at))
    except services.Refused as refusal:
        return _refuse(request, own_board(request, token), refusal)
    _prepare_judgment(board)
    return show_board(request, board) if request.htmx or board.finished else redirect(table_address(board.row))


def _refuse(request: HtmxRequest, board: TableBoard, refusal: services.Refused) -> HttpResponse:
    why = str(refusal)
    if not board.finished:
        return show_table(request, board, why, status=409)
    if request.htmx:
        return show_board(request, board)
    return render(request, "practice/table/over.html", {"section": "table", "board": board.row, "why": why}, status=409)


def show_board(request: HtmxRequest, board: TableBoard, seen: str | None = None) -> HttpResponse:
    """The table, or the way to the review once the auction is over: a page of its own, for htmx too."""
    board, waits_for = services.let_robots_go_on(board=board)
    if waits_for is not None:
        ask_for(waits_for, owner=owner_of(request))
    if not board.finished:
        return show_table(request, board, seen=seen)
    review = reverse("practice:board", args=[board.row.token])
    return HttpResponseClientRedirect(review) if request.htmx else redirect(review)


def _section(board: TableBoard) -> str:
    """The part of the site to which the table of this board belongs."""
    return "drill" if board.row.drill else "table"


def _prepare_judgment(board: TableBoard) -> None:
    """Have a worker weigh the next call of a student before it is made, where the book has no answer."""
    if board.finished or board.robots_turn:
        return
    seen = board.seen_from(board.auction.turn)
    judged = student_calls(seen)
    if not all(row.judged for row in judged.values()):
        return
    best = found_or_to_come(lambda: best_now(seen, robot_table(seen), judged))
    if isinstance(best, ToCome):
        prepare(best.job, owner=seen.key_of(seen.student))


def _hints(board: TableBoard, table: Table, judged: Mapping[int, StudentCall]) -> tuple[str, ...] | ToCome:
    """The hints that the student has seen on the next call. They depend on the verdicts on the calls before it."""
    to_come = [made for made in judged.values() if not made.judged]
    if board.hints_seen and to_come:
        return ToCome(JudgeCall.of(to_come[-1]))
    return found_or_to_come(lambda: seen_hints(board, table, judged))


def _progress(board: TableBoard) -> DrillProgress | None:
    """How the drill of a board stands, if it belongs to one; what is practiced is told after the first call."""
    if not board.row.drill:
        return None
    return progress_of(board.row.owner_key, Drill.of_query(board.row.drill), revealed=bool(board.row.first_verdict))


def show_table(
    request: HtmxRequest,
    board: TableBoard,
    refusal: str = "",
    status: int = 200,
    seen: str | None = None,
) -> HttpResponse:
    """The table of an open board. The board itself knows all hands and stays out of the context.

    A page that asked for news had `seen` an auction; what happened since is announced.
    """
    table, judged = robot_table(board), student_calls(board)
    found, readable = _hints(board, table, judged), open_systems(request, board)
    hints = None if isinstance(found, ToCome) else found
    asked = ask_for(found.job, owner=board.key_of(board.student)) if isinstance(found, ToCome) else None
    context = {
        "section": _section(board),
        "scene": scene_of(board, table, judged, _progress(board), readable, hints, place_of(board.row)),
        "hint_failed": has_failed(asked),
        "refusal": refusal,
        "table_address": table_address(board.row),
        "lesson_back": settled_address(board.row),
        "news": seen is not None,
        "taken_back": seen is not None and not board.row.calls.startswith(seen),
        "guide": guide_at(request, board.row, judged),
        "offers_guide": offers_guide(request, board.row, judged),
        "round": round_line_of(board.row),
    }
    response = show(request, "practice/table/page.html", context, status=status)
    if board.robots_turn and not wants_part(request):
        response["Refresh"] = "1"  # a robot is thinking; where there is htmx the page looks again by itself
    return response
