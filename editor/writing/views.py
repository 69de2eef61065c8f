"""The pages on which entries are written. Only those who may change a system come here."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bidbase.language import fields
from bidbase_site.web import HtmxRequest
from editor.conventions.forms import LABELS, SwitchesForm
from editor.entries.presenters import entry_title
from editor.entries.selectors import held_entry
from editor.entries.services import remove_entry
from editor.systems.access import fetch_editable_system
from editor.systems.models import EntryRow, SystemRow
from editor.systems.pages import back_address, show_page
from editor.systems.rows import engine_entry
from editor.systems.services import Conflict
from editor.writing import services
from editor.writing.access import draft_named, fetch_entry, seen_entry
from editor.writing.forms import WRITTEN_FIELDS, EntryForm, completions, form_groups
from editor.writing.models import EntryDraft
from editor.writing.pages import changes_of_entry, changes_of_switches
from editor.writing.presenters import ChangesFound, Panel, conflicting, panel_of
from editor.writing.selectors import cells_of, drafts_of, last_change, neighbors, seen_version
from editor.writing.trials import Attempt, alike_sections, attempt, candidate, weakest
from editor.writing.ways import ways_out

TRYING = ("check", "changes")
"""The buttons that save nothing."""
TOP = "#main"
"""The end of an address that shows the message about what was saved, wherever the form had been scrolled to."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HtmxRequest, slug: str, ref: str) -> HttpResponse:
    """Change an entry."""
    system = fetch_editable_system(request, slug)
    if request.method == "POST":
        return _answer(request, system)
    row = fetch_entry(system, ref)
    draft = drafts_of(system, request.user).filter(identity=row.identity).first()
    if draft is not None and "draft" in request.GET:
        seen, cells = seen_version(system, draft.seen) or row, draft.cells
    else:
        seen, cells = row, cells_of(row)
    form = EntryForm(_data(cells, seen), system=system, kept=cells_of(seen))
    return _page(request, system, form, seen, draft=draft)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HtmxRequest, slug: str) -> HttpResponse:
    """Write a new entry: empty, for the section `after`, perhaps `behind` an order number, like the entry `from`, with
    its suits exchanged for the section `to`, or as a draft was left.
    """
    system = fetch_editable_system(request, slug)
    if request.method == "POST":
        return _answer(request, system)
    draft, cells = draft_named(request, system), {}
    if draft is not None:
        cells = draft.cells
    elif ref := request.GET.get("from"):
        cells = _copied(system, fetch_entry(system, ref), request.GET.get("to"))
    elif "after" in request.GET:
        after = request.GET["after"]
        cells = {"prior_bids": after, "order": services.next_order(system, after, request.GET.get("behind", ""))}
    form = EntryForm(_data(cells, None) if cells.get("bid") else None, system=system, kept={}, initial=cells)
    return _page(request, system, form, None, draft=draft)


@never_cache
@require_POST
def check(request: HtmxRequest, slug: str) -> HttpResponse:
    """What is wrong with an entry as it stands in the form, and how it fares: beside the form, while one types."""
    system = fetch_editable_system(request, slug)
    seen = seen_entry(request, system)
    form = EntryForm(request.POST, system=system, kept=cells_of(seen) if seen else {})
    form.is_valid()
    context = {"system": system, "form": form, "panel": _panel(system, form, seen), "seen": seen}
    return render(request, "editor/writing/checked.html", context)


@never_cache
@require_POST
def changes(request: HtmxRequest, slug: str) -> HttpResponse:
    """What would change if the form were saved, as far as a worker has looked; the part asks again until he is done."""
    system = fetch_editable_system(request, slug)
    seen = seen_entry(request, system)
    form = EntryForm(request.POST, system=system, kept=cells_of(seen) if seen else {})
    form.is_valid()
    found = changes_of_entry(request, system, form, seen) if form.entry is not None else None
    return render(request, "editor/writing/changes.html", {"system": system, "found": found})


