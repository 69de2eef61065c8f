"""The grid of entries."""

from typing import Any

from django.core.paginator import InvalidPage
from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from bidbase_site.web import HtmxRequest
from editor.grid.filters import EntryFilter
from editor.grid.forms import ColumnsForm
from editor.grid.tables import EntryTable
from editor.systems.access import fetch_system
from editor.systems.pages import show_page

ENTRIES_ON_A_PAGE = 50


@require_safe
def grid(request: HtmxRequest, slug: str) -> HttpResponse:
    """All entries as a table to filter, sort and leaf through, under the columns of one's choice."""
    system = fetch_system(request, slug)
    filters, columns = EntryFilter(request.GET, system=system), ColumnsForm(request.GET)
    context: dict[str, Any] = {"system": system, "filters": filters.form, "columns": columns, "tab": "grid"}
    if not (filters.is_valid() and columns.is_valid()):
        return show_page(request, "editor/grid/page.html", context, unreadable=True)
    table = EntryTable(
        filters.qs, system=system, columns=columns.chosen(), order_by=request.GET.getlist("sort"), request=request
    )
    try:
        table.paginate(page=request.GET.get("page", 1), per_page=ENTRIES_ON_A_PAGE)
    except InvalidPage:
        raise Http404("The grid has no such page.") from None
    return show_page(request, "editor/grid/page.html", {**context, "table": table})
