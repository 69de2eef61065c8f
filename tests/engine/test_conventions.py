"""Conventions that are off, switched on: their test hands, and auctions of dealt hands.

`python -m tests.strength.conventions` bids two hundred deals with each of them; here a few show that it still works.
"""

import pytest

from bidbase.checks.survey import Survey
from bidbase.checks.test_hands import why_test_hand_fails
from bidbase.systems import shipped_systems
from tests.engine.making import bidder_with, shipped_bidder
from tests.strength.conventions import broken_rules, conventions_off, deals_of, own_entries

DEALS = 8
PIECES = 4  # of each search, which find as many deals as all do, but for Lightner doubles
ROBOT_DEALS = 40  # as many as it takes to try each test hand that all 150 of `bidbase check` let us try
OFF = [(system, name) for system in shipped_systems() for name in conventions_off(shipped_bidder(system).system)]


@pytest.mark.parametrize(("system", "name"), OFF)
def test_the_test_hands_of_a_convention_reach_their_entries_once_it_is_on(system, name):
    survey = Survey(bidder_with(system, name), robot_deals=ROBOT_DEALS)
    failing = {
        entry.id: why
        for entry in own_entries(survey.system, name)
        if (why := why_test_hand_fails(survey, entry)) and "cannot be tried" not in why
    }
    assert not failing


@pytest.mark.parametrize(("system", "name"), OFF)
def test_dealt_auctions_end_as_the_convention_means(system, name):
    bidder = bidder_with(system, name)
    bids = deals_of(bidder, name, DEALS, pieces=PIECES) or deals_of(bidder, name, DEALS)
    assert not broken_rules(bids)
