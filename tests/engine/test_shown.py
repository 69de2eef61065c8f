"""What an auction has shown."""

import pytest

from bidbase.auction import Auction
from bidbase.cards import Seat
from bidbase.cli import main
from bidbase.robots import Table
from tests.engine.making import make_bidder

CELLS = (
    {"order": "100000", "bid": "1N", "hcp": "15-17", "shape": "balanced", "disclosure": "15 to 17"},
    {"order": "200000", "bid": "1S", "hcp": "11-21", "spades_num": "5+", "disclosure": "Five spades", "asks": "1"},
    {"order": "100000", "prior_bids": "1N-P", "bid": "2C", "hcp": "8+", "spades_num": "4", "disclosure": "Stayman"},
    {"order": "200000", "prior_bids": "1N-P", "bid": "3N", "hcp": "10-15", "disclosure": "To play", "asks": "SO"},
    {"order": "100000", "prior_bids": "1N-P-2C-P", "bid": "2S", "spades_num": "4+", "disclosure": "Four spades"},
    {"order": "200000", "prior_bids": "1N-P-2C-P", "bid": "2D", "disclosure": "No four spades"},
    {"order": "100000", "prior_bids": "1S-P", "bid": "1N", "hcp": "6-9", "disclosure": "6 to 9"},
    {"order": "100000", "prior_bids": "1S-P-1N-P", "bid": "2N", "hcp": "25+", "disclosure": "Never mind"},
)
BIDDER = make_bidder(*CELLS)
TABLE = Table(BIDDER, BIDDER)

# (auction, {seat: words}, why)
SHOWN = [
    ("", {}, "nobody has called"),
    ("1N", {"N": "15–17 HCP, balanced"}, "one call"),
    ("P-P", {}, "a pass with nothing fitting may be anything"),
    ("1N-P-2C", {"N": "15–17 HCP, balanced", "S": "8+ HCP, 4♠"}, "both partners"),
    ("1N-P-2C-P-2S", {"N": "15–17 HCP, balanced, 4–5♠", "S": "8+ HCP, 4♠"}, "two calls of one player together"),
    ("1S-2H", {"N": "11–21 HCP, 5+♠", "E": "a call without an agreement"}, "nothing is known of 2H"),
    ("1S-P-1N-P-2N", {"N": "11–21 HCP, 5+♠; the calls contradict each other", "S": "6–9 HCP"}, "25 points after 21"),
]


@pytest.mark.parametrize(("auction", "words", "why"), SHOWN)
def test_shown(auction, words, why):
    told = TABLE.shown(Auction.parse(auction))
    assert {seat.letter: one.words() for seat, one in told.items() if one.words() != "nothing yet"} == words, why


def test_the_last_call_says_what_is_asked():
    assert TABLE.shown(Auction.parse("1S"))[Seat.NORTH].asks == "forcing for one round"
    assert TABLE.shown(Auction.parse("1S-P-1N"))[Seat.SOUTH].asks == ""


def test_the_command_prints_shares_and_hands(capsys, tmp_path):
    (tmp_path / "system.toml").write_text('files = ["opening.csv"]\n')
    (tmp_path / "opening.csv").write_text("order,bid,hcp,shape\n100000,1N,15-17,balanced\n")
    assert main(["shown", "--system", str(tmp_path), "--auction", "1N", "--deals", "50", "--samples", "2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("50 deals that fit, out of ")
    assert "North: 15–17 HCP, balanced\n  expect 15–17 points\n" in out
    assert main(["shown", "--auction", "1C-1C"]) == 2
