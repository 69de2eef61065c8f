"""Points counted from the auction: with partner's least, over one's own minimum, and as the openings have it."""

import pytest

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.tracing import trace
from bidbase.errors import TextError
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand
from bidbase.game.holdings import MAX_HCP
from bidbase.language.circumstances import Circumstances
from bidbase.language.strength import Hcp, PointsKnown, parse_any_hcp, parse_hcp
from bidbase.meaning.disclosure import meaning
from tests.engine.making import make_bidder

KNOWN = PointsKnown(15, 17, ((1, parse_hcp("15-17")), (2, parse_hcp("20-21"))), own_notrump=parse_hcp("15-17"))

# (cell, canonical, what the hand must hold, why). Partner points: examples of the editor text
CELLS = [
    ("P25-29", "P25-29", "10-14", "a raise to game opposite fifteen"),
    ("p25+", "P25+", "10+", "no upper limit"),
    ("P<23", "P<23", "<8", "fewer than eight"),
    ("P10-20", "P10-20", "0-5", "partner alone has the least"),
    ("P8+,P30+", "P8+,P30+", "0+,15+", "alternatives"),
    ("P>8", "P>8", "0+", "partner alone has more, so that nothing is enough"),
    ("P>15", "P>15", ">0", "partner has just as many, so that nothing is not enough"),
    ("P<15,P10-14,P30+", "P<15,P10-14,P30+", "15+", "alternatives that partner alone is too strong for"),
    ("Pmax<25", "Pmax<25", "<8", "no game opposite seventeen"),
    ("pmax23-24,PMAX30+", "Pmax23-24,Pmax30+", "6-7,13+", "alternatives counted with partner's most"),
    ("Min", "Min", "15", "the least of the opening"),
    ("min+1", "Min+1", "16", "the middle of 1NT"),
    ("Min+2", "Min+2", "17", "the most of 1NT"),
    ("Min-1", "Min-1", "14", "a good fourteen"),
    ("Min+", "Min+", ">15", "anything more"),
    ("HCP1N", "HCP1N", "15-17", "the range of 1NT"),
    ("hcp2n", "HCP2N", "20-21", "the range of 2NT"),
]


@pytest.mark.parametrize(("text", "canonical", "held", "why"), CELLS)
def test_cells(text, canonical, held, why):
    cell = parse_any_hcp(text)
    assert str(cell) == canonical
    assert parse_any_hcp(canonical) == cell
    assert str(cell.bound(KNOWN)) == held, why


@pytest.mark.parametrize(("partner", "held"), [(12, "13-17"), (15, "10-14")])
def test_one_spec_serves_weak_and_strong_notrumps(partner, held):
    assert str(parse_any_hcp("P25-29").bound(PointsKnown(partner))) == held


@pytest.mark.parametrize("text", ["Min", "Min+", "HCP1N", "HCP2N"])
def test_without_an_opening_nothing_fits(text):
    nothing = parse_any_hcp(text).bound(PointsKnown())
    assert isinstance(nothing, Hcp)
    assert not any(nothing.ranges.truth(38))


@pytest.mark.parametrize("text", ["P", "P25-29,30+", "P25,Pmax27", "Pmax", "Min+x", "HCP3N", "PMin"])
def test_bad_cells(text):
    with pytest.raises(TextError):
        parse_any_hcp(text)


def bidder(opening: str) -> Bidder:
    return make_bidder(
        {"order": "120000", "bid": "1N", "hcp": "14", "intermediates": "4", "expected_points": opening},
        {"order": "130000", "bid": "1N", "hcp": opening, "shape": "balanced", "expected_points": opening},
        {"order": "200000", "bid": "1S", "hcp": "11-21", "spades_num": "5+"},
        {"prior_bids": "1N-P", "bid": "3N", "order": "100000", "hcp": "P25-29"},
        {"prior_bids": "1N-P", "bid": "2N", "order": "200000", "hcp": "P23-24"},
        {"prior_bids": "1N-P-2N-P", "bid": "3N", "order": "100000", "hcp": "Min+"},
        {"prior_bids": "1a-P; a=M", "bid": "3N", "order": "100000", "hcp": "P25+"},
        {"prior_bids": "1N-P-3N-P", "bid": "P", "order": "100000", "hcp": "HCP1N"},
    )


TEN, NINE, SIXTEEN, TWELVE = (
    Hand.parse(text) for text in ("KQ2.K32.Q32.5432", "KQ2.K32.J32.5432", "AQ2.KQ2.KJ2.J432", "KQ2.K32.QJ2.J432")
)
# (opening, auction, hand, entries that fit, why)
BIDS = [
    ("15-17", "1N-P", TEN, ["3N"], "ten and fifteen"),
    ("15-17", "1N-P", NINE, ["2N"], "nine and fifteen"),
    ("12-14", "1N-P", TEN, [], "ten and twelve"),
    ("12-14", "1N-P", TWELVE, ["2N"], "twelve and twelve"),
    ("15-17", "1N-P-2N-P", SIXTEEN, ["3N"], "more than fifteen"),
    ("15-17", "1N-P-3N-P", SIXTEEN, ["P"], "the range of the opening"),
    ("15-17", "1S-P", TEN, [], "ten and eleven, what the entries of 1S allow"),
    ("15-17", "1S-P", SIXTEEN, ["3N"], "sixteen and eleven"),
]


