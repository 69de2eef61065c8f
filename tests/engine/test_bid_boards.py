"""Boards that robots bid with a system: what is counted in them, and which of them a change can matter for."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.bidding.bidder import Bidder
from bidbase.checks import Survey, board_ends
from bidbase.checks.boards import BidBoard, BoardChange, BoardTally, PlaceCount, board_by_book
from bidbase.checks.registry import findings_about_system
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
    assert [one[:2] + one[3:] for one in again] == [one[:2] + one[3:] for one in anew], why
    assert all(one.met <= kept.met for one, kept in zip(anew, again, strict=True))
    assert any(not change.affects(one) for one in before) == spared, why


# entries of a small system in which much goes wrong, and cells that each of them may have instead
ENTRIES = [
    {"bid": "1C", "hcp": "12+"},
    {"bid": "1N", "order": "050000", "hcp": "15-17"},
    {"prior_bids": "1C-P", "bid": "1S", "asks": "1"},
    {"prior_bids": "1C-P-1S-P", "bid": "2C", "clubs_num": "4+"},
    {"prior_bids": "1N-P", "bid": "2S", "hcp": "4+", "asks": "SO"},
    {"prior_bids": "2S-P", "bid": "P"},
    {"prior_bids": "@ we hold, partner acted", "bid": "3N", "hcp": "14+"},
]
INSTEAD = st.fixed_dictionaries(
    {},
    optional={
        "hcp": st.sampled_from(["0-40", "10+", "P24+", "13-16"]),
        "asks": st.sampled_from(["1", "SO", "G"]),
        "usage": st.just("0"),
        "spades_num": st.sampled_from(["4+", "5+"]),
    },
)


@given(st.lists(st.tuples(st.integers(0, len(ENTRIES) - 1), st.none() | INSTEAD), min_size=1, max_size=3))
def test_after_any_changes_what_is_kept_says_what_the_check_says(changes):
    """Each change gives an entry other cells or removes it. The boards from before the change are bid again."""
    bidder = make_bidder(*ENTRIES)
    refs = [make_entry(**texts).id for texts in ENTRIES]
    boards = [board_by_book(bidder, number) for number in range(12)]
    for number, cells in changes:
        entry = replace(make_entry(**ENTRIES[number] | cells), id=refs[number]) if cells is not None else None
        new = Bidder(bidder.system.changed(entries={refs[number]: entry}), bidder)
        change = BoardChange(new, bidder)
        boards = [change.bid_again(one, number) for number, one in enumerate(boards)]
        bidder = new
    anew = [board_by_book(bidder, number) for number in range(len(boards))]
    by_kept, by_check = (
        list(findings_about_system(Survey(bidder, boards=bid), [rule.name for rule in board_ends.RULES]))
        for bid in (boards, anew)
    )
    assert by_kept == by_check
    assert [one.calls for one in boards] == [one.calls for one in anew]


def test_a_new_section_matters_where_it_would_have_applied_and_a_new_situation_anywhere():
    old = make_bidder({"bid": "P"}, {"order": "050000", "bid": "1C", "hcp": "12+"})
    opened, passed = board("1C-P-P-P", *[""] * 4), board("P-P-P-P", *[""] * 4)
    for key, affected in (("1C", [True, False]), ("@ we hold, free", [True, True])):
        entry = make_entry(prior_bids=key, bid="1H")
        change = BoardChange(Bidder(old.system.changed(entries={entry.id: entry}), old), old)
        assert [change.affects(one) for one in (opened, passed)] == affected, key
    assert not BoardChange(old, old).affects(opened)
