"""What a worker has found for a lesson."""

from __future__ import annotations

from typing import NamedTuple


class FoundStep(NamedTuple):
    """An entry of a mend: the ref of the one that is changed, blank for a new one, and its cells."""

    ref: str
    cells: dict[str, str]


class FoundMend(NamedTuple):
    """A mend: its kind and words, its steps, whose test hands it costs, and the share of other calls.

    `costs` has ref and bid of each entry.
    """

    kind: str
    words: str
    steps: list[FoundStep]
    costs: list[tuple[str, str]]
    share: float
