"""The settings of the table: what they change, what they would end, and what is refused."""

import re

import pytest

from bidbase.game.auction import Call
from practice.boards.board import TableBoard
from practice.boards.services import make_call
from practice.models import StudentBoard
from tests.practice.pages import call, page, settings, start, words

MAX = 999_999_999


def test_settings_are_remembered_and_lead_to_the_deal(guest):
    response = guest.post("/settings/", settings(deal_number=7, seat="E", scoring="MP", opponents="silent"))
    assert response.url == "/deal/7/"
    board = start(guest, 7)
    assert (board.seat, board.scoring, board.opponents_silent) == ("E", "MP", True)
    assert start(guest, 8).seat == "E"


def test_a_blank_deal_number_is_a_random_deal(guest):
    assert re.fullmatch(r"/deal/\d+/", guest.post("/settings/", settings()).url)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"deal_number": "0"}, "greater than or equal to 1"),
        ({"deal_number": str(MAX + 1)}, f"less than or equal to {MAX}"),
        ({"deal_number": "seven"}, "written in digits"),
        ({"seat": "Q"}, "Q is not one of the available choices"),
        ({"seat": None}, "required"),
        ({"scoring": "rubber"}, "rubber is not one of the available choices"),
        ({"our_system": "gone"}, "gone is not one of the available choices"),
    ],
)
def test_bad_settings_are_refused_with_the_reason(guest, changes, says):
    response = guest.post("/settings/", settings(**changes))
    assert response.status_code == 400
    assert says in page(response)
    assert "preferences" not in guest.session


def test_settings_that_would_end_an_auction_say_so_first(guest):
    board = start(guest)
    call(guest, board, "1N")
    response = guest.post("/settings/", settings(deal_number=1, seat="W"))
    assert response.status_code == 200
    assert "Restart deal 1?" in page(response)
    board.refresh_from_db()
    assert (board.seat, board.calls) == ("S", "P-P-1N-P-2D-P")

    early = guest.post("/settings/", settings(deal_number=1, seat="W", restart="yes", at=2))
    assert early.status_code == 409, "a page that has not seen the last calls ends nothing"
    response = guest.post("/settings/", settings(deal_number=1, seat="W", restart="yes", at=6))
    assert response.url == "/deal/1/"
    board.refresh_from_db()
    assert (board.seat, board.calls, board.student_calls.count()) == ("W", "P-P-1N", 0)


def test_settings_change_at_once_while_nothing_is_lost(guest):
    board = start(guest)
    assert guest.post("/settings/", settings(deal_number=1, seat="W")).status_code == 302
    board.refresh_from_db()
    assert board.seat == "W"


def test_settings_do_not_end_what_another_window_goes_on_with(guest, while_robots_think):
    board = start(guest)
    while_robots_think(lambda: make_call(board=TableBoard.of(board), call=Call.parse("1H"), at=2))
    response = guest.post("/settings/", settings(deal_number=1, seat="N"))
    assert response.status_code == 409
    assert "The auction has moved on" in words(response)
    board.refresh_from_db()
    assert (board.seat, board.calls) == ("S", "P-P-1H-P-4H-P")


def test_other_settings_for_a_finished_deal_begin_a_new_attempt(guest):
    board = start(guest)
    call(guest, board, "1N")
    call(guest, board, "2H")
    guest.post("/settings/", settings(deal_number=1, seat="N"))
    assert list(StudentBoard.objects.order_by("attempt").values_list("seat", flat=True)) == ["S", "N"]


def test_the_settings_have_a_page_of_their_own(guest):
    assert "I play" in page(guest.get("/settings/"))


@pytest.mark.parametrize("path", ["/deal/1/", "/settings/"])
def test_a_site_without_a_system_says_what_to_do(client, db, path):
    response = client.get(path)
    assert response.status_code == 503
    assert "load_systems" in page(response)


def test_two_systems_are_named(guest, small):
    start(guest)
    small.pk, small.slug, small.link, small.title = None, "other", "another link", "Other system"
    small.save(force_insert=True)
    guest.post("/settings/", settings(deal_number=2, their_system="other"))
    assert "Small system against Other system" in words(guest.get("/deal/2/"))
