"""Valuation systems: named ways to say what a hand is worth in a suit contract and in notrump, read from TOML.

`systems_data/valuations.toml` has those that come with BidBase, and tells how to write others.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from bidbase.game.evaluation import COUNT_BY_NAME, Count, SuitLengths, Valuation
from bidbase.game.holdings import ACE, JACK, KING, NINE, QUEEN, TEN

_CARDS = {"ace": ACE, "king": KING, "queen": QUEEN, "jack": JACK, "ten": TEN, "nine": NINE}
_SHORT = ("void", "singleton", "doubleton")
_BY_LENGTH = ("longest", "second", "third", "shortest")
_PARTS = (*_CARDS, *_SHORT, "long", *_BY_LENGTH)
_QUARTERS = 4
_MOST = 20


@cache
def shipped_valuations() -> Mapping[str, Valuation]:
    """The valuation systems that come with BidBase, by name."""
    faults: list[str] = []
    shipped = read_valuations(Path(str(files("bidbase"))) / "systems_data" / "valuations.toml", faults)
    assert not faults, faults
    return shipped


def read_valuations(path: Path, faults: list[str]) -> dict[str, Valuation]:
    """The valuation systems of a file, by name; what is wrong with the others is added to `faults`."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        faults.append(f"{path.name}: {error}")
        return {}
    valuations = {}
    for name, table in tables.items():
        try:
            valuations[name] = _valuation(name, table)
        except ValueError as error:
            faults.append(f"{path.name}: {name}: {error}")
    return valuations


def _valuation(name: str, table: Any) -> Valuation:
    if not isinstance(table, dict) or "suit" not in table or not table.keys() <= {"explanation", "suit", "notrump"}:
        raise ValueError("a valuation system has suit, and may have notrump and explanation")
    explanation = table.get("explanation", "")
    if not isinstance(explanation, str):
        raise ValueError("explanation: write it as text")
    if name != " ".join(name.split()) or not name:
        raise ValueError("a name has no blanks but one between words")
    suit, notrump = (_count(name, use, table.get(use, "hcp")) for use in ("suit", "notrump"))
    return Valuation(name, explanation, suit, notrump)


def _count(name: str, use: str, spec: Any) -> Count:
    """The count of this name, or of these parts. Raises `ValueError`."""
    if isinstance(spec, str):
        if spec not in COUNT_BY_NAME:
            raise ValueError(f"{use}: there is no count {spec!r}; there are {', '.join(COUNT_BY_NAME)}")
        return COUNT_BY_NAME[spec]
    if not isinstance(spec, dict) or not spec:
        raise ValueError(f"{use}: write the name of a count or what there is to add up")
    for part, worth in spec.items():
        if part not in _PARTS:
            raise ValueError(f"{use}: {part!r} cannot be counted; there are {', '.join(_PARTS)}")
        least = -_MOST if part in _BY_LENGTH else 0
        if type(worth) not in (int, float) or not least <= worth <= _MOST or worth * _QUARTERS % 1:
            raise ValueError(f"{use}: {part} counts {least} to {_MOST} points, in quarters at the finest")
    return _sum(f"{name} {use}", {part: round(spec.get(part, 0) * _QUARTERS) for part in _PARTS})


def _sum(name: str, quarters: Mapping[str, int]) -> Count:
    """A count that adds up these parts."""
    cards = [(card, quarters[part]) for part, card in _CARDS.items()]
    by_number = [quarters[part] for part in _SHORT] + [0, 0] + [quarters["long"] * over for over in range(1, 10)]
    by_length = [quarters[part] for part in _BY_LENGTH]

    def of_suit(holding: int) -> int:
        return by_number[holding.bit_count()] + sum(worth for card, worth in cards if holding & card)

    def of_shape(lengths: SuitLengths) -> int:
        return sum(worth * length for worth, length in zip(by_length, sorted(lengths, reverse=True), strict=True))

    return Count(name, name, "", of_suit, _QUARTERS, of_shape)
