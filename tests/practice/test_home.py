"""Home, today's ten and the first deal: what is offered to whom, and what a choice there changes."""

import re
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from html import unescape

import pytest
from django.contrib.auth.models import User
from hypothesis import given
from hypothesis import strategies as st

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.game.auction import PASS
from bidbase.game.cards import SEATS, Seat, Vulnerability, board_dealer, board_vulnerability
from bidbase.game.dealing import MAX_DEAL_NUMBER, numbered_deal
from bidbase.systems import load_system
from editor.models import SweptSystem, SystemRow
from editor.people.services import accept_invitation, invite, take_as_base
from editor.store.systems.models import Role
from practice.boards.access import RANDOM_DEALS
from practice.boards.board import TableBoard
from practice.daily.daily_deals import DEALS_A_DAY, deals_of
from practice.home.first_deal import first_deal
from practice.models import Round, StudentBoard
from tests.practice.finishing import finish
from tests.practice.pages import call, mine, page, start, words

DRILL = "/drill/question/1/?system=small&convention=Jacoby+transfer&role=make"


def todays_deals() -> tuple[int, ...]:
    return deals_of(datetime.now(UTC).date())


def two_systems(small) -> None:
    small.pk, small.slug, small.link, small.title = None, "zonal", "another link", "Zonal system"
    small.save(force_insert=True)


def test_a_newcomer_is_told_what_this_is_and_offered_a_first_deal(guest):
    said = words(guest.get("/"))
    assert "You bid one hand, and robots bid the other three." in said
    assert "Bid your first deal" in said
    assert "Go on with" not in said
    assert "owner_key" not in guest.session, "who only looks around gets no boards"
    assert not StudentBoard.objects.exists()


def test_home_offers_the_board_that_was_left_open(guest):
    board = start(guest, 17)
    said = page(guest.get("/"))
    assert f'href="/board/{board.token}/">Go on with deal 17</a>' in said
    assert "Bid your first deal" not in said


def test_home_has_one_first_thing_to_do_and_says_what_it_mixes(guest, begin):
    """A newcomer's is the first deal; afterwards it is the hands for today."""
    assert "Hands for you today 10 new: Opening the bidding. Begin" in words(guest.get("/"))
    assert primary(guest.get("/")) == ["first"]
    mine(guest, finish(begin(1), "1H"))
    start(guest, 17)
    said = "Hands for you today 1 to bring back, 9 new: Opening the bidding. Go on"
    assert said in words(guest.get("/"))
    assert said in words(guest.get("/learn/")), "the same as there"
    assert primary(guest.get("/")) == ["today"], "the board left open is offered below"
    assert primary(guest.get("/learn/")) == ["today"]
    assert guest.post("/learn/round/", {"system": "small"}).status_code == 302
    begun = Round.objects.get()
    assert (begun.kind, begun.size) == ("today", 10)
    assert Counter(map(tuple, begun.plan)) == {("opening-bids", 1, ""): 9, ("opening-bids", 1, "opening/132000"): 1}


def primary(response) -> list[str]:
    """The buttons that stand out on a page."""
    return re.findall(r'class="button primary" id="([\w-]+)"', page(response))


def test_a_drill_does_not_hide_the_board_left_open_before(guest):
    table = start(guest, 17)
    guest.get(DRILL)
    drill = StudentBoard.objects.exclude(drill="").get()
    said = page(guest.get("/"))
    assert f'href="/board/{table.token}/">Go on with deal 17</a>' in said
    assert f'href="/board/{drill.token}/">Go on with the drill</a>' in said
    assert guest.get(f"/board/{table.token}/").url == "/deal/17/"
    assert guest.get(f"/board/{drill.token}/").url == DRILL


def test_who_has_no_system_is_led_to_one(guest):
    said = page(guest.get("/"))
    assert "Take any system as a base, and change it into what you and your partner have agreed." in said
    assert '<a class="button" id="own" href="/system/">Choose a system</a>' in said


@pytest.fixture
def anna(client) -> User:
    """She is logged in."""
    anna = User.objects.create_user("Anna")
    client.force_login(anna)
    return anna


