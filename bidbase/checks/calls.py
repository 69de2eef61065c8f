"""Calls that cannot be made: illegal bids, prior bids that never come about, percentages that do not add up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from bidbase.checks.rule import Fault, Rule, Severity
from bidbase.checks.survey import Survey
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import Strain
from bidbase.language import fields
from bidbase.language.bids import PriorBids
from bidbase.language.circumstances import Scoring, User
from bidbase.language.pattern_search import Calls
from bidbase.systems import Entry


def _illegal(survey: Survey, section: str) -> Iterator[Fault]:
    """Only entries that serve many auctions: files with an illegal bid after literal prior bids are not read."""
    for entry in survey.system.sections[section]:
        if isinstance(entry.key, PriorBids) or entry.bid.call is None:
            continue
        whys = [Auction.of(calls).why_illegal(entry.bid.call) for calls in survey.auctions_of(entry)]
        if whys and all(whys):
            yield entry, f"{entry.bid.words()} is not legal in any of the {len(whys)} auctions tried: {whys[0]}"


def _clubs_for_c(survey: Survey, section: str) -> Iterator[Fault]:
    for entry in survey.system.sections[section]:
        call = entry.bid.call
        about_c, about_clubs = _speaks_of(entry, "c"), _speaks_of(entry, Strain.CLUBS)
        if call and call.is_bid and call.strain is Strain.CLUBS and about_c and not about_clubs:
            yield entry, f"{call.letters} is {call.level} clubs, but the entry speaks of suit c: write {call.level}$c"


def _speaks_of(entry: Entry, key: Strain | str) -> bool:
    """Whether an entry has a cell for this suit or variable."""
    return any(by_suit[key].name in entry.cells for by_suit in (fields.NUM, fields.POINTS, fields.SHOWN))


def _impossible(survey: Survey, section: str) -> Iterator[Fault]:
    first = survey.system.sections[section][0]
    auctions = survey.auctions_of(first)
    if not auctions:
        yield None, "the pattern lists no auction, and robots come to none"
        return
    whys = [_why_impossible(survey, calls) for calls in auctions]
    if all(whys):
        yield None, whys[0] if isinstance(first.key, PriorBids) else f"no auction tried comes about: {whys[0]}"


def _why_impossible(survey: Survey, calls: Calls) -> str:
    """Which call of its own side no entry makes; empty when all are made. The others may play anything."""
    for index in range(len(calls) % 2, len(calls), 2):
        call, before = calls[index], calls[:index]
        if call is not PASS and not any(_made(survey, before, leading, call) for leading in range(4)):
            return f"no entry makes {call.title} {_after(before)}"
    return ""


def _made(survey: Survey, calls: Calls, leading: int, call: Call) -> bool:
    """Whether entries, those switched off too, make a call after these calls and so many passes before them."""
    key = (*[PASS] * leading, *calls), call
    if key not in survey.made:
        written = survey.system.sections.get(str(PriorBids(calls)), ())
        in_use = bool(survey.place(Auction.of(key[0])).makers(call))
        survey.made[key] = in_use or any(call in entry.calls() for entry in written)
    return survey.made[key]


def _after(calls: Calls) -> str:
    return f"after {'-'.join(call.letters for call in calls)}" if calls else "as the opening"


def _percentages(survey: Survey, section: str) -> Iterator[Fault]:
    """Judged for each side and scoring by itself: entries that are not in use together share no draw."""
    seen: set[tuple[str, ...]] = set()
    for user, scoring in product(User, Scoring):
        for entries in _sharing_a_draw(survey, section, user, scoring):
            if (ids := tuple(entry.id for entry in entries)) not in seen:
                seen.add(ids)
                yield from _wrong_sum(entries)


def _sharing_a_draw(survey: Survey, section: str, user: User, scoring: Scoring) -> Iterable[tuple[Entry, ...]]:
    groups: dict[tuple[str, ...], tuple[Entry, ...]] = {}
    for entry in survey.in_order(section):
        usage = entry.usage
        used = usage.user in (None, user) and usage.scoring in (None, scoring) and survey.system.selects(entry, user)
        if usage.percent and used:
            key = (entry.order, *(entry.text(name) for name in ("vulnerability", "position", "use_against")))
            groups[key] = (*groups.get(key, ()), entry)
    return groups.values()


def _wrong_sum(entries: tuple[Entry, ...]) -> Iterator[Fault]:
    percentages = [entry.usage.percent or 0 for entry in entries]
    total, said = sum(percentages), " + ".join(map(str, percentages))
    if total > 100:
        yield entries[-1], f"the percentages of this order number add up to {said} = {total}: the last is never drawn"
    elif total < 100 and len(entries) > 1:
        yield entries[-1], f"the percentages of this order number add up to {said} = {total}, not 100"


RULES = (
    Rule(
        "illegal-bid",
        "The bid of an entry is legal in some auction that its section serves.",
        Severity.ERROR,
        _illegal,
    ),
    Rule(
        "clubs-for-c",
        "An entry that speaks of suit c and not of clubs bids suit c: 3C is three clubs, 3$c is suit c.",
        Severity.WARNING,
        _clubs_for_c,
    ),
    Rule(
        "impossible-prior-bids",
        "Every earlier call of the own side in a section's prior bids is one that some entry makes there.",
        Severity.WARNING,
        _impossible,
    ),
    Rule(
        "percentages",
        "The percentages of one order number, where there are several, add up to 100. One alone may be less.",
        Severity.ERROR,
        _percentages,
    ),
)
