"""An exam: nothing is told before its owner closes it, whatever address is asked, and then everything.

On deal 1 the small system bids P-P-1N-P-2D-P-2H-P-P-P, North the dealer: South, the student, has AQ.J972.AQ2.K432.
"""

import json
import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from bidbase.game.dealing import numbered_deal
from bidbase_web.visitors import ACCOUNT
from editor.store.systems.models import SystemRow
from practice.boards.models import FirstCall, StudentBoard, StudentCall
from practice.boards.selectors import boards_for_editor
from practice.models import BoardSet, JudgedCall, Participant
from tests.practice.pages import call, page, words
from tests.practice.sets import bid, edit_address, make, open_board, take_part

REFUSED = "This board belongs to an exam"
HAND = "AQ.J972.AQ2.K432"
NORTH = str(numbered_deal(1)).removeprefix("N:").split()[0]


@pytest.fixture
def exam(guest) -> BoardSet:
    """An exam of two boards, made by `guest`, which says that students are told after each call."""
    return make(guest, deals="1, 2", exam="on")


def results(board_set: BoardSet) -> str:
    return f"/set/{board_set.token}/results/{board_set.secret}/"


def close(teacher: Client, board_set: BoardSet) -> None:
    assert teacher.post(f"{edit_address(board_set)}close/").status_code == 302
    board_set.refresh_from_db()


@pytest.fixture
def open_exam_board(stranger, exam) -> StudentBoard:
    """Ann's open board, after a wrong first call."""
    take_part(stranger, exam)
    board = open_board(stranger, exam)
    assert call(stranger, board, "1C").status_code == 302
    board.refresh_from_db()
    assert not board.finished
    return board


# (method, address, status, what is said, why), at a board that is open
OPEN_ADDRESSES = [
    ("get", "/board/TOKEN/", 302, "", "leads to the table"),
    ("get", "SET/board/1/", 200, "", "the table"),
    ("post", "/board/TOKEN/hint/", 409, REFUSED, ""),
    ("post", "/board/TOKEN/undo/", 409, REFUSED, ""),
    ("post", "/board/TOKEN/again/", 409, REFUSED, ""),
    ("post", "/board/TOKEN/anew/", 409, REFUSED, "the auction stays as it is"),
    ("get", "/board/TOKEN/call/2/verdict/", 403, REFUSED, ""),
    ("get", "/board/TOKEN/call/2/why/", 403, REFUSED, ""),
    ("get", "/board/TOKEN/after/AT/meanings/", 200, "nothing about your own", "those of others are told at a table"),
    ("get", "/board/TOKEN/after/2/meanings/", 200, "nothing about your own", "earlier ones likewise"),
    ("get", "/board/TOKEN/shown/AT/", 200, "", "what others have shown"),
    ("get", "/board/TOKEN/news/?calls=P", 302, "", ""),
    ("get", "/board/TOKEN/call/2/", 404, "", "the review of a board that is over"),
    ("get", "/board/TOKEN/double-dummy/", 404, "", ""),
    ("get", "/board/TOKEN/board.pbn", 404, "", ""),
    ("get", "/board/TOKEN/board.lin", 404, "", ""),
    ("get", "/board/TOKEN/picture.svg", 404, "", ""),
    ("get", "/board/TOKEN/hand-viewer/", 404, "", ""),
    ("get", f"/ask/?hand={HAND}", 403, "asked this in an exam", "the hand"),
    ("get", f"/ask/?hand={HAND}&auction=1S&dealer=W", 403, "asked this in an exam", "the hand, after other calls"),
    ("get", "/ask/?auction=CALLS&dealer=N", 403, "asked this in an exam", "what the calls here mean"),
    ("get", "/ask/?hand=AQ3.J97.AQ2.K432&auction=CALLS&dealer=N", 403, "asked this in an exam", "a hand like it, here"),
    ("get", "/ask/?hand=AQ3.J97.AQ2.K432", 200, "", "another hand, elsewhere"),
    ("get", "/boards/", 200, "", ""),
    ("get", "/boards/?agreed=some", 200, "No board", ""),
    ("get", "/boards/export.pbn", 200, "", ""),
    ("get", "/learn/", 200, "", ""),
    ("get", "/learn/misses/", 200, "", ""),
    ("get", "/", 200, "", ""),
    ("get", "SET/", 200, "This is an exam", ""),
]
GIVEN_AWAY = ("Better:", "better 1NT", "✗", "only call differs", "1 to 17", "Called first", "Start again")


