"""The grid of all entries: filters, order, columns and pages."""

import pytest

from bidbase.language.fields import STORED_FIELDS
from editor.read.grid.tables import COLUMN_CHOICES, DEFAULT_COLUMNS
from editor.store.systems.loading import load_shipped_system

NOTRUMP = ["1N-P/100000", "1N-P/100000/2", "1N-P/200000", "1N-P/Z00000", "1N-P/a00000"]
STAYMAN = ["1N-P-2C-P/100000", "1N-P-2C-P/200000", "1N-P-2C-P/300000"]
OFF = ["opening/120000"]
OPENINGS = [
    "opening/132000",
    "opening/200000",
    "opening/2000a0",
    "opening/500000",
    "opening/500000/2",
    "opening/634000",
    "opening/700000",
]
ALL = [*OPENINGS, "1D/300000", "1N/300000", *NOTRUMP, *STAYMAN, *OFF]
"""Those that are switched off come last."""


def refs(response) -> list[str]:
    assert response.status_code == 200
    return [row.record.ref for row in response.context["table"].paginated_rows]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", ALL),
        ("after=1N-P", NOTRUMP),
        ("after=1nt+pass", NOTRUMP),
        ("after=P-P-1N-P", NOTRUMP),
        ("after=(opening)", OPENINGS + OFF),
        ("after=1N-P&beyond=on", NOTRUMP + STAYMAN),
        ("after=1N&beyond=on", ["1N/300000", *NOTRUMP, *STAYMAN]),
        ("after=(opening)&beyond=on", ALL),
        ("beyond=on", ALL),
        ("after=7N", []),
        ("bid=1N", ["opening/132000"]),
        ("bid=1nt", ["opening/132000"]),
        ("bid=2x", ["opening/200000"]),
        ("bid=pass", ["opening/2000a0", "1N-P/a00000"]),
        ("bid=2S", ["1N/300000", "1N-P-2C-P/200000"]),
        ("after=1N&bid=2S", ["1N/300000"]),
        ("convention=Stayman", ["1N-P/200000", *STAYMAN]),
        ("convention=Stayman%3A+Answers", STAYMAN),
        ("use=on", [ref for ref in ALL if ref not in OFF]),
        ("use=off", OFF),
        ("family=defense", ["1D/300000", "1N/300000"]),
        ("family=opening&bid=1N", ["opening/132000"]),
        (
            "text=booklet",
            [
                ref
                for ref in ALL
                if ref
                in (
                    "opening/132000",
                    "opening/200000",
                    "opening/500000",
                    "opening/634000",
                    "opening/700000",
                    *NOTRUMP,
                    *STAYMAN,
                )
            ],
        ),
        ("text=BOOKLET+more", ["opening/634000", "opening/700000"]),
        ("text=higher+longer", ["opening/500000"]),
        ("text=100%25", []),
        ("field=hcp&cell=15-17", ["opening/132000"]),
        ("field=reference&cell=BOOKS", OFF),
        ("field=notes&cell=", ["opening/500000"]),
        ("cell=15-17", ALL),
        ("text=_", []),
        ("sort=-bid&text=filling", ["1N/300000", "1D/300000", "opening/500000/2", "opening/2000a0"]),
    ],
)
def test_filters(small, client, query, expected):
    response = client.get(f"/system/small/grid/?{query}")
    assert sorted(refs(response)) == sorted(expected)
    if "sort" not in query:
        assert refs(response) == expected


@pytest.mark.parametrize(
    ("sort", "first", "last"),
    [
        ("prior_bids", "opening/120000", "1N-P-2C-P/300000"),
        ("-prior_bids", "1N-P-2C-P/300000", "opening/120000"),
        ("order", "1N-P/100000", "1N-P/a00000"),
        ("-order", "1N-P/a00000", "1N-P/100000"),
        ("bid", "opening/2000a0", "1N-P/Z00000"),
        ("-bid", "1N-P/Z00000", "opening/2000a0"),
        ("disclosure", "opening/132000", "opening/200000"),
        ("password", "opening/132000", "opening/120000"),
        ("-", "opening/132000", "opening/120000"),
        ("", "opening/132000", "opening/120000"),
    ],
)
def test_order(small, client, sort, first, last):
    shown = refs(client.get("/system/small/grid/", {"sort": sort}))
    assert len(shown) == len(ALL)
    assert (shown[0], shown[-1]) == (first, last)


