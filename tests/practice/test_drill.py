"""Drills: which deals they have, where the student is to call, and what the pages keep and say.

On deal 1 the small system bids P-P-1N-P-2D-P-2H-P-P-P, North the dealer: 2D is a Jacoby transfer by North.
"""

import re
from html import unescape

import pytest
from django.test import Client

from bidbase.bidding.bidder import Bidder
from bidbase.game.cards import SEATS
from bidbase.language.bids import parse_convention
from bidbase.systems import load_system
from bidbase.systems.model import Convention
from editor.selectors import bidder_for
from practice.boards.models import Verdict
from practice.drill import search
from practice.drill.definition import ANSWER, EITHER, MAKE, Drill
from practice.drill.search import choices, next_question, question_of_deal
from practice.models import StudentBoard
from tests.engine.making import make_bidder
from tests.practice.test_table import assert_hidden, words

TRANSFER = "system=small&convention=Jacoby+transfer&role="
ANSWERS, MAKES = TRANSFER + ANSWER, TRANSFER + MAKE


def transfers(role: str) -> Drill:
    return Drill("small", ("Jacoby transfer",), role)


# (role, deal, seat and given calls, why)
QUESTIONS = [
    (MAKE, 1, ("N", "P-P-1N-P"), "North makes the transfer"),
    (ANSWER, 1, ("S", "P-P-1N-P-2D-P"), "South answers it"),
    (EITHER, 1, ("N", "P-P-1N-P"), "an odd deal: the call itself"),
    (ANSWER, 2, None, "no transfer comes up"),
]


@pytest.mark.parametrize(("role", "number", "expected", "why"), QUESTIONS)
def test_where_the_student_is_to_call(small, role, number, expected, why):
    question = question_of_deal(bidder_for(small), transfers(role), number)
    found = question and (question.seat.letter, str(question.auction))
    assert found == expected, why


def test_an_even_deal_prefers_the_answer(small):
    bidder = bidder_for(small)
    number = next(n for n in range(2, 2000, 2) if question_of_deal(bidder, transfers(MAKE), n))
    either = question_of_deal(bidder, transfers(EITHER), number)
    assert either == question_of_deal(bidder, transfers(ANSWER), number)


def test_the_same_deals_come_in_the_same_order(small):
    bidder, numbers = bidder_for(small), [0]
    for _ in range(4):
        numbers.append(next_question(bidder, transfers(ANSWER), numbers[-1]).deal_number)
    assert numbers[1] == 1
    skipped = set(range(1, numbers[-1])) - set(numbers)
    assert not any(question_of_deal(bidder, transfers(ANSWER), number) for number in skipped)


def test_no_question_is_found_where_there_is_none(small):
    assert next_question(bidder_for(small), Drill("small", ("Gerber",), EITHER), 0) is None


@pytest.mark.parametrize(("code", "found"), [("", True), ("W", True), ("T", False), ("0", False)])
def test_a_convention_of_one_side_is_drilled_from_that_side(code, found):
    """With W only the student's side uses it; with T only the other side, so that there is nothing to practice."""
    conventions = {"Heavy pass": Convention(parse_convention("Heavy pass"), code)}
    bidder = make_bidder({"bid": "P", "convention": "Heavy pass", "hcp": "0+"}, conventions=conventions)
    question = question_of_deal(bidder, Drill("test", ("Heavy pass",), MAKE), 1)
    assert (question is not None) is found


def test_conventions_that_ask_for_aces_come_first_and_those_switched_off_are_left_out():
    found = choices(load_system("sayc"))
    names = [choice.name for choice in found]
    aces = [choice.name for choice in found if choice.ace_asking]
    assert names[: len(aces)] == aces
    assert {"Blackwood", "Gerber"} <= set(aces)
    assert {"Stayman", "Jacoby 2NT: Opener's answer", "Takeout double"} <= set(names) - set(aces)
    assert not [name for name in names if "Key Card" in name]
    assert "Pass in doubt" not in names, "it only passes"


@pytest.mark.parametrize("role", [MAKE, ANSWER])
@pytest.mark.parametrize(
    "convention", ["Blackwood", "Gerber", "Stayman", "Jacoby transfers", "Takeout double", "Weak two"]
)
def test_the_yellow_card_has_deals_for_it(yellow_card, convention, role):
    question = next_question(yellow_card, Drill("sayc", (convention,), role), 0)
    assert question is not None
    assert len(question.auction.calls) == len(question.sources)


@pytest.fixture(scope="module")
def yellow_card() -> Bidder:
    return Bidder(load_system("sayc"))


# --- Pages ---


def start(client: Client, query: str = ANSWERS, number: int = 1) -> StudentBoard:
    assert client.get(f"/drill/deal/{number}/?{query}").status_code == 200
    return StudentBoard.objects.get(
        owner_key=client.session["owner_key"], deal_number=number, drill=query, finished_at=None
    )


