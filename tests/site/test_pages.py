"""What holds for every page: the content policy, and friendly words when something is wrong."""

from urllib.robotparser import RobotFileParser

import pytest
from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path


def refuse(request: HttpRequest, reason: str) -> HttpResponse:
    raise {
        "bad": BadRequest("Hand: 14 cards, a hand has 13"),
        "forged": SuspiciousOperation("secret detail"),
        "denied": PermissionDenied("This board belongs to another guest"),
        "missing": Http404("There is no board 7"),
        "broken": ZeroDivisionError("secret detail"),
    }[reason]


urlpatterns = [path("<reason>", refuse)]
handler400 = "bidbase_site.errors.bad_request"


@pytest.mark.parametrize(
    ("reason", "status", "words"),
    [
        ("bad", 400, "Hand: 14 cards, a hand has 13"),
        ("forged", 400, "cannot be right"),
        ("denied", 403, "This board belongs to another guest"),
        ("missing", 404, "There is no board 7"),
        ("broken", 500, "our fault"),
    ],
)
@override_settings(ROOT_URLCONF="tests.site.test_pages")
def test_a_refusal_says_what_is_wrong_and_leads_back(reason, status, words):
    response = Client(raise_request_exception=False).get(f"/{reason}")
    page = response.content.decode()
    assert response.status_code == status
    assert words in page
    assert "secret detail" not in page
    assert '<a href="/">' in page
    assert response["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'")


def test_an_unknown_address_gets_a_page(client, db):
    response = client.get("/no/such/page")
    assert response.status_code == 404
    assert "Nothing is kept at this address" in response.content.decode()


@pytest.mark.parametrize(
    ("address", "allowed", "why"),
    [
        ("/system/", True, "systems are for everybody to find"),
        ("/system/reference/fields/hcp/", True, "so is the reference"),
        ("/", False, "leads to a new deal"),
        ("/next/", False, "leads to a new deal"),
        ("/deal/7/", False, "begins a board"),
        ("/drill/next/", False, "bids deals until one fits"),
        ("/ask/?hand=AQ2.K32.KJ32.K32", False, "robots think"),
    ],
)
def test_crawlers_begin_no_boards(client, address, allowed, why):
    response = client.get("/robots.txt")
    rules = RobotFileParser()
    rules.parse(response.content.decode().splitlines())
    assert response["Content-Type"].startswith("text/plain")
    assert rules.can_fetch("Crawler", f"http://testserver{address}") is allowed, why
