"""Choices that are not played: what the checks find with each of them, and that the shipped ones leave nothing."""

from dataclasses import replace

import pytest

from bidbase.bidding.bidder import Bidder
from bidbase.checks.choices import check_choices
from bidbase.language.bids import parse_convention
from bidbase.systems import shipped_systems
from bidbase.systems.agreements import Agreement, parse_choices, parse_needs
from bidbase.systems.conventions import Convention
from tests.engine.checking import GOOD
from tests.engine.making import make_system, shipped_bidder

STRONG = "AQ2.AK2.KJ32.K32"  # a hand with 20 points; the test hand of 1NT has 16


def off(convention: str, **cells: str) -> dict[str, str]:
    """An entry of a convention that is off, tried before those that are on."""
    return GOOD | {"order": "050000", "convention": convention} | cells


PATTERN = GOOD | {"prior_bids": "1a-P; a=N", "bid": "2D", "hcp": "10+"}

# (entries beside 1NT, choices, what the question needs, what is found, why)
FOUND = [
    (
        [off("Strong", bid="1C", hcp="16+")],
        "Strong\nNatural =",
        "",
        [("opening/100000/1N", "with Strong (A): the test hand AQ2.K32.KJ32.K32 reaches opening/050000/1C")],
        "an entry of the choice takes the hand of one that has no convention",
    ),
    (
        [off("Strong", bid="1C", hcp="18+", test_hand=STRONG)],
        "Strong\nNatural =",
        "",
        [],
        "it takes other hands",
    ),
    (
        [off("Strong", bid="1C", hcp="18+")],
        "Strong\nNatural =",
        "",
        [("opening/050000/1C", "with Strong (A): the test hand AQ2.K32.KJ32.K32 does not meet its own entry")],
        "the entry of the choice is wrong itself",
    ),
    (
        [off(name, bid=bid, hcp="18+", test_hand=STRONG) for name, bid in (("Strong", "1C"), ("Weak", "1D"))],
        "Natural =\nWeak",
        "Strong",
        [("opening/050000/1D", "with Weak (A): the test hand AQ2.AK2.KJ32.K32 reaches opening/050000/1C")],
        "what the question needs is on too, by the choice that plays it",
    ),
    (
        [off("Ask", prior_bids="1N-P", bid="2C", hcp="16+"), PATTERN],
        "Ask\nNatural =",
        "",
        [("1a-P; a=N/100000/2D", "with Ask (A): the test hand AQ2.K32.KJ32.K32 reaches 1N-P/050000/2C")],
        "the entry of a pattern loses its hand to the section of the choice",
    ),
    (
        [off("Ask", prior_bids="1N-P", bid="2D", hcp="18+", test_hand=STRONG), PATTERN],
        "Ask\nNatural =",
        "",
        [],
        "the section of the choice stands in the place of the pattern's, since it defines the same call",
    ),
]


@pytest.mark.parametrize(("entries", "choices", "needs", "found", "why"), FOUND)
def test_a_choice_that_is_not_played_is_looked_at_as_if_it_were(entries, choices, needs, found, why):
    names = {cells["convention"] for cells in entries if "convention" in cells}
    conventions = {name: Convention(parse_convention(name), "0") for name in names}
    settled = Agreement("A", "Openings", "Which?", parse_choices(choices), parse_needs(needs))
    other = Agreement("B", "Openings", "What is needed?", parse_choices("Strong\nNone ="))
    system = replace(make_system(GOOD, *entries, conventions=conventions), agreements={"A": settled, "B": other})
    told = [
        (finding.entry.id if finding.entry else "", finding.message)
        for finding in check_choices(Bidder(system), ["test-hand"], [settled])
    ]
    assert [entry for entry, _ in told] == [entry for entry, _ in found], why
    assert all(message.startswith(text) for (_, message), (_, text) in zip(told, found, strict=True)), why


AGREEMENTS = [(system, name) for system in shipped_systems() for name in shipped_bidder(system).system.agreements]


@pytest.mark.parametrize(("system", "name"), AGREEMENTS)
def test_no_choice_of_a_shipped_agreement_leaves_anything_to_find(system, name):
    bidder = shipped_bidder(system)
    found = check_choices(bidder, agreements=[bidder.system.agreements[name]])
    assert [(finding.where, finding.message) for finding in found] == []
