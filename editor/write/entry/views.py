"""The pages on which entries are written. Only those who may change a system come here."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from bidbase.language import fields
from bidbase_web.pages import HtmxRequest
from editor.frame import back_address, back_query, show_page
from editor.store.entries.presenters import entry_title
from editor.store.systems.access import fetch_editable_system, person_of
from editor.store.systems.models import EntryRow, SystemRow
from editor.store.systems.rows import engine_entry
from editor.store.systems.selectors import parameters_of
from editor.store.systems.services import Conflict
from editor.write.entry import services
from editor.write.entry.access import draft_named, fetch_entry, seen_entry
from editor.write.entry.addresses import draft_address
from editor.write.entry.attempt import Attempt, alike_sections, attempt, candidate, weakest
from editor.write.entry.forms import EntryForm, completions, form_data, form_groups
from editor.write.entry.models import EntryDraft
from editor.write.entry.panel import changes_of_entry, panel_for
from editor.write.entry.presenters import ChangesFound, conflicting
from editor.write.entry.selectors import cells_of, drafts_of, last_change, neighbors, seen_version
from editor.write.entry.ways import ways_out

TRYING = ("check", "changes")
"""The buttons that save nothing."""
OTHER_CHANGED = (
    "Not saved. Somebody has changed the other entry of this way out in the meantime. Look at the ways out again."
)
TOP = "#main"
"""The end of an address that shows the message about what was saved, wherever the form had been scrolled to."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def edit(request: HtmxRequest, slug: str, ref: str) -> HttpResponse:
    """Change an entry: as it is, as a draft was left, or with a `cell` of a `field` that another page proposes."""
    system = fetch_editable_system(request, slug)
    if request.method == "POST":
        return _answer(request, system)
    row = fetch_entry(system, ref)
    draft = drafts_of(system, request.user).filter(identity=row.identity).first()
    if draft is not None and "draft" in request.GET:
        seen, cells = seen_version(system, draft.seen) or row, draft.cells
    else:
        seen, cells = row, cells_of(row) | _proposed(request)
    form = EntryForm(form_data(cells, seen), system=system, kept=cells_of(seen))
    return _page(request, system, form, seen, draft=draft)


def _proposed(request: HtmxRequest) -> dict[str, str]:
    name = request.GET.get("field")
    return {name: request.GET.get("cell", "")} if name in fields.FIELD_BY_NAME else {}


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
    form = EntryForm(form_data(cells, None) if cells.get("bid") else None, system=system, kept={}, initial=cells)
    return _page(request, system, form, None, draft=draft)


@never_cache
@require_POST
def check(request: HtmxRequest, slug: str) -> HttpResponse:
    """What is wrong with an entry as it stands in the form, and how it fares: beside the form, while one types."""
    system = fetch_editable_system(request, slug)
    seen = seen_entry(request, system)
    form = EntryForm(request.POST, system=system, kept=cells_of(seen) if seen else {})
    form.is_valid()
    context = {"system": system, "form": form, "panel": panel_for(system, form, seen), "seen": seen}
    return render(request, "editor/write/entry/checked.html", context)


@never_cache
@require_POST
def changes(request: HtmxRequest, slug: str) -> HttpResponse:
    """What would change if the form were saved, as far as workers have looked. The part asks until they are done."""
    system = fetch_editable_system(request, slug)
    seen = seen_entry(request, system)
    form = EntryForm(request.POST, system=system, kept=cells_of(seen) if seen else {})
    form.is_valid()
    found = changes_of_entry(request, system, form, seen) if form.entry is not None else None
    return render(request, "editor/write/entry/changes.html", {"system": system, "found": found})


