"""The pages on which a system is taught by example: the call is chosen, mends are proposed, one of them is made."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from bidbase.systems import EntryError
from bidbase_web.jobs.job import StillWorking
from bidbase_web.jobs.pages import ask_for, has_failed
from bidbase_web.jobs.selectors import result_of
from bidbase_web.pages import HtmxRequest
from bidbase_web.visitors import owner_of
from editor.frame import back_address, show_page
from editor.people.forms import LONGEST_TITLE
from editor.people.presenters import own_title
from editor.people.services import take_as_base
from editor.store.entries.services import save_entries
from editor.store.systems.access import fetch_editable_system, fetch_system, may_change, person_of, reader_of
from editor.store.systems.models import SystemRow
from editor.store.systems.selectors import readable_system
from editor.store.systems.services import Conflict
from editor.write.entry.presenters import ChangesFound, changes_found
from editor.write.entry.selectors import boards_of
from editor.write.entry.work import Piece, PieceFound
from editor.write.teach.forms import LessonForm
from editor.write.teach.found_mends import FoundMend
from editor.write.teach.presenters import HandCall, shown_mends
from editor.write.teach.selectors import own_copies, rows_of
from editor.write.teach.work import (
    FindMends,
    change_by,
    lesson_of,
    pieces_for_mends,
)

TOO_LATE = "Somebody has changed the system in the meantime. Here is what can be done now."


@never_cache
@require_safe
def teach(request: HtmxRequest, slug: str) -> HttpResponse:
    """The call that a hand is to make is chosen here, and the smallest changes that do it are proposed.

    Who may only read the system is offered a copy.
    """
    system, form = fetch_system(request, slug), LessonForm(request.GET)
    back = back_address(request)
    context = {"system": system, "form": form, "back": back, "tab": "grid"}
    if not form.is_valid():
        return show_page(request, "editor/write/teach/page.html", context, unreadable=bool(request.GET))
    read, against = form.cleaned_data, _against(request, form, system)
    lesson = lesson_of(system, against, read)
    context |= {
        "hand": read["hand"],
        "auction": read["auction"],
        "call": read["call"],
        "calls": read["auction"].legal_calls(),
        "standing": HandCall.of(lesson.place, read["hand"]),
        "asked": [(name, text) for name, text in form.query().items() if name != "call"],
        "may_teach": may_change(request, system),
    }
    if not context["may_teach"]:
        context |= {
            "title": _own_title(request, system),
            "copies": [(own, _address(own, form, back, system)) for own in own_copies(system, reader_of(request))],
        }
    elif read["call"] is not None:
        context["found"] = found = _found(system, against, form, back)
        changes = _changes(request, system, found)
        context["mends"] = shown_mends(found, rows_of(system, found), changes)
        context["looking"] = any(not change.complete and not change.failed for change in changes)
        context["query"] = _query(form, back)
    return show_page(request, "editor/write/teach/page.html", context)


@never_cache
@require_safe
def changes(request: HtmxRequest, slug: str) -> HttpResponse:
    """What else the mends would change, as far as workers have looked. The part asks until they are done."""
    system, form = fetch_editable_system(request, slug), LessonForm(request.GET)
    if not form.is_valid() or form.cleaned_data["call"] is None:
        raise BadRequest("Nothing says what the system is to learn.")
    back = back_address(request)
    if not request.htmx:
        return redirect(_address(system, form, back))
    try:
        found = _found(system, _against(request, form, system), form, back)
    except StillWorking:  # the system has changed, perhaps by a button of this very page, which is about to leave
        return HttpResponse(status=204)
    looked = _changes(request, system, found)
    context = {
        "system": system,
        "mends": shown_mends(found, rows_of(system, found), looked),
        "looking": any(not change.complete and not change.failed for change in looked),
        "query": _query(form, back),
        "swap": True,
    }
    return render(request, "editor/write/teach/changes.html", context)


@require_POST
def make(request: HtmxRequest, slug: str) -> HttpResponse:
    """Make one of the mends, and return to where the hand was held."""
    system, form = fetch_editable_system(request, slug), LessonForm(request.POST)
    if not form.is_valid() or form.cleaned_data["call"] is None:
        raise BadRequest("Nothing says what the system is to learn.")
    back, why, by = back_address(request), _why(form), person_of(request)
    again = redirect(_address(system, form, back))
    if request.POST.get("revision") != str(system.revision):
        if system.revisions.filter(number=system.revision, by=by, why=why).exists():  # they have clicked twice
            return redirect(back or reverse("editor:revision", args=[system.slug, system.revision]))
        messages.error(request, TOO_LATE)
        return again
    try:
        found = _found(system, _against(request, form, system), form, back)
    except StillWorking:  # what was found has been forgotten in the meantime
        return again
    mend = next((mend for number, mend in enumerate(found, 1) if request.POST.get("mend") == str(number)), None)
    if mend is None:
        raise BadRequest("There is no such change.")
    try:
        system = save_entries(system=system, written=mend.steps, summary=mend.words, by=by, why=why)
    except (Conflict, EntryError):
        messages.error(request, TOO_LATE)
        return again
    undo = reverse("editor:undo", args=[system.slug, system.revision])
    messages.success(request, f"{system.title} has learned it, as revision {system.revision}.", extra_tags=undo)
    return redirect(back or reverse("editor:revision", args=[system.slug, system.revision]))


@require_POST
def copy(request: HtmxRequest, slug: str) -> HttpResponse:
    """Take a system as the base of one's own, and go on with the lesson there."""
    form = LessonForm(request.POST)
    if not request.user.is_authenticated:
        lesson = f"{reverse('editor:teach', args=[slug])}?{_query(form, back_address(request))}"
        return redirect_to_login(lesson, reverse("sign_up"))
    system = fetch_system(request, slug)
    if not form.is_valid():
        raise BadRequest(" ".join(form.faults()))
    own = take_as_base(base=system, title=_own_title(request, system), owner=person_of(request))
    messages.success(request, f"{own.title} is yours. It says what {system.title} says until you change it.")
    return redirect(_address(own, form, back_address(request), system))


