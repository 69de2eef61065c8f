"""The tokenizer: whatever is read of a text, its faults stand where they stand in the whole text."""

import re

import pytest

from bidbase.errors import TextError
from bidbase.language.tokenizer import COMMAS, Tokenizer

WORD = re.compile(r"[a-z]+\s*")
PAIR = re.compile(r"(?P<name>[a-z]+)=(?P<value>.*)")
COMMAS_OUTSIDE_NAMES = re.compile(r"\[[^\]]*\]|(,)")


def pointed(error: TextError) -> str:
    """The text with the characters at fault in angle brackets."""
    return f"{error.before}<{error.wrong}>{error.after}"


def test_what_is_left_is_at_fault():
    tokens = Tokenizer("  one two ")
    assert pointed(tokens.error("")) == "  <one two> "
    assert tokens.take(re.compile("[0-9]")) is None
    assert (match := tokens.take(WORD)) is not None
    assert match[0] == "one "
    assert (str(tokens), bool(tokens)) == ("two", True)
    assert pointed(tokens.error("")) == "  one <two> "
    assert pointed(tokens.error_here("")) == "  one <t>wo "
    tokens.take(WORD)
    assert (str(tokens), bool(tokens)) == ("", False)
    assert pointed(tokens.error_here("")) == "  one two<> ", "blanks at the end are no part of it"


def test_parts_of_a_match_are_read_by_themselves():
    tokens = Tokenizer(" suit= hearts ")
    match = tokens.fits(PAIR)
    assert match is not None
    assert pointed(tokens.error("", match, "name")) == " <suit>= hearts "
    assert pointed(tokens.part(match, "value").error("")) == " suit= <hearts> "
    assert tokens.fits(WORD) is None, "a rule fits all that is left or nothing"


# (text, parts with the place of each, why)
SPLIT = [
    ("a, b", ["<a>, b", "a, <b>"], "the blanks around a part are left out"),
    ("a[b,c],d", ["<a[b,c]>,d", "a[b,c],<d>"], "what else the rule matches stays whole"),
    ("a", ["<a>"], "no separator"),
    (" ", [" <>"], "a blank part"),
]


@pytest.mark.parametrize(("text", "parts", "why"), SPLIT)
def test_parts_know_where_they_stand(text, parts, why):
    assert [pointed(part.error("")) for part in Tokenizer(text).split(COMMAS_OUTSIDE_NAMES)] == parts, why


# (text, message, place, why)
BLANK = [
    (" ", "a name is missing", " <>", "nothing at all"),
    ("a,,b", "a name is missing beside the comma", "a<,>,b", "the comma before it"),
    (" ,b", "a name is missing beside the comma", " <,>b", "the one behind it where there is no other"),
    ("a, ", "a name is missing beside the comma", "a<,> ", "at the end"),
]


@pytest.mark.parametrize(("text", "message", "place", "why"), BLANK)
def test_a_missing_part_is_pointed_at(text, message, place, why):
    with pytest.raises(TextError) as caught:
        Tokenizer(text).split(COMMAS, "a name")
    assert (caught.value.message, pointed(caught.value)) == (message, place), why


def test_what_another_parser_finds_stands_at_its_place():
    def refuse(text: str) -> None:
        raise TextError("no such suit", text, 1, 3)

    tokens = Tokenizer("a: hearts")
    tokens.take(re.compile(r"a:\s*"))
    assert tokens.read(len) == len("hearts")
    with pytest.raises(TextError, match="no such suit") as caught:
        tokens.read(refuse)
    assert pointed(caught.value) == "a: h<ea>rts"


@pytest.mark.parametrize(("text", "place"), [("12-x", "12<-x>"), ("x12", "<x12>"), ("12-15x", "12-15<x>")])
def test_a_fault_begins_behind_what_can_be_read(text, place):
    reads = re.compile(r"\d+(-\d+)?").fullmatch
    assert pointed(Tokenizer(text).unread(reads).error("")) == place
