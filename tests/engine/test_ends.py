"""Rules about how auctions end: for each small systems with the fault, without it, and with an excuse."""

import pytest

import bidbase.checks.survey
from bidbase.bidding.bidder import Bidder
from bidbase.bidding.otherwise import BookDeal
from bidbase.checks import RULE_BY_NAME, Survey, board_ends, ends, survey_checks
from bidbase.checks.board_faults import strong_hand_left, two_suiter_left
from bidbase.checks.boards import FIRST_BOARD
from bidbase.game.auction import Auction
from bidbase.game.cards import SEATS, Hand, Seat, board_dealer
from bidbase.game.holdings import HCP
from bidbase.language.auction_state import ANYTHING, Expected
from tests.engine.making import deal_of, make_system

ONE_CLUB = {"bid": "1C", "hcp": "12-21", "clubs_num": "3+"}
RESPONSE = {"prior_bids": "1C-P", "bid": "1S", "hcp": "6+", "spades_num": "4+", "asks": "1"}
WEAK = {"prior_bids": "1C-P", "order": "900000", "bid": "P", "hcp": "0-5"}
REBID = {"prior_bids": "1C-P-1S-P", "order": "900000", "bid": "1N", "hcp": "13+"}
LIGHT = {"prior_bids": "1C-P-1S-P", "order": "100000", "bid": "P", "hcp": "12", "excuses": ""}
RELAY = {"prior_bids": "1C-P", "bid": "2D", "hcp": "6+", "asks": ""}
HAPPY = {"prior_bids": "1C-P-2D-P", "bid": "P"}
GAME = {"prior_bids": "1C-P", "bid": "3N", "hcp": "13+"}
THEIRS = {"prior_bids": "1C", "bid": "1S", "hcp": "8-15", "spades_num": "5+"}
DOUBLE = {"prior_bids": "1C", "order": "900000", "bid": "D", "hcp": "16+"}
BACK = {"prior_bids": "1C-1S-P-P", "bid": "P"}

# (rule, entries, the entries or sections found, why)
FINDINGS = [
    ("passed-force", [ONE_CLUB, RESPONSE, WEAK, LIGHT, REBID], ["1C-P-1S-P/100000/P"], "1S forces for a round"),
    ("passed-force", [ONE_CLUB, RESPONSE | {"asks": ""}, WEAK, LIGHT, REBID], [], "1S does not force"),
    ("passed-force", [ONE_CLUB, RESPONSE | {"asks": "P"}, WEAK, LIGHT, REBID], [], "opener is to choose, and does"),
    ("passed-force", [ONE_CLUB, RESPONSE, WEAK, REBID | {"hcp": ""}], [], "opener always bids"),
    ("passed-force", [ONE_CLUB, RESPONSE, WEAK, REBID], ["1C-P-1S-P"], "no entry fits 12 points"),
    (
        "passed-force",
        [ONE_CLUB, RESPONSE, WEAK, LIGHT | {"excuses": "passed-force: light openings"}, REBID],
        [],
        "the entry says why",
    ),
    ("passed-artificial", [ONE_CLUB, RELAY, HAPPY], ["1C-P-2D-P/100000/P"], "2D shows no diamonds"),
    ("passed-artificial", [ONE_CLUB, RELAY | {"diamonds_num": "5+"}, HAPPY], [], "2D shows diamonds"),
    ("passed-artificial", [ONE_CLUB, RELAY, HAPPY | {"diamonds_num": "4+"}], ["1C-P-2D-P"], "others have no entry"),
    (
        "passed-artificial",
        [ONE_CLUB, RELAY, HAPPY | {"diamonds_num": "4+"}, HAPPY | {"order": "900000", "bid": "2H"}],
        [],
        "only a hand with diamonds passes",
    ),
    ("strong-pass", [ONE_CLUB, WEAK | {"hcp": ""}], ["1C-P/900000/P"], "responder passes with an opening"),
    ("strong-pass", [ONE_CLUB, WEAK | {"hcp": "0-13"}, GAME | {"hcp": "14+"}], [], "25 points are too few for game"),
    ("strong-pass", [ONE_CLUB, THEIRS, DOUBLE, BACK], ["1C-1S-P-P/100000/P"], "opener may have 20 or 21 points"),
    ("strong-pass", [ONE_CLUB | {"hcp": "12-19"}, THEIRS, DOUBLE, BACK], [], "opener has 19 at the most"),
    ("strong-pass", [ONE_CLUB | {"hcp": "18-21"}, THEIRS, DOUBLE, BACK], [], "opener has told of a strong hand"),
    ("no-limit", [ONE_CLUB, WEAK, GAME], ["1C-P/100000/3N"], "with 22 points slam is lost"),
    ("no-limit", [ONE_CLUB, WEAK, GAME | {"hcp": "13-18"}], [], "there is a limit"),
    ("no-limit", [ONE_CLUB, WEAK, GAME | {"hcp": "P25+"}], ["1C-P/100000/3N"], "25 points together or any number more"),
    ("no-limit", [ONE_CLUB, WEAK, GAME | {"hcp": "P25-33"}], [], "the limit is that of both hands"),
    ("no-limit", [ONE_CLUB, WEAK, GAME | {"aces": "0"}], [], "the aces are counted"),
    ("no-limit", [ONE_CLUB, WEAK, GAME | {"asks": "1"}], [], "opener goes on"),
    ("no-limit", [ONE_CLUB, WEAK, GAME | {"bid": "1N"}], ["1C-P/100000/1N"], "with 16 points game is lost"),
]


