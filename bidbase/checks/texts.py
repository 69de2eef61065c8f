"""Texts of calls: what their words say of cards, points and forces must agree with the range and with what is asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from bidbase.checks.rule import Rule, Severity, Violation
from bidbase.checks.survey import Survey
from bidbase.game.auction import Call
from bidbase.game.cards import SUITS, Strain
from bidbase.game.holdings import MAX_HCP
from bidbase.language import fields
from bidbase.language.disclosures import Asks
from bidbase.meaning.disclosure import MeaningLine
from bidbase.meaning.hand_summary import HandSummary
from bidbase.meaning.reading import joined
from bidbase.systems import Entry

MOST_PLACES = 4  # in which the text of an entry is read
SHOWN = 3  # cards from which a range speaks of the suit that is bid
MINIMUM, NARROW = 14, 6  # a minimum has no more points than this, or its least and its most lie no further apart
WEAK, PREEMPTIVE = 12, 14  # the most points of such a hand; opposite a weak hand an opening may preempt
STRONG = 11  # the least points of a hand that is called strong, or that has opening values
_NUMBERS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen".split()
)
_NUMBER = rf"\d+|{'|'.join(_NUMBERS)}"
_SUIT = "|".join(suit.title for suit in SUITS)
_CARDS = re.compile(
    rf"(?<!not )(?<!no )\b({_NUMBER})"
    rf"(?:-card (?:suit|support|raise)| or more(?: \w+)? (?:cards|trumps|({_SUIT}))"
    rf"|(?: good| small)? (?:trumps|({_SUIT})))\b"
)
_POINTS = re.compile(rf"(?<!opposite )\b({_NUMBER}) to ({_NUMBER})\b")
_LEAST_POINTS = re.compile(rf"\b({_NUMBER})(?: points)? or more(?: points)?\b(?<=points)")
_USUAL = re.compile(rf"\busually ({_NUMBER})\b")
_ABOUT = re.compile(r"\b(?:about|usually|nearly|only|perhaps|as a rule|with no better bid)\b|\bor\b(?! more| better)")
"""Words that leave room: what is said holds for most of the hands."""
_ABOUT_OTHERS = re.compile(r" \(.*?\)|\b(?:opposite|asks?|partner|opener|responder|doubler|two-bid|weak[ -]two)\b.*")
"""What a text says in brackets and of other hands."""
_SIGNS_OFF = re.compile(r"(?<!places )\bto play\b(?! game or)|\bsign-?off\b|\bsigns off\b")
_GOES_ON = re.compile(r"(?<!not )\bforcing\b|(?<!not an )\binvit(?:es|ing|ation(?:al)?)\b|(?<!no )\btry\b")


@dataclass(frozen=True, slots=True)
class _Claim:
    """Words about the strength of a hand, and whether they fit the points shown with the call and before it."""

    words: re.Pattern[str]
    is_true: Callable[[HandSummary, HandSummary | None], bool]


def _is_narrow(known: HandSummary, _: HandSummary | None) -> bool:
    return any(points.width <= NARROW or points.limits[1] <= MINIMUM for points in known.points)


def _is_above(known: HandSummary, held: HandSummary | None) -> bool:
    return held is None or any(now > before for now, before in zip(_least(known), _least(held), strict=True))


def _is_weak(known: HandSummary, _: HandSummary | None) -> bool:
    return any(points.limits[1] <= WEAK for points in known.points)


def _is_preemptive(known: HandSummary, _: HandSummary | None) -> bool:
    return any(points.limits[1] <= PREEMPTIVE for points in known.points)


def _is_strong(known: HandSummary, _: HandSummary | None) -> bool:
    return max(_least(known)) >= STRONG


def _has_upper_limit(known: HandSummary, _: HandSummary | None) -> bool:
    return any(points.limits[1] < points.most for points in known.points)


def _least(summary: HandSummary) -> tuple[int, int, int]:
    return summary.hcp[0], summary.total[0], summary.dummy_limits[0]


_CLAIMS = (
    _Claim(re.compile(r"(?<!than )(?<!than a )(?<!no )\bminimum\b"), _is_narrow),
    _Claim(re.compile(r"(?<!no )(?<!not a )(?<!than a )\bmaximum\b|(?<!no )\bextra values\b"), _is_above),
    _Claim(re.compile(r"(?<!not )(?<!too )\bweak\b(?! in)"), _is_weak),
    _Claim(re.compile(r"\bpreemptive\b"), _is_preemptive),
    _Claim(re.compile(r"^strong\b|\bstrong hand\b|\bopening (?:strength|values)\b"), _is_strong),
    _Claim(re.compile(r"\binvitational\b|\binvites (?:game|3nt)\b|\blimit raise\b(?! or)"), _has_upper_limit),
)


_JUDGED = (_USUAL, _CARDS, _POINTS, _LEAST_POINTS, *(claim.words for claim in _CLAIMS))


def _may_claim(entry: Entry) -> bool:
    """Whether the text of an entry has words that are judged. The text of a line that it shares is how its own begins.

    Most texts have none, so their meanings need not be worked out. Without a text the line has other words.
    """
    text = entry.disclosure.lower()
    said = text, _ABOUT_OTHERS.sub("", text)
    return not text or any(words.search(each) for words in _JUDGED for each in said)


def _contradicted(survey: Survey, section: str) -> Iterator[Violation]:
    read: dict[tuple[object, ...], list[tuple[MeaningLine, list[tuple[str, str]]]]] = {}
    found: set[str] = set()
    for entry in filter(_may_claim, survey.active_entries(section)):
        for auction, place in islice(survey.places_of(entry), MOST_PLACES):
            for call in (call for call in entry.calls() if not auction.why_illegal(call)):
                held = survey.turns.shown(place).summary
                key = call, place.makers(call), held  # all that the lines follow from
                if key not in read:
                    lines = joined(survey.turns.meaning(place, call).narrowed_by(held)).lines
                    read[key] = [(line, list(_contradictions(line, call, held))) for line in lines]
                own = (wrong for line, wrong in read[key] if entry.id in {other.id for other in line.entries})
                for said, why in (contradiction for wrong in own for contradiction in wrong):
                    if said not in found:
                        found.add(said)
                        yield entry, f"{said}, but {why}"


def _contradictions(line: MeaningLine, call: Call, held: HandSummary | None) -> Iterator[tuple[str, str]]:
    """What the text of a line says of cards and points, and why that is not so, `held` being what was shown before."""
    known = line.summary if held is None else line.summary & held
    range_words = line.range_words
    if known is None or range_words.count("HCP") > 1:
        return  # no hand is left, and nobody reads this; or the text is about several kinds of hands
    text = _ABOUT_OTHERS.sub("", line.text.lower())
    wrong = list(_wrong_exceptions(text, call, line.summary))
    if not _ABOUT.search(text):
        wrong += [*_wrong_cards(text, call, known, held, _fits(line)), *_wrong_points(text, line.summary)]
        if line.summary.points:
            claims = ((claim, claim.words.search(text)) for claim in _CLAIMS)
            wrong += [match[0] for claim, match in claims if match and not claim.is_true(known, held)]
    for words in wrong:
        before = held.words() if held is not None else ""
        ranges = f"{range_words or 'any hand'}{f', after {before}' if before else ''}"
        yield f"the text {line.text!r} says {words!r}", f"the range is {ranges}"


def _fits(line: MeaningLine) -> list[Strain]:
    """The suits in which entries of a line show a fit."""
    shown = ((suit, entry.get(fields.SHOWN[suit])) for suit in SUITS for entry in line.entries)
    return list({suit: None for suit, length in shown if length is not None and length.mark == "F"})


def _suit_bid(call: Call) -> list[Strain]:
    return [call.strain] if call.is_bid and call.strain is not None and call.strain is not Strain.NOTRUMP else []


def _wrong_exceptions(text: str, call: Call, summary: HandSummary) -> Iterator[str]:
    """The lengths that a text calls usual though no hand has fewer cards of the suit that is bid."""
    for match in _USUAL.finditer(text):
        if any(summary.lengths[suit][0] >= _value(match[1]) for suit in _suit_bid(call)):
            yield match[0]


def _wrong_cards(
    text: str, call: Call, known: HandSummary, held: HandSummary | None, fits: list[Strain]
) -> Iterator[str]:
    """The lengths that a text names and that the range contradicts, or that nobody knows of.

    Trumps and support are in a suit of `fits`; without one, and otherwise, the suit that is bid is meant.
    """
    for match in _CARDS.finditer(text):
        number, name = _value(match[1]), match[2] or match[3]
        meant = fits if re.search(r"trumps|support|raise", match[0]) else []
        named = [suit for suit in SUITS if suit.title == name] or meant or _suit_bid(call)
        least = [known.lengths[suit][0] for suit in named]
        before = [held.lengths[suit][0] if held is not None else 0 for suit in named]
        speaks = least > before and least[0] >= SHOWN
        most = least[0] if name else max(low for low, _ in known.lengths)
        if named and (least[0] != number if speaks else number > most):
            yield match[0]


def _wrong_points(text: str, summary: HandSummary) -> Iterator[str]:
    """The points that a text names and that are not in the range, where the range speaks of points."""
    if summary.hcp == (0, MAX_HCP):
        return
    ranges = (summary.hcp, summary.total, summary.dummy_limits)
    for match in _POINTS.finditer(text):
        if (_value(match[1]), _value(match[2])) not in ranges:
            yield match[0]
    for match in _LEAST_POINTS.finditer(text):
        if _value(match[1]) not in [low for low, _ in ranges]:
            yield match[0]


def _value(number: str) -> int:
    return int(number) if number.isdigit() else _NUMBERS.index(number)


def _suit_twice(survey: Survey, section: str) -> Iterator[Violation]:
    for entry in survey.active_entries(section):
        text = _ABOUT_OTHERS.sub("", entry.disclosure.lower())
        named = re.findall(rf"\b({_SUIT})\b", text)
        for suit in {suit: None for suit in named if named.count(suit) > 1}:
            yield entry, f"the text {entry.disclosure!r} names {suit} twice"


def _wrong_force(survey: Survey, section: str) -> Iterator[Violation]:
    for entry in survey.active_entries(section):
        yield from ((entry, why) for why in _forces_contradicted(entry))


def _forces_contradicted(entry: Entry) -> Iterator[str]:
    """What the text of an entry says of a force or an invitation that the entry does not ask for."""
    asks = entry.get(fields.ASKS) or Asks(())
    text = entry.disclosure.lower()
    own = _ABOUT_OTHERS.sub("", text)
    if _SIGNS_OFF.search(own) and (_GOES_ON.search(own) or asks.forcing):
        wrong = True
    elif "not forcing" in text:
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
        "The cards, points and classes of strength that the text of a call names are those of its range, unless it "
        "says that they are usual: six hearts are not five or more, and a minimum is not 10 to 17.",
        Severity.WARNING,
        _contradicted,
    ),
    Rule(
        "force-contradicted",
        "A text that speaks of a force or an invitation asks for it, and a call that is to play asks for nothing.",
        Severity.WARNING,
        _wrong_force,
    ),
    Rule(
        "suit-twice",
        "The text of a call names a suit once.",
        Severity.WARNING,
        _suit_twice,
    ),
)
