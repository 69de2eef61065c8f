"""Boards as Bridge Base Online writes them: LIN, which its hand viewer shows too."""

from __future__ import annotations

from collections.abc import Mapping

from bidbase.game.auction import DOUBLE, PASS, REDOUBLE, Auction, Call
from bidbase.game.cards import SUITS_DOWN, Deal, Hand, Seat, holding_text

_SEATS = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)  # players and hands begin with South
_VULNERABILITIES = "oneb"  # nobody, North-South, East-West, both
_CALLS = {PASS: "p", DOUBLE: "d", REDOUBLE: "r"}


def lin_of(number: int, deal: Deal, auction: Auction, players: Mapping[Seat, str]) -> str:
    """A board on one line, without its end. `players` are named by seat; bars and commas in names are left out."""
    names = ",".join(players[seat].replace("|", "").replace(",", "") for seat in _SEATS)
    hands = ",".join(_hand_text(deal[seat]) for seat in _SEATS)
    calls = "".join(f"mb|{_call_text(call)}|" for call in auction.calls)
    return (
        f"pn|{names}|st||md|{_SEATS.index(auction.dealer) + 1}{hands}|rh||ah|Board {number}|"
        f"sv|{_VULNERABILITIES[auction.vulnerability]}|{calls}pg||"
    )


def _hand_text(hand: Hand) -> str:
    return "".join(f"{suit.letter}{holding_text(hand.holdings[suit])}" for suit in SUITS_DOWN)


def _call_text(call: Call) -> str:
    return str(call) if call.is_bid else _CALLS[call]
