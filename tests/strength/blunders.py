"""Blunders: faults in the result of an auction, found by rules that look at all four hands.

Their numbers show where a system is weak. A blunder on a single board may be bad luck.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bidbase.bidding.bidder import Source
from bidbase.bidding.boards import Outcome
from bidbase.bidding.robots import Table
from bidbase.checks.board_faults import MORE_TRUMPS, STRONG, TWO_SUITER, strong_hand_left, two_suiter_left
from bidbase.compiler import Place
from bidbase.game.auction import PASS, Auction, Call, Contract
from bidbase.game.cards import SEATS, SIDES, SUITS, Deal, Seat, Side, Strain
from bidbase.game.double_dummy import Analysis
from bidbase.game.evaluation import COUNT_BY_NAME
from bidbase.game.holdings import ACE, HCP
from bidbase.game.scoring import is_game
from bidbase.language import fields
from bidbase.language.auction_state import FIT

GAME_POINTS = 26  # combined points that make game
MINOR_GAME_POINTS = 29  # combined points that make game in a minor
MIN_TRUMPS = 6  # trumps that any contract should have
MAX_OVERBID_POINTS = 20  # combined points with which a game without a long fit is overbid
DISASTER = 500  # points below par
_MAJORS = (Strain.HEARTS, Strain.SPADES)
_MINORS = (Strain.CLUBS, Strain.DIAMONDS)


def seats_of(side: Side) -> tuple[Seat, Seat]:
    """The two seats of a side."""
    return SEATS[side], SEATS[side + 2]


def combined_points(deal: Deal, side: Side) -> int:
    """The high-card points of both hands of a side."""
    return sum(HCP[holding] for seat in seats_of(side) for holding in deal[seat].holdings)


def combined_length(deal: Deal, side: Side, suit: Strain) -> int:
    """The cards of both hands of a side in a suit."""
    return sum(deal[seat].lengths[suit] for seat in seats_of(side))


def all_stopped(deal: Deal, side: Side) -> bool:
    """Whether a side stops every suit, in one hand or by half a stopper in each."""
    halves = COUNT_BY_NAME["suits_stopped"].column
    return all(sum(halves[deal[seat].holdings[suit]] for seat in seats_of(side)) >= 2 for suit in SUITS)


def cashing_aces(deal: Deal, contract: Contract) -> int:
    """The number of the defenders' aces, except aces in a suit of which a hand of the declaring side can ruff."""
    hands = [deal[seat] for seat in seats_of(contract.declarer.side)]
    return sum(
        not any(hand.holdings[suit] & ACE for hand in hands)
        and (contract.strain is Strain.NOTRUMP or all(hand.holdings[suit] for hand in hands))
        for suit in SUITS
    )


def trumps(deal: Deal, contract: Contract) -> int | None:
    """The number of trumps of the declaring side; None in notrump."""
    if contract.strain is Strain.NOTRUMP:
        return None
    return combined_length(deal, contract.declarer.side, contract.strain)


def is_part_score(contract: Contract | None) -> bool:
    """Whether the board is passed out or the contract is undoubled and below game."""
    return contract is None or (not contract.doubled and not is_game(contract))


def has_game(deal: Deal, side: Side) -> bool:
    """Whether a side should bid game by its points and its fit or stoppers."""
    points = combined_points(deal, side)
    if points < GAME_POINTS:
        return False
    if all_stopped(deal, side) or any(combined_length(deal, side, suit) >= FIT for suit in _MAJORS):
        return True
    return points >= MINOR_GAME_POINTS and any(combined_length(deal, side, suit) >= FIT for suit in _MINORS)


def missed_game(deal: Deal, contract: Contract | None) -> bool:
    """Whether the auction ended in a part-score though a side has game."""
    return is_part_score(contract) and any(has_game(deal, side) for side in SIDES)


def impossible(deal: Deal, contract: Contract | None) -> bool:
    """Whether there are too few trumps for any contract, or the defenders can cash more aces than a slam may lose."""
    if contract is None:
        return False
    trump_count = trumps(deal, contract)
    too_few = trump_count is not None and trump_count < MIN_TRUMPS
    return too_few or (contract.level >= 6 and cashing_aces(deal, contract) > 7 - contract.level)


def overbid_game(deal: Deal, contract: Contract | None) -> bool:
    """Whether a game was bid with neither the points nor a long fit."""
    if contract is None or not is_game(contract):
        return False
    few_points = combined_points(deal, contract.declarer.side) <= MAX_OVERBID_POINTS
    return few_points and (trumps(deal, contract) or 0) <= FIT


def misfit(deal: Deal, contract: Contract | None) -> bool:
    """Whether a suit contract above 3NT has no fit."""
    if contract is None or contract.level < 4:
        return False
    trump_count = trumps(deal, contract)
    return trump_count is not None and trump_count < FIT


def wrong_side(contract: Contract | None, tricks: tuple[tuple[int, ...], ...]) -> bool:
    """Whether declarer goes down double dummy in a contract that partner would make as declarer.

    `tricks` comes from an `Analysis`.
    """
    if contract is None:
        return False
    needed, partner = contract.level + 6, contract.declarer.plus(2)
    return tricks[contract.declarer][contract.strain] < needed <= tricks[partner][contract.strain]


