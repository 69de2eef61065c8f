"""Where a visitor is in the tour. The session keeps what is to be changed; their steps follow from their system."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils import timezone

from editor.store.entries.selectors import held_entry
from editor.store.systems.access import reader_of
from editor.store.systems.models import EntryRow, SystemRow
from editor.store.systems.rows import FIELD_NAMES, engine_entry
from editor.store.systems.selectors import bidder_for, readable_system
from editor.write.tour.presenters import Tour
from editor.write.tour.selectors import first_change, has_systems, system_to_change
from editor.write.tour.small_change import CalledOtherwise, called_otherwise, small_change

TOUR = "tour"  # in the session: what is to be changed; None when the visitor has ended the tour, or does not want it
BESIDE = ("practice:ask", "sign_up", "log_in")  # pages of other apps on which it goes on
OFFERED_ON = ("editor:systems", "editor:system")


def begin_tour(request: HttpRequest, base: SystemRow) -> bool:
    """Lead the visitor through a small change of their copy of a system. False where no opening can be widened."""
    change = small_change(bidder_for(base))
    if change is None:
        return False
    request.session[TOUR] = {
        "base": base.slug,
        "entry": base.entries.get(ref=change.entry.id).identity.hex,
        "hcp": change.hcp,
        "weak_two": change.weak_two,
        "began": timezone.now().isoformat(),
    }
    return True


def end_tour(request: HttpRequest) -> None:
    """Leave the visitor alone from now on."""
    request.session[TOUR] = None


def tour(request: HttpRequest) -> dict[str, Any]:
    """What every template is told: the `tour` that the visitor is on, or that it is offered to somebody new.

    Of the parts that htmx asks for, only that beside the form of an entry goes on with the tour.
    """
    match, session = request.resolver_match, getattr(request, "session", None)
    if match is None or session is None or (request.headers.get("HX-Request") and match.url_name != "write_check"):
        return {}
    if kept := session.get(TOUR):
        speaks_of_it = match.namespace == "editor" or match.view_name in BESIDE
        return {"tour": _tour(request, kept)} if speaks_of_it else {}
    if match.view_name in OFFERED_ON and TOUR not in session:
        return {"offers_tour": not has_systems(reader_of(request))}
    return {}


def _tour(request: HttpRequest, kept: dict[str, Any]) -> Tour | None:
    """How far the visitor has come; None where they may not read the system any more."""
    reader, identity = reader_of(request), UUID(kept["entry"])
    base = readable_system(kept["base"], reader)
    if base is None:
        return None
    own = system_to_change(base, reader)
    row = held_entry(own, identity) if own else None
    revision = first_change(own, identity, datetime.fromisoformat(kept["began"])) if own else None
    before = held_entry(own.as_of(revision - 1), identity) if own and revision else None
    page = _page(request, own, row)
    return Tour(
        page=page,
        account=reader.user is not None,
        base=base,
        own=own,
        entry=engine_entry(row) if row else None,
        hcp=kept["hcp"],
        weak_two=kept["weak_two"],
        typed=row is not None and _fills_in_otherwise(request, row),
        revision=revision,
        taken_back=bool(before and row and before.same_as(row)),
        found=_found(own, revision, before, row) if own and revision and page not in ("history", "revision") else None,
        asked=request.GET.get("hand", ""),
    )


def _page(request: HttpRequest, own: SystemRow | None, row: EntryRow | None) -> str:
    """The page that the visitor is on, by the name of its address, if the tour speaks of it; blank for any other."""
    match = request.resolver_match
    assert match is not None, "the tour is shown on pages"
    name, slug, ref = match.url_name or "", match.kwargs.get("slug"), match.kwargs.get("ref")
    own_slug, own_ref = own.slug if own else None, row.ref if row else None
    speaks_of_it = {
        "sign_up": True,
        "system": slug == own_slug and not request.GET.get("auction"),
        "entry": slug == own_slug and ref == own_ref,
        "write": slug == own_slug and ref == own_ref,
        "write_check": row is not None and request.POST.get("seen") == str(row.pk),
        "history": slug == own_slug,
        "revision": slug == own_slug,
        "ask": request.GET.get("system") == own_slug,
    }
    return name if speaks_of_it.get(name) else ""


def _fills_in_otherwise(request: HttpRequest, row: EntryRow) -> bool:
    """Whether the form of an entry was sent with something else than the entry says."""
    cells = ((name, getattr(row, name)) for name in FIELD_NAMES)
    return any(request.POST.get(name, text).strip() != text.strip() for name, text in cells)


def _found(own: SystemRow, revision: int, before: EntryRow | None, row: EntryRow | None) -> CalledOtherwise | None:
    """A hand that calls otherwise since the change."""
    old, new = (engine_entry(version) if version else None for version in (before, row))
    return called_otherwise(bidder_for(own.as_of(revision - 1)), old, bidder_for(own), new)
