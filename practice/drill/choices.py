"""The conventions that can be practiced, grouped by where in the auction they come up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bidbase.bidding.subjects import may_be_asked
from bidbase.game.auction import PASS
from bidbase.language import fields
from bidbase.language.situations import SituationKey
from bidbase.systems import Entry, System

SLAM_LEVEL = 5
ACE_ASKING = ("A", "K", "KC")  # what a call asks for in such a convention
OPENINGS, NOTRUMP, SUITS, CONTESTED, DEFENSE, SLAM = HEADINGS = (
    "Opening bids",
    "After our notrump",
    "After our suit opening",
    "When they come in",
    "When they open",
    "Slam bidding",
)
OURS, THEIRS, NAMED = re.compile("[12]N"), re.compile("P"), re.compile(r"\[([^]]+)\]")


@dataclass(frozen=True)
class DrilledConvention:
    """A convention that can be practiced, and the heading that it stands under."""

    name: str
    heading: str


def choices(system: System) -> list[DrilledConvention]:
    """The conventions that the student's side bids by, heading by heading, each in the order of the system.

    One that only ever passes gives nothing to practice. A subcategory stands under the heading of its convention.
    """
    by_name: dict[str, list[Entry]] = {}
    for entry in system.entries:
        if entry.convention is not None and entry.bid.call is not PASS and may_be_asked(system, entry):
            for name in entry.convention.chain():
                by_name.setdefault(name, []).append(entry)
    names = [name for name in system.conventions if name in by_name]
    headings: dict[str, str] = {}
    for name in dict.fromkeys([*names, *sorted(by_name)]):
        headings[name] = headings.get(name.partition(":")[0]) or _heading(by_name[name], headings)
    found = [DrilledConvention(name, heading) for name, heading in headings.items()]
    return sorted(found, key=lambda choice: HEADINGS.index(choice.heading))


def _heading(entries: Sequence[Entry], known: Mapping[str, str]) -> str:
    """Where most of the entries come up that stand earliest in the auction; `known` are the headings of others.

    What follows a convention by its name stands where that convention stands.
    """
    asks = [cell.codes for entry in entries if (cell := entry.get(fields.ASKS))]
    if any(code in ACE_ASKING for codes in asks for code in codes):
        return SLAM
    fixed = [entry for entry in entries if not isinstance(entry.key, SituationKey)]
    placed = [entry for entry in fixed if not entry.section.startswith("#")]  # the others follow any calls
    keys = [_calls_before(entry) for entry in placed or fixed]
    if not keys:
        return SLAM if all((entry.bid.level or 0) >= 4 for entry in entries) else CONTESTED
    length = min(map(len, keys))
    earliest = [calls for calls in keys if len(calls) == length]
    named = [known[name] for calls in earliest for name in NAMED.findall("-".join(calls)) if name in known]
    if named:
        return named[0]
    if all((entry.bid.level or 0) >= SLAM_LEVEL for entry in entries):
        return SLAM
    places = Counter(map(_place, earliest))
    if SUITS in places:
        places.pop(CONTESTED, None)  # what is bid in competition too is at home where they pass
    return places.most_common(1)[0][0]


def _calls_before(entry: Entry) -> list[str]:
    """The calls before an entry's, as its key writes the first auction that it names."""
    first = re.split(r"[,;]", entry.section)[0].lstrip("#*- ")
    return [call for call in first.split("-") if call]


def _place(before: list[str]) -> str:
    if not before:
        return OPENINGS
    if len(before) % 2:
        return DEFENSE
    if any(not THEIRS.match(call) for call in before[1::2]):
        return CONTESTED
    return NOTRUMP if OURS.match(before[0]) else SUITS