def doubled_disaster(outcome: Outcome, analysis: Analysis) -> bool:
    """Whether the declaring side is doubled and scores far below its par."""
    contract = outcome.contract
    if contract is None or not contract.doubled:
        return False
    lost = analysis.par_score - analysis.score(contract, outcome.board.vulnerability)
    return (-lost if contract.declarer & 1 else lost) >= DISASTER


def forcing(place: Place, call: Call) -> str:
    """How long a call is forcing: `game`, `round`, or empty if it is not. The least forcing of its entries counts."""
    forces = {asks.forcing if (asks := row.entry.get(fields.ASKS)) else "" for _, row in place.calls.get(call, [])}
    return min(forces, key=("", "round", "game").index, default="")


def _forced_by(table: Table, auction: Auction, index: int) -> str:
    call = auction.calls[index]
    return "" if call is PASS else forcing(table.place(auction.before(index)), call)


def forced_to_game(table: Table, auction: Auction, turn: int) -> bool:
    """Whether the side that makes the call with the index `turn` has forced itself to game by an earlier call."""
    return any(_forced_by(table, auction, index) == "game" for index in range(turn % 2, turn, 2))


def passed_forcing_bid(outcome: Outcome) -> bool:
    """Whether a robot without a fitting entry passed although partner's call was forcing and the opponent passed."""
    return any(
        decision.source is Source.NONE and _must_bid(outcome.table, outcome.auction, index)
        for index, decision in enumerate(outcome.decisions)
    )


def _must_bid(table: Table, auction: Auction, turn: int) -> bool:
    """Whether the player with this turn may not pass: the opponent on the right has passed, and a force is on."""
    if turn < 2 or auction.calls[turn - 1] is not PASS:
        return False
    before = auction.before(turn)
    if is_part_score(before.contract) and forced_to_game(table, auction, turn):
        return True
    return _forced_by(table, auction, turn - 2) == "round"


def dropped_game_force(outcome: Outcome) -> bool:
    """Whether the auction ended in a part-score after a side was forced to game."""
    auction = outcome.auction
    ends = len(auction.calls), len(auction.calls) - 1
    return is_part_score(outcome.contract) and any(forced_to_game(outcome.table, auction, end) for end in ends)


def left_two_suiter(outcome: Outcome) -> bool:
    """Whether a two-suiter plays in the wrong suit though it has shown both of its own."""
    before = outcome.auction.before(len(outcome.auction.calls) - 1)
    shown = outcome.table.shown(before)
    return two_suiter_left(outcome.board.deal, outcome.auction, lambda seat: shown[seat].expected) is not None


@dataclass(frozen=True, slots=True)
class Blunder:
    """A kind of blunder: its name, its definition in words, and whether a board shows it."""

    name: str
    explanation: str
    shown_by: Callable[[Outcome, Analysis], bool]


BLUNDERS = (
    Blunder(
        "passed a forcing bid",
        "a robot without a fitting entry passed after an opponent's pass, although partner's last call was forcing or "
        "the side was forced to game",
        lambda outcome, _: passed_forcing_bid(outcome),
    ),
    Blunder(
        "game force dropped",
        "the result is an undoubled part-score, although one side had forced to game",
        lambda outcome, _: dropped_game_force(outcome),
    ),
    Blunder(
        "strong hand left",
        f"the result is an undoubled part-score, although a hand of {STRONG}+ points sits opposite an opening of one",
        lambda outcome, _: strong_hand_left(outcome.board.deal, outcome.auction) is not None,
    ),
    Blunder(
        "two-suiter left",
        f"a hand with {TWO_SUITER}+ cards in two suits, both shown, plays in a suit without a fit, although it has a "
        f"fit that is longer by {MORE_TRUMPS}+ cards",
        lambda outcome, _: left_two_suiter(outcome),
    ),
    Blunder(
        "game missed",
        f"the result is an undoubled part-score, although a side has {GAME_POINTS}+ points with all suits stopped or "
        f"an eight-card major fit, or {MINOR_GAME_POINTS}+ points with an eight-card minor fit",
        lambda outcome, _: missed_game(outcome.board.deal, outcome.contract),
    ),
    Blunder(
        "overbid game",
        f"a game or slam was bid on {MAX_OVERBID_POINTS} points or fewer, in notrump or with {FIT} trumps or fewer",
        lambda outcome, _: overbid_game(outcome.board.deal, outcome.contract),
    ),
    Blunder(
        "wrong side",
        "declarer goes down double dummy, but partner would make the contract",
        lambda outcome, analysis: wrong_side(outcome.contract, analysis.tricks),
    ),
    Blunder(
        "impossible contract",
        f"the contract has fewer than {MIN_TRUMPS} trumps, or the defenders can cash more aces than a slam may lose",
        lambda outcome, _: impossible(outcome.board.deal, outcome.contract),
    ),
    Blunder(
        "misfit above 3NT",
        f"a suit contract at the four level or higher has fewer than {FIT} trumps",
        lambda outcome, _: misfit(outcome.board.deal, outcome.contract),
    ),
    Blunder(
        "doubled disaster",
        f"a doubled contract scores at least {DISASTER} points less than par",
        doubled_disaster,
    ),
)
