"""The rules for whose findings there are mends that can be tried. The room of mends registers them at the start."""

from __future__ import annotations

from collections.abc import Iterable

_mended: set[str] = set()


def register_mends(rules: Iterable[str]) -> None:
    """Let the findings of these rules be shown with a way to their mends."""
    _mended.update(rules)


def has_mends(rule: str) -> bool:
    """Whether there are mends that can be tried for what a rule finds."""
    return rule in _mended
