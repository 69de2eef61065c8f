"""Bidding by situations: entries that count what partner has shown, lowest bids, and other systems."""

import pytest

from bidbase.bidding.bidder import Source, decide
from bidbase.bidding.robots import Table
from bidbase.bidding.tracing import judge
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand, Seat
from bidbase.language import fields
from bidbase.language.auction_state import SUIT_CLAUSES, Expected
from bidbase.language.bids import parse_convention
from bidbase.language.circumstances import Circumstances
from bidbase.systems import Convention
from tests.engine.making import make_bidder
from tests.engine.test_situations import BOOK, state

GAME = {"prior_bids": "@ fit a, below game; a=M", "order": "100000", "bid": "4a", "distribution": "TP26+"}
PASS = {"prior_bids": "@ fit a, below game; a=M", "order": "200000", "bid": "P", "distribution": "TPmax<26"}
INVITE = {"prior_bids": "@ fit a, below game; a=M", "order": "300000", "bid": "=a"}
TWELVE = Hand.parse("AQJ32.A32.432.32")

# (auction, hand, call, why)
CALLS = [
    ("1S-P-2S-P", Hand.parse("AKJ32.AK2.A32.32"), "4S", "nineteen, a doubleton, and six at the least"),
    ("1S-P-2S-P", TWELVE, "P", "twelve and nine are never twenty-six"),
    ("1S-P-2S-P", Hand.parse("AQJ32.AQ2.KJ2.32"), "3S", "eighteen, and six to nine: perhaps"),
    ("1S-P-3S-P", Hand.parse("AQJ32.AQ2.Q32.32"), "4S", "sixteen and ten"),
]


@pytest.mark.parametrize(("calls", "hand", "call", "why"), CALLS)
def test_points_are_counted_with_what_partner_has_shown(calls, hand, call, why):
    bidder, auction = make_bidder(*BOOK, GAME, PASS, INVITE), Auction.parse(calls)
    decision = decide(bidder.place(auction, Circumstances.of(auction)), hand)
    assert (str(decision.call), decision.source) == (call, Source.SITUATION), why


@pytest.mark.parametrize(
    ("calls", "hand", "call", "why"),
    [
        ("1S-P-2D-P", "AQJ32.432.K32.K2", "P", "four diamonds and three make seven"),
        ("1S-P-2D-P", "AQJ32.32.K432.K2", "3D", "four and four make eight"),
    ],
)
def test_cards_are_counted_with_what_partner_has_shown(calls, hand, call, why):
    fit = {"prior_bids": "@ partner a", "bid": "=a", "a_num": "P8+"}
    bidder, auction = make_bidder(*BOOK, fit), Auction.parse(calls)
    assert str(decide(bidder.place(auction, Circumstances.of(auction)), Hand.parse(hand)).call) == call, why


@pytest.mark.parametrize(
    ("bid", "calls", "call", "why"),
    [
        ("=S", "1S-P-2S-P", "3S", "the same strain a level higher"),
        ("=N", "1S-P-2S-P", "2N", "a higher strain at the same level"),
        ("=a", "1S-P-3S-P", "4S", "a variable"),
        ("=D", "P-P", "1D", "before anybody has bid the level is one"),
    ],
)
def test_lowest_bids(bid, calls, call, why):
    situation = "@ silent, fit a" if "a" in bid else "@ silent"
    bidder, auction = make_bidder(*BOOK, {"prior_bids": situation, "bid": bid}), Auction.parse(calls)
    assert str(decide(bidder.place(auction, Circumstances.of(auction)), TWELVE).call) == call, why


def test_situations_come_after_patterns_and_make_no_call_that_is_defined_before():
    bidder = make_bidder(
        *BOOK,
        {"prior_bids": "1S-P-2S-P", "bid": "4S", "hcp": "19+"},
        {"prior_bids": "1a-P-2a-P; a=M", "bid": "3N", "shape": "balanced", "hcp": "18-19"},
        GAME,
    )
    auction = Auction.parse("1S-P-2S-P")
    place = bidder.place(auction, Circumstances.of(auction))
    assert decide(place, Hand.parse("AKJ32.AK2.A32.32")).source is Source.BOOK
    assert decide(place, Hand.parse("AQJ32.AK2.A32.32")).source is Source.PATTERN
    assert decide(place, Hand.parse("AQJ432.AK2.A32.2")).source is Source.NONE, "4S is defined by the literal section"


