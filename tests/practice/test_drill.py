"""Drills: what the pages show and keep.

Questions are dealt by the engine, so the tests ask what each is.
"""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from bidbase.game.cards import SEATS, Deal, Seat, Vulnerability
from bidbase.systems import load_system
from bidbase_web.jobs.models import Run
from practice.boards.board import TableBoard
from practice.boards.models import Verdict
from practice.drill import services
from practice.drill.choices import choices
from practice.drill.drill import ANSWER, EITHER, MAKE, strand_of
from practice.drill.services import deal_question, make_all_pools
from practice.models import DoubleDummy, DrillPool, DrillQuestion, StudentBoard
from tests.practice.drills import (
    ANSWERS,
    EITHERS,
    MAKES,
    assert_honest,
    call,
    pool_of,
    right,
    score,
    start,
    wrong,
)
from tests.practice.pages import assert_hidden, words
from tests.working import do_all_work


@pytest.mark.parametrize("strands", [1, 2, 5])
def test_the_strands_of_a_drill_have_their_turn(strands):
    places = [strand_of(strands, number, "seed") for number in range(1, 1 + 4 * strands)]
    assert len(set(places)) == len(places), "no question comes twice"
    assert {within for _, within in places} == {1, 2, 3, 4}
    assert places == [strand_of(strands, number, "seed") for number in range(1, 1 + 4 * strands)]


def test_conventions_stand_under_the_places_where_they_come_up():
    found = {choice.name: choice.heading for choice in choices(load_system("2over1"))}
    assert found["Weak two"] == "Opening bids"
    assert found["Stayman"] == found["Smolen"] == "After our notrump"
    assert found["Jacoby 2NT: Opener's answer"] == found["Splinter"] == "After our suit opening"
    assert found["Negative double"] == "When they come in"
    assert found["Michaels"] == found["Lightner double"] == "When they open"
    assert found["Gerber: Interference"] == found["Blackwood: Roman Key Card: Queen"] == "Slam bidding"
    assert "Pass in doubt" not in found, "it only passes"
    assert "Minor-suit sign-off" not in found, "it is switched off"


def test_the_page_offers_the_conventions_of_the_system(guest):
    said = words(guest.get("/drill/"))
    assert re.search("Opening bids 1 Strong 2C After our notrump 2 Stayman Jacoby transfer", said)
    assert re.search("I make the call ?I answer partner ?Either", said)
    for query in ("", "?convention=Stayman"):
        assert guest.get(f"/drill/{query}").context["form"]["role"].value() == EITHER, "where no part is named"


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("q=jac", ["Jacoby transfer"]),
        ("q=TRANSFER+jacoby", ["Jacoby transfer"]),
        ("q=stay&convention=Strong+2C", ["Strong 2C", "Stayman"]),
        ("q=gerber", []),
        ("q=", ["Strong 2C", "Stayman", "Jacoby transfer"]),
    ],
)
def test_conventions_are_found_by_words_and_those_chosen_stay(guest, query, names):
    response = guest.get(f"/drill/?{query}")
    assert response.status_code == 200
    page = unescape(response.content.decode())
    assert re.findall(r'name="convention" value="([^"]*)"', page) == names
    assert ('value="Strong 2C" checked' in page) is ("Strong" in query)
    assert ("No convention of this system has “gerber” in its name." in page) is (query == "q=gerber")


def test_the_first_question_begins_where_partner_has_made_the_call(guest):
    response = guest.get(f"/drill/next/?{ANSWERS}")
    assert response.url == f"/drill/question/1/?{ANSWERS}"
    said = words(guest.get(response.url))
    assert "You are South" in said
    assert "Your first hand" in said
    board = StudentBoard.objects.get()
    assert (board.deal_number, board.seat, board.drill) == (1, "S", ANSWERS)
    assert board.calls.removeprefix("P-").removeprefix("P-").removeprefix("P-").startswith("1N-P-2")
    assert board.given == len(TableBoard.of(board).auction.calls) == len(board.sources)
    assert str(TableBoard.of(board).deal) == board.cards
    assert not board.student_calls.exists()


