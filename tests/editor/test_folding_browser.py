"""Somebody makes a pattern of sections that say the same, in a browser, and takes it back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from editor.models import SystemRow
from editor.store.entries.services import save_entry
from tests.accessible import assert_accessible

SECTIONS = ["1H-P-1N-P-2C-P", "1S-P-1N-P-2C-P"]
PATTERN = "1a-P-1N-P-2C-P; a=M"
PEOPLE = [
    pytest.param({"viewport": {"width": 1280, "height": 800}}, id="desktop"),
    pytest.param({"viewport": {"width": 360, "height": 740}, "java_script_enabled": False}, id="phone, no JavaScript"),
]


@pytest.fixture
def open_page(open_page: Callable[..., Page], own: SystemRow, anna: User, worker) -> Callable[..., Page]:
    """Opens a page for the owner of a system in which two sections say the same."""
    for after, suit, name in zip(SECTIONS, "HS", ("hearts", "spades"), strict=True):
        texts = {"prior_bids": after, "order": "100000", "bid": f"2{suit}", "hcp": "6-9", f"{name}_num": "2+"}
        own, _ = save_entry(system=own, texts=texts, seen=None, by=anna)
    return partial(open_page, anna)


def sections() -> dict[str, list[str]]:
    """The bids of each section in question that is there."""
    rows = SystemRow.objects.get(slug="our-system").entries.filter(prior_bids__in=[*SECTIONS, PATTERN])
    return {row.prior_bids: [row.bid] for row in rows}


@pytest.mark.parametrize("options", PEOPLE)
def test_two_sections_become_a_pattern_and_come_back(open_page, options):
    page = open_page(**options)
    page.goto("/system/our-system/look-alikes/")
    page.get_by_role("link", name="Sections that say the same").click()
    expect(page.get_by_role("heading", name="Sections that say the same", exact=True)).to_be_visible()
    if options.get("java_script_enabled", True):
        assert_accessible(page)
    page.get_by_role("link", name=PATTERN).click()
    expect(page.get_by_role("heading", name="No call changes")).to_be_visible()
    expect(page.get_by_text("The pattern serves the auctions of these 2 sections and no other.")).to_be_visible()
    if options.get("java_script_enabled", True):
        assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= options["viewport"]["width"]
    page.get_by_label("Why").fill("One entry to change")
    page.get_by_role("button", name="Make it a pattern").click()
    expect(page.get_by_text("2 sections are one pattern now")).to_be_visible()
    assert sections() == {PATTERN: ["2a"]}
    page.get_by_role("button", name="Take this change back").click()
    expect(page.get_by_text("Revision 4 is taken back")).to_be_visible()
    assert sections() == {SECTIONS[0]: ["2H"], SECTIONS[1]: ["2S"]}
