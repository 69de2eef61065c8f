"""Boards at which the robots think: who does it, what is told of it, and how a student is judged there.

After 1♠ – 2♠ the simulating system has no plain entry for opener. Deal 426, South: `KJ5432.J.5.AKJT6`, and game is
clearly best.
"""

import pytest

from bidbase.bidding.bidder import Source
from bidbase.game.auction import PASS, Call
from bidbase_web.jobs.models import Run
from editor.models import SystemRow
from practice.boards.board import TableBoard
from practice.boards.models import THOUGHT, StudentBoard, Verdict
from practice.boards.robots import RollingOut, best_now, robot_table
from practice.boards.selectors import student_calls
from practice.boards.services import make_call
from tests.practice.finishing import call_patiently, finish, robots_gone_on
from tests.practice.looking import review, scene
from tests.practice.pages import settings, words
from tests.practice.sets import make, open_board, take_part
from tests.practice.test_feedback import said_of_the_last
from tests.practice.test_simulation import RAISED, index_after
from tests.working import do_all_work, patiently

GAME = Call.parse("4S")


def test_a_robot_departs_from_the_book_where_that_gains(guest, thinking):
    board = finish(thinking(seat="N"), "2S")
    index = index_after(board, RAISED)
    assert (board.auction.calls[index], board.row.sources[index]) == (GAME, THOUGHT)
    made = review(board, index).auction.calls[index]
    assert (made.thought, made.no_entry, made.simulated) == (True, False, False)
    selected = review(board, index).selected
    assert selected.was is None
    assert (selected.explanation.weighed.book, selected.explanation.departs) == (PASS, True)


def test_the_review_shows_what_was_weighed(guest, thinking):
    board = finish(thinking(seat="N"), "2S")
    page = words(guest.get(f"/board/{board.row.token}/call/{index_after(board, RAISED)}/"))
    weighed = RollingOut.read(Run.objects.filter(kind=RollingOut.kind).earliest("pk").result)
    assert f"{weighed.deals} deals that fit the auction were drawn with this hand" in page
    assert "Each call was bid on to the end by the book" in page
    for line in weighed.calls:
        assert line.score_words in page
        assert f"{line.leading[0].deals}" in page
    assert weighed.of(GAME).gain_words in page
    assert "Robots think" in page


def test_by_the_book_nobody_thinks(thinking):
    board = finish(thinking(seat="N", robots_think=False), "2S")
    assert THOUGHT not in board.row.sources
    assert not Run.objects.filter(kind=RollingOut.kind).exists()


def test_a_page_does_not_wait_for_a_robot_that_thinks(guest, thinking):
    """The robot's turn comes: the student's call is saved, and a worker does the rest."""
    board = thinking(seat="N")
    board = make_call(board=board, call=Call.parse("2S"), at=len(board.auction.calls))
    assert board.auction.prior_bids == RAISED
    board = robots_gone_on(board)
    assert board.auction.calls[index_after(board, RAISED)] is GAME


def test_the_table_says_that_a_robot_departed(thinking):
    board = call_patiently(thinking(seat="N"), Call.parse("2S"))
    if not board.finished:
        assert scene(board).auction.calls[index_after(board, RAISED)].thought
    assert board.row.sources[index_after(board, RAISED)] == THOUGHT


# the student's call after 1♠ – 2♠, the verdict and what is said, why
JUDGED = [
    ("4S", Verdict.AGREES, "Right.", "it is the best one"),
    ("P", Verdict.ALTERNATIVE, "The book's call. Over deals that fit the auction, 4♠ scores better.", "the book's"),
    ("5S", Verdict.DIFFERS, "Better: 4♠.", "nobody makes it"),
]


@pytest.mark.parametrize(("call", "verdict", "headline", "why"), JUDGED)
def test_a_student_is_judged_by_what_was_weighed(thinking, call, verdict, headline, why):
    said = said_of_the_last(thinking(), "1S", call)
    assert said.verdict == verdict, why
    assert said.headline.startswith(headline)


def test_hints_come_from_it_too(thinking):
    board = call_patiently(thinking(), Call.parse("1S"))
    best = patiently(lambda: best_now(board, robot_table(board), student_calls(board)))
    assert best.call is GAME


@pytest.mark.parametrize("think", [True, False])
def test_after_a_deviation_roll_outs_know_a_call_where_the_book_has_none(thinking, think):
    """South opens a weak two with 14 points, and North raises to game: the book says nothing true of South's hand."""
    board = call_patiently(thinking(robots_think=think), Call.parse("2S"))
    best = patiently(lambda: best_now(board, robot_table(board), student_calls(board)))
    assert (best is not None) is think
    if best:
        assert (best.source, best.call, best.weighed is None) == (Source.BEYOND, PASS, False)


