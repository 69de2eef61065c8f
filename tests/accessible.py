"""What everybody can use: axe's check of a page as it stands in the browser."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect


def await_work(page: Page) -> None:
    """Wait until this page waits no more for a worker: one that waits loads itself again, into whatever a test does."""
    expect(page.locator("#waiting[data-look-again]")).to_have_count(0)
    page.wait_for_load_state()


def assert_accessible(page: Page, state: str = "") -> None:
    """Axe finds nothing on this page, once a worker has done what it needs and the browser has all of it.

    The state says what the page shows.
    """
    await_work(page)
    found = Axe().run(page)
    assert found.violations_count == 0, f"{state or page.url}\n{found.generate_report()}"


def assert_sound(page: Page) -> None:
    """Axe finds nothing on this page, and it is not wider than the window."""
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