def test_home_shows_the_systems_that_one_may_change(small, anna, client):
    ben = User.objects.create_user("Ben")
    ours = take_as_base(base=small, title="Ours", owner=ben)
    invite(system=ours, user=anna, role=Role.EDITOR)
    take_as_base(base=small, title="Of Ben alone", owner=ben)
    assert "Ben invites you to Ours" in words(client.get("/"))
    accept_invitation(invitation=ours.invitations.get(), user=anna)
    own = take_as_base(base=small, title="Mine", owner=anna)
    SweptSystem.objects.create(system=own, revision=own.revision, found=2)
    SystemRow.objects.filter(pk=small.pk).update(revision=2)
    home = client.get("/")
    assert [(line.system.title, line.findings, line.newer_base) for line in home.context["own"]] == [
        ("Mine", 2, True),
        ("Ours", None, True),
    ]
    said = page(home)
    for address in ("/system/mine/", "/system/mine/findings/", "/system/mine/release/", "/system/ours/"):
        assert f'href="{address}"' in said
    assert "/system/ours/findings/" not in said
    assert "Of Ben alone" not in said
    assert "invites you" not in said


@pytest.mark.parametrize("address", ["/", "/boards/", DRILL])
def test_a_drill_is_named_once_the_student_has_called(guest, address):
    """Before, its name would give the answer away: at the table, on Home and in the list of boards."""
    guest.get(DRILL)
    assert "Drill: Jacoby transfer" not in words(guest.get(address))
    board = StudentBoard.objects.get()
    call(guest, board, "2D")
    assert "Drill: Jacoby transfer" in words(guest.get(address))


def test_a_finished_board_is_not_offered_again(guest):
    board = start(guest)
    call(guest, board, "1N")
    call(guest, board, "2H")
    assert "Go on with" not in words(guest.get("/"))


def test_nobody_elses_board_is_offered(guest, stranger):
    board = start(guest, 17)
    assert board.token not in page(stranger.get("/"))


@pytest.mark.parametrize("number", range(1, 13))
def test_home_tells_of_an_open_board_what_everybody_has_heard(guest, number):
    board = start(guest, number)
    response = guest.get("/")
    for hand in numbered_deal(number).hands:
        assert str(hand) not in page(response)
    for layer in response.context:
        assert not [value for value in layer.flatten().values() if isinstance(value, (StudentBoard, TableBoard))]
    assert response.context["table"].calls == TableBoard.of(board).auction.calls


@pytest.mark.parametrize(
    ("pressed", "kept"),
    [
        pytest.param({"our_system": "zonal"}, ("zonal", "small", False), id="our system"),
        pytest.param({"their_system": "zonal"}, ("small", "zonal", False), id="their system"),
        pytest.param({"silent": "yes"}, ("small", "small", True), id="silent opponents"),
    ],
)
def test_a_chip_is_for_the_boards_to_come(guest, small, pressed, kept):
    two_systems(small)
    start(guest, 17)
    assert guest.post("/settings/chip/", pressed).url == "/"
    preferences = guest.session["preferences"]
    assert (preferences["our_system"], preferences["their_system"], preferences["opponents_silent"]) == kept
    before = StudentBoard.objects.get(deal_number=17)
    assert (before.our_system.slug, before.their_system.slug, before.opponents_silent) == ("small", "small", False)
    after = start(guest, 18)
    assert (after.our_system.slug, after.their_system.slug, after.opponents_silent) == kept


def test_opponents_with_a_system_bid_again(guest):
    guest.post("/settings/chip/", {"silent": "yes"})
    assert "Opponents: Silent" in words(guest.get("/"))
    guest.post("/settings/chip/", {"their_system": "small"})
    assert guest.session["preferences"]["opponents_silent"] is False
    assert "Opponents: Small system" in words(guest.get("/"))


@pytest.mark.parametrize(
    ("pressed", "says"),
    [
        ({"our_system": "gone"}, "our_system: There is no system gone."),
        ({"their_system": "<b>"}, "their_system: There is no system <b>."),
        ({"silent": "perhaps"}, "silent: Select a valid choice. perhaps is not one of the available choices."),
    ],
)
def test_a_forged_chip_is_refused_with_the_reason(guest, pressed, says):
    response = guest.post("/settings/chip/", pressed)
    assert response.status_code == 400
    assert says in page(response)
    assert "preferences" not in guest.session


days = st.dates(date(2020, 1, 1), date(2199, 12, 31))


