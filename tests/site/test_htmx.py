"""htmx does its work under the strict content policy."""

from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.test import override_settings
from django.urls import path
from django_htmx.middleware import HtmxDetails

PAGE = """<!doctype html><html lang="en">
<head><title>htmx</title><link rel="icon" href="data:,">{% include "htmx.html" %}</head><body>
<button hx-get="/fragment" hx-target="#place">Fetch</button> <p id="place">empty</p>
<script>document.title = "inline script ran"</script></body></html>"""


class HtmxRequest(HttpRequest):
    htmx: HtmxDetails


def show_page(request: HtmxRequest) -> HttpResponse:
    return HttpResponse(engines["django"].from_string(PAGE).render({}, request))


def show_fragment(request: HtmxRequest) -> HttpResponse:
    return HttpResponse(f"fetched by htmx: {bool(request.htmx)}")


urlpatterns = [path("", show_page), path("fragment", show_fragment)]


@override_settings(ROOT_URLCONF="tests.site.test_htmx")
def test_a_fragment_is_fetched_and_nothing_inline_runs(live_server, page):
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(live_server.url)
    page.get_by_role("button", name="Fetch").click()
    page.get_by_text("fetched by htmx: True").wait_for()
    assert page.title() == "htmx"
    # The one complaint is of the inline script that the page has on purpose.
    [complaint] = complaints
    assert "inline script" in complaint
