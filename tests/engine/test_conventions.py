"""Each convention, switched on where it is off: the example of its note, and auctions of dealt hands.

`conventions/note_examples.csv` has the examples of the notes in a form that can be bid. `python -m
tests.strength.conventions` bids two hundred deals with each convention; here a few of them show that it still works.
"""

import csv
from functools import cache
from pathlib import Path

import pytest

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.checks.survey import Survey
from bidbase.checks.test_hands import why_test_hand_fails
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand
from bidbase.systems import shipped_systems
from tests.engine.making import shipped_bidder
from tests.strength.conventions import (
    broken_rules,
    conventions_off,
    deals_of,
    names_switching,
    own_entries,
    switched_on,
)

DEALS = 8
EXAMPLES = [*csv.DictReader((Path(__file__).parent / "conventions" / "note_examples.csv").open(newline=""))]
OFF = [(system, name) for system in shipped_systems() for name in conventions_off(shipped_bidder(system).system)]


@cache
def bidder_with(system: str, name: str) -> Bidder:
    """A bidder of a shipped system that plays this convention."""
    base = shipped_bidder(system)
    uses = [base.system.conventions[switch].use for switch in names_switching(base.system, name)]
    return Bidder(switched_on(base.system, name), base) if any(uses) else base


def plays(system: str, name: str) -> bool:
    """Whether a system has entries of a convention that need no simulation."""
    entries = shipped_bidder(system).system.entries
    return any(str(entry.convention) == name and not entry.usage.analysis for entry in entries)


CASES = [
    pytest.param(row, system, id=f"{row['convention']}-{row['auction'] or 'opening'}-{row['hand']}-{system}")
    for row in EXAMPLES
    for system in ([row["system"]] if row["system"] else shipped_systems())
    if plays(system, row["convention"])
]


@pytest.mark.parametrize(("row", "system"), CASES)
def test_the_example_of_a_note_bids_as_the_note_says(row: dict[str, str], system: str) -> None:
    bidder = bidder_with(system, row["convention"])
    decision = Table(bidder, bidder).decide(Hand.parse(row["hand"].replace("-", "")), Auction.parse(row["auction"]))
    assert decision.call is Call.parse(row["call"]), f"by {decision.entry.id if decision.entry else decision.source}"


def test_every_convention_with_a_note_has_an_example_in_it() -> None:
    listed = {row["convention"]: row["hand"] for row in EXAMPLES}
    for system in shipped_systems():
        for name, convention in shipped_bidder(system).system.conventions.items():
            if plays(system, name):
                assert listed.get(name, "no example") in convention.notes, f"{system}: {name}"


@pytest.mark.parametrize(("system", "name"), OFF)
def test_the_test_hands_of_a_convention_reach_their_entries_once_it_is_on(system: str, name: str) -> None:
    survey = Survey(bidder_with(system, name))
    failing = {
        entry.id: why
        for entry in own_entries(survey.system, name)
        if (why := why_test_hand_fails(survey, entry)) and "cannot be tried" not in why
    }
    assert not failing


@pytest.mark.parametrize(("system", "name"), OFF)
def test_dealt_auctions_end_as_the_convention_means(system: str, name: str) -> None:
    bids = deals_of(bidder_with(system, name), name, DEALS)
    assert not broken_rules(bids)
