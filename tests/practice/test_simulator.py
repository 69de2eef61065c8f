"""The simulator: what is asked of it, what workers find out step by step, and what is made of the deals."""

from datetime import timedelta
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from bidbase.game.board_files import read_boards
from bidbase.game.cards import Deal, Seat, Strain
from bidbase.game.double_dummy import tricks_taken
from bidbase.game.holdings import HCP
from bidbase_web.jobs import services as runs
from bidbase_web.jobs.models import Run
from editor.people.services import take_as_base
from editor.selectors import SystemRow
from practice.models import BoardSet, DealSimulation
from practice.simulator import services
from practice.simulator.question import MOST_TRIED, Played, frequency_of, is_finished
from practice.simulator.services import SimulateDeals
from practice.simulator.work import next_step
from tests.practice.finishing import finish
from tests.practice.pages import page, words
from tests.working import do_all_work

SIXTEEN = {"south": "hcp 16; spades 5+", "north": "hcp 6-8; spades 3", "contracts": "4S, 3S", "deals": "40"}


def ask(client: Client, **fields: str):
    return client.get("/simulator/", fields)


def answered(client: Client, **fields: str):
    """The page of a question, when workers have done all that it needs."""
    assert ask(client, **fields).status_code == 200
    do_all_work()
    return ask(client, **fields)


def points(hand) -> int:
    return sum(HCP[holding] for holding in hand.holdings)


# --- Answers ---


def test_is_16_enough_for_four_spades(guest):
    response = answered(guest, **SIXTEEN)
    simulation = DealSimulation.objects.get()
    deals = [Deal.parse(line) for line in simulation.lines]
    assert len(deals) == len(set(deals)) == 40
    assert {points(deal[Seat.SOUTH]) for deal in deals} == {16}
    assert {points(deal[Seat.NORTH]) for deal in deals} <= {6, 7, 8}
    assert {deal[Seat.NORTH].lengths[Strain.SPADES] for deal in deals} == {3}
    pair = (Strain.SPADES, Seat.SOUTH)
    assert [int(digit, 16) for digit in simulation.tricks["SS"]] == tricks_taken(deals, [pair])[pair]
    assert is_finished(simulation)
    text = words(response)
    made = sum(int(digit, 16) >= 10 for digit in simulation.tricks["SS"])
    assert f"4♠ by South is made in {100 * made / 40:.0f} % ±" in text
    assert "4♠ by South against 3♠ by South" in text
    assert "Done: 40 deals, all solved double dummy." in text
    assert "about one deal in 1,8" in text, "one in 1,860"


def test_what_is_counted_exactly_says_so(guest):
    assert "10.54 % exactly, one deal in 9.49" in words(answered(guest, south="shape 4333", deals="5"))


def test_an_auction_is_told_by_seat_and_vulnerability(guest):
    text = words(answered(guest, auction="1N-P-2D", deals="20"))
    assert "By seat and vulnerability" in text
    simulation = DealSimulation.objects.get()
    assert [(place["passes"], place["vulnerability"]) for place in simulation.places] == [
        (passes, vulnerability) for passes in range(4) for vulnerability in ("None", "NS", "EW", "Both")
    ]
    first, *_, last = (place["part"] * place["found"] / place["tried"] for place in simulation.places)
    assert last < first, "in fourth seat three others must pass first"


def test_an_entry_is_asked_for_from_its_page(guest):
    entry = SystemRow.objects.get().entries.get(bid="1N", prior_bids="").ref
    shown = page(guest.get(f"/system/small/entry/{entry}/"))
    assert f"/simulator/?system=small&entry={entry}" in shown
    text = words(answered(guest, system="small", entry=entry, deals="20"))
    assert f"entry {entry}" in text
    deals = [Deal.parse(line) for line in DealSimulation.objects.get().lines]
    assert {points(deal[Seat.NORTH]) for deal in deals} <= {15, 16, 17}


def test_an_auction_and_a_finished_board_lead_to_the_simulator(guest, begin):
    reading = page(guest.get("/system/small/", {"auction": "1N-P"}))
    assert "/simulator/?system=small&auction=1N-P" in reading
    board = finish(begin(1, owner=owner_of_guest(guest)), "1N")
    review = page(guest.get(f"/board/{board.row.token}/"))
    contract = board.auction.contract
    asked = f"auction={board.auction}&dealer=N&vulnerability=None&contracts={contract}+by+{contract.declarer.title}"
    assert f"/simulator/?system=small&{asked}" in review
    assert guest.get(f"/simulator/?system=small&{asked}").status_code == 200


