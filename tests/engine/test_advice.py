"""What a teacher says of a wrong call: why not this one, and why the better one, each way of saying it once."""

import pytest

from bidbase.bidding.advice import line_of, line_words, why_better
from bidbase.bidding.bidder import decide
from bidbase.bidding.objections import force_words, is_natural, why_not
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand
from tests.engine.making import make_bidder, shipped_bidder

OPENINGS = [
    {"order": "100000", "bid": "1N", "hcp": "15-17", "shape": "balanced", "disclosure": "Strong"},
    {"order": "200000", "bid": "1S", "hcp": "12-20", "spades_num": "5+", "disclosure": "Natural"},
    {"order": "300000", "bid": "1H", "hcp": "12-20", "hearts_num": "4+", "disclosure": "Natural"},
    {"order": "400000", "bid": "1D", "hcp": "12-20", "diamonds_num": "4+", "disclosure": "Natural"},
    {"order": "500000", "bid": "2C", "hcp": "21+", "disclosure": "Strong: asks for controls", "asks": "1"},
    {"order": "600000", "bid": "2S", "hcp": "6-10", "spades_num": "6", "spades_points": "4+", "disclosure": "Weak"},
    {"order": "900000", "bid": "P", "hcp": "0-11", "disclosure": "Too weak"},
]
ANSWERS = [
    {"prior_bids": "1H-P", "order": "100000", "bid": "3H", "hcp": "10-12", "hearts_num": "4+", "disclosure": "Invites"},
    {"prior_bids": "1H-P", "order": "200000", "bid": "2H", "hcp": "6-12", "hearts_num": "3+", "disclosure": "Raise"},
    {"prior_bids": "1H-P", "order": "300000", "bid": "1S", "hcp": "6+", "spades_num": "4+", "asks": "1"},
    {"prior_bids": "1H-P", "order": "400000", "bid": "1N", "hcp": "6-12", "disclosure": "No fit"},
    {"prior_bids": "1H-P-3H-P", "order": "100000", "bid": "4H", "hcp": "14+", "disclosure": "Accepts"},
    {"prior_bids": "2C-P", "order": "100000", "bid": "2D", "disclosure": "Waiting"},
    {"prior_bids": "2S-P", "order": "100000", "bid": "4S", "hcp": "16+", "disclosure": "To play", "asks": "SO"},
    {"prior_bids": "2S-P-4S-P", "order": "100000", "bid": "P", "disclosure": "Partner decides"},
    {"prior_bids": "2S-P-4S-P", "order": "200000", "bid": "4N", "disclosure": "Asks for aces", "asks": "A"},
]


@pytest.fixture(scope="module")
def table() -> Table:
    bidder = make_bidder(*OPENINGS, *ANSWERS)
    return Table(bidder, bidder)


WHY_NOT = [
    ("", "AQ32.K432.432.32", "1H", ["1♥ promises 12 or more HCP; you have 9."], "points"),
    ("", "AQ2.K32.KJ32.432", "1H", ["1♥ promises four or more hearts; you have three."], "length"),
    (
        "",
        "32.Q32.A432.5432",
        "1S",
        ["1♠ promises 12 or more HCP; you have 6.", "It also promises five or more spades; you have two."],
        "two reasons, points first",
    ),
    ("", "J98432.KQ2.Q32.2", "2S", ["2♠ promises a better spade suit; you have ♠J98432."], "quality"),
    (
        "",
        "AQ2.KQ32.KJ32.32",
        "7N",
        ["There is no agreement about 7NT.", "As a natural bid it promises 28 or more HCP; you have 15."],
        "no agreement",
    ),
    ("", "AQ2.KQ32.KJ32.32", "1H", [], "nothing is against it: another call comes first"),
    ("2C-P", "432.5432.432.432", "P", ["Partner's 2♣ is forcing: you may not pass."], "a force"),
    ("1H-P", "432.Q32.K432.432", "P", [], "a pass without limits"),
]


@pytest.mark.parametrize(("auction", "hand", "call", "said", "reason"), WHY_NOT)
def test_why_not(table, auction, hand, call, said, reason):
    assert list(why_not(table, Auction.parse(auction), Hand.parse(hand), Call.parse(call))) == said, reason


