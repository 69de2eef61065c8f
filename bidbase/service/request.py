"""A request: a JSON object whose fields are read as cards, calls and the like."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from time import monotonic
from typing import Any, TypeVar

from bidbase.bidding.robots import Table
from bidbase.errors import IllegalCall, SystemFileError, TextError, did_you_mean
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import SEATS, Seat, Side, Vulnerability
from bidbase.language.circumstances import Scoring
from bidbase.service.bidders import Bidders

SIDES = ("NS", "EW")
SEAT_BY_LETTER = {seat.letter: seat for seat in SEATS}
MAX_BYTES = 1 << 16  # of a request; a deal takes a hundred, and the longest auction a thousand
MAX_ID = 200  # characters of a text that comes back
_KINDS = {dict: "an object", list: "a list", bool: "true or false", int: "a number", float: "a number", str: "a text"}
_SYSTEMS = 'one for each side, as in {"NS": "sayc", "EW": "sayc"}, or for a seat, N'
Value = TypeVar("Value")
Span = tuple[int, int]


class BadRequest(ValueError):
    """A request that cannot be answered: a code for programs, which field is at fault, where in it, and why.

    `place` is a half-open range: of the characters of a text, or of the items of a list.
    """

    def __init__(self, code: str, message: str, field: str = "", place: Span | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.field = field
        self.place = place


def record_of(line: bytes) -> dict[str, Any]:
    """The JSON object in these bytes. Raises `BadRequest`."""
    if len(line) > MAX_BYTES:
        raise BadRequest("too-long", f"the line is longer than {MAX_BYTES} bytes")
    try:
        record = json.loads(line.decode("utf-8-sig"), object_pairs_hook=_object)
    except UnicodeDecodeError as error:
        message = f"this is not UTF-8 text: {error.reason} at byte {error.start + 1}"
        raise BadRequest("not-json", message, place=(error.start, error.end)) from None
    except BadRequest:
        raise
    except json.JSONDecodeError as error:
        raise BadRequest("not-json", f"this is not JSON: {error}", place=(error.pos, error.pos + 1)) from None
    except ValueError as error:  # a number of too many digits
        raise BadRequest("not-json", f"this is not JSON: {error}") from None
    except RecursionError:
        raise BadRequest("not-json", "this is nested too deeply") from None
    if not isinstance(record, dict):
        raise BadRequest("not-json", "a line is a JSON object")
    return record


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    record = dict(pairs)
    if len(record) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadRequest("twice", "the field is there twice", twice)
    return record


class Request:
    """A request. Each field is read when it is asked for; what cannot be read raises `BadRequest`, with the field.

    `systems` has the systems that it may name, `until` is the moment of `time.monotonic` at which it is given up, and
    `defaults` are fields that count where it leaves them out.
    """

    def __init__(self, record: Mapping[str, Any], systems: Bidders, until: float, defaults: Mapping[str, Any]) -> None:
        self._own = record
        self.fields = {**defaults, **record}
        self.systems = systems
        self._until = until

    def allow(self, fields: Collection[str]) -> None:
        """Refuse any other fields, which may be misspelled."""
        for field in self._own:
            if field not in fields:
                raise BadRequest("unknown-field", f"there is no such field; {did_you_mean(field, fields)}", field)

    def go_on(self) -> None:
        """Give up where the time is over; long work asks this several times a second."""
        if monotonic() > self._until:
            raise BadRequest("time-out", "this took too long; ask for less, or allow more with --timeout")

    def text(self, field: str, default: str | None = None) -> str:
        """A text."""
        value = self.fields.get(field, default)
        if value is None:
            raise BadRequest("missing", f"{field} is missing", field)
        if not isinstance(value, str):
            raise BadRequest("wrong-kind", f"{field} is a text, not {_KINDS[type(value)]}", field)
        return value

    def read(self, field: str, parse: Callable[[str], Value], default: str | None = None) -> Value:
        """A text as `parse` reads it."""
        text = self.text(field, default)
        try:
            return parse(text)
        except TextError as error:
            place = error.span if error.text == text else None
            raise BadRequest("bad-value", error.message, field, place) from None

    def choice(self, field: str, choices: Mapping[str, Value]) -> Value:
        """What one of these names stands for."""
        name = self.text(field)
        if name not in choices:
            raise BadRequest("bad-value", f"there is no {field} {name[:100]!r}; {did_you_mean(name, choices)}", field)
        return choices[name]

    def flag(self, field: str) -> bool:
        """Whether a field is true; left out, it is false."""
        value = self.fields.get(field, False)
        if not isinstance(value, bool):
            raise BadRequest("wrong-kind", f"{field} is true or false", field)
        return value

    def whole(self, field: str, default: int, most: int) -> int:
        """A whole number from 0 on."""
        return self._whole(self.fields.get(field, default), field, 0, most)

    def wholes(self, field: str, most: int, limit: int) -> list[int] | None:
        """A list of up to `most` whole numbers, no further from 0 than `limit`; None where it is left out."""
        values = self.fields.get(field)
        if values is None:
            return None
        if not isinstance(values, list):
            raise BadRequest("wrong-kind", f"{field} is a list, not {_KINDS[type(values)]}", field)
        if len(values) > most:
            raise BadRequest("bad-value", f"{field} has {len(values)} items; {most} at the most", field)
        return [self._whole(value, field, -limit, limit, (index, index + 1)) for index, value in enumerate(values)]

    @staticmethod
    def _whole(value: object, field: str, least: int, most: int, place: Span | None = None) -> int:
        if type(value) is int and least <= value <= most:
            return value
        code = "bad-value" if type(value) is int else "wrong-kind"
        raise BadRequest(code, f"{field} takes whole numbers from {least} to {most}", field, place)

    def texts(self, field: str, keys: Collection[str], what: str) -> dict[str, str]:
        """An object of texts under some of these keys, which is `what` people are told; left out, it is empty."""
        values = self.fields.get(field, {})
        if not isinstance(values, dict) or not all(isinstance(value, str) for value in values.values()):
            raise BadRequest("wrong-kind", f"{field} names {what}", field)
        if not values.keys() <= {*keys}:
            raise BadRequest("unknown-field", f"{field} names {what}", field)
        return values

    def dealer(self) -> Seat:
        """Who deals."""
        return self.read("dealer", Seat.parse, "N")

    def vulnerability(self) -> Vulnerability:
        """Who is vulnerable."""
        return self.read("vulnerability", Vulnerability.parse, "None")

    def auction(self, default: str | None = None) -> Auction:
        """The calls so far, a list or a text."""
        dealer, vulnerability = self.dealer(), self.vulnerability()
        calls = self.fields.get("auction", default)
        if isinstance(calls, str):
            return self.read("auction", lambda text: Auction.parse(text, dealer, vulnerability), default)
        if not isinstance(calls, list) or not all(isinstance(call, str) for call in calls):
            code = "missing" if calls is None else "wrong-kind"
            raise BadRequest(code, "auction is a list of calls or a text, as in 1N-P", "auction")
        auction = Auction(dealer, vulnerability)
        for index, call in enumerate(calls):
            auction = _with_call(auction, call, "auction", (index, index + 1))
        return auction

    def open_auction(self) -> Auction:
        """The calls so far of an auction that goes on."""
        auction = self.auction()
        if auction.finished:
            raise BadRequest("auction-over", "the auction is over", "auction")
        return auction

    def made_call(self) -> tuple[Auction, Call]:
        """A call and the auction before it: the field `call`, else the last call of the auction."""
        if "call" in self.fields:
            auction, call = self.open_auction(), self.read("call", Call.parse)
            _with_call(auction, str(call), "call")
            return auction, call
        auction = self.auction()
        if not auction.calls:
            raise BadRequest("missing", "there is no call in the auction, and no field call", "call")
        return auction.before(len(auction.calls) - 1), auction.calls[-1]

    def table(self, seed: str = "") -> Table:
        """The systems of sides and seats, the form of scoring and the seed; `seed` where none is given.

        All robots think or bid by the book alone.
        """
        names = self.texts("systems", (*SIDES, *SEAT_BY_LETTER), _SYSTEMS)
        field = "systems" if names else "system"
        default = self.text("system", self.systems.default)
        try:
            ns, ew = (self.systems[names.get(side, default)] for side in SIDES)
            variants = {seat: self.systems[names[letter]] for letter, seat in SEAT_BY_LETTER.items() if letter in names}
        except SystemFileError as error:
            raise BadRequest("no-system", str(error), field) from None
        scoring = self.read("scoring", Scoring.parse, "IMP")
        thinking = SEATS if self.flag("think") else ()
        return Table(ns, ew, scoring, Side.NS, self._seed(seed), variants=variants, thinking=thinking)

    def _seed(self, default: str) -> str:
        seed = self.fields.get("seed", default)
        if type(seed) not in (str, int):
            raise BadRequest("wrong-kind", "seed is a text or a whole number", "seed")
        return str(seed)

    def id(self) -> dict[str, str | int]:
        """What the answer repeats so that it is known whose answer it is; empty where there is none."""
        if "id" not in self.fields:
            return {}
        value = self.fields["id"]
        if type(value) not in (str, int) or len(str(value)) > MAX_ID:
            raise BadRequest("wrong-kind", f"id is a text of up to {MAX_ID} characters or a whole number", "id")
        return {"id": value}


def _with_call(auction: Auction, text: str, field: str, place: Span | None = None) -> Auction:
    try:
        return auction.with_call(Call.parse(text))
    except (TextError, IllegalCall) as error:
        raise BadRequest("bad-value", str(error), field, place) from None


def lines_of(source: Any) -> Iterator[bytes]:
    """The lines of a binary file; one that is too long ends a byte behind `MAX_BYTES`. Blank lines are left out."""
    while line := source.readline(MAX_BYTES + 1):
        if line.strip():
            yield line
        while len(line) > MAX_BYTES and not line.endswith(b"\n"):
            line = source.readline(MAX_BYTES + 1)
