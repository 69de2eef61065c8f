"""The pages of the table: who may see and do what, and what a page says."""

from dataclasses import replace

import pytest
from django.test import Client

from bidbase.game.auction import Call
from bidbase.game.cards import SEATS, Deal
from bidbase.game.dealing import numbered_deal
from bidbase_web.templatetags.bridge import holding_words
from practice.boards.board import TableBoard
from practice.boards.services import make_call, undo
from practice.models import StudentBoard, StudentCall
from tests.practice.looking import scene
from tests.practice.pages import assert_hidden, call, page, settings, start, words
from tests.practice.together import kept
from tests.working import do_all_work

MAX = 999_999_999


@pytest.mark.parametrize("number", ["0", str(MAX + 1), "-1", "1.5", "seven", "²", "9" * 40])
def test_there_is_no_such_deal(guest, number):
    response = guest.get(f"/deal/{number}/")
    assert response.status_code == 404
    assert "deals are numbered from 1 to 999999999" in page(response)
    assert not StudentBoard.objects.exists()


@pytest.mark.parametrize("number", [1, MAX])
def test_deals_at_the_edges_of_the_numbers(guest, number):
    assert guest.get(f"/deal/{number}/").status_code == 200


def test_the_table_shows_seat_dealer_vulnerability_and_auction(guest):
    start(guest, 2)
    said = words(guest.get("/deal/2/"))
    assert "You are South East deals North-South vulnerable IMPs Small system" in said
    assert "West not vul. North Partner vul. East dealer not vul. South You vul." in said


def test_alerts_announcements_and_gaps_are_marked(guest):
    board = start(guest)
    said = words(call(guest, board, "1N") and guest.get("/deal/1/"))
    assert "1NT✓ 15 to 17" in said
    assert "2♦ Hearts" in said
    assert "Pass no entry" in said
    start(guest, 138)
    assert "2♣ alert" in words(guest.get("/deal/138/")).partition("Your turn.")[0]


def test_every_call_has_its_meaning_by_agreement(guest):
    board = start(guest)
    said = words(guest.get(f"/board/{board.token}/after/2/meanings/"))
    assert "1♠ expect an opening, about 13 to 15 HCP · partner may not pass Five-card major 12–21 HCP, 5+♠" in said
    assert "2♣ alert partner may not pass Strong and artificial 22+ HCP Strong 2C" in said
    assert "No opening 0–11 HCP Too weak for this seat 5–10 HCP, 6+♠" in said


@pytest.mark.parametrize("number", range(1, 25))
def test_hidden_hands_are_nowhere_on_the_page(guest, number):
    board = start(guest, number)
    for text in ("1S", "P"):
        response = guest.get(f"/deal/{number}/")
        if board.finished:
            break
        html = page(response)
        for seat in SEATS:
            if seat is not TableBoard.of(board).student:
                assert_hidden(numbered_deal(number)[seat], html)
        assert f"Clubs: {holding_words(TableBoard.of(board).own_hand.holdings[0])}<" in html
        assert html.count('class="playing-card') == 13
        for layer in response.context:
            assert not [
                value for value in layer.flatten().values() if isinstance(value, (StudentBoard, TableBoard, Deal))
            ]
        call(guest, board, text)
        board.refresh_from_db()


@pytest.mark.parametrize(
    ("form", "status", "says"),
    [
        pytest.param({"call": "X", "at": "2"}, 409, "there is no bid to double", id="illegal"),
        pytest.param({"call": "1N", "at": "1"}, 409, "moved on", id="out of turn"),
        pytest.param({"call": "1N", "at": "6"}, 409, "moved on", id="ahead of its turn"),
        pytest.param({"call": "8C", "at": "2"}, 400, "'8C' is not a call", id="no such bid"),
        pytest.param({"call": "", "at": "2"}, 400, "is not a call", id="no call"),
        pytest.param({"at": "2"}, 400, "is not a call", id="the call is missing"),
        pytest.param({"call": "1N"}, 400, "how many calls", id="the place is missing"),
        pytest.param({"call": "1N", "at": "-2"}, 400, "how many calls", id="a place before the first"),
        pytest.param({"call": "1N", "at": "9999"}, 400, "how many calls", id="a place beyond all auctions"),
        pytest.param({"call": "<b>", "at": "2"}, 400, "'<b>' is not a call", id="markup"),
    ],
)
def test_a_forged_call_is_refused_and_saves_nothing(guest, form, status, says):
    board = start(guest)
    before = StudentBoard.objects.values().get(pk=board.pk)
    response = guest.post(f"/board/{board.token}/call/", form)
    assert response.status_code == status
    assert says in page(response)
    assert StudentBoard.objects.values().get(pk=board.pk) == before
    assert not StudentCall.objects.exists()


