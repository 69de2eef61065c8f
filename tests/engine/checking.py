"""What the tests of the checks share: entries that are sound, and what a rule finds in a small system."""

from collections.abc import Mapping, Sequence

from bidbase.checks import run_checks
from bidbase.language.bids import parse_convention
from bidbase.systems import Convention
from tests.engine.making import make_system

GOOD = {
    "disclosure": "15 to 17",
    "alert": "announce",
    "shape": "balanced",
    "test_hand": "AQ2.K32.KJ32.K32",
    "hcp": "15-17",
}
DIAMOND = GOOD | {"order": "200000", "bid": "1D", "alert": "none"}
RAISE = {"prior_bids": "1H-P", "bid": "2H", "hcp": "6-9", "hearts_num": "3+"}


def found(rule: str, cells: Sequence[Mapping[str, str]]) -> list[str]:
    """The entries or sections of a system with these entries in which a rule finds a fault."""
    conventions = {"Known": Convention(parse_convention("Known"))}
    system = make_system(*cells, conventions=conventions)
    return [finding.entry.id if finding.entry else finding.section for finding in run_checks(system, {rule})]
