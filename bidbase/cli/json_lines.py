"""JSON lines: each line of input is read into the words of the game and answered by one."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TextIO, TypeVar

from bidbase.bidding.robots import Table
from bidbase.cli.options import Bidders, emit
from bidbase.errors import IllegalCall, TextError
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Seat, Side, Vulnerability
from bidbase.language.circumstances import Scoring
from bidbase.systems import SystemFileError

Value = TypeVar("Value")


class BadLine(ValueError):
    """A line of input that cannot be used: which field is at fault, and why."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def answer_lines(lines: TextIO, answer: Callable[[dict[str, Any]], dict[str, Any]]) -> int:
    """Answer each line of JSON with one; a bad line gets an error and the next is read. The result is 1 after any."""
    status = 0
    for line in lines:
        if not line.strip():
            continue
        try:
            emit(answer(_record(line)))
        except BadLine as error:
            emit({"error": str(error), "field": error.field})
            status = 1
    return status


def _record(line: str) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except ValueError as error:
        raise BadLine("", f"this is not JSON: {error}") from None
    if not isinstance(record, dict):
        raise BadLine("", "a line is a JSON object")
    return record


def _text(record: dict[str, Any], field: str, default: str | None = None) -> str:
    value = record.get(field, default)
    if value is None:
        raise BadLine(field, f"{field} is missing")
    if not isinstance(value, str):
        raise BadLine(field, f"{field} is a text, not {json.dumps(value)}")
    return value


def read(record: dict[str, Any], field: str, parse: Callable[[str], Value], default: str | None = None) -> Value:
    """A field of a record, read by `parse`. Raises `BadLine`."""
    text = _text(record, field, default)
    try:
        return parse(text)
    except TextError as error:
        raise BadLine(field, error.message) from None


def read_deal_circumstances(record: dict[str, Any]) -> tuple[Seat, Vulnerability]:
    """The dealer and who is vulnerable. Raises `BadLine`."""
    return read(record, "dealer", Seat.parse, "N"), read(record, "vulnerability", Vulnerability.parse, "None")


def read_auction(record: dict[str, Any]) -> Auction:
    """The calls so far, a list or a text. Raises `BadLine`."""
    dealer, vulnerability = read_deal_circumstances(record)
    calls = record.get("auction")
    if isinstance(calls, str):
        return read(record, "auction", lambda text: Auction.parse(text, dealer, vulnerability))
    if not isinstance(calls, list) or not all(isinstance(call, str) for call in calls):
        raise BadLine("auction", "auction is a list of calls or a text, as in 1N-P")
    try:
        return Auction.of(map(Call.parse, calls), dealer, vulnerability)
    except (TextError, IllegalCall) as error:
        raise BadLine("auction", str(error)) from None


def read_table(record: dict[str, Any], bidders: Bidders, seed: str) -> Table:
    """The systems of both sides, the form of scoring and the seed, `seed` where none is given. Raises `BadLine`."""
    names = record.get("systems", {})
    sides = isinstance(names, dict) and names.keys() <= {"NS", "EW"}
    if not sides or not all(isinstance(name, str) for name in names.values()):
        raise BadLine("systems", 'systems names one for each side, as in {"NS": "sayc", "EW": "sayc"}')
    default = _text(record, "system", bidders.default)
    try:
        ns, ew = (bidders[names.get(side, default)] for side in ("NS", "EW"))
    except SystemFileError as error:
        raise BadLine("systems" if names else "system", str(error)) from None
    return Table(ns, ew, read(record, "scoring", Scoring.parse, "IMP"), Side.NS, str(record.get("seed", seed)))
