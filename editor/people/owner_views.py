"""The settings of one's own system."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bidbase_web.pages import HtmxRequest
from editor.frame import show_page
from editor.people.forms import HeadingForm, InviteForm, MemberForm, OwnerForm
from editor.people.selectors import needed_by
from editor.people.services import (
    Gone,
    Needed,
    close_invitation,
    delete_system,
    give_to,
    give_up,
    invite,
    remove_member,
    renew_link,
    set_role,
)
from editor.store.systems.access import fetch_own_system
from editor.store.systems.models import Invitation, Role, SystemRow


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def settings(request: HtmxRequest, slug: str) -> HttpResponse:
    """Title, description and who may read the system; and the forms for all else."""
    system = fetch_own_system(request, slug)
    if request.method != "POST":
        return _show(request, system)
    form = HeadingForm(request.POST, instance=SystemRow.objects.get(pk=system.pk))
    if not form.is_valid():
        return _show(request, system, heading=form)
    form.save()
    messages.success(request, "The settings are saved.")
    return redirect("editor:settings", slug)


@require_POST
def new_link(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a new link. The old one no longer leads to the system."""
    renew_link(system=fetch_own_system(request, slug))
    messages.success(request, "The system has a new link. The old one no longer leads to it.")
    return redirect("editor:settings", slug)


@require_POST
def invitations(request: HtmxRequest, slug: str) -> HttpResponse:
    """Invite somebody, by name or by a link."""
    system = fetch_own_system(request, slug)
    form = InviteForm(request.POST, system=system)
    if not form.is_valid():
        return _show(request, system, invite=form)
    user, role = form.cleaned_data["name"], Role(form.cleaned_data["role"])
    invite(system=system, role=role, user=user)
    told = f"{user} finds the invitation on the page Systems." if user else "Send the link of the invitation."
    messages.success(request, told)
    return redirect("editor:settings", slug)


@require_POST
def withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take an invitation back."""
    system = fetch_own_system(request, slug)
    invited = Invitation.objects.filter(system=system, pk=pk).first()
    if invited is None:
        messages.warning(request, "This invitation was accepted or declined before you withdrew it.")
    else:
        close_invitation(invitation=invited)
        messages.success(request, "The invitation is withdrawn.")
    return redirect("editor:settings", slug)


@require_POST
def member(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let a member edit, or only read, or remove them."""
    system = fetch_own_system(request, slug)
    person, form = system.members.filter(pk=pk).select_related("user").first(), MemberForm(request.POST)
    if person is None or not form.is_valid():
        raise Http404("This system has no such member.")
    chosen = form.cleaned_data["role"]
    if chosen in Role.values:
        set_role(member=person, role=Role(chosen))
        messages.success(request, f"{person.user} {Role(chosen).label} this system.")
    else:
        remove_member(member=person)
        messages.success(request, f"{person.user} has no part in this system any more.")
    return redirect("editor:settings", slug)


@require_POST
def new_owner(request: HtmxRequest, slug: str) -> HttpResponse:
    """Give the system to a member."""
    system = fetch_own_system(request, slug)
    form = OwnerForm(request.POST, system=system)
    if not form.is_valid():
        return _show(request, system, new_owner=form)
    person = form.cleaned_data["member"]
    try:
        give_to(system=system, member=person)
    except Gone:
        raise Http404("This system has no such member any more.") from None
    messages.success(request, f"{system.title} belongs to {person.user} from now on. You may still edit it.")
    return redirect("editor:about", slug)


@require_safe
@never_cache
def end(request: HtmxRequest, slug: str) -> HttpResponse:
    """Ask before a system is deleted or given up."""
    system = fetch_own_system(request, slug)
    context = {"system": system, "tab": "about", "reasons": needed_by(system)}
    return show_page(request, "editor/people/end.html", context)


@require_POST
def delete(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete a system that nobody needs."""
    system = fetch_own_system(request, slug)
    try:
        delete_system(system=system)
    except Needed:
        return redirect("editor:end", slug)  # which says why
    messages.success(request, f"{system.title} is deleted.")
    return redirect("editor:systems")


@require_POST
def abandon(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave a system to those who need it."""
    system = fetch_own_system(request, slug)
    give_up(system=system)
    messages.success(request, f"{system.title} is no longer yours.")
    return redirect("editor:systems")


def _show(request: HtmxRequest, system: SystemRow, **bound: Any) -> HttpResponse:
    members = list(system.members.select_related("user"))
    invited = list(system.invitations.select_related("user"))
    context: dict[str, Any] = {
        "system": system,
        "tab": "about",
        "heading": HeadingForm(instance=system),
        "invite": InviteForm(system=system),
        "new_owner": OwnerForm(system=system) if members else None,
        "link": request.build_absolute_uri(reverse("editor:open_link", args=[system.link])),
        "members": [
            (person, MemberForm(initial={"role": person.role}, auto_id=f"id_{person.pk}_%s")) for person in members
        ],
        "invitations": [
            (each, request.build_absolute_uri(reverse("editor:invitation", args=[each.token]))) for each in invited
        ],
    }
    return show_page(request, "editor/people/settings.html", context | bound, unreadable=bool(bound))