def test_they_are_read_by_their_own_system():
    """The opponents' 1S shows hearts where their system says so."""
    here = make_bidder(*BOOK, {"prior_bids": "@ theirs a", "bid": "3a"})
    there = make_bidder({"bid": "1S", "hcp": "12+", "hearts_num": "5+"})
    auction = Auction.parse("1S")
    hand = Hand.parse("432.432.5432.432")
    assert str(decide(Table(there, here).place(auction), hand).call) == "3H"
    assert str(decide(Table(here, here).place(auction), hand).call) == "3S"


USE = {"prior_bids": "1H-2H", "bid": "3C", "use_against": "Michaels"}
MICHAELS = {"Michaels": Convention(parse_convention("Michaels"))}


@pytest.mark.parametrize(
    ("theirs", "fits", "why"),
    [
        ({"convention": "Michaels"}, True, "their cue-bid carries the convention"),
        ({"convention": "Michaels: Strong"}, True, "a subcategory is the convention too"),
        ({"convention": "Natural"}, False, "another convention"),
        ({}, False, "no convention"),
    ],
)
def test_use_against_looks_at_the_call_in_their_system(theirs, fits, why):
    here = make_bidder({"bid": "1H"}, USE)
    there = make_bidder({"prior_bids": "1H", "bid": "2H"} | theirs)
    auction = Auction.parse("1H-2H")
    place = Table(here, there).place(auction)
    hand = Hand.parse("432.432.5432.432")
    assert bool(list(place.matches(hand))) == fits, why
    if not fits:
        (section,) = place.sections
        assert section.why_inactive(section.entries[0], place.circumstances) is fields.USE_AGAINST


def test_use_against_holds_for_kinds_of_one_convention_and_not_for_different_ones():
    kinds = {"weak": "Michaels: Weak", "strong": "Michaels: Strong", "natural": ""}
    made = {
        name: {"prior_bids": "1H", "order": f"{place}00000", "bid": "2H", "convention": convention}
        for place, (name, convention) in enumerate(kinds.items())
    }
    ours, auction = make_bidder(USE), Auction.parse("1H-2H")
    for theirs, held in ((("weak", "strong"), True), (("weak", "natural"), False)):
        them = make_bidder(*(made[name] for name in theirs))
        place = ours.place(auction, Circumstances.of(auction), (them, ours, them))
        assert bool(place.calls) is held, theirs


def test_later_calls_replace_the_lengths_that_they_name():
    bidder = make_bidder(
        {"order": "100000", "bid": "1S", "spades_num": "5+", "spades_shown": "5", "expected_points": "12-20"},
        {"prior_bids": "1S-P-2C-P", "bid": "2S", "spades_shown": "4", "expected_points": "12-14"},
        {"prior_bids": "1S-P", "bid": "2C", "clubs_num": "4+", "asks": "G"},
    )
    shown = Table(bidder, bidder).shown(Auction.parse("1S-P-2C-P-2S"))
    assert shown[Seat.NORTH].expected.least == (0, 0, 0, 4)
    assert shown[Seat.NORTH].expected.points == (12, 14)
    assert shown[Seat.SOUTH].game_forced
    assert shown[Seat.EAST].expected == Expected()


def test_every_suit_clause_names_suits_only():
    for find, _ in SUIT_CLAUSES.values():
        assert set(find(state("1S-P-2D-P"))) <= set(range(4))


def test_an_auction_of_many_calls_is_read_without_end():
    calls = "-".join(f"{level}{strain}-P-P-D-P-P-R-P-P" for level in range(1, 8) for strain in "CDHSN")
    auction = Auction.parse(calls)
    bidder = make_bidder(*BOOK, {"prior_bids": "@ free", "bid": "P"})
    assert decide(bidder.place(auction, Circumstances.of(auction)), TWELVE).source is Source.SITUATION


def test_the_judgment_of_a_call_counts_in_this_hand():
    bidder, auction = make_bidder(*BOOK, GAME), Auction.parse("1S-P-2S-P")
    (tried,) = judge(bidder.place(auction, Circumstances.of(auction)), Call.parse("4S"), TWELVE)
    (failure,) = tried.failures
    assert (failure.needed, failure.had) == ("20 or more total points", "12 total points")
