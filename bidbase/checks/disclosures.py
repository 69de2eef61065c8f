"""What calls tell partner: all entries of a bid must tell the same, and nothing that their specs rule out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import reduce
from itertools import islice

from bidbase.checks.rule import Rule, Severity, Violation
from bidbase.checks.survey import Survey
from bidbase.compiler import Place
from bidbase.compiler.rows import Row
from bidbase.game.auction import Call
from bidbase.game.cards import SUITS_DOWN, Strain
from bidbase.language import fields
from bidbase.language.disclosures import Length
from bidbase.language.fields import FIELD_BY_NAME
from bidbase.language.patterns import VARIABLES
from bidbase.meaning.hand_summary import HandSummary
from bidbase.meaning.row_summary import row_summary, shown_summary, stated_summary
from bidbase.systems import Entry

_SAME = ("strength", "expected_points", "alert", "asks")
_LENGTHS = tuple(f"{name}_shown" for name in (*(suit.title for suit in SUITS_DOWN), *VARIABLES))
_SEPARATING = ("usage", "vulnerability", "position", "convention")  # entries that differ in these may tell other things
TOLERANCE = 2  # points by which a class of strength may miss the points that the specs allow, or those expected


def _groups(survey: Survey, section: str) -> Iterator[tuple[str, list[Entry]]]:
    """The entries of each bid that must tell the same, after the bid."""
    groups: dict[tuple[str, ...], list[Entry]] = {}
    for entry in survey.active_entries(section):
        separating = [_usage_words(entry) if name == "usage" else entry.text(name) for name in _SEPARATING]
        for bid in [entry.text("bid")] if entry.bid.call else map(str, _calls(entry)):
            groups.setdefault((bid, *separating), []).append(entry)
    for (bid, *_), entries in groups.items():
        yield bid, entries


def _usage_words(entry: Entry) -> str:
    """The form of scoring and the side that an entry is for. How often it is used makes no difference."""
    usage = entry.usage
    return f"{usage.scoring} {usage.user}"


def _calls(entry: Entry) -> list[Call] | list[str]:
    """The calls of an entry that bids the X suit; the bid as it is written if it names a suit of the pattern."""
    return list(entry.calls()) if entry.bid.letter == "x" else [entry.text("bid")]


def _differs(survey: Survey, section: str) -> Iterator[Violation]:
    reported: set[str] = set()
    for bid, entries in _groups(survey, section):
        texts = {name: [_text_for(entry, name, bid) for entry in entries] for name in (*_SAME, *_LENGTHS)}
        usual = {name: Counter(field_texts).most_common(1)[0][0] for name, field_texts in texts.items()}
        for index, entry in enumerate(entries):
            different = [name for name, field_texts in texts.items() if field_texts[index] != usual[name]]
            if different and entry.id not in reported:
                reported.add(entry.id)
                example = next(
                    other.id
                    for number, other in enumerate(entries)
                    if all(texts[name][number] == usual[name] for name in different)
                )
                differences = "; ".join(
                    f"{FIELD_BY_NAME[name].label} is {texts[name][index] or 'blank'}, not {usual[name] or 'blank'}"
                    for name in different
                )
                yield entry, f"it differs from other entries of {bid}, such as {example}: {differences}"


def _text_for(entry: Entry, name: str, bid: str) -> str:
    """The text of a field when an entry makes this bid. The suit bid takes the place of the X suit."""
    text = entry.text(name)
    if name == "alert":
        return text or "none"
    if entry.bid.call is None and entry.bid.letter == "x" and name in _LENGTHS:
        suit = FIELD_BY_NAME[name].suit
        marked = text.startswith("x")
        return "" if marked and suit is not None and suit.letter != bid[-1] else text.removeprefix("x")
    return text


def _contradicted(survey: Survey, section: str) -> Iterator[Violation]:
    for entry in survey.active_entries(section):
        for _, place in islice(survey.places_of(entry), 1):
            row = _rows_of(entry, place)[0]  # the X suit may be one of several suits: the first is enough
            call_summary = reduce(HandSummary.__or__, (row_summary(row) for _, row in place.rows_making(row.call)))
            yield from ((entry, why) for why in _contradictions(row.entry, call_summary))


def _rows_of(entry: Entry, place: Place) -> list[Row]:
    """The rows of an entry that is in use in a place."""
    section, allowed = place.section_of(entry)
    return section.rows_in(allowed & section.mask_of[entry.id])


def _contradictions(entry: Entry, summary: HandSummary) -> Iterator[str]:
    """What an entry tells that is true of no hand that makes its bid, by it or by another entry in use there.

    `summary` is what all rows of the bid allow.
    """
    low, high = summary.hcp
    allowed = f"the specs allow {low} to {high} points"
    if (points := entry.get(fields.EXPECTED_POINTS)) and not any(map(points.ranges.holds, range(low, high + 1))):
        yield f"{entry.text('expected_points')} points are expected, but {allowed}"
    if strength := entry.get(fields.STRENGTH):
        least, most = strength.points
        class_words = f"strength {strength} is {least} to {most} points"
        if high < least - TOLERANCE or low > most + TOLERANCE:
            yield f"{class_words}, but {allowed}"
        elif points and not any(map(points.ranges.holds, range(least - TOLERANCE, most + TOLERANCE + 1))):
            yield f"{class_words}, but {entry.text('expected_points')} are expected"
    for suit in SUITS_DOWN:
        if isinstance(length := entry.get(fields.SHOWN[suit]), Length):
            yield from _length_contradiction(length, suit, summary)


def _length_contradiction(length: Length, suit: Strain, summary: HandSummary) -> Iterator[str]:
    low, high = summary.lengths[suit]
    allowed = f"the specs allow {low} to {high} {suit.title}"
    if length.mark == "S" and low > 2:
        yield f"short {suit.title} are shown, but {allowed}"
    elif length.mark in ("", "F") and length.cards is not None and not low <= length.cards <= high:
        yield f"{length.cards} {suit.title} are expected, but {allowed}"
    elif length.mark in ("x", "/") and length.cards is not None and length.cards > high:
        yield f"{length} {suit.title} are expected, but {allowed}"


def _too_narrow(survey: Survey, section: str) -> Iterator[Violation]:
    for entry in survey.active_entries(section):
        for row in (row for _, place in islice(survey.places_of(entry), 1) for row in _rows_of(entry, place)):
            shows = row.entry.get(fields.SHOWS)
            if shows is not None and stated_summary(shows) | row_summary(row) != stated_summary(shows):
                allowed = shown_summary(row).words() or "any hand"
                yield entry, f"it shows {shows.words()}, but its specs allow {allowed}"
                break


RULES = (
    Rule(
        "disclosures-differ",
        "All entries of one bid in a section tell the same strength, expected points and lengths, alert and question, "
        "unless vulnerability, position, scoring or convention set them apart. The texts may differ.",
        Severity.WARNING,
        _differs,
    ),
    Rule(
        "disclosure-contradicted",
        "The points, strength and lengths that a bid tells are possible under the specs of its entries taken together, "
        "and the class of strength agrees with the points expected.",
        Severity.WARNING,
        _contradicted,
    ),
    Rule(
        "shows-too-little",
        "What an entry states in Shows is true of every hand that meets its specs. Where it is not, people are told "
        "something wider.",
        Severity.WARNING,
        _too_narrow,
    ),
)
