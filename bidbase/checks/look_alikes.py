"""Sections that are the same but for the suits: what one says of hearts the other should say of spades.

Two sections look alike when swapping hearts with spades, or diamonds with clubs, or both, makes the prior bids of one
those of the other, with the same jumps. Compared are entries of one order number that make the same call but for the
swap: other numbers are how an author says that entries are not meant to be alike. Left aside is what differs by nature:
lengths in the minor that was opened, three cards or four, and in a suit that one of two could still bid more cheaply.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bidbase.checks.rule import Fault, Rule, Severity
from bidbase.checks.survey import Survey
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import SUITS_DOWN, Strain
from bidbase.language.bids import PriorBids
from bidbase.language.fields import FIELDS
from bidbase.language.pattern_search import Calls
from bidbase.meaning.disclosure import meaning
from bidbase.systems import Entry

Swap = dict[Strain, Strain]
Texts = dict[str, str]
"""What an entry asks and tells: the text of each field."""
MAJORS = {Strain.HEARTS: Strain.SPADES, Strain.SPADES: Strain.HEARTS}
MINORS = {Strain.DIAMONDS: Strain.CLUBS, Strain.CLUBS: Strain.DIAMONDS}
SWAPS: tuple[Swap, ...] = (MAJORS, MINORS, MAJORS | MINORS)
_ALIKE = tuple(
    field.name
    for field in FIELDS
    if field.judges_hand
    or field.name in ("strength", "expected_points", "alert", "asks", "shows")
    or field.name.endswith("_shown")
)
_WITH_SUITS = ("combined_num", "combined_points", "asks", "shape", "shows")
NATURAL = 3  # cards that a bid in a suit promises at least
_LETTERS = {suit.letter: suit for suit in SUITS_DOWN}


def swapped(call: Call, swap: Swap) -> Call:
    """The same call in the other suit."""
    return Call.bid(call.level, swap.get(call.strain, call.strain)) if call.is_bid else call


def look_alikes(survey: Survey, section: str) -> dict[str, Swap]:
    """The sections that look like this one, each with the swap that makes their prior bids those of this one."""
    key = survey.system.sections[section][0].key
    if not isinstance(key, PriorBids) or not key.calls:
        return {}
    found: dict[str, Swap] = {}
    bid = {call.strain for call in key.calls if call.is_bid}
    for swap in SWAPS:
        if any(one in bid and other in bid for one, other in swap.items()):
            continue  # it makes a reverse of what was none
        calls = tuple(swapped(call, swap) for call in key.calls)
        name = str(PriorBids(calls))
        if name == section or name not in survey.system.sections or _jumps(calls) != _jumps(key.calls):
            continue
        if _follows_the_suits(survey, key.calls, swap) and _follows_the_suits(survey, calls, swap):
            found[name] = swap
    return found


def _follows_the_suits(survey: Survey, calls: Calls, swap: Swap) -> bool:
    """Whether every bid in a suit to swap speaks of that suit: it is natural, or somebody has bid the suit before.

    An answer to an asking bid never does.
    """
    for index, call in enumerate(calls):
        if not call.is_bid or call.strain not in swap:
            continue
        before = Auction.of(calls[:index])
        told = meaning(survey.place(before), call).summary
        natural = told is None or told.lengths[call.strain][0] >= NATURAL
        asked = index > 1 and calls[index - 2].is_bid and calls[index - 2] >= Call.bid(4, Strain.NOTRUMP)
        bid_before = any(one.is_bid and one.strain is call.strain for one in calls[:index])
        if not natural and (asked or not bid_before):
            return False
    return True


def _jumps(calls: Calls) -> list[int]:
    """By how many levels each bid is higher than it need be."""
    last, jumps = -1, []
    for call in calls:
        if call.is_bid:
            jumps.append((call - last - 1) // 5)
            last = call
    return jumps


def _differ(survey: Survey, section: str) -> Iterator[Fault]:
    sisters = look_alikes(survey, section)
    entries = {name: {one.order: one for one in survey.in_order(name)} for name in sisters}
    for entry in survey.in_order(section) if sisters else ():
        aside = _left_aside(entry, sisters.values())
        versions: dict[str | None, tuple[Entry, Texts]] = {None: (entry, specs(entry, {}, aside))}
        for name, swap in sisters.items():
            other = entries[name].get(entry.order)
            if other is not None and [swapped(call, swap) for call in other.calls()] == list(entry.calls()):
                versions[name] = other, specs(other, swap, aside)
        if why := _compared(section, versions):
            yield entry, why


def _compared(section: str, versions: dict[str | None, tuple[Entry, Texts]]) -> str:
    """How an entry differs from what most of its like say; of two the second in order has to answer for it."""
    mine = versions[None][1]
    names = sorted((name if name is not None else section) for name in versions)
    every = [told for _, told in versions.values()]
    first = versions[None if names[0] == section else names[0]][1]
    usual = max(every, key=lambda told: (every.count(told), told == first))
    other = sorted({*mine, *usual}, key=_place)
    differing = [name for name in other if mine.get(name) != usual.get(name)]
    if not differing:
        return ""
    model = next(entry for entry, told in versions.values() if told == usual)
    said = "; ".join(
        f"{_label(name)} {mine.get(name) or 'blank'}, there {usual.get(name) or 'blank'}" for name in differing
    )
    return f"it differs from its look-alike {model.id}: {said}"


def _place(name: str) -> int:
    return _ALIKE.index(name)


def _label(name: str) -> str:
    return next(field.label for field in FIELDS if field.name == name)


def _left_aside(entry: Entry, swaps: Iterable[Swap]) -> set[str]:
    """The cells that look-alikes differ in by nature."""
    assert isinstance(entry.key, PriorBids), "patterns have no look-alikes"
    calls = entry.key.calls
    named = {call.strain for call in (*calls, *entry.calls()) if call.is_bid}
    suits = {suit for swap in swaps for suit in swap}
    aside = {f"{suit.title}_{kind}" for suit in suits - named for kind in ("num", "points", "shown")}
    if calls[0].is_bid and calls[0].level == 1 and calls[0].strain in MINORS and calls[0].strain in suits:
        aside |= {f"{calls[0].strain.title}_{kind}" for kind in ("num", "shown")}
    return aside


def specs(entry: Entry, swap: Swap, aside: set[str]) -> Texts:
    """What an entry asks and tells, with the suits swapped, but for what is left aside."""
    told = {}
    for name in _ALIKE:
        if text := entry.text(name):
            suit, _, kind = name.rpartition("_")
            own = next((one for one in SUITS_DOWN if one.title == suit), None)
            place = f"{swap.get(own, own).title}_{kind}" if own is not None else name
            if place not in aside:
                told[place] = _swapped_text(text, swap) if kind == "num" or name in _WITH_SUITS else text
    return told


def _swapped_text(text: str, swap: Swap) -> str:
    """The cell with the letters of suits swapped; of several together, spades first."""

    def letters(match: re.Match[str]) -> str:
        suits = sorted((swap.get(_LETTERS[one], _LETTERS[one]) for one in match[0]), reverse=True)
        return "".join(suit.letter for suit in suits)

    return re.sub(r"(?<![A-WYZa-wyz])[CDHS]{1,3}(?![A-Za-z])|(?<=B[1-7])[CDHS]", letters, text)


RULES = (
    Rule(
        "look-alike",
        "Entries of one order number say the same in sections that look alike: swapping hearts with spades, or "
        "diamonds with clubs, makes one's prior bids the other's. Give an entry that is meant to differ another order "
        "number, or an excuse.",
        Severity.WARNING,
        _differ,
    ),
)
