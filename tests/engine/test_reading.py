"""A meaning as people read it: few lines, the most frequent kind of hand first, and what a pass says after a force."""

import pytest

from bidbase.bidding.advice import line_of
from bidbase.bidding.robots import Table
from bidbase.game.auction import DOUBLE, Auction, Call
from bidbase.game.cards import Hand, Seat
from tests.engine.making import make_bidder, shipped_bidder

RAISE = {"bid": "2S", "hcp": "6-9"}
ASKS = {"bid": "2S", "hcp": "10+", "disclosure": "Asks"}


def entries(*cells):
    """Entries of one section after 1S-P, in this order."""
    return [{"prior_bids": "1S-P", "order": f"{number}00000"} | cell for number, cell in enumerate(cells, start=1)]


def read(*cells, auction="1S-P", call="2S", silent=()):
    """What people read of a call, with 1S as the only other agreement."""
    bidder = make_bidder({"order": "100000", "bid": "1S", "hcp": "12-21", "spades_num": "5+"}, *entries(*cells))
    return Table(bidder, bidder, silent=silent).meaning(Auction.parse(auction), Call.parse(call))


# (entries, lines, why)
LINES = [
    (
        [ASKS | {"hcp": "20+"}, RAISE | {"disclosure": "Raise"}],
        ["Raise (6–9 HCP)", "Asks (20+ HCP)"],
        "the most frequent hand comes first",
    ),
    (
        [ASKS | {"hcp": "6-9", "clubs_num": "7+"}, RAISE | {"disclosure": "Raise"}],
        ["Raise (6–9 HCP)"],
        "hands that are few and have the points of others are not told of",
    ),
    (
        [RAISE | {"disclosure": "Strong clubs", "hcp": "20+", "clubs_num": "7+"}, RAISE | {"disclosure": "Raise"}],
        ["Raise (6–9 HCP)", "Strong clubs (20+ HCP, 7+♣)"],
        "few hands with other points are",
    ),
    (
        [{"bid": "3S", "hcp": "14+"}, ASKS | {"disclosure": "Invites"}],
        ["Invites (10–13 HCP)"],
        "hands that an earlier entry takes are not in the range",
    ),
    (
        [{"bid": "3S", "hcp": "14+", "clubs_num": "4+"}, ASKS | {"disclosure": "Invites"}],
        ["Invites (10+ HCP)"],
        "unless it takes only some of them",
    ),
    (
        [{"bid": "3S", "hcp": "<6"}, {"bid": "3N", "hcp": "10+"}, {"bid": "2S", "disclosure": "Raise"}],
        ["Raise (6–9 HCP)"],
        "where the text and the specs say nothing of points, the hands do",
    ),
    (
        [{"bid": "3S", "hcp": "14+"}, ASKS | {"disclosure": "Invites", "shows": "10+"}],
        ["Invites (10+ HCP)"],
        "but not where the entry says what it shows",
    ),
    (
        [
            {"bid": "2S", "hcp": "6-9", "spades_num": number, "disclosure": f"Competing: {number}"}
            for number in ("3", "4", "2", "1")
        ],
        ["Competing (6–9 HCP)"],
        "of more than three lines those that begin alike up to a colon share one",
    ),
    (
        [RAISE | {"usage": "10", "disclosure": "A psych"}, ASKS],
        ["Asks (10+ HCP)", "A psych (6–9 HCP)"],
        "an entry that is seldom drawn is rare, whatever hands it takes",
    ),
    (
        [RAISE | {"disclosure": "Raise"}, {"bid": "2S", "hcp": "16+", "disclosure": "Raise"}],
        ["Raise (6–9 HCP; or 16+ HCP)"],
        "no text is said twice",
    ),
    (
        [{"bid": "2S", "hcp": hcp, "disclosure": "Raise"} for hcp in ("0-3", "6-9", "12+")],
        ["Raise"],
        "of three ranges only what is around them",
    ),
    (
        [ASKS | {"hcp": "8-9", "disclosure": "Asks, or invites"}, ASKS],
        ["Asks (8+ HCP)"],
        "a text that goes on where another ends shares its line",
    ),
    (
        [ASKS | {"disclosure": "Asks for aces"}, RAISE | {"disclosure": "Asks"}],
        ["Asks for aces (10+ HCP)", "Asks (6–9 HCP)"],
        "but not one that only begins with the same word",
    ),
    (
        [
            {"bid": "2S", "hcp": "25+", "disclosure": "Enormous"},
            {"bid": "2S", "hcp": "20-22", "disclosure": "Strong"},
            {"bid": "2S", "hcp": "6-9", "disclosure": "Raise"},
            {"bid": "2S", "hcp": "0-3", "disclosure": "Preempt"},
        ],
        ["Raise (6–9 HCP)", "Preempt (0–3 HCP)", "Or strong; or enormous (20–22 HCP; or 25+ HCP)"],
        "the rarest share the third line",
    ),
    (
        [
            {"bid": "2S", "hcp": hcp, "disclosure": f"A long text about hands that have {hcp} high-card points"}
            for hcp in ("25+", "20-22", "6-9", "0-3")
        ],
        [
            "A long text about hands that have 6-9 high-card points (6–9 HCP)",
            "A long text about hands that have 0-3 high-card points (0–3 HCP)",
            "Or another, rarer hand (20–22 HCP; or 25+ HCP)",
        ],
        "whose texts are not quoted where they are long",
    ),
]


