"""Bids that a better hand or a better moment turns into a pass.

Entries that were written one by one contradict each other between neighbors: a hand bids its suit, and with a king more
or a sixth card, where only the opponents are vulnerable, or a level lower, it passes. Each finding names two hands, or
one hand at two places.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from bidbase.checks.coverage import placed_hands
from bidbase.checks.covered import PlacedHands
from bidbase.checks.ends import NATURAL, could_be_dealt, passes
from bidbase.checks.hands import could_call, first_matches
from bidbase.checks.rule import Effort, Rule, Severity, Violation
from bidbase.checks.survey import Survey
from bidbase.compiler import HandBatch
from bidbase.game.arrays import LENGTH_OF_HOLDING
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import SUITS, Hand, Side, Strain, Vulnerability
from bidbase.game.holdings import ACE, KING, QUEEN, TEN

OWN = 5  # cards of a suit that a player bids as their own
HANDS = 2_000  # of those that reach a place
MIN_HANDS = 3  # that pass: one or two may be freaks
MIN_SHARE = 0.01  # of the hands with which an entry bids
SPOTS = TEN - 1  # the cards below the ten, as a holding


def stronger(holdings: np.ndarray, suit: Strain) -> np.ndarray:
    """The hands with the best honor that is missing in the suit in place of its lowest spot card, where it has one."""
    better = holdings.copy()
    held = holdings[suit]
    honor = np.select([held & card == 0 for card in (ACE, KING, QUEEN)], [ACE, KING, QUEEN], 0)
    lowest = held & -held & SPOTS
    better[suit] = np.where((honor > 0) & (lowest > 0), held ^ lowest | honor, held)
    return better


def longer(holdings: np.ndarray, suit: Strain) -> np.ndarray:
    """The hands with another spot card of the suit in place of the lowest of their longest other suit."""
    better = holdings.copy()
    held = holdings[suit]
    missing = ~held & SPOTS
    others = [other for other in SUITS if other != suit]
    longest = np.argmax([LENGTH_OF_HOLDING[holdings[other]] for other in others], axis=0)
    for number, other in enumerate(others):
        lowest = holdings[other] & -holdings[other] & SPOTS
        gives = (longest == number) & (lowest > 0) & (missing > 0)
        better[other] = np.where(gives, holdings[other] ^ lowest, better[other])
        better[suit] = np.where(gives, held | missing & -missing, better[suit])
    return better


def _found(survey: Survey, section: str) -> Iterator[Violation]:
    """For each entry that bids a suit of its own the first kind of neighbor that passes."""
    found: dict[str, str] = {}
    for placed in _plainest(placed_hands(survey, section)):
        for index in np.unique(placed.first[placed.first >= 0]):
            row = placed.rows[index]
            entry = survey.system.by_id[row.entry.id]
            if entry.section != section or not row.call.is_bid or row.call.strain not in SUITS:
                continue
            bid = placed.first == index
            bid &= LENGTH_OF_HOLDING[placed.hands.holdings[row.call.strain]] >= OWN
            hands = placed.hands.where(np.flatnonzero(bid)[:HANDS])
            for why, auction, better in _neighbors(survey, placed.auction, row.call, hands):
                passing = _passing(survey, auction, better)
                if passing.sum() >= max(MIN_HANDS, MIN_SHARE * len(hands)):
                    example = int(np.flatnonzero(passing)[0])
                    words = _words(placed.auction, row.call, hands.hand(example), why, better.hand(example))
                    found.setdefault(entry.id, words)
    for name, message in found.items():
        yield survey.system.by_id[name], message


def _plainest(places: list[PlacedHands]) -> Iterator[PlacedHands]:
    """The first place of each auction: the others differ in the seat or the vulnerability."""
    seen: set[str] = set()
    for placed in places:
        if placed.auction.prior_bids not in seen:
            seen.add(placed.auction.prior_bids)
            yield placed


def _neighbors(
    survey: Survey, auction: Auction, bid: Call, hands: HandBatch
) -> Iterator[tuple[str, Auction, HandBatch]]:
    """Better hands, and better moments for these hands, each with its words."""
    yield "with a better honor", auction, HandBatch(stronger(hands.holdings, bid.strain))
    yield "with a card more", auction, HandBatch(longer(hands.holdings, bid.strain))
    favorable = Vulnerability.EW if auction.turn.side is Side.NS else Vulnerability.NS
    yield "where only they are vulnerable", Auction.of(auction.calls, auction.dealer, favorable), hands
    for lower in _cheaper(survey, auction, bid):
        yield f"after {lower.prior_bids}", lower, hands


def _cheaper(survey: Survey, auction: Auction, bid: Call) -> Iterator[Auction]:
    """The auctions in which the opponents have opened a lower suit of theirs, so that the suit is a level cheaper."""
    opening = auction.calls[-1] if auction.calls else None
    if opening is None or auction.leading_passes != len(auction.calls) - 1 or opening.strain not in SUITS:
        return
    before = auction.before(len(auction.calls) - 1)
    for suit in SUITS:
        lower = Call.bid(opening.level, suit)
        if suit < bid.strain < opening.strain and survey.place(before).makes(lower):
            cheaper = before.with_call(lower)
            if survey.state(cheaper).opponents[1].least[suit] >= NATURAL:
                yield cheaper


def _passing(survey: Survey, auction: Auction, hands: HandBatch) -> np.ndarray:
    """For each hand whether it passes there, and would have made the earlier calls."""
    place = survey.place(auction)
    placed = PlacedHands(auction, hands, *first_matches(place, hands))
    passing = passes(placed) & could_be_dealt(survey.state(auction), placed)
    for earlier, call in survey.hands.own_earlier_calls(auction):
        passing &= could_call(earlier, call, hands)
    return passing


def _words(auction: Auction, bid: Call, hand: Hand, why: str, better: Hand) -> str:
    passes = f"{better} passes" if better != hand else "it passes"
    return f"after {auction.prior_bids or 'no bid'} {hand} bids {bid.title}, and {why} {passes}"


RULES = (
    Rule(
        "monotony",
        "A better honor in the suit, another card of it, vulnerable opponents, or a lower opening of theirs over which "
        "the suit is a level cheaper never turn the bid of a suit of five cards into a pass.",
        Severity.WARNING,
        _found,
        Effort.ON_REQUEST,
    ),
)
