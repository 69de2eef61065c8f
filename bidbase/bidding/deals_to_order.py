"""Deals to order: with hands that meet what fields of the entry language say, after calls that could have been made."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

import numpy as np

from bidbase.bidding.drawing import Judge, PlaceSource, sample_deals
from bidbase.compiler import HandBatch
from bidbase.compiler.batch import values_of
from bidbase.compiler.binding import RequiredFacts, required_facts
from bidbase.compiler.rows import Row, entry_rows
from bidbase.errors import TextError
from bidbase.game.auction import Auction
from bidbase.game.cards import SUITS, Deal, Hand, Seat
from bidbase.language.field import AnyField, Cell
from bidbase.language.fields import FIELD_BY_NAME
from bidbase.systems.model import Entry, EntryError
from bidbase.systems.valuations import shipped_valuations

MOST_DEALS = 200_000  # drawn for one deal: a second or two
_SUITS = {suit.title for suit in SUITS}
FITTING = 8  # from which the first is taken: the more, the more different hands it is drawn from

WantedHands = Mapping[Seat, Entry]
"""What a hand is to be, by its seat: an entry whose specs it meets."""


def parse_wanted_hands(text: str) -> WantedHands:
    """Read a condition on each line: a seat, the name of a field and its cell, as in `South hcp 15-17`.

    Empty lines do not count. Raises `TextError`, which names the line or the seat.
    """
    texts: dict[Seat, dict[str, str]] = {}
    lines = [line for line in text.splitlines() if line.strip()]
    for number, line in enumerate(lines, 1):
        try:
            seat, name, cell = _condition(line)
        except TextError as error:
            raise TextError(f"line {number}: {error.message}") from None
        if name in texts.setdefault(seat, {}):
            raise TextError(f"line {number}: {seat.title} has a line for {name} already")
        texts[seat][name] = cell
    return {seat: _wanted(seat, cells) for seat, cells in texts.items()}


def parse_wanted_hand(text: str, seat: Seat) -> Entry | Hand | None:
    """Read what one hand is to be: all its cards, or conditions, as in `hcp 15-17; shape balanced`; None for no text.

    Conditions are separated by semicolons or by the ends of lines. Raises `TextError`.
    """
    if re.fullmatch(r"[AKQJT2-910.\s♠♥♦♣-]+", text, re.IGNORECASE) and text.strip():
        return Hand.parse(text)
    cells: dict[str, str] = {}
    for part in filter(str.strip, re.split(r"[;\n]", text)):
        words = part.split(maxsplit=1)
        if len(words) < 2:
            raise TextError(f"{part.strip()[:30]!r} is no condition; write a field and a cell, as in hcp 15-17")
        name = _field_name(words[0])
        if name in cells:
            raise TextError(f"there is a condition for {name} already")
        cells[name] = words[1].strip()
    return _wanted(seat, cells) if cells else None


def wanted_text(wanted: Entry | Hand) -> str:
    """The canonical text of what a hand is to be, which `parse_wanted_hand` reads."""
    if isinstance(wanted, Hand):
        return str(wanted)
    return "; ".join(f"{field.name} {cell}" for field, cell in _conditions(wanted))


def wanted_words(wanted: Entry | Hand) -> str:
    """What a hand is to be as people read it: `15 to 17 HCP; balanced`."""
    if isinstance(wanted, Hand):
        return str(wanted)
    return "; ".join(field.say(cell) for field, cell in _conditions(wanted))


def _conditions(wanted: Entry) -> list[tuple[AnyField, Cell]]:
    """The fields that describe the hand, in the order of the form, with their cells."""
    cells = ((field, wanted.cells.get(name)) for name, field in FIELD_BY_NAME.items() if field.judges_hand)
    return [(field, cell) for field, cell in cells if cell is not None]


def _condition(line: str) -> tuple[Seat, str, str]:
    words = line.split(maxsplit=2)
    if len(words) < 3:
        raise TextError("a line has a seat, a field and a cell, as in South hcp 15-17")
    return Seat.parse(words[0]), _field_name(words[1]), words[2]


def _field_name(word: str) -> str:
    """The name of a field that describes a hand; a suit alone stands for its length."""
    name = f"{word.lower()}_num" if word.lower() in _SUITS else word.lower()
    if name not in FIELD_BY_NAME or not FIELD_BY_NAME[name].judges_hand:
        raise TextError(f"{word[:20]!r} is no field that describes a hand, as hcp, shape and spades do")
    return name


def _wanted(seat: Seat, cells: Mapping[str, str]) -> Entry:
    """The entry with these cells; its order number and its bid say nothing."""
    try:
        entry = Entry.of({"order": "100000", "bid": "P", **cells})
    except EntryError as error:
        name, fault = error.faults[0]
        raise TextError(f"{seat.title}, {name}: {fault.message}") from None
    if required_facts(entry) is not RequiredFacts.NOTHING:
        raise TextError(f"{seat.title}: a cell depends on what partner has bid; write what this hand is to have")
    return entry


def deal_to_order(
    table: PlaceSource, auction: Auction, hands: WantedHands, seed: int, silent: Collection[Seat] = ()
) -> Deal | None:
    """A deal with such hands, in which each call of the auction could have been made; None where none is found.

    The passes of `silent` seats show nothing.
    """
    asked = {seat: judge_of(entry_rows(entry, shipped_valuations())) for seat, entry in hands.items()}
    sampled = sample_deals(table, auction, FITTING, MOST_DEALS, seed, silent, asked=asked)
    return next(sampled.deals(), None)


def judge_of(rows: Sequence[Row]) -> Judge:
    """Whether hands meet one of these rows."""
    return lambda hands: np.logical_or.reduce([meets(row, hands) for row in rows])


def meets(row: Row, hands: HandBatch) -> np.ndarray:
    """For each hand whether it meets all conditions of a row, as an array of bool."""
    met: np.ndarray = np.ones(len(hands), dtype=bool)
    for condition in row.conditions:
        met &= condition.truth[values_of(condition.feature, hands)]
    return met