def call(client: Client, board: StudentBoard, text: str):
    board.refresh_from_db()
    return client.post(f"/board/{board.token}/call/", {"call": text, "at": len(board.auction.calls)})


def score(client: Client, query: str = ANSWERS) -> str:
    page = unescape(client.get(f"/drill/?{query}").content.decode())
    return re.search(r'id="drill-score">([^<]*)<', page)[1]


def test_the_page_offers_the_conventions_of_the_system(guest):
    said = words(guest.get("/drill/"))
    assert "Other conventions Strong 2C Stayman Jacoby transfer" in said
    assert re.search("I make the call ?I answer partner ?Either", said)


def test_the_first_deal_begins_where_partner_has_made_the_call(guest):
    response = guest.get(f"/drill/next/?{ANSWERS}")
    assert response.url == f"/drill/deal/1/?{ANSWERS}"
    said = words(guest.get(response.url))
    assert "Drill: Jacoby transfer, you answer. Your first deal" in said
    assert "You are South" in said
    board = StudentBoard.objects.get()
    assert (board.calls, board.given, board.seat, board.drill) == ("P-P-1N-P-2D-P", 6, "S", ANSWERS)
    assert board.sources == ["opening/900000", "opening/900000", "opening/132000", "", "1N-P/200000", ""]
    assert not board.student_calls.exists()


def test_a_call_is_judged_and_the_auction_goes_on_to_its_end(guest):
    board = start(guest, MAKES)
    assert call(guest, board, "2D").status_code == 302
    board.refresh_from_db()
    assert board.calls == "P-P-1N-P-2D-P-2H-P"
    assert board.first_verdict == Verdict.AGREES
    said = words(guest.get(f"/drill/deal/1/?{MAKES}"))
    assert "1 of 1 right" in said
    assert "2♦: Right." in said
    assert call(guest, board, "P").url == f"/board/{board.token}/"
    response = guest.get(f"/drill/deal/1/?{MAKES}", follow=True)
    assert response.redirect_chain[-1][0] == f"/board/{board.token}/"
    assert "Drill: Jacoby transfer, you make the call. 1 of 1 right" in words(response)
    assert f'href="/drill/next/?{MAKES}"' in unescape(response.content.decode())


def test_a_wrong_call_is_told_and_undoing_it_does_not_mend_the_score(guest):
    board = start(guest, MAKES)
    call(guest, board, "2C")
    said = words(guest.get(f"/drill/deal/1/?{MAKES}"))
    assert "Better: 2♦." in said
    assert score(guest, MAKES) == "0 of 1 right so far in this browser."
    board.refresh_from_db()
    guest.post(f"/board/{board.token}/undo/", {"at": len(board.auction.calls)})
    call(guest, board, "2D")
    board.refresh_from_db()
    assert board.student_calls.get(index=4).verdict == Verdict.AGREES
    assert board.first_verdict == Verdict.DIFFERS
    assert score(guest, MAKES) == "0 of 1 right so far in this browser."


def test_the_calls_that_were_given_cannot_be_taken_back(guest):
    board = start(guest)
    response = guest.post(f"/board/{board.token}/undo/", {"at": 6})
    assert response.status_code == 409
    board.refresh_from_db()
    assert board.calls == "P-P-1N-P-2D-P"


def test_again_begins_where_the_drill_begins_and_only_the_first_attempt_counts(guest):
    board = start(guest, MAKES)
    call(guest, board, "2C")
    assert (
        guest.post(f"/board/{board.token}/again/", {"at": len(StudentBoard.objects.get(pk=board.pk).auction.calls)}).url
        == f"/drill/deal/1/?{MAKES}"
    )
    board.refresh_from_db()
    assert (board.calls, board.student_calls.count()) == ("P-P-1N-P", 0)
    for text in ("2D", "P"):
        call(guest, board, text)
    board.refresh_from_db()
    assert board.finished
    guest.post(f"/board/{board.token}/again/", {"at": len(board.auction.calls)})
    second = StudentBoard.objects.get(attempt=2)
    assert (second.calls, second.given, second.drill, second.seat) == ("P-P-1N-P", 4, MAKES, "N")
    call(guest, second, "2D")
    assert score(guest, MAKES) == "0 of 1 right so far in this browser."


def test_next_goes_on_after_the_last_deal_of_this_drill(guest):
    start(guest)
    address = guest.get(f"/drill/next/?{ANSWERS}").url
    number = int(re.match(r"/drill/deal/(\d+)/", address)[1])
    assert number > 1
    assert guest.get(f"/drill/next/?{MAKES}").url.startswith("/drill/deal/1/")


