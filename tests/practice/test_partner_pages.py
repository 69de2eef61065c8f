"""The pages of partners: who may see and do what, and what a page says."""

import re
from html import unescape

import pytest
from django.test import Client

from bidbase.game.cards import SEATS, Seat
from practice.boards.board import TableBoard
from practice.models import Partnership, StudentBoard, StudentCall
from practice.partners.services import FULL
from tests.practice.pages import assert_hidden, words
from tests.working import PatientClient, do_all_work

HTMX = {"HX-Request": "true"}


@pytest.fixture
def ben(small) -> Client:
    return PatientClient()


@pytest.fixture
def ann(small) -> Client:
    return PatientClient()


@pytest.fixture
def pair(ben, ann) -> str:
    """The address of the partnership of Ben, South, and Ann, North."""
    address = ben.post("/partners/", {"nickname": "Ben"}).url
    assert ann.post(f"{address}join/", {"nickname": "Ann"}).url == address
    return address


def begin(client: Client, pair: str, number: object = 1, **changes) -> StudentBoard:
    form = {
        "deal_number": number,
        "scoring": "IMP",
        "opponents": "bid",
        "our_system": "small",
        "their_system": "small",
        "feedback": "on",
    }
    form = {name: value for name, value in (form | changes).items() if value is not None}
    response = client.post(f"{pair}begin/", form)
    assert re.fullmatch(rf"{pair}deal/\d+/", response["Location"])
    return StudentBoard.objects.get(finished_at=None)


def call(client: Client, board: StudentBoard, text: str, **form):
    board.refresh_from_db()
    return client.post(
        f"/board/{board.token}/call/", {"call": text, "at": len(TableBoard.of(board).auction.calls), **form}
    )


@pytest.mark.parametrize("address", ["/", "/settings/", "/settings/?deal=1", "/boards/"])
def test_the_way_to_a_partner(ben, address):
    assert 'href="/partners/"' in ben.get(address).content.decode()


def test_an_invitation_becomes_a_partnership(ben, ann):
    address = ben.post("/partners/", {"nickname": "Ben"}).url
    assert f"http://testserver{address}" in ben.get(address).content.decode()
    assert "Ben invites you to bid together: you are North" in words(ann.get(address))
    ann.post(f"{address}join/", {"nickname": "Ann"})
    assert "With Ben You are Ann, North. Ben sits opposite." in words(ann.get(address))
    said = words(ben.get(address))
    assert "With Ann You are Ben, South." in said
    assert "Invitation" not in said
    assert "With Ann" in words(ben.get("/partners/"))


def test_a_link_that_is_only_looked_at_takes_no_seat(ben, ann, stranger):
    address = ben.post("/partners/", {"nickname": "Ben"}).url
    stranger.get(address)
    stranger.head(address)
    assert not Partnership.objects.get().full


def test_a_third_is_told_that_no_seat_is_free(pair, stranger):
    for response in (stranger.get(pair), stranger.post(f"{pair}join/", {"nickname": "Eve"})):
        said = words(response)
        assert response.status_code == 403
        assert FULL in said
        assert "Ann" not in said
    assert str(Partnership.objects.get()) == "Ben and Ann"


@pytest.mark.parametrize(
    ("nickname", "says"),
    [
        pytest.param("", "This field is required.", id="none"),
        pytest.param("x" * 21, "at most 20 characters", id="too long"),
        pytest.param("An\u202ena", "signs that can be seen", id="letters that turn the rest around"),
        pytest.param("ben", "Your partner has this name", id="the partner's"),
    ],
)
def test_a_nickname_that_cannot_be_is_refused(ben, ann, nickname, says):
    address = ben.post("/partners/", {"nickname": "Ben"}).url
    response = ann.post(f"{address}join/", {"nickname": nickname})
    assert response.status_code in (400, 409)
    assert says in words(response)
    assert not Partnership.objects.get().full
    if says[0] != "Y":
        assert ann.post("/partners/", {"nickname": nickname}).status_code == 400
        assert Partnership.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"number": "0"}, "greater than or equal to 1"),
        ({"number": "seven"}, "written in digits"),
        ({"scoring": "rubber"}, "rubber is not one of the available choices"),
        ({"our_system": "gone"}, "gone is not one of the available choices"),
    ],
)
def test_bad_settings_begin_no_board(ben, pair, changes, says):
    form = {"deal_number": changes.pop("number", ""), "scoring": "IMP", "opponents": "bid"}
    response = ben.post(f"{pair}begin/", form | {"our_system": "small", "their_system": "small"} | changes)
    assert response.status_code == 400
    assert says in words(response)
    assert not StudentBoard.objects.exists()


def test_a_board_is_begun_with_settings_that_the_next_one_has_too(ben, ann, pair):
    board = begin(ben, pair, "", scoring="MP", opponents="silent", feedback=None)
    assert (board.seat, board.scoring, board.opponents_silent, board.feedback) == ("S", "MP", True, False)
    form = ann.get(pair).context["form"].initial
    assert (form["scoring"], form["opponents"], form["feedback"]) == ("MP", "silent", False)


