"""Double dummy: deals with obvious results, the score of a contract, and par."""

import pytest

from bidbase.game import double_dummy
from bidbase.game.auction import Contract
from bidbase.game.cards import SEATS, STRAINS, Deal, Seat, Strain, Vulnerability, board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal
from bidbase.game.double_dummy import ParContract, analyze, analyze_all, takes, tricks_taken
from tests.engine.making import make_contract

GRAND = Deal.parse("N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
CROSS = Deal.parse("N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.8765.876.87 2.432.5432.65432")


def test_each_player_holds_a_suit():
    analysis = analyze(GRAND, Seat.NORTH, Vulnerability.NONE)
    assert [analysis.tricks[Seat.NORTH][strain] for strain in STRAINS] == [0, 13, 0, 13, 0]
    assert analysis.par_score == 1510
    assert {par.title for par in analysis.par_contracts} >= {"7♠ by North, just made"}


def test_thirteen_top_cards_take_every_trick_in_notrump():
    analysis = analyze(CROSS, Seat.NORTH, Vulnerability.NONE)
    assert analysis.tricks[Seat.NORTH][Strain.NOTRUMP] == 13
    assert analysis.tricks[Seat.EAST][Strain.NOTRUMP] == 0
    assert all(0 <= analysis.tricks[seat][strain] <= 13 for seat in SEATS for strain in STRAINS)


@pytest.mark.parametrize(
    ("contract", "tricks", "title"),
    [
        ("4S", 10, "4♠ by North, just made"),
        ("3N", 11, "3NT by North, 2 over"),
        ("5CX", 10, "5♣ doubled by North, 1 down"),
    ],
)
def test_par_contracts_say_how_many_tricks_they_take(contract, tricks, title):
    assert ParContract(make_contract(contract), tricks).title == title


def test_par_contracts_take_their_double_dummy_tricks_and_score_par():
    for number in (3, 4, 8):  # a game just made, one with an overtrick, and sacrifices of both opponents
        vulnerability = board_vulnerability(number)
        analysis = analyze(numbered_deal(number), board_dealer(number), vulnerability)
        for par in analysis.par_contracts:
            assert par.tricks == analysis.tricks[par.contract.declarer][par.contract.strain]
            assert analysis.score(par.contract, vulnerability) == analysis.par_score


# (contract, vulnerability, North-South's score, why)
SCORES = [
    (None, Vulnerability.NONE, 0, "passed out"),
    (Contract(7, Strain.NOTRUMP, 0, Seat.NORTH), Vulnerability.NONE, 1520, "made"),
    (Contract(7, Strain.NOTRUMP, 0, Seat.NORTH), Vulnerability.NS, 2220, "made vulnerable"),
    (Contract(1, Strain.NOTRUMP, 0, Seat.EAST), Vulnerability.NS, 350, "East goes seven down, not vulnerable"),
    (Contract(1, Strain.NOTRUMP, 1, Seat.EAST), Vulnerability.EW, 2000, "doubled and vulnerable"),
]


@pytest.mark.parametrize(("contract", "vulnerability", "score", "why"), SCORES)
def test_scores_are_those_of_north_south(contract, vulnerability, score, why):
    assert analyze(CROSS, Seat.NORTH, vulnerability).score(contract, vulnerability) == score, why


def test_many_deals_are_analyzed_as_each_is_alone_and_in_order(monkeypatch):
    monkeypatch.setattr(double_dummy, "_BATCH", 2)
    boards = [(numbered_deal(n), board_dealer(n), board_vulnerability(n)) for n in range(1, 6)]
    assert list(analyze_all(boards)) == [analyze(*board) for board in boards]
    assert list(analyze_all([])) == []


def test_tricks_of_some_declarers_are_those_of_the_whole_analysis(monkeypatch):
    monkeypatch.setattr(double_dummy, "_BOARDS", 7)
    deals = [GRAND, CROSS, *map(numbered_deal, range(1, 4))]
    analyzed = [analyze(deal, Seat.NORTH, Vulnerability.NONE).tricks for deal in deals]
    played = [(Strain.SPADES, Seat.NORTH), (Strain.NOTRUMP, Seat.EAST), (Strain.CLUBS, Seat.SOUTH)]
    assert tricks_taken(deals, played) == {
        (strain, declarer): [tricks[declarer][strain] for tricks in analyzed] for strain, declarer in played
    }
    assert tricks_taken([], played) == {pair: [] for pair in played}
    assert tricks_taken(deals, []) == {}


@pytest.mark.parametrize("number", range(1, 6))
def test_a_declarer_takes_his_tricks_and_no_more(number):
    deal = numbered_deal(number)
    tricks = analyze(deal, Seat.NORTH, Vulnerability.NONE).tricks
    for seat, strain in zip(SEATS, (Strain.SPADES, Strain.NOTRUMP, Strain.HEARTS, Strain.CLUBS), strict=True):
        taken = [wanted for wanted in range(1, 14) if takes(deal, strain, seat, wanted)]
        assert taken == list(range(1, tricks[seat][strain] + 1))
