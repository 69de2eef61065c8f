"""Teaching from the table and the review: where the links lead, what they tell, and how an open board goes on."""

from __future__ import annotations

import re
from html import unescape
from typing import NoReturn
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from bidbase.game.cards import Seat
from editor.people.services import take_as_base
from practice.boards.board import TableBoard
from practice.boards.services import Refused, bid_anew
from practice.models import StudentBoard, StudentCall
from tests.working import PatientClient, do_all_work

SOUTH = "AQ.J972.AQ2.K432"
TABLE = "/deal/1/?system=own&their=own"


@pytest.fixture
def anna(small) -> User:
    """Somebody with a system of her own, under the name `own`."""
    anna = User.objects.create_user("anna")
    take_as_base(base=small, title="Own", owner=anna)
    return anna


@pytest.fixture
def writer(anna) -> Client:
    client = PatientClient()
    client.force_login(anna)
    return client


def start(client: Client, address: str = TABLE) -> StudentBoard:
    assert client.get(address).status_code == 200
    return StudentBoard.objects.get(finished_at=None)


def call(client: Client, board: StudentBoard, text: str):
    board.refresh_from_db()
    return client.post(f"/board/{board.token}/call/", {"call": text, "at": len(TableBoard.of(board).auction.calls)})


def lessons(response) -> list[tuple[str, dict[str, str]]]:
    """The links to teaching on a page: path and query of each."""
    links = re.findall(r'href="(/system/[^"]+/teach/\?[^"]*)"', response.content.decode())
    parts = [urlsplit(unescape(link)) for link in links]
    return [(part.path, {name: text for name, (text,) in parse_qs(part.query).items()}) for part in parts]


def teach(client: Client, asked: dict[str, str], number: int = 1):
    """Make the change of this number, as its button does."""
    client.get("/system/own/teach/", asked)
    return client.post("/system/own/teach/make/", {**asked, "mend": str(number), "revision": "1"})


def test_at_the_table_a_call_is_taught_with_the_own_hand_alone(writer):
    board = start(writer)
    assert lessons(writer.get(TABLE)) == [], "there is no call yet"
    call(writer, board, "1C")
    ((path, asked),) = lessons(writer.get(TABLE))
    assert path == "/system/own/teach/"
    assert (asked["hand"], asked["auction"], asked["call"]) == (SOUTH, "P-P", "1C")
    assert asked["back"].startswith("/deal/1/?system=own&their=own&seat=S")
    hidden = [str(TableBoard.of(board).deal[seat]) for seat in Seat if seat is not TableBoard.of(board).student]
    page = unescape(writer.get(path, asked).content.decode())
    assert [hand for hand in hidden if hand in page] == []


def test_the_right_call_leaves_the_wanted_one_open(writer):
    board = start(writer)
    call(writer, board, "1N")
    ((_, asked),) = lessons(writer.get(TABLE))
    assert "call" not in asked


def test_an_open_board_goes_on_with_what_was_taught(writer):
    board = start(writer)
    call(writer, board, "1C")
    assert StudentCall.objects.get().verdict == "differs"
    assert 'id="anew"' not in writer.get(TABLE).content.decode()
    ((_, asked),) = lessons(writer.get(TABLE))
    response = teach(writer, asked)
    assert response.headers["Location"] == asked["back"]
    page = writer.get(response.headers["Location"])
    assert "has learned it" in page.content.decode()
    assert 'id="anew"' in page.content.decode()
    board.refresh_from_db()
    made = len(TableBoard.of(board).auction.calls)
    assert writer.post(f"/board/{board.token}/anew/", {"at": made + 1}).status_code == 409, "the page was an old one"
    response = writer.post(f"/board/{board.token}/anew/", {"at": made, "calls": board.calls})
    assert response.status_code == 302
    board.refresh_from_db()
    assert TableBoard.of(board).auction.calls[:3] == TableBoard.of(board).auction.before(3).calls
    assert (board.our_revision, board.their_revision) == (2, 2)
    (judged,) = StudentCall.objects.all()
    assert (judged.index, judged.call, judged.verdict) == (2, "1C", "agrees")
    assert board.first_verdict == "differs", "what was said at first stays"
    assert 'id="anew"' not in writer.get(TABLE).content.decode()


def test_nothing_is_bid_anew_before_there_is_a_call(writer):
    board = start(writer)
    response = writer.post(f"/board/{board.token}/anew/", {"at": len(TableBoard.of(board).auction.calls)})
    assert response.status_code == 409
    board.refresh_from_db()
    assert board.calls == "P-P"


def test_bidding_anew_is_all_or_nothing(writer, monkeypatch):
    """Where the robots' system cannot be read, the call stands with what came after it."""
    board = start(writer)
    call(writer, board, "1C")
    board.refresh_from_db()
    before = board.calls

    depth = len(connection.savepoint_ids)

    def fail(*arguments: object) -> NoReturn:
        assert len(connection.savepoint_ids) == depth, "nothing is locked meanwhile"
        raise Refused("The robots cannot call.")

    monkeypatch.setattr("practice.boards.services.judge", fail)
    with pytest.raises(Refused):
        bid_anew(board=TableBoard.of(board), at=len(TableBoard.of(board).auction.calls))
    board.refresh_from_db()
    assert board.calls == before
    assert StudentCall.objects.get().call == "1C"


def finish(client: Client, board: StudentBoard, first: str) -> StudentBoard:
    call(client, board, first)
    for _ in range(20):
        board.refresh_from_db()
        if board.finished:
            return board
        call(client, board, "P")
        do_all_work()
    raise AssertionError("the auction does not end")


def test_a_review_teaches_every_call_by_a_robot_too_and_keeps_its_revision(writer):
    board = finish(writer, start(writer), "1C")
    bid = TableBoard.of(board)
    wanted = {row.index for row in StudentCall.objects.all() if row.call != row.expected}
    assert 2 in wanted
    wanted |= {index for index, ref in enumerate(board.sources) if ref == ""}
    for index, made_call in enumerate(bid.auction.calls):
        ((path, asked),) = lessons(writer.get(f"/board/{board.token}/call/{index}/"))
        seat = bid.auction.seat_of(index)
        assert path == "/system/own/teach/"
        assert (asked["hand"], asked.get("auction", "")) == (str(bid.deal[seat]), str(bid.auction.before(index)))
        assert asked["back"] == f"/board/{board.token}/call/{index}/"
        assert asked.get("user", "W") == ("W" if seat.side is bid.student_side else "T")
        assert asked.get("call") == (str(made_call) if index in wanted else None)
    _, asked = lessons(writer.get(f"/board/{board.token}/call/2/"))[0]
    response = teach(writer, asked)
    assert response.headers["Location"] == f"/board/{board.token}/call/2/"
    page = writer.get(response.headers["Location"]).content.decode()
    assert "Own has changed since this board was bid" in page
    board.refresh_from_db()
    assert (board.our_revision, board.our_system.revision) == (1, 2)


def test_a_call_against_another_system_is_taught_against_it(writer):
    board = start(writer, "/deal/1/?system=own&their=small")
    call(writer, board, "1C")
    ((_, asked),) = lessons(writer.get("/deal/1/?system=own&their=small"))
    assert asked["against"] == "small"
    assert teach(writer, asked).headers["Location"] == asked["back"]


def test_ask_teaches_what_it_has_answered(writer):
    address = f"/ask/?hand={SOUTH}&auction=P-P&system=own"
    ((path, asked),) = lessons(writer.get(address))
    assert path == "/system/own/teach/"
    assert (asked["hand"], asked["auction"], asked["back"]) == (SOUTH, "P-P", address)
