"""Every part of practice that asks again and again has an end: when its job has failed it says so and asks no more."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bidbase_web.jobs.models import Run
from practice.boards.services import ROBOT_PATIENCE
from practice.models import StudentBoard, StudentCall
from tests.polling import asks_again, impatient, let_all_work_fail
from tests.practice.finishing import finish, finish_by_system
from tests.practice.pages import call, mine, page, start, words
from tests.practice.test_simulation import RAISED, index_after
from tests.working import do_all_work

BY_HTMX = {"HX-Request": "true"}
SIMULATION = "/simulator/?south=hcp+16&deals=20"


@pytest.fixture
def verdict_at_table(guest) -> str:
    """The student has two calls behind them, and the second one has to be weighed."""
    board = start(guest, 66)
    for text in ("P", "2C"):
        call(guest, board, text)
    assert asks_again(impatient(guest).get("/deal/66/"))
    return f"/board/{board.token}/call/5/verdict/"


@pytest.fixture
def hint(guest) -> str:
    """The student has asked for a hint, for which their hand has to be weighed."""
    board = start(guest)
    call(guest, board, "1H")
    guest.post(f"/board/{board.token}/hint/", {"at": 6})
    return "/deal/1/"


@pytest.fixture
def thinking_robot(guest, thinking) -> str:
    """South, a robot, has thought about its call for as long as it may."""
    board = mine(guest, thinking(seat="N"))
    call(guest, board.row, "2S")
    impatient(guest).get("/deal/426/")
    StudentBoard.objects.update(updated_at=timezone.now() - ROBOT_PATIENCE - timedelta(seconds=1))
    return "/deal/426/"


@pytest.fixture
def verdict_in_review(guest) -> str:
    """The auction is over, and the last call has to be weighed."""
    board = start(guest)
    for text in ("1H", "P"):
        call(guest, board, text)
    return f"/board/{board.token}/call/6/?waits"


@pytest.fixture
def reasons_in_review(guest, thinking) -> str:
    """A robot has thought about its call, and what it found has been forgotten since."""
    board = mine(guest, finish(thinking(seat="N"), "2S"))
    Run.objects.all().delete()
    return f"/board/{board.row.token}/call/{index_after(board, RAISED)}/?waits"


@pytest.fixture
def double_dummy(guest, begin) -> str:
    """A board that nobody has analyzed."""
    board = mine(guest, finish_by_system(begin(1)))
    return f"/board/{board.row.token}/double-dummy/"


@pytest.fixture
def pictures(guest) -> str:
    """What has been shown before the student calls."""
    return f"/board/{start(guest).token}/shown/2/"


@pytest.fixture
def simulation(guest) -> str:
    """A question to the simulator."""
    guest.get(SIMULATION)
    return SIMULATION


NO_VERDICT = "The verdict could not be worked out."
# what waits, the file that has it ask again, what is said in the end
PARTS = [
    ("verdict_at_table", "templates/practice/table/feedback.html", f"{NO_VERDICT} Bid on"),
    ("hint", "templates/practice/table/auction.html", "The hint could not be worked out. Call without it"),
    ("thinking_robot", "practice/table/views.py", ""),  # it calls by the book, and the auction is over
    ("verdict_in_review", "templates/practice/review/reasons.html", f"{NO_VERDICT} Open this page again in a moment"),
    ("reasons_in_review", "templates/practice/review/reasons.html", "The reasons could not be worked out. Open this"),
    ("double_dummy", "templates/practice/review/result.html", "The double-dummy result could not be worked out. Open"),
    ("pictures", "templates/practice/shown/drawing.html", "The pictures could not be drawn."),
    ("pictures", "bidbase_web/jobs/middleware.py", "This could not be worked out."),
    ("simulation", "templates/practice/simulator/result.html", "The rest could not be worked out. Let it go on"),
    ("simulation", "templates/practice/simulator/page.html", "The rest could not be worked out. Let it go on"),
]


@pytest.mark.parametrize(("waits", "asking", "said"), PARTS)
def test_a_part_whose_job_has_failed_says_so_and_asks_no_more(request, guest, waits, asking, said):
    address, browser = request.getfixturevalue(waits), impatient(guest)
    whole_page = asking.endswith(("views.py", "page.html", "middleware.py"))
    headers = {} if whole_page else BY_HTMX
    if waits != "thinking_robot":  # this one has asked before
        assert asks_again(browser.get(address, headers=headers)), "as long as there is hope"
    let_all_work_fail()
    ended = browser.get(address, headers=headers)
    assert not asks_again(ended), page(ended)
    assert said in words(ended)


def test_a_hint_that_waits_for_a_verdict_has_an_end_too(guest, verdict_at_table):
    board = StudentBoard.objects.get()
    guest.post(f"/board/{board.token}/hint/", {"at": 9})
    assert 'id="hinting"' in page(impatient(guest).get("/deal/66/"))
    let_all_work_fail()
    ended = impatient(guest).get("/deal/66/")
    assert 'id="hinting"' not in page(ended)
    assert "The hint could not be worked out." in words(ended)


def test_who_comes_back_later_lets_it_be_tried_once_more(guest, verdict_at_table):
    browser = impatient(guest)
    browser.get(verdict_at_table, headers=BY_HTMX)
    let_all_work_fail()
    Run.objects.update(updated_at=timezone.now() - timedelta(minutes=1))
    assert browser.get(verdict_at_table, headers=BY_HTMX).status_code == 204
    do_all_work()
    assert NO_VERDICT not in words(browser.get(verdict_at_table, headers=BY_HTMX))
    assert StudentCall.objects.get(index=5).judged
