"""Sets are made: of numbered deals, of cards of their own, and of boards that a worker deals."""

import re

import pytest
from django.test import Client

from bidbase.game.cards import Seat
from bidbase.game.evaluation import COUNT_BY_NAME
from practice.models import BoardSet, DealRequest, DrillQuestion
from practice.sets import services
from tests.practice.pages import page, words
from tests.practice.sets import ONE, file, filled_in, make
from tests.working import do_all_work


def test_a_set_by_numbers(guest):
    made = make(guest, deals="1-3, 12", title="Club night", before="Welcome", after="Thanks", scoring="MP", seat="N")
    assert [(board.number, board.deal_number, board.seat) for board in made.boards.all()] == [
        (1, 1, "N"),
        (2, 2, "N"),
        (3, 3, "N"),
        (4, 12, "N"),
    ]
    assert (made.title, made.before, made.after, made.scoring) == ("Club night", "Welcome", "Thanks", "MP")
    assert (made.owner_key, made.feedback, made.opponents_silent) == (guest.session["owner_key"], True, False)


@pytest.mark.parametrize("name", ["token", "secret"])
def test_links_cannot_be_guessed(guest, name):
    values = {getattr(make(guest), name) for _ in range(3)}
    assert len(values) == 3
    assert all(len(value) == 22 for value in values)


BAD = [
    ({"title": ""}, "This field is required."),
    ({"title": "Two\nlines"}, "Use letters, digits and signs that can be seen, on one line."),
    ({"title": "x" * 81}, "Ensure this value has at most 80 characters (it has 81)."),
    ({"before": "x" * 2001}, "Ensure this value has at most 2000 characters (it has 2001)."),
    ({"deals": ""}, "Name the boards in one of these ways."),
    ({"deals": "1-8, x"}, "'x' is neither a number nor a span such as 1-8."),
    (
        {"deals": "1-64", "dealt": "1", "wanted": "South hcp 15-17"},
        "These are 65 boards, and a set has at most 64 boards.",
    ),
    ({"pasted": "N:AQ2"}, "Line 1, board 1: a deal has four hands separated by blanks; this one has 1."),
    ({"pasted": "hello"}, "Line 1: this is neither PBN"),
    ({"file": f'[Deal "{ONE.replace("K97", "A97")}"]'}, "Line 1, board 1: two hands hold the same card: ♠A."),
    ({"file": "x" * 20_000_001}, "The file has 20.0 MB; at most 20 can be read."),
    ({"file": ""}, "The submitted file is empty."),
    ({"file": b"\x00\xff\x00\x01"}, "Line 1: this is"),
    ({"seat": "X"}, "Select a valid choice. X is not one of the available choices."),
    ({"our_system": "999"}, "Select a valid choice. That choice is not one of the available choices."),
    ({"scoring": "rubber"}, "Select a valid choice. rubber is not one of the available choices."),
]


@pytest.mark.parametrize(("fields", "message"), BAD)
def test_what_makes_no_set(guest, fields, message):
    if "file" in fields:
        fields = {"file": file(fields["file"])}
    response = guest.post("/sets/new/", filled_in(**fields))
    assert response.status_code == 400
    assert message in words(response)
    assert not BoardSet.objects.exists()


def test_a_fault_in_a_number_is_pointed_at(guest):
    assert "<mark>x</mark>" in page(guest.post("/sets/new/", filled_in(deals="1-8, x")))


# --- Boards that are dealt ---

NOTRUMP = "South hcp 15-17\nsouth shape balanced"


def dealt(client: Client, **fields) -> BoardSet:
    """A set whose boards a worker has dealt."""
    response = client.post("/sets/new/", filled_in(deals="", **fields))
    assert response.status_code == 302, words(response)
    made = BoardSet.objects.latest("pk")
    assert response["Location"] == f"/set/{made.token}/edit/{made.secret}/dealing/"
    assert not made.boards.filter(deal_number=None).exists(), "nothing is dealt in the request"
    assert client.get(response["Location"])["Location"] == f"/set/{made.token}/results/{made.secret}/"
    return made


SCRIPT = "dealer west\nvulnerable all\npredeal south SAK\nlong = spades(south) > 6\ncondition long && hcp(south) > 14"


def test_boards_are_dealt_by_a_script_of_dealer(guest):
    made = dealt(guest, wanted=f"{SCRIPT}\nproduce 2")
    assert made.boards.count() == 2
    for board in made.boards.all():
        assert (board.cards_dealer, board.cards_vulnerability, board.seat) == ("W", "Both", "S")
        south = board.deal[Seat.SOUTH]
        assert str(south).startswith("AK")
        assert (south.lengths[3] > 6, COUNT_BY_NAME["hcp"].of(south) > 14) == (True, True)


def test_boards_are_dealt_with_hands_as_they_are_wanted(guest):
    made = dealt(guest, dealt=4, wanted=NOTRUMP)
    boards = list(made.boards.all())
    assert [board.number for board in boards] == [1, 2, 3, 4]
    assert [str(board.dealer.letter) for board in boards] == ["N", "E", "S", "W"]
    for board in boards:
        south = board.deal[Seat.SOUTH]
        assert 15 <= COUNT_BY_NAME["hcp"].of(south) <= 17
        assert sorted(south.lengths) in ([2, 3, 4, 4], [3, 3, 3, 4], [2, 3, 3, 5])
    assert len({board.cards for board in boards}) == 4


def test_boards_are_dealt_for_calls_that_could_have_been_made(guest):
    made = dealt(guest, dealt=3, calls="1n p", wanted="East hcp 10+", seat="W")
    for board in made.boards.all():
        assert (board.calls, board.auction.turn, board.student) == ("1N-P", Seat.WEST, Seat.WEST)
        assert board.auction.dealer is Seat.EAST
        assert 15 <= COUNT_BY_NAME["hcp"].of(board.deal[Seat.EAST]) <= 17


