"""Boards that robots bid with a system: what is counted in them, and which of them a change can matter for."""

from dataclasses import replace

import pytest

from bidbase.bidding.bidder import Bidder
from bidbase.checks.boards import BidBoard, BoardChange, BoardTally, PlaceCount, board_by_book
from tests.engine.making import make_bidder, make_entry, make_system, shipped_bidder

BOARDS = 60


def board(calls: str, *refs: str) -> BidBoard:
    return BidBoard(tuple(calls.split("-")), refs, frozenset())


def test_a_board_has_its_calls_the_entries_that_made_them_and_the_sections_that_applied():
    bidder = make_bidder({"bid": "P"}, {"order": "050000", "bid": "1C", "hcp": "12+"})
    bid = [board_by_book(bidder, number) for number in range(BOARDS)]
    opened = next(one for one in bid if "1C" in one.calls)
    index = opened.calls.index("1C")
    assert opened.refs[: index + 1] == ("opening/100000/P",) * index + ("opening/050000/1C",)
    assert set(opened.refs[index + 1 :]) == {""}, "nothing is agreed over 1C"
    assert opened.met == {""}
    assert opened.calls[index + 1 :] == ("P", "P", "P")
    assert bid == [board_by_book(bidder, number) for number in range(BOARDS)], "the boards are always the same"


# the calls, and the prior bids at each turn: those before the opening do not count
PLACES = [
    ("P-P-P-P", ["", "", "", ""]),
    ("P-1N-P-P-P", ["", "", "1N", "1N-P", "1N-P-P"]),
    ("1C-D-R-P-P-P", ["", "1C", "1C-D", "1C-D-R", "1C-D-R-P", "1C-D-R-P-P"]),
]


@pytest.mark.parametrize(("calls", "places"), PLACES)
def test_the_places_of_a_board_are_named_as_sections_are(calls, places):
    assert [*board(calls, *[""] * (calls.count("-") + 1)).places()] == places


def test_what_is_counted():
    club, two, four = "opening/100000/1C", "1C-P/100000/2C", "@ we hold, free/100000/4C"
    system = make_system(
        {"bid": "1C", "convention": "Strong club"},
        {"prior_bids": "1C-P", "bid": "2C", "convention": "Strong club: Raise"},
        {"prior_bids": "@ we hold, free", "bid": "4C"},
    )
    tally = BoardTally(system)
    for one in (
        board("1C-P-2C-P-4C-P-P-P", club, "", two, "", four, "", "", ""),
        board("1C-P-2C-P-P-P", club, two, two, two, two, two),
        board("P-P-P-P", club, club, club, club),
    ):
        tally.add(one)
    assert tally.boards == 3
    assert tally.leaky == 1
    assert tally.entries == {club: 3, two: 2, four: 1}, "a board counts once, however often an entry makes a call"
    assert tally.conventions == {"Strong club": 3, "Strong club: Raise": 2}
    assert tally.places[""] == PlaceCount(6, 0, 0, 1)
    assert tally.places["1C"] == PlaceCount(2, 1, 0, 1)
    assert tally.places["1C-P-2C-P"] == PlaceCount(2, 0, 1, 1), "a bid by a situation, which is no agreement"
    assert tally.places["1C-P-2C-P-4C-P-P"] == PlaceCount(1, 1, 0, 1)


def test_a_pass_by_a_situation_does_not_leak():
    rule = "@ we hold, free/100000/P"
    tally = BoardTally(make_system({"prior_bids": "@ we hold, free", "bid": "P"}))
    tally.add(board("1C-P-P-P", rule, rule, rule, rule))
    assert tally.places["1C"].leaked == 0


def test_entries_come_up_as_often_as_hands_are_dealt():
    bidder = make_bidder({"order": "050000", "bid": "1C", "hcp": "12+"}, {"bid": "P"})
    tally = BoardTally(bidder.system)
    for number in range(400):
        tally.add(board_by_book(bidder, number))
    # 35 % of hands have twelve points; somebody has them in nearly every board
    assert tally.entries["opening/050000/1C"] / 400 == pytest.approx(0.94, abs=0.05)


# the section, its call, what is said of it otherwise, and whether boards are left for which that cannot matter
CHANGES = [
    ("1N-P", "", {"hcp": "0-3"}, True, "a section of one auction"),
    ("2C-?-2N-P", "", {"hcp": "30+"}, True, "a pattern that few boards get to"),
    ("1a-P; a=M", "", {"hcp": "12+"}, True, "a pattern that many get to"),
    ("", "1N", {"hcp": "14-16"}, False, "an opening: every board gets to its section"),
    ("", "1S", {"disclosure": "A major"}, False, "a call that only says something else"),
]


@pytest.mark.parametrize(("section", "bid", "cells", "spared", "why"), CHANGES)
def test_after_a_change_a_board_is_bid_again_as_far_as_it_can_matter(section, bid, cells, spared, why):
    old = shipped_bidder("sayc")
    entry = next(one for one in old.system.sections[section] if bid in ("", str(one.bid)))
    texts = {name: str(cell) for name, cell in entry.cells.items()} | cells
    new = Bidder(old.system.changed(entries={entry.id: replace(make_entry(**texts), id=entry.id)}), old)
    change = BoardChange(new, old)
    before = [board_by_book(old, number) for number in range(BOARDS)]
    again = [change.bid_again(one, number) for number, one in enumerate(before)]
    anew = [board_by_book(new, number) for number in range(BOARDS)]
    assert [(one.calls, one.refs) for one in again] == [(one.calls, one.refs) for one in anew], why
    assert all(one.met <= kept.met for one, kept in zip(anew, again, strict=True))
    assert any(not change.affects(one) for one in before) == spared, why


def test_a_new_section_matters_where_it_would_have_applied_and_a_new_situation_anywhere():
    old = make_bidder({"bid": "P"}, {"order": "050000", "bid": "1C", "hcp": "12+"})
    opened, passed = board("1C-P-P-P", *[""] * 4), board("P-P-P-P", *[""] * 4)
    for key, affected in (("1C", [True, False]), ("@ we hold, free", [True, True])):
        entry = make_entry(prior_bids=key, bid="1H")
        change = BoardChange(Bidder(old.system.changed(entries={entry.id: entry}), old), old)
        assert [change.affects(one) for one in (opened, passed)] == affected, key
    assert not BoardChange(old, old).affects(opened)
