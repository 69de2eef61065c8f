"""What holds for every page: the content policy, and friendly words when something is wrong."""

from urllib.robotparser import RobotFileParser

import pytest
from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from bidbase_site.settings import BASE_DIR


def refuse(request: HttpRequest, reason: str) -> HttpResponse:
    raise {
        "bad": BadRequest("Hand: 14 cards, a hand has 13"),
        "forged": SuspiciousOperation("secret detail"),
        "denied": PermissionDenied("This board belongs to another guest"),
        "missing": Http404("There is no board 7"),
        "locked": OperationalError("secret detail"),
        "broken": ZeroDivisionError("secret detail"),
    }[reason]


urlpatterns = [path("<reason>", refuse)]
handler400 = "bidbase_site.errors.bad_request"
handler403 = "bidbase_site.errors.forbidden"
handler404 = "bidbase_site.errors.not_found"
handler500 = "bidbase_site.errors.server_error"


@pytest.mark.parametrize(
    ("reason", "status", "words"),
    [
        ("bad", 400, "Hand: 14 cards, a hand has 13"),
        ("forged", 400, "Invalid request"),
        ("denied", 403, "This board belongs to another guest"),
        ("missing", 404, "There is no board 7"),
        ("broken", 500, "our fault"),
        ("locked", 503, "Try again in a moment"),
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
    assert (response["X-Request-ID"] in page) is (status >= 500), "by this reference the error is found in the log"
    assert response["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'")


def test_an_unknown_address_gets_a_page(client, db):
    response = client.get("/no/such/page")
    assert response.status_code == 404
    assert "There is nothing at this address." in response.content.decode()


def test_an_address_that_takes_forms_alone_says_so_to_a_reader(client, db):
    response = client.get("/learn/round/")
    assert (response.status_code, response["Allow"]) == (405, "POST")
    assert "This address only takes a form" in response.content.decode()
    assert client.head("/learn/round/").status_code == 405


@pytest.mark.parametrize(
    ("address", "allowed", "why"),
    [
        ("/system/", True, "systems are for everybody to find"),
        ("/system/reference/fields/hcp/", True, "so is the reference"),
        ("/", False, "is about the visitor's own boards"),
        ("/next/", False, "leads to a new deal"),
        ("/boards/", False, "is for the owner of the boards"),
        ("/deal/7/", False, "begins a board"),
        ("/health/", False, "is for machines that watch the site"),
        ("/drill/next/", False, "has hands dealt"),
        ("/ask/?hand=AQ2.K32.KJ32.K32", False, "robots think"),
    ],
)
def test_crawlers_begin_no_boards(client, address, allowed, why):
    response = client.get("/robots.txt")
    rules = RobotFileParser()
    rules.parse(response.content.decode().splitlines())
    assert response["Content-Type"].startswith("text/plain")
    assert rules.can_fetch("Crawler", f"http://testserver{address}") is allowed, why


@override_settings(ALLOWED_HOSTS=["club.example"])
def test_a_name_that_is_not_ours_is_refused_and_the_owner_is_told_why():
    response = Client().get("/system/", headers={"host": "other.example"})
    assert response.status_code == 400
    assert "can add the name to ALLOWED_HOSTS" in response.content.decode()


@pytest.mark.parametrize(
    "cookie",
    [
        pytest.param('"\\000aaaaaaaaaa"', id="a NUL character, which PostgreSQL refuses"),
        pytest.param("x" * 4000, id="longer than the column"),
        pytest.param("short", id="too short"),
        pytest.param("'; DROP TABLE --", id="no key at all"),
    ],
)
def test_a_cookie_that_is_no_session_key_is_none(db, cookie):
    response = Client().get("/", headers={"cookie": f"sessionid={cookie}"})
    assert response.status_code in (200, 503), "the start page, or the page that says that there is no system"


def test_texts_have_one_kind_of_apostrophe():
    """The straight one, as in the files of the systems: what is searched for is then found however it is written."""
    written = [
        file
        for place in ("bidbase", "bidbase_site", "bidbase_web", "docs", "editor", "practice", "static", "templates")
        for file in (BASE_DIR / place).rglob("*")
        if file.suffix in {".css", ".csv", ".html", ".js", ".md", ".py", ".toml", ".txt"} and "vendor" not in file.parts
    ]
    assert len(written) > 500
    assert [str(file) for file in written if "\u2019" in file.read_text()] == []
