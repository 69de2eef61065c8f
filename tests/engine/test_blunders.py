"""Blunders: each rule on deals with an obvious answer."""

import pytest

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.boards import Board, Outcome, bid_board
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Deal, Seat, Side, Strain, Vulnerability
from bidbase.game.double_dummy import Analysis
from tests.engine.making import deal_of, make_bidder, make_contract, make_place
from tests.strength.blunders import (
    BLUNDERS,
    all_stopped,
    cashing_aces,
    combined_length,
    combined_points,
    doubled_disaster,
    dropped_game_force,
    forcing,
    has_game,
    impossible,
    misfit,
    missed_game,
    overbid_game,
    passed_forcing_bid,
    wrong_side,
)

STRONG = deal_of("AK32.AK2.432.432", "QJ54.QJ3.AK5.765")  # clubs are not stopped, and only their ace is missing
HALVES = deal_of("AK2.AK2.AK32.Q32", "54.543.QJ54.J654")
MINOR = deal_of("AK2.AK2.QJ432.32", "QJ3.Q43.AK65.654")
THIN_MINOR = deal_of("AK2.AK2.QJ432.32", "QJ3.843.AK65.654")
WEAK = deal_of("5432.432.432.432", "6.765.8765.98765")
LONG = deal_of("KQJ98765.2.32.32", "432.876.9876.987")
VOID = deal_of(".AKQJ2.AKQJ2.AK2", "QJT2.T543.T43.43")

# (deal, points, spades of both hands, all suits stopped, a game for North-South, why)
VALUES = [
    (STRONG, 27, 8, False, True, "a major fit needs no stopper"),
    (HALVES, 27, 5, True, True, "half a stopper in each hand makes one"),
    (MINOR, 29, 6, False, True, "eleven tricks in a minor with 29 points"),
    (THIN_MINOR, 27, 6, False, False, "fewer points, a minor fit and a suit without a stopper"),
    (WEAK, 0, 5, False, False, "nothing at all"),
]


@pytest.mark.parametrize(("deal", "points", "spades", "stopped", "game", "why"), VALUES)
def test_what_a_side_has(deal, points, spades, stopped, game, why):
    assert combined_points(deal, Side.NS) == points, why
    assert combined_length(deal, Side.NS, Strain.SPADES) == spades, why
    assert all_stopped(deal, Side.NS) == stopped, why
    assert has_game(deal, Side.NS) == game, why


# (deal, contract, aces that cash, why)
ACES = [
    (STRONG, "6S", 1, "of clubs"),
    (VOID, "6H", 0, "North ruffs the spade"),
    (VOID, "6N", 1, "nobody ruffs in notrump"),
    (WEAK, "1C", 4, "all of them"),
]


@pytest.mark.parametrize(("deal", "contract", "aces", "why"), ACES)
def test_aces_that_the_defenders_cash(deal, contract, aces, why):
    assert cashing_aces(deal, make_contract(contract)) == aces, why


# (deal, contract, the blunders it shows of the four kinds that depend on the deal and the contract, why)
CONTRACTS = [
    (STRONG, "3S", {"missed"}, "27 points, a fit, a part-score"),
    (STRONG, None, {"missed"}, "passed out with 27 points"),
    (STRONG, "3SX", set(), "a doubled contract is more than a part-score"),
    (STRONG, "4S", set(), "game"),
    (STRONG, "3N", set(), "game, if a poor one"),
    (STRONG, "3H", {"missed"}, "six trumps are possible, and the level is low"),
    (STRONG, "4H", {"misfit"}, "six trumps at the four level"),
    (STRONG, "4N", set(), "notrump needs no trumps"),
    (STRONG, "6S", set(), "one ace may be lost"),
    (STRONG, "7S", {"impossible"}, "not in a grand slam"),
    (VOID, "7H", set(), "the missing ace does not cash"),
    (VOID, "7N", {"impossible"}, "in notrump the ace cashes"),
    (THIN_MINOR, "3D", set(), "no game to miss"),
    (WEAK, "1S", {"missed", "impossible"}, "five trumps, and East-West have the points"),
    (WEAK, "2SX", {"impossible"}, "doubled into game is not bidding game"),
    (WEAK, "3N", {"overbid"}, "no points at all"),
    (WEAK, "5C", {"overbid"}, "eight trumps are not enough without points"),
    (WEAK, "6C", {"overbid", "impossible"}, "and four aces are missing"),
    (LONG, "4S", set(), "eleven trumps are worth a game"),
]