def checked(rule, cells):
    survey = Survey(Bidder(make_system(*cells)))
    return [finding.entry.id if finding.entry else finding.section for finding in survey_checks(survey, {rule})]


@pytest.mark.parametrize(("rule", "cells", "where", "why"), FINDINGS)
def test_findings(rule, cells, where, why):
    assert checked(rule, cells) == where, why


def test_a_finding_names_the_auction_a_hand_and_how_often_it_comes_up():
    survey = Survey(Bidder(make_system(ONE_CLUB, RESPONSE, WEAK, LIGHT, REBID)))
    (finding,) = survey_checks(survey, {"passed-force"})
    assert finding.message.startswith("after 1C-P-1S-P ")
    assert " of the hands pass partner's forcing bid (" in finding.message
    assert "of 100,000 deals), such as " in finding.message
    hand = Hand.parse(finding.message.rpartition("such as ")[2])
    assert sum(HCP[holding] for holding in hand.holdings) == 12


NATURAL = [{"bid": "1C", "hcp": "12+"}, {"prior_bids": "1C-P", "bid": "1S", "asks": "1"}]
SIGN_OFF = [
    {"bid": "1N", "hcp": "12+"},
    {"prior_bids": "1N-P", "bid": "2S", "asks": "SO"},
    {"prior_bids": "2S-P", "bid": "P"},
]
OVER = {"prior_bids": "@ we hold, partner acted", "bid": "3N", "hcp": "14+"}

# (rule, entries, what is found, why)
ON_BOARDS = [
    ("unanswered-force", NATURAL, [None], "nothing follows 1S"),
    ("unanswered-force", [*NATURAL, {"prior_bids": "1C-P-1S-P", "bid": "2C"}], [], "opener answers"),
    ("over-sign-off", [*SIGN_OFF, OVER], [f"{OVER['prior_bids']}/100000/3N"], "a general rule bids on"),
    ("over-sign-off", SIGN_OFF, [], "nobody bids on"),
    ("over-sign-off", [*SIGN_OFF, OVER | {"prior_bids": "@ we hold, signed off"}], [], "it speaks of sign-offs"),
    ("over-sign-off", [*SIGN_OFF, OVER | {"hcp": "P20+"}], [], "it counts the points of both"),
    ("over-sign-off", [*SIGN_OFF, OVER | {"prior_bids": "1N-P-2S-P"}], [], "the auction has a section of its own"),
    ("over-sign-off", [*SIGN_OFF, OVER | {"excuses": "over-sign-off: we like notrump"}], [], "it says why"),
]


@pytest.mark.parametrize(("rule", "cells", "where", "why"), ON_BOARDS)
def test_findings_on_boards(rule, cells, where, why, monkeypatch):
    monkeypatch.setattr(bidbase.checks.survey, "BOARDS", 30)
    assert checked(rule, cells) == where, why


