"""What the calls mean, told at the table to whoever looks: not worked out before, and on the page of nobody else."""

from __future__ import annotations

import cProfile
from types import CodeType

import pytest
from django.test import Client

from bidbase.bidding import random_hands
from bidbase.game.cards import SEATS
from bidbase.game.dealing import numbered_deal
from editor.selectors import bidder_for
from practice.boards.board import TableBoard
from practice.models import StudentBoard
from tests.practice.pages import assert_hidden, call, page, settings, start, words
from tests.practice.test_table_browser import WHOLE

HTMX = {"HX-Request": "true"}
QUIET = 583  # South, the dealer, passes: no call of the auction is announced


def meanings(client: Client, board: StudentBoard, count: int, calls: str | None = None, **options):
    """What the table fetches when somebody looks at a page with these calls."""
    asked = {} if calls is None else {"calls": calls}
    return client.get(f"/board/{board.token}/after/{count}/meanings/", asked, **options)


def undo(client: Client, board: StudentBoard) -> None:
    board.refresh_from_db()
    client.post(f"/board/{board.token}/undo/", {"at": len(TableBoard.of(board).auction.calls)})


def test_a_call_is_answered_before_anybody_asks_what_calls_mean(guest, small):
    board = start(guest, QUIET)
    assert not _looks_at_random_hands(small, lambda: call(guest, board, "P"))
    assert not _looks_at_random_hands(small, lambda: guest.get(f"/deal/{QUIET}/"))
    board.refresh_from_db()
    count = len(TableBoard.of(board).auction.calls)
    assert _looks_at_random_hands(small, lambda: meanings(guest, board, count)), "that is what meanings cost"


def _looks_at_random_hands(system, visit) -> bool:
    """Whether a visit has the engine look at random hands, when nothing is known yet of any turn."""
    bidder_for(system).forget_turns()
    profile = cProfile.Profile()
    assert profile.runcall(visit).status_code in (200, 302)
    entered = (entry.code for entry in profile.getstats() if isinstance(entry.code, CodeType))
    return any(code.co_filename == random_hands.__file__ for code in entered)


def test_a_page_of_its_own_tells_what_the_calls_mean(guest):
    board = start(guest)
    call(guest, board, "1N")
    said = words(meanings(guest, board, 6))
    assert "What the calls mean by agreement Back to the table Calls made Pass Partner expect a bust" in said
    assert "2♦ Partner announced partner may not pass Hearts 5+♥ Jacoby transfer" in said
    assert "Calls you can make Pass" in said
    assert 'href="/deal/1/"' in page(meanings(guest, board, 6))


def test_the_table_gets_the_part_alone(guest):
    board = start(guest)
    part = page(meanings(guest, board, 2, headers=HTMX))
    assert "<html" not in part
    assert "<title>" not in part, "the page keeps its own"
    assert 'id="said-0"' in part
    assert 'id="may-1N"' in part
    assert f'hx-get="/board/{board.token}/after/2/meanings/"' in page(guest.get("/deal/1/"))


def test_a_page_that_is_behind_is_told_of_its_own_auction(guest):
    board = start(guest)
    call(guest, board, "1N")
    part = page(meanings(guest, board, 2, "P-P", headers=HTMX))
    assert 'id="may-1N"' in part
    assert 'id="said-2"' not in part


@pytest.mark.parametrize(
    ("count", "calls", "why"),
    [
        (6, "P-P-1N-P-2D-P", "another call was made instead"),
        (8, None, "there are not so many calls any more"),
        (999_999_999_999, None, "there have never been so many"),
        (2, "P-1C", "never made"),
        (2, "<b>", "no calls at all"),
        (0, "P", "the calls of another count"),
    ],
)
def test_a_page_whose_calls_were_taken_back_is_shown_the_table_as_it_stands(guest, count, calls, why):
    board = start(guest)
    call(guest, board, "1N")
    undo(guest, board)
    call(guest, board, "1H")
    response = meanings(guest, board, count, calls, headers=HTMX)
    assert (response.status_code, response["HX-Retarget"]) == (409, "#table"), why
    assert "The auction has moved on, perhaps in another window." in words(response)
    assert meanings(guest, board, count, calls).url == "/deal/1/", "without scripts the table is a link away"


def test_of_a_finished_board_the_page_that_is_behind_is_told_too(guest):
    board = start(guest)
    call(guest, board, "1N")
    call(guest, board, "2H")
    board.refresh_from_db()
    assert board.calls == WHOLE
    assert 'id="may-2H"' in page(meanings(guest, board, 6, headers=HTMX))
    assert "may-" not in page(meanings(guest, board, 10, headers=HTMX)), "nobody calls any more"
    moved = meanings(guest, board, 6, "P-P-1H-P-4H-P", headers=HTMX)
    assert moved["HX-Redirect"] == f"/board/{board.token}/"


@pytest.mark.parametrize("place", ["after/6/meanings/", "call/2/why/"])
@pytest.mark.parametrize("finished", [False, True])
def test_nobody_else_is_told(guest, stranger, place, finished):
    board = start(guest)
    call(guest, board, "1N")
    if finished:
        call(guest, board, "2H")
    assert stranger.get(f"/board/{board.token}/{place}").status_code == 404
    assert guest.get(f"/board/{board.token}/{place}").status_code == 200
    assert guest.post(f"/board/{board.token}/{place}").status_code == 405


@pytest.mark.parametrize("number", range(1, 13))
def test_meanings_tell_nothing_of_hidden_hands(guest, number):
    board = start(guest, number)
    html = page(meanings(guest, board, len(TableBoard.of(board).auction.calls)))
    for seat in SEATS:
        assert_hidden(numbered_deal(number)[seat], html)


@pytest.mark.parametrize(
    ("made", "told"),
    [
        pytest.param("1N", "1NT announced 15 to 17 15–17 HCP, balanced", id="the call agrees: its own meaning"),
        pytest.param("1H", "1NT announced 15 to 17 15–17 HCP, balanced 1♥ expect", id="another one is better: both"),
    ],
)
def test_why_tells_what_the_better_call_means_and_the_own(guest, made, told):
    board = start(guest)
    call(guest, board, made)
    part = words(guest.get(f"/board/{board.token}/call/2/why/", headers=HTMX))
    assert part.startswith(told)
    assert "What these calls mean Back to the table" in words(guest.get(f"/board/{board.token}/call/2/why/"))


def test_why_is_told_of_calls_of_which_something_was_said(guest):
    board = start(guest)
    call(guest, board, "1N")
    for index in (0, 4, 6, 99):
        assert guest.get(f"/board/{board.token}/call/{index}/why/").status_code == 404
    guest.post("/settings/", settings(deal_number=1, feedback=None))
    assert guest.get(f"/board/{board.token}/call/2/why/").status_code == 404, "without feedback that is for later"
