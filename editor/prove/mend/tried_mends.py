"""What a worker has found for a finding, as JSON has it."""

from __future__ import annotations

from typing import Any, NamedTuple, Self


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

    @classmethod
    def of(cls, record: Any) -> Self:
        """What JSON has kept."""
        key, words, steps, costs = record
        return cls(key, words, [MendedEntry(*step) for step in steps], [(where, what) for where, what in costs])
