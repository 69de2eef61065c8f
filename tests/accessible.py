"""What everybody can use: axe's check of a page as it stands in the browser."""

from collections.abc import Iterable, Iterator
from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

SCHEMES: dict[Literal["dark", "light"], dict[str, Any]] = {
    "dark": {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}},
    "light": {},
}
"""What axe looks for in each color scheme: in dark, only what can be wrong there and right in light."""


def await_work(page: Page) -> None:
    """Wait until this page waits no more for a worker or for a part of itself.

    One that waits for a worker loads itself again, into whatever a test does; a part that is on its way is dimmed.
    """
    expect(page.locator("#waiting[data-look-again]")).to_have_count(0)
    page.wait_for_load_state()
    expect(page.locator('[aria-busy="true"]')).to_have_count(0)


def assert_accessible(page: Page, state: str = "") -> None:
    """Axe finds nothing on this page in dark or light, once a worker has done what it needs and the browser has it all.

    The state says what the page shows. The page is left in light.
    """
    await_work(page)
    for scheme, rules in SCHEMES.items():
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page, options={"resultTypes": ["violations"], **rules})
        assert found.violations_count == 0, f"{state or page.url} in {scheme}\n{found.generate_report()}"


def assert_sound(page: Page) -> None:
    """Axe finds nothing on this page, and it is not wider than the window."""
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url


def at_widths(page: Page, states: Iterable[str], widths: list[int]) -> Iterator[tuple[str, int]]:
    """Each state of the page in a window of each width, in pixels."""
    for state in states:
        for width in widths:
            page.set_viewport_size({"width": width, "height": 700})
            yield f"{state} at {width}", width