@pytest.mark.parametrize("at", ["", "x", "-1"])
def test_a_forged_undo_is_refused(guest, at):
    board = start(guest)
    assert guest.post(f"/board/{board.token}/undo/", {"at": at}).status_code == 400


def test_undo_with_nothing_to_take_back(guest):
    board = start(guest)
    response = guest.post(f"/board/{board.token}/undo/", {"at": 2})
    assert response.status_code == 409
    assert "no call of yours" in page(response)


@pytest.mark.parametrize("action", ["call", "undo", "again"])
def test_nobody_else_changes_a_board(guest, stranger, action):
    board = start(guest)
    call(guest, board, "1N")
    before = StudentBoard.objects.values().get(pk=board.pk)
    stranger.get("/deal/1/")
    response = stranger.post(f"/board/{board.token}/{action}/", {"call": "2H", "at": 6})
    assert response.status_code == 404
    assert StudentBoard.objects.values().get(pk=board.pk) == before


@pytest.mark.parametrize("action", ["call", "undo", "again"])
def test_nobody_else_changes_a_finished_board(guest, stranger, action):
    board = start(guest)
    call(guest, board, "1N")
    call(guest, board, "2H")
    assert stranger.post(f"/board/{board.token}/{action}/", {"call": "P", "at": 10}).status_code == 404
    assert StudentBoard.objects.count() == 1


@pytest.mark.parametrize("action", ["call", "undo", "again"])
def test_changes_are_posted_from_a_form_of_ours(guest, action):
    board = start(guest)
    assert guest.get(f"/board/{board.token}/{action}/").status_code == 405
    forged = Client(enforce_csrf_checks=True)
    forged.cookies = guest.cookies
    assert forged.post(f"/board/{board.token}/{action}/", {"call": "1N", "at": 2}).status_code == 403


@pytest.mark.parametrize("token", ["%00", "a%00b", "%F0%9F%98%80", "x" * 2000, "..", "%2e%2e"])
def test_a_token_that_cannot_be_one_is_refused(guest, token):
    """PostgreSQL takes no NUL in a text: it must not get that far."""
    for place in ("", "call/0/", "double-dummy/"):
        assert guest.get(f"/board/{token}/{place}").status_code == 404
    for action in ("call", "undo", "again"):
        assert guest.post(f"/board/{token}/{action}/", {"call": "P", "at": 0}).status_code == 404


def test_a_scene_is_one_picture_of_a_board_that_changes_meanwhile(begin):
    board = make_call(board=begin(1), call=Call.parse("1H"), at=2)
    assert scene(board).feedback is not None
    undo(board=kept(board), at=len(board.auction.calls))
    late = scene(replace(board, known_calls=None))  # the calls are read after they were taken back
    assert (late.feedback, late.can_undo) == (None, False)
    assert not any(made.verdict for made in late.auction.calls)


def test_a_scene_knows_no_call_that_was_made_after_it(begin):
    early = begin(1)
    make_call(board=kept(early), call=Call.parse("1H"), at=2)
    assert (scene(early).feedback, scene(early).can_undo) == (None, False)


def test_an_open_board_is_read_by_its_owner_alone(guest, stranger):
    board = start(guest)
    assert stranger.get(f"/board/{board.token}/").status_code == 404
    assert guest.get(f"/board/{board.token}/").url == "/deal/1/"


