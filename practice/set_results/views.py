"""The results of a set, for whoever has the second link: the grid, each board opened, comments, and downloads."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from bidbase.language.circumstances import Scoring
from editor.selectors import SystemRow, bidder_for
from practice.boards.access import open_systems
from practice.boards.board import TableBoard
from practice.boards.robots import robot_table
from practice.boards.selectors import student_calls
from practice.double_dummy.work import have_analyzed
from practice.set_results.downloads import as_csv, as_pbn
from practice.set_results.forms import CommentForm, comment_forms
from practice.set_results.presenters import grid_of, neighbors, opened_board, topic_results
from practice.set_results.selectors import finished_in, opened_attempt, participant_at, results_of
from practice.sets.access import own_set
from practice.sets.models import BoardSet
from practice.sets.selectors import comments_on, unmet_requests
from practice.sets.services import comment as save_comment

FORMATS = {"csv": (as_csv, "text/csv"), "pbn": (as_pbn, "text/plain")}


@require_safe
@never_cache
def results(request: HttpRequest, token: str, secret: str) -> HttpResponse:
    """Everybody's results as a grid, with both links of the set."""
    board_set = own_set(token, secret)
    found = results_of(board_set)
    have_analyzed((board.deal, board.dealer, board.vulnerability) for board in found.unanalyzed())
    context = {
        "section": "boards",
        "board_set": board_set,
        "unmet": unmet_requests(board_set),
        "grid": grid_of(found, Scoring(board_set.scoring)),
        "topics": topic_results(found, _convention_in(board_set.our_system)),
        "finished": len(found.outcomes),
    }
    return render(request, "practice/set_results/page.html", context)


def _convention_in(system: SystemRow) -> Callable[[str], str]:
    """Tells the convention of an entry of a system by its ref, blank where it has none or the entry is gone."""
    by_id = bidder_for(system).system.by_id
    return lambda ref: str(by_id[ref].convention or "") if ref in by_id else ""


@require_safe
@never_cache
def export(request: HttpRequest, token: str, secret: str, file_format: str) -> HttpResponse:
    """All finished boards in one file."""
    board_set = own_set(token, secret)
    if file_format not in FORMATS:
        raise Http404("There is no such export: the formats are csv and pbn.")
    write, content_type = FORMATS[file_format]
    headers = {"Content-Disposition": f'attachment; filename="results.{file_format}"'}
    text = write(board_set, results_of(board_set))
    return HttpResponse(text, content_type=f"{content_type}; charset=utf-8", headers=headers)


@require_safe
@never_cache
def opened(request: HttpRequest, token: str, secret: str, board: str) -> HttpResponse:
    """A finished board of a participant, call by call, with a form for a comment on each of their calls."""
    board_set = own_set(token, secret)
    found = _finished(board_set, board)
    participant = participant_at(found.row)
    if participant is None or found.row.set_board is None:
        raise Http404("Nobody takes part in this set with this board.")
    row, column = neighbors(finished_in(board_set), participant.nickname, found.row.set_board.number)
    context = {
        "section": "boards",
        "board_set": board_set,
        "board": found,
        "row": row,
        "column": column,
        "opened": opened_board(
            found,
            found.row.set_board.number,
            participant,
            robot_table(found),
            student_calls(found),
            found.row.first_calls.all(),
            comments_on(found.row),
            open_systems(request, found),
        ),
    }
    return render(request, "practice/set_results/board.html", context)


@require_POST
def comment(request: HttpRequest, token: str, secret: str, board: str) -> HttpResponse:
    """Keep what has been written of the student's calls and of the whole board, whichever button was pressed.

    What was not changed on the page is left alone: somebody else may have changed it since.
    """
    found = _finished(own_set(token, secret), board)
    written = [form for form in comment_forms(request.POST) if form.has_been_changed]
    for form in written:
        if not form.is_valid():
            faults = (f"{name}: {' '.join(map(str, errors))}" for name, errors in form.errors.items())
            raise BadRequest(" ".join(faults))
        index = form.cleaned_data["index"]
        if index is not None and not _is_call_of_student(found, index):
            raise BadRequest("index: this is not a call of the student.")
    for form in written:
        save_comment(board=found.row, index=form.cleaned_data["index"], text=form.cleaned_data["text"])
    messages.success(request, _saved(written))
    pressed = request.POST.get("index", "")
    place = f"#made-{pressed}" if pressed.isdecimal() else ""
    return redirect(f"{reverse('practice:set_opened', args=[token, secret, board])}{place}")


def _is_call_of_student(board: TableBoard, index: int) -> bool:
    return index < len(board.auction.calls) and board.auction.seat_of(index) is board.student


def _saved(written: Sequence[CommentForm]) -> str:
    """What has been done with these comments, in words."""
    match [form.cleaned_data["text"] for form in written]:
        case []:
            return "Nothing was changed."
        case [text]:
            return "The comment is saved." if text else "The comment is taken away."
    return "The comments are saved."


def _finished(board_set: BoardSet, token: str) -> TableBoard:
    found = opened_attempt(board_set, token)
    if found is None:
        raise Http404("There is no such board in this set, or its auction is not over yet.")
    return found
