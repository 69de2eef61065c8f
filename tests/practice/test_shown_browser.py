"""What has been shown, in a real browser: the panel on the table and in the review, and the page without a script."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from practice.boards.board import TableBoard
from practice.models import StudentBoard
from tests.accessible import assert_accessible, at_widths
from tests.practice.finishing import finish_by_system
from tests.practice.test_review_browser import DESK, NO_SCRIPT, PHONE

SUMMARY = "#what-shown > summary"
TWO = "After Pass – Pass"
SIX = "After Pass – Pass – 1NT – Pass – 2♦ – Pass"


def pictures(page: Page):
    return page.locator("#pictures")


def expect_after(page: Page, words: str) -> None:
    expect(page.locator(".shown-after")).to_have_text(words)


def test_the_panel_opens_follows_the_auction_and_stays_open(open_page):
    page = open_page(**DESK)
    page.goto("/deal/1/")
    expect(pictures(page)).to_be_empty()
    page.locator(SUMMARY).click()
    expect_after(page, TWO)
    expect(pictures(page).get_by_role("table")).to_have_count(4)
    page.locator("#call-1N").click()
    expect_after(page, SIX)
    expect(page.get_by_role("table", name=re.compile("South you 15–17 HCP, balanced"))).to_be_visible()
    page.locator("#undo").click()
    expect_after(page, TWO)
    page.reload()
    expect_after(page, TWO)
    page.locator(SUMMARY).click()
    page.reload()
    expect(page.locator("#what-shown")).not_to_have_attribute("open", re.compile(""))
    expect(pictures(page)).to_be_empty()


def test_a_closed_panel_shows_nothing_old_when_it_is_opened(open_page):
    page = open_page(**DESK)
    page.goto("/deal/1/")
    page.locator(SUMMARY).click()
    expect_after(page, TWO)
    page.locator(SUMMARY).click()
    page.locator("#call-1N").click()
    expect(page.locator(".auction-table .made")).to_have_count(6)
    page.locator(SUMMARY).click()
    expect_after(page, SIX)


def test_the_panel_by_keyboard(open_page):
    page = open_page(**DESK)
    page.goto("/deal/1/")
    page.locator(SUMMARY).focus()
    page.keyboard.press("Enter")
    expect_after(page, TWO)
    expect(page.locator(SUMMARY)).to_be_focused()
    page.keyboard.press("1")
    expect(page.locator(".level.pending")).to_have_count(1)
    page.keyboard.press("n")
    expect_after(page, SIX)
    link = page.get_by_role("link", name="On a page of its own")
    link.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Deal 1: what has been shown")
    page.get_by_role("link", name="Back to the table").click()
    expect(page).to_have_url(re.compile("/deal/1/$"))


def test_pictures_that_come_late_do_not_disturb_the_keys(open_page):
    page = open_page(**DESK)
    page.goto("/deal/1/")
    held = []
    page.route("**/shown/**", lambda route: held.append(route), times=1)
    with page.expect_request("**/shown/**"):
        page.locator(SUMMARY).click()
    expect(pictures(page)).to_have_attribute("aria-busy", "true")
    page.keyboard.press("1")
    expect(page.locator(".level.pending")).to_have_count(1)
    held.pop().continue_()
    expect_after(page, TWO)
    page.keyboard.press("n")
    expect(page.locator(".auction-table .made")).to_have_count(6)


def test_pictures_that_cannot_be_fetched_leave_the_table_alone(open_page):
    page = open_page(**DESK)
    page.goto("/deal/1/")
    page.route("**/shown/**", lambda route: route.abort())
    page.locator(SUMMARY).click()
    expect(pictures(page)).to_have_text(re.compile("could not be fetched"))
    expect(page.locator("#trouble")).to_be_hidden()
    page.unroute("**/shown/**")
    page.locator(SUMMARY).click()
    page.locator(SUMMARY).click()
    expect_after(page, TWO)


def test_the_review_shows_what_had_been_shown_after_any_call(open_page):
    page = open_page(**PHONE)
    page.goto("/deal/1/")
    board = finish_by_system(TableBoard.of(StudentBoard.objects.get())).row
    page.goto(f"/board/{board.token}/call/2/")
    page.locator(SUMMARY).tap()
    expect_after(page, "After Pass – Pass – 1NT")
    page.locator("#call-4").tap()
    expect_after(page, "After Pass – Pass – 1NT – Pass – 2♦")
    expect(page.get_by_role("table", name=re.compile("North .*5\\+"))).to_be_visible()
    expect(page.locator("#call-4")).to_be_focused()


def test_the_result_comes_without_the_pictures_being_fetched_again(open_page):
    page = open_page(**DESK)
    page.goto("/deal/1/")
    board = finish_by_system(TableBoard.of(StudentBoard.objects.get())).row
    page.route("**/double-dummy/", lambda route: route.abort())
    page.goto(f"/board/{board.token}/call/2/")
    page.locator(SUMMARY).click()
    expect(pictures(page).get_by_role("table")).to_have_count(4)
    fetched = []
    page.on("request", lambda request: fetched.append(request.url) if "/shown/" in request.url else None)
    page.unroute("**/double-dummy/")
    expect(page.locator("#double-dummy")).to_contain_text("Tricks of each declarer")
    page.locator("#call-4").click()
    expect_after(page, "After Pass – Pass – 1NT – Pass – 2♦")
    assert {url.rpartition("/shown/")[2] for url in fetched} == {"5/"}


def test_without_a_script_it_is_a_page_of_its_own(open_page):
    page = open_page(**NO_SCRIPT)
    page.goto("/deal/1/")
    page.locator(SUMMARY).tap()
    page.get_by_role("link", name="On a page of its own").tap()
    expect_after(page, TWO)
    expect(page.get_by_role("table", name=re.compile("^South you"))).to_be_visible()
    page.locator(".small-auction a").first.tap()
    expect_after(page, "After Pass")
    page.get_by_role("link", name="the start").tap()
    expect_after(page, "Before the first call")
    page.get_by_role("link", name="Back to the table").tap()
    expect(page).to_have_url(re.compile("/deal/1/$"))


def states(page: Page) -> Iterator[str]:
    """The pages with the pictures, each open when it is yielded."""
    page.goto("/deal/1/")
    page.locator(SUMMARY).click()
    expect_after(page, TWO)
    yield "on the table"
    page.goto(str(page.locator("#pictures-page").get_attribute("href")))
    yield "on a page of its own"
    board = StudentBoard.objects.get()
    board.calls = "1N-2C-2N-P-P-3D-3N-P-P-4H-4N-P-P-5S"
    board.sources = [None] * 14
    board.save()
    page.goto(f"/board/{board.token}/shown/14/")
    expect(page.get_by_text("Hardly any deal fits")).to_be_visible()
    yield "ranges alone"


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_axe_finds_nothing(open_page, screen):
    page = open_page(**screen)
    for state in states(page):
        assert_accessible(page, state)


def test_nothing_scrolls_sideways(open_page):
    page = open_page()
    for state, width in at_widths(page, states(page), [320, 360, 768, 1024]):
        assert page.evaluate("document.documentElement.scrollWidth") <= width, state
        overflow = "cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth + 1).length"
        assert page.locator(".seat-picture td:not(.chart-place), .seat-picture th").evaluate_all(overflow) == 0, state