@pytest.mark.parametrize(("cells", "lines", "why"), LINES)
def test_the_lines_that_people_read(cells, lines, why):
    meaning = read(*cells)
    assert [line.words() for line in meaning.lines] == lines, why
    assert {entry.id for line in (*meaning.lines, *meaning.rare) for entry in line.entries} <= {
        f"1S-P/{number}00000/2S" for number in range(1, len(cells) + 1)
    }
    assert sum(cell["bid"] == "2S" for cell in cells) == len(
        {entry.id for line in (*meaning.lines, *meaning.rare) for entry in line.entries}
    ), "each entry stays with its line"


# (text of the call, what it asks, what is read, why)
ASKED = [
    ("Natural", "1", "Natural (6–9 HCP). Partner may not pass", "the text says nothing of it"),
    ("Natural, forcing", "1", "Natural, forcing (6–9 HCP)", "the text says it"),
    ("Natural, forcing", "1,A", "Natural, forcing (6–9 HCP). Asks for aces", "all that the text does not say"),
    ("Natural, not forcing", "1", "Natural, not forcing (6–9 HCP). Partner may not pass", "the text says otherwise"),
    ("Invites game", "O", "Invites game (6–9 HCP)", "an invitation"),
    ("Natural, forcing", "G", "Natural, forcing (6–9 HCP). Forcing to game", "forcing is less than that"),
    ("To play", "SO", "To play (6–9 HCP)", "a sign-off"),
]


@pytest.mark.parametrize(("text", "asks", "words", "why"), ASKED)
def test_what_a_call_asks_is_not_said_twice(text, asks, words, why):
    assert read(RAISE | {"disclosure": text, "asks": asks}).words() == words, why


def test_a_takeout_double_asks_partner_to_bid():
    double = {"prior_bids": "1S", "bid": "X", "hcp": "12+", "disclosure": "Takeout", "asks": "1"}
    bidder = make_bidder({"bid": "1S", "hcp": "12-21", "spades_num": "5+"}, double)
    table = Table(bidder, bidder)
    assert table.meaning(Auction.parse("1S"), Call.parse("X")).words() == "Takeout (12+ HCP). Asks partner to bid"
    after = table.meaning(Auction.parse("1S-X-P"), Call.parse("P"))
    assert after.words() == "Partner's double asks for a bid: no pass"


def test_a_penalty_double_does_not_ask_for_a_bid():
    double = {"prior_bids": "1S-2C", "bid": "X", "hcp": "10+", "disclosure": "Wants to penalize", "asks": "1"}
    bidder = make_bidder({"bid": "1S", "hcp": "12-21", "spades_num": "5+"}, double)
    assert Table(bidder, bidder).meaning(Auction.parse("1S-2C"), DOUBLE).words() == "Wants to penalize (10+ HCP)"


def test_help_that_a_call_asks_for_is_told_once():
    game_try = {"bid": "3C", "disclosure": "A game try", "clubs_shown": "H"}
    assert read(game_try, call="3C").words() == "A game try. Needs help in clubs"
    assert read(game_try | {"asks": "HC"}, call="3C").words() == "A game try. Asks for help in clubs"
    told = {"asks": "HC", "disclosure": "A game try, asks for help in clubs"}
    assert read(game_try | told, call="3C").words() == "A game try, asks for help in clubs"


def test_what_is_known_already_is_not_expected():
    opening = {"order": "100000", "bid": "1N", "hcp": "15-17", "shape": "balanced"}
    answer = {"prior_bids": "1N-P-2C-P", "bid": "2D", "expected_points": "15-17", "diamonds_shown": "2"}
    bidder = make_bidder(opening, {"prior_bids": "1N-P", "bid": "2C", "hcp": "8+"}, answer)
    assert Table(bidder, bidder).meaning(Auction.parse("1N-P-2C-P"), Call.parse("2D")).expectation == ""