STRONG = deal_of("K5432.K32.K32.K2", "AQ6.AQ54.AQ54.A3")

# (auction with North as dealer, the seat, why)
LEFT = [
    ("1S-P-2S-P-P-P", Seat.SOUTH, "22 points opposite an opening, and 2S"),
    ("1S-P-4S-P-P-P", None, "game"),
    ("1S-P-2S-X-P-P-P", None, "doubled"),
    ("2S-P-3S-P-P-P", None, "no opening of one"),
    ("P-P-1S-P-2S-P-P-P", None, "the strong hand has opened itself"),
    ("P-P-P-P", None, "nobody has opened"),
]


@pytest.mark.parametrize(("auction", "seat", "why"), LEFT)
def test_strong_hands_left_below_game(auction, seat, why):
    assert strong_hand_left(STRONG, Auction.parse(auction, Seat.NORTH)) == seat, why


TWO_SUITS = deal_of("AK543.2.2.AK5432", "2.K543.Q43.QJT87")
SHOWN = dict.fromkeys(SEATS, ANYTHING)
BOTH = SHOWN | {Seat.NORTH: Expected(least=(4, 0, 0, 5))}

# (auction with North as dealer, what is expected of each, the seat, why)
TWO_SUITERS = [
    ("1S-P-1N-P-2C-P-2S-P-P-P", BOTH, Seat.NORTH, "six spades, but eleven clubs"),
    ("1S-P-1N-P-2C-P-2S-P-P-P", SHOWN, None, "nobody could know"),
    ("1S-P-1N-P-2C-P-3C-P-P-P", BOTH, None, "clubs"),
    ("1S-P-1N-P-P-P", BOTH, None, "notrump"),
    ("P-P-P-P", BOTH, None, "nobody plays"),
]


@pytest.mark.parametrize(("auction", "expected", "seat", "why"), TWO_SUITERS)
def test_two_suiters_left_in_the_wrong_suit(auction, expected, seat, why):
    assert two_suiter_left(TWO_SUITS, Auction.parse(auction, Seat.NORTH), expected.__getitem__) == seat, why


def test_a_suit_that_one_hand_can_play_alone_is_not_the_wrong_one():
    deal = deal_of("AK543.2.2.AK5432", "2.KJ9543.Q4.QJT8")
    assert two_suiter_left(deal, Auction.parse("1C-P-1H-P-1S-P-2H-P-P-P", Seat.NORTH), BOTH.__getitem__) is None


def test_every_rule_has_a_system_with_and_without_its_fault():
    cases = [*FINDINGS, *ON_BOARDS]
    found, sound = ({rule for rule, _, where, _ in cases if bool(where) is faulty} for faulty in (True, False))
    on_deals = {"strong-hand-left", "two-suiter-left"}  # deals of their own, above
    assert found == sound == {rule.name for rule in (*ends.RULES, *board_ends.RULES)} - on_deals


def test_a_finding_on_a_board_has_the_first_board_that_shows_it_and_counts_each_board_once(monkeypatch):
    """Robots pass the force of 1S on some boards; of a board on which both sides do so there is one."""
    monkeypatch.setattr(bidbase.checks.survey, "BOARDS", 30)
    survey = Survey(Bidder(make_system(*NATURAL)))
    (finding,) = survey_checks(survey, {"unanswered-force"})
    faulty = [number for number, board in enumerate(survey.boards) if board.faults]
    first = survey.boards[faulty[0]]
    assert finding.proof == (FIRST_BOARD + faulty[0], first.calls, first.faults[0].turn)
    hand = BookDeal.numbered(finding.proof.board).deal[board_dealer(finding.proof.board).plus(finding.proof.turn)]
    before = "-".join(first.calls[: finding.proof.turn]).lstrip("P-")
    assert finding.message == (
        f"after {before} with {hand} partner's force is passed, since no entry fits ({len(faulty)} of 30 boards)"
    )


@pytest.mark.parametrize("rule", [rule.name for rule in board_ends.RULES])
def test_rules_over_boards_look_at_the_whole_system(rule):
    assert RULE_BY_NAME[rule].whole_system