@pytest.mark.parametrize(("deal", "contract", "found", "why"), CONTRACTS)
def test_contracts_are_judged(deal, contract, found, why):
    reached = None if contract is None else make_contract(contract)
    rules = {"missed": missed_game, "impossible": impossible, "overbid": overbid_game, "misfit": misfit}
    assert {name for name, rule in rules.items() if rule(deal, reached)} == found, why


NINE_OR_TEN = ((9,) * 5, (0,) * 5, (10,) * 5, (0,) * 5)  # North takes nine tricks in anything, South ten

# (contract, declarer, wrong side, why)
SIDES_OF = [
    ("4S", Seat.NORTH, True, "South would make it"),
    ("4S", Seat.SOUTH, False, "South makes it"),
    ("3S", Seat.NORTH, False, "North also makes it"),
    ("5S", Seat.NORTH, False, "nobody makes it"),
]


@pytest.mark.parametrize(("contract", "declarer", "wrong", "why"), SIDES_OF)
def test_wrong_side(contract, declarer, wrong, why):
    assert wrong_side(make_contract(contract, declarer), NINE_OR_TEN) == wrong, why


def test_nobody_plays_from_the_wrong_side_when_nobody_plays():
    assert not wrong_side(None, NINE_OR_TEN)


# Systems of North-South and East-West, by prior bids: the call and what it asks, made with any hand.
SimpleSystem = dict[str, tuple[str, str]]
SILENT: SimpleSystem = {}


def bidder_of(system: SimpleSystem) -> Bidder:
    entries = [{"prior_bids": prior, "bid": bid, "asks": asks} for prior, (bid, asks) in system.items()]
    return make_bidder(*entries)


def outcome_of(ns: SimpleSystem, ew: SimpleSystem) -> Outcome:
    board = Board(1, STRONG, Seat.NORTH, Vulnerability.NONE)
    return bid_board(board, bidder_of(ns), bidder_of(ew))


# (North-South, East-West, the auction, whether a forcing bid is passed, whether a game force is dropped, why)
FORCES = [
    ({"": ("1C", "1")}, SILENT, "1C-P-P-P", True, False, "forcing for a round"),
    ({"": ("1C", "G")}, SILENT, "1C-P-P-P", True, True, "forcing to game"),
    ({"": ("1C", "A")}, SILENT, "1C-P-P-P", True, False, "a question must be answered"),
    ({"": ("1C", "")}, SILENT, "1C-P-P-P", False, False, "not forcing"),
    ({"": ("1C", "O")}, SILENT, "1C-P-P-P", False, False, "an invitation may be passed"),
    ({"": ("3N", "G")}, SILENT, "3N-P-P-P", False, False, "game is reached"),
    ({"": ("1C", "1"), "1C-P": ("P", "")}, SILENT, "1C-P-P-P", False, False, "an entry passes, as its author chose"),
    ({"": ("1C", "G"), "1C-P": ("P", "")}, SILENT, "1C-P-P-P", False, True, "but the game force is dropped"),
    ({"": ("1C", "1")}, {"1C": ("1S", "")}, "1C-1S-P-P-P", False, False, "partner has another turn"),
    ({"": ("1C", "G")}, {"1C": ("1S", "")}, "1C-1S-P-P-P", True, True, "the opener may not pass it out"),
    ({"": ("1C", "1")}, {"1C": ("D", "1")}, "1C-X-P-P-P", True, False, "West must answer the double"),
    (
        {"": ("1C", ""), "1C-P": ("1S", "G"), "1C-P-1S-P": ("2S", "")},
        SILENT,
        "1C-P-1S-P-2S-P-P-P",
        True,
        True,
        "the force goes on after a call that is not forcing itself",
    ),
    (
        {"": ("1C", ""), "1C-P": ("1S", "G"), "1C-P-1S-P": ("4S", "")},
        SILENT,
        "1C-P-1S-P-4S-P-P-P",
        False,
        False,
        "the force ends when game is reached",
    ),
]


