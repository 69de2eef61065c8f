"""A person chooses another variant for their partner, and sees North bid by it; and the rows that this leaves."""

import re

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from practice.models import Partnership, StudentBoard, StudentCall
from tests.accessible import assert_accessible
from tests.practice.test_partners_browser import begin, invite
from tests.practice.test_table_browser import bid_button, expect_calls
from tests.practice.variants import TO_PLAY, variant_of

READERS = [
    pytest.param({"viewport": {"width": 1280, "height": 800}}, id="desk"),
    pytest.param({"viewport": {"width": 360, "height": 740}, "java_script_enabled": False}, id="phone without scripts"),
]


@pytest.fixture
def variant(small):
    return variant_of(small, User.objects.create_user("Ann"))


@pytest.mark.parametrize("options", READERS)
def test_a_person_chooses_what_his_partner_plays(open_page, variant, options):
    page = open_page(variant.owner, **options)
    page.goto("/settings/")
    page.get_by_label("Deal number").fill("1")
    for label, title in (("I", "Small system"), ("My partner", "Our variant"), ("The opponents", "Small system")):
        page.get_by_label(re.compile(rf"^{label} plays?$")).select_option(label=title)
    if options.get("java_script_enabled", True):
        assert_accessible(page)
    page.get_by_role("button", name="Bid with these settings").click()
    expect(page.locator(".facts")).to_contain_text("Our variant (North)")
    bid_button(page, "1N").click()
    expect_calls(page, "P-P-1N-P-2H-P")
    page.goto(page.locator(".made").nth(4).get_attribute("href"))  # what that call means
    assert TO_PLAY in page.locator("#said-4").text_content()
    assert "Our variant" in page.locator("#said-4").text_content()
    page.get_by_role("link", name="Back to the table").click()
    board = StudentBoard.objects.get()
    assert (board.calls, board.partner_system) == ("P-P-1N-P-2H-P", variant)
    bid_button(page, "2S").click()
    expect(page).to_have_url(re.compile(r"/board/"))
    assert StudentCall.objects.get(index=6).verdict == "agrees", "the student reads the transfer of their own system"
    page.locator("#call-4").click()
    expect(page.locator("#plays")).to_have_text("North plays Our variant.")
    expect(page.locator("#reasons")).to_contain_text(TO_PLAY)


def test_who_joins_a_partner_brings_his_own_system(open_page, variant):
    ben, ann = open_page(), open_page(variant.owner)
    ann.goto(invite(ben))
    ann.get_by_label("Your nickname").fill("Ann")
    ann.get_by_label("You play").select_option(label="Our variant")
    assert_accessible(ann)
    ann.get_by_role("button", name="Take the seat").click()
    expect(ann.get_by_role("heading", name="With Ben")).to_be_visible()
    assert Partnership.objects.get().north_system == variant
    begin(ben)
    expect(ben.locator(".facts")).to_contain_text("Our variant (North)")
    assert StudentBoard.objects.get().partner_system == variant
