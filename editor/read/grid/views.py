"""The grid of entries."""

from typing import Any

from django.core.paginator import InvalidPage
from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from bidbase_web.pages import HtmxRequest
from editor.frame import show_page
from editor.read.grid.filters import EntryFilter, shown_and_folded
from editor.read.grid.forms import ColumnsForm
from editor.read.grid.tables import DEFAULT_COLUMNS, EntryTable
from editor.store.systems.access import fetch_system, may_write

ENTRIES_ON_A_PAGE = 50
COLUMNS = "grid_columns"  # in the session: the columns that the visitor chose last


@require_safe
def grid(request: HtmxRequest, slug: str) -> HttpResponse:
    """All entries as a table to filter, sort and leaf through, under the columns of one's choice."""
    system = fetch_system(request, slug)
    filters = EntryFilter(request.GET, system=system)
    columns = ColumnsForm(request.GET, request.session.get(COLUMNS, ()))
    shown, folded = shown_and_folded(filters.form)
    context: dict[str, Any] = {
        "system": system,
        "filters": filters.form,
        "shown": shown,
        "folded": folded,
        "columns": columns,
        "usual_columns": DEFAULT_COLUMNS,
        "may_write": may_write(request, system),
        "tab": "grid",
    }
    if not (filters.is_valid() and columns.is_valid()):
        return show_page(request, "editor/read/grid/page.html", context, unreadable=True)
    if "columns" in request.GET and columns.chosen() != request.session.get(COLUMNS, list(DEFAULT_COLUMNS)):
        request.session[COLUMNS] = columns.chosen()
    table = EntryTable(
        filters.qs, system=system, columns=columns.chosen(), order_by=request.GET.getlist("sort"), request=request
    )
    try:
        table.paginate(page=request.GET.get("page", 1), per_page=ENTRIES_ON_A_PAGE)
    except InvalidPage:
        raise Http404("The grid has no such page.") from None
    return show_page(request, "editor/read/grid/page.html", {**context, "table": table})
