"""The hands that reach a section: the share of each call, and the share of the hands that no entry fits."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from bidbase.checks.hands import first_matches
from bidbase.checks.rule import Effort, Rule, Severity, Violation
from bidbase.checks.survey import Survey
from bidbase.compiler import HandBatch, Place
from bidbase.game.arrays import HCP_OF_HOLDING, LENGTH_OF_HOLDING
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import Hand, Vulnerability
from bidbase.language import fields
from bidbase.language.circumstances import Circumstances, Scoring
from bidbase.language.field import AnyField

MIN_SHARE = 0.001  # share of the hands that reach a place; smaller gaps are not reported
MIN_HANDS = 2  # gaps with fewer hands are not reported
MAX_AUCTIONS = 3  # auctions in which a section for many auctions is examined
_SWITCHING_FIELDS: tuple[AnyField, ...] = (fields.USAGE, fields.VULNERABILITY, fields.POSITION)


def places_to_cover(survey: Survey, section: str) -> Iterator[tuple[Auction, Place]]:
    """The places that a section has to cover, each with its auction: they can occur and differ in its rows.

    For a section that serves many auctions, these are some in which no other section comes first.
    """
    plain = [(Scoring.IMP, Vulnerability.NONE, 0)]
    circumstances = list(product(Scoring, Vulnerability, range(4))) if _is_switched(survey, section) else plain
    covered = 0
    for calls in survey.auctions_of(survey.system.sections[section][0]):
        seen = set()
        for scoring, vulnerability, passes in circumstances:
            auction = Auction.of((*[PASS] * passes, *calls), vulnerability=vulnerability)
            place = survey.place(auction, scoring)
            first, in_use = next(place.in_use(), (None, 0))
            comes_first = first is not None and first.name == section and in_use
            if comes_first and in_use not in seen and survey.hands.can_occur(auction):
                seen.add(in_use)
                yield auction, place
        covered += bool(seen)
        if covered == MAX_AUCTIONS:
            return


def _gap(survey: Survey, section: str) -> Iterator[Violation]:
    largest: tuple[float, str] | None = None
    for auction, place in places_to_cover(survey, section):
        hands = survey.hands.reaching(auction)
        _, first = first_matches(place, hands)
        unmatched = np.flatnonzero(first < 0)
        if len(unmatched) < MIN_HANDS or len(unmatched) < MIN_SHARE * len(hands):
            continue
        share = len(unmatched) / len(hands)
        if largest is None or share > largest[0]:
            example = typical_hand(hands.where(unmatched))
            where = _place_words(survey, auction, section)
            largest = share, f"no entry fits {percent(share)} of the hands that reach {where}, such as {example}"
    if largest is not None:
        yield None, largest[1]


def _place_words(survey: Survey, auction: Auction, section: str) -> str:
    """`this section`, or the auction if the section serves many; with the circumstances if these switch entries."""
    words = "this section" if auction.prior_bids == section else auction.prior_bids
    if not _is_switched(survey, section):
        return words
    circumstances = Circumstances.of(auction)
    return f"{words} ({circumstances.position_words()}, {circumstances.vulnerability_words()})"


def _is_switched(survey: Survey, section: str) -> bool:
    """Whether circumstances switch entries of a section on and off."""
    return any(entry.get(field) for entry in survey.system.sections[section] for field in _SWITCHING_FIELDS)


def typical_hand(hands: HandBatch) -> Hand:
    """The hand of these that is nearest to their median points and lengths."""
    points = HCP_OF_HOLDING[hands.holdings].sum(axis=0, dtype=int)
    features = np.concatenate([points[None, :], LENGTH_OF_HOLDING[hands.holdings].astype(int)])
    distances = np.abs(features - np.median(features, axis=1)[:, None]).sum(axis=0)
    return hands.hand(int(distances.argmin()))


def percent(share: float) -> str:
    """A share from 0 to 1 in percent: `12 %`, `0.4 %`."""
    return f"{100 * share:.1f} %" if share < 0.1 else f"{100 * share:.0f} %"


def _shares(survey: Survey, section: str) -> Iterator[Violation]:
    for auction, place in places_to_cover(survey, section):
        hands = survey.hands.reaching(auction)
        rows, first = first_matches(place, hands)
        counts = np.bincount(first + 1, minlength=len(rows) + 1)
        count_by_call: dict[Call, int] = {}
        for row, count in zip(rows, counts[1:], strict=True):
            count_by_call[row.call] = count_by_call.get(row.call, 0) + int(count)
        shares = [f"{call} {percent(count / len(hands))}" for call, count in count_by_call.items() if count]
        shares += [f"no entry {percent(counts[0] / len(hands))}"] if counts[0] else []
        yield None, f"of {len(hands)} hands that reach {_place_words(survey, auction, section)}: {', '.join(shares)}"
        return


RULES = (
    Rule(
        "gap",
        "Some entry of a section fits every hand that reaches it; hands that should pass have an entry that passes. "
        "Shares are those of the hands with which the player would have made his earlier calls. An excuse of any entry "
        "excuses its section.",
        Severity.WARNING,
        _gap,
        Effort.THOROUGH,
    ),
    Rule(
        "shares",
        "How often each call is made in a section, as shares of the hands that reach it.",
        Severity.INFO,
        _shares,
        Effort.ON_REQUEST,
    ),
)
