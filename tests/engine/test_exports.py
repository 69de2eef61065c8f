"""Boards as PBN and LIN: what a file looks like, and that endplay reads back what was written."""

import pytest
from endplay.parsers import lin, pbn
from hypothesis import given
from hypothesis import strategies as st

from bidbase.game.auction import PASS, Auction
from bidbase.game.cards import SEATS, Seat, Vulnerability, board_dealer, board_vulnerability
from bidbase.game.dealing import MAX_DEAL_NUMBER, numbered_deal
from bidbase.game.lin import lin_of
from bidbase.game.pbn import HEADER, pbn_of
from tests import strategies

PLAYERS = {seat: "Student" if seat is Seat.SOUTH else "Robot" for seat in SEATS}
TAGS = {"Event": "Practice", "Date": "2026.11.22", "Scoring": "IMP"}
PASSED_OUT = "P-P-P-P"
VULNERABILITIES = dict(zip(("none", "ns", "ew", "both"), Vulnerability, strict=True))  # as endplay names them


def board(number: int, calls: str) -> Auction:
    return Auction.parse(calls, board_dealer(number), board_vulnerability(number))


def test_a_board_as_pbn():
    assert pbn_of(1, numbered_deal(1), board(1, "P-P-1N-X-2D-P-2H-P-P-P"), PLAYERS, TAGS) == (
        '[Event "Practice"]\n[Site "?"]\n[Date "2026.11.22"]\n[Board "1"]\n'
        '[West "Robot"]\n[North "Robot"]\n[East "Robot"]\n[South "Student"]\n'
        '[Dealer "N"]\n[Vulnerable "None"]\n'
        f'[Deal "{numbered_deal(1)}"]\n'
        '[Scoring "IMP"]\n[Declarer "S"]\n[Contract "2H"]\n[Result "?"]\n'
        '[Auction "N"]\nPass Pass 1NT X\n2D Pass 2H Pass\nPass Pass\n\n'
    )


def test_a_board_as_lin():
    written = lin_of(2, numbered_deal(2), board(2, "1N-X-XX-P-P-P"), PLAYERS)
    assert written.startswith("pn|Student,Robot,Robot,Robot|st||md|4S")
    assert written.endswith("|rh||ah|Board 2|sv|n|mb|1N|mb|d|mb|r|mb|p|mb|p|mb|p|pg||")
    assert "\n" not in written


@pytest.mark.parametrize(
    ("calls", "declarer", "contract", "result"),
    [
        pytest.param(PASSED_OUT, "", "Pass", "", id="passed out: nobody declares"),
        pytest.param("1N-X-P-P-P", "N", "1NTX", "?", id="doubled"),
        pytest.param("1S-P-4S-X-XX-P-P-P", "N", "4SXX", "?", id="redoubled, by the first to name the suit"),
    ],
)
def test_the_contract_of_a_board(calls, declarer, contract, result):
    written = pbn_of(1, numbered_deal(1), board(1, calls), PLAYERS, {})
    assert f'[Declarer "{declarer}"]\n[Contract "{contract}"]\n[Result "{result}"]\n' in written


def test_names_cannot_break_a_file():
    players = {**PLAYERS, Seat.SOUTH: 'The "|, \\ student'}
    assert '[South "The \\"|, \\\\ student"]' in pbn_of(1, numbered_deal(1), board(1, PASSED_OUT), players, {})
    (read,) = lin.loads(lin_of(1, numbered_deal(1), board(1, PASSED_OUT), players))
    assert (read.info.south, read.info.west) == ('The " \\ student', "Robot")


@given(st.integers(1, MAX_DEAL_NUMBER), strategies.auctions())
def test_endplay_reads_the_same_board(number, begun):
    deal, auction = numbered_deal(number), begun
    while not auction.finished:
        auction = auction.with_call(PASS)
    in_pbn = pbn.loads(HEADER + pbn_of(number, deal, auction, PLAYERS, TAGS))
    in_lin = lin.loads(lin_of(number, deal, auction, PLAYERS))
    for (read,) in (in_pbn, in_lin):
        assert read.board_num == number
        assert [str(read.deal[seat]) for seat in range(4)] == [str(deal[seat]) for seat in SEATS]
        assert read.dealer.abbr == auction.dealer.letter
        assert VULNERABILITIES[read.vul.name] == auction.vulnerability
        assert [_call_of(call) for call in read.auction] == [str(call) for call in auction.calls]
        assert read.info.south == "Student"


def _call_of(call) -> str:
    if hasattr(call, "level"):
        return f"{call.level}{'SHDCN'[call.denom]}"
    return {"passed": "P", "doubled": "X", "redoubled": "XX"}[call.penalty.name]


def test_every_vulnerability_and_dealer_is_written():
    seen = set()
    for dealer in SEATS:
        for vulnerability in Vulnerability:
            auction = Auction.parse(PASSED_OUT, dealer, vulnerability)
            (read,) = lin.loads(lin_of(1, numbered_deal(1), auction, PLAYERS))
            seen.add((read.dealer.abbr, read.vul.name))
    assert len(seen) == 16
