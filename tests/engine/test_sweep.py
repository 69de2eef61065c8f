"""A report on a section holds after a change that has nothing to do with it, and then only."""

from dataclasses import replace

import pytest

from bidbase.bidding.bidder import Bidder
from bidbase.checks import RULE_BY_NAME, Survey, rules_for, survey_checks
from bidbase.checks.sweep import KnownReport, SectionReport, SystemChange, report_on
from bidbase.language.bids import parse_convention
from bidbase.systems import Convention, Entry, System
from tests.engine.making import make_entry, make_system

SYSTEM = make_system(
    {"bid": "1N", "order": "100000", "hcp": "15-17", "shape": "balanced", "disclosure": "Balanced, 15 to 17"},
    {"bid": "1H", "order": "200000", "hcp": "11-21", "hearts_num": "5+", "disclosure": "Five hearts"},
    {"bid": "1S", "order": "300000", "hcp": "11-21", "spades_num": "5+", "disclosure": "Five spades"},
    {"bid": "P", "order": "900000", "disclosure": "Nothing to say"},
    {"prior_bids": "1N-P", "bid": "2C", "convention": "Stayman", "hcp": "8+", "spades_num": "4", "disclosure": "Asks"},
    {"prior_bids": "1N-P", "bid": "P", "order": "900000", "disclosure": "No game"},
    {"prior_bids": "1N-P-2C-P", "bid": "2S", "spades_num": "4+", "disclosure": "Four spades"},
    {"prior_bids": "1N-P-2C-P", "bid": "2D", "order": "900000", "disclosure": "No spades"},
    {"prior_bids": "1a-P; a=M", "bid": "2a", "a_num": "3+", "hcp": "6-9", "disclosure": "A raise"},
    {"prior_bids": "1a-P; a=M", "bid": "P", "order": "900000", "disclosure": "Weak"},
    {"prior_bids": "@ they hold, unbid a; a=M", "bid": "1a", "a_num": "5+", "hcp": "8-16", "disclosure": "Overcall"},
    conventions={"Stayman": Convention(parse_convention("Stayman"))},
)
NAMES = list(SYSTEM.sections)


def reports(system: System) -> dict[str, SectionReport]:
    survey = Survey(Bidder(system))
    return {name: report_on(survey, name) for name in system.sections}


@pytest.fixture(scope="module")
def known() -> dict[str, SectionReport]:
    return reports(SYSTEM)


def changed(bid: str, section: str, **texts: str) -> dict[str, Entry | None]:
    entry = next(entry for entry in SYSTEM.sections[section] if entry.text("bid") == bid)
    cells = {name: str(cell) for name, cell in entry.cells.items()} | texts
    return {entry.id: replace(Entry.of({name: text for name, text in cells.items() if text}), id=entry.id)}


def removed(section: str) -> dict[str, Entry | None]:
    return {entry.id: None for entry in SYSTEM.sections[section]}


def added(**texts: str) -> dict[str, Entry | None]:
    entry = make_entry(**texts)
    return {entry.id: entry}


OFF = {"Stayman": Convention(parse_convention("Stayman"), "0")}
MORE = {"Transfers": Convention(parse_convention("Transfers"))}

# what changes, the entries, the conventions, and sections whose reports hold all the same
CHANGES = [
    ("nothing", {}, {}, set(NAMES)),
    ("an answer at the end", changed("2S", "1N-P-2C-P", hcp="16-17"), {}, {"", "1N-P", "1a-P; a=M"}),
    ("an opening, on which all depends", changed("1N", "", hcp="12-14"), {}, set()),
    ("a response", changed("2C", "1N-P", hcp="4+"), {}, {"", "1a-P; a=M"}),
    ("a pattern", changed("2a", "1a-P; a=M", hcp="5-10"), {}, {"", "1N-P"}),
    ("a situation", changed("1a", "@ they hold, unbid a; a=M", hcp="9-14"), {}, {""}),
    ("a section is gone", removed("1N-P-2C-P"), {}, {"", "1N-P", "1a-P; a=M"}),
    ("a section of one auction is new", added(prior_bids="1H-P-2H-P", bid="4H", hcp="17+"), {}, {"", "1N-P"}),
    ("a pattern is new, and may apply anywhere", added(prior_bids="1a-P-2a-P; a=M", bid="4a"), {}, set()),
    ("a convention is switched off", {}, OFF, {"", "1a-P; a=M"}),
    ("a convention is new that no entry belongs to", {}, MORE, set(NAMES)),
]


@pytest.mark.parametrize(("what", "entries", "conventions", "holding"), CHANGES, ids=[what for what, *_ in CHANGES])
def test_a_report_holds_where_a_new_one_says_the_same(known, what, entries, conventions, holding):
    base = Bidder(SYSTEM)
    new = SYSTEM.changed(entries=entries, conventions=conventions)
    change = SystemChange(Survey(Bidder(new, base)), base)
    held = {
        name
        for name, report in known.items()
        if name in new.sections and not change.affects(name, KnownReport(report.met, report.served))
    }
    assert holding <= held, f"{what}: a report that holds is made again"
    anew = reports(new)
    for name in held:
        assert [finding.message for finding in anew[name].findings] == [f.message for f in known[name].findings]
        assert anew[name].coverage == known[name].coverage, name


def test_a_report_has_what_a_thorough_check_finds_in_the_section(known):
    names = [name for name in rules_for(thorough=True) if not RULE_BY_NAME[name].whole_system]
    for section in NAMES:
        assert list(known[section].findings) == list(survey_checks(Survey(Bidder(SYSTEM)), names, [section]))


def test_a_report_knows_the_sections_on_the_way(known):
    assert known["1N-P-2C-P"].met >= {"", "1N", "1N-P", "1N-P-2C", "1N-P-2C-P"}
    assert "1N-P-2C-P" not in known["1N-P"].met
