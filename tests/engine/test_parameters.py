"""Parameters that agreements settle: how cells name them, what entries follow, and what another choice changes."""

from dataclasses import replace

import pytest

from bidbase.bidding.bidder import Bidder
from bidbase.checks import Survey
from bidbase.checks.choices import check_choices
from bidbase.checks.drawn_hands import redrawn
from bidbase.errors import SystemFileError, TextError
from bidbase.language import fields
from bidbase.language.parameters import filled_in, named_parameters
from bidbase.systems.agreements import Agreement, parameters_text, parse_choices, parse_parameters, parse_played
from bidbase.systems.archive import archive_of, system_of_archive
from bidbase.systems.files import dump_entries
from bidbase.systems.model import Entry, EntryError, System
from bidbase.systems.settling import settled, settled_entries
from bidbase.systems.workbook import system_of_workbook, workbook_of

VALUES = {"1NT": "15", "weak 1NT": "0", "none": "-", "call": "2C"}

# (what is written, what it says, why)
SAYS = [
    ("{1NT}", "15", "the value"),
    ("{1NT}-{1NT+2}", "15-17", "counted up from it"),
    ("{1NT-3}+", "12+", "counted down from it"),
    ("{25-1NT}+", "10+", "taken from a number"),
    ("{3+1NT}", "18", "added to a number"),
    ("{ 25 - 1NT }+", "10+", "blanks do not matter"),
    ("{1NT} to {1NT+2}, balanced", "15 to 17, balanced", "in a text"),
    ("{weak 1NT}", "0", "a name of two words"),
    ("{call}", "2C", "a call"),
    ("{none}", "", "a value that writes nothing"),
    ("15-17", "15-17", "no parameter"),
]


@pytest.mark.parametrize(("written", "says", "why"), SAYS)
def test_a_cell_has_values_in_place_of_the_parameters_that_it_names(written, says, why):
    assert filled_in(written, VALUES) == says, why


# (what is written, what is found, what is marked, why)
FAULTS = [
    ("{1NTs}", "no agreement settles 1NTs", "1NTs", "an unknown name"),
    ("{call+1}", "only with a number can be counted", "{call+1}", "a call is no number"),
    ("{none+1}", "only with a number can be counted", "{none+1}", "nothing is no number"),
    ("{10-1NT}+", "this is -5, less than nothing", "{10-1NT}", "no points are negative"),
    ("{1NT", "a parameter is written {1NT}", "{", "a brace that stays open"),
    ("1NT}", "a parameter is written {1NT}", "}", "a brace that was not opened"),
    ("{1NT*2}", "a parameter is written {1NT}", "{", "only sums"),
]


@pytest.mark.parametrize(("written", "found", "marked", "why"), FAULTS)
def test_a_parameter_that_cannot_be_read_is_marked(written, found, marked, why):
    with pytest.raises(TextError) as caught:
        filled_in(written, VALUES)
    assert found in caught.value.message, why
    assert caught.value.wrong == marked, why


def test_without_parameters_nothing_is_looked_for():
    with pytest.raises(TextError, match="this system has no parameters"):
        filled_in("{1NT}", {})


def test_the_names_in_a_cell_are_known():
    assert named_parameters("{1NT}-{30-weak 1NT}") == {"1NT", "weak 1NT"}


CHOICES = parse_choices("Strong =\nWeak =")

# (the parameters, what is found, why)
UNREADABLE = [
    ("1NT 15 | 12", "write a parameter and its values as 1NT: 15 | 12", "no colon"),
    ("1NT: 15", "needs a value for each of the 2 choices; this has 1", "a value is missing"),
    ("1NT: 15 | ", "needs a value for each of the 2 choices", "a blank value is written -"),
    ("1NT: 15 | a point", "'a point' is no value", "a value of two words"),
    ("1NT: 15 | 12\n1NT: 16 | 13", "the parameter 1NT is there twice", "two lines"),
    ("1NT: 15 | 15", "two choices play the same conventions, with the same values", "choices that do not differ"),
]


@pytest.mark.parametrize(("text", "found", "why"), UNREADABLE)
def test_parameters_have_a_value_for_each_choice(text, found, why):
    with pytest.raises(TextError) as caught:
        parse_parameters(text, CHOICES)
    assert found in caught.value.message, why


def test_parameters_are_written_as_they_are_read():
    text = "1NT: 15 | 12\nmaximum: 17-18 | 14,17-18\nweak 1NT: 0 | -"
    assert parameters_text(parse_parameters(text, CHOICES)) == text


@pytest.mark.parametrize(
    ("text", "settles", "played", "why"),
    [("", True, "Strong", "the first choice"), (" Weak ", True, "Weak", "a label"), ("", False, "", "no parameters")],
)
def test_the_choice_that_is_played_is_named(text, settles, played, why):
    assert parse_played(text, CHOICES, settles) == played, why


@pytest.mark.parametrize(("text", "settles"), [("Other", True), ("Weak", False)])
def test_another_choice_cannot_be_played(text, settles):
    with pytest.raises(TextError):
        parse_played(text, CHOICES, settles)


OPENING = {
    "order": "130000",
    "bid": "1N",
    "hcp": "{1NT}-{1NT+2}",
    "shape": "balanced",
    "disclosure": "{1NT} to {1NT+2}, balanced",
    "test_hand": "AQ2.K32.KJ32.K32",
}
GAME = {"prior_bids": "1N-P", "order": "100000", "bid": "3N", "hcp": "{25-1NT}+", "test_hand": "KQ2.K32.Q32.5432"}
ONLY_WEAK = {"order": "200000", "bid": "1C", "usage": "{weak 1NT}", "hcp": "{1NT+3}+", "test_hand": "AQ2.AK2.KJ32.K32"}


