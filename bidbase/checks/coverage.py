"""The hands that reach a section: the share of each call, and the share of the hands that no entry fits."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from bidbase.checks.covered import Coverage, CoveredByEntry, PlacedHands
from bidbase.checks.hands import first_matches
from bidbase.checks.rule import Effort, Rule, Severity, Violation
from bidbase.checks.survey import Survey
from bidbase.compiler import HandBatch, Place
from bidbase.game.arrays import HCP_OF_HOLDING, LENGTH_OF_HOLDING
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import Hand, Vulnerability
from bidbase.language import fields
from bidbase.language.circumstances import Scoring
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


def coverage_of(survey: Survey, section: str) -> Coverage | None:
    """What becomes of the hands that reach a section; None where no auction was found in which it comes first.

    Of the places that it has to cover it is the one that leaves most hands without an entry, and the plainest of these.
    """
    if section not in survey.coverages:
        survey.coverages[section] = _coverage(survey, section)
    return survey.coverages[section]


def _coverage(survey: Survey, section: str) -> Coverage | None:
    worst = max(placed_hands(survey, section), key=lambda placed: placed.unfit_share, default=None)
    if worst is None:
        return None
    counts = np.bincount(worst.first + 1, minlength=len(worst.rows) + 1)
    hands_by_entry: dict[tuple[Call, str], CoveredByEntry] = {}
    for row, count in zip(worst.rows, counts[1:], strict=True):
        if count:
            key = row.call, row.entry.id
            before = hands_by_entry[key].hands if key in hands_by_entry else 0
            hands_by_entry[key] = CoveredByEntry(row.call, row.entry, before + int(count))
    unfit = int(counts[0])
    return Coverage(
        worst.auction,
        _is_switched(survey, section),
        survey.hands.share_of_deals(worst.auction),
        len(worst.hands),
        tuple(hands_by_entry.values()),
        unfit,
        typical_hand(worst.hands.where(np.flatnonzero(worst.first < 0))) if unfit else None,
    )


def placed_hands(survey: Survey, section: str) -> list[PlacedHands]:
    """The hands that reach each place that a section has to cover; kept until another section is looked at."""
    if section not in survey.placed_hands:
        survey.placed_hands = {section: list(_placed_hands(survey, section))}
    return survey.placed_hands[section]


def _placed_hands(survey: Survey, section: str) -> Iterator[PlacedHands]:
    for auction, place in places_to_cover(survey, section):
        hands = survey.hands.reaching(auction)
        if len(hands):
            yield PlacedHands(auction, hands, *first_matches(place, hands))


def _gap(survey: Survey, section: str) -> Iterator[Violation]:
    coverage = coverage_of(survey, section)
    if coverage is None or coverage.unfit < max(MIN_HANDS, MIN_SHARE * coverage.hands):
        return
    share, where = percent(coverage.unfit / coverage.hands), _place_words(coverage, section)
    yield None, f"no entry fits {share} of the hands that reach {where}, such as {coverage.example}"


def _place_words(coverage: Coverage, section: str) -> str:
    """`this section`, or the auction if the section serves many; with the circumstances if these switch entries."""
    prior_bids = coverage.auction.prior_bids
    words = "this section" if prior_bids == section else prior_bids
    return f"{words} ({coverage.circumstances})" if coverage.switched else words


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
    """A share from 0 to 1 in percent: `12 %`, `0.4 %`, `less than 0.1 %`."""
    if 0 < share < 0.001:
        return "less than 0.1 %"
    return f"{100 * share:.1f} %" if share < 0.1 else f"{100 * share:.0f} %"


def _shares(survey: Survey, section: str) -> Iterator[Violation]:
    coverage = coverage_of(survey, section)
    if coverage is None:
        return
    shares = [f"{call} {percent(hands / coverage.hands)}" for call, hands in coverage.by_call.items()]
    shares += [f"no entry {percent(coverage.unfit / coverage.hands)}"] if coverage.unfit else []
    yield None, f"of {coverage.hands} hands that reach {_place_words(coverage, section)}: {', '.join(shares)}"


RULES = (
    Rule(
        "gap",
        "Some entry of a section fits every hand that reaches it; hands that should pass have an entry that passes. "
        "Shares are those of the hands with which the player would have made the earlier calls. An excuse of any entry "
        "excuses its section.",
        Severity.WARNING,
        _gap,
        Effort.THOROUGH,
    ),
    Rule(
        "shares",
        "How often each call is made in a section, as shares of the hands that reach it. Where circumstances switch "
        "entries, in those in which most hands have none.",
        Severity.INFO,
        _shares,
        Effort.ON_REQUEST,
    ),
)
