"""Parts of pages that ask again and again, since a worker has yet to do something, and how a test lets them end."""

import re
from pathlib import Path

from django.test import Client
from django.utils import timezone

from bidbase_web.jobs.models import PENDING, Run

ROOT = Path(__file__).resolve().parents[1]
ASKS_AGAIN = re.compile(
    r"""hx-trigger="(?:every|load\ delay)  # htmx asks by itself
    |http-equiv="refresh"                  # the browser does
    |\["Refresh"\]                         # a view tells it so
    """,
    re.VERBOSE,
)


def files_that_ask_again() -> set[str]:
    """The templates and views in which a page is told to ask again."""
    templates = (ROOT / "templates").rglob("*.html")
    views = (path for name in ("bidbase_web", "editor", "practice") for path in (ROOT / name).rglob("*.py"))
    found = (path for path in (*templates, *views) if ASKS_AGAIN.search(path.read_text(encoding="utf-8")))
    return {str(path.relative_to(ROOT)) for path in found}


def let_all_work_fail() -> None:
    """Let everything fail that a page has asked for."""
    failed = Run.objects.filter(state__in=PENDING).update(state=Run.State.FAILED, updated_at=timezone.now())
    assert failed, "the page has asked for nothing"


def impatient(client: Client) -> Client:
    """This browser without patience: it takes a page as it comes."""
    impatient = Client()
    impatient.cookies = client.cookies
    return impatient


def asks_again(response) -> bool:
    """Whether the page goes on asking after this answer: there is nothing yet, or the answer says when to ask."""
    if response.status_code >= 400:
        return False  # htmx puts nothing in place; see polls.js
    told = '["Refresh"]' if response.has_header("Refresh") else response.content.decode()
    return response.status_code == 204 or bool(ASKS_AGAIN.search(told))
