"""A player reads a system in a browser: with the pointer, with the keyboard, on a phone, and without JavaScript."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from editor.store.systems.loading import load_shipped_system
from tests.accessible import assert_accessible
from tests.working import PatientClient

PHONE = {"width": 360, "height": 740}
PAGES = [
    "/system/",
    "/system/small/",
    "/system/small/?auction=1N-P",
    "/system/small/?auction=7N",
    "/system/small/?auction=hello",
    "/system/small/entry/opening/200000/",
    "/system/small/entry/1D/300000/",
    "/system/small/entry/1N-P/Z00000/",
    "/system/small/grid/",
    "/system/small/grid/?columns=prior_bids&columns=bid&columns=hcp&columns=test_hand&columns=reference&columns=notes",
    "/system/small/grid/?bid=9C",
    "/system/small/search/?text=stayman",
    "/system/small/compare/?entry=opening/500000&entry=opening/634000",
    "/system/small/look-alikes/",
    "/system/small/look-alikes/?after=hello",
    "/system/small/booklet/",
    "/system/small/booklet/opening/",
    "/system/small/card/",
    "/system/small/conventions/",
    "/system/reference/fields/",
    "/system/reference/fields/prior_bids/",
    "/system/reference/fields/hcp/",
    "/system/reference/fields/x_num/",
    "/system/reference/fields/clubs_points/",
    "/system/reference/fields/position/",
]

pytestmark = pytest.mark.usefixtures("small")


@pytest.fixture
def site(live_server, page: Page) -> Iterator[str]:
    """The address of the site; an error in the console, as a breach of the content policy is, fails the test."""
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
    yield str(live_server.url)
    assert said == []


def from_the_opening_to_an_entry(page: Page, site: str) -> None:
    page.goto(f"{site}/system/")
    page.get_by_role("link", name="Small system", exact=True).click()
    page.get_by_role("link", name=re.compile("1NT – Pass – ?")).click()
    expect(page.get_by_role("heading", name="After 1NT – Pass")).to_be_visible()
    page.get_by_role("link", name=re.compile("2clubs – Pass – ?")).click()
    expect(page.get_by_role("navigation", name="The auction so far")).to_contain_text("Pass")
    page.get_by_role("link", name="200000 2spades").click()
    expect(page.get_by_text("4 or more spades")).to_be_visible()
    expect(page.get_by_text("Comes out of this entry")).to_be_visible()
    page.get_by_role("link", name="The whole section").click()
    expect(page).to_have_url(f"{site}/system/small/?auction=1N-P-2C-P")


def test_from_the_opening_to_an_answer_and_its_entry(page, site):
    from_the_opening_to_an_entry(page, site)


def test_the_same_on_a_phone(page, site):
    page.set_viewport_size(PHONE)
    from_the_opening_to_an_entry(page, site)


def expect_bids(page: Page, *bids: str) -> None:
    expect(page.locator("td.cell-bid")).to_have_text(list(bids))


def test_filters_work_while_typing_and_their_address_can_be_shared(page, site, context):
    page.goto(f"{site}/system/small/grid/")
    page.get_by_label("Text").press_sequentially("major")
    expect(page.get_by_text("3 entries")).to_be_visible()
    page.get_by_role("combobox", name="Convention").select_option("Stayman")
    expect(page.get_by_text("2 entries")).to_be_visible()
    expect_bids(page, "2♣", "2♦")
    page.get_by_role("textbox", name="Bid").fill("2d")
    page.get_by_role("textbox", name="Bid").press("Enter")
    expect(page.get_by_text("1 entry", exact=True)).to_be_visible()

    other = context.new_page()
    other.goto(page.url)
    expect(other.get_by_role("combobox", name="Convention")).to_have_value("Stayman")
    expect_bids(other, "2♦")

    page.get_by_role("textbox", name="Bid").fill("9c")
    page.get_by_role("textbox", name="Bid").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("'9c' is not a call")


def test_columns_and_order_stay_through_filters(page, site):
    page.goto(f"{site}/system/small/grid/")
    page.get_by_text("Columns", exact=True).click()
    page.get_by_label("Reference").check()
    expect(page.get_by_role("columnheader", name="Reference")).to_be_visible()
    page.get_by_role("link", name="Reference").click()
    expect(page.get_by_role("columnheader", name="Reference")).to_have_attribute("aria-sort", "ascending")
    page.get_by_label("After").fill("1N")
    page.get_by_label("After").press("Enter")
    expect(page.get_by_text("1 entry", exact=True)).to_be_visible()
    expect(page.get_by_role("columnheader", name="Reference")).to_have_attribute("aria-sort", "ascending")


def test_chosen_columns_are_remembered(page, site):
    page.goto(f"{site}/system/small/grid/")
    page.get_by_text("Columns", exact=True).click()
    page.get_by_label("Reference").check()
    expect(page.get_by_role("columnheader", name="Reference")).to_be_visible()
    page.goto(f"{site}/system/small/")
    page.get_by_role("link", name="Entries", exact=True).click()
    expect(page.get_by_role("columnheader", name="Reference")).to_be_visible()
    page.get_by_text("Columns", exact=True).click()
    page.get_by_role("link", name="The usual columns").click()
    expect(page.get_by_role("columnheader", name="Reference")).to_have_count(0)


def test_search_answers_while_one_types_and_by_keyboard(page, site):
    page.goto(f"{site}/system/small/")
    page.keyboard.press("/")
    box = page.get_by_role("searchbox", name="Search Small system")
    expect(box).to_be_focused()
    box.press_sequentially("weak")
    expect(page.get_by_role("heading", name="Conventions")).to_be_visible()
    expect(page).to_have_title(re.compile("Openings"))
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("link", name="Weak two", exact=True).first).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(box).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Conventions")).to_have_count(0)
    box.fill("preempt")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{site}/system/small/search/?text=preempt")
    page.get_by_role("link", name=re.compile("Too good to preempt")).click()
    expect(page).to_have_url(f"{site}/system/small/entry/opening/2000a0/")


def compare_two(page: Page, site: str) -> None:
    page.goto(f"{site}/system/small/grid/?after=1N-P")
    page.get_by_role("checkbox", name="Compare 1N-P/100000", exact=True).check()
    page.get_by_role("checkbox", name="Compare 1N-P/100000/2", exact=True).check()
    page.get_by_role("button", name="Compare those that are ticked").click()
    expect(page.get_by_role("heading", name="Entries compared")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("Hearts length.*differs"))).to_contain_text("5+")
    expect(page.get_by_role("rowheader", name="Order", exact=True)).to_be_visible()


def test_entries_are_chosen_and_compared(page, site):
    compare_two(page, site)


def test_a_situation_that_is_typed_is_shown(page, site, files):
    situations = "@ we hold,100000,3N,,,Game,,\n"
    (files / "defense.csv").write_text(
        "prior_bids,order,bid,hcp,spades_num,disclosure,test_hand,reference\n" + situations
    )
    load_shipped_system(name=files)
    page.goto(f"{site}/system/small/")
    page.get_by_label("Auction", exact=True).fill("@ we hold")
    page.get_by_label("Auction", exact=True).press("Enter")
    expect(page.get_by_role("link", name="100000 3NT")).to_be_visible()
    page.get_by_label("Auction", exact=True).fill("@ they hold")
    page.get_by_label("Auction", exact=True).press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("no section of this pattern")
    page.get_by_label("Auction", exact=True).fill("1C-P")
    page.get_by_label("Auction", exact=True).press("Enter")
    expect(page.get_by_role("heading", name="Situation @ we hold")).to_be_visible()


def test_circumstances_change_the_calls_at_once(page, site):
    page.goto(f"{site}/system/small/")
    page.get_by_text("entries that never make a call here").click()
    light = page.get_by_role("listitem").filter(has_text="Light in third seat").filter(has_text="Not in use here")
    expect(light).to_be_visible()
    page.get_by_label("Opening seat").select_option("Third")
    expect(light).to_have_count(0)
    expect(page).to_have_url(re.compile("seat=3"))
    page.go_back()
    expect(page.locator(".entry-line").filter(has_text="Light in third seat")).to_contain_text("Not in use here")


def test_by_keyboard_alone(page, site):
    page.goto(f"{site}/system/small/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.get_by_role("link", name=re.compile("1NT – Pass – ?")).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="After 1NT – Pass")).to_be_visible()


def test_without_javascript(new_context, site, live_server):
    page = new_context(java_script_enabled=False).new_page()
    from_the_opening_to_an_entry(page, live_server.url)
    page.goto(f"{live_server.url}/system/small/grid/")
    page.get_by_role("textbox", name="Bid").fill("1nt")
    page.get_by_role("button", name="Filter").click()
    expect_bids(page, "1NT")
    compare_two(page, live_server.url)
    page.get_by_role("searchbox").fill("preempt")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("link", name=re.compile("Too good to preempt"))).to_be_visible()


@pytest.fixture
def worked_out(small) -> None:
    """No page waits for a worker: one that waits looks again by itself while the test goes on to the next."""
    for address in PAGES:
        PatientClient().get(address)


@pytest.mark.usefixtures("worked_out")
def test_axe_finds_nothing(page, live_server):
    for address in PAGES:
        page.goto(live_server.url + address)
        assert_accessible(page, address)


def test_axe_finds_nothing_on_a_page_that_waits(page, live_server):
    """Here it does not look again, so that it can be looked at."""

    def hold(route: Route) -> None:
        answer = route.fetch()
        headers = {name: text for name, text in answer.headers.items() if name != "refresh"}
        route.fulfill(response=answer, headers=headers, body=answer.text().replace("data-look-again", "data-held"))

    page.route("**/card/", hold)
    page.route("**/waiting.js", lambda route: route.abort())
    page.goto(f"{live_server.url}/system/small/card/")
    expect(page.get_by_role("status")).to_contain_text("You are next.")
    expect(page.get_by_role("navigation", name="Look up").get_by_text("Systems")).to_have_attribute(
        "aria-current", "true"
    )
    assert_accessible(page)


@pytest.mark.usefixtures("worked_out")
@pytest.mark.parametrize("width", [320, 360])
def test_no_page_is_wider_than_a_phone(page, live_server, width):
    page.set_viewport_size({**PHONE, "width": width})
    for address in PAGES:
        page.goto(live_server.url + address)
        for details in page.locator("details").all():
            details.evaluate("details => details.open = true")
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address


def test_a_long_range_breaks_on_a_phone(page, live_server):
    page.set_viewport_size({**PHONE, "width": 320})
    page.goto(f"{live_server.url}/system/small/")
    words = "0–7 HCP, 3–4♠, 3–4♥, 4–6♦, 0–1♣"
    page.locator(".range").first.evaluate("(range, words) => { range.textContent = words; }", words)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
