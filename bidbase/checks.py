"""Checks over a system: each a pure rule with a name, an explanation and a severity, in one registry."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import product

from bidbase.auction import PASS, Auction
from bidbase.bidder import Bidder, failures
from bidbase.cards import Vulnerability
from bidbase.compiler import CompiledSection
from bidbase.language.circumstances import Circumstances, Scoring, User
from bidbase.systems import Entry, System


class Severity(Enum):
    """How bad a finding is."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a check found wrong with one entry."""

    check: str
    severity: Severity
    entry: Entry
    message: str


@dataclass(frozen=True, slots=True)
class Check:
    """A rule over one section. `run` yields the entry and what is wrong with it."""

    name: str
    explanation: str
    severity: Severity
    run: Callable[[Bidder, CompiledSection], Iterator[tuple[Entry, str]]]


def run_checks(system: System, names: set[str] | None = None) -> Iterator[Finding]:
    """What all checks, or those named, find in a system, section by section."""
    bidder = Bidder(system)
    for prior_bids in system.sections:
        section = bidder.section(prior_bids)
        assert section is not None, "a section of the system has entries"
        for check in CHECKS:
            if names is None or check.name in names:
                for entry, message in check.run(bidder, section):
                    yield Finding(check.name, check.severity, entry, message)


def auction_for(entry: Entry) -> tuple[Auction, Circumstances] | None:
    """An auction and circumstances in which an entry is in use, the plainest first; None when there are none."""
    cells = [cell for name in ("usage", "vulnerability", "position") if (cell := entry.get(name)) is not None]
    for scoring, user, vulnerability, leading in product(Scoring, User, Vulnerability, range(4)):
        auction = Auction.of((*[PASS] * leading, *entry.prior_bids.calls), vulnerability=vulnerability)
        now = Circumstances.of(auction, scoring, user)
        if all(cell.holds(now) for cell in cells):
            return auction, now
    return None


def _test_hand_missing(bidder: Bidder, section: CompiledSection) -> Iterator[tuple[Entry, str]]:
    for entry in section.entries:
        if entry.get("test_hand") is None:
            yield entry, "there is no test hand"


def _test_hand_comes_out(bidder: Bidder, section: CompiledSection) -> Iterator[tuple[Entry, str]]:
    for entry in section.entries:
        if why := why_test_hand_fails(bidder, section, entry):
            yield entry, why


def why_test_hand_fails(bidder: Bidder, section: CompiledSection, entry: Entry) -> str:
    """Why the test hand of an entry does not come out with it; empty when it does, or when nothing can be tried."""
    hand, used = entry.get("test_hand"), auction_for(entry)
    if hand is None or used is None or not bidder.system.selects(entry, used[1].user):
        return ""
    place = bidder.place(*used)
    if broken := failures(place, section, entry, hand):
        why = "; ".join(f"{failure.label}: needs {failure.needed}, has {failure.had}" for failure in broken)
        return f"the test hand {hand} does not meet its own entry: {why}"
    for _, row in place.matches(hand):
        if row.entry is entry:
            return ""
        if row.entry.usage.percent is None:
            return f"the test hand {hand} comes out of {row.entry.id} ({row.call.title}) instead"
    return f"the test hand {hand} meets its entry, but another section defines {entry.bid.words()} here"


def _disclosure_missing(bidder: Bidder, section: CompiledSection) -> Iterator[tuple[Entry, str]]:
    for entry in section.entries:
        if not entry.disclosure:
            yield entry, "there is no disclosure for people to read"


def _reference_missing(bidder: Bidder, section: CompiledSection) -> Iterator[tuple[Entry, str]]:
    for entry in section.entries:
        if not entry.text("reference"):
            yield entry, "the reference does not say where the rule comes from"


CHECKS = (
    Check("test-hand-missing", "Every entry has a test hand.", Severity.ERROR, _test_hand_missing),
    Check(
        "test-hand",
        "The test hand of an entry meets it, and no entry before it takes the hand away.",
        Severity.ERROR,
        _test_hand_comes_out,
    ),
    Check("disclosure-missing", "Every entry tells people what it means.", Severity.ERROR, _disclosure_missing),
    Check("reference-missing", "Every entry says where its rule comes from.", Severity.ERROR, _reference_missing),
)