def test_a_question_that_was_dealt_ahead_needs_no_worker(small):
    pool = pool_of(small, chair=MAKE)
    deal_question(pool=pool, number=1)
    impatient: Any = Client()
    response = impatient.get(f"/drill/next/?{MAKES}")
    assert response.url == f"/drill/question/1/?{MAKES}"
    assert impatient.get(response.url).status_code == 200
    asked = Run.objects.get(kind=services.DealQuestions.kind)
    assert asked.arguments == {"pool": pool.pk, "numbers": [2, 3]}, "meanwhile the next ones are dealt"
    do_all_work()
    assert pool.questions.count() == 3


def test_while_the_page_of_a_drill_is_read_its_first_questions_are_dealt(small):
    impatient: Any = Client()
    section = "system=small&section=1N-P&role=make"
    impatient.get(f"/drill/?{section}")
    do_all_work()
    assert impatient.get(f"/drill/next/?{section}").url == f"/drill/question/1/?{section}"


def test_without_questions_the_page_waits_for_a_worker(small):
    impatient = Client()
    response = impatient.get(f"/drill/next/?{MAKES}")
    assert (response.status_code, response["Refresh"]) == (202, f"1; url=/drill/next/?{MAKES}")
    do_all_work()
    assert impatient.get(f"/drill/next/?{MAKES}").status_code == 302


def test_a_page_that_waits_looks_again_soon_at_first(small):
    impatient = Client()
    assert 'data-look-again="150"' in impatient.get(f"/drill/next/?{MAKES}").content.decode()
    Run.objects.update(asked_at=timezone.now() - timedelta(seconds=2))
    assert 'data-look-again="1000"' in impatient.get(f"/drill/next/?{MAKES}").content.decode()


def test_the_table_does_not_name_what_is_drilled_before_the_call(guest):
    board = start(guest, MAKES)
    page = guest.get(f"/drill/question/1/?{MAKES}").content.decode()
    headings = re.findall(r"<title>.*?</title>|<h1.*?</h1>|<p class=\"drill-line\">.*?</p>", page, re.DOTALL)
    assert len(headings) == 3
    assert not [heading for heading in headings if "Jacoby" in re.sub("<[^>]*>", "", heading)]
    call(guest, board, wrong(board))
    assert "Drill: Jacoby transfer, you make the call" in words(guest.get(f"/drill/question/1/?{MAKES}", follow=True))


def test_a_right_call_is_judged_and_the_auction_goes_on(guest):
    board = start(guest, MAKES)
    assert call(guest, board, right(board)).status_code == 302
    board.refresh_from_db()
    assert board.first_verdict == Verdict.AGREES
    assert score(guest, MAKES) == "1 of 1 right so far in this browser."
    while not board.finished:
        call(guest, board, "P")
        board.refresh_from_db()
    response = guest.get(f"/drill/question/1/?{MAKES}", follow=True)
    assert response.redirect_chain[-1][0] == f"/board/{board.token}/"
    assert "Drill: Jacoby transfer, you make the call. 1 of 1 right" in words(response)
    assert f'href="/drill/next/?{MAKES}"' in unescape(response.content.decode())


def test_a_finished_board_with_its_own_cards_is_analyzed(guest):
    board = start(guest, MAKES)
    while not board.finished:
        call(guest, board, "P")
        board.refresh_from_db()
    guest.get(f"/board/{board.token}/")
    do_all_work()
    row = DoubleDummy.objects.get()
    assert (row.cards, row.dealer, row.vulnerability) == (board.cards, board.cards_dealer, board.cards_vulnerability)


