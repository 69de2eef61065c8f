"""The cells of an entry: what each field reads, its canonical form, and where the fault lies in what it refuses."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidbase.errors import TextError
from bidbase.language.fields import FIELD_BY_NAME, FIELDS, STORED_FIELDS, Field, Group, parse_cell
from tests.engine.cells import BAD, GOOD
from tests.strategies import CELL_TEXTS

FREE_TEXT = {"disclosure", "reference", "notes", "valuation"}  # a valuation system is looked up with the others
SAME = {"king": "ace", "queen": "ace", "jack": "ace", "ten": "ace"}


def same_as(name: str) -> str:
    """The field whose rows in the tables speak for this one: spades for other suits and variables, ace for honors."""
    for suit in ("hearts", "diamonds", "clubs", "a", "b", "c"):
        name = re.sub(f"^{suit}_", "spades_", name)
    return SAME.get(name, name)


@pytest.mark.parametrize(("name", "text", "canonical", "why"), GOOD)
def test_cell_is_read(name: str, text: str, canonical: str, why: str) -> None:
    cell = FIELD_BY_NAME[name].parse(text)
    assert str(cell) == canonical, why
    assert FIELD_BY_NAME[name].parse(canonical) == cell


@pytest.mark.parametrize(("name", "text", "fault", "message", "why"), BAD)
def test_bad_cell_is_refused_with_the_place(name: str, text: str, fault: str, message: str, why: str) -> None:
    with pytest.raises(TextError) as caught:
        FIELD_BY_NAME[name].parse(text)
    assert message in caught.value.message, why
    start, end = caught.value.span
    assert 0 <= start <= end <= len(text)
    assert caught.value.text == text, "so that whoever shows it can point into what was written"
    assert text[start:end] == fault, why


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, text, *_ in BAD])
def test_blanks_around_a_cell_change_nothing_but_the_place(name: str, text: str) -> None:
    faults = []
    for written in (text, f"  {text} "):
        with pytest.raises(TextError) as caught:
            FIELD_BY_NAME[name].parse(written)
        faults.append(caught.value)
    plain, moved = faults
    assert moved.message == plain.message
    assert (moved.before.strip(), moved.wrong.strip()) == (plain.before.strip(), plain.wrong.strip())


def test_tables_leave_out_no_field() -> None:
    names = {same_as(field.name) for field in STORED_FIELDS}
    assert {name for name, *_ in GOOD} == names
    assert {name for name, *_ in BAD} == names - FREE_TEXT


@pytest.mark.parametrize(("name", "most"), [("hcp", 1000), ("prior_bids", 1000), ("notes", None), ("disclosure", None)])
def test_only_words_for_people_may_be_longer_than_a_thousand_characters(name: str, most: int | None) -> None:
    """Reading a long spec would take long, and none has a use for it."""
    parse_cell(name, FIELD_BY_NAME[name].example.ljust(1000))
    if most is None:
        parse_cell(name, "long " * 1000)
    else:
        with pytest.raises(TextError, match="this has 1001 characters; more than 1000 cannot be read"):
            parse_cell(name, FIELD_BY_NAME[name].example.ljust(1001))


@pytest.mark.parametrize("field", STORED_FIELDS, ids=lambda field: field.name)
def test_example_is_read_and_said(field: Field) -> None:
    cell = parse_cell(field.name, field.example)
    assert FIELD_BY_NAME[field.name].parse(str(cell)) == cell
    assert field.say(cell).strip()


@pytest.mark.parametrize("name", CELL_TEXTS)
@settings(max_examples=40)  # of each of some fifty fields
@given(st.data())
def test_canonical_text_means_the_same(name: str, data: st.DataObject) -> None:
    field = FIELD_BY_NAME[name]
    cell: Any = field.parse(data.draw(CELL_TEXTS[name]))
    assert field.parse(str(cell)) == cell
    assert str(field.parse(str(cell))) == str(cell)
    assert hash(field.parse(str(cell))) == hash(cell)


@given(
    st.sampled_from(STORED_FIELDS), st.text("x015+-<>=.,iPTRUSHDCabAKstopreghl :\n", max_size=12) | st.text(max_size=12)
)
def test_any_text_is_read_or_refused(field: Field, text: str) -> None:
    """Never another error, and never a cell whose text reads as something else."""
    try:
        cell = parse_cell(field.name, text)
    except TextError as error:
        fault = error
    else:
        assert cell is None or (field.parse(str(cell)) == cell and field.say(cell))
        return
    start, end = fault.span
    assert fault.message
    assert fault.text == text
    assert 0 <= start <= end <= len(text)


@pytest.mark.parametrize("name", ["knr", "losers", "spades_num", "spades_points", "shape", "combined_num", "asks"])
@given(st.data())
def test_fault_lies_in_the_alternative_at_fault(name: str, data: st.DataObject) -> None:
    """Good alternatives around it are never pointed at."""
    before, after = (re.sub("^x(,|$)", "4\\1", data.draw(CELL_TEXTS[name]), flags=re.IGNORECASE) for _ in range(2))
    bad = data.draw(st.sampled_from(["?", "many", "#5", "!"]))
    with pytest.raises(TextError) as caught:
        FIELD_BY_NAME[name].parse(f"{before},{bad},{after}")
    start, end = caught.value.span
    assert len(before) < start <= end <= len(before) + 1 + len(bad)


def test_strategies_speak_for_every_field() -> None:
    assert {same_as(field.name) for field in STORED_FIELDS} - {"reference"} == set(CELL_TEXTS)


def test_fields_have_all_that_form_and_reference_need() -> None:
    assert len(FIELD_BY_NAME) == len(FIELDS), "names are unique"
    assert len({field.label for field in FIELDS}) == len(FIELDS), "labels are unique"
    for field in FIELDS:
        assert field.name.isidentifier()
        assert field.help.endswith(".")
        assert field.example
    groups = [field.group for field in FIELDS]
    assert [group for place, group in enumerate(groups) if group not in groups[:place]] == list(Group)
    assert [field.name for field in FIELDS if field.derived] == ["round", "player"]
    assert [field.name for field in FIELDS if field.hidden] == ["excuses", "follows"]


@pytest.mark.parametrize("name", [field.name for field in FIELDS])
def test_blank_cell_is_nothing(name: str) -> None:
    assert parse_cell(name, "") is None
    assert parse_cell(name, " \t") is None
