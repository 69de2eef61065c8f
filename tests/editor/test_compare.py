"""Entries side by side: any that are chosen, and all entries of sections that look alike."""

import pytest

from bidbase.checks import Survey
from bidbase.checks.look_alikes import side_by_side
from tests.engine.making import make_bidder
from tests.loaded import loaded

ADDRESS = "/system/small/compare/"


def test_fields_that_differ_are_marked_and_blank_ones_said(small, client):
    page = client.get(ADDRESS, {"entry": ["opening/500000", "opening/500000/2"]})
    rows = {row.field.name: row for row in page.context["fields"]}
    assert {name for name, row in rows.items() if not row.differs} >= {"order", "asks"}
    assert rows["hcp"].differs
    assert [cell and cell.text for cell in rows["spades_num"].cells] == ["5+", None]
    html = page.content.decode()
    assert html.count(">differs</span>") == sum(row.differs for row in rows.values())
    assert "blank" in html


@pytest.mark.parametrize(
    ("refs", "status", "words"),
    [
        ([], 400, "Choose 2 to 6 entries to compare; 0 are chosen."),
        (["opening/500000"], 400, "1 are chosen"),
        (["opening/500000", "opening/500000"], 400, "1 are chosen"),
        ([f"opening/{number}" for number in range(7)], 400, "7 are chosen"),
        (["opening/500000", "opening/999999"], 404, "has no entry opening/999999"),
        (["opening/500000", "\0"], 404, "has no entry"),
    ],
)
def test_what_cannot_be_compared_is_refused(small, client, refs, status, words):
    response = client.get(ADDRESS, {"entry": refs})
    assert response.status_code == status
    assert words in response.content.decode()


LOOK_ALIKES: list[dict[str, str]] = [
    {"order": "100000", "bid": "1H", "hcp": "12+", "hearts_num": "5+"},
    {"order": "200000", "bid": "1S", "hcp": "12+", "spades_num": "5+"},
    {"prior_bids": "1H-P", "order": "100000", "bid": "2H", "hcp": "6-9", "hearts_num": "3+"},
    {"prior_bids": "1H-P", "order": "200000", "bid": "3H", "hcp": "10-12", "hearts_num": "3+"},
    {"prior_bids": "1H-P", "order": "900000", "bid": "P"},
    {"prior_bids": "1S-P", "order": "100000", "bid": "2S", "hcp": "6-10", "spades_num": "3+"},
    {"prior_bids": "1S-P", "order": "900000", "bid": "P"},
]


def test_look_alikes_stand_beside_each_other_with_what_differs():
    survey = Survey(make_bidder(*LOOK_ALIKES), robot_deals=0)
    names, rows = side_by_side(survey, "1H-P")
    assert names == ["1H-P", "1S-P"]
    told = [[(cell.entry and cell.entry.id, set(cell.differing)) for cell in row] for row in rows]
    assert told == [
        [("1H-P/100000/2H", set()), ("1S-P/100000/2S", {"hcp"})],
        [("1H-P/200000/3H", set()), (None, set())],
        [("1H-P/900000/P", set()), ("1S-P/900000/P", set())],
    ]


@pytest.mark.parametrize(
    ("after", "status", "words"),
    [
        ("", 400, "This field is required"),
        ("1N-P", 200, "No section looks like the one after"),
        ("7N", 400, "The system has no section for this auction."),
        ("hello", 400, "is not a call"),
        ("(opening)", 400, "Write the calls of one auction"),
        ("@ fit a", 400, "Write the calls of one auction"),
    ],
)
def test_the_page_of_look_alikes(small, client, after, status, words):
    response = client.get("/system/small/look-alikes/", {"after": after})
    assert response.status_code == status
    assert words in response.content.decode()


def test_without_a_section_the_page_asks_for_one(small, client):
    assert client.get("/system/small/look-alikes/").status_code == 200


def test_sections_of_a_shipped_system(db, client):
    loaded("sayc")
    page = client.get("/system/sayc/look-alikes/?after=1H-P-1N-P").context["page"]
    assert [str(key) for key in page.keys] == ["1H-P-1N-P", "1S-P-1N-P"]
    assert page.rows
