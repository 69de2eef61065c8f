"""What a worker has found for a finding."""

from __future__ import annotations

from typing import NamedTuple


class MendedEntry(NamedTuple):
    """An entry of a mend: the ref of the one that is changed, blank for a new one, and its cells; None to remove it."""

    ref: str
    cells: dict[str, str] | None


class TriedMend(NamedTuple):
    """A mend with which the finding is gone: what names it, its words, the entries that it changes, and its costs.

    `costs` are what the rules find then that they do not find now: where, and what is wrong.
    """

    key: str
    words: str
    steps: list[MendedEntry]
    costs: list[tuple[str, str]]
