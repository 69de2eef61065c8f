"""Agreements: how their choices are written, what they switch, and that the shipped ones fit their systems."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.checks import run_checks
from bidbase.errors import TextError
from bidbase.language.bids import parse_convention
from bidbase.systems.agreements import (
    Agreement,
    choices_text,
    parse_chapter,
    parse_choices,
    parse_needs,
    parse_parameters,
    why_unplayable,
)
from bidbase.systems.archive import archive_of, system_of_archive
from bidbase.systems.conventions import Convention
from bidbase.systems.exchange import read_system
from bidbase.systems.files import dump_agreements
from bidbase.systems.model import System
from bidbase.systems.workbook import system_of_workbook, workbook_of
from tests.engine.making import make_system, shipped_bidder

SYSTEMS = ("sayc", "2over1")
OVER_NOTRUMP = "Cappelletti = Cappelletti + Penalty double\nDONT\nLandy\nMulti = Landy: Multi\nNatural = Penalty double"


def conventions(**uses: str) -> dict[str, Convention]:
    """The conventions over their 1NT with these codes; the others are off."""
    names = ("Cappelletti", "DONT", "Landy", "Landy: Multi", "Penalty double")
    codes = {name: uses.get(name.replace(" ", "_").replace(":", ""), "0") for name in names}
    return {name: Convention(parse_convention(name), use) for name, use in codes.items()}


def agreement(choices: str = OVER_NOTRUMP, needs: str = "") -> Agreement:
    return Agreement("Over their 1NT", "Competition", "What do we bid?", parse_choices(choices), parse_needs(needs))


def after(settled: Agreement, label: str, before: dict[str, Convention]) -> dict[str, Convention]:
    """The conventions once a choice has been made."""
    choice = settled.choice(label)
    assert choice is not None
    return before | {name: replace(before[name], use=use) for name, use in settled.switched(choice, before).items()}


# (text, labels with conventions, why)
GOOD = [
    ("DONT\nLandy", [("DONT", ["DONT"]), ("Landy", ["Landy"])], "a label alone is the convention of that name"),
    ("Played = Drury\nNot played =", [("Played", ["Drury"]), ("Not played", [])], "nothing is on"),
    ("A=Landy:Multi+DONT \n\n B = DONT", [("A", ["Landy: Multi", "DONT"]), ("B", ["DONT"])], "blanks do not matter"),
]


@pytest.mark.parametrize(("text", "choices", "why"), GOOD)
def test_choices_are_read_and_written(text, choices, why):
    read = parse_choices(text)
    assert [(choice.label, [*map(str, choice.conventions)]) for choice in read] == choices, why
    assert parse_choices(choices_text(read)) == read, why


# (text, message, characters at fault, why)
BAD = [
    ("", "2 to 12 choices; this has 0", "", "nothing"),
    ("DONT", "2 to 12 choices; this has 1", "DONT", "nothing to choose"),
    ("= DONT\nLandy", "what the choice is called is missing", "= DONT", "no label"),
    ("A = DONT +\nB =", "a name is missing beside the plus", "+", "a name is missing"),
    ("A = DONT:\nB =", "a name is missing beside the colon", ":", "a fault of a name stands at its place"),
    ("dont = DONT\nDont = Landy", "the choice dont is there twice", "dont = DONT\nDont = Landy", "one label twice"),
]


@pytest.mark.parametrize(("text", "message", "fault", "why"), BAD)
def test_faults_of_choices_say_where_they_are(text, message, fault, why):
    with pytest.raises(TextError) as raised:
        parse_choices(text)
    assert message in raised.value.message, why
    assert text[slice(*raised.value.span)] == fault, why


def test_two_choices_that_play_the_same_are_refused():
    with pytest.raises(TextError, match="two choices play the same conventions"):
        parse_parameters("", parse_choices("A = DONT\nB = DONT"))


def test_a_chapter_is_one_of_those_that_there_are():
    assert parse_chapter(" slams ") == "Slams"
    with pytest.raises(TextError, match="write Openings, Responses, Notrump, Rebids, Competition or Slams"):
        parse_chapter("Leads")


# (codes that are not off, what is played, why)
PLAYED = [
    ({"DONT": ""}, "DONT", "one is on"),
    ({"DONT": "W"}, "DONT", "we alone play it"),
    ({"DONT": "T"}, None, "the opponents play it"),
    ({"Landy": ""}, "Landy", "its subcategory is off"),
    ({"Landy": "", "Landy_Multi": ""}, "Multi", "with its subcategory"),
    ({"Landy_Multi": "", "DONT": ""}, "DONT", "a subcategory without its convention is not played"),
    ({"Penalty_double": ""}, "Natural", "none of the others"),
    ({"Cappelletti": ""}, None, "half a choice is none"),
    ({"DONT": "", "Landy": ""}, None, "two are on"),
    ({}, None, "nothing is on, and no choice says that"),
]


@pytest.mark.parametrize(("uses", "label", "why"), PLAYED)
def test_what_is_played_follows_from_the_switches(uses, label, why):
    chosen = agreement().chosen(conventions(**uses))
    assert (chosen.label if chosen else None) == label, why


@given(st.lists(st.sampled_from([choice.label for choice in agreement().choices]), min_size=1))
def test_the_last_choice_is_played_and_excludes_the_others(labels):
    settled, held = agreement(), conventions(Cappelletti="", Landy="W", DONT="T")
    for label in labels:
        held = after(settled, label, held)
    chosen = settled.chosen(held)
    assert chosen is not None
    assert chosen.label == labels[-1]
    assert settled.clashing(held) == ()
    assert settled.switched(chosen, held) == {}, "to choose it again changes nothing"


# (codes that are on, the choices that exclude each other, why)
CLASHES = [
    ({"Cappelletti": "", "Penalty_double": "", "DONT": ""}, ("Cappelletti", "DONT"), "two of them"),
    ({"Cappelletti": "", "Penalty_double": ""}, (), "one includes what another one has"),
    ({"Landy": "", "Landy_Multi": ""}, (), "a convention with its subcategory"),
    ({"Cappelletti": "", "Landy": ""}, (), "one of them is not played whole"),
]


@pytest.mark.parametrize(("uses", "labels", "why"), CLASHES)
def test_choices_that_exclude_each_other_are_told(uses, labels, why):
    assert tuple(choice.label for choice in agreement().clashing(conventions(**uses))) == labels, why


# (codes before, codes after, what is said, why)
UNPLAYABLE = [
    ({"DONT": ""}, {"Landy": ""}, [], "one in place of another"),
    ({"Landy": ""}, {"Landy": "", "DONT": ""}, ["Over their 1NT: DONT and Landy exclude each other"], "two at once"),
    ({}, {"Landy_Multi": ""}, ["Landy: Multi is played only with Landy"], "a subcategory without its convention"),
    ({}, {"Landy": "", "Landy_Multi": ""}, [], "with its convention"),
    ({"DONT": "", "Landy": ""}, {"DONT": "", "Landy": ""}, [], "it was so before, and may be saved with other changes"),
    ({}, {"Cappelletti": ""}, ["No entry belongs to Cappelletti"], "nothing to switch on"),
]


@pytest.mark.parametrize(("before", "now", "said", "why"), UNPLAYABLE)
def test_what_cannot_be_played_cannot_be_switched_on(before, now, said, why):
    with_entries = conventions().keys() - {"Cappelletti"}
    told = [*why_unplayable([agreement()], conventions(**before), conventions(**now), with_entries)]
    assert [text.startswith(beginning) for text, beginning in zip(told, said, strict=True)] == [True] * len(said), why


def test_an_agreement_follows_a_convention_to_another_name():
    named = agreement(needs="DONT").renamed(lambda name: name.replace("DONT", "Ours"))
    assert str(named.choice("DONT")) == "DONT = Ours"
    assert [*map(str, named.needs)] == ["Ours"]


SMALL = make_system(
    {"bid": "1N", "convention": "DONT"},
    conventions={name: Convention(parse_convention(name)) for name in ("DONT", "Landy")},
)
SMALL = replace(SMALL, agreements={"A": Agreement("A", "Slams", "Which?", parse_choices("DONT\nLandy"))})

WAYS = {
    "archive": lambda system: system_of_archive(archive_of(system)),
    "workbook": lambda system: system_of_workbook(workbook_of(system)),
    "CSV file": lambda system: read_system("mine.csv", dump_agreements(system.agreements.values()).encode()),
}


@pytest.mark.parametrize("way", WAYS)
def test_agreements_come_back_as_they_are(way):
    assert WAYS[way](SMALL).agreements == SMALL.agreements


def test_a_change_of_a_system_keeps_or_changes_its_agreements():
    other = Agreement("B", "Slams", "", parse_choices("DONT\nLandy"))
    assert SMALL.changed(title="Other").agreements == SMALL.agreements
    assert [*SMALL.changed(agreements={"A": None, "B": other}).agreements.values()] == [other]


# (agreements, what the checks find)
def test_checks_find_choices_that_cannot_be():
    twice = Agreement("B", "Slams", "", parse_choices("DONT\nMeckwell"))
    wrong = replace(SMALL, agreements={**SMALL.agreements, "B": twice})
    found = [(finding.rule, finding.message) for finding in run_checks(wrong, ["agreement-names", "one-choice"], None)]
    assert found == [
        ("agreement-names", "A switches DONT, which another agreement switches too"),
        ("agreement-names", "B speaks of Meckwell, but the system lists no such convention"),
        ("agreement-names", "B switches DONT, which another agreement switches too"),
        ("one-choice", "A: DONT and Landy exclude each other"),
    ]


def shipped(name: str) -> System:
    return shipped_bidder(name).system


@pytest.mark.parametrize("name", SYSTEMS)
def test_each_agreement_of_a_shipped_system_can_be_settled_in_each_way(name):
    system = shipped(name)
    with_entries = {each for entry in system.entries if entry.convention for each in entry.convention.chain()}
    for settled in system.agreements.values():
        offered = settled.offered(with_entries)
        assert len(offered) > 1, f"{settled.name} has nothing to choose"
        for choice in offered:
            plays = replace(settled, plays=choice.label) if settled.parameters else settled
            assert plays.chosen(after(settled, choice.label, dict(system.conventions))) == choice, choice.label


@pytest.mark.parametrize("name", SYSTEMS)
def test_shipped_systems_play_a_choice_of_each_agreement_that_is_asked(name):
    system = shipped(name)
    asked = [each for each in system.agreements.values() if each.is_asked(system.conventions)]
    assert [each.name for each in asked if each.chosen(system.conventions) is None] == []
    assert Counter(question for each in asked if (question := each.question)).most_common(1)[0][1] == 1
