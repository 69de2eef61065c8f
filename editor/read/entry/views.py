"""One entry."""

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from bidbase.systems.notes import NoteSubject
from bidbase_web.pages import HtmxRequest
from editor.frame import back_address, show_page
from editor.read.conventions.selectors import conventions_above
from editor.read.notes.presenters import shown_notes
from editor.read.notes.selectors import notes_on
from editor.store.boards.presenters import often_words
from editor.store.boards.selectors import sample_as_it_is
from editor.store.entries.hand_trial import trial_of
from editor.store.entries.presenters import entry_title, specs_by_group, trail
from editor.store.entries.selectors import entry_revision
from editor.store.findings.selectors import findings_about
from editor.store.systems.access import fetch_system, may_write
from editor.store.systems.addresses import section_url
from editor.store.systems.selectors import bidder_for


@require_safe
def entry(request: HtmxRequest, slug: str, ref: str) -> HttpResponse:
    """One entry with all its specs in words, its test hand, and what stands before and after it."""
    system = fetch_system(request, slug)
    bidder = bidder_for(system)
    entry = bidder.system.by_id.get(ref)
    if entry is None:
        raise Http404(f"{system.title} has no entry {ref} now; it may have been changed since.")
    section = bidder.system.sections[entry.section]
    index = section.index(entry)
    conventions = conventions_above(system, entry)
    subjects = (
        NoteSubject.entry(ref),
        NoteSubject.section(entry.section),
        *(NoteSubject.convention(row.name) for row in conventions),
    )
    sample = sample_as_it_is(system)
    context = {
        "system": system,
        "tab": "grid",
        "entry": entry,
        "often": often_words(sample.counted.of_entry(ref)) if sample else "",
        "title": entry_title(entry),
        "revision": entry_revision(system, ref),
        "groups": specs_by_group(entry),
        "follows": bidder.system.agreements_of(entry),
        "trial": trial_of(bidder, entry),
        "conventions": conventions,
        "notes": shown_notes(system, notes_on(system, *subjects)),
        "subject": NoteSubject.entry(ref),
        "previous": section[index - 1] if index else None,
        "next": section[index + 1] if index + 1 < len(section) else None,
        "trail": [(call, section_url(system, name)) for call, name in trail(entry.key)],
        "section_address": section_url(system, entry.section),
        "compared_refs": [section[index - 1].id, entry.id] if index else [],
        "number": index + 1,
        "count": len(section),
        "findings": findings_about(system, ref, entry.section),
        "may_write": may_write(request, system),
        "back": back_address(request),
    }
    return show_page(request, "editor/read/entry/page.html", context)
