"""The reference of fields."""

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from bidbase_web.pages import HtmxRequest
from editor.frame import show_page
from editor.read.reference.presenters import examples_by_group, reference_of


@require_safe
def fields(request: HtmxRequest) -> HttpResponse:
    """The reference of all fields that an entry has."""
    return show_page(request, "editor/read/reference/fields.html", {"section": "fields", "groups": examples_by_group()})


@require_safe
def field(request: HtmxRequest, name: str) -> HttpResponse:
    """The reference of one field: its grammar, its codes, and examples judged by the engine."""
    try:
        reference = reference_of(name)
    except KeyError:
        raise Http404(f"An entry has no field {name}.") from None
    return show_page(request, "editor/read/reference/field.html", {"section": "fields", "reference": reference})