def ask(client: Client, board: StudentBoard, method: str, address: str):
    auction = board.calls.split("-")
    names = {
        "TOKEN": board.token,
        "SET": f"/set/{board.set_board.board_set.token}",
        "AT": str(len(auction)),
        "CALLS": board.calls,
    }
    named = re.sub("|".join(names), lambda name: names[name[0]], address)
    return client.post(named, {"at": len(auction)}) if method == "post" else client.get(named)


@pytest.mark.parametrize(("method", "address", "status", "said", "why"), OPEN_ADDRESSES)
def test_nothing_is_told_at_an_open_board_of_an_exam(stranger, open_exam_board, method, address, status, said, why):
    before = StudentBoard.objects.values().get(pk=open_exam_board.pk)
    response = ask(stranger, open_exam_board, method, address)
    assert response.status_code == status, why
    if status != 302:
        told = words(response)
        assert said in told, why
        assert [each for each in GIVEN_AWAY if each in told] == []
        assert NORTH not in page(response)
    assert StudentBoard.objects.values().get(pk=open_exam_board.pk) == before, "nothing has changed"


@pytest.fixture
def bid_board(stranger, exam) -> StudentBoard:
    """Ann's first board, bid to its end with a wrong call."""
    take_part(stranger, exam)
    return bid(stranger, exam, calls="1C")


# (method, address, status, what is said, why), at a board that is bid
BID_ADDRESSES = [
    ("get", "/board/TOKEN/", 200, "Your calls are kept", ""),
    ("get", "SET/board/1/", 302, "", "leads there"),
    ("post", "/board/TOKEN/again/", 409, REFUSED, "each board once"),
    ("post", "/board/TOKEN/undo/", 409, REFUSED, ""),
    ("post", "/board/TOKEN/hint/", 409, "The auction is over", ""),
    ("get", "/board/TOKEN/call/2/", 403, REFUSED, ""),
    ("get", "/board/TOKEN/call/2/verdict/", 403, REFUSED, ""),
    ("get", "/board/TOKEN/call/2/why/", 403, REFUSED, ""),
    ("get", "/board/TOKEN/double-dummy/", 403, REFUSED, ""),
    ("get", "/board/TOKEN/board.pbn", 403, REFUSED, "it has all hands"),
    ("get", "/board/TOKEN/board.lin", 403, REFUSED, ""),
    ("get", "/board/TOKEN/picture.svg", 403, REFUSED, ""),
    ("get", "/board/TOKEN/hand-viewer/", 403, REFUSED, ""),
    ("get", f"/ask/?hand={HAND}&auction=P-P&dealer=N", 403, "asked this in an exam", ""),
    ("get", "/boards/", 200, "Club night", ""),
    ("get", "/boards/?agreed=some", 200, "No board", ""),
    ("get", "/boards/export.pbn", 200, "", ""),
    ("get", "/learn/misses/", 200, "", ""),
    ("get", "SET/", 200, "This is an exam", ""),
]


@pytest.mark.parametrize(("method", "address", "status", "said", "why"), BID_ADDRESSES)
def test_nothing_is_told_of_a_board_that_is_bid(stranger, bid_board, method, address, status, said, why):
    response = ask(stranger, bid_board, method, address)
    assert response.status_code == status, why
    if status != 302:
        told = words(response)
        assert said in told, why
        assert [each for each in GIVEN_AWAY if each in told] == []
        assert NORTH not in page(response)


@pytest.mark.parametrize(
    "address", ["/board/TOKEN/", "/board/TOKEN/call/2/", "/board/TOKEN/board.pbn", "/board/TOKEN/shown/2/"]
)
def test_a_link_to_a_board_of_an_exam_shows_it_to_nobody(guest, bid_board, address):
    assert ask(guest, bid_board, "get", address).status_code == 404


