"""What would change if conventions were switched, one by one or by agreements."""

from __future__ import annotations

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from bidbase_web.pages import HtmxRequest
from editor.frame import show_page
from editor.read.agreements.forms import UNSETTLED, AgreementsForm, sent_form
from editor.read.agreements.selectors import SettledAgreements
from editor.read.conventions.forms import LABELS, SwitchesForm
from editor.read.conventions.selectors import convention_facts
from editor.store.systems.access import fetch_editable_system
from editor.store.systems.models import SystemRow
from editor.write.entry.panel import changes_of_switches
from editor.write.entry.presenters import ChangesFound


@never_cache
@require_POST
def switch_changes(request: HtmxRequest, slug: str) -> HttpResponse:
    """What would change if conventions were switched as the form says, before they are."""
    system = fetch_editable_system(request, slug)
    facts = convention_facts(system)
    rows = [fact.row for fact in facts]
    form = SwitchesForm(request.POST, system=system, facts=facts)
    if not form.is_valid():
        changed = "Somebody may have changed a convention in the meantime. Choose the switches again."
        messages.error(request, " ".join(map(str, form.non_field_errors())) or changed)
        return redirect("editor:switches", slug)
    uses = form.uses()
    switched = [(row, LABELS[uses[row.pk]]) for row in rows if uses[row.pk] != row.use]
    found = (
        changes_of_switches(request, system, {row.name: uses[row.pk] for row, _ in switched}, {}) if switched else None
    )
    return _show(request, system, form, [(row.name, label, row.use_words) for row, label in switched], found)


@never_cache
@require_POST
def agreement_changes(request: HtmxRequest, slug: str) -> HttpResponse:
    """What would change if agreements were settled as the form says, before they are."""
    system = fetch_editable_system(request, slug)
    form, found = sent_form(request.POST, SettledAgreements(system))
    if form is None or not form.is_valid():
        messages.error(request, "Some choices could not be read. Choose them again.")
        return redirect("editor:agreements", slug)
    chosen = form.chosen()
    uses = found.switched(chosen)
    choices = {
        each.agreement.name: chosen[each.key].label
        for each in found.settled
        if each.key in chosen and each.agreement.parameters
    }
    changes = changes_of_switches(request, system, uses, choices) if uses or choices else None
    now = {each.key: each.chosen.label if each.chosen else UNSETTLED for each in found.settled}
    settled = [
        (each.agreement.name, chosen[each.key].label, now[each.key]) for each in found.settled if each.key in chosen
    ]
    return _show(request, system, form, settled, changes)


def _show(
    request: HtmxRequest,
    system: SystemRow,
    form: Form,
    switched: list[tuple[str, str, str]],
    found: ChangesFound | None,
) -> HttpResponse:
    """The page: what is switched, each with its new use and the one that it has now, and what that would change."""
    by_agreement = isinstance(form, AgreementsForm)
    context = {
        "system": system,
        "form": form,
        "switched": switched,
        "found": found,
        "tab": "agreements" if by_agreement else "conventions",
        "page": reverse("editor:agreements" if by_agreement else "editor:switches", args=[system.slug]),
        "again": request.path,
    }
    return show_page(request, "editor/write/entry/switches.html", context)