@given(days)
def test_a_day_has_ten_deals_of_its_own(day):
    numbers = deals_of(day)
    assert len(set(numbers)) == DEALS_A_DAY
    assert not set(numbers) & set(deals_of(day + timedelta(days=1)))
    assert min(numbers) > RANDOM_DEALS, "nobody meets one of them by chance"
    assert max(numbers) <= MAX_DEAL_NUMBER
    assert [board_dealer(number) for number in numbers] == [board_dealer(number) for number in range(1, 11)]
    assert [board_vulnerability(number) for number in numbers] == [board_vulnerability(n) for n in range(1, 11)]


def test_the_deals_of_a_day_stay_what_they_are():
    """Everybody compares them: a change of their numbers would part those who have bid some already."""
    assert deals_of(date(2026, 11, 22)) == tuple(range(11_839_073, 11_839_083))


def test_todays_ten_are_listed_with_how_they_stand(guest):
    first, second, *_ = todays_deals()
    finish(TableBoard.of(start(guest, first)))
    start(guest, second)
    response = guest.get("/today/")
    said = words(response)
    assert "1 of 10 bid" in said
    board = StudentBoard.objects.get(deal_number=first)
    assert f'href="/board/{board.token}/">Review' in page(response)
    assert f'href="/deal/{second}/">Go on' in page(response)
    assert said.count("Not bid yet") == 8
    assert "1 of 10 bid" in words(guest.get("/"))


def test_a_deal_that_is_bid_again_stays_bid(guest):
    first, *_ = todays_deals()
    board = finish(TableBoard.of(start(guest, first)))
    guest.post(f"/board/{board.row.token}/again/", {"at": len(board.auction.calls)})
    assert "1 of 10 bid" in words(guest.get("/today/"))


def test_todays_ten_are_bid_with_the_visitors_own_settings(guest, small):
    two_systems(small)
    guest.post("/settings/chip/", {"our_system": "zonal"})
    assert start(guest, todays_deals()[0]).our_system.slug == "zonal"


def test_looking_at_todays_ten_begins_nothing(guest):
    assert guest.get("/today/").status_code == 200
    assert not StudentBoard.objects.exists()


def test_next_is_another_random_deal(guest):
    addresses = [guest.get("/next/").url for _ in range(5)]
    assert len(set(addresses)) > 1
    assert all(0 < int(address.split("/")[2]) <= RANDOM_DEALS for address in addresses)
    assert guest.get("/next/?after=17").url.startswith("/deal/")


def test_after_one_of_todays_ten_the_next_that_is_left_follows(guest):
    numbers = todays_deals()
    for number in numbers:
        board = StudentBoard.objects.get(pk=start(guest, number).pk)
        if number not in (numbers[1], numbers[5]):
            finish(TableBoard.of(board))
    assert guest.get(f"/next/?after={numbers[0]}").url == f"/deal/{numbers[1]}/"
    assert guest.get(f"/next/?after={numbers[1]}").url == f"/deal/{numbers[5]}/", "what was left open is passed over"
    assert guest.get(f"/next/?after={numbers[9]}").url == f"/deal/{numbers[1]}/", "it begins again with what is left"
    for number in (numbers[1], numbers[5]):
        finish(TableBoard.of(StudentBoard.objects.get(deal_number=number)))
    assert guest.get(f"/next/?after={numbers[9]}").url == "/today/"


@pytest.mark.parametrize("after", ["0", "seven", "-1", "9" * 40])
def test_next_after_no_deal(guest, after):
    response = guest.get(f"/next/?after={after}")
    assert response.status_code == 404
    assert "deals are numbered from 1" in page(response)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("system", ["sayc", "2over1"])
def test_the_first_deal_is_a_raise_of_a_major_in_every_shipped_system(seat, system):
    number, bidder = first_deal(seat), Bidder(load_system(system))
    table = Table(bidder, bidder, silent=(seat.plus(1), seat.plus(3)))
    auction, _ = table.bid_deal(numbered_deal(number), board_dealer(number), board_vulnerability(number))
    assert (board_dealer(number), board_vulnerability(number)) == (seat, Vulnerability.NONE)
    assert str(auction) in {"1H-P-2H-P-P-P", "1S-P-2S-P-P-P"}


