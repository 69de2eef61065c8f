"""What other apps have to say of conventions. They register who says it when Django starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from editor.systems.models import SystemRow

Remarker = Callable[[SystemRow], Mapping[str, str]]
"""Gives sentences about conventions of a system, by name."""

_remarkers: list[Remarker] = []


def register_remarks(remarker: Remarker) -> None:
    """Let the page of conventions show these remarks as well."""
    if remarker not in _remarkers:
        _remarkers.append(remarker)


def remarks_on(system: SystemRow) -> dict[str, str]:
    """The remarks on the conventions of a system, by name. A convention with a remark is not offered for practice."""
    return {name: remark for remarker in _remarkers for name, remark in remarker(system).items()}
