"""Reading bid patterns from text."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bidbase.errors import TextError, check_length
from bidbase.game.auction import BIDS, CALLS, DOUBLE, PASS, REDOUBLE
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

Span = tuple[int, int]

_SEPARATOR = re.compile(r"\s*[,;\n]\s*")
_CONDITION = re.compile(r"(?P<variable>[a-z])\s*=\s*(?P<strains>\w)(?P<relations>(?:\s*\^\s*[!<>]\s*\w)*)")
_BROKEN_CONDITION = re.compile(r"[a-z]\s*=")
_RELATION = re.compile(r"\^\s*(?P<operator>[!<>])\s*(?P<other>\w)")
_LEADING = re.compile(r"\*P|[0-9](?:/[0-9])+P")
_ELEMENT = re.compile(
    r"(?P<class>!P|\?|(?:P(?:ass)?|Dbl|D|Rdbl|R|XX?)(?![A-Za-z]))"
    r"|(?P<level>[1-7])(?P<strain>NT|[A-Za-z♣♦♥♠])"
    r"|\+(?P<jump>[0-6])(?P<to>NT|[A-Za-z♣♦♥♠])(?:\((?P<jump_level>[1-7])\))?"
)
_NAME = re.compile(r"\s*\[([^\]]*)\]")
_OPEN_NAME = re.compile(r"\s*\[")
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


def parse_pattern(text: str) -> Pattern:
    """Read a pattern. Alternatives are separated by commas, conditions follow after a semicolon or on a new line.

    Raises `TextError` with the span of the part at fault.
    """
    check_length(text)
    return _Reader(text).pattern()


class _Reader:
    """Reads a pattern from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0

    def pattern(self) -> Pattern:
        alternatives: list[SubPattern] = []
        conditions: dict[Span, VariableCondition] = {}
        while True:
            self._blank()
            if match := self._take(_CONDITION):
                conditions[match.span()] = self._condition(match)
            elif match := self._take(_BROKEN_CONDITION):
                raise self._error(f"say what {match[0][0]} may be: {match[0][0]}=M, {match[0][0]}=X^!a", match.start())
            else:
                alternatives.append(self._sub_pattern())
            self._blank(but="\n")
            if self.position == len(self.text):
                break
            if not self._take(_SEPARATOR):
                raise self._error("expected - , or ; here")
        if not alternatives:
            raise TextError("there are conditions, but no auction", self.text)
        self._check_variables(alternatives, conditions)
        return Pattern(tuple(alternatives), tuple(conditions.values()))

    def _condition(self, match: re.Match[str]) -> VariableCondition:
        if match["variable"] not in VARIABLES:
            raise self._error("variables are a, b and c", match.start("variable"))
        strains = match["strains"]
        if strains not in SELECTORS and strains not in STRAIN_BY_LETTER:
            raise self._error(f"{strains!r} is no strain or selector", match.start("strains"))
        relations = []
        for relation in _RELATION.finditer(self.text, *match.span("relations")):
            if relation["other"] not in VARIABLES and relation["other"] not in STRAIN_BY_LETTER:
                raise self._error(f"{relation['other']!r} is no variable or strain", relation.start("other"))
            if relation["other"] == match["variable"]:
                raise self._error(f"{match['variable']} is compared with itself", relation.start("other"))
            relations.append((relation["operator"], relation["other"]))
        return VariableCondition(match["variable"], Strains(strains), tuple(relations))

    def _sub_pattern(self) -> SubPattern:
        anywhere = self._skip("#")
        passes = None
        if match := self._take(_LEADING):
            if anywhere:
                raise TextError("# allows any passes; leave them out", self.text, *match.span())
            if match[0] not in PASSES:
                raise TextError(f"leading passes are written {', '.join(PASSES)}", self.text, *match.span())
            passes = PASSES[match[0]]
            self._blank()
            if not self._skip("-"):
                raise self._error("a call must follow the leading passes")
        elements = [self._element()]
        while self._skip("-"):
            elements.append(self._element())
        return SubPattern(anywhere, passes, tuple(elements))

    def _element(self) -> Element:
        self._blank()
        match = self._take(_ELEMENT)
        if not match:
            raise self._error("expected a call: P, D, R, ?, !P, 1C, 1M, 2a or +1b(2)")
        named = self._take(_NAME)
        if not named and (bracket := self._take(_OPEN_NAME)):
            raise self._error("the name is not closed; write ] after it", bracket.end() - 1)
        name = self._name(named) if named else None
        self._blank(but="\n")
        if match["class"]:
            text = _CLASS.get(match["class"], match["class"])
            return Element(text, _CLASSES[text], name=name)
        written = match["strain"] or match["to"]
        letter = _LETTER.get(written, written)
        if letter not in SELECTORS and letter not in STRAIN_BY_LETTER and letter not in VARIABLES:
            raise self._error(
                f"{letter!r} is no strain (C D H S N), selector ({' '.join(SELECTORS)}) or variable (a b c)",
                match.start("strain") if match["strain"] else match.start("to"),
            )
        level = match["level"] or match["jump_level"]
        jump = int(match["jump"]) if match["jump"] else None
        text = match[0].replace(written, letter)
        return Element(text, (), Strains(letter), int(level) if level else None, jump, name)

    def _name(self, named: re.Match[str]) -> str:
        """The name of a convention, with blanks tidied as in the names of conventions."""
        parts = [" ".join(part.split()) for part in named[1].split(":")]
        if not all(parts):
            raise TextError("a name is missing", self.text, named.start(1) - 1, named.end())
        return ": ".join(parts)

    def _check_variables(self, alternatives: list[SubPattern], conditions: Mapping[Span, VariableCondition]) -> None:
        used = {
            element.strains.letter
            for sub in alternatives
            for element in sub.elements
            if element.strains and element.strains.is_variable
        }
        named: set[str] = set()
        for span, condition in conditions.items():
            variable = condition.variable
            if variable in named:
                raise TextError(f"{variable} has two conditions; join them with ^", self.text, *span)
            if variable not in used:
                raise TextError(f"{variable} has a condition, but stands nowhere in the auction", self.text, *span)
            for _, other in condition.relations:
                if other in VARIABLES and other not in used:
                    message = f"{condition} compares with {other}, which stands nowhere in the auction"
                    raise TextError(message, self.text, *span)
            named.add(variable)

    def _take(self, expression: re.Pattern[str]) -> re.Match[str] | None:
        match = expression.match(self.text, self.position)
        if match:
            self.position = match.end()
        return match

    def _skip(self, character: str) -> bool:
        if self.text.startswith(character, self.position):
            self.position += 1
            return True
        return False

    def _blank(self, but: str = "") -> None:
        """Skip blanks, except the characters `but`."""
        while (character := self.text[self.position : self.position + 1]).isspace() and character not in but:
            self.position += 1

    def _error(self, message: str, start: int | None = None) -> TextError:
        begin = self.position if start is None else start
        return TextError(message, self.text, begin, min(begin + 1, len(self.text)))
