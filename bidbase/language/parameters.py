"""Parameters: values that an agreement settles, and that cells name in place of writing them.

Where the parameter `1NT` is 15, HCP `{1NT}-{1NT+2}` is 15-17, and `{25-1NT}+` is 10+. A parameter whose value is `-`
writes nothing: where `light openings` is `-`, the cell `{light openings}` is blank.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bidbase.errors import TextError, did_you_mean

Parameters = Mapping[str, str]
"""The value of each parameter, by its name."""

BLANK = "-"
"""The value that writes nothing."""
NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 ]*[A-Za-z0-9])?")
_NAMED = re.compile(
    rf"{{\s*(?:(?P<first>\d+)\s*(?P<before>[+-])\s*)?(?P<name>{NAME.pattern})\s*(?:(?P<after>[+-])\s*(?P<last>\d+)\s*)?}}"
)
_LINE = re.compile(r"(?P<field>[a-z_]+)\s*:\s*(?P<text>\S.*)")


def names_parameter(text: str) -> bool:
    """Whether a cell is written with a parameter."""
    return "{" in text


def named_parameters(text: str) -> frozenset[str]:
    """The names of the parameters with which a cell is written."""
    return frozenset(match["name"] for match in _NAMED.finditer(text))


def filled_in(text: str, parameters: Parameters) -> str:
    """A cell with values in place of the parameters that it names. Raises `TextError`.

    named = "{" [number ("+" | "-")] name [("+" | "-") number] "}"
    """

    def value(match: re.Match[str]) -> str:
        return _value(text, match, parameters)

    filled = _NAMED.sub(value, text)
    if (at := filled.find("{")) >= 0 or (at := filled.find("}")) >= 0:
        raise TextError("a parameter is written {1NT}, {1NT+2} or {25-1NT}", filled, at, at + 1)
    return filled


def _value(text: str, match: re.Match[str], parameters: Parameters) -> str:
    name = match["name"]
    if name not in parameters:
        known = did_you_mean(name, parameters) if parameters else "this system has no parameters"
        raise TextError(f"no agreement settles {name}; {known}", text, *match.span("name"))
    settled = parameters[name]
    if match["before"] is None and match["after"] is None:
        return "" if settled == BLANK else settled
    if not settled.isdecimal():
        raise TextError(f"{name} is {settled}: only with a number can be counted", text, *match.span())
    number = int(settled) if match["before"] != "-" else -int(settled)
    number += int(match["first"] or 0) + int(f"{match['after']}{match['last']}" if match["after"] else 0)
    if number < 0:
        raise TextError(f"with {settled} for {name} this is {number}, less than nothing", text, *match.span())
    return str(number)


@dataclass(frozen=True, slots=True)
class Follows:
    """The cells of an entry that are written with parameters, by field: `hcp: {1NT}-{1NT+2}`, a line for each."""

    written: tuple[tuple[str, str], ...]

    @property
    def names(self) -> frozenset[str]:
        """The parameters that the entry follows."""
        return frozenset().union(*(named_parameters(text) for _, text in self.written))

    def __str__(self) -> str:
        return "\n".join(f"{field}: {text}" for field, text in self.written)


def parse_follows(text: str) -> Follows:
    """Read what an entry follows. Raises `TextError`.

    cell = field ":" <a cell that names parameters>
    field = <the name of a field: hcp>
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    matches = [(line, _LINE.fullmatch(line)) for line in lines]
    for line, match in matches:
        if match is None or not named_parameters(match["text"]):
            raise TextError(f"{line[:80]!r} names no parameter; write it as hcp: {{1NT}}-{{1NT+2}}", text)
    return Follows(tuple((match["field"], match["text"]) for _, match in matches if match is not None))
