"""Boards as PBN and LIN: what a file looks like, and that endplay reads back what was written."""

import re

import pytest
from endplay.parsers import lin, pbn
from hypothesis import given
from hypothesis import strategies as st

from bidbase.game.auction import PASS, Auction
from bidbase.game.board_files import read_boards
from bidbase.game.cards import SEATS, Seat, Vulnerability, board_dealer, board_vulnerability
from bidbase.game.dealing import MAX_DEAL_NUMBER, numbered_deal
from bidbase.game.lin import hand_viewer_link, lin_of
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


# --- Notes, and what readers that keep to the rules make of a file ---

NOTE = st.text("abc 1♠\"\\'{}[];%=()é", min_size=1, max_size=60).map(str.split).map(" ".join).filter(bool)


@given(st.integers(1, MAX_DEAL_NUMBER), strategies.auctions(), st.lists(NOTE, max_size=5))
def test_what_is_written_is_read_as_the_same(number, auction, texts):
    notes = dict(zip(range(len(auction.calls)), texts, strict=False))
    deal = numbered_deal(number)
    in_pbn = HEADER + pbn_of(number, deal, auction, PLAYERS, TAGS, notes)
    in_lin = lin_of(number, deal, auction, PLAYERS, notes)
    for text in (in_pbn, in_lin, hand_viewer_link(in_lin)):
        file = read_boards(text)
        (read,) = file.boards
        assert file.faults == ()
        assert (read.number, read.cards.deal, read.auction) == (str(number), deal, auction)
        assert dict(read.notes) == notes


@given(st.integers(1, MAX_DEAL_NUMBER), strategies.auctions(), st.lists(NOTE, max_size=5))
def test_a_strict_reader_finds_what_the_standard_prescribes(number, auction, texts):
    notes = dict(zip(range(len(auction.calls)), texts, strict=False))
    tags, words = strictly_read(HEADER + pbn_of(number, numbered_deal(number), auction, PLAYERS, TAGS, notes))
    names = [name for name, _ in tags]
    mandatory = "Event Site Date Board West North East South Dealer Vulnerable Deal Scoring Declarer Contract Result"
    assert names[:15] == mandatory.split(), "the tags that every game has, in their order"
    assert names[15:] == ["Auction"] + ["Note"] * len(notes)
    assert [word for word in words if word.startswith("=")] == [f"={each}=" for each in range(1, len(notes) + 1)]
    assert [value for name, value in tags if name == "Note"] == [
        f"{each}:{text}" for each, text in enumerate(notes.values(), 1)
    ]


def strictly_read(text: str) -> tuple[list[tuple[str, str]], list[str]]:
    """The tags and the words of the only game of a file in export format. Fails for whatever the format forbids."""
    header, _, game = text.partition("% EXPORT\n")
    assert header == "% PBN 2.1\n"
    assert game.endswith("\n\n")
    lines = game[:-2].split("\n")
    assert all(line and len(line) <= 255 and line == line.strip() for line in lines)
    tags, words = [], []
    for line in lines:
        if line.startswith("["):
            tag = re.fullmatch(r'\[([A-Z]\w*) "((?:[^"\\]|\\["\\])*)"\]', line)
            assert tag, line
            tags.append((tag[1], re.sub(r"\\(.)", r"\1", tag[2])))
        else:
            calls = re.sub(r" =\d+=", "", line).split()
            assert all(re.fullmatch("Pass|XX?|[1-7](?:[CDHS]|NT)", call) for call in calls), line
            assert len(calls) <= 4
            words += line.split()
    return tags, words


def test_endplay_passes_over_notes():
    auction = board(1, "1N-P-2C-P-2D-P-P-P")
    notes = {2: 'Asks for "majors" | or not'}
    (in_pbn,) = pbn.loads(HEADER + pbn_of(1, numbered_deal(1), auction, PLAYERS, TAGS, notes))
    (in_lin,) = lin.loads(lin_of(1, numbered_deal(1), auction, PLAYERS, notes))
    for read in (in_pbn, in_lin):
        assert [_call_of(call) for call in read.auction] == [str(call) for call in auction.calls]