def test_what_is_switched_off_is_marked(small, client):
    page = client.get("/system/small/grid/?columns=bid").content.decode()
    assert page.count("switched off</span>") == 1
    assert page.index("switched off</span>") > page.index("opening/700000")


@pytest.mark.parametrize(
    ("sort", "cells"),
    [("hcp", ["0-9", "6-10", "6-10", "8+"]), ("-hcp", ["15-17", "11-21", "11-21", "11-21"])],
)
def test_specs_are_sorted_by_their_numbers_and_blank_ones_come_last(small, client, sort, cells):
    response = client.get("/system/small/grid/", {"sort": sort, "columns": ["bid", "hcp"]})
    shown = [row.record.hcp for row in response.context["table"].paginated_rows]
    assert shown[: len(cells)] == cells
    assert shown[-1] == ""


def columns_of(response) -> list[str]:
    return [column.name for column in response.context["table"].columns]


def test_the_usual_columns(small, client):
    assert columns_of(client.get("/system/small/grid/")) == list(DEFAULT_COLUMNS)


def test_any_column_of_the_list_can_be_chosen(small, client):
    names = [name for name, _ in COLUMN_CHOICES]
    assert set(names) == {field.name for field in STORED_FIELDS if not field.hidden} | {"hand"}
    response = client.get("/system/small/grid/", {"columns": names})
    assert columns_of(response) == names
    page = response.content.decode()
    for text in ("15-17", "&lt;=D", "AQ2.K32.KJ32.K32", "Booklet page 1", "Higher of equals."):
        assert text in page
    assert "hearts are opened lighter" not in page, "excuses are for those who keep the files"


def test_columns_stand_in_the_order_of_the_list_and_stay_chosen(small, client):
    response = client.get("/system/small/grid/?columns=reference&columns=bid&sort=-reference")
    assert columns_of(response) == ["bid", "reference"]
    assert refs(response)[0] == "opening/120000"
    assert "columns=reference&amp;columns=bid&amp;sort=bid" in response.content.decode()


@pytest.fixture
def long(files):
    """The small system with 120 openings of four clubs more."""
    rows = "".join(f",{number:06},4C,{number % 37}+,,Many,,\n" for number in range(800000, 800120))
    (files / "defense.csv").write_text("prior_bids,order,bid,hcp,spades_num,disclosure,test_hand,reference\n" + rows)
    return load_shipped_system(name=files).system


@pytest.mark.django_db
def test_pages_share_out_the_entries_and_keep_the_filters(long, client):
    pages = [client.get(f"/system/small/grid/?bid=4C&page={number}") for number in (1, 2, 3)]
    assert [len(refs(page)) for page in pages] == [50, 50, 20]
    shown = [ref for page in pages for ref in refs(page)]
    assert shown == [f"opening/{number}" for number in range(800000, 800120)]
    second = pages[1].content.decode()
    assert "?bid=4C&amp;page=1" in second
    assert "?bid=4C&amp;page=3" in second
    assert client.get("/system/small/grid/?bid=4C&page=4").status_code == 404


@pytest.mark.django_db
def test_a_longer_grid_asks_no_more_of_the_database(long, client, django_assert_num_queries):
    with django_assert_num_queries(8):
        client.get("/system/small/grid/?bid=4C")


@pytest.mark.parametrize(
    ("query", "folded"), [("", ["family", "field", "cell", "use"]), ("use=on", ["family", "field", "cell"])]
)
def test_filters_that_are_rare_and_not_in_use_are_folded(small, client, query, folded):
    page = client.get(f"/system/small/grid/?{query}")
    assert [field.name for field in page.context["folded"]] == folded
    every = [field.name for field in (*page.context["shown"], *page.context["folded"])]
    assert sorted(every) == sorted(page.context["filters"].fields)
