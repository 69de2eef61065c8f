"""The titles of chapters. Shipped files have theirs beside them, in `systems_data/titles.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache

from django.utils.text import capfirst

from bidbase.systems.manifest import SHIPPED


def chapter_title(family: str) -> str:
    """`Opener's rebids` for `openers_rebids`; a file of somebody's own is titled with its name: `My defense`."""
    return shipped_titles().get(family) or capfirst(family.replace("_", " "))


@cache
def shipped_titles() -> Mapping[str, str]:
    """The titles of the shipped files by their names, without folder and ending."""
    return tomllib.loads((SHIPPED / "titles.toml").read_text(encoding="utf-8"))
