"""Checks over a system: each a pure rule with a name, an explanation and a severity, in one registry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import islice, product

from bidbase.auction import PASS, Auction, Call
from bidbase.bidder import Bidder, failures
from bidbase.cards import Hand, Vulnerability
from bidbase.compiler import Place
from bidbase.errors import IllegalCall
from bidbase.language.bids import PatternKey
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
    """A rule over the entries of one section. `run` yields the entry and what is wrong with it."""

    name: str
    explanation: str
    severity: Severity
    run: Callable[[Bidder, Sequence[Entry]], Iterator[tuple[Entry, str]]]


def run_checks(system: System, names: set[str] | None = None) -> Iterator[Finding]:
    """What all checks, or those named, find in a system, section by section."""
    bidder = Bidder(system)
    for entries in system.sections.values():
        for check in CHECKS:
            if names is None or check.name in names:
                for entry, message in check.run(bidder, entries):
                    yield Finding(check.name, check.severity, entry, message)


MOST_AUCTIONS = 200  # of those that a pattern fits, to find one in which an entry is in use


def places_of(bidder: Bidder, entry: Entry) -> Iterator[Place]:
    """The places in which an entry is in use and its bid legal, the plainest first."""
    for calls in _auctions_of(entry):
        for scoring, user, vulnerability, leading in product(Scoring, User, Vulnerability, range(4)):
            try:
                auction = Auction.of((*[PASS] * leading, *calls), vulnerability=vulnerability)
            except IllegalCall:
                continue
            place = bidder.place(auction, Circumstances.of(auction, scoring, user))
            if any(row.entry.id == entry.id for rows in place.calls.values() for _, row in rows):
                yield place


def _auctions_of(entry: Entry) -> Iterable[tuple[Call, ...]]:
    if isinstance(entry.key, PatternKey):
        return islice(entry.key.pattern.auctions(), MOST_AUCTIONS)
    return [entry.key.calls]


def _test_hand_missing(bidder: Bidder, entries: Sequence[Entry]) -> Iterator[tuple[Entry, str]]:
    for entry in entries:
        if entry.get("test_hand") is None:
            yield entry, "there is no test hand"


def _test_hand_comes_out(bidder: Bidder, entries: Sequence[Entry]) -> Iterator[tuple[Entry, str]]:
    for entry in entries:
        if why := why_test_hand_fails(bidder, entry):
            yield entry, why


def why_test_hand_fails(bidder: Bidder, entry: Entry) -> str:
    """Why the test hand of an entry does not come out with it; empty when it does, or when nothing can be tried.

    The hand of a pattern's entry must come out in one of the auctions that the pattern fits.
    """
    hand, why = entry.get("test_hand"), ""
    if hand is None:
        return ""
    for place in places_of(bidder, entry):
        here = _why_not_here(place, hand, entry)
        if not here:
            return ""
        why = why or here
        if not isinstance(entry.key, PatternKey):
            break
    return why


def _why_not_here(place: Place, hand: Hand, entry: Entry) -> str:
    section = next(section for section in place.sections if entry.id in section.rows_of)
    own = next(one for one in section.entries if one.id == entry.id)
    if broken := failures(place, section, own, hand):
        why = "; ".join(f"{failure.label}: needs {failure.needed}, has {failure.had}" for failure in broken)
        return f"the test hand {hand} does not meet its own entry: {why}"
    for _, row in place.matches(hand):
        if row.entry is own:
            return ""
        if row.entry.usage.percent is None:
            return f"the test hand {hand} comes out of {row.entry.id} ({row.call.title}) instead"
    if own.usage.analysis:
        return ""  # the simulation decides, and that none of the others takes the hand is all there is to check
    return f"the test hand {hand} meets its entry, but an earlier section defines {own.bid.words()} here"


def _disclosure_missing(bidder: Bidder, entries: Sequence[Entry]) -> Iterator[tuple[Entry, str]]:
    for entry in entries:
        if not entry.disclosure:
            yield entry, "there is no disclosure for people to read"


def _reference_missing(bidder: Bidder, entries: Sequence[Entry]) -> Iterator[tuple[Entry, str]]:
    for entry in entries:
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
