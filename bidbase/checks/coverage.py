"""What becomes of the hands that get to a section: the share of each call, and of those that nothing fits."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from bidbase.checks.hands import first_found, rows_in_use
from bidbase.checks.rule import Effort, Fault, Rule, Severity
from bidbase.checks.survey import Survey
from bidbase.compiler import HandBatch, Place
from bidbase.game.arrays import HCP_OF_HOLDING, LENGTH_OF_HOLDING
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import Hand, Vulnerability
from bidbase.language import fields
from bidbase.language.circumstances import Circumstances, Scoring
from bidbase.language.field import AnyField

LEAST_SHARE = 0.001  # of the hands that get there: a smaller gap is not worth a word
LEAST_HANDS = 2
MOST_AUCTIONS = 3  # of a section that serves many
_SWITCHING: tuple[AnyField, ...] = (fields.USAGE, fields.VULNERABILITY, fields.POSITION)


def places_to_cover(survey: Survey, section: str) -> Iterator[tuple[Auction, Place]]:
    """The places that a section has to answer for: they come about, and differ in what is in use there.

    Of a section for many auctions: some in which no other section speaks before it.
    """
    plain = [(Scoring.IMP, Vulnerability.NONE, 0)]
    circumstances = list(product(Scoring, Vulnerability, range(4))) if _switched(survey, section) else plain
    served = 0
    for calls in survey.auctions_of(survey.system.sections[section][0]):
        seen = set()
        for scoring, vulnerability, leading in circumstances:
            auction = Auction.of((*[PASS] * leading, *calls), vulnerability=vulnerability)
            place = survey.place(auction, scoring)
            used = tuple(mask for _, mask in rows_in_use(place))
            speaks = bool(place.calls) and place.sections[0].name == section
            if speaks and used not in seen and survey.hands.comes_about(auction):
                seen.add(used)
                yield auction, place
        served += bool(seen)
        if served == MOST_AUCTIONS:
            return


def _gap(survey: Survey, section: str) -> Iterator[Fault]:
    worst: tuple[float, str] | None = None
    for auction, place in places_to_cover(survey, section):
        hands = survey.hands.there(auction)
        _, found = first_found(place, hands)
        missed = np.flatnonzero(found < 0)
        if len(missed) < LEAST_HANDS or len(missed) < LEAST_SHARE * len(hands):
            continue
        share = len(missed) / len(hands)
        if worst is None or share > worst[0]:
            typical = typical_hand(HandBatch(hands.holdings[:, missed]))
            there = _there(survey, auction, section)
            worst = share, f"nothing fits {percent(share)} of the hands that get {there}, as {typical}"
    if worst is not None:
        yield None, worst[1]


def _there(survey: Survey, auction: Auction, section: str) -> str:
    """`there`; where a section serves many auctions the auction, where codes switch entries the circumstances."""
    said = "there" if auction.prior_bids == section else f"to {auction.prior_bids}"
    if not _switched(survey, section):
        return said
    now = Circumstances.of(auction)
    return f"{said} ({now.position_words()}, {now.vulnerability_words()})"


def _switched(survey: Survey, section: str) -> bool:
    """Whether circumstances switch entries of a section."""
    return any(entry.get(field) for entry in survey.system.sections[section] for field in _SWITCHING)


def typical_hand(hands: HandBatch) -> Hand:
    """The one of these hands that lies nearest to the middle of them in points and lengths."""
    facts = np.concatenate(
        [HCP_OF_HOLDING[hands.holdings].sum(axis=0, dtype=int)[None, :], LENGTH_OF_HOLDING[hands.holdings].astype(int)]
    )
    away = np.abs(facts - np.median(facts, axis=1)[:, None]).sum(axis=0)
    return hands.hand(int(away.argmin()))


def percent(share: float) -> str:
    """`12 %`, `0.4 %`."""
    return f"{100 * share:.1f} %" if share < 0.1 else f"{100 * share:.0f} %"


def _shares(survey: Survey, section: str) -> Iterator[Fault]:
    for auction, place in places_to_cover(survey, section):
        hands = survey.hands.there(auction)
        rows, found = first_found(place, hands)
        counts = np.bincount(found + 1, minlength=len(rows) + 1)
        calls: dict[Call, int] = {}
        for row, count in zip(rows, counts[1:], strict=True):
            calls[row.call] = calls.get(row.call, 0) + int(count)
        said = [f"{call} {percent(count / len(hands))}" for call, count in calls.items() if count]
        said += [f"nothing {percent(counts[0] / len(hands))}"] if counts[0] else []
        yield None, f"of {len(hands)} hands that get {_there(survey, auction, section)}: {', '.join(said)}"
        return


RULES = (
    Rule(
        "gap",
        "In a place where the system has a section some entry fits every hand that gets there; where one is to pass, "
        "an entry says so. Shares are of the hands with which the player would have made his earlier calls. An "
        "excuse in one of its entries excuses a section.",
        Severity.WARNING,
        _gap,
        Effort.THOROUGH,
    ),
    Rule(
        "shares",
        "How often each call is made in a section, by the hands that get there.",
        Severity.INFO,
        _shares,
        Effort.ASKED,
    ),
)
