"""Writing Portable Bridge Notation (PBN 2.1, Tis Veugen: www.tistis.nl/pbn); `pbn_reader` reads it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from textwrap import shorten
from types import MappingProxyType

from bidbase.game.auction import DOUBLE, PASS, REDOUBLE, Auction, Call, Contract
from bidbase.game.boards import DealtBoard
from bidbase.game.cards import SEATS, Deal, Seat

HEADER = "% PBN 2.1\n% EXPORT\n"
"""The first lines of a file."""

UNKNOWN = "?"
MOST_IN_A_NOTE = 200  # characters: a line has 255 at the most
_VULNERABILITIES = ("None", "NS", "EW", "All")
_CALLS = {PASS: "Pass", DOUBLE: "X", REDOUBLE: "XX"}


def pbn_of(
    number: int,
    deal: Deal,
    auction: Auction,
    players: Mapping[Seat, str],
    tags: Mapping[str, str],
    notes: Mapping[int, str] = MappingProxyType({}),
) -> str:
    """A board whose auction is over, with a blank line after it.

    `players` are named by seat. `tags` has the tag pairs that are known: Event, Site, Date and Scoring. `notes` explain
    calls, by their index. Nothing was played, so the result is unknown.
    """
    pairs = [
        *((name, tags.get(name, UNKNOWN)) for name in ("Event", "Site", "Date")),
        ("Board", str(number)),
        *((seat.title, players[seat]) for seat in (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)),
        ("Dealer", auction.dealer.letter),
        ("Vulnerable", _VULNERABILITIES[auction.vulnerability]),
        ("Deal", str(deal)),
        ("Scoring", tags.get("Scoring", UNKNOWN)),
        *_contract_pairs(auction.contract),
        ("Auction", auction.dealer.letter),
    ]
    numbers = {index: number for number, index in enumerate(sorted(notes), 1)}
    calls = [
        f"{_call_text(call)} ={numbers[index]}=" if index in numbers else _call_text(call)
        for index, call in enumerate(auction.calls)
    ]
    rounds = (" ".join(calls[start : start + len(SEATS)]) for start in range(0, len(calls), len(SEATS)))
    explained = [
        ("Note", f"{number}:{shorten(notes[index], MOST_IN_A_NOTE, placeholder='…')}")
        for index, number in numbers.items()
    ]
    return "\n".join(filter(None, (_tag_lines(pairs), *rounds, _tag_lines(explained)))) + "\n\n"


def dealt_pbn(number: int, board: DealtBoard, tags: Mapping[str, str]) -> str:
    """A board of which only the cards, the dealer and the vulnerability are known, with a blank line after it."""
    pairs = [
        *((name, tags.get(name, UNKNOWN)) for name in ("Event", "Site", "Date")),
        ("Board", str(number)),
        *((seat.title, UNKNOWN) for seat in (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)),
        ("Dealer", board.dealer.letter),
        ("Vulnerable", _VULNERABILITIES[board.vulnerability]),
        ("Deal", str(board.deal)),
        ("Scoring", tags.get("Scoring", UNKNOWN)),
        *((name, UNKNOWN) for name in ("Declarer", "Contract", "Result")),
    ]
    return _tag_lines(pairs) + "\n\n"


def _tag_lines(pairs: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f'[{name} "{_escaped(value)}"]' for name, value in pairs)


def _contract_pairs(contract: Contract | None) -> Iterable[tuple[str, str]]:
    if contract is None:
        return ("Declarer", ""), ("Contract", "Pass"), ("Result", "")
    text = f"{contract.level}{_strain_text(contract)}{'X' * contract.doubled}"
    return ("Declarer", contract.declarer.letter), ("Contract", text), ("Result", UNKNOWN)


def _call_text(call: Call) -> str:
    return f"{call.level}{_strain_text(call)}" if call.is_bid else _CALLS[call]


def _strain_text(of: Call | Contract) -> str:
    return "NT" if of.strain.letter == "N" else of.strain.letter


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
