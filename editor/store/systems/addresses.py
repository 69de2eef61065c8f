"""Where systems are shown."""

from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse
from django.utils.text import slugify

from editor.store.systems.models import SystemRow


def revision_query(system: SystemRow) -> str:
    """What the address of a page must have at its end to show the system as it was; empty for the system as it is."""
    return f"?revision={system.revision}" if system.as_it_was else ""


def entry_url(system: SystemRow, ref: str) -> str:
    """The address of the page that shows the entry of this engine id."""
    return reverse("editor:entry", args=[system.slug, ref]) + revision_query(system)


def convention_url(system: SystemRow, name: str) -> str:
    """The address that shows a convention among the conventions of its system."""
    return f"{reverse('editor:conventions', args=[system.slug])}{revision_query(system)}#{slugify(name)}"


def note_url(system: SystemRow, identity: UUID) -> str:
    """The address that shows a note among the notes of its system."""
    return f"{reverse('editor:notes', args=[system.slug])}{revision_query(system)}#note-{identity}"


def section_url(system: SystemRow, name: str) -> str:
    """The address that shows a section: the calls after prior bids, `1N-P` (empty: the opening), or a pattern."""
    query = {"auction": name} if name else {}
    if system.as_it_was:
        query["revision"] = str(system.revision)
    return reverse("editor:system", args=[system.slug]) + (f"?{urlencode(query)}" if query else "")


def agreements_url(system: SystemRow) -> str:
    """The address of the agreements of a system."""
    return reverse("editor:agreements", args=[system.slug]) + revision_query(system)