# (order numbers and points of 1NT entries, the points that responder needs for P25+, why)
BASES = [
    ({"120000": "14", "130000": "15-17"}, 10, "a good 14 does not move the base"),
    ({"130000": "15-17", "130500": "14"}, 10, "before or behind it"),
    ({"120000": "14", "131000": "15-17"}, 11, "no entry sets the base: the least counts"),
    ({"110000": "14", "130000": "15-17"}, 10, "110000 is the number of 2NT"),
]


@pytest.mark.parametrize(("openings", "least", "why"), BASES)
def test_the_basic_entry_sets_the_points_of_a_notrump_opening(openings, least, why):
    entries = ({"order": order, "bid": "1N", "hcp": hcp} for order, hcp in openings.items())
    raising = make_bidder(*entries, {"prior_bids": "1N-P", "bid": "3N", "order": "100000", "hcp": "P25+"})
    auction = Auction.parse("1N-P")
    place = raising.place(auction, Circumstances.of(auction))
    assert meaning(place, Call.parse("3N")).summary.hcp == (least, MAX_HCP), why


def test_min_is_over_the_minimum_of_ones_own_notrump_whatever_the_others_opened():
    overcalling = make_bidder(
        {"order": "130000", "bid": "1N", "hcp": "12-14"},
        {"order": "200000", "bid": "1C", "hcp": "10-21", "clubs_num": "3+"},
        {"prior_bids": "1C", "order": "100000", "bid": "1N", "hcp": "16-18"},
        {"prior_bids": "1C-1N-P-2N-P", "order": "100000", "bid": "3N", "hcp": "Min+"},
        {"prior_bids": "1C-P", "order": "100000", "bid": "1N", "hcp": "6-10"},
        {"prior_bids": "1C-P-1N-P-2N-P", "order": "100000", "bid": "3N", "hcp": "Min+2"},
    )
    for calls, points in (("1C-1N-P-2N-P", (17, MAX_HCP)), ("1C-P-1N-P-2N-P", (8, 8))):
        auction = Auction.parse(calls)
        place = overcalling.place(auction, Circumstances.of(auction))
        assert meaning(place, Call.parse("3N")).summary.hcp == points, calls


def test_own_notrump_is_the_first_call_that_was_no_pass():
    later = make_bidder(
        {"order": "130000", "bid": "1N", "hcp": "15-17"},
        {"order": "200000", "bid": "1C", "hcp": "12-21"},
        {"prior_bids": "1C-P", "bid": "1D", "hcp": "6+"},
        {"prior_bids": "1C-P-1D", "bid": "1N", "hcp": "9-11"},
        {"prior_bids": "1C-P-1D-1N-P-2N-P", "bid": "3N", "hcp": "Min+"},
    )
    auction = Auction.parse("P-1C-P-1D-1N-P-2N-P")
    place = later.place(auction, Circumstances.of(auction))
    assert meaning(place, Call.parse("3N")).summary.hcp == (10, MAX_HCP), (
        "an overcall, and not the range of the opening"
    )


# (what partner's bid shows in diamonds, whether a stopper of this hand there counts, why)
NATURAL_SUITS = [
    ({"diamonds_num": "3+"}, False, "three cards are natural"),
    ({"diamonds_num": "2+"}, True, "two are not"),
    ({"diamonds_points": "1stop"}, False, "a stopper is natural"),
    ({"diamonds_points": "2stop"}, False, "so are two"),
    ({"diamonds_points": "hstop"}, True, "half of one is not"),
    ({}, True, "nothing is shown there"),
]


@pytest.mark.parametrize(("cells", "counts", "why"), NATURAL_SUITS)
def test_stoppers_in_suits_that_partner_bid_naturally_do_not_count(cells, counts, why):
    answers = make_bidder(
        {"order": "200000", "bid": "1D", "hcp": "12-21"} | cells,
        {"prior_bids": "1D-P", "bid": "2N", "suits_stopped": "3"},
    )
    auction = Auction.parse("1D-P")
    place = answers.place(auction, Circumstances.of(auction))
    assert bool(list(place.matches(Hand.parse("AQ32.KJ32.A32.32")))) is counts, why


@pytest.mark.parametrize(("opening", "calls", "hand", "fits", "why"), BIDS)
def test_entries_are_counted_where_they_are_used(opening, calls, hand, fits, why):
    auction = Auction.parse(calls)
    place = bidder(opening).place(auction, Circumstances.of(auction))
    assert [str(row.call) for _, row in place.matches(hand)] == fits, why


def test_the_trace_says_what_this_hand_needed():
    auction = Auction.parse("1N-P")
    traced = trace(bidder("15-17").place(auction, Circumstances.of(auction)), NINE)
    assert traced.tried[0].failures[0].needed == "10 to 14 HCP"


def test_what_no_hand_can_have_is_no_part_of_the_meaning():
    raises = make_bidder(
        {"bid": "1N", "order": "130000", "hcp": "15-17"},
        {"prior_bids": "1N-P", "bid": "2N", "order": "100000", "hcp": "P10-14"},
        {"prior_bids": "1N-P", "bid": "2N", "order": "200000", "hcp": "P23-24"},
        {"prior_bids": "1N-P", "bid": "3N", "order": "300000", "hcp": "P<15"},
    )
    auction = Auction.parse("1N-P")
    place = raises.place(auction, Circumstances.of(auction))
    assert meaning(place, Call.parse("2N")).summary.hcp == (8, 9)
    assert not meaning(place, Call.parse("3N")).lines
    tried = trace(place, Hand.parse("Q32.K32.K32.5432")).tried
    assert [failure.needed for failure in tried[0].failures] == ["an impossible number of HCP"]
