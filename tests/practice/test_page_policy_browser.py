"""No page for students breaks the site's own security policy, whatever a student opens on it.

`open_page` fails on what the console says of it; here the browser itself reports each violation with its place.
"""

import pytest
from playwright.sync_api import Page, expect

from practice.models import StudentBoard
from tests.accessible import await_work
from tests.practice.conftest import PHONE

DESK = {"viewport": {"width": 1280, "height": 800}}
WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => {
  window.violations.push(`${event.violatedDirective} ${event.sourceFile}:${event.lineNumber} ${event.sample}`);
});
"""
ADDRESSES = ["/", "/basics/", "/words/", "/today/", "/learn/", "/learn/stayman/", "/ask/?auction=1N-P", "/boards/"]


def assert_kept(page: Page) -> None:
    """Open everything that can be opened, and look at what the browser has reported."""
    await_work(page)
    page.evaluate("for (const part of document.querySelectorAll('main details')) part.open = true")
    await_work(page)
    assert page.evaluate("window.violations") == [], page.url


def test_an_inline_style_is_reported(browser, live_server):
    page = browser.new_page()
    page.add_init_script(WATCH)
    page.goto(f"{live_server.url}/basics/")
    page.evaluate("document.body.setAttribute('style', 'color: red')")
    page.wait_for_function("window.violations.length > 0")
    assert page.evaluate("window.violations[0]").startswith("style-src")
    page.close()


@pytest.mark.parametrize("screen", [DESK, PHONE], ids=["desk", "phone"])
def test_the_table_and_the_review_keep_the_policy(open_page, screen):
    page = open_page(**screen)
    page.add_init_script(WATCH)
    page.goto("/first/")
    page.locator("#guide-next").click()
    page.locator("#hint").click()
    expect(page.locator(".hints")).to_be_visible()
    assert_kept(page)
    page.goto("/deal/1/")
    page.evaluate("document.getElementById('call-1H').click()")
    expect(page.locator(".feedback")).to_be_visible()
    page.locator(".feedback a.word").first.focus()
    assert_kept(page)
    while not StudentBoard.objects.get(deal_number=1).finished:
        page.goto("/deal/1/")
        with page.expect_response(lambda answer: "/call/" in answer.url):
            page.evaluate("document.getElementById('call-P').click()")
        page.wait_for_load_state("networkidle")  # the last call leads to the review
    page.goto(f"/board/{StudentBoard.objects.get(deal_number=1).token}/")
    assert_kept(page)


def test_the_other_pages_keep_the_policy(open_page):
    page = open_page(**DESK)
    page.add_init_script(WATCH)
    for address in ADDRESSES:
        page.goto(address)
        assert_kept(page)
