"""Sections that are the same except for the suits: what one says about hearts the other should say about spades.

Two sections look alike if a swap of hearts and spades, of diamonds and clubs, or of both turns the prior bids of one
into the prior bids of the other, with the same jumps. Entries with the same order number are compared if they make the
same call after the swap; by another number an author says that an entry is meant to differ. Some fields differ by
nature and are ignored: lengths in the minor that was opened, which may be three cards or four, and the cards in a suit
that could still be bid more cheaply in only one of the two sections.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bidbase.checks.rule import Rule, Severity, Violation
from bidbase.checks.survey import Survey
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import SUITS, SUITS_DOWN, Hand, Strain
from bidbase.language.bids import PriorBids
from bidbase.language.fields import FIELD_BY_NAME, FIELDS
from bidbase.language.pattern_search import Calls
from bidbase.systems import Entry

Swap = dict[Strain, Strain]
Texts = dict[str, str]
"""The text of each field that is compared and not blank, by the name of the field."""
MAJORS = {Strain.HEARTS: Strain.SPADES, Strain.SPADES: Strain.HEARTS}
MINORS = {Strain.DIAMONDS: Strain.CLUBS, Strain.CLUBS: Strain.DIAMONDS}
SWAPS: tuple[Swap, ...] = (MAJORS, MINORS, MAJORS | MINORS)
_COMPARED_FIELDS = tuple(
    field.name
    for field in FIELDS
    if field.judges_hand
    or field.name in ("strength", "expected_points", "alert", "asks", "shows")
    or field.name.endswith("_shown")
)
_WITH_SUITS = ("key_cards", "combined_num", "combined_points", "asks", "shape", "shows")
NATURAL = 3  # the fewest cards that a natural bid in a suit promises
_LETTERS = {suit.letter: suit for suit in SUITS_DOWN}


def swapped(call: Call, swap: Swap) -> Call:
    """The call with its suit swapped."""
    return Call.bid(call.level, swap.get(call.strain, call.strain)) if call.is_bid else call


def look_alikes(survey: Survey, section: str) -> dict[str, Swap]:
    """The names of the sections that look like this one, each with the swap that turns its prior bids into these."""
    key = survey.system.sections[section][0].key
    if not isinstance(key, PriorBids) or not key.calls:
        return {}
    found: dict[str, Swap] = {}
    strains = {call.strain for call in key.calls if call.is_bid}
    for swap in SWAPS:
        if any(suit in strains and other in strains for suit, other in swap.items()):
            continue  # the swap could turn a plain rebid into a reverse
        calls = tuple(swapped(call, swap) for call in key.calls)
        name = str(PriorBids(calls))
        survey.turns.look_at(name)
        if name == section or name not in survey.system.sections or _jumps(calls) != _jumps(key.calls):
            continue
        if _follows_the_suits(survey, key.calls, swap) and _follows_the_suits(survey, calls, swap):
            found[name] = swap
    return found


def _follows_the_suits(survey: Survey, calls: Calls, swap: Swap) -> bool:
    """Whether every bid in a suit to be swapped is about that suit: it is natural, or somebody has bid the suit before.

    An artificial answer to an asking bid never is.
    """
    for index, call in enumerate(calls):
        if not call.is_bid or call.strain not in swap:
            continue
        before = Auction.of(calls[:index])
        summary = survey.turns.meaning(survey.place(before), call).summary
        natural = summary is None or summary.lengths[call.strain][0] >= NATURAL
        answers = index > 1 and calls[index - 2].is_bid and calls[index - 2] >= Call.bid(4, Strain.NOTRUMP)
        bid_before = any(earlier.is_bid and earlier.strain is call.strain for earlier in calls[:index])
        if not natural and (answers or not bid_before):
            return False
    return True


def _jumps(calls: Calls) -> list[int]:
    """The number of levels by which each bid jumps."""
    last, jumps = -1, []
    for call in calls:
        if call.is_bid:
            jumps.append((call - last - 1) // 5)
            last = call
    return jumps


@dataclass(frozen=True)
class AlikeVersion:
    """An entry of one of several look-alikes, and the names of the fields in which it differs from the first of them.

    `entry` is None where the section has none of this order number and call.
    """

    entry: Entry | None
    differing: frozenset[str] = frozenset()


def side_by_side(survey: Survey, section: str) -> tuple[list[str], list[list[AlikeVersion]]]:
    """A section and its look-alikes: their names, the section first, and for each entry its version in each of them.

    The rows go by order number. Entries that are switched off are left out.
    """
    swap_by_name = look_alikes(survey, section)
    swaps: dict[str, Swap] = {section: {}, **swap_by_name}
    keyed: dict[tuple[str, tuple[Call, ...]], dict[str, Entry]] = {}
    for name, swap in swaps.items():
        for entry in survey.active_entries(name):
            key = entry.order, tuple(swapped(call, swap) for call in entry.calls())
            keyed.setdefault(key, {}).setdefault(name, entry)
    rows = sorted(keyed.items(), key=lambda row: row[0][0])
    return [*swaps], [[*_versions(entries, swaps)] for _, entries in rows]


def _versions(entries: dict[str, Entry], swaps: dict[str, Swap]) -> Iterator[AlikeVersion]:
    """The versions of an entry in sections that look alike, in their order."""
    first: Texts | None = None
    ignored: set[str] = set()
    for name, swap in swaps.items():
        entry = entries.get(name)
        if entry is None:
            yield AlikeVersion(None)
            continue
        if first is None:
            ignored = _ignored_fields(entry, swaps.values())
            first = compared_texts(entry, swap, ignored)
            yield AlikeVersion(entry)
            continue
        texts = compared_texts(entry, swap, ignored)
        names = {*texts, *first}
        yield AlikeVersion(entry, frozenset(field for field in names if texts.get(field) != first.get(field)))


def _differ(survey: Survey, section: str) -> Iterator[Violation]:
    swap_by_name = look_alikes(survey, section)
    entries = {name: {entry.order: entry for entry in survey.active_entries(name)} for name in swap_by_name}
    for entry in survey.active_entries(section) if swap_by_name else ():
        ignored = _ignored_fields(entry, swap_by_name.values())
        versions = {section: (entry, compared_texts(entry, {}, ignored))}
        for name, swap in swap_by_name.items():
            other = entries[name].get(entry.order)
            if other is not None and [swapped(call, swap) for call in other.calls()] == list(entry.calls()):
                versions[name] = other, compared_texts(other, swap, ignored)
        if difference := _difference(section, versions):
            yield entry, difference


def _difference(section: str, versions: dict[str, tuple[Entry, Texts]]) -> str:
    """How the entry of this section differs from the usual version of it; empty if it does not.

    The usual version is the most frequent one. Of two that are equally frequent it is the version of the first section
    by name.
    """
    texts = versions[section][1]
    all_texts = [version for _, version in versions.values()]
    first = versions[min(versions)][1]
    usual = max(all_texts, key=lambda version: (all_texts.count(version), version == first))
    names = sorted({*texts, *usual}, key=_COMPARED_FIELDS.index)
    different = [name for name in names if texts.get(name) != usual.get(name)]
    if not different:
        return ""
    example = next(entry for entry, version in versions.values() if version == usual)
    differences = "; ".join(
        f"{FIELD_BY_NAME[name].label} is {texts.get(name) or 'blank'}, not {usual.get(name) or 'blank'}"
        for name in different
    )
    return f"it differs from its look-alike {example.id}: {differences}"


def _ignored_fields(entry: Entry, swaps: Iterable[Swap]) -> set[str]:
    """The names of the fields in which look-alikes differ by nature."""
    assert isinstance(entry.key, PriorBids), "patterns have no look-alikes"
    calls = entry.key.calls
    strains = {call.strain for call in (*calls, *entry.calls()) if call.is_bid}
    suits = {suit for swap in swaps for suit in swap}
    ignored = {f"{suit.title}_{kind}" for suit in suits - strains for kind in ("num", "points", "shown")}
    if calls[0].is_bid and calls[0].level == 1 and calls[0].strain in MINORS and calls[0].strain in suits:
        ignored |= {f"{calls[0].strain.title}_{kind}" for kind in ("num", "shown")}
    return ignored


def compared_texts(entry: Entry, swap: Swap, ignored: set[str]) -> Texts:
    """The texts of an entry that are compared, with the suits swapped and without the ignored fields."""
    texts = {}
    for name in _COMPARED_FIELDS:
        if text := entry.text(name):
            suit_title, _, kind = name.rpartition("_")
            suit = next((suit for suit in SUITS_DOWN if suit.title == suit_title), None)
            swapped_name = f"{swap.get(suit, suit).title}_{kind}" if suit is not None else name
            if swapped_name not in ignored:
                texts[swapped_name] = _swapped_text(text, swap) if kind == "num" or name in _WITH_SUITS else text
    return texts


def made_alike(entry: Entry, other: Entry, swaps: Mapping[str, Swap]) -> Texts:
    """The texts of an entry that says what its look-alike `other` says, as far as look-alikes are compared.

    `swaps` has the look-alikes of its section by name, as `look_alikes` finds them. The text for people is taken over
    too; fields in which the two differ by nature, and what is no part of the comparison, stay as they are.
    """
    swap = swaps[other.section]
    ignored = _ignored_fields(entry, swaps.values())
    taken = exchanged_texts(other, swap)
    names = {*_COMPARED_FIELDS, "disclosure"} - ignored
    kept = {name: str(cell) for name, cell in entry.cells.items() if name not in names}
    return kept | {name: text for name, text in taken.items() if name in names}


def exchanged_texts(entry: Entry, swap: Swap) -> Texts:
    """The texts of all fields of an entry of prior bids with the suits exchanged, its prior bids and test hand too."""
    assert isinstance(entry.key, PriorBids), "patterns have no look-alikes"
    suit_by_title = {suit.title: suit for suit in SUITS_DOWN}
    texts = {}
    for name, cell in entry.cells.items():
        title, _, kind = name.rpartition("_")
        suit = suit_by_title.get(title)
        text = str(cell)
        exchanged_name = f"{swap.get(suit, suit).title}_{kind}" if suit is not None else name
        if isinstance(cell, Hand):
            text = str(Hand([cell.holdings[swap.get(strain, strain)] for strain in SUITS]))
        elif isinstance(cell, PriorBids):
            text = str(PriorBids(tuple(swapped(call, swap) for call in cell.calls)))
        elif name == "disclosure":
            text = _exchanged_words(text, swap)
        elif kind == "num" or name in (*_WITH_SUITS, "bid", "best_contract"):
            text = _swapped_text(text, swap)
        texts[exchanged_name] = text
    return texts


def _exchanged_words(text: str, swap: Swap) -> str:
    """A text for people with the names of the suits exchanged."""
    names = {suit.title[:-1]: other.title[:-1] for suit, other in swap.items()}
    for suit, other in tuple(names.items()):
        names[suit.capitalize()] = other.capitalize()
    return re.sub("|".join(names), lambda match: names[match[0]], text)


def _swapped_text(text: str, swap: Swap) -> str:
    """The cell with the letters of the suits swapped; letters that stand together are sorted, spades first."""

    def letters(match: re.Match[str]) -> str:
        suits = [_LETTERS[letter] for letter in match[0]]
        return "".join(suit.letter for suit in sorted((swap.get(suit, suit) for suit in suits), reverse=True))

    return re.sub(r"(?<![A-WYZa-wyz])[CDHS]{1,3}(?![A-Za-z])|(?<=B[1-7])[CDHS]", letters, text)


RULES = (
    Rule(
        "look-alike",
        "Entries with the same order number say the same in sections that look alike: a swap of hearts and spades, or "
        "of diamonds and clubs, makes their prior bids equal. Give an entry that is meant to differ another order "
        "number, or an excuse.",
        Severity.WARNING,
        _differ,
    ),
)
