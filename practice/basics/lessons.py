"""The lessons of the page of basics, which stand in basics.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand


@dataclass(frozen=True)
class FirstLessonExample:
    """A hand, the auction before its call, the call that the shipped systems make with it, and why."""

    hand: Hand
    auction: Auction
    call: Call
    why: str


@dataclass(frozen=True)
class FirstLesson:
    """A few paragraphs with one example. `scores` says whether the table of scores belongs to them."""

    title: str
    text: str
    example: FirstLessonExample
    scores: bool = False


@cache
def lessons() -> tuple[FirstLesson, ...]:
    """All lessons, the first one to read first."""
    text = (files("practice.basics") / "basics.toml").read_text(encoding="utf-8")
    return tuple(
        FirstLesson(**{**table, "example": _example(table["example"])}) for table in tomllib.loads(text)["lessons"]
    )


def _example(table: Mapping[str, Any]) -> FirstLessonExample:
    hand, call = Hand.parse(table["hand"]), Call.parse(table["call"])
    return FirstLessonExample(hand, Auction.parse(table["auction"]), call, table["why"])
