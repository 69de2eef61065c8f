"""The reference of the entry fields as it is written: what is worth saying of each, its codes and examples.

It stands in the files of `data`, one for each group of fields, and what follows from the parsers is not
written there: canonical texts, words, verdicts and messages are computed (`bidbase.reference.pages`). A table for each
field, or for each family of fields (`suit_num`, written for spades), may have

- `about`: paragraphs with a blank line between;
- `codes`: each code with its meaning; a blank one is what the field itself says of it;
- `examples`: a `cell`, with other fields beside it in `with`, and the `auction` where that is not the one in the prior
  bids. `fits` and `fails` are hands, holdings of the suit, auctions (Prior bids, Position), vulnerabilities of the
  dealer's side, or a side and a scoring (Pct), each perhaps with a note after a colon. Fields that follow from the
  prior bids have `prior_bids` instead of a cell;
- `bad`: cells that are refused.

The grammar of a field stands in the docstring of its parser, one rule a line, the first named `cell`. "Quoted" is
written as it stands, "0".."9" is any character from one to the other, a | b is one of two, [a] may be left out, {a} may
come any number of times or not at all, (a b) belongs together, <...> is said in words. Blanks between parts do no harm.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from dataclasses import field as dataclass_field
from functools import cache
from importlib.resources import files
from typing import Any

from bidbase.game.cards import Hand, Strain
from bidbase.language.bids import parse_prior_bids
from bidbase.language.field import AnyField
from bidbase.language.fields import FIELD_BY_NAME
from bidbase.language.pattern_text import parse_pattern
from bidbase.language.patterns import VARIABLES
from bidbase.language.ranges import parse_ranges, read_range
from bidbase.language.situation_text import parse_situation
from bidbase.language.suit_honors import parse_points

_DATA = files("bidbase.reference") / "data"
_FAMILIES = {
    r"(spades|hearts|diamonds|clubs|a|b|c)_(num|points|shown)": r"suit_\2",
    "ace|king|queen|jack|ten": "card_value",
}


@dataclass(frozen=True)
class Claim:
    """A hand, holding, auction or the like that meets an example or does not, with a note."""

    text: str
    meets: bool
    note: str = ""


@dataclass(frozen=True)
class Example:
    """A cell, the cells beside it, and the auction in which its claims are to be judged (blank: the prior bids)."""

    cell: str
    beside: Mapping[str, str] = dataclass_field(default_factory=dict)
    auction: str = ""
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True)
class Reference:
    """What is written about a field or a family of fields."""

    family: str
    about: tuple[str, ...] = ()
    grammar: Mapping[str, str] = dataclass_field(default_factory=dict)
    codes: Mapping[str, str] = dataclass_field(default_factory=dict)
    examples: tuple[Example, ...] = ()
    bad: tuple[str, ...] = ()


def reference(name: str) -> Reference:
    """The reference of the field of this name. Fields of a family share one, turned to their suit."""
    field = FIELD_BY_NAME[name]
    written = _turned(_references()[family_of(name)], field)
    return written if field.derived else replace(written, grammar=_grammar(field.parse))


def written_families() -> set[str]:
    """The fields and families of fields that something is written about."""
    return set(_references())


def family_of(name: str) -> str:
    """The family whose reference a field has: its own name for most."""
    for pattern, family in _FAMILIES.items():
        if match := re.fullmatch(pattern, name):
            return match.expand(family)
    return name


@cache
def _references() -> Mapping[str, Reference]:
    tables: dict[str, Any] = {}
    for file in sorted(_DATA.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            tables |= tomllib.loads(file.read_text(encoding="utf-8"))
    return {family: _read(family, table) for family, table in tables.items()}


def _read(family: str, table: Mapping[str, Any]) -> Reference:
    paragraphs = tuple(" ".join(paragraph.split()) for paragraph in table.get("about", "").strip().split("\n\n"))
    return Reference(
        family,
        tuple(filter(None, paragraphs)),
        codes=table.get("codes", {}),
        examples=tuple(map(_example, table.get("examples", []))),
        bad=tuple(table.get("bad", ())),
    )


_SHARED = (parse_prior_bids, parse_pattern, parse_situation, parse_ranges, read_range, parse_points)
"""The parsers whose rules those of others may name."""


@cache
def _grammar(parse: Callable[[str], object]) -> Mapping[str, str]:
    """The rules of a parser by name, and the rules of other parsers that they lead to."""
    rules, shared = _rules_of(parse), {name: rule for other in _SHARED for name, rule in _rules_of(other).items()}
    waiting = list(rules)
    for rule in waiting:
        for name in names_in(rules[rule]):
            if name not in rules:
                rules[name] = shared[name]
                waiting.append(name)
    return rules


def _rules_of(parse: Callable[..., object]) -> dict[str, str]:
    """The rules in the docstring of a parser; one goes on in a line that begins with `|`."""
    text = re.sub(r"\n\s*\|", " |", parse.__doc__ or "")
    return dict(re.findall(r"^ *([a-z]+) = (.+)$", text, re.MULTILINE))


def names_in(expression: str) -> list[str]:
    """The rules that an expression of a grammar names."""
    return re.findall("[a-z]+", re.sub(r'"[^"]*"|<[^>]*>', " ", expression))


def _example(table: Mapping[str, Any]) -> Example:
    beside = dict(table.get("with", {}))
    if "prior_bids" in table:  # of a field that follows from them
        beside["prior_bids"] = table["prior_bids"]
    claims = (*_claims(table.get("fits", ()), True), *_claims(table.get("fails", ()), False))
    return Example(table.get("cell", ""), beside, table.get("auction", ""), claims)


def _claims(texts: list[str], meets: bool) -> Iterator[Claim]:
    for text in texts:
        what, _, note = text.partition(":")
        yield Claim(what.strip(), meets, note.strip())


# The reference of a family is written for spades. For another suit the two are exchanged; a variable stands for spades.


def is_variable(field: AnyField) -> bool:
    """Whether a field is about a suit that a variable stands for."""
    return field.name.partition("_")[0] in VARIABLES


def key_of_examples(field: AnyField) -> dict[str, str]:
    """The prior bids of examples that name none: an example with a variable needs a pattern that has it."""
    return {"prior_bids": f"1{field.name[0]}-P; {field.name[0]}=X"} if is_variable(field) else {}


def _turned(written: Reference, field: AnyField) -> Reference:
    turn = _turn_of(field)
    return replace(
        written,
        codes={turn(code): meaning for code, meaning in written.codes.items()},
        examples=tuple(_turned_example(example, field, turn) for example in written.examples),
        bad=tuple(map(turn, written.bad)),
    )


def _turn_of(field: AnyField) -> Callable[[str], str]:
    """How the text of a cell is written for this field."""
    if is_variable(field):
        return lambda text: _exchanged(text, f"${field.name[0]}", "$a")
    if (suit := field.suit) is not None and field.name.endswith("_num"):
        return lambda text: _exchanged(text, suit.letter, "S")
    return lambda text: text


def _exchanged(text: str, first: str, second: str) -> str:
    swaps = {first: second, second: first}
    return re.sub("|".join(map(re.escape, swaps)), lambda match: swaps[match[0]], text)


def _turned_example(example: Example, field: AnyField, turn: Callable[[str], str]) -> Example:
    if is_variable(field):
        return _about_variable(example, field.name[0], turn)
    if field.suit is None:
        return example
    suit, beside = field.suit, dict(example.beside)
    prior_bids = beside.pop("prior_bids", "")
    beside = {
        _exchanged(name, suit.title, "spades"): _exchanged(text, suit.letter, "S") for name, text in beside.items()
    }
    if prior_bids:
        beside["prior_bids"] = prior_bids if example.auction else _exchanged(prior_bids, suit.letter, "S")
    claims = tuple(replace(claim, text=_turned_hand(claim.text, suit)) for claim in example.claims)
    return Example(turn(example.cell), beside, _exchanged(example.auction, suit.letter, "S"), claims)


def _about_variable(example: Example, variable: str, turn: Callable[[str], str]) -> Example:
    beside = {name.replace("spades", variable): turn(text) for name, text in example.beside.items()}
    if example.auction:
        beside["prior_bids"] = re.sub("[abc]", lambda match: _exchanged(match[0], "a", variable), beside["prior_bids"])
        return Example(turn(example.cell), beside, example.auction, example.claims)
    auction = example.beside.get("prior_bids", "1S-P")
    beside["prior_bids"] = f"{auction.replace('S', variable)}; {variable}=X"
    return Example(turn(example.cell), beside, auction, example.claims)


def _turned_hand(text: str, suit: Strain) -> str:
    """A hand with its spades and another suit exchanged; a holding as it is."""
    if "." not in text:
        return text
    holdings = list(Hand.parse(text).holdings)
    holdings[suit], holdings[Strain.SPADES] = holdings[Strain.SPADES], holdings[suit]
    return str(Hand(holdings))
