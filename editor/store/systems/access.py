"""Who asks, and which systems they may read or change: fetch it or refuse."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.urls import reverse

from editor.store.systems.addresses import section_url
from editor.store.systems.models import Reader, SystemRow
from editor.store.systems.selectors import has_revision

MAX_DIGITS = 9  # of the number of a revision
LINKS = "system_links"
MOST_LINKS = 50  # kept in a session


def reader_of(request: HttpRequest) -> Reader:
    """Who asks for systems."""
    return Reader(request.user.pk, tuple(request.session.get(LINKS, ())))


def keep_link(request: HttpRequest, link: str) -> None:
    """Remember that the visitor has opened the link to a system."""
    links = [known for known in request.session.get(LINKS, ()) if known != link]
    request.session[LINKS] = [*links[-MOST_LINKS + 1 :], link]


def fetch_system(request: HttpRequest, slug: str) -> SystemRow:
    """The system of this name, if the visitor may read it; else the page says that there is none.

    `?revision=7` asks for the system as it was at that revision.
    """
    system = _fetch_present(request, slug)
    number = request.GET.get("revision", "")
    if not number or number == str(system.revision):
        return system
    is_number = number.isascii() and number.isdigit() and len(number) <= MAX_DIGITS
    if not is_number or not has_revision(system, int(number)):
        raise Http404(f"{system.title} has no revision {number}.")
    return system.as_of(int(number))


def _fetch_present(request: HttpRequest, slug: str) -> SystemRow:
    """The system as it is."""
    system = SystemRow.objects.readable_by(reader_of(request)).select_related("base").filter(slug=slug).first()
    if system is None:
        raise Http404(f"There is no system {slug}.")
    return system


def fetch_editable_system(request: HttpRequest, slug: str) -> SystemRow:
    """The system of this name, if the visitor may change it. Who may only read it is refused."""
    system = _fetch_present(request, slug)
    if not may_change(request, system):
        raise PermissionDenied(
            f"{system.title} is not yours to change. You can take it as the base of a system of your own."
        )
    return system


def may_change(request: HttpRequest, system: SystemRow) -> bool:
    """Whether the visitor may change this system."""
    return SystemRow.objects.writable_by(reader_of(request)).filter(pk=system.pk).exists()


def may_write(request: HttpRequest, system: SystemRow) -> bool:
    """Whether to offer the visitor what changes this system: not where it is read as it was."""
    return not system.as_it_was and may_change(request, system)


def fetch_own_system(request: HttpRequest, slug: str) -> SystemRow:
    """The system of this name, if it is the visitor's own."""
    system = _fetch_present(request, slug)
    if system.owner_id is None or system.owner_id != request.user.pk:
        raise PermissionDenied(f"{system.title} belongs to somebody else.")
    return system


def way_back(request: HttpRequest) -> tuple[str, str] | None:
    """Where a page of a system leads that cannot be shown, and the words of this link.

    That is the section of the entry that is asked for, else the page about the system. None where the visitor may not
    read the system, and for other pages.
    """
    match = request.resolver_match
    if match is None or match.namespace != "editor" or "slug" not in match.kwargs:
        return None
    system = SystemRow.objects.readable_by(reader_of(request)).filter(slug=match.kwargs["slug"]).first()
    if system is None:
        return None
    section, has_order, _ = match.kwargs.get("ref", "").partition("/")
    prior_bids = "" if section == "opening" else section
    if has_order and "\0" not in section and system.entries.filter(prior_bids=prior_bids).exists():
        words = "the opening" if not prior_bids else f"the section {section}"
        return section_url(system, prior_bids), f"To {words} in {system.title}"
    return reverse("editor:about", args=[system.slug]), f"To {system.title}"


def person_of(request: HttpRequest) -> User:
    """Who sends a request to a page for people who are logged in: whoever may change a system has an account."""
    assert isinstance(request.user, User), "the page has seen to it"
    return request.user