def owner_of_guest(guest: Client) -> str:
    """The key of a browser, which it gets with its first board."""
    guest.get("/deal/2/")
    return str(guest.session["owner_key"])


def test_the_search_for_what_is_too_rare_ends(guest):
    asked = {"south": "hcp 20+", "north": "hcp 21+"}
    ask(guest, **asked)
    DealSimulation.objects.update(tried=MOST_TRIED - 20_000, part=0.001)
    text = words(answered(guest, **asked))
    assert "less than one in" in text
    assert "4,000,000 deals were tried, so no more are looked for" in text
    assert is_finished(DealSimulation.objects.get())


def test_two_hands_with_the_same_card(guest):
    text = words(answered(guest, south="AQ2.K32.KJ32.K32", north="AQ3.K42.KJ32.K32"))
    assert "never" in text
    assert "No deal can be like this" in text


# --- Questions ---

BAD = [
    ({"south": "hcp 17-15"}, "South, hcp: the range ends at 15, below its start."),
    ({"south": "spadez 5"}, "'spadez' is no field that describes a hand, as hcp, shape and spades do."),
    ({"east": "AQ2.K32.KJ32.K3"}, "A hand has 13 cards; this one has 12."),
    ({"auction": "1N-1S"}, "1S is not higher than 1N."),
    ({"auction": "1N", "system": "nobody"}, "There is no system nobody."),
    ({"entry": "nothing/1"}, "has no entry nothing/1."),
    ({"contracts": "8S"}, "'8S' is not a call"),
    ({"contracts": "4S by nobody"}, "A seat is one of N E S W"),
    ({"dealer": "X"}, "A seat is one of N E S W"),
    ({"vulnerability": "X"}, "Vulnerability is one of None NS EW Both"),
    ({"deals": "0"}, "Ensure this value is greater than or equal to 1."),
    ({"deals": "1001"}, "Ensure this value is less than or equal to 1000."),
    ({"deals": "many"}, "Enter a whole number."),
    ({"south": "x" * 401}, "Ensure this value has at most 400 characters"),
]


@pytest.mark.parametrize(("fields", "message"), BAD)
def test_what_is_no_question(guest, fields, message):
    response = ask(guest, **fields)
    assert response.status_code == 400
    assert message in words(response)
    assert not DealSimulation.objects.exists()


def test_a_fault_is_said_while_it_is_typed(guest):
    said = guest.get("/simulator/field/south/", {"south": "spadez 5", "north": "nonsense"})
    assert "&#x27;spadez&#x27; is no field" in said.content.decode()
    assert "nonsense" not in said.content.decode(), "of this field alone"
    assert guest.get("/simulator/field/south/", {"south": "hcp 16"}).content.decode().strip() == ""
    assert guest.get("/simulator/field/nothing/").status_code == 404


def test_the_form_is_empty_at_first(guest):
    assert "Try one of these" in words(guest.get("/simulator/"))
    assert not DealSimulation.objects.exists()


def test_the_link_holds_the_whole_question(guest, stranger):
    answered(guest, **SIXTEEN)
    shown = page(ask(guest, **SIXTEEN))
    link = shown.partition('id="simulator-link" readonly value="')[2].partition('"')[0]
    query = parse_qs(urlsplit(link).query)
    assert query == {
        "north": ["hcp 6-8; spades_num 3"],
        "south": ["hcp 16; spades_num 5+"],
        "contracts": ["4S, 3S"],
        "deals": ["40"],
    }
    before = Run.objects.count()
    assert words(stranger.get(link)) == words(stranger.get(link))
    assert "Done: 40 deals" in words(stranger.get(link))
    assert Run.objects.count() == before, "the same question is answered at once"


# --- Steps ---


def test_the_same_question_is_one_row(guest):
    answered(guest, south="hcp 16; spades 5+", deals="10")
    answered(guest, south="SPADES 5+\nHCP 16", deals="10")
    assert DealSimulation.objects.count() == 1


def test_more_deals_and_contracts_add_to_what_is_there(guest):
    answered(guest, **SIXTEEN | {"deals": "20"})
    before = DealSimulation.objects.get()
    answered(guest, **SIXTEEN | {"deals": "30", "contracts": "4S, 3N by North"})
    after = DealSimulation.objects.get()
    assert after.lines[:20] == before.lines
    assert len(after.lines) == 30
    assert after.tricks["SS"][:20] == before.tricks["SS"]
    assert {played: len(tricks) for played, tricks in after.tricks.items()} == {"SS": 30, "NN": 30}


