"""The reference of the fields: a page for each, every code in an example, every example true, every grammar read."""

import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidbase.cli import main
from bidbase.errors import TextError
from bidbase.game.auction import Auction
from bidbase.game.cards import Seat
from bidbase.game.dealing import numbered_deal
from bidbase.language.circumstances import Circumstances
from bidbase.language.field import Field, parse_notes, parse_text
from bidbase.language.fields import CARD_VALUES, FIELD_BY_NAME, FIELDS
from bidbase.reference.pages import field_page, page_text
from bidbase.reference.written import family_of, names_in, reference, written_families
from tests.engine.making import make_bidder

each_field = pytest.mark.parametrize("field", FIELDS, ids=lambda field: field.name)


def reads(field: Field, text: str) -> bool:
    try:
        field.parse(text)
    except TextError:
        return False
    return True


def in_use(field: Field) -> bool:
    return reads(field, field.example)


@each_field
def test_every_field_has_a_page_with_grammar_and_examples(field: Field) -> None:
    page = field_page(field.name)
    assert page.about
    if in_use(field):
        assert page.examples
        assert page.grammar or field.derived


def test_nothing_is_written_about_a_field_that_is_not_there() -> None:
    assert written_families() == {family_of(field.name) for field in FIELDS}


@each_field
def test_every_claim_is_true(field: Field) -> None:
    written = reference(field.name)
    page = field_page(field.name)
    for example, shown in zip(written.examples, page.examples, strict=True):
        pairs = zip(example.claims, shown.cases, strict=True)
        assert [claim.text for claim, case in pairs if claim.meets != case.meets] == [], example.cell
    assert [error.text for error in page.refused] == list(written.bad), "every bad cell is refused"


@each_field
def test_specs_and_codes_that_switch_are_shown_to_be_met_and_missed(field: Field) -> None:
    cases = [case for example in field_page(field.name).examples for case in example.cases]
    if field.judges_hand or field.name in ("prior_bids", "usage", "vulnerability", "position"):
        assert {case.meets for case in cases} == {True, False}


@each_field
def test_every_code_stands_in_an_example(field: Field) -> None:
    page = field_page(field.name)
    text = " ".join(f"{example.text} {example.canonical}" for example in page.examples)
    assert [code.code for code in page.codes if code.code not in text] == []
    assert all(code.meaning for code in page.codes)


def alike(text: str) -> str:
    """Numbers, suits and variables are all alike."""
    numbers = re.sub(r"\d*\.?\d+", "5", text)
    return re.sub(r"\$[abc]", "$a", re.sub(r"(?<=[<>=])[SHDC]$", "S", numbers))


ORDINARY = {"pass", "it"}
"""Words of the help that could be read as cells, and are none there."""


@each_field
def test_every_code_that_the_help_names_stands_in_an_example(field: Field) -> None:
    """A code is what the field can read. Of a field that reads any word, only what has a digit is one."""
    if field.parse in (parse_text, parse_notes) or not in_use(field):
        return
    words = set(re.findall(r"[^\s,;:()]+", field.help.replace(". ", " ").removesuffix("."))) - ORDINARY
    reads_words = reads(field, "reader")
    codes = {word for word in words if reads(field, word) and (not reads_words or re.search(r"\d", word))}
    pages = field_page(field.name)
    shown = {
        alike(part) for example in pages.examples for part in re.split("[,;]", f"{example.text},{example.canonical}")
    }
    assert {alike(str(field.parse(code))) for code in codes} - shown - {
        alike(code.code) for code in pages.codes
    } == set()


@each_field
def test_faults_are_pointed_at(field: Field) -> None:
    """In a cell of several parts at least one fault is shown that is not the whole of it."""
    faults = field_page(field.name).refused
    assert all(0 <= start <= end <= len(error.text) for error in faults for start, end in [error.span])
    if "{" in dict(field_page(field.name).grammar).get("cell", ""):
        assert any(error.span != (0, len(error.text)) for error in faults)


# Grammars -------------------------------------------------------------------------------------------------------------

TOKEN = re.compile(
    r'"(?P<from>[^"])"\.\."(?P<to>[^"])"|"(?P<literal>[^"]+)"|<(?P<prose>[^>]+)>|(?P<name>[a-z]+)|[\[\]{}()|]'
)
IN_WORDS = {
    "the convention that the call carries": "Strong NT",
    "one of the words that stand among the codes: forced, they hold, below game ...": "they hold",
    "a code of the field Asks for": "KC",
    "any text without a colon": "Stayman",
    "any words": "Some words",
    "a cell that names parameters": "{1NT}-{1NT+2}",
    "the name of a field: hcp": "hcp",
    "the name of a rule: gap": "gap",
    "the cards of one suit from A K Q J T 9 to 2; 10 is a ten, - a void": "AQ2",
}


