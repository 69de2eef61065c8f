"""Somebody writes a note that serves two sections in a browser, and reads it at both; with and without scripts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from bidbase.systems.notes import NoteSubject
from editor.models import SystemRevision, SystemRow
from editor.read.notes.services import save_note
from tests.accessible import assert_accessible

DESK = {"viewport": {"width": 1280, "height": 900}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
READERS = [pytest.param(DESK, id="desk"), pytest.param({**PHONE, "java_script_enabled": False}, id="no script")]


@pytest.fixture
def open_page(open_page: Callable[..., Page], own: SystemRow, worker) -> Callable[..., Page]:
    """Opens a page on a wide screen, unless told otherwise, for somebody who is logged in."""
    return lambda user, **options: open_page(user, **{**DESK, **options})


def address(own: SystemRow, rest: str) -> str:
    return f"/system/{own.slug}/{rest}"


@pytest.mark.parametrize("options", READERS)
def test_a_note_that_serves_two_sections_is_read_at_both(open_page, anna, own, options):
    page = open_page(anna, **options)
    page.goto(address(own, "?auction=1N-P"))
    page.get_by_role("link", name="Write a note on this section").click()
    expect(page.get_by_label("Serves, 1")).to_have_value("section 1N-P")
    page.get_by_label("Serves, 2").fill("section (opening)")
    page.get_by_label("Name", exact=True).fill("Our notrump")
    page.get_by_label("Text").fill("**Light**, see Deal 11180-E")
    if "java_script_enabled" in options:
        page.get_by_role("button", name="Preview").click()
    expect(page.locator("#preview strong")).to_have_text("Light")
    assert not own.notes.exists(), "a preview saves nothing"
    page.get_by_label("Why").first.fill("Agreed on the train")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("The note Our notrump is saved.")).to_be_visible()

    own.refresh_from_db()
    (note,) = own.notes
    assert (note.name, note.serves) == ("Our notrump", "section 1N-P\nsection (opening)")
    assert note.text == "**Light**, see Deal 11180-E"
    made = SystemRevision.objects.get(system=own, number=own.revision)
    assert (made.by, made.why) == (anna, "Agreed on the train")

    for auction in ("", "1N-P"):
        page.goto(address(own, f"?auction={auction}"))
        expect(page.get_by_role("heading", name="Our notrump")).to_be_visible()
    page.get_by_role("link", name="Deal 11180-E").click()
    page.wait_for_url("**/deal/11180/**")


def test_a_note_is_removed_with_the_reason(open_page, anna, own):
    own = save_note(system=own, name="Style", serves=[NoteSubject.section("1N-P")], text="Light", seen=None, by=anna)
    page = open_page(anna)
    page.goto(address(own, "?auction=1N-P"))
    page.get_by_role("link", name="Change this note").click()
    removal = page.get_by_role("form", name="Remove this note")
    removal.get_by_label("Why").fill("Out of date")
    removal.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("The note Style is removed.")).to_be_visible()
    own.refresh_from_db()
    assert not own.notes.exists()
    assert SystemRevision.objects.get(system=own, number=own.revision).why == "Out of date"


def test_switches_are_looked_at_before_they_are_made(open_page, anna, own):
    page = open_page(anna)
    page.goto(address(own, "switches/"))
    page.get_by_label("Used by: Stayman", exact=True).select_option("Nobody")
    page.get_by_role("button", name="What would change?").click()
    expect(page.get_by_text("would be bid otherwise").first).to_be_visible()
    expect(page.get_by_text("5,000 standard deals, the test hands")).to_be_visible(timeout=120_000)
    own.refresh_from_db()
    assert own.conventions.get(name="Stayman").use == ""
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("The switches are saved.")).to_be_visible()
    own.refresh_from_db()
    assert own.conventions.get(name="Stayman").use == "0"


def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(open_page, anna, own):
    own = save_note(
        system=own,
        name="A_long_name_" * 6,
        serves=[NoteSubject.section("1N-P"), NoteSubject.convention("Stayman"), NoteSubject.entry("1N-P/200000")],
        text="W" * 200 + "\n\n- one\n- two",
        seen=None,
        by=anna,
    )
    page = open_page(anna, **PHONE)
    addresses = ["notes/", "note/", f"note/change/{'A_long_name_' * 6}/", "?auction=1N-P", "conventions/"]
    addresses += ["convention/change/Stayman/", "entry/1N-P/200000/", "booklet/notrump/", "switches/"]
    for rest in addresses:
        page.goto(address(own, rest))
        assert_accessible(page, rest)
        assert page.evaluate("document.documentElement.scrollWidth") == 360, rest