def test_the_drill_page_leads_back_to_the_open_deal(guest):
    start(guest)
    page = unescape(guest.get(f"/drill/?{ANSWERS}").content.decode())
    assert f'href="/drill/deal/1/?{ANSWERS}">Go on with deal 1<' in page
    assert f"http://testserver/drill/?{ANSWERS}" in page


def test_home_leads_back_to_the_drill_even_when_the_system_has_changed(guest, small):
    start(guest)
    small.entries.filter(convention="Jacoby transfer").delete()
    small.revision += 1
    small.save()
    board = StudentBoard.objects.get()
    assert f'href="/board/{board.token}/"' in guest.get("/").content.decode()
    response = guest.get(f"/board/{board.token}/", follow=True)
    assert (response.status_code, response.redirect_chain[0][0]) == (200, f"/drill/deal/1/?{ANSWERS}")


def test_a_drill_and_the_table_keep_their_own_boards_of_a_deal(guest):
    board = start(guest, MAKES)
    guest.get("/deal/1/")
    other = StudentBoard.objects.get(drill="")
    assert (other.seat, other.calls) == ("S", "P-P")
    call(guest, other, "1N")
    call(guest, board, "2D")
    other.refresh_from_db()
    assert other.calls == "P-P-1N-P-2D-P"
    assert score(guest, MAKES) == "1 of 1 right so far in this browser."


def test_everybody_has_his_own_board_of_a_shared_drill(guest, stranger):
    board = start(guest)
    theirs = start(stranger)
    assert board.token != theirs.token
    assert call(stranger, board, "2H").status_code == 404
    call(guest, board, "2H")
    assert score(stranger) == "You have not begun it in this browser."
    page = unescape(stranger.get(f"/board/{board.token}/").content.decode())
    assert f'href="/drill/deal/1/?{ANSWERS}">Bid this deal yourself<' in page
    assert "of 1 right" not in page


def test_hidden_hands_are_nowhere_on_the_page(guest):
    board = start(guest, MAKES)
    html = unescape(guest.get(f"/drill/deal/1/?{MAKES}").content.decode())
    for seat in SEATS:
        if seat is not board.student:
            assert_hidden(board.deal[seat], html)


# (address, status, words, why)
REFUSED = [
    ("/drill/next/", 400, "Choose at least one convention.", "nothing chosen"),
    ("/drill/?convention=Gerber", 400, "Gerber is no convention of this system that can be practiced.", "not in small"),
    ("/drill/next/?convention=%00", 400, "is no convention of this system", "a character that no name has"),
    ("/drill/?convention=Stayman&role=dummy", 400, "dummy is not one of the available choices", "no such part"),
    ("/drill/?system=acol&convention=Stayman", 404, "There is no such system.", "no such system"),
    ("/drill/deal/2/?" + ANSWERS, 404, "Jacoby transfer does not come up in deal 2.", "another deal"),
    ("/drill/deal/0/?" + ANSWERS, 404, "There is no deal 0", "no such deal"),
    ("/drill/deal/1/", 400, "Choose at least one convention.", "an address cut short"),
    ("/drill/next/?after=x&" + ANSWERS, 400, "after: a deal number is 0 to 999999999.", "not a number"),
    ("/drill/?" + "&".join(["convention=Stayman"] * 40), 400, "too many conventions", "longer than a row holds"),
]


@pytest.mark.parametrize(("address", "status", "said", "why"), REFUSED)
def test_addresses_that_name_no_drill(guest, address, status, said, why):
    response = guest.get(address)
    assert response.status_code == status, why
    assert said in words(response)
    assert not StudentBoard.objects.exists()


def test_when_no_deal_has_it_the_page_says_so_and_offers_to_look_further(guest, monkeypatch):
    monkeypatch.setattr(search, "MOST_DEALS", 3)
    said = guest.get(f"/drill/next/?{ANSWERS}&after=1")
    assert said.status_code == 200
    assert "Four robots have bid the deals 2 to 4, and it did not come up for you." in words(said)
    assert f'href="/drill/next/?{ANSWERS}&after=4"' in unescape(said.content.decode())


def test_the_last_deal_of_all_is_the_end_of_the_search(guest):
    said = words(guest.get(f"/drill/next/?{ANSWERS}&after=999999998"))
    assert "the deals 999999999 to 999999999" in said


def test_without_a_system_there_is_nothing_to_practice(client, db):
    assert client.get("/drill/").status_code == 503


def test_the_conventions_page_leads_to_the_drill(guest, small):
    page = unescape(guest.get("/system/small/conventions/").content.decode())
    assert 'href="/drill/?system=small&convention=Jacoby%20transfer"' in page
    small.conventions.filter(name="Stayman").update(use="0")
    page = unescape(guest.get("/system/small/conventions/").content.decode())
    assert "/drill/?system=small&convention=Stayman" not in page
