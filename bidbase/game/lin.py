"""Writing LIN, the files of Bridge Base Online, which its hand viewer shows too; `lin_reader` reads them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from urllib.parse import urlencode

from bidbase.game.auction import DOUBLE, PASS, REDOUBLE, Auction, Call
from bidbase.game.cards import SUITS_DOWN, Deal, Hand, Seat, holding_text

HAND_VIEWER = "https://www.bridgebase.com/tools/handviewer.html"

_SEATS = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)  # players and hands begin with South
_VULNERABILITIES = "oneb"  # nobody, North-South, East-West, both
_CALLS = {PASS: "p", DOUBLE: "d", REDOUBLE: "r"}


def lin_of(
    number: int,
    deal: Deal,
    auction: Auction,
    players: Mapping[Seat, str],
    notes: Mapping[int, str] = MappingProxyType({}),
) -> str:
    """A board on one line, without its end. `players` are named by seat, and `notes` explain calls, by their index.

    Bars, and in names commas too, are left out: they would end the text.
    """
    names = ",".join(_without_bars(players[seat]).replace(",", "") for seat in _SEATS)
    hands = ",".join(_hand_text(deal[seat]) for seat in _SEATS)
    calls = "".join(
        f"mb|{_call_text(call)}!|an|{_without_bars(notes[index])}|" if index in notes else f"mb|{_call_text(call)}|"
        for index, call in enumerate(auction.calls)
    )
    return (
        f"pn|{names}|st||md|{_SEATS.index(auction.dealer) + 1}{hands}|rh||ah|Board {number}|"
        f"sv|{_VULNERABILITIES[auction.vulnerability]}|{calls}pg||"
    )


def _hand_text(hand: Hand) -> str:
    return "".join(f"{suit.letter}{holding_text(hand.holdings[suit])}" for suit in SUITS_DOWN)


def _call_text(call: Call) -> str:
    return str(call) if call.is_bid else _CALLS[call]


def _without_bars(text: str) -> str:
    return " ".join(text.replace("|", "").split())


def hand_viewer_link(line: str) -> str:
    """The link that shows a board, which is one line of LIN, in the hand viewer."""
    return f"{HAND_VIEWER}?{urlencode({'lin': line})}"
