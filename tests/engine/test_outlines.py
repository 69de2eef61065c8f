"""A system written for other programs: BML outlines, and explanations for BBOalert."""

import re
from pathlib import Path

import pytest

from bidbase.exports.agreed_calls import agreed_calls
from bidbase.exports.bboalert import FIELD_LETTERS, bboalert_of, explanation
from bidbase.exports.bml import bml_of
from bidbase.game.auction import Auction
from bidbase.systems import load_system
from tests.engine.making import make_system

SMALL = Path(__file__).parents[1] / "editor" / "systems" / "small"


def test_an_outline_has_the_opening_and_under_each_call_what_follows():
    outline = bml_of(load_system(SMALL))
    assert outline.startswith("#+TITLE: Small system\n\n#+DESCRIPTION: Just enough")
    assert "* Openings\n\n1C Three or more clubs (11–21 HCP, 3+!c)\n1D " in outline
    assert "1N;\n2C Asks for a major (8+ HCP, 4!s)\n  2D No major\n  2H Four hearts (4+!h)\n  2S " in outline
    assert "\n\n(1D);\n1S Five spades" in outline


def test_every_line_of_a_table_is_a_call_or_an_auction():
    """And each table begins as BML knows tables: with a bid."""
    for block in bml_of(load_system(SMALL)).split("\n\n"):
        first, *rows = block.splitlines()
        if first.startswith(("#", "*")):
            continue
        assert re.match(r"\(?[1-7][CDHSN]", first)
        assert all(re.match(r"(  )*([1-7][CDHSN]|P|D|R) \S", row) for row in rows), block


TABLES = [
    ("1D", "1S", "(1D);", "an overcall"),
    ("1D-1S", "2D", "1D-(1S);", "partner overcalled"),
    ("1D-X", "XX", "1D-(D);", "after a double"),
    ("1N-P-2C-P", "2D", "1N-2C;", "their passes are left out"),
    ("1D-1S-P-P", "X", "1D-(1S)-P-(P);", "passes are written where they have bid"),
]


@pytest.mark.parametrize(("prior", "bid", "header", "why"), TABLES)
def test_a_table_says_whose_calls_came_before(prior, bid, header, why):
    outline = bml_of(make_system({"prior_bids": prior, "order": "100000", "bid": bid, "disclosure": "It"}))
    row = f"{header}\n{ {'X': 'D', 'XX': 'R'}.get(bid, bid) } It"
    assert row in outline, why


def test_passes_in_front_are_the_seat_of_the_opener():
    system = make_system(
        {"prior_bids": "P-1S-P", "order": "100000", "bid": "2C", "disclosure": "Drury"},
        {"prior_bids": "1D", "order": "100000", "bid": "1S", "disclosure": "It"},
    )
    if any(agreement.prior[:1] == Auction.parse("P").calls for agreement in agreed_calls(system)):
        assert "#SEAT 2\n\n1S;\n2C Drury" in bml_of(system)


def test_explanations_are_lines_of_context_call_and_words():
    lines = bboalert_of(load_system(SMALL)).splitlines()
    assert lines[0] == "BBOalert,Small system"
    assert ",1C,Three or more clubs (11-21 HCP; 3+!C)" in lines
    assert lines[lines.index("1N--2C--,2D,No major") + 1] == "+,2H,Four hearts (4+!H)"
    assert all(line.count(",") == 2 for line in lines[1:])


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("Weak, 6–9", "Weak; 6-9"),
        ("5+♠ or 4♥", "5+!S or 4!H"),
        ("50% of #1 \\ @T", "50 percent of 1 T"),
        ("Asks for a four-card major with eight or more", "Asks for a four-card major with eight#or more"),
        ("x" * 45, "x" * 39 + "#" + "x" * 6),
    ],
)
def test_an_explanation_keeps_to_what_bboalert_reads(words, text):
    assert explanation(words) == text
    assert len(text.partition("#")[0]) <= FIELD_LETTERS


def test_calls_have_two_characters():
    system = make_system({"prior_bids": "1D-X-P-P", "order": "100000", "bid": "XX", "disclosure": "Run"})
    assert "1DDb----,Rd,Run" in bboalert_of(system)


def test_patterns_are_written_out_and_situations_are_not():
    system = make_system(
        {"prior_bids": "1a-P; a=M", "order": "100000", "bid": "2a", "disclosure": "Raise"},
        {"prior_bids": "@ fit a, free; a=M", "order": "100000", "bid": "4a", "disclosure": "Game"},
    )
    assert [(str(Auction.of(each.prior)), str(each.call)) for each in agreed_calls(system)] == [
        ("1H-P", "2H"),
        ("1S-P", "2S"),
    ]


def test_what_follows_an_opening_is_found_for_long_patterns_too():
    """`#2N-P` stands for too many auctions to be written out."""
    system = make_system(
        {"order": "100000", "bid": "2N", "disclosure": "Strong"},
        {"prior_bids": "#2N-P", "order": "100000", "bid": "3C", "disclosure": "Puppet"},
    )
    assert "2N;\n3C Puppet" in bml_of(system)
