"""Boards in files: each rule of each dialect, what is said of bad files, and that all work has a bound."""

import time

import pytest
from endplay.parsers import lin, pbn
from endplay.types import Board, Player, Vul
from endplay.types import Deal as EndplayDeal
from hypothesis import given
from hypothesis import strategies as st

from bidbase.game.board_files import MOST_BOARDS, MOST_FAULTS, read_board_file, read_boards
from bidbase.game.boards import WrittenBoard
from bidbase.game.cards import SEATS, SUITS, Vulnerability
from bidbase.game.dealing import MAX_DEAL_NUMBER, numbered_deal
from bidbase.game.written_cards import WrittenCards
from tests.engine.board_file_rules import DEAL, NS, ONE, RULES

ENDPLAY_VULNERABILITIES = {"None": Vul.none, "NS": Vul.ns, "EW": Vul.ew, "Both": Vul.both}


def shown(board: WrittenBoard) -> str:
    auction, notes = board.auction, dict(board.notes)
    calls = [f"{call} ({notes[index]})" if index in notes else str(call) for index, call in enumerate(auction.calls)]
    place = f"{auction.dealer.letter} {auction.vulnerability}"
    return " | ".join((board.number, str(board.cards), place, "-".join(calls), board.before, board.after))


@pytest.mark.parametrize(("content", "boards", "faults"), [rule[1:] for rule in RULES], ids=[rule[0] for rule in RULES])
def test_each_rule(content, boards, faults):
    read = read_board_file(content if isinstance(content, bytes) else content.encode())
    assert [shown(board) for board in read.boards] == boards
    assert [str(fault) for fault in read.faults] == faults


def test_each_rule_has_a_file_of_its_own():
    assert len({rule[0] for rule in RULES}) == len({rule[1] for rule in RULES}) == len(RULES) > 60


def test_a_board_that_comes_again_is_counted():
    assert read_boards(f'[Board "1"]\n{DEAL}\n' * 3).repeated == 2


@given(st.text('[]Deal" \n|md:N.AKQ9,SHC123#%{};\\-x?=', max_size=200))
def test_any_text_gives_boards_or_faults(text):
    read = read_boards(text)
    assert read.boards or read.faults
    assert all(1 <= fault.line <= text.count("\n") + 1 for fault in read.faults)


@given(st.binary(max_size=100))
def test_any_bytes_give_boards_or_faults(content):
    read = read_board_file(content)
    assert read.boards or read.faults


@given(st.integers(1, MAX_DEAL_NUMBER), st.sampled_from(SEATS), st.sampled_from(Vulnerability), st.integers(1, 99))
def test_what_endplay_writes_is_read_as_the_same(number, dealer, vulnerability, board_number):
    deal = numbered_deal(number)
    written = Board(
        EndplayDeal(str(deal)),
        board_num=board_number,
        dealer=Player.find(dealer.letter),
        vul=ENDPLAY_VULNERABILITIES[str(vulnerability)],
    )
    expected = f"{board_number} | {deal} | {dealer.letter} {vulnerability} |  |  | "
    for text in (pbn.dumps([written]), lin.dumps([written])):
        (board,) = read_boards(text).boards
        assert shown(board) == expected


# --- Cards that are open ---


@given(st.integers(1, MAX_DEAL_NUMBER), st.sets(st.sampled_from(SEATS), max_size=3), st.integers(0, 9))
def test_what_is_open_is_dealt_and_what_is_given_stays(number, missing, seed):
    deal = numbered_deal(number)
    text = "N:" + " ".join("-" if seat in missing else str(deal[seat]) for seat in SEATS)
    cards = WrittenCards.parse(text)
    assert cards.missing == (tuple(sorted(missing)) if len(missing) > 1 else ())
    dealt = cards.dealt(seed)
    assert all(dealt[seat] == deal[seat] for seat in SEATS if seat not in missing)
    assert sum(holding.bit_count() for hand in dealt.hands for holding in hand.holdings) == 52
    assert cards.dealt(seed) == dealt, "the same for the same seed"
    assert WrittenCards.parse(str(cards)) == cards


@given(st.integers(1, MAX_DEAL_NUMBER), st.integers(0, 9))
def test_small_cards_are_dealt_below_the_ten_as_far_as_there_are_some(number, seed):
    deal = numbered_deal(number)
    spots = str.maketrans("23456789", "xxxxxxxx")
    cards = WrittenCards.parse(str(deal).translate(spots))
    dealt = cards.dealt(seed)
    honors = 0b1111100000000
    for seat in SEATS:
        assert [dealt[seat].holdings[suit] & honors for suit in SUITS] == [
            deal[seat].holdings[suit] & honors for suit in SUITS
        ]
        assert dealt[seat].lengths == deal[seat].lengths


def test_deals_differ_by_the_seed():
    cards = WrittenCards.parse(NS)
    assert len({cards.dealt(seed) for seed in range(5)}) == 5
    assert cards.deal is None
    assert str(WrittenCards.parse(ONE).deal) == ONE


# --- Bounds ---

LARGE = 1_000_000
HOSTILE = {
    "one line": b"x" * LARGE,
    "one tag without an end": b'[Deal "N:' + b"x" * LARGE,
    "quotes that are escaped": b'[x "' + rb"\"" * (LARGE // 2),
    "comments that are not closed": b'[x "y"]\n' + b"{\n" * (LARGE // 2),
    "tags without an end": b'[x "y"]\n' + b"[\n" * (LARGE // 2),
    "empty lines": b'[x "y"]\n' + b"\n" * LARGE,
    "bars": b"md|" + b"|" * LARGE,
    "calls without an end": b"md|3SAKQJT98765432,,,|" + b"mb|1C(|" * (LARGE // 7),
    "calls in one part": b"md|3SAKQJT98765432,,,|mb|" + b"p1C" * (LARGE // 3),
    "text without an end": b"md|3SAKQJT98765432,,,|" + b"p1C" * (LARGE // 3),
    "links": b"https://x?lin=md|3\n" * (LARGE // 19),
    "zeros": bytes(LARGE),
}


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_end_in_words_in_time_that_grows_with_their_size(content):
    def seconds(part: bytes) -> float:
        began = time.process_time()
        read = read_board_file(part)
        assert read.faults or read.boards
        assert all(len(str(fault)) < 400 for fault in read.faults)
        return time.process_time() - began

    assert seconds(content) < 5 + 40 * seconds(content[: len(content) // 10])


def test_a_file_is_read_up_to_its_bounds():
    read = read_boards("".join(f'[Board "{number}"]\n{DEAL}\n' for number in range(1, MOST_BOARDS + 2)))
    assert len(read.boards) == MOST_BOARDS
    (fault,) = read.faults
    assert fault.message == "the boards from here on are left out: at most 10,000 are read"


def test_faults_are_told_up_to_a_bound():
    read = read_boards('[Deal "x"]\n' * (MOST_FAULTS + 5))
    assert len(read.faults) == MOST_FAULTS + 1
    assert str(read.faults[-1]) == "line 1000: 5 more faults from here on"


def test_a_file_that_is_too_large_is_not_read():
    (fault,) = read_board_file(b"x" * 20_000_001).faults
    assert fault.message == "the file has 20.0 MB; at most 20 can be read"
