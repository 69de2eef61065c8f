"""Pages read the database before they are written: a template is shown data, and asks for nothing."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.signals import template_rendered
from django.test.utils import CaptureQueriesContext

from bidbase.game.auction import Auction, Call
from practice.boards.services import make_call
from tests.practice.finishing import finish_by_system
from tests.practice.pages import mine

# (address, queries at most). The grid is left out: its table reads the page it shows when it is written.
PAGES = [
    (
        "/",
        11,
    ),  # the systems, the boards left open, today's ten, the round, what is due, how the student stands, the partners
    ("/today/", 3),
    ("/boards/", 5),
    ("/deal/17/", 4),  # the session, the board, the student's calls, whether they have other boards
    ("/board/{}/", 6),
    ("/board/{}/call/2/", 6),
    ("/board/{}/shown/3/", 3),
    ("/board/{}/after/6/meanings/", 2),
    ("/board/{}/call/2/why/", 3),
    ("/ask/", 2),
    ("/ask/?hand=AQ2.K32.KJ32.K32&auction=1N-P", 5),
    ("/drill/", 3),
    ("/settings/", 4),
    ("/system/", 3),
    ("/system/small/", 5),
    ("/system/small/?auction=1N-P", 5),
    ("/system/small/entry/opening/132000/", 7),
    ("/system/small/conventions/", 8),
    ("/system/reference/fields/", 1),  # the session: the page names the account
    ("/system/reference/fields/hcp/", 1),
]


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["page", "part"])
@pytest.mark.parametrize(("address", "most"), PAGES)
def test_a_page_reads_little_and_its_template_nothing(guest: Client, begin, address, most, headers):
    board = mine(guest, finish_by_system(begin(1)))
    guest.get("/deal/17/")
    address = address.format(board.row.token)
    guest.get(address, headers=headers)  # what a process reads once, and what the first visit writes
    before: list[int] = []

    def note(**_: object) -> None:
        before.append(len(queries))

    with CaptureQueriesContext(connection) as queries:
        template_rendered.connect(note)
        try:
            response = guest.get(address, headers=headers)
        finally:
            template_rendered.disconnect(note)
    assert response.status_code == 200
    assert before[0] == len(queries), "a query from within a template"
    assert len(queries) <= most, [query["sql"] for query in queries]


# (what the student does after these calls, the form, how often the auction of the board is read)
CLICKS = [
    ("", "call", {"call": "1N"}, 1),
    ("1N", "call", {"call": "2H"}, 1),
    ("1N", "call", {"call": "1C"}, 2),  # refused: the table is shown as it stands now
    ("1N", "undo", {}, 1),
    ("1N", "anew", {}, 1),
    ("1N", "hint", {}, 1),
    ("1N", "again", {}, 1),
]


@pytest.mark.parametrize(("made", "action", "form", "reads"), CLICKS)
def test_a_click_reads_its_board_and_its_calls_once(guest: Client, begin, monkeypatch, made, action, form, reads):
    board = mine(guest, begin(1))
    if made:
        board = make_call(board=board, call=Call.parse(made), at=2)
    read: list[str] = []
    parse = Auction.parse

    def note(text: str, *start: Any) -> Auction:
        read.append(text)
        return parse(text, *start)

    monkeypatch.setattr(Auction, "parse", note)
    with CaptureQueriesContext(connection) as queries:
        form = {"at": len(board.auction.calls), **form}
        response = guest.post(f"/board/{board.row.token}/{action}/", form, headers={"HX-Request": "true"})
    assert response.status_code in (200, 409)
    assert len(read) == reads
    calls = [query for query in queries if query["sql"].startswith("SELECT") and "studentcall" in query["sql"]]
    assert len(calls) == 1
