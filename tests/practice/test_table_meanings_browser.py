"""What calls mean, in a real browser: fetched once a turn, when somebody looks, and there at once from then on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.conftest import eventually
from tests.practice.test_table_browser import bid_button, expect_calls, saved

MEANINGS = re.compile(r"/board/[\w-]+/after/\d+/meanings/")


@pytest.fixture
def asked(desk) -> list[str]:
    """The places that the desk has asked for meanings, `after/2`."""
    places: list[str] = []

    def note(request) -> None:
        if MEANINGS.search(request.url):
            places.append("/".join(request.url.split("/")[5:7]))

    desk.on("request", note)
    return places


def pictured(page: Page):
    """What the panel beside the box says."""
    return page.locator("#meaning")


def test_who_bids_without_looking_asks_for_nothing(desk, asked):
    desk.goto("/deal/1/")
    desk.keyboard.press("1")
    desk.keyboard.press("n")
    expect_calls(desk, "P-P-1N-P-2D-P")
    expect(desk.locator("#turn")).to_be_focused()
    assert asked == []


def test_the_first_look_asks_once_for_the_whole_turn(desk, asked):
    desk.goto("/deal/1/")
    desk.locator(".other-calls").hover(position={"x": 1, "y": 1})  # no call yet
    expect(desk.locator("#may-2C")).to_have_count(1)
    for call, words in (("2C", "Strong and artificial"), ("1N", "15 to 17"), ("7N", "No agreement")):
        bid_button(desk, call).hover()
        expect(pictured(desk)).to_contain_text(words)
    desk.locator(".made").first.hover()
    expect(pictured(desk)).to_contain_text("No opening")
    assert asked == ["after/2"]


def test_each_turn_has_its_own_meanings(desk, asked):
    desk.goto("/deal/1/")
    bid_button(desk, "1N").focus()
    expect(pictured(desk)).to_contain_text("15 to 17")
    desk.keyboard.press("Enter")
    expect_calls(desk, "P-P-1N-P-2D-P")
    expect(pictured(desk)).to_contain_text("Point at a call")
    bid_button(desk, "2H").focus()
    expect(pictured(desk)).to_contain_text("Completes the transfer")
    assert asked == ["after/2", "after/6"]


def test_who_looks_at_a_call_the_moment_the_table_is_new_is_told(desk, asked):
    """htmx settles a new part some time after it is there, and must not take away what was marked meanwhile."""
    desk.goto("/deal/1/")
    desk.evaluate(
        "document.addEventListener('htmx:afterSwap', () => document.getElementById('call-2H').focus(), { once: true })"
    )
    desk.keyboard.press("1")
    desk.keyboard.press("n")
    expect_calls(desk, "P-P-1N-P-2D-P")
    expect(pictured(desk)).to_contain_text("Completes the transfer")
    assert asked == ["after/6"]


def test_the_list_of_meanings_comes_when_it_is_opened(desk, asked):
    desk.goto("/deal/1/")
    desk.locator("#all-meanings summary").press("Enter")
    expect(desk.locator("#may-2C")).to_be_visible()
    expect(desk.locator("#all-meanings")).to_contain_text("There is no agreement about any other call.")
    assert asked == ["after/2"]


def test_meanings_that_are_late_come_to_the_call_that_is_looked_at(desk):
    held: list[Route] = []
    desk.route(MEANINGS, lambda route: held.append(route))
    desk.goto("/deal/1/")
    bid_button(desk, "2C").hover()
    expect(pictured(desk)).to_contain_text("2♣…")
    bid_button(desk, "1N").hover()
    expect(pictured(desk)).to_contain_text("1NT…")
    assert len(held) == 1, "they are on their way"
    held[0].continue_()
    expect(pictured(desk)).to_contain_text("15 to 17")


def test_meanings_that_are_later_than_the_next_call_change_nothing(desk):
    held: list[Route] = []
    desk.route(MEANINGS, lambda route: held.append(route))
    desk.goto("/deal/1/")
    bid_button(desk, "1N").hover()
    eventually(lambda: len(held) == 1)
    desk.keyboard.press("1")
    desk.keyboard.press("n")
    expect_calls(desk, "P-P-1N-P-2D-P")
    desk.mouse.move(1, 1)
    with desk.expect_response(MEANINGS):
        held[0].continue_()
    expect(pictured(desk)).to_contain_text("Point at a call")
    expect(desk.locator("#may-1N")).to_have_count(0)
    expect(desk.get_by_role("alert")).to_have_count(0)


def test_meanings_that_do_not_come_say_so_and_are_asked_for_again(desk):
    desk.route(MEANINGS, lambda route: route.abort(), times=1)
    desk.goto("/deal/1/")
    bid_button(desk, "2C").focus()
    expect(pictured(desk)).to_contain_text("could not be fetched")
    expect(desk.locator("#trouble")).to_be_hidden()
    bid_button(desk, "1N").focus()
    expect(pictured(desk)).to_contain_text("15 to 17")


def test_a_window_that_is_behind_is_told_of_its_own_calls_or_shown_how_it_stands(desk):
    desk.goto("/deal/1/")
    first, second = (desk.context.new_page() for _ in range(2))
    first.goto("/deal/1/")
    bid_button(desk, "1N").click()
    expect_calls(desk, "P-P-1N-P-2D-P")
    second.goto("/deal/1/")
    bid_button(first, "1N").focus()
    expect(pictured(first)).to_contain_text("15 to 17")

    desk.keyboard.press("u")
    expect_calls(desk, "P-P")
    bid_button(desk, "1H").click()
    expect_calls(desk, "P-P-1H-P-4H-P")
    bid_button(second, "2H").focus()
    expect(second.get_by_role("alert")).to_contain_text("moved on")
    expect_calls(second, "P-P-1H-P-4H-P")
    assert saved().calls == "P-P-1H-P-4H-P"


def test_a_tap_on_a_call_that_was_made_tells_what_it_means(phone):
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.goto("/deal/1/")
    phone.locator(".made").first.tap()
    expect(pictured(phone)).to_contain_text("No opening")
    assert saved().calls == "P-P"


def test_without_a_script_a_link_leads_to_the_meanings_and_back(plain):
    plain.goto("/deal/1/")
    plain.get_by_role("link", name="The list of meanings").tap()
    expect(plain.get_by_role("heading", level=1)).to_have_text("What the calls mean by agreement")
    expect(plain.locator("#may-2C")).to_contain_text("Strong and artificial")
    plain.get_by_role("link", name="Back to the table").tap()
    bid_button(plain, "1N").tap()
    expect_calls(plain, "P-P-1N-P-2D-P")
    plain.get_by_text("Why", exact=True).tap()
    plain.get_by_role("link", name="What these calls mean").tap()
    expect(plain.locator(".meaning")).to_contain_text("15 to 17")
    plain.get_by_role("link", name="Back to the table").tap()
    expect_calls(plain, "P-P-1N-P-2D-P")