def test_the_same_number_leads_both_to_one_board(ben, ann, pair):
    board = begin(ben, pair)
    assert begin(ann, pair, scoring="MP").pk == board.pk


# What each address answers: Ben, who is to call, Ann, and a third who has the links. Deal 6: East deals, then South.
ADDRESSES = [
    ("get", "{pair}", 200, 200, 403),
    ("post", "{pair}begin/", 302, 302, 404),
    ("get", "{pair}deal/6/", 200, 200, 404),
    ("get", "{pair}deal/7/", 404, 404, 404),
    ("get", "{pair}deal/0/", 404, 404, 404),
    ("get", "/board/{token}/", 302, 302, 404),
    ("get", "/board/{token}/call/0/", 404, 404, 404),
    ("get", "/board/{token}/board.pbn", 404, 404, 404),
    ("get", "/board/{token}/picture.svg", 404, 404, 404),
    ("get", "/board/{token}/shown/1/", 200, 200, 404),
    ("get", "/board/{token}/news/", 302, 302, 404),
    ("post", "/board/{token}/hint/", 302, 409, 404),
    ("post", "/board/{token}/undo/", 409, 409, 404),
    ("post", "/board/{token}/again/", 409, 409, 404),
    ("post", "/board/{token}/report/", 200, 200, 404),
    ("post", "/board/{token}/call/", 302, 409, 404),
    ("get", "/partners/nosuchtoken/", 404, 404, 404),
]


@pytest.mark.parametrize("who", ["ben", "ann", "stranger"])
@pytest.mark.parametrize(("method", "address", "by_ben", "by_ann", "by_a_third"), ADDRESSES)
def test_who_may_see_and_do_what(request, ben, pair, who, method, address, by_ben, by_ann, by_a_third):
    board = begin(ben, pair, 6)
    client = request.getfixturevalue(who)
    settings = {"deal_number": 6, "scoring": "IMP", "opponents": "bid", "our_system": "small", "their_system": "small"}
    form = {"call": "P", "at": 1, "index": 0, **settings} if method == "post" else {}
    response = getattr(client, method)(address.format(pair=pair, token=board.token), form)
    assert response.status_code == {"ben": by_ben, "ann": by_ann, "stranger": by_a_third}[who]
    if (who, address) != ("ben", "/board/{token}/call/"):
        assert not StudentCall.objects.exists()


def test_a_finished_board_is_read_by_whoever_has_the_link(ben, ann, pair, stranger):
    board = begin(ben, pair)
    for client, text in ((ann, "P"), (ben, "1N"), (ann, "2D"), (ben, "2H"), (ann, "P")):
        call(client, board, text)
    assert ben.get(f"{pair}deal/1/").url == f"/board/{board.token}/"
    said = {name: words(client.get(f"/board/{board.token}/")) for name, client in (("ben", ben), ("ann", ann))}
    for review in said.values():
        assert "2♥ by South" in review
        assert "Ben: 2 of 2 calls agree with the system." in review
        assert "Ann: 2 of 2 calls agree with the system." in review
    assert "You were South" in said["ben"]
    assert "You were North" in said["ann"]
    third = words(stranger.get(f"/board/{board.token}/"))
    assert "Ben and Ann bid together" in third
    assert "Bid it again" not in third
    assert "/deal/1/?system=small" in stranger.get(f"/board/{board.token}/").content.decode()
    assert stranger.get(f"{pair}deal/1/").status_code == 404
    assert stranger.get(f"/board/{board.token}/board.pbn").status_code == 200


def test_again_leads_both_to_the_new_board(ben, ann, pair):
    board = begin(ben, pair)
    for client, text in ((ann, "P"), (ben, "1N"), (ann, "2D"), (ben, "2H"), (ann, "P")):
        call(client, board, text)
    assert ann.post(f"/board/{board.token}/again/", {"at": 10}).url == f"{pair}deal/1/"
    for client in (ben, ann):
        assert "Deal 1 attempt 2" in words(client.get(f"{pair}deal/1/"))


@pytest.mark.parametrize("number", range(1, 13))
def test_hidden_hands_are_nowhere_on_the_page(ben, ann, pair, number):
    board = begin(ben, pair, number)
    for text in ("1S", "2D", "P"):
        for client, seat in ((ben, Seat.SOUTH), (ann, Seat.NORTH)):
            board.refresh_from_db()
            if board.finished:
                return
            for address in (f"{pair}deal/{number}/", f"/board/{board.token}/news/?calls=x"):
                response = client.get(address, headers=HTMX)
                html = unescape(response.content.decode())
                assert html.count('class="playing-card') == 13
                for other in SEATS:
                    if other is not seat:
                        assert_hidden(TableBoard.of(board).deal[other], html)
                for layer in response.context:
                    assert not [
                        value for value in layer.flatten().values() if isinstance(value, (StudentBoard, TableBoard))
                    ]
        do_all_work()
        for client in (ben, ann):
            call(client, board, text)


