"""Calls that end an auction wrongly, found with the hands that reach a place.

A force or an artificial bid is passed, a strong hand passes, or makes a bid that partner may pass and that has no upper
limit. Each finding names an auction, the entry, a typical hand and how often this comes up: the share of random deals
in which the auction comes up, times the share of these hands among all that reach it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from bidbase.checks.coverage import MIN_HANDS, MIN_SHARE, percent, placed_hands, typical_hand
from bidbase.checks.covered import PlacedHands
from bidbase.checks.rule import Effort, Rule, Severity, Violation
from bidbase.checks.survey import Survey
from bidbase.compiler.rows import Row
from bidbase.game.arrays import LENGTH_OF_HOLDING
from bidbase.game.auction import PASS, Call
from bidbase.game.cards import SUITS
from bidbase.game.holdings import PACK_HCP
from bidbase.game.scoring import is_game
from bidbase.language import fields
from bidbase.language.auction_state import LIMITED_RANGE, AuctionState
from bidbase.systems import Entry

MIN_DEALS = 1e-5  # share of random deals; what comes up less often in a strong hand is not reported
STRONG = 20  # points of a hand that does not pass below game
TOLD_STRONG = 18  # points that tell partner of such a hand
THEY_ARE_STRONG = 15  # points that the opponents have shown: partner of a strong hand has next to nothing
GAME = 26  # points of both hands for game
INVITING_TOO_LITTLE = 28  # points of both hands with which nobody makes a bid below game that partner may pass
SLAM = 34  # points of both hands for slam
NATURAL = 3  # cards with which a player bids a suit to play there
SHORT = 4  # cards of a suit that nobody bids as their own
FEW_TRUMPS = 7  # cards of both hands in a suit in which nobody wants to play

Fault = Callable[[AuctionState, PlacedHands], np.ndarray]
"""For each hand whether its call is a fault: bool, shape (n,)."""


def passed_force(state: AuctionState, placed: PlacedHands) -> np.ndarray:
    """Hands that pass a bid of partner's that forces. A double may be passed, and so may a choice of contracts."""
    asks = set(state.asks)
    chooses = asks == {"P"} or (asks <= {"G", "P"} and not state.below_game)
    return passes(placed) if state.forced and _partners_bid(state) and not chooses else _none(placed)


def passed_artificial(state: AuctionState, placed: PlacedHands) -> np.ndarray:
    """Hands that pass partner's bid of a suit that neither of the two has."""
    bid = _partners_bid(state)
    if bid is None or bid.strain not in SUITS or state.partner.least[bid.strain] >= NATURAL:
        return _none(placed)
    own: np.ndarray = LENGTH_OF_HOLDING[placed.hands.holdings[bid.strain]].astype(int)
    few: np.ndarray = (own < SHORT) & (own + state.partner.least[bid.strain] < FEW_TRUMPS)
    return few & passes(placed)


def strong_pass(state: AuctionState, placed: PlacedHands) -> np.ndarray:
    """Hands that pass with the points for game below game, or with those for slam below slam.

    A hand of `STRONG` points that has not told of them does not pass below game either, nor let them play game.
    """
    high = state.high
    if high is None or state.doubled:
        return _none(placed)
    told = state.own.points[0] >= TOLD_STRONG or state.their_points[0] >= THEY_ARE_STRONG
    strong = _none(placed) if told else placed.points >= STRONG
    together = placed.points + state.partner.points[0]
    if state.below_game:
        faulty = (together >= GAME) | strong
    elif state.we_hold:
        faulty = (together >= SLAM) & (high.level < 6)
    else:
        faulty = strong & (high.level < 5)
    return passes(placed) & faulty & could_be_dealt(state, placed)


def no_limit(state: AuctionState, placed: PlacedHands) -> np.ndarray:
    """Hands with the points for slam that make a bid below it that partner may pass, or a partscore with much more."""
    if not state.acted(2) or partner_decides(state):
        return _none(placed)
    together = placed.points + state.partner.points[0]
    games = placed.made_by(lambda row: _may_end(row) and (state.game_forced or is_game(_call(row))))
    partscores = placed.made_by(lambda row: _may_end(row) and not (state.game_forced or is_game(_call(row))))
    faulty = games & (together >= SLAM) | partscores & (together >= INVITING_TOO_LITTLE)
    return faulty & could_be_dealt(state, placed)


def partner_decides(state: AuctionState) -> bool:
    """Whether partner knows what we have, or asks for it, and so is the one to go on."""
    low, high = state.own.points
    return high - low <= LIMITED_RANGE or any(code not in ("1", "G", "O", "SO") for code in state.asks)


