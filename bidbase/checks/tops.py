"""Calls that end the auction without an upper limit: some hands that make them have the points or the tricks for slam.

Such hands are rare in random deals, so they are made to order: strong hands, and hands with a solid suit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from bidbase.checks.coverage import places_to_cover, typical_hand
from bidbase.checks.covered import PlacedHands
from bidbase.checks.ends import could_be_dealt, may_be_passed, partner_decides
from bidbase.checks.hands import first_matches
from bidbase.checks.rule import Effort, Rule, Severity, Violation
from bidbase.checks.survey import Survey
from bidbase.compiler import CompiledSection, HandBatch, Place
from bidbase.compiler.rows import Condition, Row
from bidbase.game.arrays import LENGTH_OF_HOLDING
from bidbase.game.auction import PASS, Auction
from bidbase.game.bits import bits_of
from bidbase.game.cards import SUITS, Strain
from bidbase.game.evaluation import COUNT_BY_NAME
from bidbase.game.features import HCP_TOTAL, TOTAL_POINTS, HoldingFeature
from bidbase.game.holdings import ACE, HOLDINGS, SHORTNESS
from bidbase.game.scoring import is_game
from bidbase.language import fields
from bidbase.language.auction_state import FIT, AuctionState, Expected

SLAM, GRAND_SLAM = 6, 7
POINTS = {SLAM: 33, GRAND_SLAM: 37}  # of both hands; with a fit short suits count
POINTS_OF_A_TRICK = 4  # of partner's points: an ace
SOLID = 7  # cards of a solid suit that needs no support
LONG = 6  # cards of a suit of partner's that plays for as many tricks, if we have enough of its honors
HONORS_NEEDED = 2  # of the three best: partner has the third
STRONG = 19  # points of a hand that can have slam opposite such a suit, however weak
CONTROLS = 2  # aces and voids of a hand that counts on tricks
BOOK = 6  # tricks that a contract does not count
HANDS = 250  # made to order, of each kind at each place
MIN_HANDS = 5  # of those that reach the place: what is rarer is not worth an entry

_RUNNING = np.array(COUNT_BY_NAME["running_winners"].column)
_WINNERS = np.array(COUNT_BY_NAME["winners"].column) / COUNT_BY_NAME["winners"].scale
_TOP_HONORS = np.array([(holding >> 10).bit_count() for holding in HOLDINGS])
_SHORTNESS = np.frombuffer(SHORTNESS, dtype=np.uint8)
_FIRST_ROUND_CONTROL = np.array([not holding or holding >= ACE for holding in HOLDINGS])
_SOLID = (_RUNNING == LENGTH_OF_HOLDING) & (LENGTH_OF_HOLDING >= SOLID)
_SOLID_SUITS = [(Condition(fields.POINTS[suit], HoldingFeature(suit), _SOLID),) for suit in SUITS]


def _found(survey: Survey, section: str) -> Iterator[Violation]:
    """For each entry of the section that ends auctions the first hand found that is too good for it."""
    found: dict[str, str] = {}
    for placed in _good_hands(survey, section):
        state = survey.state(placed.auction)
        too_good = could_be_dealt(state, placed) & _too_good(state, placed)
        for index in np.unique(placed.first[too_good]):
            entry = survey.system.by_id[placed.rows[index].entry.id]
            hands = np.flatnonzero(too_good & (placed.first == index))
            if entry.section == section and len(hands) >= MIN_HANDS:
                where = f"after {placed.auction.prior_bids or 'no bid'}"
                found.setdefault(entry.id, f"{where} it is made with {typical_hand(placed.hands.where(hands))}")
    for name, message in found.items():
        yield survey.system.by_id[name], f"{message}, and partner need not go on"


def _good_hands(survey: Survey, section: str) -> Iterator[PlacedHands]:
    """Hands that can be worth slam, at the places of the section where it is not for partner to go on."""
    plainest: dict[str, tuple[Auction, Place]] = {}
    for auction, place in places_to_cover(survey, section):
        plainest.setdefault(auction.prior_bids, (auction, place))
    for auction, place in plainest.values():
        state = survey.state(auction)
        if partner_decides(state) or state.doubled or not _may_end(state, place, section):
            continue
        for kind in _kinds(state.partner):
            hands = survey.hands.meeting(auction, kind, HANDS)
            yield PlacedHands(auction, hands, *first_matches(place, hands))


def _kinds(partner: Expected) -> Iterator[Sequence[tuple[Condition, ...]]]:
    """Kinds of hands that can be worth slam, each as alternatives."""
    least = POINTS[SLAM] - partner.points[0]
    for field, feature in ((fields.HCP, HCP_TOTAL), (fields.DISTRIBUTION, TOTAL_POINTS)):
        yield [(Condition(field, feature, np.arange(feature.size) >= least),)]
    if _long_suits(partner):
        yield [(Condition(fields.HCP, HCP_TOTAL, np.arange(HCP_TOTAL.size) >= STRONG),)]
    yield _SOLID_SUITS


def _long_suits(player: Expected) -> list[Strain]:
    return [suit for suit in SUITS if player.least[suit] >= LONG]


def _too_good(state: AuctionState, placed: PlacedHands) -> np.ndarray:
    """For each hand whether its call ends the auction below what it has the points or the tricks for."""
    points, tricks = _points(state.partner, placed), _tricks(state.partner, placed.hands)
    controls = _FIRST_ROUND_CONTROL[placed.hands.holdings].sum(axis=0, dtype=int)
    faulty = np.zeros(len(placed.hands), dtype=np.bool_)
    for level in (SLAM, GRAND_SLAM):
        enough = (points >= POINTS[level]) | (tricks >= level + BOOK) & (controls >= CONTROLS)
        faulty |= enough & placed.made_by(partial(_ends_below, level, state))
    return faulty


def _points(partner: Expected, placed: PlacedHands) -> np.ndarray:
    """The points of each hand together with the least that partner has; with a fit short suits count."""
    holdings = placed.hands.holdings
    fits = [LENGTH_OF_HOLDING[holdings[suit]] + partner.least[suit] >= FIT for suit in SUITS]
    short = _SHORTNESS[holdings].sum(axis=0, dtype=int)
    points: np.ndarray = placed.points + partner.points[0] + np.where(np.any(fits, axis=0), short, 0)
    return points


def _tricks(partner: Expected, hands: HandBatch) -> np.ndarray:
    """The tricks of each hand: by its own running suits and partner's points, or by partner's long suit."""
    tricks = _RUNNING[hands.holdings].sum(axis=0) + partner.points[0] // POINTS_OF_A_TRICK
    winners = _WINNERS[hands.holdings]
    for suit in _long_suits(partner):
        holdings = hands.holdings[suit]
        lost = np.maximum(0, HONORS_NEEDED - _TOP_HONORS[holdings])
        fits = LENGTH_OF_HOLDING[holdings] + partner.least[suit] >= FIT
        with_suit = winners.sum(axis=0) - winners[suit] + partner.least[suit] - lost
        tricks = np.where(fits, np.maximum(tricks, with_suit), tricks)
    return tricks


def _may_end(state: AuctionState, place: Place, section: str) -> bool:
    rows = (row for compiled, mask in place.in_use() if compiled.name == section for row in _rows(compiled, mask))
    return any(_ends_below(GRAND_SLAM, state, row) for row in rows)


def _rows(section: CompiledSection, mask: int) -> Iterator[Row]:
    return (section.rows[index] for index in bits_of(mask))


def _ends_below(level: int, state: AuctionState, row: Row | None) -> bool:
    """Whether a call leaves our side in a contract below this level: a pass, a sign-off or a game."""
    if row is None or not may_be_passed(row):
        return False
    if row.call is PASS:
        return state.we_hold and state.high is not None and state.high.level < level
    return row.call.is_bid and row.call.level < level and (_signs_off(row) or is_game(row.call))


def _signs_off(row: Row) -> bool:
    asks = row.entry.get(fields.ASKS)
    return asks is not None and "SO" in asks.codes


RULES = (
    Rule(
        "no-top",
        f"Who ends the auction has looked for slam: nobody passes, signs off or bids a game that partner may pass with "
        f"{POINTS[SLAM]} points together with the least that partner has shown, short suits counted with a fit; nor "
        f"with twelve tricks by long suits and {CONTROLS} aces or voids; nor in a small slam with "
        f"{POINTS[GRAND_SLAM]} points or thirteen tricks.",
        Severity.WARNING,
        _found,
        Effort.ON_REQUEST,
    ),
)
