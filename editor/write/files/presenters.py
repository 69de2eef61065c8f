"""Differences and formats as pages show them."""

from __future__ import annotations

from dataclasses import dataclass

from bidbase.exports.formats import FORMATS, Format
from bidbase.language.bids import parse_bid
from editor.write.files.differences import ADDED, CHANGED, KINDS, MISSING
from editor.write.files.work import Compared

_TITLES = {ADDED: "New", CHANGED: "Changed", MISSING: "Not among them"}
_ABOUT = {
    ADDED: "The system does not have these yet. Taken, they are added.",
    CHANGED: "These say something else. Taken, they replace what the system says.",
    MISSING: "The system has these, and what you merge has not. Taken, they are removed.",
}


@dataclass(frozen=True)
class DifferenceLine:
    """A difference: what it is called in the form, the entry or convention, and its columns with before and after."""

    key: str
    name: str
    bid: str
    columns: list[tuple[str, str, str]]
    marked: bool


@dataclass(frozen=True)
class DifferenceGroup:
    """The differences of a kind, of which the first are listed, and how many are not."""

    kind: str
    title: str
    about: str
    count: int
    lines: list[DifferenceLine]

    @property
    def unlisted(self) -> int:
        """How many are not listed."""
        return self.count - len(self.lines)


def groups(compared: Compared, marked: list[str]) -> list[DifferenceGroup]:
    """The differences that a worker has found, by kind; `marked` are the keys of those that are marked."""
    return [
        DifferenceGroup(
            kind,
            _TITLES[kind],
            _ABOUT[kind],
            compared.counts[kind],
            [
                DifferenceLine(
                    line.key,
                    line.name,
                    _in_words(line.bid),
                    line.columns,
                    line.key in marked,
                )
                for line in compared.listed[kind]
            ],
        )
        for kind in KINDS
        if compared.counts[kind]
    ]


def _in_words(bid: str) -> str:
    """A bid as people say it: `1NT`."""
    return parse_bid(bid).words() if bid else ""


def listed_keys(compared: Compared) -> list[str]:
    """The keys of the differences that the page lists."""
    return [line.key for kind in KINDS for line in compared.listed[kind]]


def formats() -> list[tuple[str, Format]]:
    """The formats in which a system is written, by name."""
    return list(FORMATS.items())
