"""Contests: the list of one's own about a system, and one of them."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bidbase_web.jobs.pages import have_done
from bidbase_web.jobs.selectors import run_of
from bidbase_web.jobs.services import TooMuchWork
from bidbase_web.pages import HtmxRequest
from bidbase_web.visitors import known_owner, owner_of
from editor.frame import show_page
from editor.prove.contests.forms import ContestForm
from editor.prove.contests.models import Contest
from editor.prove.contests.presenters import names_of, swings_of, verdict
from editor.prove.contests.selectors import contest_of, contests_of
from editor.prove.contests.services import begin_contest
from editor.prove.contests.work import PlayContest
from editor.store.systems.access import fetch_system, reader_of
from editor.store.systems.models import SystemRow


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def contests(request: HtmxRequest, slug: str) -> HttpResponse:
    """The visitor's contests in which a system plays, and a new one."""
    system = fetch_system(request, slug)
    at_hand = SystemRow.objects.at_hand_for(reader_of(request))
    form = ContestForm(request.POST if request.method == "POST" else None, system=system, at_hand=at_hand)
    if form.is_valid():
        boards = form.cleaned_data["boards"]
        begun = begin_contest(owner_key=owner_of(request), first=system, second=form.opponent(), boards=boards)
        return _play(request, slug, begun, or_delete=True)
    mine = contests_of(known_owner(request), system)
    listed = [(contest, names_of(contest), verdict(contest)) for contest in mine]
    context = {"system": system, "tab": "contests", "form": form, "listed": listed}
    return show_page(request, "editor/prove/contests/page.html", context, unreadable=form.is_bound)


@require_safe
@never_cache
def contest(request: HtmxRequest, slug: str, pk: int) -> HttpResponse:
    """A contest: how it stands, and its largest swings side by side."""
    system, found = fetch_system(request, slug), _fetch(request, pk)
    run = run_of(PlayContest.of(found))
    context = {
        "system": system,
        "tab": "contests",
        "contest": found,
        "names": names_of(found),
        "verdict": verdict(found),
        "swings": swings_of(found),
        "run": run,
        "pending": run is not None and run.pending,
    }
    return show_page(request, "editor/prove/contests/contest.html", context)


@require_POST
def go_on(request: HtmxRequest, slug: str, pk: int) -> HttpResponse:
    """Go on with a contest that was cancelled or could not be finished."""
    fetch_system(request, slug)
    return _play(request, slug, _fetch(request, pk), or_delete=False)


@require_POST
def delete_contest(request: HtmxRequest, slug: str, pk: int) -> HttpResponse:
    """Delete a contest."""
    fetch_system(request, slug)
    _fetch(request, pk).delete()
    messages.success(request, "The contest is deleted.")
    return redirect("editor:contests", slug)


def _play(request: HtmxRequest, slug: str, contest: Contest, *, or_delete: bool) -> HttpResponse:
    try:
        have_done(request, PlayContest.of(contest))
    except TooMuchWork as why:
        messages.error(request, str(why))
        if or_delete:
            contest.delete()
            return redirect("editor:contests", slug)
    return redirect("editor:contest", slug, contest.pk)


def _fetch(request: HtmxRequest, pk: int) -> Contest:
    contest = contest_of(known_owner(request), pk, reader_of(request))
    if contest is None:
        raise Http404("There is no such contest, or it is not yours.")
    return contest
