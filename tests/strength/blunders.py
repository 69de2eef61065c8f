"""Blunders: what is wrong with the end of an auction, by rules that look at all four hands.

They count, to show where a system is weak; one board of them may be bad luck.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bidbase.bidding.bidder import Source
from bidbase.bidding.boards import Outcome
from bidbase.bidding.robots import Table
from bidbase.compiler import Place
from bidbase.game.auction import PASS, Auction, Call, Contract
from bidbase.game.cards import SEATS, SIDES, SUITS, Deal, Seat, Side, Strain
from bidbase.game.double_dummy import Analysis
from bidbase.game.evaluation import COUNT_BY_NAME
from bidbase.game.holdings import ACE, HCP
from bidbase.game.scoring import is_game
from bidbase.language import fields
from bidbase.language.auction_state import FIT

GAME_POINTS = 26
MINOR_GAME_POINTS = 29
FEWEST_TRUMPS = 6
MOST_AIR = 20
DISASTER = 500
_MAJORS = (Strain.HEARTS, Strain.SPADES)
_MINORS = (Strain.CLUBS, Strain.DIAMONDS)


def seats_of(side: Side) -> tuple[Seat, Seat]:
    """The two seats of a side."""
    return SEATS[side], SEATS[side + 2]


def combined_points(deal: Deal, side: Side) -> int:
    """The high-card points of both hands."""
    return sum(HCP[holding] for seat in seats_of(side) for holding in deal[seat].holdings)


def combined_length(deal: Deal, side: Side, suit: Strain) -> int:
    """The cards of both hands in a suit."""
    return sum(deal[seat].lengths[suit] for seat in seats_of(side))


def all_stopped(deal: Deal, side: Side) -> bool:
    """Whether every suit is stopped in one hand, or half in both."""
    halves = COUNT_BY_NAME["suits_stopped"].column
    return all(sum(halves[deal[seat].holdings[suit]] for seat in seats_of(side)) >= 2 for suit in SUITS)


def cashing_aces(deal: Deal, contract: Contract) -> int:
    """The aces that the defenders hold, without those that a void of the declaring side stops in a suit contract."""
    hands = [deal[seat] for seat in seats_of(contract.declarer.side)]
    return sum(
        not any(hand.holdings[suit] & ACE for hand in hands)
        and (contract.strain is Strain.NOTRUMP or all(hand.holdings[suit] for hand in hands))
        for suit in SUITS
    )


def trumps(deal: Deal, contract: Contract) -> int | None:
    """The trumps of the declaring side; None in notrump."""
    if contract.strain is Strain.NOTRUMP:
        return None
    return combined_length(deal, contract.declarer.side, contract.strain)


def is_part_score(contract: Contract | None) -> bool:
    """Whether nobody plays for more than a part-score: nobody plays at all, or below game and undoubled."""
    return contract is None or (not contract.doubled and not is_game(contract))


def has_game(deal: Deal, side: Side) -> bool:
    """Whether a side's points and its fit or stoppers ask for game."""
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
    """Whether trumps are too few for any contract, or the defenders can cash more aces than a slam may lose."""
    if contract is None:
        return False
    held = trumps(deal, contract)
    too_few = held is not None and held < FEWEST_TRUMPS
    return too_few or (contract.level >= 6 and cashing_aces(deal, contract) > 7 - contract.level)


def game_on_air(deal: Deal, contract: Contract | None) -> bool:
    """Whether a game was bid with neither points nor a long fit."""
    if contract is None or not is_game(contract):
        return False
    return combined_points(deal, contract.declarer.side) <= MOST_AIR and (trumps(deal, contract) or 0) <= FIT


def misfit(deal: Deal, contract: Contract | None) -> bool:
    """Whether a suit contract above 3NT has no fit."""
    if contract is None or contract.level < 4:
        return False
    held = trumps(deal, contract)
    return held is not None and held < FIT


def wrong_side(contract: Contract | None, tricks: tuple[tuple[int, ...], ...]) -> bool:
    """Whether declarer goes down, double dummy, where partner as declarer would make the contract."""
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
    """How far a call forces by its meaning: `game`, `round`, or nothing; the least that its entries say."""
    said = {asks.forcing if (asks := row.entry.get(fields.ASKS)) else "" for _, row in place.calls.get(call, [])}
    return min(said, key=("", "round", "game").index, default="")


def _forced_by(table: Table, auction: Auction, index: int) -> str:
    call = auction.calls[index]
    return "" if call is PASS else forcing(table.place(auction.before(index)), call)


def forced_to_game(table: Table, auction: Auction, turn: int) -> bool:
    """Whether a call of the side whose turn it is at this index, or was before, forced it to game."""
    return any(_forced_by(table, auction, index) == "game" for index in range(turn % 2, turn, 2))


def owed_a_bid(outcome: Outcome) -> bool:
    """Whether a robot that found nothing passed a call of partner's that forces, after a pass."""
    return any(
        decision.source is Source.NONE and _owes(outcome.table, outcome.auction, index)
        for index, decision in enumerate(outcome.decisions)
    )


def _owes(table: Table, auction: Auction, turn: int) -> bool:
    if turn < 2 or auction.calls[turn - 1] is not PASS:
        return False
    before = auction.before(turn)
    if is_part_score(before.contract) and forced_to_game(table, auction, turn):
        return True
    return _forced_by(table, auction, turn - 2) == "round"


def dropped_force(outcome: Outcome) -> bool:
    """Whether the auction ended in a part-score after a side was forced to game."""
    auction = outcome.auction
    ends = len(auction.calls), len(auction.calls) - 1
    return is_part_score(outcome.contract) and any(forced_to_game(outcome.table, auction, end) for end in ends)


@dataclass(frozen=True, slots=True)
class Blunder:
    """One kind of blunder: its name, when it counts, and whether a board shows it."""

    name: str
    explanation: str
    made: Callable[[Outcome, Analysis], bool]


BLUNDERS = (
    Blunder(
        "passed, a bid owed",
        "nothing fitted, and the pass broke partner's forcing call, or a game force below game, after a pass",
        lambda outcome, _: owed_a_bid(outcome),
    ),
    Blunder(
        "game force dropped",
        "an undoubled part-score, though a call of one side was forcing to game",
        lambda outcome, _: dropped_force(outcome),
    ),
    Blunder(
        "game missed",
        f"an undoubled part-score, though a side has {GAME_POINTS}+ points with all suits stopped or eight cards in a "
        f"major, or {MINOR_GAME_POINTS}+ with eight in a minor",
        lambda outcome, _: missed_game(outcome.board.deal, outcome.contract),
    ),
    Blunder(
        "game on air",
        f"a game or slam on {MOST_AIR} points or fewer, in notrump or with {FIT} trumps or fewer",
        lambda outcome, _: game_on_air(outcome.board.deal, outcome.contract),
    ),
    Blunder(
        "wrong side",
        "declarer goes down double dummy, partner as declarer would make it",
        lambda outcome, analysis: wrong_side(outcome.contract, analysis.tricks),
    ),
    Blunder(
        "impossible contract",
        f"fewer than {FEWEST_TRUMPS} trumps, or more aces to cash than a slam may lose",
        lambda outcome, _: impossible(outcome.board.deal, outcome.contract),
    ),
    Blunder(
        "misfit above 3NT",
        f"a suit contract at the four level or higher with fewer than {FIT} trumps",
        lambda outcome, _: misfit(outcome.board.deal, outcome.contract),
    ),
    Blunder(
        "doubled disaster",
        f"doubled, and {DISASTER} points or more below par",
        doubled_disaster,
    ),
)