def _call(row: Row | None) -> Call:
    return PASS if row is None else row.call


def _may_end(row: Row | None) -> bool:
    """Whether a row makes a bid below slam that partner may pass, without counting aces."""
    return row is not None and row.call.is_bid and row.call.level <= 5 and may_be_passed(row)


def may_be_passed(row: Row) -> bool:
    """Whether partner may pass the call of a row, which does not answer how many aces there are."""
    return not (row.entry.text("aces") or row.entry.text("key_cards") or _forces(row))


def _partners_bid(state: AuctionState) -> Call | None:
    """The bid that partner has just made and the next player has passed."""
    calls = state.auction.calls
    return calls[-2] if len(calls) > 1 and calls[-1] is PASS and calls[-2].is_bid else None


def _none(placed: PlacedHands) -> np.ndarray:
    return np.zeros(len(placed.hands), dtype=np.bool_)


def passes(placed: PlacedHands) -> np.ndarray:
    """Hands that pass, unless the pass itself asks partner to go on."""
    return placed.made_by(lambda row: _call(row) is PASS and not _forces(row))


def _forces(row: Row | None) -> bool:
    asks = None if row is None else row.entry.get(fields.ASKS)
    return asks is not None and bool(asks.forcing)


def could_be_dealt(state: AuctionState, placed: PlacedHands) -> np.ndarray:
    """Hands with no more points than the others have left."""
    left: np.ndarray = placed.points <= PACK_HCP - state.partner.points[0] - state.their_points[0]
    return left


def _found(fault: Fault, words: str, min_deals: float, survey: Survey, section: str) -> Iterator[Violation]:
    """For each entry that makes faulty calls the auction in which it makes most of them."""
    worst: dict[str, tuple[float, Entry | None, str]] = {}
    for placed in placed_hands(survey, section):
        faulty = fault(survey.state(placed.auction), placed)
        if not faulty.any() or (deals := survey.hands.share_of_deals(placed.auction)) is None:
            continue
        for index in np.unique(placed.first[faulty]):
            hands = np.flatnonzero(faulty & (placed.first == index))
            share = len(hands) / len(placed.hands)
            often = share * deals.value
            if len(hands) < MIN_HANDS or share < MIN_SHARE or often < min_deals:
                continue
            entry = survey.system.by_id[placed.rows[index].entry.id] if index >= 0 else None
            name = entry.id if entry else ""
            if name not in worst or often > worst[name][0]:
                by = f"by {entry.id} " if entry and entry.section != section else ""
                example = typical_hand(placed.hands.where(hands))
                message = (
                    f"after {placed.auction.prior_bids or 'no bid'} {percent(share)} of the hands {words} {by}"
                    f"({_deals_words(often)}), such as {example}"
                )
                worst[name] = often, entry if entry and entry.section == section else None, message
    for _, entry, message in worst.values():
        yield entry, message


def _deals_words(share: float) -> str:
    """A share of deals in words: `3 of 100,000 deals`."""
    number = 100_000 * share
    return "less than one of 100,000 deals" if number < 1 else f"{number:.0f} of 100,000 deals"


def _rule(name: str, explanation: str, fault: Fault, words: str, min_deals: float = 0.0) -> Rule:
    return Rule(name, explanation, Severity.WARNING, partial(_found, fault, words, min_deals), Effort.THOROUGH)


RULES = (
    _rule(
        "passed-force",
        "No entry passes partner's bid where that forces. An entry for a hand that passes all the same, such as one "
        "that has responded with next to nothing, gives an excuse.",
        passed_force,
        "pass partner's forcing bid",
    ),
    _rule(
        "passed-artificial",
        f"Nobody passes a suit of which partner need not have {NATURAL} cards with fewer than {SHORT} cards of it "
        f"and fewer than {FEW_TRUMPS} together.",
        passed_artificial,
        "pass in a suit that nobody has",
    ),
    _rule(
        "strong-pass",
        f"Nobody passes below game with {STRONG} points or more beyond what was shown, or with {GAME} together with "
        f"the least that partner has shown; nor below slam with {SLAM}. What comes up in fewer than one of 100,000 "
        "random deals is left aside.",
        strong_pass,
        "pass with points for more",
        MIN_DEALS,
    ),
    _rule(
        "no-limit",
        f"A bid below slam that partner may pass has an upper limit: nobody makes it with {SLAM} points together with "
        f"the least that partner has shown, or {INVITING_TOO_LITTLE} if it is below game. Answers to what partner asks "
        "are left aside, and so is what comes up in fewer than one of 100,000 random deals.",
        no_limit,
        "have points for more than a bid that partner may pass",
        MIN_DEALS,
    ),
)
