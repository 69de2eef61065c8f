"""Links that carry settings: two people bid the same board alike, and nobody loses anything by opening one."""

import pytest

from practice.boards.board import TableBoard
from practice.models import StudentBoard
from tests.practice.finishing import finish
from tests.practice.pages import call, page, settings, start, words
from tests.practice.test_home import two_systems

WEST = "system=small&their=small&seat=W&opponents=silent&scoring=MP"


def board_of(client, number: int = 1) -> StudentBoard:
    return StudentBoard.objects.filter(owner_key=client.session["owner_key"], deal_number=number).latest("attempt")


def how(board: StudentBoard) -> tuple[str, ...]:
    opponents = "silent" if board.opponents_silent else "bid"
    return board.our_system.slug, board.their_system.slug, board.seat, opponents, board.scoring


@pytest.mark.parametrize(
    ("query", "begun"),
    [
        pytest.param(WEST, ("small", "small", "W", "silent", "MP"), id="everything"),
        pytest.param("system=zonal&their=small", ("zonal", "small", "S", "bid", "IMP"), id="the systems"),
        pytest.param("seat=N", ("small", "small", "N", "bid", "IMP"), id="the rest is as the visitor has it"),
        pytest.param("utm_source=mail", ("small", "small", "S", "bid", "IMP"), id="what others add says nothing"),
        pytest.param("seat=", ("small", "small", "S", "bid", "IMP"), id="left blank"),
    ],
)
def test_a_board_is_begun_as_the_link_says(guest, small, query, begun):
    two_systems(small)
    assert guest.get(f"/deal/1/?{query}").status_code == 200
    assert how(board_of(guest)) == begun
    assert "preferences" not in guest.session, "the visitor's own choices stay as they are"
    assert how(start(guest, 2)) == ("small", "small", "S", "bid", "IMP")


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("system=gone", "system: There is no system gone."),
        ("their=%00", "their: There is no system"),
        ("seat=Q", "seat: A seat is N, E, S or W, not Q."),
        ("opponents=loud", "opponents: The opponents can be bid or silent, not loud."),
        ("robots=dream", "robots: The robots can be book or think, not dream."),
        ("scoring=rubber", "scoring: Scoring is IMP or MP, not rubber."),
        ("seat=Q&scoring=rubber", "seat: A seat is N, E, S or W, not Q. scoring: Scoring is IMP or MP, not rubber."),
        ("seat=%3Cb%3E", "not <b>."),
    ],
)
def test_a_link_that_cannot_be_read_says_what_is_wrong(guest, query, says):
    response = guest.get(f"/deal/1/?{query}")
    assert response.status_code == 400
    assert "The link cannot be followed." in page(response)
    assert says in page(response)
    assert not StudentBoard.objects.exists()


def test_a_system_that_is_not_for_everybody_is_not_there(guest, small, django_user_model):
    two_systems(small)
    small.owner, small.shipped, small.visibility = django_user_model.objects.create(username="owner"), False, "private"
    small.save()
    assert guest.get("/deal/1/?system=zonal").status_code == 400


def test_a_shared_link_leads_another_visitor_to_the_same_board(guest, stranger):
    guest.post("/settings/", settings(deal_number=1, seat="N", scoring="MP", opponents="silent"))
    guest.get("/deal/1/")
    link = guest.get("/settings/?deal=1").context["link"]
    assert link == "http://testserver/deal/1/?system=small&their=small&seat=N&opponents=silent&scoring=MP"
    stranger.get(link)
    assert how(board_of(stranger)) == how(board_of(guest))
    assert board_of(stranger).calls == board_of(guest).calls


def test_a_review_has_the_link_to_the_same_board(guest, stranger):
    guest.get(f"/deal/1/?{WEST}")
    board = finish(TableBoard.of(board_of(guest)))
    for visitor in (guest, stranger):
        assert f'href="/deal/1/?{WEST}"' in page(visitor.get(f"/board/{board.row.token}/"))


def test_a_link_to_the_board_as_it_is_shows_it(guest):
    board = start(guest)
    call(guest, board, "1N")
    assert guest.get("/deal/1/?system=small&seat=S").status_code == 200
    assert board_of(guest).calls == "P-P-1N-P-2D-P"


def test_a_board_that_nobody_has_bid_on_is_begun_again(guest):
    start(guest)
    assert guest.get(f"/deal/1/?{WEST}").url == "/deal/1/"
    assert how(board_of(guest)) == ("small", "small", "W", "silent", "MP")
    assert StudentBoard.objects.count() == 1


def test_a_finished_board_stays_and_a_new_attempt_begins(guest):
    finish(TableBoard.of(start(guest)))
    assert guest.get(f"/deal/1/?{WEST}").url == "/deal/1/"
    assert list(StudentBoard.objects.order_by("attempt").values_list("seat", flat=True)) == ["S", "W"]
    assert guest.get(f"/deal/1/?{WEST}").status_code == 200, "the link shows it from then on"
    assert StudentBoard.objects.count() == 2


def test_an_auction_is_not_ended_without_asking(guest):
    board = start(guest)
    call(guest, board, "1N")
    response = guest.get(f"/deal/1/?{WEST}")
    assert response.status_code == 200
    assert "Restart deal 1?" in words(response)
    assert 'href="/deal/1/">Go on bidding' in page(response)
    assert (board_of(guest).seat, board_of(guest).calls) == ("S", "P-P-1N-P-2D-P")

    early = guest.post(f"/deal/1/restart/?{WEST}", {"at": 2})
    assert early.status_code == 409, "a page that has not seen the last calls ends nothing"
    assert "The auction has moved on" in words(early)
    assert guest.post(f"/deal/1/restart/?{WEST}", {"at": 6}).url == "/deal/1/"
    board = board_of(guest)
    assert how(board) == ("small", "small", "W", "silent", "MP")
    assert not board.student_calls.exists()
    assert "preferences" not in guest.session


@pytest.mark.parametrize(
    ("address", "form", "status"),
    [
        pytest.param("/deal/2/restart/?seat=W", {"at": 0}, 400, id="no board of this deal"),
        pytest.param("/deal/1/restart/", {"at": 2}, 400, id="no settings"),
        pytest.param("/deal/1/restart/?seat=Q", {"at": 2}, 400, id="no such seat"),
        pytest.param("/deal/1/restart/?seat=W", {}, 400, id="how many calls is missing"),
        pytest.param("/deal/x/restart/?seat=W", {"at": 2}, 404, id="no deal"),
    ],
)
def test_a_forged_restart_changes_nothing(guest, address, form, status):
    start(guest)
    before = StudentBoard.objects.values().get()
    assert guest.post(address, form).status_code == status
    assert StudentBoard.objects.values().get() == before


def test_programs_that_only_look_where_a_link_leads_change_no_board(guest):
    start(guest)
    assert guest.head(f"/deal/1/?{WEST}").status_code == 200
    assert board_of(guest).seat == "S"


def test_an_open_board_is_shared_without_its_calls_or_hands(guest):
    board = start(guest)
    call(guest, board, "1N")
    link = guest.get("/settings/?deal=1").context["link"]
    assert board.token not in link
    assert "1N" not in link
