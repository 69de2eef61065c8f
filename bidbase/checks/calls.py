"""Calls that cannot be made: illegal bids, prior bids that cannot occur, percentages that do not add up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from bidbase.checks.rule import Rule, Severity, Violation
from bidbase.checks.survey import Survey
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import Strain
from bidbase.language import fields
from bidbase.language.bids import PriorBids
from bidbase.language.circumstances import Scoring, User
from bidbase.language.pattern_search import Calls
from bidbase.systems import Entry


def _illegal(survey: Survey, section: str) -> Iterator[Violation]:
    """Only entries for many auctions are judged: after literal prior bids an illegal bid is refused on reading."""
    for entry in survey.system.sections[section]:
        if isinstance(entry.key, PriorBids) or entry.bid.call is None:
            continue
        reasons = (Auction.of(calls).why_illegal(entry.bid.call) for calls in survey.auctions_of(entry))
        if wrong := _all_wrong(reasons):
            yield entry, f"{entry.bid.words()} is not legal in any of the {len(wrong)} auctions tried: {wrong[0]}"


def _clubs_for_c(survey: Survey, section: str) -> Iterator[Violation]:
    for entry in survey.system.sections[section]:
        call = entry.bid.call
        about_c, about_clubs = _has_cell_for(entry, "c"), _has_cell_for(entry, Strain.CLUBS)
        if call and call.is_bid and call.strain is Strain.CLUBS and about_c and not about_clubs:
            yield entry, f"{call.letters} bids clubs, but the entry has cells for suit c: write {call.level}$c"


def _has_cell_for(entry: Entry, key: Strain | str) -> bool:
    """Whether an entry has a cell for this suit or variable."""
    return any(by_suit[key].name in entry.cells for by_suit in (fields.NUM, fields.POINTS, fields.SHOWN))


def _impossible(survey: Survey, section: str) -> Iterator[Violation]:
    entries = survey.system.sections[section]
    if all(map(survey.is_switched_off, entries)):
        return  # the call before may be one of the same convention
    first = entries[0]
    if not any(True for _ in survey.auctions_of(first)):
        yield None, "no auction was found in which the section applies"
    elif wrong := _all_wrong(_why_impossible(survey, calls) for calls in survey.auctions_of(first)):
        yield None, wrong[0] if isinstance(first.key, PriorBids) else f"no auction tried can occur: {wrong[0]}"


def _all_wrong(reasons: Iterable[str]) -> list[str]:
    """The reasons why something is wrong in each of several auctions; none where it is right in one of them."""
    found = []
    for reason in reasons:
        if not reason:
            return []
        found.append(reason)
    return found


def _why_impossible(survey: Survey, calls: Calls) -> str:
    """The call of the side to call that no entry makes; empty if all are made. The opponents may play any system."""
    for index in range(len(calls) % 2, len(calls), 2):
        call, before = calls[index], calls[:index]
        if call is not PASS and not any(_is_made(survey, before, passes, call) for passes in range(4)):
            return f"no entry makes {call.title} {_when(before)}"
    return ""


def _is_made(survey: Survey, calls: Calls, passes: int, call: Call) -> bool:
    """Whether an entry, switched off or not, makes a call after this number of passes and these calls."""
    literal_entries = survey.system.sections.get(str(PriorBids(calls)), ())
    place = survey.place(Auction.of((*[PASS] * passes, *calls)))
    return place.makes(call) or any(call in entry.calls() for entry in literal_entries)


def _when(calls: Calls) -> str:
    return f"after {'-'.join(call.letters for call in calls)}" if calls else "as the opening"


def _percentages(survey: Survey, section: str) -> Iterator[Violation]:
    """Each side and each form of scoring is judged by itself: entries that are not in use together share no draw."""
    seen: set[tuple[str, ...]] = set()
    for user, scoring in product(User, Scoring):
        for entries in _sharing_a_draw(survey, section, user, scoring):
            if (ids := tuple(entry.id for entry in entries)) not in seen:
                seen.add(ids)
                yield from _wrong_sum(entries)


def _sharing_a_draw(survey: Survey, section: str, user: User, scoring: Scoring) -> Iterable[tuple[Entry, ...]]:
    """The entries with a percentage that are in use for this side and scoring, grouped by the draw that they share."""
    groups: dict[tuple[str, ...], tuple[Entry, ...]] = {}
    for entry in survey.active_entries(section):
        usage = entry.usage
        in_use = usage.user in (None, user) and usage.scoring in (None, scoring) and survey.system.selects(entry, user)
        if usage.percent and in_use:
            key = (entry.order, *(entry.text(name) for name in ("vulnerability", "position", "use_against")))
            groups[key] = (*groups.get(key, ()), entry)
    return groups.values()


def _wrong_sum(entries: tuple[Entry, ...]) -> Iterator[Violation]:
    percentages = [entry.usage.percent or 0 for entry in entries]
    total = sum(percentages)
    if total > 100 or (total < 100 and len(entries) > 1):
        sum_words = " + ".join(map(str, percentages))
        yield entries[-1], f"the percentages of this order number add up to {sum_words} = {total}, not 100"


RULES = (
    Rule(
        "illegal-bid",
        "The bid of an entry is legal in some auction that its section serves.",
        Severity.ERROR,
        _illegal,
    ),
    Rule(
        "clubs-for-c",
        "An entry with cells for suit c and none for clubs bids suit c, not clubs: 3C bids clubs, 3$c bids suit c.",
        Severity.WARNING,
        _clubs_for_c,
    ),
    Rule(
        "impossible-prior-bids",
        "Every earlier call in a section's prior bids by the side to call is one that some entry makes there.",
        Severity.WARNING,
        _impossible,
    ),
    Rule(
        "percentages",
        "The percentages of one order number add up to 100. A single percentage may be less.",
        Severity.ERROR,
        _percentages,
    ),
)