@never_cache
@require_POST
def switch_changes(request: HtmxRequest, slug: str) -> HttpResponse:
    """What would change if conventions were switched as the form says, before they are."""
    system = fetch_editable_system(request, slug)
    rows = list(system.conventions)
    form = SwitchesForm(request.POST, conventions=rows)
    if not form.is_valid():
        messages.error(request, "Somebody may have changed a convention in the meantime. Choose the switches again.")
        return redirect("editor:switches", slug)
    uses = form.uses()
    switched = [(row, LABELS[uses[row.pk]]) for row in rows if uses[row.pk] != row.use]
    found = changes_of_switches(request, system, {row.name: uses[row.pk] for row, _ in switched}) if switched else None
    context = {"system": system, "form": form, "switched": switched, "found": found, "tab": "conventions"}
    return show_page(request, "editor/writing/switches.html", context)


def _answer(request: HtmxRequest, system: SystemRow) -> HttpResponse:
    """Do with the form what its button says: save, keep a draft, try it, or fill in a hand."""
    seen, draft, do = seen_entry(request, system), draft_named(request, system), request.POST.get("do", "save")
    kept = cells_of(seen) if seen else {}
    form = EntryForm(request.POST, system=system, kept=kept)
    if do == "draft":
        draft = services.keep_draft(system=system, by=_writer(request), cells=_raw(form), seen=seen, draft=draft)
        messages.success(request, "Your draft is kept. Nobody bids by it before you save the entry.")
        return redirect(_draft_address(system, seen, draft) + TOP)
    form.is_valid()
    if form.entry is None:
        return _page(request, system, form, seen, draft=draft, refused=do == "save")
    if do == "hand" or (do not in TRYING and form.entry.get(fields.TEST_HAND) is None):
        form, why = _with_hand(system, form, seen, kept)
        if do == "hand" or why:
            return _page(request, system, form, seen, draft=draft, no_hand=why, refused=do == "save" and bool(why))
    assert form.entry is not None
    tried, other = attempt(candidate(system, form.entry, seen)), None
    if do.startswith("way "):
        way = next((way for way in ways_out(system, tried, seen) if way.key == do.removeprefix("way ")), None)
        if way is None:
            raise BadRequest("This way out is not there any more; look at the entry again.")
        form = EntryForm(_data({**_raw(form), **way.cells}, seen, request.POST), system=system, kept=kept)
        form.is_valid()
        assert form.entry is not None, "a way out was tried"
        other = way.other
    elif do in TRYING or not tried.sound:
        found = changes_of_entry(request, system, form, seen) if do == "changes" else None
        return _page(request, system, form, seen, draft=draft, tried=tried, refused=do == "save", found=found)
    try:
        system, row = services.save_written(
            system=system,
            texts=form.cells(),
            seen=seen,
            by=_writer(request),
            why=form.cleaned_data["why"],
            draft=draft,
            other=other,
        )
    except Conflict as conflict:
        return _conflict_page(request, system, form, seen, conflict)
    messages.success(request, f"Saved as revision {system.revision}.")
    back = back_address(request)
    if back and "return" in request.POST:
        return redirect(back)
    return redirect(reverse("editor:write", args=[system.slug, row.ref]) + _and_back(request) + TOP)


def _page(
    request: HtmxRequest,
    system: SystemRow,
    form: EntryForm,
    seen: EntryRow | None,
    *,
    draft: EntryDraft | None = None,
    tried: Attempt | None = None,
    no_hand: str = "",
    refused: bool = False,
    found: ChangesFound | None = None,
) -> HttpResponse:
    """The form, and beside it how the entry fares."""
    if form.is_bound and tried is None:
        form.is_valid()
    before, after = neighbors(system, seen) if seen else (None, None)
    context = {
        "system": system,
        "form": form,
        "title": _title(seen),
        "groups": form_groups(form),
        "completions": completions(system),
        "panel": _panel(system, form, seen, tried),
        "seen": seen,
        "draft": draft,
        "drafts": drafts_of(system, request.user).filter(identity=None) if seen is None else (),
        "before": before,
        "after": after,
        "no_hand": no_hand,
        "refused": refused,
        "found": found,
        "last": last_change(system),
        "back": back_address(request),
        "tab": "grid",
    }
    return show_page(request, "editor/writing/page.html", context, unreadable=refused)


