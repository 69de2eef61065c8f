"""Auctions as people write them: what a text may mean, the likeliest first."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.game.auction import CALLS, Auction
from bidbase.game.written_auctions import auctions_written

# (text, the auctions that it may mean, why)
WRITTEN = [
    ("1C-P-1H", ["1C-P-1H"], "as the engine writes them"),
    ("1♣ – Pass – 1♥", ["1C-P-1H"], "signs, words and dashes"),
    ("1C-1H-1NT-3C", ["1C-P-1H-P-1N-P-3C", "1C-1H-1N-3C"], "two partners, or all four players"),
    ("1S-1H", [], "neither reading is legal"),
    ("1c (1d) x (2d) 2h", ["1C-1D-X-2D-2H"], "opponents in brackets"),
    ("1C (1D) 2C 3C", ["1C-1D-2C-P-3C"], "two calls of one side have a pass between them"),
    ("(1NT) 2C 2H", ["1N-2C-P-2H"], "they open, and their next call is a pass"),
    ("1 nt, 2 c", ["1N-P-2C", "1N-2C"], "blanks inside calls"),
    ("2C", ["2C"], "an opening"),
    ("1C x", ["1C-X"], "two partners do not double each other"),
    ("1430", [], "digits alone"),
    ("Stayman 2C", [], "other words"),
    ("1C (1D", [], "a bracket that is open"),
    ("", [], "nothing"),
]


@pytest.mark.parametrize(("text", "auctions", "why"), WRITTEN)
def test_a_text_is_read(text, auctions, why):
    assert [str(auction) for auction in auctions_written(text)] == auctions, why


@given(st.text(max_size=60))
def test_no_text_is_too_odd(text):
    for auction in auctions_written(text):
        assert auction.calls


@given(st.lists(st.sampled_from(CALLS), max_size=12))
def test_what_the_engine_writes_is_read_as_it_is(calls):
    auction = Auction()
    for call in calls:
        if not auction.why_illegal(call) and not auction.finished:
            auction = auction.with_call(call)
    if len(auction.calls) > 1:
        assert auction.calls in [read.calls for read in auctions_written(str(auction))]
