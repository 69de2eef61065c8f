"""People write entries in a browser: by mouse, by keyboard, on a phone, without a script, and two of them at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from editor.models import EntryDraft, Member, SystemRow
from editor.store.systems.models import Role
from tests.accessible import assert_accessible

WEAK = "1N-P/a00000"
EDIT = f"/system/our-system/write/entry/{WEAK}/"
DESK = {"viewport": {"width": 1280, "height": 900}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def open_page(open_page: Callable[..., Page], own: SystemRow, worker) -> Callable[..., Page]:
    """Opens a page on a wide screen, unless told otherwise, for somebody who is logged in."""
    return lambda user, **options: open_page(user, **{**DESK, **options})


def saved(ref: str = WEAK) -> Any:
    return SystemRow.objects.get(slug="our-system").entries.get(ref=ref)


def test_faults_stand_under_the_character_while_one_types_and_the_panel_follows(open_page, anna):
    page = open_page(anna)
    page.goto(EDIT)
    points = page.get_by_label("HCP", exact=True)
    points.fill("0-8x")
    expect(page.locator("#fault-hcp mark")).to_have_text("x")
    expect(points).to_be_focused()
    expect(page.locator("#help-hcp")).to_be_in_viewport()
    points.fill("0-8")
    expect(page.locator("#fault-hcp")).to_be_empty()
    expect(page.locator(".judged")).to_contain_text("0 to 8 HCP")
    expect(page.get_by_text("✓ The test hand comes out")).to_be_visible()
    page.get_by_label("Spades length").focus()
    expect(page.locator("#help-spades_num")).to_be_in_viewport()
    page.get_by_label("Why").fill("Nine invites")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved as revision 2")).to_be_visible()
    assert saved().hcp == "0-8"


def test_a_refusal_goes_when_its_reason_has_gone(open_page, anna):
    page = open_page(anna)
    page.goto(EDIT)
    points = page.get_by_label("HCP", exact=True)
    points.fill("0-8x")
    page.get_by_role("button", name="Save", exact=True).click()
    refusal = page.get_by_text("Some fields cannot be read: HCP.")
    expect(refusal).to_be_visible()
    refusal.get_by_role("link", name="HCP").click()
    page.keyboard.press("Tab")  # from the field that the link has led to
    expect(page.get_by_label("Distribution")).to_be_focused()
    points.fill("0-8y")
    expect(page.locator("#fault-hcp mark")).to_have_text("y")
    expect(refusal).to_be_visible()
    points.fill("0-8")
    expect(refusal).to_be_hidden()


def test_what_was_saved_is_said_in_sight(open_page, anna):
    """It is in sight even where the address had led to a field far down, as the tour does."""
    page = open_page(anna, **PHONE)
    page.goto(f"{EDIT}#id_why")
    page.get_by_label("Why").fill("Nine invites")
    page.get_by_label("HCP", exact=True).fill("0-8")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved as revision 2")).to_be_in_viewport()
    assert saved().hcp == "0-8"


def test_a_phone_comes_to_the_test_hand_soon(open_page, anna):
    """What most entries leave open stays folded, so that the inputs up to the test hand take two screens and a bit."""
    page = open_page(anna, **PHONE)
    page.goto(EDIT)
    top, hand = (page.locator(place).bounding_box()["y"] for place in (".writing-form", "#id_test_hand"))
    assert hand - top < 2.2 * PHONE["viewport"]["height"]


def test_what_would_change_appears_by_itself(open_page, anna):
    page = open_page(anna)
    page.goto("/system/our-system/write/entry/opening/132000/")
    page.get_by_label("HCP", exact=True).fill("12-17")
    found = page.locator("#changes")
    expect(found).to_contain_text("5,000 standard deals", timeout=120_000)
    expect(found).to_contain_text(re.compile(r"\d+ auctions would be bid otherwise"))
    found.get_by_text(re.compile("The first 20|Before and after")).click()
    expect(found.locator(".changed-auctions li").first).to_be_visible()
    assert SystemRow.objects.get(slug="our-system").revision == 1


def a_new_entry(page: Page) -> None:
    """By keyboard: from the entry page to a new entry whose test hand the program finds."""
    page.goto("/system/our-system/entry/1N-P/200000/")
    page.get_by_role("link", name="New entry here").press("Enter")
    expect(page.get_by_label("Prior bids")).to_have_value("1N-P")
    page.get_by_label("Order").fill("050000")
    page.get_by_label("Bid", exact=True).fill("4S")
    page.get_by_label("Spades length").fill("7+")
    page.get_by_label("HCP", exact=True).fill("8+")
    page.get_by_role("button", name="Save", exact=True).press("Enter")
    expect(page.get_by_text("Saved as revision 2")).to_be_visible()
    entry = saved("1N-P/050000")
    assert entry.bid == "4S"
    assert entry.test_hand


def test_a_new_entry_by_keyboard(open_page, anna):
    a_new_entry(open_page(anna))


def test_without_a_script(open_page, anna):
    page = open_page(anna, java_script_enabled=False)
    a_new_entry(page)
    page.goto(EDIT)
    page.get_by_label("HCP", exact=True).fill("0-x")
    page.get_by_role("button", name="Try it").click()
    expect(page.locator("#fault-hcp mark")).to_be_visible()
    page.get_by_label("HCP", exact=True).fill("0-8")
    page.get_by_role("button", name="Keep as a draft").click()
    expect(page.get_by_text("This is your draft")).to_be_visible()
    assert EntryDraft.objects.get().cells["hcp"] == "0-8"
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved as revision 3")).to_be_visible()
    page.get_by_role("button", name="Move up").click()
    order = [row.bid for row in SystemRow.objects.get(slug="our-system").entries.filter(prior_bids="1N-P")]
    assert order[-2:] == ["P", "3N"]


def test_a_way_out_in_one_click(open_page, anna):
    page = open_page(anna)
    page.goto("/system/our-system/write/new/?after=1N-P")
    page.get_by_label("Bid", exact=True).fill("2N")
    page.get_by_label("HCP", exact=True).fill("9-10")
    page.get_by_label("Order").fill("ZZ0000")
    page.get_by_label("Test hand", exact=True).fill("432.K32.AQ32.J32")
    expect(page.get_by_text("An earlier entry takes the test hand")).to_be_visible()
    expect(page.locator(".compared")).to_contain_text("10 to 15 HCP")
    page.get_by_role("button", name="Narrow the other to 11 to 15 HCP").click()
    expect(page.get_by_text("✓ The test hand comes out")).to_be_visible()
    assert saved("1N-P/Z00000").hcp == "11-15"
    assert saved("1N-P/ZZ0000").bid == "2N"


def test_removing_asks_first_and_is_taken_back(open_page, anna):
    page = open_page(anna)
    page.goto(EDIT)
    page.get_by_role("link", name="Remove …").click()
    page.get_by_role("button", name="Remove it").click()
    assert not SystemRow.objects.get(slug="our-system").entries.filter(ref=WEAK).exists()
    page.get_by_role("button", name="Take this change back").click()
    expect(page.get_by_text("Revision 2 is taken back")).to_be_visible()
    assert saved().bid == "P"


@pytest.mark.parametrize("options", [{}, {"java_script_enabled": False}], ids=["script", "without"])
def test_a_double_click_saves_once(open_page, anna, options):
    page = open_page(anna, **options)
    page.goto(EDIT)
    page.get_by_label("HCP", exact=True).fill("0-8")
    page.get_by_role("button", name="Save", exact=True).dblclick()
    expect(page.get_by_text(re.compile("^Saved"))).to_be_visible()
    assert (saved().hcp, SystemRow.objects.get(slug="our-system").revision) == ("0-8", 2)


def test_two_people_on_one_entry(open_page, anna, ben, own):
    """The second person sees both versions, and takes of each what they want."""
    Member.objects.create(system=own, user=ben, role=Role.EDITOR)
    first, second = open_page(anna), open_page(ben)
    for page in (first, second):
        page.goto(EDIT)
    first.get_by_label("HCP", exact=True).fill("0-8")
    first.get_by_label("Disclosure", exact=True).fill("Weak")
    first.get_by_role("button", name="Save", exact=True).click()
    expect(first.get_by_text("Saved as revision 2")).to_be_visible()
    second.get_by_label("HCP", exact=True).fill("0-7")
    second.get_by_role("button", name="Save", exact=True).click()
    expect(second.get_by_role("heading", name="Somebody has changed this entry")).to_be_visible()
    assert_accessible(second)
    assert saved().hcp == "0-8"
    expect(second.get_by_role("radio", name="Mine: 0-7")).to_be_checked()
    expect(second.get_by_role("radio", name="Theirs: Weak")).to_be_checked()
    expect(second.get_by_text("Both of you have changed this field.")).to_have_count(1)
    second.get_by_role("button", name="Save what is chosen").click()
    expect(second.get_by_text("Saved as revision 3")).to_be_visible()
    assert (saved().hcp, saved().disclosure) == ("0-7", "Weak")


def test_from_the_table_and_back(open_page, anna):
    page = open_page(anna)
    page.goto("/ask/")
    page.evaluate(f"location.href = '/system/our-system/entry/{WEAK}/'")
    page.get_by_role("link", name="Edit this entry").click()
    page.get_by_label("HCP", exact=True).fill("0-8")
    page.get_by_role("button", name="Save and return").click()
    expect(page).to_have_url(re.compile("/ask/$"))
    assert saved().hcp == "0-8"


PAGES = [
    EDIT,
    "/system/our-system/write/entry/opening/200000/",
    "/system/our-system/write/new/?after=1N-P",
    f"/system/our-system/write/remove/{WEAK}/",
    f"/system/our-system/write/alike/{WEAK}/",
    "/system/our-system/write/drafts/",
]


def test_axe_finds_nothing(open_page, anna):
    page = open_page(anna)
    for address in PAGES:
        page.goto(address)
        for details in page.locator("details").all():
            details.evaluate("details => details.open = true")
        assert_accessible(page, address)


def test_no_page_is_wider_than_a_phone(open_page, anna):
    page = open_page(anna, **PHONE)
    for address in PAGES:
        page.goto(address)
        for details in page.locator("details").all():
            details.evaluate("details => details.open = true")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, address