def test_a_step_that_is_made_twice_counts_once(guest, monkeypatch):
    """Two workers make the same step at the same time."""
    ask(guest, **SIXTEEN)
    job = SimulateDeals(DealSimulation.objects.get().key)

    def step() -> None:
        job.piece(None, lambda **_: None).keep()

    def make_it_twice(simulation, report):
        monkeypatch.setattr(services, "next_step", next_step)
        step()
        return next_step(simulation, report)

    monkeypatch.setattr(services, "next_step", make_it_twice)
    step()
    simulation = DealSimulation.objects.get()
    assert simulation.steps == 1
    assert len(simulation.lines) == 40


def test_the_page_shows_how_far_it_is(guest):
    waiting = ask(guest, **SIXTEEN)
    assert "Looking for deals: 0 of 40" in words(waiting)
    shown = page(waiting)
    assert 'hx-trigger="load delay:1s"' in shown
    assert '<noscript><meta http-equiv="refresh"' in shown
    runs.work()
    assert "Counting tricks double dummy: 0 of 40" in words(ask(guest, **SIXTEEN))
    do_all_work()
    shown = page(ask(guest, **SIXTEEN))
    assert "load delay" not in shown
    assert "refresh" not in shown


def test_htmx_gets_the_result_alone(guest):
    part = guest.get("/simulator/", SIXTEEN, headers={"HX-Request": "true"}).content.decode()
    assert "Looking for deals" in part
    assert "<form class" not in part.partition('<div class="progress">')[0]
    assert "<html" not in part


def test_a_simulation_that_lost_its_message_goes_on(guest):
    ask(guest, **SIXTEEN)
    Run.objects.all().delete()
    assert answered(guest, **SIXTEEN)
    assert is_finished(DealSimulation.objects.get())


def test_a_page_that_waits_for_long_says_so(guest):
    ask(guest, **SIXTEEN)
    DealSimulation.objects.update(stepped_at=timezone.now() - timedelta(minutes=2))
    assert "No worker has been free for a minute." in words(ask(guest, **SIXTEEN))


def query_of(**fields: str) -> dict[str, str]:
    return {"query": urlencode(fields)}


def test_stopping_and_going_on(guest):
    ask(guest, **SIXTEEN)
    runs.work()
    response = guest.post("/simulator/stop/", query_of(**SIXTEEN))
    assert response.status_code == 302
    stopped = ask(guest, **SIXTEEN)
    assert "Stopped." in words(stopped)
    do_all_work()
    assert DealSimulation.objects.get().tricks == {}, "no step follows"
    assert "Stopped." in words(ask(guest, **SIXTEEN)), "to look at it begins nothing"
    assert guest.post("/simulator/more/", query_of(**SIXTEEN)).status_code == 302
    do_all_work()
    assert is_finished(DealSimulation.objects.get())


def test_others_look_on_but_do_not_stop(guest, stranger):
    ask(guest, **SIXTEEN)
    assert "Stop" not in words(ask(stranger, **SIXTEEN)).replace("Stopped", "")
    assert stranger.post("/simulator/stop/", query_of(**SIXTEEN)).status_code == 404
    assert not DealSimulation.objects.get().stopped


def test_two_simulations_at_a_time(guest, stranger):
    for points_held in ("15", "16"):
        assert ask(guest, south=f"hcp {points_held}; spades 5+", contracts="4S").status_code == 200
    refused = ask(guest, south="hcp 17; spades 5+", contracts="4S")
    assert refused.status_code == 429
    assert "2 simulations of yours are still running." in words(refused)
    assert DealSimulation.objects.count() == 2
    assert ask(guest, south="hcp 16; spades 5+", contracts="4S").status_code == 200, "to look at their own"
    assert ask(stranger, south="hcp 17; spades 5+", contracts="4S").status_code == 200
    guest.post("/simulator/stop/", query_of(south="hcp 16; spades 5+", contracts="4S"))
    assert ask(guest, south="hcp 18; spades 5+", contracts="4S").status_code == 200


@pytest.mark.parametrize("address", ["more", "stop", "keep"])
def test_a_form_without_a_question(guest, address):
    assert guest.post(f"/simulator/{address}/", {"query": "deals=nonsense"}).status_code == 400
    assert guest.get(f"/simulator/{address}/").status_code == 405


