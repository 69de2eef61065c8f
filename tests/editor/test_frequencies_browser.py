"""A person reads the map of a system and how often its conventions and entries come up, in the browser."""

import re

import pytest
from playwright.sync_api import expect

from editor.store.boards.presenters import often_words
from editor.store.boards.selectors import sample_of
from tests.editor.readers import DESKTOP, ON_PHONE, WITHOUT_SCRIPT, check
from tests.editor.test_frequencies import bid

READERS = [DESKTOP, ON_PHONE, WITHOUT_SCRIPT]


@pytest.mark.parametrize("options", READERS)
def test_a_person_follows_the_map_into_an_auction(open_page, small, options):
    page = open_page(**options)
    page.goto("/system/small/findings/")
    page.get_by_role("link", name="Map of the auctions").click()
    expect(page.get_by_text("No boards have been bid with this system yet")).to_be_visible()
    bid(small)
    page.reload()
    check(page, options)
    page.locator("figure a:has(text)").filter(has_text="1NT").first.click()
    expect(page).to_have_url(re.compile(r"after=1N$"))
    count = sample_of(small).counted.places["1N"]
    expect(page.get_by_text(f"{100 * count.leaked / count.turns:.0f} %").first).to_be_visible()
    row = page.get_by_role("row").filter(has_text="1NT – Pass").first
    row.get_by_role("link", name="1NT – Pass", exact=True).press("Enter")
    expect(page).to_have_url(re.compile(r"after=1N-P$"))
    page.get_by_role("navigation", name="The auction so far").get_by_role("link", name="Opening").click()
    expect(page).to_have_url(re.compile(r"/map/$"))
    page.get_by_label("Table").select_option("By auction")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile("order=auction"))
    page.get_by_role("link", name="Section after 1NT – Pass", exact=True).click()
    expect(page).to_have_url(re.compile(r"/system/small/\?auction=1N-P$"))


@pytest.mark.parametrize("options", READERS)
def test_a_person_looks_up_how_often_a_convention_and_an_entry_come_up(open_page, small, options):
    page = open_page(**options)
    bid(small)
    counted = sample_of(small).counted
    page.goto("/system/small/map/")
    page.get_by_role("link", name="How often conventions and entries come up").click()
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name="Stayman", exact=True))
    expect(row.get_by_role("cell").first).to_have_text(often_words(counted.of_convention("Stayman")))
    page.get_by_label("Show").select_option("Entries")
    page.get_by_label("Order").select_option("Rarest first")
    page.get_by_label("Name contains").fill("1N-P/Z")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile("of=entries&order=seldom&text=1N-P"))
    check(page, options)
    page.get_by_role("link", name="1N-P/Z00000", exact=True).click()
    expect(page.get_by_text(f"Comes up {often_words(counted.of_entry('1N-P/Z00000'))}.")).to_be_visible()
