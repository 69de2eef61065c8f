"""What a reader sees without scrolling: parts that lie inside the screen and have nothing before them."""

from __future__ import annotations

from playwright.sync_api import Page

SCREENS = ((1280, 800), (1024, 700), (768, 1024), (360, 740), (740, 360))

_OUT_OF_SIGHT = """selectors => selectors.flatMap(selector => {
    const shown = [...document.querySelectorAll(selector)].filter(part => part.getClientRects().length);
    const seen = (part, x, y) => part.contains(document.elementFromPoint(x, y));
    const hidden = shown.filter(part => {
        const {left, right, top, bottom} = part.getBoundingClientRect();
        const across = (left + right) / 2, down = (top + bottom) / 2;
        return !(seen(part, across, top + 1) && seen(part, across, bottom - 1)
            && seen(part, left + 1, down) && seen(part, right - 1, down));
    });
    return shown.length ? hidden.map(part => `${selector}: ${part.textContent.trim()}`) : [`${selector}: not there`];
})"""


def out_of_sight(page: Page, *selectors: str) -> list[str]:
    """Those displayed parts of a page of which an edge is off the screen or covered; selectors that show nothing."""
    found: list[str] = page.evaluate(_OUT_OF_SIGHT, list(selectors))
    return found
