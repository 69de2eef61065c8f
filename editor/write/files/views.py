"""Systems as files: downloads, merging a file or another system by entry, and a new system from a file."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from bidbase.exports.formats import FORMATS, Format
from bidbase_web.jobs.selectors import result_of
from bidbase_web.pages import HtmxRequest
from editor.frame import show_page
from editor.store.systems.access import fetch_editable_system, fetch_system, person_of, reader_of
from editor.store.systems.models import SystemQuerySet, SystemRow
from editor.write.files.forms import MergeForm, NewSystemForm, TakeForm
from editor.write.files.models import Merge
from editor.write.files.presenters import formats, groups, listed_keys
from editor.write.files.selectors import merge_of
from editor.write.files.services import begin_merge, choose
from editor.write.files.taking import TakeMerge
from editor.write.files.work import CompareMerge, WriteSystem


@require_safe
@never_cache
def files(request: HtmxRequest, slug: str) -> HttpResponse:
    """The formats in which a system can be downloaded, and for who may change it the form to merge something.

    `?write=xlsx` has a worker write the file, and then links to it.
    """
    system = fetch_system(request, slug)
    return _files_page(request, system, MergeForm(_readable(request).exclude(pk=system.pk)))


def _files_page(request: HtmxRequest, system: SystemRow, form: MergeForm, *, unreadable: bool = False) -> HttpResponse:
    written, result = request.GET.get("write", ""), None
    if written:
        _format(written)
        result = result_of(WriteSystem.of(system, written))
    context = {
        "system": system,
        "tab": "files",
        "formats": formats(),
        "written": written,
        "result": result,
        "form": form if _may_change(request, system) else None,
    }
    return show_page(request, "editor/write/files/page.html", context, unreadable=unreadable)


@require_safe
@never_cache
def download(request: HttpRequest, slug: str, format_name: str) -> HttpResponse:
    """A system as a file. A page waits for it where it has not been written yet."""
    system, written = fetch_system(request, slug), _format(format_name)
    file = result_of(WriteSystem.of(system, format_name))
    if file.faults:
        return redirect(reverse("editor:files", args=[slug]) + f"?write={format_name}")
    response = HttpResponse(file.content, content_type=written.content_type)
    response["Content-Disposition"] = f'attachment; filename="{system.slug}{written.suffix}"'
    return response


@login_required
@never_cache
@require_http_methods(["POST"])
def begin(request: HtmxRequest, slug: str) -> HttpResponse:
    """Take a file or another system to merge, and go on to what it would change."""
    system = fetch_editable_system(request, slug)
    form = MergeForm(_readable(request).exclude(pk=system.pk), request.POST, request.FILES)
    if not form.is_valid():
        return _files_page(request, system, form, unreadable=True)
    source, file = form.cleaned_data["source"], form.cleaned_data["file"]
    merge = begin_merge(
        owner=person_of(request),
        system=system,
        name=source.title if source else file.name,
        content=b"" if source else file.read(),
        source=source,
        since=form.cleaned_data["since"] if source else None,
    )
    return redirect("editor:merge", merge.pk)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HtmxRequest) -> HttpResponse:
    """A new system from a file or from notes, on a base or on its own. It is made when what it has was taken."""
    bound = (request.POST, request.FILES) if request.method == "POST" else ()
    form = NewSystemForm(_readable(request), *bound)
    if form.is_valid():
        values = form.cleaned_data
        merge = begin_merge(
            owner=person_of(request),
            title=values["title"],
            base=values["base"],
            name=values["name"],
            content=values["content"],
        )
        return redirect("editor:merge", merge.pk)
    return show_page(request, "editor/write/files/new.html", {"form": form}, unreadable=form.is_bound)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: HtmxRequest, pk: int) -> HttpResponse:
    """What a merge would change, and the choice of what to take. A bad file says each line that is wrong."""
    merge = _fetch_merge(request, pk)
    if merge.result is not None:
        return redirect("editor:system", merge.result.slug)
    compared = result_of(CompareMerge.of(merge))
    context: dict[str, Any] = {"merge": merge, "compared": compared, "system": merge.system}
    unreadable = False
    if not compared.faults:
        bound = (request.POST,) if request.method == "POST" else ()
        form = TakeForm(compared.counts, listed_keys(compared), merge.system is None, *bound)
        if form.is_valid():
            values = dict(form.cleaned_data)
            choose(merge=merge, marked=values.pop("marked"), take=values)
            return redirect("editor:merge_done", merge.pk)
        unreadable = form.is_bound
        marked = request.POST.getlist("marked")
        context |= {"form": form, "groups": [(group, form[group.kind]) for group in groups(compared, marked)]}
    return show_page(request, "editor/write/files/merge.html", context, unreadable=unreadable)


@login_required
@never_cache
@require_safe
def done(request: HtmxRequest, pk: int) -> HttpResponse:
    """Waits until what was chosen has been taken over, and goes to the system, or back with what is in the way."""
    merge = _fetch_merge(request, pk)
    if merge.chosen is None:
        return redirect("editor:merge", merge.pk)
    result = result_of(TakeMerge.of(merge))
    if result.faults:
        return show_page(request, "editor/write/files/refused.html", {"merge": merge, "faults": result.faults})
    messages.success(request, f"Taken from {merge.name}.", extra_tags=_undo_of(merge))
    return redirect("editor:system", result.system)


def _undo_of(merge: Merge) -> str:
    """The address that takes back what a merge has changed; blank for a new system, and once the system has gone on."""
    system = SystemRow.objects.get(pk=merge.system.pk) if merge.system else None
    if system is None or system.revision != (merge.chosen or {}).get("revision", 0) + 1:
        return ""
    return reverse("editor:undo", args=[system.slug, system.revision])


def _fetch_merge(request: HttpRequest, pk: int) -> Merge:
    """A merge that the visitor has begun, into a system that they may still change."""
    merge = merge_of(pk, request.user)
    if merge is None:
        raise Http404("There is no such merge, or it is not yours.")
    if merge.system is not None:
        fetch_editable_system(request, merge.system.slug)
    for read in filter(None, (merge.base, merge.source)):
        fetch_system(request, read.slug)
    return merge


def _readable(request: HttpRequest) -> SystemQuerySet:
    return SystemRow.objects.at_hand_for(reader_of(request))


def _may_change(request: HttpRequest, system: SystemRow) -> bool:
    return SystemRow.objects.writable_by(reader_of(request)).filter(pk=system.pk).exists()


def _format(name: str) -> Format:
    if name not in FORMATS:
        raise Http404(f"There is no format {name}; there are {', '.join(FORMATS)}.")
    return FORMATS[name]
