"""Boards as Portable Bridge Notation writes them (PBN 2.1, Tis Veugen: www.tistis.nl/pbn)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bidbase.game.auction import DOUBLE, PASS, REDOUBLE, Auction, Call, Contract
from bidbase.game.board_files import DealtBoard
from bidbase.game.cards import SEATS, Deal, Seat

HEADER = "% PBN 2.1\n% EXPORT\n"
"""The first lines of a file."""

UNKNOWN = "?"
_VULNERABILITIES = ("None", "NS", "EW", "All")
_CALLS = {PASS: "Pass", DOUBLE: "X", REDOUBLE: "XX"}


def pbn_of(number: int, deal: Deal, auction: Auction, players: Mapping[Seat, str], tags: Mapping[str, str]) -> str:
    """A board whose auction is over, with a blank line after it.

    `players` are named by seat. `tags` has the tag pairs that are known: Event, Site, Date and Scoring. Nothing was
    played, so the result is unknown.
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
    calls = [_call_text(call) for call in auction.calls]
    rounds = (" ".join(calls[start : start + len(SEATS)]) for start in range(0, len(calls), len(SEATS)))
    return "\n".join((_tag_lines(pairs), *rounds)) + "\n\n"


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
