"""Boards in PBN and LIN: what is read of files that other programs wrote, and what is said of bad ones."""

from contextlib import suppress

import pytest
from endplay.parsers import lin, pbn
from endplay.types import Board, Player, Vul
from endplay.types import Deal as EndplayDeal
from hypothesis import given
from hypothesis import strategies as st

from bidbase.errors import TextError
from bidbase.game.board_files import DealtBoard, read_boards
from bidbase.game.cards import SEATS, Vulnerability
from bidbase.game.dealing import MAX_DEAL_NUMBER, numbered_deal

ONE, TWO = numbered_deal(1), numbered_deal(2)
LIN_ONE = "SAQHJ972DAQ2CK432,SJ62HTDJ9643CAQJT,SK97HAQ864D85C985"
"""The hands of South, West and North; East has the rest."""

ENDPLAY_VULNERABILITIES = {"None": Vul.none, "NS": Vul.ns, "EW": Vul.ew, "Both": Vul.both}

GOOD = [
    (f'[Board "3"]\n[Dealer "W"]\n[Vulnerable "All"]\n[Deal "{ONE}"]\n', [(ONE, "W", "Both")], "all is given"),
    (f'[Deal "{ONE}"]\n\n[Deal "{TWO}"]\n', [(ONE, "N", "None"), (TWO, "E", "NS")], "numbers by the place"),
    (f'[Board "3"]\n[Deal "{ONE}"]\n', [(ONE, "S", "EW")], "dealer and vulnerability by the number"),
    (f'[Deal "{ONE}"]\n[Deal "{TWO}"]\n', [(ONE, "N", "None"), (TWO, "E", "NS")], "without an empty line between"),
    (f'[Deal "{ONE}"]\r\n\r\n[Deal "{TWO}"]\r\n', [(ONE, "N", "None"), (TWO, "E", "NS")], "lines of Windows"),
    (
        f'[Dealer "S"]\n[Deal "{ONE}"]\n\n[Dealer "#"]\n[Deal "{TWO}"]',
        [(ONE, "S", "None"), (TWO, "S", "NS")],
        "as before",
    ),
    (f'[Board "1A"]\n[Vulnerable "Love"]\n[Deal "{ONE}"]', [(ONE, "N", "None")], "a number that is none"),
    (
        f'% PBN 2.1\n[Board "1"]\n[Deal "{ONE}"]\n[Auction "N"]\nPass Pazz\n[Play "?"]\n',
        [(ONE, "N", "None")],
        "a wrong call",
    ),
    (f'[Event ""]\n\n[Deal "?"]\n\n[Deal "{ONE}"]\n', [(ONE, "N", "None")], "games without cards are passed over"),
    (f'[Deal "{ONE}"]\n\n[Board "1"]\n[Deal "{ONE}"]\n', [(ONE, "N", "None")], "a board that comes twice"),
    (f"md|3{LIN_ONE}|sv|b|", [(ONE, "N", "Both")], "the fourth hand is left out"),
    (f"md|4{LIN_ONE},|sv|o|ah|Board 7|", [(ONE, "E", "None")], "the fourth hand is blank"),
    (f"pn|a,b,c,d|st||md|3{LIN_ONE}|rh||ah|Board 7|mb|1C|mb|zz|pg||", [(ONE, "N", "Both")], "by the number"),
    (f"qx|o5|md|3{LIN_ONE}|sv|n|qx|c5|md|3{LIN_ONE}|sv|n|", [(ONE, "N", "NS")], "both rooms of a match"),
    (f"qx|o5|md|0{LIN_ONE}|\n", [(ONE, "N", "NS")], "neither dealer nor vulnerability: board 5 of a match"),
    (f"qx|o5|md||qx|o6|md|3{LIN_ONE.lower()}|sv|e|", [(ONE, "N", "EW")], "a board without cards is passed over"),
]


@pytest.mark.parametrize(("text", "boards", "why"), GOOD, ids=[why for *_, why in GOOD])
def test_boards_that_are_read(text, boards, why):
    assert [(board.deal, board.dealer.letter, str(board.vulnerability)) for board in read_boards(text)] == boards


NEITHER = 'this is neither PBN, with lines such as [Deal "N:..."], nor LIN, with parts such as md|...|'
BAD = [
    ("", NEITHER),
    ("1-8", NEITHER),
    ('[Event "A match"]', "there are no cards in this file"),
    ("pn|a,b,c,d|", "there are no cards in this file"),
    ("||||", "there are no cards in this file"),
    ('[Deal "N:AQ2.K32.KJ32.K32"]', "board 1: a deal has four hands separated by blanks; this one has 1"),
    (
        f'[Board "8"]\n[Deal "{str(ONE).replace("K97", "A97")}"]',
        "board 8: two hands hold the same card: ♠A",
    ),
    (f'[Board "8"]\n[Deal "{str(ONE).replace("K97", "K9")}"]', "board 8: a hand has 13 cards; this one has 12"),
    (
        f'[Deal "{ONE}"]\n\n[Deal "{str(TWO)[2:]}"]',
        "board 2: a deal begins with a seat and a colon, as in N:AQ2.K32.KJ32.K32 ...",
    ),
    (f'[Deal "{ONE}"]\n[Dealer "Q"]', "board 1: a seat is one of N E S W, not 'Q'"),
    (f'[Deal "{ONE}"]\n[Vulnerable "Some"]', "board 1: vulnerability is one of None NS EW Both, not 'Some'"),
    ("md|3SAQ,SK|", "board 1: a deal has three or four hands separated by commas; this one has 2"),
    ("md|3AQ,SK,S|ah|Board 4|", "board 4: a hand names its four suits, as in SAQ2HK32DKJ32CK32, not 'AQ'"),
    (f"md|3{LIN_ONE.replace('SAQ', 'SAQ1')}|", "board 1: '1' is not a card; cards are A K Q J T 9 .. 2"),
    (f"md|3{LIN_ONE.replace('SAQ', 'SKQ')}|", "board 1: two hands hold the same card: ♠K"),
    (f"md|3{LIN_ONE}|sv|x|", "board 1: vulnerability is one of None NS EW Both, not 'x'"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_texts_that_are_refused(text, message):
    with pytest.raises(TextError) as refused:
        read_boards(text)
    assert refused.value.message == message


@given(st.text('[]Deal" \n|md:N.AKQ9,SHC123#%', max_size=200))
def test_any_text_is_read_or_refused(text):
    with suppress(TextError):
        assert read_boards(text)


@given(st.integers(1, MAX_DEAL_NUMBER), st.sampled_from(SEATS), st.sampled_from(Vulnerability), st.integers(1, 99))
def test_what_endplay_writes_is_read_as_the_same(number, dealer, vulnerability, board_number):
    deal = numbered_deal(number)
    written = Board(
        EndplayDeal(str(deal)),
        board_num=board_number,
        dealer=Player.find(dealer.letter),
        vul=ENDPLAY_VULNERABILITIES[str(vulnerability)],
    )
    board = DealtBoard(deal, dealer, vulnerability)
    assert read_boards(pbn.dumps([written])) == (board,)
    assert read_boards(lin.dumps([written])) == (board,)
