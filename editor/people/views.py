"""The list of systems, what a system is, copies, invitations, and the way to the table."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bidbase_web.pages import HtmxRequest
from editor.frame import show_page
from editor.people.forms import LONGEST_TITLE, CopyForm, SystemSearchForm
from editor.people.presenters import groups_of, listed, own_title
from editor.people.selectors import (
    invitation_by_token,
    invitations_to,
    last_change,
    listed_systems,
    public_systems,
    roles_of,
)
from editor.people.services import Gone, accept_invitation, close_invitation, remove_member, take_as_base
from editor.practice import practice
from editor.store.systems.access import fetch_system, keep_link, person_of, reader_of
from editor.store.systems.models import Role, SystemRow, Visibility
from editor.store.systems.selectors import readable_system

PAGE_OR_POST = ["GET", "HEAD", "POST"]


@require_safe
@never_cache
def systems(request: HtmxRequest) -> HttpResponse:
    """The systems that the visitor may read: their own, other people's and the shipped ones; and their invitations."""
    reader = reader_of(request)
    form = SystemSearchForm(request.GET)
    context: dict[str, Any] = {"form": form}
    if not form.is_valid():
        return show_page(request, "editor/people/systems.html", context, unreadable=True)
    roles = roles_of(reader)
    found, count = public_systems(reader, form.cleaned_data["text"])
    context |= {
        "groups": groups_of(list(listed_systems(reader)), reader.user, roles),
        "invitations": invitations_to(reader),
        "public": [listed(system, reader.user, None) for system in found],
        "count": count,
        "text": form.cleaned_data["text"],
    }
    return show_page(request, "editor/people/systems.html", context)


@require_safe
@never_cache
def about(request: HtmxRequest, slug: str) -> HttpResponse:
    """What a system is: whose it is, on what it stands, and what the visitor can do with it."""
    row = fetch_system(request, slug)
    reader = reader_of(request)
    facts = listed_systems(reader).filter(pk=row.pk).first()
    role = roles_of(reader).get(row.pk)
    context = {
        "system": row,
        "tab": "about",
        "facts": listed(facts, reader.user, role) if facts else None,
        "owner": row.owner,
        "own": row.owner_id is not None and row.owner_id == reader.user,
        "role": role,
        "may_edit": role is Role.EDITOR or (row.owner_id is not None and row.owner_id == reader.user),
        "base": row.base and (row.base if readable_system(row.base.slug, reader) else None),
        "stands_on": row.base_revision,
        "last": last_change(row),
        "members": list(row.members.select_related("user")),
        "copy_form": CopyForm(initial={"title": _usual_title(request, row)}),
    }
    return show_page(request, "editor/people/about.html", context)


@require_http_methods(PAGE_OR_POST)
@never_cache
@login_required(login_url="sign_up")
def copy(request: HtmxRequest, slug: str) -> HttpResponse:
    """Take a system as the base of one's own. A form without a title gets the usual one."""
    base = fetch_system(request, slug)
    usual = {"title": _usual_title(request, base)}
    if request.method != "POST":
        return _show_copy(request, base, CopyForm(initial=usual))
    form = CopyForm(request.POST if "title" in request.POST else usual)
    if not form.is_valid():
        return _show_copy(request, base, form)
    own = take_as_base(base=base, title=form.cleaned_data["title"], owner=person_of(request))
    messages.success(request, f"{own.title} is yours. It says what {base.title} says until you change it.")
    return redirect("editor:about", own.slug)


def _show_copy(request: HtmxRequest, base: SystemRow, form: CopyForm) -> HttpResponse:
    return show_page(request, "editor/people/copy.html", {"system": base, "form": form}, unreadable=form.is_bound)


@require_POST
def play_system(request: HttpRequest, slug: str) -> HttpResponse:
    """Play a system at the table."""
    row = fetch_system(request, slug)
    if not SystemRow.objects.at_hand_for(reader_of(request)).filter(pk=row.pk).exists():
        keep_link(request, row.link)
    return redirect(practice().play(request, row))


@require_safe
@never_cache
def open_link(request: HttpRequest, link: str) -> HttpResponse:
    """Let the visitor read the system of a link, and remember it."""
    row = SystemRow.objects.filter(link=link).exclude(visibility=Visibility.PRIVATE).first()
    if row is None:
        raise Http404("This link is no longer in use. Ask the owner of the system for a new one.")
    keep_link(request, link)
    return redirect("editor:about", row.slug)


@require_http_methods(PAGE_OR_POST)
@never_cache
def invitation(request: HtmxRequest, token: str) -> HttpResponse:
    """An invitation to have a part in a system, to be accepted or declined."""
    reader = reader_of(request)
    invited = invitation_by_token(token, reader)
    if invited is None:
        return _no_invitation(request)
    row = invited.system
    mine = reader.user is not None and row.owner_id == reader.user
    part = roles_of(reader).get(row.pk)
    if request.method != "POST" or mine or not request.user.is_authenticated:
        context = {"invitation": invited, "mine": mine, "part": part, "account": request.get_full_path()}
        return show_page(request, "editor/people/invitation.html", context)
    if "decline" in request.POST:
        close_invitation(invitation=invited)
        messages.success(request, f"You have declined the invitation to {row.title}.")
        return redirect("editor:systems")
    try:
        member = accept_invitation(invitation=invited, user=person_of(request))
    except Gone:
        return _no_invitation(request)
    messages.success(request, f"You {member.get_role_display()} {row.title} from now on.")
    return redirect("editor:about", row.slug)


def _no_invitation(request: HtmxRequest) -> HttpResponse:
    """What is told of an invitation that is no longer open, or meant for another account: the way to go on."""
    context = {"account": request.get_full_path(), "section": "systems"}
    return render(request, "editor/people/no_invitation.html", context, status=404)


@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """End one's part in the system of somebody else."""
    row = fetch_system(request, slug)
    member = row.members.filter(user=request.user.pk).first()
    if member is not None:
        remove_member(member=member)
        messages.success(request, f"You have no part in {row.title} any more.")
    return redirect("editor:systems")


def _usual_title(request: HttpRequest, base: SystemRow) -> str:
    owner = base.owner.get_username() if base.owner else ""
    return own_title(request.user.get_username() or "My", base.title, owner, LONGEST_TITLE)
