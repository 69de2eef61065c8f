"""What becomes of the hands that reach a section, as a bar and as a table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bidbase.bidding.estimates import Frequency
from bidbase.checks.coverage import percent
from bidbase.game.auction import CALLS, Call
from bidbase.language.bids import PriorBids, parse_key
from bidbase.systems import Entry
from editor.store.findings.models import Covered
from editor.store.systems.addresses import section_url
from editor.store.systems.models import SystemRow

LETTER_SHARE = 0.032  # of a bar that is as wide as a phone, for each letter of a call
NO_ENTRY = "No entry"


@dataclass(frozen=True)
class Segment:
    """A part of a bar: where it begins, how wide it is and where its middle is, in percent of the bar.

    `kind` is the strain or the call, or `unfit`. `label` is empty where there is no room for it.
    """

    kind: str
    label: str
    x: str
    width: str
    middle: str


@dataclass(frozen=True)
class EntryLine:
    """An entry that makes a call, with the share of the hands. It is None where the system does not have it by now."""

    ref: str
    entry: Entry | None
    share: str


@dataclass(frozen=True)
class CallLine:
    """A call, the share of the hands that make it, and the entries that do, those with most hands first."""

    call: Call
    share: str
    entries: tuple[EntryLine, ...]


@dataclass(frozen=True)
class CoverageBar:
    """What becomes of the hands that reach a section: as a bar, and call by call.

    `deals` says how often the auction comes up; empty where nobody can tell. `unfit` is the share of the hands that no
    entry fits, empty where there are none.
    """

    covered: Covered
    title: str
    address: str
    after: str
    deals: str
    segments: tuple[Segment, ...]
    calls: tuple[CallLine, ...]
    unfit: str

    @property
    def words(self) -> str:
        """The bar in words."""
        shares = [f"{line.call.title} {line.share}" for line in self.calls]
        return ", ".join([*shares, *([f"no entry {self.unfit}"] if self.unfit else [])])


def coverage_bar(system: SystemRow, covered: Covered, entries: Mapping[str, Entry]) -> CoverageBar:
    """The bar of a section; `entries` are the entries of the system by ref."""
    made_by: dict[Call, list[EntryLine]] = {}
    hands_by: dict[Call, int] = {}
    for call, ref, hands in sorted(covered.by_entry, key=lambda made: (_place_of(made[0]), -made[2])):
        made_by.setdefault(call, []).append(EntryLine(ref, entries.get(ref), percent(hands / covered.hands)))
        hands_by[call] = hands_by.get(call, 0) + hands
    parts = [(_kind(call), call.title, hands) for call, hands in hands_by.items()]
    return CoverageBar(
        covered,
        title_of(covered.section),
        section_url(system, covered.section),
        parse_key(covered.after).words() if covered.after != covered.section else "",
        Frequency(1.0, covered.deals).words() if covered.deals and covered.after else "",
        _segments([*parts, ("unfit", NO_ENTRY, covered.unfit)], covered.hands),
        tuple(CallLine(call, percent(hands / covered.hands), tuple(made_by[call])) for call, hands in hands_by.items()),
        percent(covered.unfit_share) if covered.unfit else "",
    )


def title_of(section: str) -> str:
    """What people call a section: `After 1NT – Pass`, `The opening`, or a pattern in words."""
    if not section:
        return "The opening"
    key = parse_key(section)
    words = key.words()
    return f"After {words}" if isinstance(key, PriorBids) else words[:1].upper() + words[1:]


def _place_of(call: Call) -> int:
    """Pass, double and redouble come first, then the bids from the lowest to the highest."""
    return call - len(CALLS) if not call.is_bid else int(call)


def _kind(call: Call) -> str:
    return call.strain.title if call.is_bid else call.title.lower()


def _segments(parts: list[tuple[str, str, int]], hands: int) -> tuple[Segment, ...]:
    """The parts of a bar, one after the other, each as wide as its share of the hands."""
    segments, before = [], 0
    for kind, label, count in parts:
        if count:
            room = count / hands >= LETTER_SHARE * len(label)
            start, width, middle = (f"{100 * at / hands:.2f}%" for at in (before, count, before + count / 2))
            segments.append(Segment(kind, label if room else "", start, width, middle))
            before += count
    return tuple(segments)
