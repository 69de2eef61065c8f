"""Checks: what each finds, and that the shipped systems have nothing to find."""

import pytest

from bidbase.checks import CHECKS, places_of, run_checks
from bidbase.systems import load_system, shipped_systems
from tests.engine.making import make_bidder, make_entry, make_system

GOOD = {"disclosure": "15 to 17", "reference": "Our filling", "test_hand": "AQ2.K32.KJ32.K32", "hcp": "15-17"}


def found(*cells: dict[str, str]) -> list[tuple[str, str]]:
    return [(finding.check, finding.entry.id) for finding in run_checks(make_system(*cells))]


def test_a_good_entry_has_no_findings():
    assert found(GOOD) == []


SIMULATED = {"usage": "D", "best_contract": "3N"}

# (entries, findings, why)
FINDINGS = [
    ([GOOD | {"test_hand": ""}], ["test-hand-missing"], "no test hand"),
    ([GOOD | {"disclosure": "[ for editors"}], ["disclosure-missing"], "nothing for people to read"),
    ([GOOD | {"reference": ""}], ["reference-missing"], "no source"),
    ([GOOD | {"hcp": "18+"}], ["test-hand"], "the test hand has 16 points"),
    ([GOOD, GOOD | {"order": "200000", "bid": "1D"}], ["test-hand"], "the first entry takes the hand away"),
    ([GOOD | {"usage": "50"}, GOOD | {"order": "200000", "bid": "1D"}], [], "the first is used half the time only"),
    ([GOOD | {"position": "1"}, GOOD | {"order": "200000", "bid": "1D", "position": "2"}], [], "different seats"),
    ([GOOD | SIMULATED], [], "the hand fits an entry for after a simulation"),
    ([GOOD | SIMULATED | {"hcp": "18+"}], ["test-hand"], "and here it does not"),
    ([GOOD, GOOD | SIMULATED | {"order": "200000"}], ["test-hand"], "a plain entry takes the hand before"),
    ([GOOD | SIMULATED, GOOD | {"order": "200000"}], ["test-hand"], "wherever it stands"),
    ([GOOD | {"usage": "0", "hcp": "30+"}], [], "an entry switched off is not judged"),
]


@pytest.mark.parametrize(("cells", "checks", "why"), FINDINGS)
def test_findings(cells, checks, why):
    assert [check for check, _ in found(*cells)] == checks, why


def test_a_test_hand_that_comes_out_elsewhere_says_where():
    (finding,) = run_checks(make_system(GOOD, GOOD | {"order": "200000", "bid": "1D"}))
    assert "comes out of opening/100000/1N (1NT) instead" in finding.message


def test_single_checks_can_be_run():
    system = make_system(GOOD | {"test_hand": "", "reference": ""})
    assert [one.check for one in run_checks(system, {"reference-missing"})] == ["reference-missing"]


def test_places_are_found_for_every_code():
    for cells in ({"usage": "TM"}, {"vulnerability": "Unfav"}, {"position": "4"}, {"position": "P", "usage": "M"}):
        entry = make_entry(**cells)
        place = next(places_of(make_bidder(cells), entry))
        assert all(entry.get(name).holds(place.now) for name in cells), cells
    nobody = {"position": "Y"}
    assert not list(places_of(make_bidder(nobody), make_entry(**nobody))), "nobody opens as a passed hand"


def test_every_check_explains_itself():
    assert len({check.name for check in CHECKS}) == len(CHECKS)
    assert all(check.explanation.endswith(".") for check in CHECKS)


@pytest.mark.parametrize("name", shipped_systems())
def test_shipped_systems_have_no_findings(name):
    assert [f"{one.entry.id}: {one.message}" for one in run_checks(load_system(name))] == []
