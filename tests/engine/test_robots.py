"""Robots: who reads which codes, percentages by deal, and that they never make an illegal call."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidbase.bidding import bidder
from bidbase.bidding.bidder import Bidder, Source
from bidbase.bidding.robots import Table
from bidbase.compiler import pattern_index, section_store
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import Seat, Side, Vulnerability, board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal
from bidbase.language.bids import parse_convention
from bidbase.systems.conventions import Convention
from tests.engine.making import make_bidder, shipped_bidder


def robots(seed: str = "") -> Table:
    return Table(shipped_bidder("sayc"), shipped_bidder("sayc"), seed=seed)


@given(st.integers(1, 100_000))
def test_four_robots_bid_every_deal_to_its_end(number):
    deal, dealer, vulnerability = numbered_deal(number), board_dealer(number), board_vulnerability(number)
    auction, decisions = robots(str(number)).bid_deal(deal, dealer, vulnerability)
    assert auction.finished
    assert [decision.call for decision in decisions] == list(auction.calls)
    again = robots(str(number)).bid_deal(deal, dealer, vulnerability)[0]
    assert again == auction, "the same deal is bid the same way"


@settings(max_examples=30)  # some ten calls each, and every call that could have been made
@given(st.integers(1, 100_000))
def test_what_is_agreed_of_a_robots_call_holds_its_hand(number):
    deal, table = numbered_deal(number), robots(str(number))
    for before, call in calls_of(table, number):
        agreed = shipped_bidder("sayc").read(table.place(before), call)
        assert agreed.summary is None or agreed.summary.holds(deal[before.turn]), f"{before} {call}: {agreed.words()}"
        told = table.meaning(before, call)
        assert table.meanings(before)[call].words() == told.words(), "it means the same before it is made"


def test_what_people_are_told_of_a_robots_call_holds_nearly_all_hands():
    """Kinds of hand that are rare where the call is made, and points that few of its hands have, are not told."""
    holds = []
    for number in range(1, 101):
        deal, table = numbered_deal(number), robots(str(number))
        meanings = ((before.turn, table.meaning(before, call)) for before, call in calls_of(table, number))
        holds += [told.summary.holds(deal[turn]) for turn, told in meanings if told.summary is not None]
    assert len(holds) > 500
    assert sum(holds) > 0.99 * len(holds)


def calls_of(table: Table, number: int) -> Iterator[tuple[Auction, Call]]:
    """The calls that four robots make on a deal, each with the auction before it."""
    auction, _ = table.bid_deal(numbered_deal(number), board_dealer(number), board_vulnerability(number))
    return ((auction.before(index), call) for index, call in enumerate(auction.calls))


@given(st.integers(1, 10_000), st.sets(st.sampled_from(Seat)))
def test_robots_told_to_stay_silent_pass_whatever_they_hold(number, silent):
    bidder = shipped_bidder("sayc")
    table = Table(bidder, bidder, seed=str(number), silent=silent)
    auction, decisions = table.bid_deal(numbered_deal(number), board_dealer(number), board_vulnerability(number))
    for index, decision in enumerate(decisions):
        assert (decision.source is Source.SILENT) is (auction.seat_of(index) in silent)
        assert decision.source is not Source.SILENT or (decision.call, decision.entry) == (PASS, None)


@pytest.mark.parametrize("seat", Seat)
def test_robots_bid_up_to_a_seats_turn(seat):
    auction, decisions = robots("1").bid_out(numbered_deal(1), Auction(board_dealer(1), board_vulnerability(1)), seat)
    whole = robots("1").bid_deal(numbered_deal(1), board_dealer(1), board_vulnerability(1))[0]
    assert (auction.turn, len(decisions)) == (seat, len(auction.calls))
    assert auction == whole.before(len(decisions))


@pytest.mark.parametrize(
    ("module", "limit"),
    [
        (bidder, "MAX_TURNS"),
        (bidder, "MAX_MEANINGS"),
        (section_store, "MAX_SECTIONS"),
        (pattern_index, "MAX_STATES"),
    ],
)
def test_robots_that_forget_at_once_bid_alike(monkeypatch, module, limit):
    def bid(number: int) -> Auction:
        table = Table(forgetful, forgetful, seed=str(number))
        return table.bid_deal(numbered_deal(number), board_dealer(number), board_vulnerability(number))[0]

    forgetful = Bidder(shipped_bidder("sayc").system)
    expected = [bid(number) for number in range(1, 21)]
    monkeypatch.setattr(module, limit, 3)
    forgetful = Bidder(shipped_bidder("sayc").system)
    assert [bid(number) for number in range(1, 21)] == expected


def test_a_call_of_a_robot_comes_from_the_entry_it_names():
    deal = numbered_deal(1)
    table = robots()
    auction, decisions = table.bid_deal(deal, Seat.NORTH, Vulnerability.NONE)
    for index, decision in enumerate(decisions):
        assert (decision.entry is None) == (decision.source is Source.NONE)
        if decision.entry is not None:
            (section,) = (
                section_asked
                for section_asked in table.place(auction.before(index)).sections
                if section_asked is decision.section
            )
            assert decision.entry in section.entries
            assert decision.call in decision.entry.calls()


def test_a_system_of_both_sides_tells_the_student_from_the_others():
    conventions = {"Multi": Convention(parse_convention("Multi"), "W")}
    bidder = make_bidder({"bid": "2D", "convention": "Multi"}, conventions=conventions)
    deal = numbered_deal(1)
    for student, call in ((Side.NS, "2D"), (Side.EW, "P")):
        assert str(Table(bidder, bidder, student=student).decide(deal[Seat.NORTH], Auction()).call) == call


def test_two_systems_each_read_their_own_codes_as_we():
    conventions = {"Multi": Convention(parse_convention("Multi"), "W")}
    cells = {"bid": "2D", "convention": "Multi"}
    ns, ew = (make_bidder(cells, conventions=conventions) for _ in range(2))
    deal = numbered_deal(1)
    decision = Table(ns, ew, student=Side.NS).decide(deal[Seat.EAST], Auction.parse("P"))
    assert str(decision.call) == "2D"


def test_percentages_depend_on_the_deal():
    bidder = make_bidder({"bid": "1S", "usage": "50"}, {"bid": "1N", "usage": "50"})
    calls = {
        str(Table(bidder, bidder, seed=str(n)).decide(numbered_deal(1)[Seat.NORTH], Auction()).call) for n in range(30)
    }
    assert calls == {"1S", "1N"}


def test_each_seat_bids_from_the_system_of_its_side():
    opens, passes = make_bidder({"bid": "1N"}), make_bidder({"prior_bids": "1N", "bid": "2C"})
    table = Table(opens, passes)
    assert [table.bidder(seat) for seat in Seat] == [opens, passes, opens, passes]
    assert [str(call) for call in table.place(Auction()).calls] == ["1N"]
    assert [str(call) for call in table.place(Auction.parse("1N")).calls] == ["2C"]
    assert not table.place(Auction.parse("P")).calls
