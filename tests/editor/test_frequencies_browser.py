"""A person reads the map of a system and how often its conventions and entries come up, in the browser."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from editor.boards.presenters import often_words
from editor.boards.selectors import sample_of
from tests.accessible import assert_sound
from tests.editor.test_frequencies import bid

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
READERS = [
    pytest.param({}, id="desktop"),
    pytest.param({"color_scheme": "dark"}, id="dark"),
    pytest.param(PHONE, id="phone"),
    pytest.param({"java_script_enabled": False, **PHONE}, id="phone without JavaScript"),
]


@pytest.fixture
def page(browser, live_server, options) -> Iterator[Page]:
    context = browser.new_context(base_url=live_server.url, **options)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("options", READERS)
def test_a_person_follows_the_map_into_an_auction(page, small, options):
    page.goto("/system/small/findings/")
    page.get_by_role("link", name="Map of the auctions").click()
    expect(page.get_by_text("No boards have been bid with this system yet")).to_be_visible()
    bid(small)
    page.reload()
    if options.get("java_script_enabled", True):
        assert_sound(page)
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
def test_a_person_looks_up_how_often_a_convention_and_an_entry_come_up(page, small, options):
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
    if options.get("java_script_enabled", True):
        assert_sound(page)
    page.get_by_role("link", name="1N-P/Z00000", exact=True).click()
    expect(page.get_by_text(f"Comes up {often_words(counted.of_entry('1N-P/Z00000'))}.")).to_be_visible()