def _answer(request: HtmxRequest, system: SystemRow) -> HttpResponse:
    """Do with the form what its button says: save, keep a draft, try it, fill in a hand, or take a way out."""
    seen, draft, do = seen_entry(request, system), draft_named(request, system), request.POST.get("do", "save")
    form = EntryForm(request.POST, system=system, kept=cells_of(seen) if seen else {})
    if do == "draft":
        return _keep_draft(request, system, form, seen, draft)
    form.is_valid()
    if form.entry is None:
        return _page(request, system, form, seen, draft=draft, refused=do == "save")
    if do == "hand" or (do not in TRYING and form.entry.get(fields.TEST_HAND) is None):
        form, why = _with_hand(system, form, seen)
        if do == "hand" or why:
            return _page(request, system, form, seen, draft=draft, no_hand=why, refused=do == "save" and bool(why))
    assert form.entry is not None
    tried = attempt(candidate(system, form.entry, seen))
    if do.startswith("way "):
        way = next((way for way in ways_out(system, tried, seen) if way.key == do.removeprefix("way ")), None)
        if way is None:
            raise BadRequest("This way out is not there any more; look at the entry again.")
        return _save(request, system, _refilled(system, form, seen, way.cells), seen, draft, way.other)
    if do in TRYING or not tried.sound:
        found = changes_of_entry(request, system, form, seen) if do == "changes" else None
        return _page(request, system, form, seen, draft=draft, tried=tried, refused=do == "save", found=found)
    return _save(request, system, form, seen, draft)


def _keep_draft(
    request: HtmxRequest, system: SystemRow, form: EntryForm, seen: EntryRow | None, draft: EntryDraft | None
) -> HttpResponse:
    draft = services.keep_draft(system=system, by=person_of(request), cells=form.typed, seen=seen, draft=draft)
    messages.success(request, "Your draft is kept. Nobody bids by it before you save the entry.")
    return redirect(draft_address(system, seen, draft) + TOP)


def _save(
    request: HtmxRequest,
    system: SystemRow,
    form: EntryForm,
    seen: EntryRow | None,
    draft: EntryDraft | None,
    other: tuple[EntryRow, Mapping[str, str]] | None = None,
) -> HttpResponse:
    """Save a sound entry, and `other` at the same time; or show the version that somebody else has saved since."""
    why = form.cleaned_data["why"]
    try:
        system, row = services.save_written(
            system=system, texts=form.cells(), seen=seen, by=person_of(request), why=why, draft=draft, other=other
        )
    except Conflict as conflict:
        ((identity, held),) = conflict.held.items()
        if seen is None or identity != seen.identity:  # the other entry of a way out
            messages.warning(request, OTHER_CHANGED)
            return _page(request, fetch_editable_system(request, system.slug), form, seen, draft=draft)
        if not isinstance(held, EntryRow) or conflicting({}, cells_of(held), form.cells())[0]:
            return _conflict_page(request, system, form, seen, conflict)
        row = held
        messages.success(request, "Saved. The entry says what you have written.")  # as after a double click
    else:
        messages.success(request, f"Saved as revision {system.revision}.")
    back = back_address(request)
    if back and "return" in request.POST:
        return redirect(back)
    return redirect(reverse("editor:write", args=[system.slug, row.ref]) + back_query(request) + TOP)


def _refilled(system: SystemRow, form: EntryForm, seen: EntryRow | None, cells: Mapping[str, str]) -> EntryForm:
    """The form with other texts in these cells."""
    data = form_data({**form.typed, **cells}, seen, form.data.get("why", ""))
    refilled = EntryForm(data, system=system, kept=cells_of(seen) if seen else {})
    refilled.is_valid()
    return refilled


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
        "parameters": parameters_of(system),
        "panel": panel_for(system, form, seen, tried),
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
    return show_page(request, "editor/write/entry/page.html", context, unreadable=refused)


def _with_hand(system: SystemRow, form: EntryForm, seen: EntryRow | None) -> tuple[EntryForm, str]:
    """The form with the test hand that the program finds; or the form as it is, and why none was found."""
    assert form.entry is not None
    if form.entry.usage.off:
        return form, ""
    found = weakest(candidate(system, form.entry, seen))
    if found.hand is None:
        return form, found.why or "no hand was found that comes out with this entry"
    return _refilled(system, form, seen, {fields.TEST_HAND.name: str(found.hand)}), ""


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
    return show_page(request, "editor/write/entry/conflict.html", context)


def _copied(system: SystemRow, row: EntryRow, to: str | None) -> dict[str, str]:
    """The cells of an entry for a duplicate of it: behind it, or in a section `to` that looks like its own."""
    if to is None:
        return cells_of(row) | {"order": services.next_order(system, row.prior_bids, row.order), "excuses": ""}
    for alike in alike_sections(system, row):
        if alike.section == to:
            return dict(alike.cells)
    raise Http404(f"{to} does not look like the section of this entry.")


def _title(seen: EntryRow | None) -> str:
    """What an entry is called; blank for a new one."""
    return entry_title(engine_entry(seen)) if seen else ""
