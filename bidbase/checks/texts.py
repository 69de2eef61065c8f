"""Texts of calls: what their words say of cards, points and forces must agree with the range and with what is asked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from bidbase.checks.rule import Rule, Severity, Violation
from bidbase.checks.survey import Survey
from bidbase.game.auction import Call
from bidbase.game.cards import Strain
from bidbase.game.holdings import MAX_HCP
from bidbase.language import fields
from bidbase.language.disclosures import Asks
from bidbase.meaning.disclosure import MeaningLine, meaning
from bidbase.meaning.reading import joined
from bidbase.systems import Entry

_NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()
)
_NUMBER = rf"\d+|{'|'.join(_NUMBERS)}"
_CARDS = re.compile(rf"\b({_NUMBER})(?:-card suit| or more(?: \w+)? (?:cards|trumps|(clubs|diamonds|hearts|spades)))")
_POINTS = re.compile(rf"(?<!opposite )\b({_NUMBER}) to ({_NUMBER})\b")
_LEAST_POINTS = re.compile(rf"\b({_NUMBER})(?: points)? or more(?: points)?\b(?<=points)")
_ABOUT = re.compile(r"\babout\b|\busually\b|\bnearly\b|\bor\b(?! more)|\bonly\b|\bwith no better bid\b")
"""Words that leave room: what is said holds for most of the hands."""
SHOWN = 3  # cards from which a range speaks of the suit that is bid


def _contradicted(survey: Survey, section: str) -> Iterator[Violation]:
    read: dict[tuple[str, Call], tuple[MeaningLine, ...]] = {}
    for entry in survey.active_entries(section):
        for auction, place in islice(survey.places_of(entry), 1):
            found: dict[str, None] = {}
            for call in (call for call in entry.calls() if not auction.why_illegal(call)):
                key = auction.prior_bids, call
                if key not in read:
                    read[key] = joined(meaning(place, call)).lines
                own = (line for line in read[key] if entry.id in {other.id for other in line.entries})
                found.update((why, None) for line in own for why in _contradictions(line, call))
            yield from ((entry, why) for why in (*found, *_wrong_force(entry)))


def _contradictions(line: MeaningLine, call: Call) -> Iterator[str]:
    """What the text of a line says of cards and points that its range does not, as far as that speaks of them."""
    text, summary = re.sub(r" \(.*?\)", "", line.text.lower()), line.summary
    if _ABOUT.search(text):
        return
    wrong = []
    if call.is_bid and call.strain is not Strain.NOTRUMP:
        least = summary.lengths[call.strain][0]
        own = (match for match in _CARDS.finditer(text) if match[2] in (None, call.strain.title))
        wrong += [match[0] for match in own if least >= SHOWN and _value(match[1]) != least]
    if summary.hcp != (0, MAX_HCP):
        both, low = (summary.hcp, summary.total), (summary.hcp[0], summary.total[0])
        wrong += [match[0] for match in _POINTS.finditer(text) if (_value(match[1]), _value(match[2])) not in both]
        wrong += [match[0] for match in _LEAST_POINTS.finditer(text) if _value(match[1]) not in low]
    for words in wrong:
        yield f"the text {line.text!r} says {words!r}, but the range is {line.range_words}"


def _value(number: str) -> int:
    return int(number) if number.isdigit() else _NUMBERS.index(number)


def _wrong_force(entry: Entry) -> Iterator[str]:
    """What the text of an entry says of a force or an invitation that the entry does not ask for."""
    asks = entry.get(fields.ASKS) or Asks(())
    text = entry.disclosure.lower()
    if "not forcing" in text:
        wrong = bool(asks.forcing)
    elif "forcing to game" in text or "game-forcing" in text:
        wrong = asks.forcing != "game"
    elif re.search(r"(?<!semi-)\bforcing\b", text):
        wrong = not asks.forcing
    else:
        invites = re.search(r"\binvit(es|ing|ational)\b", text) and not _ABOUT.search(text)
        wrong = bool(invites) and not asks.forcing and "O" not in asks.codes
    if wrong:
        yield f"the text is {entry.disclosure!r}, but the call is {asks.words() or 'neither forcing nor an invitation'}"


RULES = (
    Rule(
        "text-contradicted",
        "The cards and points that the text of a call names are those of its range, unless it says that they are "
        "usual, and a text that speaks of a force or an invitation asks for it.",
        Severity.WARNING,
        _contradicted,
    ),
)
