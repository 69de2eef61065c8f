"""The tour of a small change in a real browser: as a guest goes it, by keyboard, on a phone without a script."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from editor.models import SystemRevision, SystemRow
from editor.people.services import take_as_base
from editor.store.systems.loading import load_shipped_system
from tests.accessible import assert_sound
from tests.editor.conftest import PASSWORD, edit

DESK = {"viewport": {"width": 1280, "height": 900}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
PLAIN = {**PHONE, "java_script_enabled": False}
WEAK_TWO = "opening/200000"


@pytest.fixture
def base(files, db) -> SystemRow:
    """The small system, in which the weak two is opened always."""
    edit(files / "opening.csv", ",200000,2x,Weak two,60,", ",200000,2x,Weak two,,")
    return load_shipped_system(name=files).system


@pytest.fixture
def open_page(open_page: Callable[..., Page], base: SystemRow, worker) -> Callable[..., Page]:
    """Opens a page in a browser of its own, with the system to begin from and a worker for what pages wait for."""
    return open_page


def fill_in_sign_up(page: Page) -> None:
    page.get_by_label("Name").fill("Carla")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password again").fill(PASSWORD)


def guide(page: Page, number: int, title: str) -> Locator:
    """The strip of the tour, when it has come to this step."""
    strip = page.locator("#guide")
    expect(strip).to_contain_text(f"{title} {number} of 6")
    return strip


def system_of(name: str) -> SystemRow:
    return SystemRow.objects.get(owner__username=name)


def points(name: str) -> str:
    """What the weak two in the system of this person asks for now."""
    row: Any = system_of(name).entries.get(ref=WEAK_TWO)
    return row.hcp


@pytest.mark.parametrize("options", [DESK, PHONE], ids=["desk", "phone"])
def test_a_guest_goes_the_whole_way(open_page, options):
    page = open_page(**options)
    page.goto("/system/")
    page.get_by_role("button", name="Show me").click()
    guide(page, 1, "An account").get_by_role("link", name="Sign up").click()
    fill_in_sign_up(page)
    page.get_by_role("button", name="Sign up").click()
    strip = guide(page, 1, "A copy of your own")
    assert_sound(page)
    strip.get_by_role("button", name="Take as a base").click()
    guide(page, 2, "The entry").get_by_role("link", name="Go to the openings").click()
    expect(page.locator("#marked")).to_be_in_viewport()
    assert_sound(page)
    page.locator("#marked").get_by_role("link").click()
    guide(page, 2, "The entry")
    assert_sound(page)
    page.get_by_role("link", name="Edit this entry").click()
    guide(page, 3, "The change").get_by_role("link", name="Go to the field").click()
    field = page.get_by_label("HCP", exact=True)
    expect(field).to_be_focused()
    field.fill("5-10")
    strip = guide(page, 4, "What it does")
    expect(field).to_be_focused()
    assert_sound(page)
    strip.get_by_role("link", name="Go to Why").click()
    page.get_by_label("Why").fill("We like to preempt")
    page.get_by_role("button", name="Save", exact=True).click()
    strip = guide(page, 5, "At the table")
    assert_sound(page)
    strip.get_by_role("link", name="Ask your system").click()
    strip = guide(page, 5, "At the table")
    expect(strip).to_contain_text("Before your change it passed.")
    expect(page.locator("#answer-title")).to_have_text(re.compile("North opens 2"))
    assert_sound(page)
    strip.get_by_role("link", name="Go on to the history").click()
    strip = guide(page, 6, "The history")
    assert_sound(page)
    strip.get_by_role("link", name="Go to revision 2").click()
    guide(page, 6, "The history")
    assert_sound(page)
    system = system_of("Carla")
    assert points("Carla") == "5-10"
    revision = SystemRevision.objects.get(system=system, number=2)
    assert (revision.by.username, revision.why) == ("Carla", "We like to preempt")
    page.get_by_role("button", name="Take this change back").click()
    strip = guide(page, 6, "The history")
    expect(strip).to_contain_text("The entry says again what it said.")
    strip.get_by_role("button", name="Done").click()
    expect(page.locator("#guide")).to_have_count(0)
    assert points("Carla") == "6-10"
    page.goto(f"/system/{system.slug}/about/")
    page.get_by_role("button", name="Make a small change: a tour of three minutes").click()
    guide(page, 2, "The entry")


def test_without_a_script(open_page, anna):
    page = open_page(anna, **PLAIN)
    page.goto("/system/small/about/")
    page.get_by_role("button", name="Make a small change").click()
    guide(page, 1, "A copy of your own").get_by_role("button", name="Take as a base").click()
    guide(page, 2, "The entry").get_by_role("link", name="Go to the openings").click()
    page.locator("#marked").get_by_role("link").click()
    page.get_by_role("link", name="Edit this entry").click()
    guide(page, 3, "The change")
    page.get_by_label("HCP", exact=True).fill("5-10")
    page.get_by_role("button", name="Try it").click()
    guide(page, 4, "What it does")
    page.get_by_label("Why").fill("We like to preempt")
    page.get_by_role("button", name="Save", exact=True).click()
    guide(page, 5, "At the table")
    assert (points("Anna"), system_of("Anna").revision) == ("5-10", 2)


def press(page: Page, place: Locator) -> None:
    """Come to a link or button with the tab key, and press it."""
    for _ in range(80):
        if place.evaluate("place => place === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(place).to_be_focused()
    page.keyboard.press("Enter")


def test_by_keyboard(open_page, anna, base):
    take_as_base(base=base, title="Our system", owner=anna)
    page = open_page(anna, **DESK)
    page.goto("/system/")
    press(page, page.get_by_role("button", name="Make a small change"))
    press(page, guide(page, 2, "The entry").get_by_role("link", name="Go to it"))
    press(page, page.locator("#marked").get_by_role("link"))
    press(page, guide(page, 2, "The entry").get_by_role("link", name="Go to the button"))
    press(page, page.locator("#edit-entry"))
    press(page, guide(page, 3, "The change").get_by_role("link", name="Go to the field"))
    expect(page.get_by_label("HCP", exact=True)).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("5-10")
    guide(page, 4, "What it does")
    page.get_by_label("Why").focus()
    press(page, page.get_by_role("button", name="Save", exact=True))
    press(page, guide(page, 5, "At the table").get_by_role("button", name="End the tour"))
    expect(page.locator("#guide")).to_have_count(0)
    assert points("Anna") == "5-10"


def test_a_first_visit_can_do_without_it(open_page):
    page = open_page(**PHONE)
    page.goto("/system/small/")
    assert_sound(page)
    page.get_by_role("button", name="No, thanks").click()
    expect(page).to_have_url(re.compile("/system/small/$"))
    expect(page.get_by_role("button", name="Show me")).to_have_count(0)
    page.goto("/system/")
    expect(page.get_by_role("button", name="Make a small change")).to_be_visible()
    assert not SystemRow.objects.exclude(owner=None).exists()
