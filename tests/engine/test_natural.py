"""The natural reading of calls: what every player would take one for that nobody has agreed upon."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidbase.bidding.boards import fresh_boards
from bidbase.bidding.robots import Table
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import Hand, Seat, Vulnerability
from bidbase.game.dealing import numbered_deal
from bidbase.meaning.natural import NaturalReading, natural_reading
from bidbase.meaning.natural.reading import SURPRISING
from tests.engine.making import make_bidder, shipped_bidder
from tests.strength.replaced import FORCE_PASSED, replaced, tally

SAYC = shipped_bidder("sayc")
TABLE = Table(SAYC, SAYC)


def reading(calls: str, call: str) -> NaturalReading:
    found = natural_reading(TABLE.state(Auction.parse(calls)), Call.parse(call))
    assert found is not None
    return found


# (auction, call, text, what it asks, why)
READ = [
    ("1H-P-2H-P", "4N", "Asks for aces", "A", "a suit is set"),
    ("1S-P", "4N", "Asks for aces", "A", "partner's suit stands for one that is set"),
    ("1N-P", "4N", "Invites a slam in notrump", "O", "over notrump"),
    ("1D-P-1H-P-1N-P", "4N", "Invites a slam in notrump", "O", "no suit is set, and notrump was bid last"),
    ("4S", "4N", "Two long suits", "P", "over their suit by a side without one"),
    ("1S-P-2S-P", "5N", "Grand slam try", "1", "a suit is set"),
    ("2N-P", "5N", "Asks partner to choose a slam", "1", "over notrump"),
    ("1H", "2H", "Cue-bid, a very strong hand", "1", "a suit of the opponents"),
    ("1H-1S-2H", "3H", "Cue-bid, asks partner for more", "1", "the same once partner has bid"),
    ("1S-P-2S-P", "4D", "Control in diamonds, slam try", "1", "a new suit above three of the suit that is agreed"),
    ("1S-P-2S-P", "3C", "Trial bid", "1", "a new suit below it"),
    ("1H-P-2D-P", "4C", "Splinter", "G", "a double jump opposite a suit"),
    ("1S-P-2H-P", "4C", "Splinter", "G", "a jump above three of partner's suit"),
    ("1S-P-2S-P", "5S", "Invites a slam", "O", "five of a major that nobody was pushed into"),
    ("1S-P-2S-4H", "4S", "To play", "SO", "a game that they have pushed us into"),
    ("1C-P-1H-P", "3H", "Raise", "O", "a jump raise of partner's suit"),
    ("1H-P-1N-P-2C-P", "2H", "Preference", "", "partner's first suit after the second"),
    ("1H-P-1S-P", "2H", "Longer suit than was shown", "", "the own suit once more"),
    ("1D-P-1S-P", "2H", "Natural", "1", "a reverse is forcing"),
    ("1S-P-1N-P", "2H", "Natural", "", "a second suit below the first may be passed"),
    ("1H-P", "2C", "Natural", "1", "a new suit over an opening"),
    ("P-P-1H-P", "2C", "Natural", "", "by a passed hand it may be passed"),
    ("1D-1S-P", "2H", "Natural", "", "over an overcall it may be passed"),
    ("2S-P", "3H", "Natural", "1", "over a weak opening it is forcing"),
    ("1H", "3C", "Preempt", "", "a jump by a side that has shown nothing"),
    ("2H", "4C", "Strong jump", "", "but nobody preempts over a preempt"),
    ("1H-P", "4S", "To play", "SO", "a game in a suit of one's own"),
    ("1C-X", "3H", "Preempt", "", "a jump over their double"),
    ("1H", "X", "Takeout", "1", "the first chance, below game"),
    ("4H", "X", "Takeout", "1", "up to four hearts"),
    ("4S", "X", "For penalties", "", "above that"),
    ("1D-1S", "X", "Takeout", "1", "partner has bid, and they are low"),
    ("1D-4S", "X", "For penalties", "", "partner has bid, and they are at game"),
    ("1N-3C", "X", "For penalties", "", "partner has bid notrump"),
    ("1S-P-2S-3H", "X", "For penalties", "", "our side has found its suit"),
    ("1H-X-XX-2C", "X", "For penalties", "", "partner has redoubled"),
    ("3S-P-4S-P-P", "X", "For penalties", "", "they are at game"),
    ("1N", "X", "For penalties", "", "a notrump is doubled for penalties"),
    ("1N-P-2D", "X", "Good diamonds, asks for the lead", "", "they have not shown the suit that they bid"),
    ("1C-P-1H-P", "4S", "Splinter", "G", "nobody opens a club with six spades"),
    ("1D-P-1S-P", "4H", "Splinter", "G", "nor a diamond with six hearts"),
    ("1D-P-1H-P", "2S", "Natural", "G", "four spades and a strong hand are still possible"),
    ("1N-P-3N-P", "4H", SURPRISING, "", "nor a notrump"),
    ("1D-P-1H-P", "6N", SURPRISING, "", "an opening of one is limited"),
    ("1S-P-4S-P", "5S", SURPRISING, "", "also opposite a weak raise"),
    ("1N-P-2H-P-2S-P-2N-P", "4C", "Control in clubs, support for spades", "1", "a balanced hand has no shortness"),
    ("1S-P-3S-P-4N-P-5D-P", "6D", "Grand slam try", "1", "past five of the suit it is about seven"),
    ("1C-1D-1H-2D-P-P", "4N", "Asks for aces", "A", "partner's clubs are a suit as well"),
    ("P-P-1S-2D", "5H", SURPRISING, "", "with eight hearts nobody passes first"),
    ("P-P-2H-P-3H-P-P", "4S", "Long suit", "", "who has passed over two hearts is not strong"),
    ("", "6S", "To play", "SO", "nobody preempts with a slam"),
    ("1D", "6H", "To play", "SO", "nor over an opening"),
    ("1C", "5C", SURPRISING, "", "a cue-bid does not jump past game"),
    ("1H-X", "XX", "Strength", "", "over a takeout double"),
    ("1H-X-P-P", "XX", "Rescue", "1", "the double was passed: partner is to run"),
]


@pytest.mark.parametrize(("calls", "call", "text", "asks", "why"), READ)
def test_what_a_call_is_taken_for(calls, call, text, asks, why):
    found = reading(calls, call)
    assert (found.text, ",".join(found.asks)) == (text, asks), why


# (auction, call, a hand that fits, one that does not, why)
FITTING = [
    ("1H", "2C", "A4.75.KQ6.AJ9852", "A4.75.KQ632.AJ98", "five cards for a suit at the two level"),
    ("1H", "2C", "A4.75.KQ6.AJ9852", "94.75.Q63.QJ9852", "and the points of an overcall"),
    ("1S-P-P", "3C", "A4.75.AQ6.AKJ985", "A4.75.J63.QJ9852", "a jump when they are about to play is no preempt"),
    ("1D-1H", "1S", "KJ94.75.Q63.J985", "KJ9.75.Q632.J985", "four cards in answer to an opening"),
    ("1S-P", "3S", "KJ94.75.AQ63.985", "KJ94.75.Q863.985", "ten points or so for a raise to three"),
    ("1S-P", "2S", "KJ4.75.Q8632.985", "K4.75.QJ863.9852", "three cards for a raise of five"),
    ("2H-P", "3H", "A4.Q5.KQ63.A9852", "KJ94.5.AQ632.A98", "two cards for a raise of six"),
    ("1H-P-2C-P", "2H", "A4.KQ9852.K63.Q9", "A4.KQ985.K632.Q9", "six cards to bid the own suit again"),
    ("1H", "1N", "KJ4.AQ5.QJ83.K98", "KJ4.765.AQJ8.KQ8", "their suit stopped"),
    ("1H", "X", "KJ94.5.AQ63.K985", "KJ94.Q865.AQ6.K9", "short in their suit"),
    ("1H", "X", "AKQ94.5.AKQ3.K98", "94.Q865.AQ6.AK98", "or very strong"),
    ("1D-1S", "X", "75.KJ94.Q63.K985", "75.KJ9.Q6432.K98", "four cards where one suit is left over, more in all"),
    ("1H-P-2H-P", "4N", "K4.AKQ94.AKQ3.98", "KJ4.Q8652.Q6.K98", "the points for a slam"),
    ("1N-P", "6N", "AQ4.KQ5.KQ63.KJ9", "AQ4.KQ5.Q632.J98", "33 points together"),
    ("P-P-1H-P", "3C", "A4.75.K63.QJ9852", "A4.75.AK3.AQ9852", "a hand that has passed has no opening"),
]


@pytest.mark.parametrize(("calls", "call", "fits", "does_not", "why"), FITTING)
def test_the_hands_that_it_shows(calls, call, fits, does_not, why):
    kinds = reading(calls, call).kinds
    assert any(kind.holds(Hand.parse(fits)) for kind in kinds), why
    assert not any(kind.holds(Hand.parse(does_not)) for kind in kinds), why


@settings(max_examples=60)
@given(st.integers(1, 10**6), st.data())
def test_every_call_of_every_auction_has_a_reading_that_some_hand_fits(number, data):
    auction, _ = TABLE.bid_deal(numbered_deal(number), Seat.NORTH, Vulnerability.NONE)
    before = auction.before(data.draw(st.integers(0, len(auction.calls) - 1)))
    state = TABLE.state(before)
    for call in before.legal_calls():
        found = natural_reading(state, call)
        assert (found is None) is (call is PASS)
        for kind in found.kinds if found else ():
            low, high = zip(*(kind.hcp, kind.total, *kind.lengths), strict=True)
            assert all(map(int.__le__, low, high)), call
            assert sum(least for least, _ in kind.lengths) <= 13 <= sum(most for _, most in kind.lengths), call


def test_a_call_without_an_agreement_tells_what_it_would_be_taken_for():
    bidder = make_bidder({"bid": "1S", "spades_num": "5+", "hcp": "12-21"})
    table, after = Table(bidder, bidder), Auction.parse("1S-P-4N-P")
    meaning = table.meaning(Auction.parse("1S-P"), Call.parse("4N"))
    assert meaning.words() == "no agreement; asks for aces (17+ total points)"
    assert not meaning.offered
    state = table.state(after)
    assert state.forced, "partner answers"
    shown = table.shown(after)[Seat.SOUTH]
    assert (shown.summary, shown.agreed) == (None, False), "nobody has promised it"


def test_robots_answer_what_nobody_has_agreed_upon():
    """Of forcing calls without an agreement hardly any is passed: `make strength` has a thousand and more."""
    made, forcing, faults = tally(replaced(TABLE, fresh_boards(40, 7)))
    assert made > 60
    assert forcing > 30
    assert faults[FORCE_PASSED] <= forcing * 0.05
    assert not faults["part score with 33 points"]