def test_the_first_deal_is_at_its_beginning_and_guided(guest):
    number = first_deal(Seat.SOUTH)
    table = guest.get("/first/").url
    assert table.startswith(f"/deal/{number}/?")
    assert "Your hand 1 of 3 These 13 cards are yours." in words(guest.get(table))
    board = StudentBoard.objects.get()
    assert (board.calls, board.opponents_silent) == ("", True)
    assert not start(guest, 1).opponents_silent, "the choice for other deals stays the visitor's own"


def guided(guest) -> StudentBoard:
    guest.get(guest.get("/first/").url)
    return StudentBoard.objects.get()


def shown(guest) -> str:
    response = guest.get(f"/deal/{StudentBoard.objects.get().deal_number}/")
    return response.context["guide"].title if response.context["guide"] else ""


def test_the_guide_goes_step_by_step_and_ends(guest):
    board = guided(guest)
    seen = [shown(guest)]
    for step in ("1", "2"):
        assert guest.post("/guide/", {"step": step}).url == f"/deal/{board.deal_number}/"
        seen.append(shown(guest))
    assert seen == ["Your hand", "Your call", "What the system says"]
    guest.post("/guide/", {"step": "end"})
    assert shown(guest) == ""


def test_the_first_call_leads_to_the_step_about_what_is_said_of_it(guest):
    board = guided(guest)
    call(guest, board, str(PASS))
    if not StudentBoard.objects.get().finished:
        assert shown(guest) == "What the system says"


def test_the_guide_can_be_ended_at_any_step(guest):
    guided(guest)
    guest.post("/guide/", {"step": "end"})
    assert shown(guest) == ""
    assert "guide" not in guest.session


@pytest.mark.parametrize("step", ["3", "-1", "", "x" * 1000, "²"])
def test_a_step_that_is_none_ends_the_guide(guest, step):
    guided(guest)
    assert guest.post("/guide/", {"step": step}).status_code == 302
    assert shown(guest) == ""


def test_htmx_gets_the_step_alone(guest):
    guided(guest)
    response = guest.post("/guide/", {"step": "1"}, headers={"HX-Request": "true"})
    assert unescape(response.content.decode()).lstrip().startswith("<form")
    assert "Your call" in page(response)
    ended = guest.post("/guide/", {"step": "end"}, headers={"HX-Request": "true"})
    assert ended.content.strip() == b""


def test_other_deals_and_visitors_have_no_guide(guest, stranger):
    guided(guest)
    assert guest.get("/deal/1/").context["guide"] is None
    assert stranger.get("/deal/1/").context["guide"] is None
    assert stranger.post("/guide/", {"step": "1"}).url == "/", "who is not guided has no table to go back to"


def offered(guest, address: str = "/deal/1/") -> bool:
    return guest.get(address).context["offers_guide"]


def test_the_guide_is_offered_at_a_first_board_until_the_first_call(guest):
    assert offered(guest)
    board = StudentBoard.objects.get()
    assert guest.post(f"/board/{board.token}/guide/").url == "/deal/1/"
    assert not offered(guest)
    assert shown(guest) == "Your hand"
    guest.post("/guide/", {"step": "end"})
    assert offered(guest), "who has ended it may want it again"
    call(guest, board, "1N")
    assert not offered(guest)


def test_the_guide_is_offered_in_drills_too(guest):
    assert offered(guest, DRILL)
    assert guest.post(f"/board/{StudentBoard.objects.get().token}/guide/").url == DRILL
    assert guest.get(DRILL).context["guide"].title == "Your hand"


def test_the_guide_is_not_offered_to_somebody_who_has_another_board(guest):
    guest.get("/deal/1/")
    assert not offered(guest, "/deal/2/")


def test_nobody_is_guided_at_the_board_of_another(guest, stranger):
    guest.get("/deal/1/")
    assert stranger.post(f"/board/{StudentBoard.objects.get().token}/guide/").status_code == 404


@pytest.mark.parametrize("address", ["/guide/", "/settings/chip/", "/deal/1/restart/"])
def test_what_changes_something_is_posted(guest, address):
    assert guest.get(address).status_code == 405


@pytest.mark.parametrize("address", ["/", "/today/", "/next/", "/first/", "/boards/"])
def test_pages_that_are_there_to_be_read(guest, address):
    assert guest.post(address).status_code == 405


@pytest.mark.parametrize("address", ["/", "/today/", "/first/"])
def test_a_site_without_a_system_says_what_to_do(client, db, address):
    assert client.get(address).status_code == 503
