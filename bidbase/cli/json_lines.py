"""JSON lines: each line of input is read as cards, calls and the like, and is answered by a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Iterator
from typing import Any, BinaryIO, TypeVar

from bidbase.bidding.robots import Table
from bidbase.cli.bidders import Bidders
from bidbase.cli.options import emit
from bidbase.errors import IllegalCall, SystemFileError, TextError, did_you_mean
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import SEATS, Seat, Side, Vulnerability
from bidbase.language.circumstances import Scoring

SIDES = ("NS", "EW")
SEAT_BY_LETTER = {seat.letter: seat for seat in SEATS}
MAX_BYTES = 1 << 16  # of a line; a deal takes a hundred, and the longest auction a thousand
_KINDS = {dict: "an object", list: "a list", bool: "true or false", int: "a number", float: "a number"}
Value = TypeVar("Value")


class BadLine(ValueError):
    """A line of input that cannot be used: which field is at fault, and why."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def answer_lines(fields: Collection[str], answer: Callable[[dict[str, Any]], dict[str, Any]]) -> int:
    """Answer each line of standard input with a line; a bad line gets an error and the next is read.

    `fields` names those that a line may have. The result is 1 after any bad line.
    """
    status = 0
    for line in _lines(sys.stdin.buffer):
        if not line.strip():
            continue
        try:
            emit(answer(_record(line, fields)))
        except BadLine as error:
            emit({"error": str(error), "field": error.field})
            status = 1
    return status


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of the input; one that is too long ends a byte behind `MAX_BYTES`."""
    while line := source.readline(MAX_BYTES + 1):
        yield line
        while len(line) > MAX_BYTES and not line.endswith(b"\n"):
            line = source.readline(MAX_BYTES + 1)


def _record(line: bytes, fields: Collection[str]) -> dict[str, Any]:
    if len(line) > MAX_BYTES:
        raise BadLine("", f"the line is longer than {MAX_BYTES} bytes")
    try:
        record = json.loads(line.decode("utf-8-sig"), object_pairs_hook=_object)
    except UnicodeDecodeError as error:
        raise BadLine("", f"this is not UTF-8 text: {error.reason} at byte {error.start + 1}") from None
    except BadLine:
        raise
    except ValueError as error:
        raise BadLine("", f"this is not JSON: {error}") from None
    except RecursionError:
        raise BadLine("", "this is nested too deeply") from None
    if not isinstance(record, dict):
        raise BadLine("", "a line is a JSON object")
    for field in record:
        if field not in fields:
            raise BadLine(field, f"there is no such field; {did_you_mean(field, fields)}")
    return record


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record: dict[str, Any] = {}
    for field, value in pairs:
        if field in record:
            raise BadLine(field, "the field is there twice")
        record[field] = value
    return record


def _text(record: dict[str, Any], field: str, default: str | None = None) -> str:
    value = record.get(field, default)
    if value is None:
        raise BadLine(field, f"{field} is missing")
    if not isinstance(value, str):
        raise BadLine(field, f"{field} is a text, not {_KINDS[type(value)]}")
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


def read_table(record: dict[str, Any], bidders: Bidders, seed: str, thinking: bool = False) -> Table:
    """The systems of sides and seats, the form of scoring and the seed, `seed` without one. Raises `BadLine`.

    All robots think or bid by the book alone.
    """
    names = record.get("systems", {})
    players = isinstance(names, dict) and names.keys() <= {*SIDES, *SEAT_BY_LETTER}
    if not players or not all(isinstance(name, str) for name in names.values()):
        raise BadLine(
            "systems", 'systems names one for each side, as in {"NS": "sayc", "EW": "sayc"}, or for a seat, N'
        )
    default = _text(record, "system", bidders.default)
    try:
        ns, ew = (bidders[names.get(side, default)] for side in SIDES)
        variants = {seat: bidders[names[letter]] for letter, seat in SEAT_BY_LETTER.items() if letter in names}
    except SystemFileError as error:
        raise BadLine("systems" if names else "system", str(error)) from None
    scoring = read(record, "scoring", Scoring.parse, "IMP")
    return Table(ns, ew, scoring, Side.NS, _seed(record, seed), variants=variants, thinking=SEATS if thinking else ())


def _seed(record: dict[str, Any], default: str) -> str:
    seed = record.get("seed", default)
    if type(seed) not in (str, int):
        raise BadLine("seed", "seed is a text or a whole number")
    return str(seed)