def _why(form: LessonForm) -> str:
    """The reason that the history gives: `Taught by example: 1♦ as opener with KJ432.432.AK2.32`."""
    read = form.cleaned_data
    after = f"after {read['auction']}" if read["auction"].calls else "as opener"
    return f"Taught by example: {read['call'].title} {after} with {read['hand']}"


def _against(request: HtmxRequest, form: LessonForm, system: SystemRow) -> SystemRow | None:
    """The system of the opponents, where it is another one that the visitor may read."""
    slug = form.cleaned_data["against"]
    return readable_system(slug, reader_of(request)) if slug and slug != system.slug else None


def _found(system: SystemRow, against: SystemRow | None, form: LessonForm, back: str) -> list[FoundMend]:
    """The mends of a lesson. Raises `StillWorking`."""
    return result_of(FindMends.of(system, against, form.cleaned_data, back or "/"))


def _changes(request: HtmxRequest, system: SystemRow, found: list[FoundMend]) -> list[ChangesFound]:
    """What else each mend would change, as far as a worker has looked: one part for all of them, then the next."""
    boards, rows = boards_of(system), rows_of(system, found)
    done: list[list[tuple[Piece, PieceFound]]] = [[] for _ in found]
    for piece in pieces_for_mends(len(boards)):
        for mend, results in zip(found, done, strict=True):
            needed = change_by(system, mend, rows, piece, boards)
            try:
                results.append((piece, result_of(needed)))
            except StillWorking:
                failed = has_failed(ask_for(needed, owner=owner_of(request)))
                return [changes_found(results, failed=failed) for results in done]
    return [changes_found(results, complete=True) for results in done]


def _query(form: LessonForm, back: str, **changed: str) -> str:
    return urlencode({**form.query(**changed), **({"back": back} if back else {})})


def _address(system: SystemRow, form: LessonForm, back: str, instead_of: SystemRow | None = None) -> str:
    """The lesson for a system; the way back leads to it too where it has named the one `instead_of` which it stands."""
    if instead_of is not None:
        parts = urlsplit(back)
        pairs = [
            (name, system.slug if text == instead_of.slug else text)
            for name, text in parse_qsl(parts.query, keep_blank_values=True)
        ]
        back = urlunsplit(parts._replace(query=urlencode(pairs)))
    return f"{reverse('editor:teach', args=[system.slug])}?{_query(form, back)}"


def _own_title(request: HtmxRequest, base: SystemRow) -> str:
    owner = base.owner.get_username() if base.owner else ""
    return own_title(request.user.get_username() or "My", base.title, owner, LONGEST_TITLE)