def test_what_nobody_asks_for_is_forgotten(guest):
    answered(guest, south="hcp 16", deals="5")
    DealSimulation.objects.update(asked_at=timezone.now() - timedelta(days=31))
    answered(guest, south="hcp 17", deals="5")
    assert [simulation.question["hands"] for simulation in DealSimulation.objects.all()] == [{"S": "hcp 17"}]


# --- What is made of the deals ---


def test_deals_are_downloaded(guest):
    answered(guest, south="hcp 16; spades 5+", deals="12")
    response = guest.get("/simulator/deals.pbn", {"south": "hcp 16; spades 5+", "deals": "12"})
    assert response["Content-Disposition"] == 'attachment; filename="deals.pbn"'
    boards = read_boards(response.content.decode()).boards
    assert [str(board.cards) for board in boards] == DealSimulation.objects.get().lines
    assert [board.auction.dealer.letter for board in boards[:5]] == ["N", "E", "S", "W", "N"]
    assert guest.get("/simulator/deals.pbn", {"south": "hcp 15"}).status_code == 404, "nobody has asked for these"
    assert guest.get("/simulator/deals.pbn", {"south": "nonsense"}).status_code == 404


def test_deals_are_kept_as_a_set(guest):
    answered(guest, **SIXTEEN)
    response = guest.post("/simulator/keep/", query_of(**SIXTEEN) | {"count": "8"})
    made = BoardSet.objects.get()
    assert response["Location"] == f"/set/{made.token}/results/{made.secret}/"
    assert made.title.startswith("Simulator: North: 6 to 8 HCP")
    assert len(made.title) <= 80
    boards = list(made.boards.all())
    assert [board.cards for board in boards] == DealSimulation.objects.get().lines[:8]
    assert {(board.seat, board.calls) for board in boards} == {("S", "")}
    assert [board.cards_dealer for board in boards[:5]] == ["N", "E", "S", "W", "N"]


def test_a_set_after_an_auction_begins_with_its_calls(guest):
    asked = {"auction": "1N-P-2D", "dealer": "E", "vulnerability": "NS", "deals": "5"}
    answered(guest, **asked)
    guest.post("/simulator/keep/", query_of(**asked) | {"count": "3"})
    boards = list(BoardSet.objects.get().boards.all())
    assert {(board.seat, board.calls, board.cards_dealer, board.cards_vulnerability) for board in boards} == {
        ("N", "1N-P-2D", "E", "NS")
    }
    assert len(boards) == 3


def test_a_set_has_not_more_boards_than_sets_have(guest):
    answered(guest, south="hcp 16", deals="70")
    response = guest.post("/simulator/keep/", query_of(south="hcp 16", deals="70") | {"count": "65"}, follow=True)
    assert "Ensure this value is less than or equal to 64." in words(response)
    assert not BoardSet.objects.exists()


# --- Rights ---


@pytest.fixture
def private(small):
    """A system that only its owner may read."""
    SystemRow.objects.filter(pk=small.pk).update(shipped=True)
    owner = get_user_model().objects.create_user("ann", password="a long password")
    return take_as_base(base=SystemRow.objects.get(), title="Anns", owner=owner)


def test_the_deals_of_a_private_system_are_for_those_who_may_read_it(private, guest):
    asked = {"system": private.slug, "auction": "1N-P-2D", "deals": "5"}
    client = Client()
    client.force_login(private.owner)
    answered(client, **asked)
    assert DealSimulation.objects.get().system == private
    assert client.get("/simulator/deals.pbn", asked).status_code == 200
    refused = ask(guest, **asked)
    assert (refused.status_code, f"There is no system {private.slug}." in words(refused)) == (400, True)
    assert "After 1N-P" not in page(refused)
    assert guest.get("/simulator/deals.pbn", asked).status_code == 404
    for address in ("stop", "more", "keep"):
        assert guest.post(f"/simulator/{address}/", query_of(**asked) | {"count": "3"}).status_code == 400
    assert not BoardSet.objects.exists()


def test_a_simulation_goes_with_its_system(private):
    client = Client()
    client.force_login(private.owner)
    answered(client, system=private.slug, auction="1N-P-2D", deals="5")
    private.delete()
    assert not DealSimulation.objects.exists()


def test_frequencies_are_those_of_the_row(guest):
    answered(guest, south="hcp 16; spades 5+", north="hcp 6+", deals="5")
    frequency = frequency_of(DealSimulation.objects.get())
    assert frequency is not None
    assert frequency.share.tried == 20_000
    assert str(Played.parse("NW")) == "NW"