def test_a_wrong_call_counts_even_when_it_is_taken_back(guest):
    board = start(guest, MAKES)
    call(guest, board, wrong(board))
    assert score(guest, MAKES) == "0 of 1 right so far in this browser."
    board.refresh_from_db()
    if not board.finished:
        guest.post(f"/board/{board.token}/undo/", {"at": len(TableBoard.of(board).auction.calls)})
        call(guest, board, right(board))
    board.refresh_from_db()
    assert board.first_verdict == Verdict.DIFFERS
    assert score(guest, MAKES) == "0 of 1 right so far in this browser."


def test_the_calls_that_were_given_cannot_be_taken_back(guest):
    board = start(guest)
    response = guest.post(f"/board/{board.token}/undo/", {"at": board.given})
    assert response.status_code == 409
    assert StudentBoard.objects.get().calls == board.calls


def test_again_begins_where_the_question_begins_and_only_the_first_attempt_counts(guest):
    board = start(guest, MAKES)
    given = board.calls
    call(guest, board, wrong(board))
    board.refresh_from_db()
    while not board.finished:
        call(guest, board, "P")
        board.refresh_from_db()
    guest.post(f"/board/{board.token}/again/", {"at": len(TableBoard.of(board).auction.calls)})
    second = StudentBoard.objects.get(attempt=2)
    assert (second.calls, second.cards, second.drill, second.seat) == (given, board.cards, MAKES, "S")
    first, again = (TableBoard.of(row).auction for row in (board, second))
    assert (again.dealer, again.vulnerability) == (first.dealer, first.vulnerability)
    call(guest, second, right(second))
    assert score(guest, MAKES) == "0 of 1 right so far in this browser."


@pytest.mark.parametrize("seat", [seat.letter for seat in SEATS])
def test_the_student_sits_where_his_settings_say(guest, seat):
    session = guest.session
    session["preferences"] = {"our_system": "small", "their_system": "small", "seat": seat}
    session.save()
    board = start(guest, MAKES)
    question = DrillQuestion.objects.first()
    turns = Seat.parse(seat) - Seat.SOUTH
    begun = TableBoard.of(board)
    assert begun.student is Seat.parse(seat) is begun.auction.turn
    assert begun.own_hand == Deal.parse(question.cards)[Seat.SOUTH]
    assert begun.auction.dealer is Seat.parse(question.dealer).plus(turns)
    asked = Vulnerability.parse(question.vulnerability)
    assert begun.auction.vulnerability.of(begun.student_side) is asked.of(Seat.SOUTH.side)
    call(guest, board, question.expected)
    board.refresh_from_db()
    assert board.first_verdict == Verdict.AGREES


def test_next_goes_on_after_the_last_question_of_this_drill(guest):
    start(guest)
    assert guest.get(f"/drill/next/?{ANSWERS}").url == f"/drill/question/2/?{ANSWERS}"
    assert guest.get(f"/drill/next/?{MAKES}").url == f"/drill/question/1/?{MAKES}"


def test_either_part_has_its_turn(guest):
    boards = [start(guest, EITHERS, number) for number in (1, 2)]
    pools = {DrillQuestion.objects.get(cards=board.cards).pool.chair for board in boards}
    assert pools == {MAKE, ANSWER}


def test_a_part_that_never_comes_up_is_left_out(guest, small):
    DrillPool.objects.create(
        system=small, revision=small.revision, subject="convention Jacoby transfer", chair=ANSWER, dry=True
    )
    chairs = {DrillQuestion.objects.get(cards=start(guest, EITHERS, number).cards).pool.chair for number in (1, 2, 3)}
    assert chairs == {MAKE}


@pytest.mark.parametrize(
    "query",
    [
        "system=small&section=1N-P&role=make",
        "system=small&entry=1N-P%2F210000&role=make",
        "system=small&auction=1N-P-2C-P&role=make",
        "system=small&auction=&role=make",
        "system=small&section=1N-P&role=answer",
    ],
)
def test_a_section_an_entry_and_an_auction_are_drilled(guest, small, query):
    response = guest.get(f"/drill/next/?{query}")
    assert response.url == f"/drill/question/1/?{query}"
    assert guest.get(response.url).status_code == 200
    assert StudentBoard.objects.get().drill == query
    for question in DrillQuestion.objects.all():
        assert_honest(question, small)


