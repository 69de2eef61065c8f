"""The notes of conventions agree with the entries: their examples are bid as they say, and the points and
lengths that they state are those told.

`notes/examples.csv` has the example of each note as an auction with the call that the note gives to the hand, for one
system or for both; a convention that is off is switched on for it.
`notes/ranges.csv` the points and the lengths of suits that a note states, in its own words, with the call that shows
them.
"""

import csv
from functools import cache
from pathlib import Path

import pytest

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import SUITS, Hand
from bidbase.game.holdings import MAX_HCP
from bidbase.meaning.disclosure import MeaningLine
from bidbase.meaning.hand_summary import MAX_DUMMY, MAX_TOTAL
from tests.engine.making import bidder_with, shipped_bidder, strong_club_bidder

MAX_LENGTH = 13
SYSTEMS = ("sayc", "2over1")
NOTES = Path(__file__).parent / "notes"
OPPONENTS = {"Defense to a strong club": strong_club_bidder}
"""Who plays what a convention is for, where no shipped system does."""


def plays(system: str, name: str) -> bool:
    """Whether a system has entries of a convention that need no simulation."""
    return name in _played(system)


@cache
def _played(system: str) -> set[str]:
    entries = shipped_bidder(system).system.entries
    return {str(entry.convention) for entry in entries if entry.convention and not entry.usage.analysis}


def rows(name: str) -> list:
    """The rows of a table, each for the system that it names, or else for those that have the convention."""
    with (NOTES / name).open(encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    return [
        pytest.param(system, row, id=" ".join((system, row["convention"], row["auction"], row["call"])))
        for row in table
        for system in ([row["systems"]] if row["systems"] else SYSTEMS)
        if plays(system, row["convention"])
    ]


def note_of(bidder: Bidder, name: str) -> str:
    return next(convention.notes for key, convention in bidder.system.conventions.items() if str(key) == name)


@pytest.mark.parametrize(("system", "row"), rows("examples.csv"))
def test_the_example_of_a_note_is_bid_as_it_says(system, row):
    bidder = bidder_with(system, row["convention"])
    assert row["hand"] in note_of(bidder, row["convention"])
    hand = Hand.parse(row["hand"].replace(" ", ".").replace("-", ""))
    opponents = OPPONENTS[row["convention"]]() if row["convention"] in OPPONENTS else bidder
    decision = Table(opponents, bidder).decide(hand, Auction.parse(row["auction"]))
    assert decision.call is Call.parse(row["call"]), decision.entry and decision.entry.id


@pytest.mark.parametrize(("system", "row"), rows("ranges.csv"))
def test_the_points_and_lengths_that_a_note_states_are_those_of_the_call(system, row):
    bidder = bidder_with(system, row["convention"])
    assert row["says"] in note_of(bidder, row["convention"])
    lines = Table(bidder, bidder).meaning(Auction.parse(row["auction"]), Call.parse(row["call"])).lines
    stated = int(row["low"]), int(row["high"]) if row["high"] else None
    told = [range_told(line, row["counted"]) for line in lines]
    room = 1 if "about" in row["says"] else 0
    assert any(agree(stated, limits, room) for limits in told), told


def range_told(line: MeaningLine, counted: str) -> tuple[int, int | None]:
    """The least and the most points, or cards of a suit, that a line has; None for no upper limit."""
    summary = line.summary
    ranges = {suit.title: (length, MAX_LENGTH) for suit, length in zip(SUITS, summary.lengths, strict=True)} | {
        "HCP": (summary.hcp, MAX_HCP),
        "total points": (summary.total, MAX_TOTAL),
        "points with short suits": (summary.dummy_limits, MAX_DUMMY),
    }
    (least, most), limit = ranges[counted]
    return least, most if most < limit else None


def agree(stated: tuple[int, int | None], told: tuple[int, int | None], room: int) -> bool:
    """Whether a line has the range that a note states; "about" leaves room for one, and no upper limit for any."""
    (low, high), (least, most) = stated, told
    return abs(low - least) <= room and (high is None or (most is not None and abs(high - most) <= room))


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_note_of_a_convention_with_entries_has_an_example(system):
    bidder = shipped_bidder(system)
    shown = {row["convention"] for of, row in (param.values for param in rows("examples.csv")) if of == system}
    noted = [name for name, convention in bidder.system.conventions.items() if convention.notes]
    assert [name for name in noted if plays(system, str(name)) and str(name) not in shown] == []
