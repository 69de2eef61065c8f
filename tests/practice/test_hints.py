"""Hints at a board: kept with it, marked on the call, and not unseen."""

import pytest

from bidbase.game.auction import Call
from practice.boards.board import TableBoard
from practice.boards.preferences import board_preferences
from practice.boards.services import Refused, begin_again, make_call, take_hint, undo
from practice.models import StudentBoard
from tests.practice.finishing import finish
from tests.practice.looking import review
from tests.practice.pages import words
from tests.practice.together import kept


def test_a_hinted_call_is_marked_and_the_review_shows_it(begin):
    board = begin(1)
    for _ in range(2):
        board = take_hint(board=board, at=2)
    made = make_call(board=board, call=Call.parse("1N"), at=2)
    assert made.row.student_calls.get().hinted == 2
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
        board = begin_again(board=board, preferences=board_preferences(board.row), at=at)
    assert board.hints_seen == 1
    assert make_call(board=board, call=Call.parse("1C"), at=2).row.student_calls.get().hinted == 1


def test_an_old_page_takes_no_hint(begin):
    board = begin(1)
    make_call(board=board, call=Call.parse("1N"), at=2)
    board = kept(board)
    with pytest.raises(Refused, match="moved on"):
        take_hint(board=board, at=2)


def test_the_table_shows_hints_without_javascript(guest):
    guest.get("/deal/1/")
    board = TableBoard.of(StudentBoard.objects.get())
    assert "Count your high-card points" not in words(guest.get("/deal/1/"))
    assert guest.post(f"/board/{board.row.token}/hint/", {"at": 2}).status_code == 302
    said = words(guest.get("/deal/1/"))
    assert "Count your high-card points" in said
    assert "A bid in notrump." not in said
    guest.post(f"/board/{board.row.token}/hint/", {"at": 2})
    guest.post(f"/board/{board.row.token}/hint/", {"at": 2})
    page = guest.get("/deal/1/")
    assert "1NT shows 15 to 17 HCP and a balanced hand." in words(page)
    assert 'id="hint" disabled' in page.content.decode()


def test_nobody_else_takes_a_hint(guest, stranger):
    guest.get("/deal/1/")
    board = TableBoard.of(StudentBoard.objects.get())
    assert stranger.post(f"/board/{board.row.token}/hint/", {"at": 2}).status_code == 404
    board = kept(board)
    assert board.row.hints == {}


def test_the_table_leads_to_ask(guest):
    page = guest.get("/deal/1/").content.decode()
    address = page.partition('id="ask" href="')[2].partition('"')[0].replace("&amp;", "&")
    assert "hand=AQ.J972.AQ2.K432&auction=P-P&dealer=N" in address
    assert "South opens 1NT" in words(guest.get(address)) or "1NT" in words(guest.get(address))
