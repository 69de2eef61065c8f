"""Teaching by example: the mends that are proposed, and that each does what it says when it is made."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bidbase.bidding.bidder import Bidder, decide
from bidbase.bidding.otherwise import BookDeal
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand
from bidbase.language import fields
from bidbase.language.circumstances import Circumstances
from bidbase.language.fields import parse_cell
from bidbase.language.ranges import Range
from bidbase.mends.lesson import Lesson
from bidbase.mends.limits import distance, leaving_out, limits_of, moved_likewise, reaching
from bidbase.mends.mends import MOST_PROPOSED, Kind, Mend, mends
from bidbase.mends.search import GROWN
from bidbase.systems import Entry
from tests.engine.making import make_bidder, shipped_bidder
from tests.strategies import hands

RAISES = (
    {"prior_bids": "1H-P", "order": "100000", "bid": "3H", "hcp": "10-12", "hearts_num": "4+"},
    {"prior_bids": "1H-P", "order": "200000", "bid": "2H", "hcp": "6-9", "hearts_num": "3+"},
    {"prior_bids": "1H-P", "order": "300000", "bid": "1N", "hcp": "6-9"},
    {"prior_bids": "1H-P", "order": "900000", "bid": "P", "hcp": "0-5"},
)
BOTH = (
    {"prior_bids": "1H-P", "order": "100000", "bid": "1S", "hcp": "6+", "spades_num": "4+"},
    {"prior_bids": "1H-P", "order": "200000", "bid": "2H", "hcp": "6-9", "hearts_num": "3+"},
)
PATTERN = (
    {"prior_bids": "1a-P; a=M", "order": "100000", "bid": "3a", "distribution": "T10-12", "a_num": "4+"},
    {"prior_bids": "1a-P; a=M", "order": "200000", "bid": "2a", "distribution": "T6-9", "a_num": "3+"},
)
TOGETHER = (
    {"order": "130000", "bid": "1N", "hcp": "15-17", "shape": "balanced"},
    {"prior_bids": "1N-P", "order": "100000", "bid": "3N", "hcp": "P25+"},
)
SHAPED = ({"order": "100000", "bid": "1S", "hcp": "9-11", "shape": "6421,6430", "spades_num": "5+"},)
HONORS = ({"order": "100000", "bid": "2S", "hcp": "5-10", "spades_num": "6", "spades_points": "a"},)


def lesson(bidder: Bidder, auction: str, hand: str, call: str) -> Lesson:
    after = Auction.parse(auction)
    return Lesson(bidder, after, Circumstances.of(after), Hand.parse(hand), Call.parse(call))


# What the best mend is: why, the system, the auction, the hand, the call that it is to make, the kind, the words.
BEST = [
    (
        "nothing takes the hand, and an entry misses it by two points",
        (RAISES, "1H-P", "KQ2.32.KJ32.K432", "1N"),
        (Kind.NEW, "Add 1N after 1H-P: 11 to 13 HCP; 4432 shape"),
    ),
    (
        "nothing takes the hand, and an entry misses it by a point",
        (RAISES[2:], "1H-P", "KQ2.32.KJ32.J432", "1N"),
        (Kind.WIDEN, "Widen 1N after 1H-P: 6 to 9 HCP becomes 6 to 10 HCP"),
    ),
    (
        "the entry that takes the hand is tried first",
        (RAISES, "1H-P", "K32.K432.A432.32", "2H"),
        (Kind.WIDEN, "Widen 2H after 1H-P: 6 to 9 HCP becomes 6 to 10 HCP; try it before 3H"),
    ),
    (
        "the entry that takes the hand can do without it",
        (BOTH, "1H-P", "5432.K432.A432.2", "2H"),
        (Kind.NARROW, "Narrow 1S after 1H-P: 6 or more HCP becomes 8 or more HCP"),
    ),
    (
        "without the entry that takes it, a hand passes",
        (BOTH, "1H-P", "5432.2.KJ432.Q32", "P"),
        (Kind.NARROW, "Narrow 1S after 1H-P: 6 or more HCP becomes 7 or more HCP"),
    ),
    (
        "nothing is like it: a new entry before the one that takes the hand",
        (RAISES, "1H-P", "KQJ987.2.432.432", "2S"),
        (Kind.NEW, "Add 2S after 1H-P: 5 to 7 HCP; 6 or more spades; fewer than 2 hearts"),
    ),
    (
        "a pattern is widened as it is written",
        (PATTERN[1:], "1S-P", "KQ2.K32.Q432.432", "2S"),
        (Kind.WIDEN, "Widen 2a of the pattern 1a-P; a=M: 6 to 9 total points becomes 6 to 10 total points"),
    ),
    (
        "points together with partner's move as those of the hand",
        (TOGETHER, "1N-P", "K32.K32.K432.432", "3N"),
        (
            Kind.WIDEN,
            "Widen 3N after 1N-P: 25 or more HCP together with partner's least becomes 24 or more HCP together with "
            "partner's least",
        ),
    ),
    (
        "the hand makes the call already",
        (SHAPED, "", "KQJ876.A432.32.2", "1S"),
        None,
    ),
    (
        "another shape is added to those that are named",
        (SHAPED, "", "KQJ876.K43.32.32", "1S"),
        (Kind.WIDEN, "Widen the opening 1S: also 6322 shape"),
    ),
    (
        "honors that a hand has not are no longer asked for",
        (HONORS, "", "QJ8765.K43.32.32", "2S"),
        (Kind.WIDEN, "Widen the opening 2S: no longer needs in spades two of the top three honors"),
    ),
]


@pytest.mark.parametrize(("why", "asked", "expected"), BEST, ids=[why for why, *_ in BEST])
def test_the_best_mend(why, asked, expected):
    entries, auction, hand, call = asked
    bidder = make_bidder(*entries)
    found = mends(lesson(bidder, auction, hand, call))
    best = next(((mend.kind, mend.words(bidder.system)) for mend in found), None)
    assert best == expected


def test_what_is_proposed_besides():
    bidder = make_bidder(*RAISES)
    found = mends(lesson(bidder, "1H-P", "K32.K432.A432.32", "2H"))
    assert [mend.words(bidder.system) for mend in found] == [
        "Widen 2H after 1H-P: 6 to 9 HCP becomes 6 to 10 HCP; try it before 3H",
        "Widen 2H after 1H-P: 6 to 9 HCP becomes 6 to 10 HCP. Narrow 3H after 1H-P: 10 to 12 HCP becomes 11 to 12 HCP",
        "Add 2H after 1H-P: 9 to 11 HCP; balanced (no singleton or void, at most one doubleton); 4 or more hearts",
    ]


def made(asked: Lesson, mend: Mend) -> Bidder:
    return asked.changed({step.after.id: step.after for step in mend.steps})


def call_of(bidder: Bidder, asked: Lesson) -> Call:
    return decide(replace(asked, bidder=bidder).place, asked.hand).call


def test_a_mend_says_whose_test_hands_it_takes():
    tested = [
        RAISES[0] | {"test_hand": "K32.K432.A432.32"},
        RAISES[1] | {"test_hand": "K32.K432.Q432.32"},
    ]
    found = mends(lesson(make_bidder(*tested), "1H-P", "A32.K432.K432.32", "2H"))
    moved, narrowed, new = found
    assert [entry.id for entry in moved.costs] == []
    assert moved.kind is Kind.NEW or moved.costs == ()
    assert {step.after.id for step in narrowed.steps} == {"1H-P/100000/3H", "1H-P/200000/2H"}
    assert new is not None
