"""Reading bid patterns from text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bidbase.errors import check_length
from bidbase.game.auction import BIDS, CALLS, DOUBLE, PASS, REDOUBLE, Auction, Call
from bidbase.game.cards import STRAINS
from bidbase.language.patterns import (
    PASSES,
    SELECTORS,
    STRAIN_BY_LETTER,
    VARIABLES,
    Element,
    Pattern,
    Strains,
    SubPattern,
    VariableCondition,
)
from bidbase.language.tokenizer import Tokenizer

_PARTS = re.compile(r"\[[^\]]*\]|-\s*|(\s*[,;\n]\s*)")
_BEGINS_CONDITION = re.compile(r"(?P<variable>[a-z])\s*=")
_CONDITION = re.compile(
    r"(?P<written>(?P<variable>[a-z])\s*=\s*(?P<strains>\w)(?P<relations>(?:\s*\^\s*[!<>]\s*\w)*))\s*"
)
_RELATION = re.compile(r"\^\s*(?P<operator>[!<>])\s*(?P<other>\w)\s*")
_ONLY_IN_PATTERNS = re.compile(r"[#?*+!\[/=]|[1-7](?:[XAMBLUmab]|R(?!\w))")
_LAST_CALL = re.compile(r"(?:.*[-,\s])?([^-,\s]+)[-,\s]*", re.DOTALL)
_ANYWHERE = re.compile(r"#\s*")
_LEADING = re.compile(r"(?P<passes>\*P|[0-9](?:/[0-9])+P)\s*")
_DASH = re.compile(r"-\s*")
_ELEMENT = re.compile(
    r"(?:(?P<class>!P|\?|(?:P(?:ass)?|Dbl|D|Rdbl|R|XX?)(?![A-Za-z]))"
    r"|(?P<height>(?P<level>[1-7])|\+(?P<jump>[0-6]))(?P<strains>NT|[A-Za-z♣♦♥♠])(?(jump)(?:\((?P<at>[1-7])\))?))"
    r"\s*(?P<name>(?P<open>\[)[^\]]*(?P<closed>\])?)?\s*"
)
_LETTER = {strain.symbol: strain.letter for strain in STRAINS}
"""The letter of each strain that is written as people read it: `1♠`, `1NT`."""
_CLASS = {"Pass": "P", "Dbl": "D", "X": "D", "Rdbl": "R", "XX": "R"}
_CLASSES = {
    "P": (PASS,),
    "D": (DOUBLE,),
    "R": (REDOUBLE,),
    "?": CALLS,
    "!P": (*BIDS, DOUBLE, REDOUBLE),
}
_FoundCondition = tuple[re.Match[str], VariableCondition]


def parse_pattern(text: str) -> Pattern:
    """Read a pattern, `1a-P-2a, 1a-2C-2a; a=M`. Raises `TextError` with the span of the part at fault.

    pattern = auction {"," auction} [";" condition {"," condition}]
    auction = ["#"] element {"-" element} | passes "-" element {"-" element}
    passes = "*P" | "0/1P" | "1/2P" | "2/3P" | "0/1/2P" | "1/2/3P"
    element = one ["[" name "]"]
    one = level of | jump of ["(" level ")"] | "P" | "D" | "R" | "?" | "!P"
    jump = "+" "0".."6"
    of = strain | selector | variable
    selector = "X" | "A" | "m" | "M" | "B" | "R" | "L" | "U"
    condition = variable "=" (strain | selector) {"^" relation}
    relation = ("!" | "<" | ">") (strain | variable)
    name = <the convention that the call carries>
    variable = "a" | "b" | "c"
    """
    check_length(text)
    tokens = Tokenizer(text)
    parts = tokens.split(_PARTS)
    of_variables = [part for part in parts if _BEGINS_CONDITION.match(str(part))]
    read = _sub_pattern if _ONLY_IN_PATTERNS.search(text) else _auction
    alternatives = tuple(read(part) for part in parts if part not in of_variables)
    if not alternatives:
        raise tokens.error("there are conditions, but no auction")
    conditions = [_condition(part) for part in of_variables]
    _check_variables(tokens, alternatives, conditions)
    return Pattern(alternatives, tuple(condition for _, condition in conditions))


def parse_calls(text: str) -> tuple[Call, ...]:
    """Read `1C-1S-P`. The auction must be legal and going on."""
    auction = Auction.parse(text)
    if auction.finished:
        tokens = Tokenizer(text)
        raise tokens.error("after these calls the auction is over", tokens.fits(_LAST_CALL), 1)
    return auction.calls


def read_last_calls(tokens: Tokenizer) -> SubPattern:
    """Read the calls with which an auction ends, `1N-P`: an alternative that begins with `#`, without this sign."""
    return SubPattern(True, None, _elements(tokens))


def _auction(tokens: Tokenizer) -> SubPattern:
    """The calls of one auction: `1c` is one club."""
    calls = tokens.read(parse_calls)
    return SubPattern.of(calls) if calls else _sub_pattern(tokens)


def _sub_pattern(tokens: Tokenizer) -> SubPattern:
    anywhere = tokens.take(_ANYWHERE) is not None
    match = tokens.take(_LEADING)
    if match is None:
        return SubPattern(anywhere, None, _elements(tokens))
    if anywhere:
        raise tokens.error("# allows any passes; leave them out", match, "passes")
    if match["passes"] not in PASSES:
        raise tokens.error(f"leading passes are written {', '.join(PASSES)}", match, "passes")
    if not tokens.take(_DASH):
        raise tokens.error_here("a call must follow the leading passes")
    return SubPattern(False, PASSES[match["passes"]], _elements(tokens))


def _elements(tokens: Tokenizer) -> tuple[Element, ...]:
    elements = [_element(tokens)]
    while tokens.take(_DASH):
        elements.append(_element(tokens))
    _check_end(tokens)
    return tuple(elements)


def _check_end(tokens: Tokenizer) -> None:
    if tokens:
        raise tokens.error_here("expected - , or ; here")


def _element(tokens: Tokenizer) -> Element:
    match = tokens.take(_ELEMENT)
    if not match:
        raise tokens.error_here("expected a call: P, D, R, ?, !P, 1C, 1M, 2a or +1b(2)")
    name = _name(tokens, match)
    if match["class"]:
        text = _CLASS.get(match["class"], match["class"])
        return Element(text, _CLASSES[text], name=name)
    letter = _LETTER.get(match["strains"], match["strains"])
    if letter not in SELECTORS and letter not in STRAIN_BY_LETTER and letter not in VARIABLES:
        raise tokens.error(
            f"{letter!r} is no strain (C D H S N), selector ({' '.join(SELECTORS)}) or variable (a b c)",
            match,
            "strains",
        )
    level = match["level"] or match["at"]
    text = f"{match['height']}{letter}{f'({level})' if match['at'] else ''}"
    jump = int(match["jump"]) if match["jump"] else None
    return Element(text, (), Strains(letter), int(level) if level else None, jump, name)


def _name(tokens: Tokenizer, match: re.Match[str]) -> str | None:
    """The name of a convention, with blanks tidied as in the names of conventions; None where there is none."""
    if not match["open"]:
        return None
    if not match["closed"]:
        raise tokens.error("the name is not closed; write ] after it", match, "open")
    parts = [" ".join(part.split()) for part in match["name"][1:-1].split(":")]
    if not all(parts):
        raise tokens.error("a name is missing", match, "name")
    return ": ".join(parts)


def _condition(tokens: Tokenizer) -> _FoundCondition:
    match = tokens.take(_CONDITION)
    if match is None:
        letter = str(tokens)[0]
        raise tokens.error_here(f"say what {letter} may be: {letter}=M, {letter}=X^!a")
    variable, strains = match["variable"], match["strains"]
    if variable not in VARIABLES:
        raise tokens.error("variables are a, b and c", match, "variable")
    if strains not in SELECTORS and strains not in STRAIN_BY_LETTER:
        raise tokens.error(f"{strains!r} is no strain or selector", match, "strains")
    relations = tuple(_relations(tokens.part(match, "relations"), variable))
    _check_end(tokens)
    return match, VariableCondition(variable, Strains(strains), relations)


def _relations(tokens: Tokenizer, variable: str) -> Iterator[tuple[str, str]]:
    while relation := tokens.take(_RELATION):
        operator, other = relation.groups()
        if other not in VARIABLES and other not in STRAIN_BY_LETTER:
            raise tokens.error(f"{other!r} is no variable or strain", relation, "other")
        if other == variable:
            raise tokens.error(f"{variable} is compared with itself", relation, "other")
        yield operator, other


def _check_variables(
    tokens: Tokenizer, alternatives: Sequence[SubPattern], conditions: Sequence[_FoundCondition]
) -> None:
    used = frozenset().union(*(sub.variables for sub in alternatives))
    named: set[str] = set()
    for match, condition in conditions:
        variable = condition.variable
        if variable in named:
            raise tokens.error(f"{variable} has two conditions; join them with ^", match, "written")
        if variable not in used:
            raise tokens.error(f"{variable} has a condition, but stands nowhere in the auction", match, "written")
        for _, other in condition.relations:
            if other in VARIABLES and other not in used:
                message = f"{condition} compares with {other}, which stands nowhere in the auction"
                raise tokens.error(message, match, "written")
        named.add(variable)
