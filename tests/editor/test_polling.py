"""Every part of the editor that asks again and again has an end: when its job has failed it says so, and no more."""

from functools import partial

import pytest
from django.urls import reverse

from bidbase_web.jobs import services
from bidbase_web.jobs.job import JobLine
from editor.prove.contests.models import Contest
from editor.write.entry.selectors import cells_of
from tests.polling import asks_again, impatient, let_all_work_fail
from tests.practice.pages import words

TEN = {"hand": "K32.K32.K432.J32", "auction": "1N-P", "call": "P"}  # 10 points, and 3NT is for 10 to 15
BY_HTMX = {"HX-Request": "true"}
pytestmark = pytest.mark.django_db


@pytest.fixture
def sweep(own, writer) -> str:
    """A sweep, and the robots who bid boards for it."""
    writer.post(reverse("editor:begin_sweep", args=[own.slug]))
    return reverse("editor:sweep", args=[own.slug])


@pytest.fixture
def frequencies(own, sweep) -> str:
    """Boards that robots bid for the first time."""
    return reverse("editor:frequencies", args=[own.slug])


@pytest.fixture
def system_map(own, sweep) -> str:
    """Boards that robots bid for the first time, of which a map is drawn."""
    return reverse("editor:map", args=[own.slug])


@pytest.fixture
def contest(own, small, writer) -> str:
    """Two systems that play each other."""
    writer.post(reverse("editor:contests", args=[own.slug]), {"against": small.slug, "boards": 10})
    return reverse("editor:contest", args=[own.slug, Contest.objects.get().pk])


@pytest.fixture
def limits(own, writer) -> str:
    """The limits of an entry, which are tried."""
    address = reverse("editor:limits", args=[own.slug, "1N-P/Z00000"])
    writer.post(address)
    return address


# what waits, the file that has it ask again, what is said in the end
PAGES = [
    ("sweep", "templates/editor/prove/findings/page.html", "The sweep could not be finished."),
    ("frequencies", "templates/editor/prove/frequencies/page.html", "The robots could not bid all boards."),
    ("frequencies", "templates/editor/prove/frequencies/boards.html", "The robots could not bid all boards."),
    ("system_map", "templates/editor/prove/frequencies/map.html", "The robots could not bid all boards."),
    ("contest", "templates/editor/prove/contests/contest.html", "It could not be finished. Try again in a moment."),
    ("limits", "templates/editor/prove/limits/page.html", "It could not be finished. Try again in a moment."),
]


@pytest.mark.parametrize("headers", [{}, BY_HTMX], ids=["page", "part"])
@pytest.mark.parametrize(("waits", "asking", "said"), PAGES)
def test_a_page_whose_job_has_failed_says_so_and_asks_no_more(request, writer, waits, asking, said, headers):
    get = partial(impatient(writer).get, request.getfixturevalue(waits), headers=headers)
    assert asks_again(get()), "as long as there is hope"
    let_all_work_fail()
    assert not asks_again(get())
    assert said in words(get())


def look_at_changes(browser, system):
    """What an entry would change, piece by piece."""
    return browser.post(
        reverse("editor:write_changes", args=[system.slug]),
        {**cells_of(system.base.entries.get(bid="1N", prior_bids="")), "section": "opening", "hcp": "12-17"},
        headers=BY_HTMX,
    )


def look_at_lesson(browser, system):
    """What the changes would do that teach a system another call."""
    return browser.get(reverse("editor:teach_changes", args=[system.slug]), TEN, headers=BY_HTMX)


# how it looks, the file that has it ask again
LOOKS = [
    (look_at_changes, "templates/editor/write/entry/changes.html"),
    (look_at_lesson, "templates/editor/write/teach/looking.html"),
]


@pytest.mark.parametrize(("look", "asking"), LOOKS)
def test_what_would_change_is_told_as_far_as_it_goes(own, writer, look, asking):
    writer.get(reverse("editor:teach", args=[own.slug]), TEN)  # the changes that would teach it are found
    browser = impatient(writer)
    assert asks_again(look(browser, own)), "as long as there is hope"
    let_all_work_fail()
    ended = look(browser, own)
    assert not asks_again(ended)
    assert "The rest could not be worked out. Load the page again in a moment" in words(ended)


def test_a_full_line_is_no_error(own, writer, monkeypatch):
    monkeypatch.setitem(services.MOST_IN_LINE, JobLine.PAGE, 0)
    waiting = look_at_changes(impatient(writer), own)
    assert (waiting.status_code, asks_again(waiting)) == (200, True), "there may be room in a second"