WHY_BETTER = [
    ("", "AQ2.Q32.KQ32.K32", "1D", "1NT shows 15 to 17 HCP; 1♦ shows 12 to 20.", "both fit"),
    ("", "AQ432.KQ2.2.K432", "1C", "1♠ shows 12 to 20 HCP and five or more spades.", "no agreement about the other"),
    (
        "",
        "AQ432.K2.Q5432.K",
        "1D",
        "Your spades and diamonds are equally long: bid the higher suit first.",
        "two long suits",
    ),
    (
        "",
        "2.KQ432.AQ32.K32",
        "1D",
        "Your hearts are longer than your diamonds: bid the longer suit first.",
        "the longer suit",
    ),
    ("", "AKQ2.AKQ2.AQ32.2", "1H", "2♣: Strong, asks for controls.", "artificial: in the words of the entry"),
    ("", "432.Q32.K432.Q32", "1H", "That is too little for an opening bid: pass.", "no other bid either"),
    (
        "1H-P",
        "432.Q432.AQ32.K2",
        "2H",
        "3♥ shows support, four or more hearts; 2♥ promises only three.",
        "more support",
    ),
    (
        "1H-P",
        "KQ32.32.K432.432",
        "1N",
        "1♠ promises four or more spades; 1NT does not promise them.",
        "a suit of one's own",
    ),
    ("1H-P", "432.Q32.K432.Q32", "1N", "2♥ shows support, three or more hearts; 1NT does not.", "support"),
    ("2S-P-4S-P", "KQJ432.K2.432.32", "4N", "", "a sign-off, which is said at once"),
]


@pytest.mark.parametrize(("auction", "hand", "call", "said", "reason"), WHY_BETTER)
def test_why_better(table, auction, hand, call, said, reason):
    before, held, made = Auction.parse(auction), Hand.parse(hand), Call.parse(call)
    best = decide(table.place(before), held)
    excluded = bool(why_not(table, before, held, made))
    assert why_better(table, before, held, made, best, excluded) == said, reason


FORCES = [
    ("2C-P", "Partner's 2♣ is forcing", "a forcing bid"),
    ("2C-2H", "", "their bid takes the force away"),
    ("1H-P", "", "a bid that may be passed"),
    ("1H-X-P", "Partner's double asks for a bid", "a takeout double"),
    ("1S-P-2N-P-4S-P", "", "game is bid"),
    ("1S-P-3S-P-4N-P-5D-P", "Partner's 5♦ is an answer, and shows no diamonds", "an answer is no place to play"),
    ("1S-P-3S-P-4N-P-5H-5S", "", "they have bid over it"),
    ("1S-P-3S-P-4N-P-5S-P", "", "five of the suit that is set may be passed"),
    ("1D-P-1S-P-3D-P-5D-P", "", "so may a game"),
    ("", "", "nobody has bid"),
]


@pytest.mark.parametrize(("auction", "said", "reason"), FORCES)
def test_force_words(auction, said, reason):
    bidder = shipped_bidder("sayc")
    assert force_words(Table(bidder, bidder), Auction.parse(auction)) == said, reason


def test_a_side_that_is_forced_to_game_is_told_so():
    """Responder has forced to game, and opener's rebid asks nothing."""
    bidder = make_bidder(
        {"bid": "1S", "hcp": "12+"},
        {"prior_bids": "1S-P", "bid": "2N", "hcp": "13+", "asks": "G"},
        {"prior_bids": "1S-P-2N-P", "bid": "3S"},
    )
    assert force_words(Table(bidder, bidder), Auction.parse("1S-P-2N-P-3S-P")) == "Your side is forced to game"


LINES = [
    # auction, hand, whether its call is natural, and the words about it
    ("", "AQ2.K32.J432.432", False, "Pass: Too weak"),
    ("", "AQ2.Q32.KQ32.K32", True, "1NT shows 15 to 17 HCP and a balanced hand"),
    ("", "AQ432.KQ2.2.K432", True, "1♠ shows 12 to 20 HCP and five or more spades"),
    ("", "KQJ432.2.432.432", True, "2♠ shows 6 to 10 HCP and six spades"),
    ("", "AKQ2.AKQ2.AQ32.2", False, "2♣: Strong, asks for controls"),
    ("2C-P", "432.5432.432.432", False, "2♦: Waiting"),
]


@pytest.mark.parametrize(("auction", "hand", "natural", "words"), LINES)
def test_words_about_a_call(table, auction, hand, natural, words):
    before = Auction.parse(auction)
    best = decide(table.place(before), Hand.parse(hand))
    line = line_of(table.meaning(before, best.call), best)
    assert line is not None
    assert (is_natural(best.call, line), line_words(best.call, line)) == (natural, words)
