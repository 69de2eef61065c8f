"""Teaching in a browser: from the table and from Ask, back to the same board, and taken back; entries edited there."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from editor.models import SystemRow
from editor.people.services import take_as_base
from practice.models import StudentBoard, StudentCall
from tests.accessible import assert_accessible
from tests.practice.test_table_browser import bid_button, expect_calls

DESK = {"viewport": {"width": 1280, "height": 900}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
TABLE = "/deal/1/?system=own&their=own"
SOUTH = "AQ.J972.AQ2.K432"


@pytest.fixture
def own(small) -> SystemRow:
    anna = User.objects.create_user("anna", password="bridge-is-fun-7")
    return take_as_base(base=small, title="Own", owner=anna)


def entry(ref: str):
    return SystemRow.objects.get(slug="own").entries.get(ref=ref)


def bid_a_club(page: Page) -> None:
    """Open 1♣ on a hand that the system opens 1NT."""
    page.goto(TABLE)
    bid_button(page, "1C").click()
    expect(page.locator(".feedback")).to_contain_text("Better: 1NT.")
    page.locator(".feedback").get_by_text("Why", exact=True).click()


def test_from_the_table_to_the_same_board_where_robots_bid_anew(open_page, own):
    page = open_page(own.owner, **DESK)
    bid_a_club(page)
    page.locator(".feedback").get_by_text("Details", exact=True).click()
    page.get_by_role("link", name="Teach the system another call here").click()
    expect(page.get_by_label("Here we call")).to_have_value("1C")
    first = page.locator(".mend").first
    expect(first).to_contain_text("500 standard deals", timeout=120_000)
    assert_accessible(page)
    assert own.revisions.count() == 1, "looking changes nothing"
    words = first.get_by_role("heading").inner_text()
    first.get_by_role("button", name="Do it and go back").click()
    expect(page).to_have_url(re.compile(r"/deal/1/\?system=own"))
    expect(page.get_by_text("Own has learned it, as revision 2")).to_be_visible()
    assert words.startswith("Narrow the opening 1NT")
    assert entry("opening/132000").clubs_num == "<4"
    page.get_by_role("button", name="Let the robots bid anew").click()
    expect(page.locator(".feedback")).to_contain_text("1♣. Right.")
    expect(page.get_by_role("button", name="Let the robots bid anew")).to_have_count(0)
    assert StudentCall.objects.get().verdict == "agrees"
    assert StudentBoard.objects.get().our_revision == 2
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_text("Revision 2 is taken back")).to_be_visible()
    expect(page).to_have_url(re.compile("/deal/1/"))
    assert entry("opening/132000").clubs_num == ""
    assert SystemRow.objects.get(slug="own").revision == 3


def test_from_ask_without_a_script_on_a_phone(open_page, own):
    page = open_page(own.owner, **PHONE, java_script_enabled=False)
    page.goto(f"/ask/?hand={SOUTH}&auction=P-P&system=own")
    page.get_by_text("Details", exact=True).first.click()
    page.get_by_role("link", name="Teach another call").click()
    page.get_by_label("Here we call").select_option("1H")
    page.get_by_role("button", name="Show the smallest changes").click()
    expect(page.locator(".mend").first).to_be_visible(timeout=60_000)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator(".mend", has_text="Add the opening").get_by_role("button", name="Do it and go back").click()
    expect(page.get_by_role("heading", name=re.compile("South opens 1"))).to_be_visible()
    added: Any = SystemRow.objects.get(slug="own").entries.get(test_hand=SOUTH)
    assert (added.bid, added.hcp, added.hearts_num) == ("1H", "15-17", "4+")
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_text("Revision 2 is taken back")).to_be_visible()
    assert not SystemRow.objects.get(slug="own").entries.filter(test_hand=SOUTH).exists()
    expect(page.locator("#answer-title")).to_contain_text("opens 1NT")


def test_a_shipped_system_is_taught_in_a_copy_at_the_same_board(open_page, own):
    page = open_page(own.owner, **DESK)
    page.goto("/deal/1/?system=small&their=small")
    bid_button(page, "1C").click()
    page.locator(".feedback").get_by_text("Why", exact=True).click()
    page.locator(".feedback").get_by_text("Details", exact=True).click()
    page.get_by_role("link", name="Teach the system another call here").click()
    page.get_by_role("button", name="Begin anna's Small system").click()
    page.locator(".mend").first.get_by_role("button", name="Do it and go back").click()
    copy = SystemRow.objects.get(title="anna's Small system")
    expect(page.get_by_text("has learned it, as revision 2")).to_be_visible()
    page.get_by_role("button", name="Restart deal 1").click()
    expect(page.locator(".facts")).to_contain_text("anna's Small system")
    bid_button(page, "1C").click()
    expect(page.locator(".feedback")).to_contain_text("1♣. Right.")
    board = StudentBoard.objects.get()
    assert (board.our_system, board.our_revision) == (copy, 2)


def test_an_entry_opens_from_the_table_and_the_robots_bid_anew(open_page, own):
    page = open_page(own.owner, **DESK)
    bid_a_club(page)
    page.locator(".feedback").get_by_text("Details", exact=True).click()
    page.get_by_role("link", name=re.compile("Entry of 1NT")).click()
    page.get_by_role("link", name="Edit this entry").click()
    page.get_by_label("HCP", exact=True).fill("12-14")
    page.get_by_label("Test hand", exact=True).fill("AQ2.K32.K432.432")
    page.get_by_role("button", name="Save and return").click()
    expect(page).to_have_url(re.compile("/deal/1/"))
    assert entry("opening/132000").hcp == "12-14"
    page.get_by_role("button", name="Let the robots bid anew").click()
    expect(page.locator(".feedback")).to_contain_text("1♣. Right.")
    assert StudentBoard.objects.get().our_revision == 2


def test_an_entry_opens_from_the_review_and_leads_back_to_it(open_page, own):
    page = open_page(own.owner, **DESK)
    page.goto(TABLE)
    bid_button(page, "1N").click()
    expect_calls(page, "P-P-1N-P-2D-P")
    bid_button(page, "2H").click()
    expect(page).to_have_url(re.compile("/board/"))
    review = page.url
    page.locator("#reasons").get_by_text("Details", exact=True).click()
    page.get_by_role("link", name=re.compile("^Entry 132000 of Own")).click()
    page.get_by_role("link", name="Edit this entry").click()
    page.get_by_label("Disclosure", exact=True).fill("Fifteen to seventeen")
    page.get_by_role("button", name="Save and return").click()
    expect(page).to_have_url(review)
    expect(page.get_by_text("Own has changed since this board was bid")).to_be_visible()
    assert entry("opening/132000").disclosure == "Fifteen to seventeen"
    assert StudentBoard.objects.get().our_revision == 1