def system_with(*cells: dict[str, str], parameters: str = "1NT: 15 | 12\nweak 1NT: 0 | -") -> System:
    agreement = Agreement("Range", "Openings", "Which?", CHOICES, (), parse_parameters(parameters, CHOICES), "Strong")
    entries = [Entry.of(texts, "openings", parameters=agreement.settled) for texts in cells]
    named = [replace(entry, id=f"{entry.section or 'opening'}/{entry.order}") for entry in entries]
    return System("ours", "Ours", "", {}, tuple(named), agreements={"Range": agreement})


def weak(system: System) -> System:
    agreement = system.agreements["Range"]
    return settled(system, [(agreement, agreement.choices[1])])


def test_an_entry_follows_the_cells_that_are_written_with_parameters():
    entry = system_with(OPENING).entries[0]
    assert (entry.text("hcp"), entry.written("hcp")) == ("15-17", "{1NT}-{1NT+2}")
    assert entry.text("disclosure") == "15 to 17, balanced"
    assert entry.text("follows") == "hcp: {1NT}-{1NT+2}\ndisclosure: {1NT} to {1NT+2}, balanced"


def test_a_cell_that_is_written_with_another_value_follows_no_longer():
    entry = system_with(OPENING).entries[0]
    texts = {name: entry.text(name) for name in entry.cells}
    held = Entry.of(texts | {"disclosure": "balanced"}, parameters={"1NT": "15"})
    assert held.text("follows") == "hcp: {1NT}-{1NT+2}"
    assert Entry.of(texts | {"hcp": "16-18"}, parameters={"1NT": "15"}).text("follows") == (
        "disclosure: {1NT} to {1NT+2}, balanced"
    )


def test_all_faults_of_parameters_are_told_at_once():
    with pytest.raises(EntryError) as caught:
        Entry.of(OPENING | {"hcp": "{NT}", "disclosure": "{1NT"}, parameters={"1NT": "15"})
    assert [name for name, _ in caught.value.faults] == ["hcp", "disclosure"]


def test_another_choice_changes_what_follows_it_and_nothing_else():
    plain = {"order": "300000", "bid": "1D", "hcp": "12+"}
    system = system_with(OPENING, GAME, ONLY_WEAK, plain)
    after = weak(system)
    assert {name: entry.text("hcp") for name, entry in settled_entries(system, after).items()} == {
        "opening/130000": "12-14",
        "1N-P/100000": "13+",
        "opening/200000": "15+",
    }
    assert [system.by_id["opening/200000"].text("usage"), after.by_id["opening/200000"].text("usage")] == ["0", ""]
    assert after.agreements["Range"].plays == "Weak"


def test_a_choice_and_the_one_before_lead_back_to_the_same_system():
    system = system_with(OPENING, GAME, ONLY_WEAK)
    again = weak(system)
    back = settled(again, [(again.agreements["Range"], CHOICES[0])])
    assert back.entries == system.entries


def test_a_choice_that_an_entry_cannot_say_is_refused():
    system = system_with(OPENING | {"hcp": "{1NT-13}-{1NT+2}"})
    with pytest.raises(SystemFileError, match="opening/130000: HCP: with 12 for 1NT this is -1"):
        weak(system)


@pytest.mark.parametrize("played", [lambda system: system, weak])
def test_what_is_written_outlives_files_workbooks_and_archives(played):
    system = played(system_with(OPENING, GAME, ONLY_WEAK))
    assert "{weak 1NT}" in dump_entries(system.entries)
    for read in (system_of_workbook(workbook_of(system)), system_of_archive(archive_of(system))):
        assert [entry.cells for entry in read.entries] == [entry.cells for entry in system.entries]
        assert read.agreements == system.agreements


def surveys(system: System) -> tuple[Survey, Survey]:
    bidder = Bidder(system)
    return Survey(bidder), Survey(Bidder(weak(system), bidder))


def test_a_test_hand_that_no_longer_comes_out_is_drawn_anew():
    before, after = surveys(system_with(OPENING, GAME))
    drawn = {entry.id: entry.get(fields.TEST_HAND) for entry in redrawn(before, after, after.system.sections)}
    assert set(drawn) == {"opening/130000", "1N-P/100000"}
    for name, hand in drawn.items():
        least, most = (12, 14) if name.startswith("opening") else (13, 40)
        assert hand is not None
        assert least <= sum("..JQKA".find(card) - 1 for card in str(hand) if card in "JQKA") <= most


def test_a_test_hand_that_did_not_come_out_before_stays():
    before, after = surveys(system_with(OPENING | {"test_hand": "AQ2.AK2.KJ32.K32"}))
    assert [*redrawn(before, after, after.system.sections)] == []


def test_a_choice_of_parameters_is_looked_at_in_all_sections():
    raised = {"prior_bids": "1H-P", "order": "100000", "bid": "2H", "hcp": "{1NT-6}+", "test_hand": "KQ2.K32.Q32.5432"}
    beside = {"prior_bids": "1H-P", "order": "200000", "bid": "1N", "hcp": "6-10", "test_hand": "432.K32.KJ32.432"}
    found = [*check_choices(Bidder(system_with(OPENING, raised, beside)), ["test-hand"])]
    assert [(finding.entry and finding.entry.id, finding.message) for finding in found] == [
        ("1H-P/200000", "with Weak (Range): the test hand 432.K32.KJ32.432 reaches 1H-P/100000 (2♥) instead")
    ]
