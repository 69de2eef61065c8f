"""Browsers in which people read systems."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.accessible import assert_sound

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DESKTOP = pytest.param({}, id="desktop")
ON_PHONE = pytest.param(PHONE, id="phone")
WITHOUT_SCRIPT = pytest.param({"java_script_enabled": False, **PHONE}, id="phone without JavaScript")


def check(page: Page, options: dict[str, Any]) -> None:
    """The page is sound, as far as a script can look at it."""
    if options.get("java_script_enabled", True):
        assert_sound(page)