def test_a_finished_board_is_read_by_whoever_has_the_link(guest, stranger):
    board = start(guest)
    call(guest, board, "1N")
    call(guest, board, "2H")
    response = stranger.get(f"/board/{board.token}/")
    assert response.status_code == 200
    assert "2♥ by South" in words(response)
    assert stranger.get("/board/nosuchboard/").status_code == 404


@pytest.mark.parametrize(
    ("number", "made", "says"),
    [
        pytest.param(1, "1N", "1NT. Right.", id="agrees, briefly"),
        pytest.param(
            1,
            "1H",
            "1♥. Better: 1NT. 1♥ promises five or more hearts; you have four. "
            "1NT shows 15 to 17 HCP and a balanced hand. Why",
            id="what the hand lacks",
        ),
        pytest.param(1, "1C", "1♣. Second best. Better: 1NT.", id="a second best"),
    ],
)
def test_feedback_on_the_last_call(guest, number, made, says):
    board = start(guest, number)
    call(guest, board, made)
    said = words(guest.get(f"/deal/{number}/"))
    assert says in said
    assert ("Better" in said) == (made != "1N")


def test_feedback_can_wait_until_the_end(guest):
    board = start(guest)
    guest.post("/settings/", settings(deal_number=1, feedback=None))
    call(guest, board, "1H")
    said = words(guest.get("/deal/1/"))
    assert "The system" not in said
    assert "✗" not in said
    do_all_work()  # the hand is not the one that was shown: a simulation says what is best
    response = call(guest, board, "P")
    assert "1♥✗" in words(guest.get(response.url))


def test_after_the_last_pass_the_board_is_reviewed(guest):
    board = start(guest)
    call(guest, board, "1N")
    assert call(guest, board, "2H").url == f"/board/{board.token}/"
    assert guest.get("/deal/1/").url == f"/board/{board.token}/"


@pytest.mark.parametrize("action", ["call", "undo"])
def test_a_finished_board_changes_no_more(guest, action):
    board = start(guest)
    call(guest, board, "1N")
    call(guest, board, "2H")
    before = StudentBoard.objects.values().get(pk=board.pk)
    form = {"call": "P", "at": 10}
    response = guest.post(f"/board/{board.token}/{action}/", form)
    assert response.status_code == 409
    assert "The auction is over." in words(response)
    assert f"/board/{board.token}/" in page(response)
    behind = guest.post(f"/board/{board.token}/{action}/", form, headers={"HX-Request": "true"})
    assert behind["HX-Redirect"] == f"/board/{board.token}/"
    assert StudentBoard.objects.values().get(pk=board.pk) == before


def test_again_begins_a_new_attempt(guest):
    board = start(guest)
    call(guest, board, "1N")
    call(guest, board, "2H")
    assert guest.post(f"/board/{board.token}/again/", {"at": 10}).url == "/deal/1/"
    assert "Deal 1 attempt 2" in words(guest.get("/deal/1/"))
    assert StudentBoard.objects.count() == 2


def test_an_old_page_cannot_start_again(guest):
    board = start(guest)
    call(guest, board, "1H")
    response = guest.post(f"/board/{board.token}/again/", {"at": 2})
    assert response.status_code == 409
    assert "The auction has moved on" in words(response)
    board.refresh_from_db()
    assert board.calls == "P-P-1H-P-4H-P"


@pytest.mark.parametrize(
    "address", ["/deal/1/", "/drill/question/1/?system=small&convention=Jacoby+transfer&role=make"]
)
def test_programs_that_only_look_where_a_link_leads_begin_no_board(guest, address):
    assert guest.head(address).status_code == 200
    assert not StudentBoard.objects.exists()


@pytest.mark.parametrize("action", ["call", "again"])
def test_what_another_window_did_meanwhile_is_shown(guest, while_robots_think, action):
    board = start(guest)
    while_robots_think(lambda: make_call(board=TableBoard.of(board), call=Call.parse("1H"), at=2))
    response = guest.post(f"/board/{board.token}/{action}/", {"call": "1N", "at": 2})
    assert response.status_code == 409
    assert "The auction has moved on, perhaps in another window." in words(response)
    board.refresh_from_db()
    assert board.calls == "P-P-1H-P-4H-P"
