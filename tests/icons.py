"""Draws the icons of the site for phones from `static/icon.svg`: `python -m tests.icons`."""

from __future__ import annotations

from playwright.sync_api import sync_playwright

from bidbase_site.settings import BASE_DIR
from tests.bring import chromium_here

SIZES = (180, 192, 512)  # iPhones and iPads, and the two sizes of a web manifest
_GREEN = "#17694a"  # that of the drawing: phones cut the corners as they like


def draw() -> None:
    """Write each size beside the drawing, on a ground without corners."""
    svg = (BASE_DIR / "static" / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_here(playwright), args=["--no-sandbox"])
        for size in SIZES:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(f"<style>body{{margin:0;background:{_GREEN}}}svg{{display:block}}</style>{svg}")
            page.screenshot(path=BASE_DIR / "static" / "icons" / f"{size}.png")
        browser.close()


if __name__ == "__main__":
    draw()
