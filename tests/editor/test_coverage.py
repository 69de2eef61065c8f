"""What becomes of the hands that reach each section, as pages show it."""

import pytest

from bidbase.bidding.estimates import Share
from bidbase.game.auction import Call
from editor.prove.coverage import views
from editor.prove.coverage.forms import AUCTION, OFTEN
from editor.prove.coverage.presenters import chosen_sections
from editor.store.entries.services import remove_entry
from editor.store.findings.models import Covered, SweptSection
from editor.store.findings.presenters import coverage_bar, title_of
from editor.store.findings.selectors import coverages_of
from editor.store.systems.selectors import bidder_for
from tests.editor.pages import text_of
from tests.editor.sweeping import changed
from tests.editor.test_findings import swept

ADDRESS = "/system/our-system/coverage/"


def covered(section: str = "", unfit: int = 0, found: int | None = None, **by_entry: int) -> Covered:
    """A hundred hands: so many without an entry, and by each call."""
    made = tuple((Call.parse(call), f"entry/{call}", hands) for call, hands in by_entry.items())
    deals = None if found is None else Share(found, 1000)
    return Covered(section, section, "", deals, 100, made, unfit, "AK32.AQ32.432.32" if unfit else "")


# --- Bars ---


@pytest.mark.django_db
def test_a_bar_has_the_calls_in_their_order_and_ends_with_the_hands_without_an_entry(small):
    bar = coverage_bar(small, covered("", 20, **{"2C": 3, "1H": 50, "P": 27}), {})
    assert [(part.kind, part.label, part.x, part.width) for part in bar.segments] == [
        ("pass", "Pass", "0.00%", "27.00%"),
        ("hearts", "1♥", "27.00%", "50.00%"),
        ("clubs", "", "77.00%", "3.00%"),
        ("unfit", "", "80.00%", "20.00%"),
    ]
    assert bar.words == "Pass 27 %, 1♥ 50 %, 2♣ 3.0 %, no entry 20 %"
    assert [[made.entry for made in line.entries] for line in bar.calls] == [[None], [None], [None]]


@pytest.mark.parametrize(
    ("section", "title"),
    [("", "The opening"), ("1N-P", "After 1NT – Pass"), ("1a-P; a=M", "Auctions like 1a-P; a=M")],
)
def test_sections_have_titles(section, title):
    assert title_of(section) == title


KNOWN = {
    "1N-P": covered("1N-P", 5, 50),
    "1N": covered("1N", 5, None),
    "": covered("", 0, 1000),
    "1D-P": covered("1D-P", 30, 2),
    "1a-P; a=M": covered("1a-P; a=M", 1, 80),
    "1C-7N": None,
}
ORDERS = [
    ("", "", ["1D-P", "1N", "1N-P", "1a-P; a=M", "", "1C-7N"], "those that leave most out first, then by auction"),
    (OFTEN, "", ["", "1a-P; a=M", "1N-P", "1D-P", "1N", "1C-7N"], "what is not known comes last"),
    (AUCTION, "", ["", "1D-P", "1N", "1N-P", "1a-P; a=M", "1C-7N"], "an auction before those that go on from it"),
    (AUCTION, "1n", ["1N", "1N-P"], "a part of the name in either case"),
    ("", "nothing", [], "none has it"),
]


@pytest.mark.parametrize(("order", "text", "sections", "why"), ORDERS)
def test_sections_are_sorted_and_filtered(order, text, sections, why):
    assert chosen_sections(KNOWN, order, text) == sections, why


# --- What is kept ---


@pytest.mark.django_db
def test_a_sweep_keeps_the_coverage_and_a_copy_shares_it(small, own):
    swept(small)
    known = coverages_of(small)
    assert set(known) == set(bidder_for(small).system.sections)
    opening = known[""]
    assert sum(hands for *_, hands in opening.by_entry) + opening.unfit == opening.hands == 200_000
    assert coverages_of(swept(own)) == known
    assert not SweptSection.objects.filter(system=own).exists()


@pytest.mark.django_db
def test_a_change_is_seen_after_the_next_sweep(small, own, anna):
    swept(own)
    new = swept(changed(own, "1N-P/Z00000", anna, hcp="10-11"))
    before, after = (
        next(hands for _, ref, hands in coverages_of(system, "1N-P")["1N-P"].by_entry if ref == "1N-P/Z00000")
        for system in (small, new)
    )
    assert after < before


# --- The pages ---


def test_a_system_that_was_not_swept_says_so(own, writer):
    text = text_of(writer.get(ADDRESS).content.decode())
    assert "No sweep of this system has ended yet" in text


def test_the_page_shows_bars_that_open_into_entries(own, writer):
    swept(own)
    page = writer.get(ADDRESS, {"text": "1N-P"})
    (bar, *_) = [bar for bar in page.context["bars"] if bar.covered.section == "1N-P"]
    html = page.content.decode()
    assert "/system/our-system/entry/1N-P/Z00000/" in html
    assert all(share in html for share in {line.share for line in bar.calls})
    assert "style=" not in html.partition("<main")[2], "the policy forbids inline styles"
    assert "has been changed since" not in html


def test_an_entry_that_is_gone_since_the_sweep_is_not_linked(own, writer, anna):
    swept(own)
    remove_entry(system=own, seen=own.entries.get(ref="1N-P/Z00000"), by=anna)
    html = writer.get(ADDRESS, {"text": "1N-P"}).content.decode()
    assert "/system/our-system/entry/1N-P/Z00000/" not in html
    assert "(changed since)" in html
    assert "The system has been changed since." in html


def test_the_page_of_a_section_has_its_bar(own, writer):
    assert writer.get("/system/our-system/?auction=1N-P").context["bar"] is None
    swept(own)
    assert writer.get("/system/our-system/?auction=1N-P").context["bar"].covered.section == "1N-P"


@pytest.mark.parametrize(
    ("query", "status"), [("order=worst", 400), ("page=0", 404), ("page=99", 404), ("page=x", 404), ("text=%00", 400)]
)
def test_a_bad_address_is_refused(own, writer, query, status):
    assert writer.get(f"{ADDRESS}?{query}").status_code == status


def test_many_sections_are_read_page_by_page(own, writer, monkeypatch):
    monkeypatch.setattr(views, "SECTIONS_ON_A_PAGE", 2)
    swept(own)
    pages = [writer.get(ADDRESS, {"order": AUCTION, "page": number}).context for number in (1, 2)]
    sections = [bar.covered.section for page in pages for bar in page["bars"]]
    assert sections == chosen_sections(coverages_of(own), AUCTION, "")[:4]
