"""How the table looks in a real browser: axe, narrow and wide screens, ids, light and dark."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.accessible import assert_accessible, at_widths
from tests.practice.test_table_browser import expect_calls


def states(page: Page) -> Iterator[str]:
    """The table at the start, with a meaning and feedback, with all parts open, at the end; settings; a refusal."""
    page.goto("/deal/1/")
    yield "start"
    page.keyboard.press("1")
    page.keyboard.press("h")
    expect_calls(page, "P-P-1H-P-4H-P")
    page.locator(".made").nth(4).focus()
    yield "middle"
    page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    expect(page.get_by_label("Deal number")).to_be_visible()
    expect(page.locator(".seat-picture")).to_have_count(4)
    yield "open"
    page.keyboard.press("p")
    page.wait_for_url("**/board/*/")
    yield "end"
    page.goto("/settings/")
    yield "settings"
    page.goto("/deal/0/")
    yield "refusal"


def test_axe_finds_nothing(desk):
    for state in states(desk):
        assert_accessible(desk, state)


def test_axe_finds_nothing_on_a_phone(phone):
    for state in states(phone):
        assert_accessible(phone, state)


def test_nothing_scrolls_sideways(desk):
    for state, width in at_widths(desk, states(desk), [320, 360, 768, 1024]):
        assert desk.evaluate("document.documentElement.scrollWidth") <= width, state
        header = desk.locator(".site-header").bounding_box()
        assert header["height"] < 64, f"{state}: the header breaks"


@pytest.mark.parametrize("width", [320, 360])
def test_heads_of_the_auction_have_room(desk, width):
    desk.set_viewport_size({"width": width, "height": 700})
    desk.goto("/deal/4/")  # both sides vulnerable
    widths = "cells => cells.every(cell => cell.scrollWidth <= cell.clientWidth)"
    assert desk.locator(".auction-table th").evaluate_all(widths)


@pytest.mark.parametrize("number", [4, 999999999])
def test_on_a_phone_the_system_is_read_in_full_below_the_deal(desk, number):
    desk.set_viewport_size({"width": 360, "height": 740})
    desk.goto(f"/deal/{number}/")
    heading, facts = desk.get_by_role("heading", level=1), desk.locator(".facts")
    assert facts.evaluate("all => all.scrollHeight <= all.clientHeight")
    assert facts.bounding_box()["y"] >= heading.bounding_box()["y"] + heading.bounding_box()["height"]
    assert facts.bounding_box()["height"] < 24, "one line"
    summary = desk.locator("#settings summary").bounding_box()
    assert summary["y"] < facts.bounding_box()["y"]
    assert summary["height"] >= 32, "a finger can hit it"


def test_settings_stay_beside_the_facts(desk):
    desk.set_viewport_size({"width": 800, "height": 700})
    desk.goto("/settings/")
    desk.get_by_label("Deal number").fill("999999999")
    desk.get_by_role("radio", name="Stay silent").check()
    desk.get_by_role("button", name="Bid with these settings").click()
    heading = desk.get_by_role("heading", level=1).bounding_box()
    summary = desk.locator("#settings summary").bounding_box()
    assert abs(heading["y"] + heading["height"] / 2 - summary["y"] - summary["height"] / 2) < 16


def test_ids_are_there_once_and_every_reference_finds_its_own(desk):
    def assert_sound(state: str) -> None:
        ids = desk.eval_on_selector_all("[id]", "all => all.map(one => one.id)")
        assert sorted(ids) == sorted(set(ids)), state
        names = ("aria-describedby", "aria-labelledby", "aria-controls", "for")
        for name in names:
            script = f"all => all.flatMap(one => one.getAttribute('{name}').split(' '))"
            found = desk.eval_on_selector_all(f"[{name}]", script)
            assert set(found) <= set(ids), f"{state}: {name}"

    for state in states(desk):
        assert_sound(state)
    for address in ("/ask/", "/ask/?hand=AQ2&auction=1C-1C&dealer=Q", "/ask/?hand=AQ2.K32.KJ32.K32&auction=1N-P"):
        desk.goto(address)
        assert_sound(address)
    for address in ("/system/small/", "/system/small/?auction=hello", "/system/small/grid/?after=hello"):
        desk.goto(address)
        assert_sound(address)


def test_light_and_dark_are_remembered(desk):
    desk.emulate_media(color_scheme="light")
    desk.goto("/deal/1/")
    desk.get_by_role("button", name="Use dark colors").click()
    desk.reload()
    expect(desk.locator("html")).to_have_attribute("data-theme", "dark")
    expect(desk.get_by_role("button", name="Use light colors")).to_be_visible()
