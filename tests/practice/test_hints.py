"""Hints: three steps, kept with the board, marked on the call, and made from the own hand alone."""

import pytest

from bidbase.bidding.hints import hints, what_to_count
from bidbase.bidding.judging import best_call
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand
from practice.boards.preferences import board_preferences
from practice.boards.services import Refused, begin_again, make_call, take_hint, undo
from practice.models import StudentBoard
from tests.engine.making import shipped_bidder
from tests.practice.finishing import finish
from tests.practice.looking import review
from tests.practice.test_table import words

STEPS = [
    (
        "",
        "AQ2.K32.KJ32.K32",
        "Count your high-card points, and see whether your hand is balanced or has a long suit.",
        "A bid in notrump.",
        "1NT shows 15 to 17 HCP.",
    ),
    (
        "1N-P",
        "32.QJ432.K32.432",
        "Count your points, and look at your longest suits. Partner has shown 15 to 17 HCP.",
        "An artificial bid.",
        "2♦: Transfer to hearts.",
    ),
    (
        "1H-P",
        "KQ32.Q32.432.432",
        "Count your points and your cards in hearts, partner's suit. Partner has shown 10 to 21 HCP and five or more "
        "hearts.",
        "A raise of partner's hearts.",
        "2♥ shows 6 to 10 total points and three or more hearts.",
    ),
    (
        "1S-P-4N-P",
        "AQ432.K32.A2.K32",
        "Count your aces. Partner has shown 9 or more HCP. Partner's 4NT is forcing.",
        "An artificial bid.",
        "5♥: Two aces.",
    ),
    (
        "1C",
        "K432.KQ32.AQ32.2",
        "Count your points, and look at your longest suits.",
        "A double.",
        "Double: Takeout, opening strength with support for the other suits, or a very strong hand.",
    ),
]


@pytest.fixture(scope="module")
def table() -> Table:
    bidder = shipped_bidder("sayc")
    return Table(bidder, bidder)


@pytest.mark.parametrize(("auction", "hand", "count", "kind", "call"), STEPS)
def test_hints_come_in_three_steps(table, auction, hand, count, kind, call):
    before = Auction.parse(auction)
    found = hints(table, before, best_call(table, before, Hand.parse(hand)))
    assert found == (count, kind, call)


def test_what_to_count_does_not_depend_on_the_hand(table):
    """Two hands with other calls: the first step is the same."""
    auction = Auction.parse("1H-P")
    held = [Hand.parse(text) for text in ("KQ32.Q32.432.432", "432.32.A8632.K32")]
    said = {hints(table, auction, best_call(table, auction, hand))[0] for hand in held}
    assert said == {what_to_count(table, auction)}


def test_a_hinted_call_is_marked_and_the_review_shows_it(begin):
    board = begin(1)
    for _ in range(2):
        board = take_hint(board=board, at=2)
    made = make_call(board=board, call=Call.parse("1N"), at=2)
    assert made.student_calls.get().hinted == 2
    finished = finish(made)
    calls = review(finished).auction.calls
    assert [(call.index, call.hinted) for call in calls if call.hinted] == [(2, 2)]
    assert review(finished, 2).selected.feedback.hinted == 2


def test_there_are_no_more_than_three(begin):
    board = begin(1)
    for _ in range(5):
        board = take_hint(board=board, at=2)
    assert board.hints_seen == 3


@pytest.mark.parametrize("way", ["undo", "again"])
def test_hints_are_not_unseen(begin, way):
    board = take_hint(board=begin(1), at=2)
    board = make_call(board=board, call=Call.parse("1N"), at=2)
    at = len(board.auction.calls)
    if way == "undo":
        board = undo(board=board, at=at)
    else:
        board = begin_again(board=board, preferences=board_preferences(board), at=at)
    assert board.hints_seen == 1
    assert make_call(board=board, call=Call.parse("1C"), at=2).student_calls.get().hinted == 1


def test_an_old_page_takes_no_hint(begin):
    board = begin(1)
    make_call(board=board, call=Call.parse("1N"), at=2)
    board.refresh_from_db()
    with pytest.raises(Refused, match="moved on"):
        take_hint(board=board, at=2)


def test_the_table_shows_hints_without_javascript(guest):
    guest.get("/deal/1/")
    board = StudentBoard.objects.get()
    assert "Count your high-card points" not in words(guest.get("/deal/1/"))
    assert guest.post(f"/board/{board.token}/hint/", {"at": 2}).status_code == 302
    said = words(guest.get("/deal/1/"))
    assert "Count your high-card points" in said
    assert "A bid in notrump." not in said
    guest.post(f"/board/{board.token}/hint/", {"at": 2})
    guest.post(f"/board/{board.token}/hint/", {"at": 2})
    page = guest.get("/deal/1/")
    assert "1NT shows 15 to 17 HCP and a balanced hand." in words(page)
    assert 'id="hint" disabled' in page.content.decode()


def test_nobody_else_takes_a_hint(guest, stranger):
    guest.get("/deal/1/")
    board = StudentBoard.objects.get()
    assert stranger.post(f"/board/{board.token}/hint/", {"at": 2}).status_code == 404
    board.refresh_from_db()
    assert board.hints == {}


def test_the_table_leads_to_ask(guest):
    page = guest.get("/deal/1/").content.decode()
    address = page.partition('id="ask" href="')[2].partition('"')[0].replace("&amp;", "&")
    assert "hand=AQ.J972.AQ2.K432&auction=P-P&dealer=N" in address
    assert "South opens 1NT" in words(guest.get(address)) or "1NT" in words(guest.get(address))