@pytest.mark.parametrize(("ns", "ew", "auction", "passed", "dropped", "why"), FORCES)
def test_forces_are_kept(ns, ew, auction, passed, dropped, why):
    outcome = outcome_of(ns, ew)
    assert str(outcome.auction) == auction
    assert passed_forcing_bid(outcome) == passed, why
    assert dropped_game_force(outcome) == dropped, why


def test_a_call_forces_as_far_as_its_least_forcing_entry():
    place = make_place(
        {"bid": "1C", "asks": "G"}, {"bid": "1C", "asks": "1"}, {"bid": "1D", "asks": "1"}, {"bid": "1D"}
    )
    assert [forcing(place, Call.parse(bid)) for bid in ("1C", "1D", "1H")] == ["round", "", ""]


TWO_SUITS = deal_of("AK543.2.2.AK5432", "2.K543.Q43.QJT87")
STRONG_RESPONDER = deal_of("K5432.K32.K32.K2", "AQ6.AQ54.AQ54.A3")


def on_board(deal: Deal, *entries: dict[str, str]) -> Outcome:
    """The deal, dealt by North, as robots with these entries bid it; East and West pass."""
    return bid_board(Board(1, deal, Seat.NORTH, Vulnerability.NONE), make_bidder(*entries), bidder_of(SILENT))


FIVE_SPADES = {"bid": "1S", "spades_num": "5+", "hcp": "12-21"}
RAISED = {"prior_bids": "1S-P", "bid": "2S"}
CLUBS = {"prior_bids": "1S-P-1N-P", "bid": "2C", "clubs_num": "4+"}
NOTRUMP = {"prior_bids": "1S-P", "bid": "1N"}
PREFERENCE = {"prior_bids": "1S-P-1N-P-2C-P", "bid": "2S"}

# (deal, entries, the blunders, why)
LEFT = [
    (STRONG_RESPONDER, [FIVE_SPADES, RAISED], {"strong hand left"}, "22 points opposite an opening play 2S"),
    (STRONG_RESPONDER, [FIVE_SPADES, RAISED | {"bid": "4S"}], set(), "game"),
    (TWO_SUITS, [FIVE_SPADES, NOTRUMP, CLUBS, PREFERENCE], {"two-suiter left"}, "six spades, but eleven clubs"),
    (TWO_SUITS, [FIVE_SPADES, NOTRUMP, CLUBS], set(), "partner passes 2C"),
    (TWO_SUITS, [FIVE_SPADES, RAISED], set(), "the clubs have not been shown"),
]


@pytest.mark.parametrize(("deal", "entries", "found", "why"), LEFT)
def test_what_is_left_where_it_should_not_be(deal, entries, found, why):
    analysis = Analysis(((7,) * 5,) * 4, 0, ())
    names = {"strong hand left", "two-suiter left"}
    outcome = on_board(deal, *entries)
    assert {b.name for b in BLUNDERS if b.name in names and b.shown_by(outcome, analysis)} == found, why


# (contract, par, disaster, why)
DISASTERS = [
    ("4SX", -100, True, "800 down where par is 100 down"),
    ("4SX", -400, False, "the opponents make game: a fair sacrifice"),
    ("4S", 420, False, "not doubled"),
]


@pytest.mark.parametrize(("contract", "par", "disaster", "why"), DISASTERS)
@pytest.mark.parametrize("declarer", [Seat.NORTH, Seat.EAST])
def test_disasters_are_doubled_and_far_below_par(contract, par, disaster, why, declarer):
    analysis = Analysis(((6,) * 5,) * 4, -par if declarer is Seat.EAST else par, ())  # four down: 800 doubled
    board = Board(1, STRONG, declarer, Vulnerability.NONE)
    auction = Auction.parse(f"{contract[:2]}{'-X' if contract.endswith('X') else ''}-P-P-P", declarer)
    silent = bidder_of(SILENT)
    outcome = Outcome(board, Table(silent, silent), auction, ())
    assert doubled_disaster(outcome, analysis) == disaster, why


def test_names_of_blunders_differ():
    assert len({blunder.name for blunder in BLUNDERS}) == len(BLUNDERS)