def test_the_drill_page_leads_back_to_the_open_question(guest):
    start(guest)
    page = unescape(guest.get(f"/drill/?{ANSWERS}").content.decode())
    assert f'href="/drill/question/1/?{ANSWERS}">Go on with hand 1<' in page
    assert f"http://testserver/drill/?{ANSWERS}" in page


def test_a_board_that_was_begun_is_there_even_when_the_system_has_changed(guest, small):
    board = start(guest)
    small.entries.filter(convention="Jacoby transfer").delete()
    small.revision += 1
    small.save()
    make_all_pools()
    response = guest.get(f"/drill/question/1/?{ANSWERS}")
    assert response.status_code == 200
    assert StudentBoard.objects.get().cards == board.cards


def test_a_numbered_deal_of_a_drill_that_was_begun_is_still_there(guest, begin):
    """Drills had numbered deals once: boards of that time stay, and nothing new begins under their addresses."""
    board = begin(1, owner=guest.get("/deal/9/") and guest.session["owner_key"])
    StudentBoard.objects.filter(pk=board.row.pk).update(drill=MAKES)
    assert guest.get(f"/drill/deal/1/?{MAKES}").status_code == 200
    question = start(guest, MAKES)
    assert question.pk != board.row.pk, "question 1 is another board"
    assert guest.get(f"/drill/deal/2/?{MAKES}").url == f"/drill/?{MAKES}"
    assert guest.get(f"/drill/next/?{MAKES}").url == f"/drill/question/2/?{MAKES}"


def test_a_drill_and_the_table_keep_their_own_boards_of_a_number(guest):
    board = start(guest, MAKES)
    guest.get("/deal/1/")
    other = StudentBoard.objects.get(drill="")
    assert (other.seat, other.calls, other.cards) == ("S", "P-P", "")
    call(guest, other, "1N")
    call(guest, board, right(board))
    other.refresh_from_db()
    assert other.calls == "P-P-1N-P-2D-P"
    assert score(guest, MAKES) == "1 of 1 right so far in this browser."


def test_everybody_has_his_own_board_of_a_shared_drill(guest, stranger):
    board = start(guest)
    theirs = start(stranger)
    assert board.token != theirs.token
    assert board.cards == theirs.cards
    assert call(stranger, board, "P").status_code == 404
    while not board.finished:
        call(guest, board, "P" if "2" in board.calls.split("-")[-1] else right(board))
        board.refresh_from_db()
    assert score(stranger) == "You have not begun it in this browser."
    page = unescape(stranger.get(f"/board/{board.token}/").content.decode())
    assert f'href="/drill/question/1/?{ANSWERS}">Bid this deal yourself<' in page
    assert "of 1 right" not in page


def test_hidden_hands_are_nowhere_on_the_page(guest):
    board = start(guest, MAKES)
    html = unescape(guest.get(f"/drill/question/1/?{MAKES}").content.decode())
    for seat in SEATS:
        if seat is not TableBoard.of(board).student:
            assert_hidden(TableBoard.of(board).deal[seat], html)


def test_pages_of_a_system_lead_to_drills(guest, small):
    page = unescape(guest.get("/system/small/conventions/").content.decode())
    assert 'href="/drill/?system=small&convention=Jacoby%20transfer"' in page
    small.conventions.filter(name="Stayman").update(use="0")
    page = unescape(guest.get("/system/small/conventions/").content.decode())
    assert "/drill/?system=small&convention=Stayman" not in page
    for address in ("/system/small/?auction=1N-P", "/system/small/", "/system/small/entry/1N-P/200000/"):
        page = unescape(guest.get(address).content.decode())
        (link,) = re.findall(r'href="(/drill/\?system=[^"]*)">Practice this<', page)
        assert guest.get(link).status_code == 200, address
