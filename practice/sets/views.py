"""Sets: the visitor's own, making and changing one, and taking part. The table opens the boards."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import ProtectedError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bidbase_web.jobs.job import StillWorking
from bidbase_web.visitors import known_owner, owner_of
from practice.boards.access import preferences_of, systems_to_play
from practice.drill.drill import Drill
from practice.sets import services
from practice.sets.access import joined, own_set, readable_set
from practice.sets.choose_form import ChooseForm
from practice.sets.forms import BoardsForm, JoinForm, SetBoardFormSet, SetForm, WordsForm
from practice.sets.models import BoardSet, BoardUpload, Participant
from practice.sets.offered import OfferedBoard, offered_boards
from practice.sets.presenters import SetLine, board_lines, next_line, offered_lines
from practice.sets.selectors import (
    begun_boards,
    boards_in,
    boards_to_come,
    commented_attempts,
    finished_boards,
    latest_attempts,
    open_boards,
    open_request,
    sets_joined_by,
    sets_of,
    unmet_requests,
    upload_being_taken,
    upload_of,
    uploads_of,
)
from practice.sets.taking import ReadUpload, TakeBoards, keep_upload, take_boards

BOARDS_ON_A_PAGE = 50
MOST_FAULTS_SHOWN = 100


@require_safe
@never_cache
def sets(request: HttpRequest) -> HttpResponse:
    """The sets that the visitor has made, and those in which they take part."""
    owner = known_owner(request)
    context = {"section": "boards", "made": sets_of(owner)[:100], "joined": sets_joined_by(owner)[:100]}
    return render(request, "practice/sets/list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def new(request: HttpRequest) -> HttpResponse:
    """Make a set, and go on to its results, where its links are."""
    systems = systems_to_play(request)
    if request.method == "POST":
        form = SetForm(systems, request.POST)
        valid = form.is_valid()
        boards = BoardsForm(request.POST, request.FILES, system=form.cleaned_data.get("our_system"))
        if boards.is_valid() and valid:  # both are read, so that all faults are shown at once
            made = services.make_set(
                board_set=form.board_set(owner_key=owner_of(request)),
                boards=boards.boards(),
                seat=boards.cleaned_data["seat"],
            )
            return _go_on_with(made, boards) or redirect("practice:set_results", made.token, made.secret)
    else:
        drill = request.GET.get("drill", "")
        preferences = preferences_of(request, systems)
        if (drilled := Drill.of_query(drill).system) in {system.slug for system in systems}:
            preferences = replace(preferences, our_system=drilled)
        form = SetForm(systems, initial=SetForm.values(preferences, systems))
        boards = BoardsForm(initial={"drill": drill, "dealt": 8} if drill else None)
    status = 400 if form.is_bound else 200
    return render(
        request, "practice/sets/new.html", {"section": "boards", "form": form, "boards": boards}, status=status
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def edit(request: HttpRequest, token: str, secret: str) -> HttpResponse:
    """Change the words of a set and its boards. A board that somebody has begun keeps its seat and its calls."""
    board_set = own_set(token, secret)
    begun, boards = frozenset(begun_boards(board_set)), board_set.boards.order_by("number")
    post = request.POST if request.method == "POST" else None
    words = WordsForm(post, instance=board_set)
    forms = SetBoardFormSet(post, queryset=boards, form_kwargs={"begun": begun}, prefix="boards")
    if post is not None and words.is_valid() & forms.is_valid():
        changed, order = forms.save(commit=False), [form.instance for form in forms.ordered_forms]
        try:
            services.change_set(board_set=words.instance, boards=changed, removed=forms.deleted_objects, order=order)
        except ProtectedError:
            messages.error(request, "Somebody has just begun a board that was to be taken out. Nothing has changed.")
        else:
            messages.success(request, "The set is saved.")
        return redirect("practice:set_edit", token, secret)
    return _show_edit(request, board_set, words, forms, BoardsForm(), 200 if post is None else 400)


@require_POST
def add(request: HttpRequest, token: str, secret: str) -> HttpResponse:
    """Add boards at the end of a set."""
    board_set = own_set(token, secret)
    boards = boards_in(board_set)
    already = len(boards) + boards_to_come(board_set)
    form = BoardsForm(request.POST, request.FILES, system=board_set.our_system, already=already)
    if form.is_valid():
        services.add_boards(board_set=board_set, boards=form.boards(), seat=form.cleaned_data["seat"])
        if going_on := _go_on_with(board_set, form):
            return going_on
        messages.success(request, "The boards are added.")
        return redirect("practice:set_edit", token, secret)
    begun = frozenset(begun_boards(board_set))
    forms = SetBoardFormSet(queryset=board_set.boards.order_by("number"), form_kwargs={"begun": begun}, prefix="boards")
    return _show_edit(request, board_set, WordsForm(instance=board_set), forms, form, 400)


def _go_on_with(board_set: BoardSet, boards: BoardsForm) -> HttpResponse | None:
    """Ask for the boards that are to be dealt, and keep files to choose from; where to go on with these, if at all."""
    wanted = boards.deal_request()
    if wanted is not None:
        services.request_deals(board_set=board_set, wanted=wanted)
    seat = boards.cleaned_data["seat"]
    kept = [keep_upload(board_set=board_set, new=new, seat=seat) for new in boards.uploads()]
    if kept:
        return redirect("practice:set_file", board_set.token, board_set.secret, kept[0].pk)
    return redirect("practice:set_dealing", board_set.token, board_set.secret) if wanted else None


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def choose(request: HttpRequest, token: str, secret: str, key: int) -> HttpResponse:
    """The boards of a file, from which some are added to a set; then the next file, or the set."""
    board_set = own_set(token, secret)
    upload = upload_of(board_set, key)
    if upload is None:
        raise Http404("This file is no longer kept. Upload it again.")
    if upload.boards is None:
        raise StillWorking(ReadUpload.of(upload))
    if upload.chosen is not None:
        raise StillWorking(TakeBoards.of(upload))
    boards = offered_boards(upload.boards)
    post = request.POST if request.method == "POST" else None
    already = len(boards_in(board_set)) + boards_to_come(board_set)
    form = ChooseForm(boards, upload.taken, already, data=post, initial={"seat": upload.seat})
    if post is not None and form.is_valid():
        take_boards(upload=upload, chosen=form.chosen)
        other = next((each for each in uploads_of(board_set) if not each.taken and each.pk > upload.pk), None)
        if other is not None:
            return redirect("practice:set_file", token, secret, other.pk)
        return redirect("practice:set_dealing", token, secret)
    return _show_choice(request, upload, boards, form)


def _show_choice(
    request: HttpRequest, upload: BoardUpload, boards: list[OfferedBoard], form: ChooseForm
) -> HttpResponse:
    page = Paginator(range(len(boards)), BOARDS_ON_A_PAGE).get_page(request.GET.get("page"))
    ticked = {int(text) for text in request.POST.getlist("ticked") if text.isdecimal()}
    context = {
        "section": "boards",
        "board_set": upload.board_set,
        "upload": upload,
        "form": form,
        "page": page,
        "lines": offered_lines(boards, page.object_list, ticked, upload.taken),
        "faults": upload.faults[:MOST_FAULTS_SHOWN],
    }
    return render(request, "practice/sets/file.html", context, status=400 if form.is_bound else 200)


@require_safe
@never_cache
def dealing(request: HttpRequest, token: str, secret: str) -> HttpResponse:
    """Waits until all boards of a set are there, and leads to its results."""
    board_set = own_set(token, secret)
    if (wanted := open_request(board_set)) is not None:
        raise StillWorking(services.DealBoards.of(wanted))
    if (upload := upload_being_taken(board_set)) is not None:
        raise StillWorking(TakeBoards.of(upload))
    return redirect("practice:set_results", token, secret)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def delete(request: HttpRequest, token: str, secret: str) -> HttpResponse:
    """Delete a set, once its owner has confirmed it."""
    board_set = own_set(token, secret)
    if request.method != "POST":
        context = {"section": "boards", "board_set": board_set, "finished": finished_boards(board_set)}
        return render(request, "practice/sets/delete.html", context)
    try:
        services.delete_set(board_set=board_set)
    except ProtectedError:
        messages.error(request, "Somebody has just begun a board of this set. Nothing has changed.")
        return redirect("practice:set_results", token, secret)
    messages.success(request, f"The set “{board_set.title}” is deleted.")
    return redirect("practice:sets")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def close(request: HttpRequest, token: str, secret: str) -> HttpResponse:
    """Close an exam, once its owner has confirmed it."""
    board_set = own_set(token, secret)
    if not board_set.exam:
        raise Http404("This set is no exam.")
    if board_set.in_exam and request.method != "POST":
        context = {"section": "boards", "board_set": board_set, "open": open_boards(board_set)}
        return render(request, "practice/sets/close.html", context)
    services.close_exam(board_set=board_set)
    return redirect("practice:set_results", token, secret)


def _show_edit(
    request: HttpRequest,
    board_set: BoardSet,
    words: WordsForm,
    forms: SetBoardFormSet,  # type: ignore[valid-type]
    boards: BoardsForm,
    status: int,
) -> HttpResponse:
    context = {
        "section": "boards",
        "token": board_set.token,
        "secret": board_set.secret,
        "words": words,
        "forms": forms,
        "boards": boards,
        "unmet": unmet_requests(board_set),
        "uploads": uploads_of(board_set),
    }
    return render(request, "practice/sets/edit.html", context, status=status)


@require_safe
@never_cache
def board_set(request: HttpRequest, token: str) -> HttpResponse:
    """What the owner says of a set, and how the visitor stands in it, once they have told their name."""
    found, participant = joined(request, token)
    form = JoinForm(initial={"nickname": request.user.get_username()})  # blank without an account
    return _show_set(request, found, participant, form)


@require_POST
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Take part under a name."""
    found, form = readable_set(token), JoinForm(request.POST)
    if not form.is_valid():
        return _show_set(request, found, None, form, status=400)
    name = form.cleaned_data["nickname"]
    try:
        services.join(board_set=found, owner=owner_of(request), nickname=name)
    except services.NotJoined as refusal:
        form.add_error("nickname", str(refusal))
        return _show_set(request, found, None, form, status=409)
    return redirect("practice:set", token)


def _show_set(
    request: HttpRequest, board_set: BoardSet, participant: Participant | None, form: JoinForm, status: int = 200
) -> HttpResponse:
    boards = boards_in(board_set)
    lines: list[SetLine] = []
    if participant is not None:
        lines = board_lines(boards, latest_attempts(participant), commented_attempts(participant))
    context = {
        "section": "boards",
        "board_set": board_set,
        "board_count": len(boards),
        "participant": participant,
        "form": form,
        "lines": lines,
        "next": next_line(lines),
    }
    return render(request, "practice/sets/page.html", context, status=status)
