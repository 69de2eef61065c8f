"""Pages read the database before they are written: a template is shown data, and asks for nothing."""

import pytest
from django.db import connection
from django.test import Client
from django.test.signals import template_rendered
from django.test.utils import CaptureQueriesContext

from tests.practice.finishing import finish_by_system
from tests.practice.pages import mine

# (address, queries at most). The grid is left out: its table reads the page it shows when it is written.
PAGES = [
    ("/", 10),  # the systems, the boards left open, today's ten, the round, the review, the weak topics, the partners
    ("/today/", 3),
    ("/boards/", 5),
    ("/deal/17/", 4),  # the session, the board, the student's calls, whether he has other boards
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
