"""The system notes as a document."""

from django.http import Http404, HttpResponse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from bidbase_web.jobs.selectors import result_of
from bidbase_web.pages import HtmxRequest
from editor.frame import show_page
from editor.read.booklet.chapters import chapter_html
from editor.read.booklet.selectors import chapters
from editor.read.booklet.titles import chapter_title
from editor.read.booklet.work import Booklet
from editor.store.systems.access import fetch_system
from editor.store.systems.selectors import SystemVersion

QUICK = 80  # entries that are written while a page waits


@require_safe
def booklet(request: HtmxRequest, slug: str) -> HttpResponse:
    """The contents of the notes; with `?all=on` all chapters in one document."""
    system = fetch_system(request, slug)
    written = result_of(Booklet(SystemVersion.of(system))) if request.GET.get("all") else ""
    context = {
        "system": system,
        "chapters": [(family, chapter_title(family), count) for family, count in chapters(system)],
        "written": mark_safe(written),
        "tab": "booklet",
    }
    return show_page(request, "editor/read/booklet/page.html", context)


@require_safe
def chapter(request: HtmxRequest, slug: str, family: str) -> HttpResponse:
    """One chapter of the notes: a family of sections with their calls."""
    system = fetch_system(request, slug)
    entries = dict(chapters(system)).get(family)
    if entries is None:
        raise Http404(f"The notes of {system.title} have no chapter {family}.")
    written = chapter_html(system, family) if entries <= QUICK else result_of(Booklet(SystemVersion.of(system), family))
    context = {"system": system, "title": chapter_title(family), "written": mark_safe(written), "tab": "booklet"}
    return show_page(request, "editor/read/booklet/page.html", context)