@cache
def sentences(field: str) -> st.SearchStrategy[str]:
    """What the grammar of a field allows, as bidbase/reference/written.py tells how to read it.

    Hypothesis takes a while to look through such a strategy: it is made once for each field.
    """
    rules = reference(field).grammar
    made: dict[str, st.SearchStrategy[str]] = {}

    def rule(name: str) -> st.SearchStrategy[str]:
        if name not in made:
            made[name] = st.deferred(lambda: choice(list(TOKEN.finditer(rules[name]))))
        return made[name]

    def choice(tokens: list[re.Match[str]]) -> st.SearchStrategy[str]:
        left, result = tokens[:], []
        while True:
            result.append(sequence(left))
            if not left or left[0][0] != "|":
                return st.one_of(result)
            left.pop(0)

    def sequence(left: list[re.Match[str]]) -> st.SearchStrategy[str]:
        parts: list[st.SearchStrategy[str]] = []
        while left and left[0][0] not in "|)]}":
            parts.append(text_of_one(left))
        return st.tuples(*parts).map("".join)

    def text_of_one(left: list[re.Match[str]]) -> st.SearchStrategy[str]:
        token = left.pop(0)
        if token["from"]:
            return st.characters(min_codepoint=ord(token["from"]), max_codepoint=ord(token["to"]))
        if token["literal"]:
            return st.just(token["literal"])
        if token["prose"]:
            return st.just(IN_WORDS[token["prose"]])
        if token["name"]:
            return rule(token["name"])
        inside, depth = [], 1
        while depth:
            inside.append(left.pop(0))
            depth += (inside[-1][0] in "[{(") - (inside[-1][0] in ")]}")
        inner = choice(inside[:-1])
        if token[0] == "(":
            return inner
        return st.one_of(st.just(""), inner) if token[0] == "[" else st.lists(inner, max_size=2).map("".join)

    return rule("cell")


SENSE = (
    "said twice",
    "below its start",
    "add up to",
    "not higher",
    "cannot stand here",
    "can only be",
    "auction is over",
    "two or three different suits",
    "intermediates cannot be asked for",
    "stands nowhere",
    "has two conditions",
    "stands in no clause",
    "a percentage is 1 to 99",
    "0 switches off",
    "not a date",
    "not an expected length",
    "13 cards",
    "twice in one suit",
    "0 to 20 points",
    "there is no bid",
    "nobody has",
    "nobody ever shows",
    "redouble",
    "double",
    "nobody ever shows",
    "never hold together",
    "is compared with itself",
)
"""What may be wrong with a sentence that the grammar allows: it is well formed and makes no sense."""


WITH_GRAMMAR = {family_of(field.name): field.name for field in FIELDS if reference(field.name).grammar}


@pytest.mark.parametrize("name", WITH_GRAMMAR.values())
@settings(max_examples=40)  # of each of some forty grammars
@given(st.data())
def test_what_a_grammar_allows_is_read(name: str, data: st.DataObject) -> None:
    text = data.draw(sentences(name))
    fault = ""
    try:
        FIELD_BY_NAME[name].parse(text)
    except TextError as error:
        fault = error.message
    assert not fault or any(sense in fault for sense in SENSE), (text, fault)


@each_field
def test_grammars_are_closed(field: Field) -> None:
    rules = reference(field.name).grammar
    assert {name for rule in rules.values() for name in names_in(rule)} | ({"cell"} & set(rules)) == set(rules)


# Words ----------------------------------------------------------------------------------------------------------------


def test_a_suit_and_a_variable_have_examples_of_their_own() -> None:
    diamonds = page_text(field_page("diamonds_num"))
    assert "at least as many diamonds as spades" in diamonds
    assert "as many cards in suit b as suit a" in page_text(field_page("b_num"))
    (exposed,) = (example for example in field_page("clubs_points").examples if example.text == "1stopP")
    assert exposed.beside == ((FIELD_BY_NAME["prior_bids"], "2C-P-P"),)


def test_points_of_the_auction_say_what_they_come_to() -> None:
    (example,) = (example for example in field_page("hcp").examples if example.text == "P25-29")
    assert example.needed == "10 to 14 HCP"
    assert [(case.has, case.meets) for case in example.cases] == [("10", True), ("9", False), ("17", False)]


def test_command_tells_a_field(capsys) -> None:
    assert main(["field", "hcp"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("HCP (hcp), Hand strength\n")
    assert "  15-17; 15 to 17 HCP\n    yes AQ2.K32.KJ32.K32  (16)\n" in printed
    assert "  8,,11+\n     ^\n" in printed


def test_command_lists_the_fields(capsys) -> None:
    assert main(["field"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [field.name for field in FIELDS]


def test_command_knows_no_other_field(capsys) -> None:
    assert main(["field", "spade_num"]) == 2
    assert "there is no field 'spade_num'; did you mean spades_num?" in capsys.readouterr().err


# Hands ----------------------------------------------------------------------------------------------------------------

IN_PATTERN = {"prior_bids": "1a-1b-2c; a=X, b=X, c=X", "bid": "3N"}
BESIDE = {
    "suit_value": {"valuation": "Zar"},
    "notrump_value": {"valuation": "Zar"},
    "custom_points": {"ace": "1"},
    **{field.name: {"custom_points": "0"} for field in CARD_VALUES},
    "use_against": {"prior_bids": "1C"},
    "best_contract": {"usage": "D"},
    **{name: {"spades_num": "x"} for name in ("x_num", "x_points")},
    **dict.fromkeys(("key_cards", "side_kings"), IN_PATTERN),
    **{f"{letter}_{cell}": IN_PATTERN for letter in "abc" for cell in ("num", "points", "shown")},
}
"""What an entry needs beside a field that cannot stand alone."""


@each_field
def test_a_field_judges_hands_if_it_may_keep_one_from_its_entry(field: Field) -> None:
    if not in_use(field):
        return
    cells = {"prior_bids": "", "bid": "1N"} | BESIDE.get(field.name, {}) | {field.name: field.example}
    auction = Auction.parse("1C-1H-2D" if cells["prior_bids"] == IN_PATTERN["prior_bids"] else "")
    place = make_bidder(cells).place(auction, Circumstances.of(auction))
    fitting = [any(place.matches(numbered_deal(number)[Seat.NORTH])) for number in range(1, 60)]
    assert field.judges_hand == (len(set(fitting)) == 2), "codes that switch an entry take every hand or none"
