"""References of requests, what every response says about itself, and the time of sessions."""

from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from bidbase_web.logs import new_reference, referring_to
from bidbase_web.visitors import OWNER

RENEWED = "renewed"  # in a session: the day on which its time began anew

# All that a page needs comes from this site, and nothing is written inline.
CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

GetResponse = Callable[[HttpRequest], HttpResponse]


def request_reference(get_response: GetResponse) -> GetResponse:
    """Give each request a reference, which the log has and the response tells."""

    def respond(request: HttpRequest) -> HttpResponse:
        reference = new_reference()
        with referring_to(reference):
            response = get_response(request)
        response["X-Request-ID"] = reference
        return response

    return respond


def content_security_policy(get_response: GetResponse) -> GetResponse:
    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
        return response

    return respond


def session_renewal(get_response: GetResponse) -> GetResponse:
    """Let the time of a session begin anew on each day on which its visitor sends a form.

    A page that only reads writes nothing: it is there on a full disk too.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        session = request.session
        if (request.method == "POST" or session.modified) and (OWNER in session or SESSION_KEY in session):
            today = timezone.now().date().isoformat()
            if session.get(RENEWED) != today:
                session[RENEWED] = today
        return response

    return respond


def page_for_readers_of_forms(get_response: GetResponse) -> GetResponse:
    """Say what is the matter where somebody opens an address that only takes forms, instead of a blank page."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != 405 or request.method not in ("GET", "HEAD"):
            return response
        page = render(request, "405.html", status=405)
        page["Allow"] = response["Allow"]
        return page

    return respond