def test_a_pass_that_leaves_no_hand_over_says_so():
    told = ({"bid": "2S", "hcp": "6+"}, {"bid": "P", "hcp": "<6", "disclosure": "Weak"})
    assert read(*told, call="P").words() == "Weak (0–5 HCP)", "all other hands bid"
    last = ({"bid": "2S", "hcp": "6-9"}, {"bid": "P", "disclosure": "Nothing to add"})
    assert read(*last, call="P").words() == "Nothing to add", "it takes whatever comes to it"
    gap = ({"bid": "2S", "hcp": "6-9"}, {"bid": "P", "hcp": "<6", "disclosure": "Weak"})
    assert read(*gap, call="P").words() == "Weak (0–5 HCP); or no suitable bid", "ten points pass too"


def test_a_hint_quotes_a_line_that_people_are_not_told_of():
    cells = [ASKS | {"hcp": "6-9", "clubs_num": "7+"}, RAISE | {"disclosure": "Raise"}]
    bidder = make_bidder({"order": "100000", "bid": "1S", "hcp": "12-21", "spades_num": "5+"}, *entries(*cells))
    table, auction = Table(bidder, bidder), Auction.parse("1S-P")
    decision = table.decide(Hand.parse("2.32.KQ2.K765432"), auction)
    line = line_of(table.meaning(auction, decision.call), decision)
    assert line is not None
    assert line.text == "Asks"


# (what 1N and 2C ask, auction, what a pass means, why)
PASSES = [
    ("1", "1S-P-1N-P", "Partner's bid is forcing: no pass", "no entry passes"),
    ("G", "1S-P-1N-P", "Partner's bid is forcing: no pass", "a force to game is a force"),
    ("O", "1S-P-1N-P", "no suitable bid", "an invitation may be passed"),
    ("", "1S-P-1N-P", "no suitable bid", "so may what asks nothing"),
    ("1", "1S-P-1N-2C", "no suitable bid", "their bid takes the force away"),
    ("1", "1S-P-1N", "no suitable bid", "the opponents are not forced"),
    ("G", "1S-P-1N-P-2S-P", "We are forced to game: no pass", "once a call has forced to game, until game is bid"),
    ("G", "1S-P-1N-P-3N-P", "no suitable bid", "game is bid"),
]


@pytest.mark.parametrize(("asks", "auction", "words", "why"), PASSES)
def test_what_a_pass_says_where_partner_may_have_forced(asks, auction, words, why):
    assert read({"bid": "1N", "hcp": "6-9", "asks": asks}, auction=auction, call="P").words() == words, why


def test_a_pass_that_an_entry_makes_after_a_force_is_told_alone():
    agreed = {"prior_bids": "1S-P-1N-P", "order": "100000", "bid": "P", "disclosure": "A psych", "hcp": "<14"}
    bidder = make_bidder(
        {"order": "100000", "bid": "1S", "hcp": "12-21", "spades_num": "5+"},
        *entries({"bid": "1N", "hcp": "6-9", "asks": "1"}),
        agreed,
    )
    meaning = Table(bidder, bidder).meaning(Auction.parse("1S-P-1N-P"), Call.parse("P"))
    assert meaning.words() == "A psych (12–13 HCP)"


def test_a_silent_player_is_not_bidding():
    weak = {"bid": "P", "hcp": "<6", "disclosure": "Weak"}
    assert read(weak, call="P").words() == "Weak (0–5 HCP); or no suitable bid"
    silent = read(weak, call="P", silent=(Seat.SOUTH,))
    assert silent.words() == "not bidding"
    assert silent.summary is None


# (auction, call, what people read, why)
NO_BY_PRODUCTS = [
    ("P-1D-P-1H", "X", "Takeout: the unbid suits (9–11 HCP, 3+♠, 3+♣). Asks partner to bid", "no 18 after a pass"),
    ("1N-P-2H-P-2S-P-4S-P", "4N", "Blackwood (15–17 HCP). Asks for aces", "no 23 total points after 1NT"),
    (
        "P-1H-P-P",
        "X",
        "Takeout: support for the other suits (8–12 HCP). Asks partner to bid",
        "two cards are no support",
    ),
    ("1S-P-3S-P-4N-P-5D-P", "P", "Partner's 5♦ is an answer, and shows no diamonds: no pass", "5♦ is no contract"),
]


@pytest.mark.parametrize(("auction", "call", "words", "why"), NO_BY_PRODUCTS)
def test_what_nobody_would_tell_is_not_read(auction, call, words, why):
    bidder = shipped_bidder("sayc")
    assert Table(bidder, bidder).meaning(Auction.parse(auction), Call.parse(call)).words() == words, why
