"""Accounts in real browsers: from the table to an account and back to the board, and every page for every reader."""

import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from bidbase_web.visitors import account_key
from practice.models import StudentBoard
from tests.accessible import assert_accessible, at_widths
from tests.practice.test_table_browser import WHOLE, bid_button, expect_calls

PASSWORD = "hearts-and-spades"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
READERS = [
    pytest.param({}, id="desktop"),
    pytest.param(PHONE, id="phone"),
    pytest.param({"java_script_enabled": False, **PHONE}, id="phone without JavaScript"),
]


def sign_up(page: Page, name: str = "Ann") -> None:
    page.get_by_role("link", name="Log in").click()
    page.get_by_role("link", name="Sign up").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password again").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()


def log_in(page: Page, name: str = "Ann", password: str = PASSWORD) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()


@pytest.mark.parametrize("options", READERS)
def test_a_guest_signs_up_at_the_table_and_goes_on_with_the_board(open_page, options):
    page = open_page(**options)
    page.goto("/deal/1/")
    page.get_by_role("button", name="1NT").click()
    expect_calls(page, "P-P-1N-P-2D-P")
    sign_up(page)
    expect(page.get_by_role("link", name="Ann")).to_be_visible()
    expect_calls(page, "P-P-1N-P-2D-P")
    page.get_by_role("button", name="Pass", exact=True).click()
    expect(page.locator(".review")).to_be_visible()
    board = StudentBoard.objects.get()
    assert board.owner_key == account_key(User.objects.get())
    assert board.calls == "P-P-1N-P-2D-P-P-P"


def test_the_boards_are_there_in_another_browser_and_can_be_kept(open_page, tmp_path: Path):
    first, second = open_page(), open_page()
    first.goto("/deal/1/")
    bid_button(first, "1N").click()
    expect_calls(first, "P-P-1N-P-2D-P")
    sign_up(first)
    expect(first.get_by_role("link", name="Ann")).to_be_visible()

    second.goto("/")
    second.get_by_role("link", name="Log in").click()
    log_in(second, password="wrong")
    expect(second.get_by_text("This name and this password do not belong together.")).to_be_visible()
    log_in(second, name="ann")
    second.get_by_role("link", name="Go on with deal 1").click()
    bid_button(second, "2H").click()
    expect(second.locator(".review")).to_be_visible()
    assert StudentBoard.objects.get().calls == WHOLE

    second.get_by_role("link", name="Ann").click()
    with second.expect_download() as download:
        second.get_by_role("link", name="Download my data").click()
    download.value.save_as(tmp_path / "data.json")
    assert json.loads((tmp_path / "data.json").read_text())["boards"][0]["calls"] == WHOLE

    second.get_by_role("link", name="Delete the account").click()
    second.get_by_label("Your password").fill(PASSWORD)
    second.get_by_role("button", name="Delete my account").click()
    expect(second.get_by_text("Your account is deleted.")).to_be_visible()
    assert not StudentBoard.objects.exists()
    first.reload()
    expect(first.get_by_role("link", name="Log in")).to_be_visible()


def states(page: Page):
    """Each page of accounts in turn."""
    page.goto("/account/log-in/")
    yield "log in"
    log_in(page, "nobody", "wrong")
    expect(page.locator(".error")).to_be_visible()
    yield "a wrong password"
    page.get_by_role("link", name="Sign up").click()
    expect(page.get_by_role("heading", name="Sign up")).to_be_visible()
    yield "sign up"
    page.get_by_label("Name").fill("A_name_of_just_thirty_letters_")
    page.get_by_label("Password", exact=True).fill("x")
    page.get_by_label("Password again").fill("x")
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator(".errorlist").first).to_be_visible()
    yield "faults"
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password again").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("link", name="A_name")).to_be_visible()
    yield "home with a long name"
    expect(page.get_by_role("heading", name="Practice your bidding")).to_be_visible()
    for address in ("", "password/", "delete/", "log-in/", "forgotten/mailed/", "forgotten/chosen/", "forgotten/x/y/"):
        page.goto(f"/account/{address}")
        yield address


def test_axe_finds_nothing(open_page):
    page = open_page()
    for state in states(page):
        assert_accessible(page, state)


def test_nothing_scrolls_sideways_and_the_bar_is_one_line(open_page):
    page = open_page()
    for state, width in at_widths(page, states(page), [320, 360, 768, 1280]):
        assert page.evaluate("document.documentElement.scrollWidth") <= width, state
        assert page.locator(".site-header").bounding_box()["height"] < 64, state


def test_djangos_admin_works_under_the_content_policy(open_page):
    """`open_page` complains of whatever the policy refuses."""
    User.objects.create_superuser("root", password=PASSWORD)
    User.objects.create_user("Ann")
    page = open_page()
    page.goto("/admin/")
    log_in(page, "root")
    page.get_by_role("link", name="Users").first.click()
    page.get_by_role("link", name="Ann").click()
    page.get_by_role("link", name="Set password").click()
    for field in ("#id_password1", "#id_password2"):
        page.locator(field).fill(PASSWORD)
    page.locator("input[type=submit].set-password").click()
    expect(page.locator(".messagelist")).to_contain_text("Password changed successfully.")
    page.goto("/account/log-in/")
    log_in(page)
    expect(page.get_by_role("link", name="Ann")).to_be_visible()
