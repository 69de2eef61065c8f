"""What calls tell partner: the same for all entries of one bid, and nothing that their specs rule out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from itertools import islice

from bidbase.checks.rule import Fault, Rule, Severity
from bidbase.checks.survey import Survey
from bidbase.compiler import Place
from bidbase.compiler.rows import Row
from bidbase.game.auction import Call
from bidbase.game.cards import SUITS_DOWN, Strain
from bidbase.language import fields
from bidbase.language.disclosures import Length
from bidbase.language.fields import FIELD_BY_NAME
from bidbase.language.patterns import VARIABLES
from bidbase.meaning.hand_summary import HandSummary, row_summary, shown_summary, stated_summary
from bidbase.systems import Entry

_SAME = ("strength", "expected_points", "alert", "asks")
_LENGTHS = tuple(f"{name}_shown" for name in (*(suit.title for suit in SUITS_DOWN), *VARIABLES))
_APART = ("usage", "vulnerability", "position", "convention")  # entries that differ in these may tell other things
ABOUT = 2  # points that a class of strength may lie beside what the specs allow, or the points expected


def _groups(survey: Survey, section: str) -> Iterator[tuple[str, list[Entry]]]:
    """The entries of each bid that must tell the same."""
    groups: dict[tuple[str, ...], list[Entry]] = {}
    for entry in survey.in_order(section):
        apart = [_codes(entry) if name == "usage" else entry.text(name) for name in _APART]
        for bid in [entry.text("bid")] if entry.bid.call else map(str, _calls(entry)):
            groups.setdefault((bid, *apart), []).append(entry)
    for (bid, *_), entries in groups.items():
        yield bid, entries


def _codes(entry: Entry) -> str:
    """The form of scoring and the side that an entry is for; how often it is used makes no difference."""
    usage = entry.usage
    return f"{usage.scoring} {usage.user}"


def _calls(entry: Entry) -> list[Call] | list[str]:
    """The calls of an entry that bids the X suit; one that bids a suit of the pattern is taken as it is written."""
    return list(entry.calls()) if entry.bid.letter == "x" else [entry.text("bid")]


def _differs(survey: Survey, section: str) -> Iterator[Fault]:
    found: set[str] = set()
    for bid, entries in _groups(survey, section):
        told = {name: [_told(entry, name, bid) for entry in entries] for name in (*_SAME, *_LENGTHS)}
        usual = {name: Counter(texts).most_common(1)[0][0] for name, texts in told.items()}
        for index, entry in enumerate(entries):
            other = [name for name, texts in told.items() if texts[index] != usual[name]]
            if other and entry.id not in found:
                found.add(entry.id)
                model = next(
                    one for at, one in enumerate(entries) if all(told[name][at] == usual[name] for name in other)
                )
                yield (
                    entry,
                    f"other entries of {bid} tell differently: {_compared(told, usual, other, index)} ({model.id})",
                )


def _compared(told: dict[str, list[str]], usual: dict[str, str], names: list[str], index: int) -> str:
    return ", ".join(
        f"{FIELD_BY_NAME[name].label} {told[name][index] or 'blank'}, there {usual[name] or 'blank'}" for name in names
    )


def _told(entry: Entry, name: str, bid: str) -> str:
    """What an entry tells in a field when it makes this bid; the length of the X suit as if it were written plainly."""
    text = entry.text(name)
    if name == "alert":
        return text or "none"
    if entry.bid.call is None and entry.bid.letter == "x" and name in _LENGTHS:
        suit = FIELD_BY_NAME[name].suit
        marked = text.startswith("x")
        return "" if marked and suit is not None and suit.letter != bid[-1] else text.removeprefix("x")
    return text


def _contradicted(survey: Survey, section: str) -> Iterator[Fault]:
    for entry in survey.in_order(section):
        for _, place in islice(survey.places_of(entry), 1):
            own = _rows_of(entry, place)[0]  # the X suit may be bid in several suits: the first tells enough
            around = reduce(HandSummary.__or__, (row_summary(row) for _, row in place.rows_making(own.call)))
            yield from ((entry, why) for why in _contradictions(own.entry, around))


def _rows_of(entry: Entry, place: Place) -> list[Row]:
    """The rows of an entry that is in use in a place."""
    section, allowed = place.section_of(entry)
    return section.rows_in(allowed & section.mask_of[entry.id])


def _contradictions(entry: Entry, around: HandSummary) -> Iterator[str]:
    """What an entry tells that no hand is that makes its bid, by it or by another entry in use there."""
    low, high = around.hcp
    allowed = f"the specs allow {low} to {high} points"
    if (points := entry.get(fields.EXPECTED_POINTS)) and not any(map(points.ranges.holds, range(low, high + 1))):
        yield f"{entry.text('expected_points')} points are expected, but {allowed}"
    if strength := entry.get(fields.STRENGTH):
        least, most = strength.points
        told = f"strength {strength} is {least} to {most} points"
        if high < least - ABOUT or low > most + ABOUT:
            yield f"{told}, but {allowed}"
        elif points and not any(map(points.ranges.holds, range(least - ABOUT, most + ABOUT + 1))):
            yield f"{told}, but {entry.text('expected_points')} are expected"
    for suit in SUITS_DOWN:
        if isinstance(length := entry.get(fields.SHOWN[suit]), Length):
            yield from _length_contradiction(length, suit, around)


def _length_contradiction(length: Length, suit: Strain, around: HandSummary) -> Iterator[str]:
    low, high = around.lengths[suit]
    allowed = f"the specs allow {low} to {high} {suit.title}"
    if length.mark == "S" and low > 2:
        yield f"short {suit.title} are told, but {allowed}"
    elif length.mark in ("", "F") and length.cards is not None and not low <= length.cards <= high:
        yield f"{length.cards} {suit.title} are expected, but {allowed}"
    elif length.mark in ("x", "/") and length.cards is not None and length.cards > high:
        yield f"{length} {suit.title} are expected, but {allowed}"


def _too_narrow(survey: Survey, section: str) -> Iterator[Fault]:
    for entry in survey.in_order(section):
        for row in (row for _, place in islice(survey.places_of(entry), 1) for row in _rows_of(entry, place)):
            if (shows := row.entry.get(fields.SHOWS)) is not None and (stated := stated_summary(shows)) | row_summary(
                row
            ) != stated:
                yield (
                    entry,
                    f"it states {shows.words()}, but its specs show {shown_summary(row).words() or 'anything'}",
                )
                break


RULES = (
    Rule(
        "disclosures-differ",
        "All entries of one bid in a section tell the same strength, expected points and lengths, alert and what is "
        "asked, unless vulnerability, position, scoring or convention set them apart. The words may differ.",
        Severity.WARNING,
        _differs,
    ),
    Rule(
        "disclosure-contradicted",
        "What a bid tells of points, strength and lengths is something that its entries together allow, and the class "
        "of strength lies near the points expected.",
        Severity.WARNING,
        _contradicted,
    ),
    Rule(
        "shows-too-little",
        "What an entry states in Shows holds all hands that meet it; else people read something wider.",
        Severity.WARNING,
        _too_narrow,
    ),
)
