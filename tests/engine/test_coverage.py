"""What becomes of the hands that reach a section: which calls they make, by which entries, and which have none."""

import pytest

from bidbase.bidding.bidder import Bidder
from bidbase.checks import Survey
from bidbase.checks.coverage import coverage_of, percent
from bidbase.checks.covered import Coverage
from bidbase.checks.sweep import report_on
from bidbase.game.arrays import HCP_OF_HOLDING
from tests.engine.making import make_system

STRONG = {"bid": "1N", "hcp": "12+"}
MIDDLE = {"bid": "1C", "order": "200000", "hcp": "10-11"}
WEAK = {"bid": "P", "order": "900000"}
RESPONSE = {"prior_bids": "1N-P", "bid": "2C", "hcp": "10+"}
ONLY_VULNERABLE = {"bid": "1S", "order": "050000", "vulnerability": "Vul"}
PATTERN = {"prior_bids": "1a-P; a=m", "bid": "2a", "a_num": "4+"}
LATER = {"prior_bids": "@ we hold", "bid": "3N", "hcp": "25+"}


def coverage(section: str, *cells: dict[str, str]) -> Coverage:
    found = coverage_of(Survey(Bidder(make_system(*cells))), section)
    assert found is not None
    return found


# The entries, the section, the percent of its hands that make each call, and of those without an entry. In random hands
# 34.6 percent have 12 points or more, 18.3 have 10 or 11, and 47.0 have fewer.
SHARES = [
    ([STRONG, MIDDLE, WEAK], "", {"1N": 34.6, "1C": 18.3, "P": 47.0}, 0, "every hand has an entry"),
    ([STRONG, MIDDLE], "", {"1N": 34.6, "1C": 18.3}, 47.0, "weak hands have none"),
    ([STRONG, MIDDLE | {"bid": "1N"}, WEAK], "", {"1N": 53.0, "P": 47.0}, 0, "two entries make one call"),
    ([STRONG, MIDDLE, ONLY_VULNERABLE], "", {"1N": 34.6, "1C": 18.3}, 47.0, "not vulnerable there is no 1S"),
]


@pytest.mark.parametrize(("cells", "section", "calls", "unfit", "why"), SHARES)
def test_the_share_of_each_call(cells, section, calls, unfit, why):
    found = coverage(section, *cells)
    shares = {str(call): 100 * hands / found.hands for call, hands in found.by_call.items()}
    assert shares == pytest.approx(calls, abs=0.4), why
    assert 100 * found.unfit / found.hands == pytest.approx(unfit, abs=0.4)
    assert sum(made.hands for made in found.by_entry) + found.unfit == found.hands


@pytest.mark.parametrize(
    ("share", "words"),
    [(0, "0.0 %"), (0.0005, "less than 0.1 %"), (0.001, "0.1 %"), (0.015, "1.5 %"), (0.12, "12 %"), (1, "100 %")],
)
def test_shares_in_words(share, words):
    assert percent(share) == words


def test_the_entries_of_a_call_are_told_apart():
    found = coverage("", STRONG, MIDDLE | {"bid": "1N"}, WEAK)
    ids = [(str(made.call), made.entry.text("hcp")) for made in found.by_entry]
    assert ids == [("1N", "12+"), ("1N", "10-11"), ("P", "")]


def test_entries_of_sections_that_come_later_are_counted_too():
    found = coverage("1C-P", STRONG, MIDDLE, WEAK, PATTERN, {"prior_bids": "1C-P", "bid": "1D", "hcp": "20+"})
    assert [made.entry.id.partition("/")[0] for made in found.by_entry] == ["1C-P", PATTERN["prior_bids"]]


def test_the_hand_that_no_entry_fits_is_typical_of_those():
    example = coverage("", STRONG, MIDDLE).example
    assert 4 <= HCP_OF_HOLDING[list(example.holdings)].sum() <= 8
    assert coverage("", STRONG, MIDDLE, WEAK).example is None


def test_where_circumstances_switch_entries_the_worst_case_is_shown():
    found = coverage("", STRONG, MIDDLE, ONLY_VULNERABLE)
    assert found.circumstances == "first seat, not a passed hand, nobody vulnerable"
    assert coverage("", STRONG, MIDDLE).circumstances == ""


# the entries, the section, and in how many of a hundred deals its auction comes up; None where nobody can tell
DEALS = [
    ([STRONG], "", 100, "the opening comes up always"),
    ([STRONG, WEAK, RESPONSE], "1N-P", 34.6, "as often as the opening bid: opponents without an agreement pass"),
    ([STRONG, {"prior_bids": "1N", "bid": "X"}, RESPONSE], "1N-P", 0, "the opponent always doubles"),
    ([STRONG, {"prior_bids": "1N-2C", "bid": "X"}], "1N-2C", None, "no entry makes the 2C"),
]


@pytest.mark.parametrize(("cells", "section", "percent", "why"), DEALS)
def test_how_often_the_auction_comes_up(cells, section, percent, why):
    deals = coverage(section, *cells).deals
    assert (None if deals is None else 100 * deals.value) == (
        percent if percent is None else pytest.approx(percent, abs=0.7)
    ), why


def test_the_four_hands_of_a_deal_share_its_points():
    """Alone, 53 percent of hands have 10 points, but fewer of those whose partner has 12."""
    deals = coverage("1N-P-2C-P", STRONG, WEAK, RESPONSE, {"prior_bids": "1N-P-2C-P", "bid": "2D"}).deals
    assert 0.25 < deals.value / 0.346 < 0.47


def test_a_section_that_no_auction_leads_to_has_no_coverage():
    survey = Survey(Bidder(make_system(STRONG, {"prior_bids": "1C-P-1D-P", "bid": "2C"})))
    assert coverage_of(survey, "1C-P-1D-P") is None
    assert report_on(survey, "1C-P-1D-P").coverage is None


def test_it_is_the_same_every_time_and_stands_in_the_report():
    cells = [STRONG, WEAK, RESPONSE, LATER]
    surveys = [Survey(Bidder(make_system(*cells))) for _ in range(2)]
    first, second = ([report_on(survey, section).coverage for section in ("", "1N-P")] for survey in surveys)
    assert first == second
    assert first == [coverage(section, *cells) for section in ("", "1N-P")]