def test_the_table_says_whose_turn_it_is(ben, ann, pair):
    board = begin(ben, pair)
    said = words(ben.get(f"{pair}deal/1/"))
    assert "It is North's turn: waiting for Ann." in said
    assert "Look again" in said
    assert "Your turn." in words(ann.get(f"{pair}deal/1/"))
    call(ann, board, "P")
    assert "It is South's turn: waiting for Ben." in words(ann.get(f"{pair}deal/1/"))
    assert "Your turn." in words(ben.get(f"{pair}deal/1/"))
    assert "your turn: deal 1" in words(ben.get("/"))
    assert "your turn" not in words(ann.get("/"))


def test_before_the_partner_has_come_one_can_begin(ben):
    address = ben.post("/partners/", {"nickname": "Ben"}).url
    board = begin(ben, address, 6)
    assert call(ben, board, "P").url == f"{address}deal/6/"
    assert "waiting for your partner" in words(ben.get(f"{address}deal/6/"))


def test_news_come_when_there_are_any(ben, ann, pair):
    board = begin(ben, pair)
    news = f"/board/{board.token}/news/"
    quiet = ben.get(f"{news}?calls=", headers=HTMX)
    assert (quiet.status_code, quiet.content) == (204, b"")
    call(ann, board, "P")
    heard = ben.get(f"{news}?calls=", headers=HTMX)
    assert heard.status_code == 200
    assert (heard["HX-Retarget"], heard["HX-Reswap"]) == ("#table", "outerHTML")
    assert "Ann: Pass. East: Pass. Your turn." in words(heard)
    ann.post(f"/board/{board.token}/undo/", {"at": 2})
    back = words(ben.get(f"{news}?calls=P-P", headers=HTMX))
    assert "Ann has taken back a call. It is North's turn: waiting for Ann." in back


def test_the_end_is_news_that_leads_to_the_review(ben, ann, pair):
    board = begin(ben, pair)
    for client, text in ((ann, "P"), (ben, "1N"), (ann, "2D"), (ben, "2H"), (ann, "P")):
        call(client, board, text)
    over = ben.get(f"/board/{board.token}/news/?calls=P-P-1N-P-2D-P-2H-P", headers=HTMX)
    assert over["HX-Redirect"] == f"/board/{board.token}/"


def test_quiet_news_cost_two_queries(ben, pair, django_assert_num_queries):
    board = begin(ben, pair)
    with django_assert_num_queries(2):  # the session and the board
        ben.get(f"/board/{board.token}/news/?calls=", headers=HTMX)


def test_the_list_comes_again_when_it_has_changed(ben, ann, pair):
    seen = ben.get(pair).context["page"].state
    assert ben.get(pair, {"seen": seen}, headers=HTMX).status_code == 204
    begin(ann, pair)
    assert "Waiting for Ann" in words(ben.get(pair, {"seen": seen}, headers=HTMX))


def test_a_click_on_calls_that_were_taken_back_counts_for_nothing(ben, ann, pair):
    """Ann has passed, and then bid instead: as many calls, but not those that Ben's page shows."""
    board = begin(ben, pair)
    call(ann, board, "P")
    ann.post(f"/board/{board.token}/undo/", {"at": 2})
    call(ann, board, "1C")
    response = call(ben, board, "1N", calls="P-P")
    assert response.status_code == 409
    assert "moved on" in words(response)
    board.refresh_from_db()
    assert board.calls == "1C-P"
    assert 'name="calls" value="1C-P"' in ben.get(f"{pair}deal/1/").content.decode()


def test_why_nothing_is_taken_back(ben, ann, pair):
    board = begin(ben, pair)
    call(ann, board, "P")
    call(ben, board, "1N")
    response = ann.post(f"/board/{board.token}/undo/", {"at": 4})
    assert response.status_code == 409
    assert "Ben has called since. Your calls before that stand." in words(response)


def test_what_is_reported_does_not_tell_the_partners_hand(ben, ann, pair):
    board = begin(ben, pair)
    call(ann, board, "P")
    ben.post(f"/board/{board.token}/report/", {"index": 0, "note": "why?"})
    kept = board.reports.get().position
    assert kept["hand"] == ""
    assert not kept["said"].startswith("Right")


@pytest.mark.parametrize(
    ("address", "most"),
    [("/", 12), ("/partners/", 3), ("{pair}", 4), ("{pair}deal/1/", 4), ("/board/{token}/", 6)],
)
def test_pages_of_partners_read_little(ben, ann, pair, django_assert_max_num_queries, address, most):
    """The session, the partnerships or the one that is asked for, the boards, the calls, the systems, and for
    the plan of today the round that was left, the calls, the placement, the memories and the stock.
    """
    board = begin(ben, pair)
    if "token" in address:
        for client, text in ((ann, "P"), (ben, "1N"), (ann, "2D"), (ben, "2H"), (ann, "P")):
            call(client, board, text)
    address = address.format(pair=pair, token=board.token)
    ben.get(address)
    with django_assert_max_num_queries(most):
        assert ben.get(address).status_code == 200
