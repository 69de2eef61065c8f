"""Teaching by example: the mends that are proposed, and that each does what it says when it is made."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bidbase.bidding.bidder import Bidder, decide
from bidbase.bidding.otherwise import BookDeal
from bidbase.checks import Survey, try_test_hand
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
from tests.engine.making import make_bidder, shipped_bidder

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
SEATED = (
    {"order": "100000", "bid": "2S", "hcp": "7-10", "spades_num": "6", "vulnerability": "Vul"},
    {"order": "110000", "bid": "2S", "hcp": "5-10", "spades_num": "6", "vulnerability": "Non", "position": "1"},
)
LIGHT = (
    {"prior_bids": "1H-P-1S-P", "order": "100000", "bid": "1N", "hcp": "11-14", "position": "F"},
    {"prior_bids": "1H-P-1S-P", "order": "200000", "bid": "P", "hcp": "9-12", "position": "T"},
)
NOTRUMPS = (
    {"order": "130000", "bid": "1N", "hcp": "15-17", "shape": "balanced"},
    {"order": "132000", "bid": "1N", "hcp": "15-16", "shape": "2=4=5=2"},
)
WAITING = (
    {"prior_bids": "1H-P", "order": "100000", "bid": "1S", "hcp": "6+", "spades_num": "4+"},
    {"prior_bids": "1H-P", "order": "200000", "bid": "2H", "hcp": "6-9", "hearts_num": "3+"},
)
MAJORS = (
    {"prior_bids": "1D", "order": "100000", "bid": "1x", "x_num": "5+", "spades_num": "x", "hearts_num": "x"},
    {"prior_bids": "1D", "order": "900000", "bid": "P"},
)
HONORS = ({"order": "100000", "bid": "2S", "hcp": "5-10", "spades_num": "6", "spades_points": "a"},)


def lesson(bidder: Bidder, auction: str, hand: str, call: str) -> Lesson:
    after = Auction.parse(auction)
    return Lesson(bidder, after, Circumstances.of(after), Hand.parse(hand), Call.parse(call))


# What the best mend is: why, the system, the auction, the hand, the call that it is to make, the kind, the words.
BEST = [
    (
        "nothing takes the hand, and an entry misses it by two points",
        (RAISES, "1H-P", "KQ2.32.KJ32.K432", "1N"),
        (Kind.NEW, "Add 1NT after 1♥ – Pass: 11 to 13 HCP; 4432 shape"),
    ),
    (
        "nothing takes the hand, and an entry misses it by a point",
        (RAISES[2:], "1H-P", "KQ2.32.KJ32.J432", "1N"),
        (Kind.WIDEN, "Widen 1NT after 1♥ – Pass: 6 to 9 HCP becomes 6 to 10 HCP"),
    ),
    (
        "the entry that takes the hand is tried first",
        (RAISES, "1H-P", "K32.K432.A432.32", "2H"),
        (Kind.WIDEN, "Widen 2♥ after 1♥ – Pass: 6 to 9 HCP becomes 6 to 10 HCP; try it before 3♥"),
    ),
    (
        "the entry that takes the hand can do without it",
        (BOTH, "1H-P", "5432.K432.A432.2", "2H"),
        (Kind.NARROW, "Narrow 1♠ after 1♥ – Pass: 6 or more HCP becomes 8 or more HCP"),
    ),
    (
        "without the entry that takes it, a hand passes",
        (BOTH, "1H-P", "5432.2.KJ432.Q32", "P"),
        (Kind.NARROW, "Narrow 1♠ after 1♥ – Pass: 6 or more HCP becomes 7 or more HCP"),
    ),
    (
        "nothing is like it: a new entry before the one that takes the hand",
        (RAISES, "1H-P", "KQJ987.2.432.432", "2S"),
        (Kind.NEW, "Add 2♠ after 1♥ – Pass: 5 to 7 HCP; 6 or more spades; fewer than 2 hearts"),
    ),
    (
        "a new entry before one for some seats is for those: in others an earlier one takes its hands",
        (LIGHT, "P-P-1H-P-1S-P", "J2.KJ963.AJ4.J84", "2C"),
        (
            Kind.NEW,
            "Add 2♣ after 1♥ – Pass – 1♠ – Pass (in third or fourth seat): exactly 11 HCP; 5332 shape; "
            "5 or more hearts; 3 or more clubs",
        ),
    ),
    (
        "a pattern is widened as it is written",
        (PATTERN[1:], "1S-P", "KQ2.K32.Q432.432", "2S"),
        (
            Kind.WIDEN,
            "Widen 2♠ after 1♠ – Pass (and wherever the pattern 1a-P; a=M applies): "
            "6 to 9 total points becomes 6 to 10 total points",
        ),
    ),
    (
        "points together with partner's move as those of the hand",
        (TOGETHER, "1N-P", "K32.K32.K432.432", "3N"),
        (
            Kind.WIDEN,
            "Widen 3NT after 1NT – Pass: 25 or more HCP together with partner's least becomes 24 or more HCP together "
            "with partner's least",
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
        (Kind.WIDEN, "Widen the opening 1♠: also 6322 shape"),
    ),
    (
        "an opening that is for one seat and vulnerability says so",
        (SEATED, "", "KJT876.43.854.92", "2S"),
        (
            Kind.WIDEN,
            "Widen the opening 2♠ (in first seat; we are not vulnerable): 5 to 10 HCP becomes 4 to 10 HCP",
        ),
    ),
    (
        "a new entry is for the seats and vulnerabilities of the entry that is most like it",
        (SEATED, "", "AKQ876.K43.K4.92", "2S"),
        (
            Kind.NEW,
            "Add the opening 2♠ (in first seat; we are not vulnerable): 14 to 16 HCP; 6 or more spades",
        ),
    ),
    (
        "an entry for another shape and other points is for other hands, and is not widened in both",
        (NOTRUMPS, "", "KJ5.Q84.AJ53.Q62", "1N"),
        (Kind.WIDEN, "Widen the opening 1NT: 15 to 17 HCP becomes 13 to 17 HCP"),
    ),
    (
        "two entries have the hand: the other one is tried first, and asks the same as before",
        (WAITING, "1H-P", "KQ32.K432.5432.2", "2H"),
        (Kind.MOVE, "Move 2♥ after 1♥ – Pass up: try it before 1♠"),
    ),
    (
        "honors that a hand has not are no longer asked for",
        (HONORS, "", "QJ8765.K43.32.32", "2S"),
        (Kind.WIDEN, "Widen the opening 2♠: no longer needs in spades two of the top three honors"),
    ),
]


@pytest.mark.parametrize(("why", "asked", "expected"), BEST, ids=[why for why, *_ in BEST])
def test_the_best_mend(why, asked, expected):
    entries, auction, hand, call = asked
    bidder = make_bidder(*entries)
    taught = lesson(bidder, auction, hand, call)
    best = next(((mend.kind, mend.words(taught)) for mend in mends(taught)), None)
    assert best == expected


def test_what_is_proposed_besides():
    bidder = make_bidder(*RAISES)
    taught = lesson(bidder, "1H-P", "K32.K432.A432.32", "2H")
    assert [mend.words(taught) for mend in mends(taught)] == [
        "Widen 2♥ after 1♥ – Pass: 6 to 9 HCP becomes 6 to 10 HCP; try it before 3♥",
        "Widen 2♥ after 1♥ – Pass: 6 to 9 HCP becomes 6 to 10 HCP. "
        "Narrow 3♥ after 1♥ – Pass: 10 to 12 HCP becomes 11 to 12 HCP",
        "Add 2♥ after 1♥ – Pass: 9 to 11 HCP; balanced (no singleton or void, at most one doubleton); 4 or more hearts",
    ]


def test_conditions_that_stay_as_they_are_need_not_be_read_twice():
    bidder = make_bidder(*MAJORS)
    taught = lesson(bidder, "1D", "KQ987.K2.Q432.32", "P")
    found = [mend.words(taught) for mend in mends(taught)]
    assert (
        "Narrow 1 of the X suit after 1♦: the X suit has 5 or more cards becomes the X suit has 6 or more cards"
        in found
    )


def test_a_new_entry_comes_before_all_that_share_the_order_number_of_the_one_that_takes_the_hand():
    clubs = {"prior_bids": "1H-P", "order": "200000", "bid": "3C", "hcp": "6-9", "clubs_num": "6+"}
    found = mends(lesson(make_bidder(clubs, RAISES[1]), "1H-P", "K2.K432.2.J87654", "1N"))
    assert [step.after.order < "200000" for mend in found for step in mend.steps if mend.kind is Kind.NEW] == [True]


CUTS = [
    ("a point at the end", "15-17", "KQ2.KJ2.AQ32.432", "16-17"),
    ("two points of six, the cheaper end", "10-15", "K32.QJ2.A432.J32", "12-15"),
    ("a middle one of three would leave one", "15-17", "KQ2.KJ2.AQ32.J32", None),
    ("no upper end: the lower one", "10+", "K32.KJ2.A432.432", "12+"),
]


@pytest.mark.parametrize(("why", "points", "hand", "left"), CUTS, ids=[why for why, *_ in CUTS])
def test_narrowing_takes_less_than_it_leaves(why, points, hand, left):
    found = mends(lesson(make_bidder({"order": "100000", "bid": "1N", "hcp": points}), "", hand, "P"))
    narrowed = [step.after.text("hcp") for mend in found if mend.kind is Kind.NARROW for step in mend.steps]
    assert narrowed[:1] == ([left] if left else [])


TESTED = (
    RAISES[0] | {"test_hand": "K32.K432.A432.32"},
    RAISES[1] | {"test_hand": "K32.K432.Q432.32"},
)


def test_a_mend_says_whose_test_hands_it_takes():
    found = mends(lesson(make_bidder(*TESTED), "1H-P", "A32.K432.K432.32", "2H"))
    costs = {mend.kind: [entry.id for entry in mend.costs] for mend in found}
    assert costs == {Kind.WIDEN: [], Kind.NEW: ["1H-P/100000/3H"]}
    assert [len(mend.costs) for mend in found] == sorted(len(mend.costs) for mend in found)


def test_a_narrowed_entry_gets_another_test_hand_where_its_own_one_is_taken_out():
    best = mends(lesson(make_bidder(*TESTED), "1H-P", "A32.K432.K432.32", "2H"))[0]
    (raised,) = (step.after for step in best.steps if step.after.bid.call is Call.parse("3H"))
    assert raised.text("hcp") == "11-12"
    assert raised.get(fields.TEST_HAND) != Hand.parse("K32.K432.A432.32")
    asked = lesson(make_bidder(*TESTED), "1H-P", raised.text("test_hand"), "3H")
    assert call_of(made(asked, best), asked) is asked.call


# --- Entries that grow ---


def test_an_entry_for_a_hand_that_none_takes_is_marked_as_grown():
    bidder = make_bidder(RAISES[0])
    (new,) = mends(lesson(bidder, "1H-P", "KQJ98.2.432.5432", "1S"))
    (step,) = new.steps
    assert (new.kind, step.before, step.after.text("reference")) == (Kind.NEW, None, GROWN)
    taken = mends(lesson(make_bidder(*RAISES), "1H-P", "KQJ98.2.432.5432", "1S"))
    assert {step.after.text("reference") for mend in taken for step in mend.steps} == {""}, "an entry took the hand"


BY_SIMULATION = {"prior_bids": "1H-P", "order": "500000", "bid": "3N", "usage": "D", "best_contract": "G", "hcp": "12+"}


@pytest.mark.parametrize("call", ["4H", "3N", "P"])
def test_a_call_that_a_simulation_finds_becomes_an_entry(call):
    """Of hands for which an entry asks for a simulation no ordinary one says anything, not even that they pass."""
    bidder, hand = make_bidder(RAISES[1], BY_SIMULATION), "AQ32.KJ32.A432.2"
    (new,) = mends(lesson(bidder, "1H-P", hand, call))
    (step,) = new.steps
    assert (str(step.after.bid), step.after.text("reference")) == (call, GROWN)
    changed = made(lesson(bidder, "1H-P", hand, call), new)
    assert decide(lesson(changed, "1H-P", hand, call).place, Hand.parse(hand)).entry == step.after


LATER = [
    ("a point more", "KQJ98.2.Q32.5432", "5-8", "5+"),
    ("many points more", "AKQ98.2.AKQ.5432", "5-18", "5+"),
    ("a card less", "KQJ9.2.5432.5432", "5-7", "4+"),
]


@pytest.mark.parametrize(("why", "hand", "points", "spades"), LATER, ids=[why for why, *_ in LATER])
def test_later_hands_merge_into_the_ranges_of_a_grown_entry(why, hand, points, spades):
    grown = {"prior_bids": "1H-P", "order": "100000", "bid": "1S", "hcp": "5-7", "spades_num": "5+", "reference": GROWN}
    best = mends(lesson(make_bidder(grown), "1H-P", hand, "1S"))[0]
    (step,) = best.steps
    assert (best.kind, step.after.text("hcp"), step.after.text("spades_num")) == (Kind.GROW, points, spades)
    assert step.after.text("reference") == GROWN


# --- Every mend, tried ---


def made(asked: Lesson, mend: Mend) -> Bidder:
    return asked.changed({step.after.id: step.after for step in mend.steps})


def call_of(bidder: Bidder, asked: Lesson) -> Call:
    return decide(replace(asked, bidder=bidder).place, asked.hand).call


@cache
def bid_by_robots(number: int) -> tuple[BookDeal, Auction]:
    dealt = BookDeal.numbered(number)
    return dealt, dealt.auction(shipped_bidder("sayc"))


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 60), st.data())
def test_each_mend_of_a_shipped_system_makes_the_call_and_keeps_test_hands(number, data):
    """At turns that robots have come to, with any call that is legal and no higher than three levels up."""
    sayc = shipped_bidder("sayc")
    dealt, auction = bid_by_robots(number)
    before = auction.before(data.draw(st.integers(0, len(auction.calls) - 1)))
    highest = (before.last_bid.level if before.last_bid else 0) + 3
    wanted = data.draw(
        st.sampled_from([call for call in before.legal_calls() if not call.is_bid or call.level <= highest])
    )
    asked = Lesson(sayc, before, Circumstances.of(before), dealt.deal[before.turn], wanted)
    usual = call_of(sayc, asked)
    found = mends(asked)
    assert len(found) <= MOST_PROPOSED
    assert found or asked.is_learned(asked.place)
    for mend in found:
        changed = made(asked, mend)
        assert call_of(changed, asked) is wanted
        survey = Survey(changed, most_auctions=12, robot_deals=0)
        assert [why for step in mend.steps if (why := try_test_hand(survey, step.after)[1])] == []
    assert call_of(sayc, asked) is usual, "nothing is changed before somebody makes a mend"


# --- Limits ---

RANGES = ["6-9", "6+", "<8", "4", ">5", "0-5"]
POINTS = st.integers(0, 20)


@given(st.sampled_from(RANGES).map(lambda text: parse_cell("hcp", text)), POINTS)
def test_a_range_reaches_a_value_by_one_limit(cell, value):
    (held,) = limits_of(cell)
    assert held is not None
    wider = reaching(held, value) if not held.holds(value) else held
    assert wider.holds(value)
    assert all(wider.holds(point) for point in range(38) if held.holds(point)), "nothing is lost"
    assert (distance(held, value) == 0) == held.holds(value)


# (range, value, how far outside)
DISTANCES = [
    ("6-9", 6, 0),
    ("6-9", 9, 0),
    ("6-9", 5, 1),
    ("6-9", 11, 2),
    ("6+", 4, 2),
    (">5", 6, 0),
    (">5", 5, 1),
    (">5", 3, 3),
    ("<8", 7, 0),
    ("<8", 8, 1),
    ("<8", 10, 3),
]


@pytest.mark.parametrize(("text", "value", "points"), DISTANCES)
def test_a_value_lies_so_many_whole_points_outside_a_range(text, value, points):
    """From `<8` the value 8 is a point away: 7 would do."""
    (held,) = limits_of(parse_cell("hcp", text))
    assert held is not None
    assert distance(held, value) == points


@given(st.sampled_from(RANGES).map(lambda text: parse_cell("hcp", text)), POINTS)
def test_a_range_leaves_a_value_out_at_one_end(cell, value):
    (held,) = limits_of(cell)
    assert held is not None
    assume(held.holds(value))
    for smaller in leaving_out(held, value):
        left = [point for point in range(38) if smaller.holds(point)]
        assert left
        assert value not in left
        assert left == list(range(left[0], left[-1] + 1))
        assert all(held.holds(point) for point in left)


def test_what_is_counted_with_partner_moves_as_much_as_what_the_hand_holds():
    written, bound = parse_cell("hcp", "P25-29"), parse_cell("hcp", "10-14")
    assert str(moved_likewise(written, bound, 0, Range(9, 14))) == "P24-29"