def test_the_download_of_an_account_tells_nothing_of_an_exam(member, guest, exam):
    take_part(member, exam)
    owner = Participant.objects.get().owner_key
    member.get(f"/set/{exam.token}/board/1/")
    board = StudentBoard.objects.get(owner_key=owner)
    while not board.finished:
        call(member, board, "1C" if board.calls == "P-P" else "P")
        board.refresh_from_db()

    def rows() -> tuple[int, ...]:
        told = json.loads(member.get("/account/data/").getvalue())
        return tuple(len(told[name]) for name in ("boards", "open boards", "calls", "first calls"))

    made = StudentCall.objects.count()
    assert rows() == (0, 1, 0, 0)
    close(guest, exam)
    assert rows() == (1, 0, made, made)


def test_the_editor_is_shown_no_board_of_an_open_exam(guest, stranger, bid_board, exam):
    StudentBoard.objects.update(owner_key=f"{ACCOUNT}7")
    systems = [SystemRow.objects.get(slug="small").pk]
    assert boards_for_editor(systems, [7]) == []
    close(guest, exam)
    assert len(boards_for_editor(systems, [7])) == 1


def test_an_exam_does_not_count_in_learn(bid_board):
    assert FirstCall.objects.filter(verdict="differs").exists()
    assert not JudgedCall.objects.exists()


def test_the_table_of_an_exam_offers_no_help(stranger, open_exam_board, exam):
    told = page(stranger.get(f"/set/{exam.token}/board/1/"))
    assert [name for name in ("undo", "again", "hint", "ask", "said") if f'id="{name}"' in told] == []
    assert open_exam_board.feedback, "though the set would have students told"


def test_the_owner_sees_everything_and_closes_the_exam(guest, stranger, bid_board, exam):
    told = words(guest.get(results(exam)))
    assert "before you close the exam" in told
    assert "1♣: better 1NT" in told
    assert "The whole review" not in words(guest.get(f"{results(exam)}{bid_board.token}/"))
    asked = words(guest.get(f"{edit_address(exam)}close/"))
    assert "It cannot be opened again. Nobody is in the middle of a board." in asked
    exam.refresh_from_db()
    assert exam.in_exam, "it has only been asked"
    close(guest, exam)
    closed_at = exam.closed_at
    close(guest, exam)
    assert (exam.in_exam, exam.closed_at) == (False, closed_at), "once"
    assert "You closed this exam" in words(guest.get(results(exam)))
    told = words(stranger.get(f"/board/{bid_board.token}/"))
    assert "Called first ✗ 1♣: better 1NT" in told
    assert "This exam is closed." in words(stranger.get(f"/set/{exam.token}/"))
    assert stranger.post(f"/board/{bid_board.token}/again/", {"at": len(bid_board.calls.split("-"))}).status_code == 302


def test_what_is_bid_after_the_close_does_not_count(guest, stranger, open_exam_board, exam):
    assert "1 board is being bid and will not count." in words(guest.get(f"{edit_address(exam)}close/"))
    close(guest, exam)
    bid(stranger, exam, calls="P")
    told = words(guest.get(results(exam)))
    assert "Ann not bid in timebid later, does not count:" in told
    assert "What was missed first time" not in told
    (_headings, *others) = guest.get(f"{results(exam)}export.csv").content.decode().splitlines()
    assert others == []
    StudentBoard.objects.update(finished_at=exam.closed_at - timedelta(seconds=1))
    assert "not bid in timebid later" not in words(guest.get(results(exam)))


@pytest.mark.parametrize(("address", "why"), [("close/", "a set for practice"), ("x", "no such page")])
def test_only_an_exam_is_closed(guest, small, address, why):
    made = make(guest)
    assert guest.post(f"{edit_address(made)}{address}").status_code == 404, why
    made.refresh_from_db()
    assert made.closed_at is None


def test_only_the_owner_closes_an_exam(stranger, exam):
    assert stranger.post(f"/set/{exam.token}/edit/wrong/close/").status_code == 404
    exam.refresh_from_db()
    assert exam.in_exam
    assert exam.created_at < timezone.now()
