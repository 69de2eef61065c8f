"""The large system of the benchmark: the sections written out say the same as the patterns and situations."""

from itertools import islice
from pathlib import Path

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.game.cards import board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal
from bidbase.systems import load_system
from tests.bench.written_out import sections_written_out, write_out
from tests.engine.making import make_system, shipped_bidder

MAJORS = make_system(
    {"order": "100000", "bid": "1S", "hcp": "12+", "spades_num": "5+"},
    {"order": "200000", "bid": "1H", "hcp": "12+", "hearts_num": "5+"},
    {"prior_bids": "1a-P; a=M", "order": "100000", "bid": "2a", "hcp": "6-9", "a_num": "3+"},
    {"prior_bids": "@ fit a, silent", "order": "100000", "bid": "=a", "distribution": "TP24+", "key_cards": "2+"},
)


def test_sections_are_written_with_their_suits_and_with_what_partner_has_shown():
    written = {
        (entry.section, *map(entry.text, ("bid", "spades_num", "distribution", "key_cards")))
        for section in islice(sections_written_out(MAJORS), 20)
        for entry in section
    }
    assert ("1S-P", "2S", "3+", "", "") in written
    assert ("1H-P-2H-P", "3H", "", "T18+", "H: 2+") in written


def test_the_written_system_bids_like_the_shipped_one(tmp_path: Path):
    bidder = shipped_bidder("2over1")
    shipped = bidder.system
    write_out("2over1", tmp_path, len(shipped.entries) + 1000)
    written = load_system(tmp_path)
    assert len(written.entries) >= len(shipped.entries) + 1000
    assert written.patterns == shipped.patterns
    bidders = bidder, Bidder(written)
    for number in range(1, 41):
        board = numbered_deal(number), board_dealer(number), board_vulnerability(number)
        expected, found = (Table(bidder, bidder, seed=str(number)).bid_deal(*board)[0] for bidder in bidders)
        assert str(found) == str(expected)