def test_the_settings_ask_for_it_and_links_carry_it(guest):
    guest.post("/settings/", settings(deal_number=1, robots="think"))
    page = guest.get("/deal/1/")
    board = TableBoard.of(StudentBoard.objects.get())
    assert page.status_code == 200
    assert board.row.robots_think
    assert "robots=think" in guest.get("/settings/?deal=1").content.decode()
    guest.post("/settings/", settings(deal_number=2))
    guest.get("/deal/2/")
    assert not StudentBoard.objects.get(deal_number=2).robots_think
    do_all_work()


# whether the visitor's own robots think, a link, whether they think at its board, why
LINKS = [
    (False, "robots=think", True, "the link says so"),
    (True, "robots=book", False, "the link says so"),
    (False, "seat=S", False, "the link says nothing"),
    (True, "seat=S", True, "the link says nothing"),
    (True, "system=small&their=small&seat=S", False, "a link with all settings says so where robots think"),
]


@pytest.mark.parametrize(("own", "link", "think", "why"), LINKS)
def test_a_link_says_whether_robots_think(guest, own, link, think, why):
    guest.post("/settings/", settings(deal_number=2, robots="think" if own else "book"))
    guest.get(f"/deal/1/?{link}")
    assert StudentBoard.objects.get(deal_number=1).robots_think is think, why


# --- Sets -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("robots", "think"), [("think", True), ("book", False), ("", False)])
def test_who_makes_a_set_chooses_for_its_boards(guest, stranger, robots, think):
    made = make(guest, robots=robots)
    take_part(stranger, made)
    stranger.post("/settings/", settings(deal_number=2, robots="book" if think else "think"))
    board = open_board(stranger, made)
    assert (made.robots_think, board.robots_think) == (think, think), "the settings of who takes part do not count"
    assert ("robots think" in words(stranger.get(f"/set/{made.token}/"))) is think


def test_a_set_refuses_other_robots(guest):
    system = SystemRow.objects.get().pk
    page = guest.post(
        "/sets/new/",
        {
            "title": "Club night",
            "deals": "1",
            "our_system": system,
            "their_system": system,
            "scoring": "IMP",
            "opponents": "bid",
            "seat": "S",
            "robots": "dream",
        },
    )
    assert page.status_code == 400
    assert "Select a valid choice. dream is not one of the available choices." in words(page)


def test_the_form_of_a_set_begins_with_the_own_robots(guest):
    guest.post("/settings/", settings(deal_number=2, robots="think"))
    page = guest.get("/sets/new/").content.decode()
    assert 'value="think" id="id_robots_1" checked' in page.replace(" required", "")


# --- Ask --------------------------------------------------------------------------------------------------------------

QUESTION = {"hand": "KJ5432.J.5.AKJT6", "auction": RAISED, "system": "simulating"}


def test_ask_weighs_the_calls_where_it_is_asked_to(guest, thinking):
    thinking()
    page = guest.get("/ask/", QUESTION | {"robots": "think"})
    assert "North bids 4♠" in words(page)
    assert "Each call was bid on to the end by the book" in words(page)
    assert "No entry of the book fits this hand" in words(page)
    weighed = RollingOut.read(Run.objects.get(kind=RollingOut.kind).result)
    for line in weighed.calls:
        assert line.score_words in words(page)
    assert "Also accepted" not in words(page)
    assert "robots=think" in page.context["answer"].query, "the link to share asks the same"


def test_by_the_book_ask_offers_it(guest, thinking):
    thinking()
    page = guest.get("/ask/", QUESTION)
    assert not Run.objects.filter(kind=RollingOut.kind).exists()
    query = page.context["answer"].thinking_query
    assert "North bids 4♠" in words(guest.get(f"/ask/?{query}"))


def test_ask_says_where_a_robot_that_thinks_bids_by_the_book(guest, thinking):
    thinking()
    opening = {"hand": "AQ2.K32.KJ32.K32", "system": "simulating"}
    page = guest.get("/ask/", opening | {"robots": "think"})
    assert "A robot that thinks bids by the book here." in words(page)
    assert guest.get("/ask/", opening).context["answer"].thinking_query == ""
    assert not Run.objects.filter(kind=RollingOut.kind).exists()


def test_ask_refuses_other_robots(guest):
    page = guest.get("/ask/", {"hand": "AQ2.K32.KJ32.K32", "robots": "dream"})
    assert page.status_code == 400
    assert "The answer can be by the book or think, not dream." in words(page)
