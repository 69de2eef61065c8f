"""Patterns and situations in the browser: their entries have pages, a place in the grid, and speak where they fit."""

import re
from html import unescape
from typing import Any
from urllib.parse import quote_plus

import pytest

from bidbase.game.auction import Auction
from bidbase.language.bids import parse_key
from bidbase.language.circumstances import Circumstances
from editor.models import SystemRow
from editor.selectors import bidder_for, entry_url
from editor.store.systems.loading import load_shipped_system
from tests.engine.pattern_rows import ASKED

RAISES = (
    "prior_bids,order,bid,hcp,a_num,disclosure,test_hand,reference\n"
    "1a-P; a=M,100000,2a,6-9,3+,Raise,KQ32.K32.432.432,Our filling\n"
    "1a-P; a=M,200000,3a,10-12,4+,Limit raise,KQ32.32.AQ2.5432,Our filling\n"
    '"@ fit a, below game; a=M",100000,4a,13+,,Game,,Our filling\n'
)


@pytest.fixture
def raises(db, tmp_path) -> SystemRow:
    """A system of a pattern section and a situation."""
    (tmp_path / "system.toml").write_text('name = "raises"\ntitle = "Raises"\nfiles = ["raises.csv"]\n')
    (tmp_path / "raises.csv").write_text(RAISES)
    return load_shipped_system(name=tmp_path).system


def test_the_entry_of_a_pattern_has_a_page(client, raises):
    page = client.get("/system/raises/")
    assert page.status_code == 200
    page = client.get("/system/raises/entry/1a-P;%20a=M/200000/")
    text = page.content.decode()
    assert page.status_code == 200
    assert "Limit raise" in text
    assert "Comes out" in text
    assert "number 2 of 2 in its section" in text
    assert text.count("auctions like 1a-P; a=M") == 2, "the pattern is told in the title and once on the page"
    assert "4 or more cards in suit a" in text
    assert "/system/raises/?auction=1a-P%3B+a%3DM" in text


def test_the_entry_of_a_situation_tells_in_words_which_auctions_it_meets(client, raises):
    text = client.get("/system/raises/entry/%40%20fit%20a,%20below%20game;%20a=M/100000/").content.decode()
    assert "number 1 of 1 in its section" in text
    assert "when suit a: eight cards or more shown by both partners together" in text
    assert "and the highest bid is less than a game" in text


@pytest.mark.parametrize("ref", ["1a-P; a=M/100000", "@ fit a, below game; a=M/100000"])
def test_the_whole_section_of_an_entry_is_a_click_away(client, raises, ref):
    """From its own page and from its row in the grid."""
    section = ref.rpartition("/")[0]
    for address in (entry_url(raises, ref), "/system/raises/grid/"):
        links = map(unescape, re.findall('href="([^"]+)"', client.get(address).content.decode()))
        (section_address,) = {link for link in links if quote_plus(section) in link and "auction=" in link}
        page = client.get(section_address).context["section_page"]
        assert {listed.entry.section for listed in page.entries} == {section}, address


@pytest.mark.parametrize(("auction", "shown"), [("1H-P", True), ("1S-P", True), ("1D-P", False)])
def test_its_entries_speak_where_the_pattern_fits(client, raises, auction, shown):
    text = client.get("/system/raises/", {"auction": auction}).content.decode()
    assert ("Limit raise" in text) is shown


def test_a_call_leads_to_the_place_where_a_pattern_speaks(client, raises):
    page = client.get("/system/raises/", {"auction": "1H"})
    (onward,) = next(step.onward for step in page.context["page"].steps if str(step.call) == "P")
    assert (onward.prior_bids, onward.role) == ("1H-P", "responder")
    assert 'href="?auction=1H-P"' in page.content.decode()


def test_a_call_beyond_the_book_that_no_hand_is_left_for_is_not_told(client, db, tmp_path):
    (tmp_path / "system.toml").write_text('name = "closed"\ntitle = "Closed"\nfiles = ["closed.csv"]\n')
    (tmp_path / "closed.csv").write_text(
        "prior_bids,order,bid,hcp,disclosure,test_hand,reference\n"
        "1N-P,100000,2C,10+,Asks,AQ32.K32.432.432,Our filling\n"
        "1N-P,200000,P,,Nothing to ask,432.432.5432.432,Our filling\n"
        "1a-P; a=N,100000,3N,0+,To play,AQ32.K32.432.432,Our filling\n"
    )
    load_shipped_system(name=tmp_path)
    text = client.get("/system/closed/", {"auction": "1N-P"}).content.decode()
    calls = text.partition("in the order in which they are tried")[0]
    assert "Nothing to ask" in calls
    assert "To play" not in calls


def test_the_grid_finds_a_section_by_its_pattern(client, raises):
    text = client.get("/system/raises/grid/", {"after": "1a-P; a=M"}).content.decode()
    assert "Limit raise" in text
    assert "Limit raise" not in client.get("/system/raises/grid/", {"after": "1a-P; a=m"}).content.decode()


@pytest.mark.parametrize(("typed", "count"), [("1a-P; a=M", 2), ("1a-P;a=M", 2), ("@ fit a, below game; a=M", 1)])
def test_a_pattern_or_situation_that_is_typed_leads_to_its_section(client, raises, typed, count):
    page = client.get("/system/raises/", {"auction": typed})
    assert page.status_code == 200
    assert len(page.context["section_page"].entries) == count
    assert client.get("/system/raises/", {"auction": "1a-P; a=m"}).status_code == 400, "it has no such pattern"


@pytest.mark.parametrize(("auction", "kinds"), [("1H-P", ["pattern"]), ("1D-P", [])])
def test_what_serves_an_auction_stands_in_the_order_in_which_it_is_asked(client, raises, auction, kinds):
    asked = client.get("/system/raises/", {"auction": auction}).context["page"].asked
    assert [section.kind for section in asked] == kinds
    bids = [listed.entry.bid.words() for section in asked for listed in section.entries]
    assert bids == (["2♥", "3♥"] if kinds else []), "the suits are filled in"


@pytest.mark.parametrize(("text", "asked"), ASKED.items())
def test_the_editor_reads_a_pattern_as_the_engine_does(own, writer, text, asked):
    cells = {"prior_bids": text, "order": "100000", "bid": "7N", "seen": "", "do": "save"}
    assert writer.post("/system/our-system/write/new/", cells).status_code == 302
    own.refresh_from_db()
    saved: Any = own.entries.get(bid="7N")
    assert saved.prior_bids == str(parse_key(text))
    for calls, strains, why in asked:
        auction = Auction.parse(calls)
        found = bidder_for(own).place(auction, Circumstances.of(auction)).sections
        assert (saved.prior_bids in [section.name for section in found]) is (strains is not None), why