def _panel(system: SystemRow, form: EntryForm, seen: EntryRow | None, tried: Attempt | None = None) -> Panel | None:
    """How the entry of a form fares; None where it cannot be read."""
    if form.entry is None:
        return None
    tried = tried or attempt(candidate(system, form.entry, seen))
    section = tried.candidate.bidder.system.sections[tried.entry.section]
    return panel_of(tried, section, ways_out(system, tried, seen))


def _with_hand(
    system: SystemRow, form: EntryForm, seen: EntryRow | None, kept: dict[str, str]
) -> tuple[EntryForm, str]:
    """The form with the test hand that the program finds; or the form as it is, and why none was found."""
    assert form.entry is not None
    made = candidate(system, form.entry, seen)
    if form.entry.usage.off:
        return form, ""
    found = weakest(made)
    if found.hand is None:
        return form, found.why or "no hand was found that comes out with this entry"
    data = _data(_raw(form) | {fields.TEST_HAND.name: str(found.hand)}, seen, form.data)
    form = EntryForm(data, system=system, kept=kept)
    form.is_valid()
    return form, ""


def _conflict_page(
    request: HtmxRequest, system: SystemRow, form: EntryForm, seen: EntryRow | None, conflict: Conflict
) -> HttpResponse:
    """Both versions side by side, with what differs to be decided."""
    assert seen is not None, "a new entry is in nobody's way"
    (held,) = conflict.held.values()
    assert held is None or isinstance(held, EntryRow)
    mine = form.cells()
    differing, same = conflicting(cells_of(seen), cells_of(held) if held else {}, mine)
    context = {
        "system": system,
        "title": _title(seen),
        "held": held,
        "differing": differing,
        "same": same,
        "mine": {name: text for name, text in mine.items() if name in form.fields},
        "why": form.cleaned_data["why"],
        "back": back_address(request),
        "tab": "grid",
    }
    return show_page(request, "editor/writing/conflict.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def remove(request: HtmxRequest, slug: str, ref: str) -> HttpResponse:
    """Remove an entry, after a look at what its hands would call without it."""
    system = fetch_editable_system(request, slug)
    if request.method == "POST":
        seen = seen_entry(request, system)
        if seen is None:
            raise BadRequest("Nothing says which entry is to be removed.")
        try:
            system = remove_entry(system=system, seen=seen, by=_writer(request), why=request.POST.get("why", "")[:300])
        except Conflict:
            messages.error(request, "Somebody has changed this entry since. Look at it again before you remove it.")
            held = held_entry(system, seen.identity)
            return redirect("editor:remove", slug, held.ref) if held else redirect("editor:grid", slug)
        messages.success(request, "The entry is removed.")
        return redirect("editor:revision", slug, system.revision)
    row = fetch_entry(system, ref)
    form = EntryForm(_data(cells_of(row), row), system=system, kept=cells_of(row))
    form.is_valid()
    context = {"system": system, "seen": row, "title": _title(row), "panel": _panel(system, form, row), "tab": "grid"}
    return show_page(request, "editor/writing/remove.html", context)


@never_cache
@require_safe
def alike(request: HtmxRequest, slug: str, ref: str) -> HttpResponse:
    """The sections that look like that of an entry, to duplicate it there with the suits exchanged."""
    system = fetch_editable_system(request, slug)
    row = fetch_entry(system, ref)
    context = {
        "system": system,
        "seen": row,
        "title": _title(row),
        "sections": alike_sections(system, row),
        "tab": "grid",
    }
    return show_page(request, "editor/writing/alike.html", context)


@require_POST
def move(request: HtmxRequest, slug: str, ref: str) -> HttpResponse:
    """Move an entry up or down in its section, or number the section anew."""
    system = fetch_editable_system(request, slug)
    row, to = fetch_entry(system, ref), request.POST.get("to")
    try:
        if to == "renumber":
            if not row.prior_bids:
                raise BadRequest("The opening keeps its numbers: some of them mean something.")
            new = services.renumber_section(system=system, prior_bids=row.prior_bids, by=_writer(request))
        else:
            new = services.move_entry(system=system, row=row, up=to == "up", by=_writer(request))
    except Conflict:
        messages.error(request, "Somebody else has just moved entries of this section. Nothing was changed.")
        new = system
    held = held_entry(new, row.identity)
    query = _and_back(request)
    return redirect(reverse("editor:write", args=[slug, held.ref if held else ref]) + query + "#order-buttons")


@never_cache
@require_safe
def drafts(request: HtmxRequest, slug: str) -> HttpResponse:
    """What the visitor has begun to write in this system."""
    system = fetch_editable_system(request, slug)
    listed = [(draft, _draft_address(system, _draft_row(system, draft), draft)) for draft in _drafts(request, system)]
    return show_page(request, "editor/writing/drafts.html", {"system": system, "drafts": listed, "tab": "grid"})


@require_POST
def drop_draft(request: HtmxRequest, slug: str, pk: int) -> HttpResponse:
    """Throw a draft away."""
    system = fetch_editable_system(request, slug)
    drafts_of(system, request.user).filter(pk=pk).delete()
    messages.success(request, "The draft is thrown away.")
    return redirect("editor:drafts", slug)


def _drafts(request: HtmxRequest, system: SystemRow) -> list[EntryDraft]:
    return list(drafts_of(system, request.user))


def _draft_row(system: SystemRow, draft: EntryDraft) -> EntryRow | None:
    return held_entry(system, draft.identity) if draft.identity else None


def _draft_address(system: SystemRow, row: EntryRow | None, draft: EntryDraft) -> str:
    held = held_entry(system, row.identity) if row else None
    if held is not None:
        return reverse("editor:write", args=[system.slug, held.ref]) + "?draft=1"
    return reverse("editor:write_new", args=[system.slug]) + f"?draft={draft.pk}"


def _copied(system: SystemRow, row: EntryRow, to: str | None) -> dict[str, str]:
    """The cells of an entry for a duplicate of it: behind it, or in a section `to` that looks like its own."""
    if to is None:
        return cells_of(row) | {"order": services.next_order(system, row.prior_bids, row.order), "excuses": ""}
    for alike in alike_sections(system, row):
        if alike.section == to:
            return dict(alike.cells)
    raise Http404(f"{to} does not look like the section of this entry.")


def _raw(form: EntryForm) -> dict[str, str]:
    """The cells as they were typed, sound or not."""
    names = [field.name for field in WRITTEN_FIELDS]
    return {name: form.data.get(name, "").replace("\0", "")[:10_000] for name in names}


def _data(cells: dict[str, str], seen: EntryRow | None, posted: Any = None) -> QueryDict:
    """What the form would be sent with these cells."""
    data = QueryDict(mutable=True)
    data.update({field.name: cells.get(field.name, "") for field in WRITTEN_FIELDS})
    data["seen"] = str(seen.pk) if seen else ""
    data["why"] = posted.get("why", "") if posted else ""
    return data


def _writer(request: HtmxRequest) -> Any:
    return request.user


def _title(seen: EntryRow | None) -> str:
    """What an entry is called; blank for a new one."""
    return entry_title(engine_entry(seen)) if seen else ""


def _and_back(request: HtmxRequest) -> str:
    back = back_address(request)
    return f"?{urlencode({'back': back})}" if back else ""
