"""`bidbase boards`: boards in PBN and LIN in and out, and what is said of files that cannot be read."""

import io
import json
import sys

import pytest

from bidbase.bidding.robots import Table
from bidbase.cli import main
from bidbase.game.board_files import read_boards
from bidbase.game.boards import DealtBoard
from bidbase.game.cards import board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal
from bidbase.game.pbn import HEADER, dealt_pbn
from bidbase.language.circumstances import Scoring
from tests.engine.making import shipped_bidder

BOARDS = [DealtBoard(numbered_deal(n), board_dealer(n), board_vulnerability(n)) for n in (1, 2, 3)]
PBN = HEADER + "".join(dealt_pbn(number, board, {}) for number, board in enumerate(BOARDS, 1))


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "boards.pbn"
    path.write_text(PBN)
    return path


@pytest.mark.parametrize("written", ["pbn", "lin"])
@pytest.mark.parametrize("bid", [(), ("--bid",)])
def test_what_is_written_is_read_as_the_same_boards(file, written, bid, capsys):
    assert main(["boards", str(file), "--to", written, *bid]) == 0
    assert [board.dealt() for board in read_boards(capsys.readouterr().out).boards] == BOARDS


def test_json_lines_are_what_auction_reads(file, capsys, monkeypatch):
    assert main(["boards", str(file)]) == 0
    lines = capsys.readouterr().out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines.encode())))
    assert main(["auction"]) == 0
    bid_out = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert main(["boards", str(file), "--bid"]) == 0
    bid_here = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(answer["id"], answer["auction"]) for answer in bid_out] == [
        (record["id"], record["auction"]) for record in bid_here
    ]


def test_the_auction_is_that_of_the_system_and_the_scoring(file, capsys):
    assert main(["boards", str(file), "--bid", "--system", "2over1", "--scoring", "MP"]) == 0
    bidder = shipped_bidder("2over1")
    auctions = [json.loads(line)["auction"] for line in capsys.readouterr().out.splitlines()]
    for auction, board in zip(auctions, BOARDS, strict=True):
        table = Table(bidder, bidder, Scoring.MP, seed=str(board.deal))
        assert auction == str(table.bid_deal(board.deal, board.dealer, board.vulnerability)[0])


@pytest.mark.parametrize(
    ("content", "said", "why"),
    [
        (b"", "neither PBN", "an empty file"),
        (b"\xff\xfe", "neither PBN", "nothing in another encoding"),
        (b'[Deal "N:AQ2"]', "board 1", "a board that cannot be read"),
        (b"x" * ((1 << 23) + 1), "more than 8,388,608 bytes", "a file of another kind"),
    ],
)
def test_a_file_that_cannot_be_read_is_told(content, said, why, tmp_path, capsys):
    path = tmp_path / "boards.pbn"
    path.write_bytes(content)
    assert main(["boards", str(path)]) == 2, why
    assert said in capsys.readouterr().err


def test_a_board_that_cannot_be_read_keeps_no_other_out(tmp_path, capsys):
    path = tmp_path / "boards.pbn"
    path.write_text(PBN + '[Board "9"]\n[Deal "N:AQ2"]\n')
    assert main(["boards", str(path)]) == 2
    told = capsys.readouterr()
    assert [json.loads(line)["id"] for line in told.out.splitlines()] == [1, 2, 3]
    assert "board 9" in told.err


def test_the_auction_of_the_file_stays_unless_robots_bid(tmp_path, capsys):
    path = tmp_path / "boards.pbn"
    bid = '[Board "7"]\n[Dealer "S"]\n[Deal "' + str(BOARDS[0].deal) + '"]\n[Auction "S"]\n1C Pass 1H Pass\n'
    path.write_text(bid)
    assert main(["boards", str(path)]) == 0
    record = json.loads(capsys.readouterr().out)
    assert (record["id"], record["dealer"], record["auction"]) == (7, "S", "1C-P-1H-P")


def test_a_file_that_is_not_there_is_told(tmp_path, capsys):
    assert main(["boards", str(tmp_path / "none.pbn")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_a_scoring_that_there_is_not_is_told(file, capsys):
    assert main(["boards", str(file), "--scoring", "rubber"]) == 2
    assert "scoring is IMP or MP" in capsys.readouterr().err