def test_calls_alone_say_what_the_boards_are_to_be_like(guest):
    made = dealt(guest, dealt=2, calls="1N-P", wanted="")
    assert [(board.calls, board.student) for board in made.boards.all()] == [("1N-P", Seat.SOUTH)] * 2


DRILL = "system=small&convention=Jacoby+transfer&role=make"


@pytest.mark.parametrize("link", [DRILL, f"http://testserver/drill/?{DRILL}"])
def test_boards_are_dealt_from_a_drill(guest, link):
    made = dealt(guest, dealt=3, drill=link)
    questions = {question.cards: question for question in DrillQuestion.objects.all()}
    assert made.boards.count() == 3
    for board in made.boards.all():
        question = questions[board.cards]
        assert (board.calls, board.seat) == (question.calls, "S")
        assert question.number > 100, "other hands than those of the drill itself"


def test_named_and_dealt_boards_together_and_more_later(guest):
    made = make_with_deals(guest)
    assert [board.deal_number for board in made.boards.all()] == [7, None]
    address = f"/set/{made.token}/edit/{made.secret}/add/"
    response = guest.post(address, {"dealt": 2, "wanted": NOTRUMP, "seat": "S"})
    guest.get(response["Location"])
    assert made.boards.count() == 4


def make_with_deals(client: Client) -> BoardSet:
    response = client.post("/sets/new/", filled_in(deals="7", dealt=1, wanted=NOTRUMP))
    client.get(response["Location"])
    return BoardSet.objects.get()


def test_what_no_deal_has_is_told(guest):
    made = dealt(guest, dealt=2, wanted="South hcp 37\nNorth hcp 5+")
    assert not made.boards.exists()
    said = words(guest.get(f"/set/{made.token}/results/{made.secret}/"))
    assert "Of 2 boards to deal only 0 could be found" in said


def test_boards_are_dealt_once_and_wait_for_a_worker(small):
    impatient = Client()
    response = impatient.post("/sets/new/", filled_in(deals="", dealt=2, wanted=NOTRUMP))
    assert impatient.get(response["Location"]).status_code == 202
    made = BoardSet.objects.get()
    said = words(impatient.get(f"/set/{made.token}/results/{made.secret}/"))
    assert "2 boards are still to be dealt. Wait for them" in said
    do_all_work()
    services.DealBoards(DealRequest.objects.get().pk).work(lambda **_: None)
    assert made.boards.count() == 2


BAD_DEALS = [
    ({"dealt": 3}, "Say what the boards to deal are to be like: hands, calls, or a drill."),
    ({"wanted": NOTRUMP}, "Say how many boards are to be dealt."),
    ({"wanted": f"{SCRIPT}\nproduce 500"}, "Say how many boards are to be dealt."),
    ({"dealt": 3, "wanted": SCRIPT, "calls": "1N-P"}, "A script says all that the deals are to be like."),
    ({"dealt": 3, "wanted": "hpc(south) > hcp(north)"}, "Line 1: there is no 'hpc'; did you mean hcp?"),
    ({"dealt": 33, "wanted": NOTRUMP}, "Ensure this value is less than or equal to 32."),
    ({"dealt": 3, "wanted": "South hcp"}, "Line 1: a line has a seat, a field and a cell, as in South hcp 15-17."),
    ({"dealt": 3, "wanted": "South hcp 15-17\nSouth hcp 12"}, "Line 2: South has a line for hcp already."),
    ({"dealt": 3, "wanted": "South points 15-17"}, "Line 1: 'points' is no field that describes a hand"),
    ({"dealt": 3, "wanted": "South disclosure none"}, "Line 1: 'disclosure' is no field that describes a hand"),
    ({"dealt": 3, "wanted": "Dummy hcp 15-17"}, "Line 1: a seat is one of N E S W, not 'Dummy'."),
    ({"dealt": 3, "wanted": "South hcp many"}, "South, hcp: "),
    ({"dealt": 3, "wanted": "South hcp 38"}, "South, hcp: "),
    ({"dealt": 3, "calls": "1N-1C"}, "1C is not higher than 1N"),
    ({"dealt": 3, "calls": "P-P-P-P"}, "After these calls the auction is over."),
    ({"dealt": 3, "drill": DRILL, "calls": "1N"}, "A drill has hands and calls of its own."),
    ({"dealt": 3, "drill": "system=acol&convention=Stayman"}, "This is no drill of Small system"),
    ({"dealt": 3, "drill": "system=small&convention=Gerber"}, "Gerber is no convention of this system"),
    ({"deals": "1-40", "dealt": 30, "wanted": NOTRUMP}, "These are 70 boards, and a set has at most 64 boards."),
]


@pytest.mark.parametrize(("fields", "message"), BAD_DEALS)
def test_what_cannot_be_dealt(guest, fields, message):
    response = guest.post("/sets/new/", filled_in(**{"deals": "", **fields}))
    assert response.status_code == 400
    assert message in words(response)
    assert not BoardSet.objects.exists()


def test_a_drill_leads_to_a_set_of_its_hands(guest):
    page_of_drill = page(guest.get(f"/drill/?{DRILL}"))
    address = re.search(r'href="(/sets/new/\?drill=[^"]*)"', page_of_drill)[1]
    assert f'value="{DRILL}"' in page(guest.get(address))


def test_the_page_that_waits_is_for_the_second_link_alone(guest, stranger):
    made = make(guest)
    for secret in ("x", "0" * 22):
        assert stranger.get(f"/set/{made.token}/edit/{secret}/dealing/").status_code == 404
