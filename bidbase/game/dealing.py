"""Deals by number: the same number is always the same deal, on every machine and in every version."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b

from bidbase.game.cards import SUITS, Deal, Hand

MAX_DEAL_NUMBER = 999_999_999


def numbered_deal(number: int) -> Deal:
    """The deal with this number, 1 to `MAX_DEAL_NUMBER`. Raises `ValueError` for other numbers.

    The pack is shuffled by the method of Fisher and Yates with numbers drawn from BLAKE2b in counter mode, so that the
    deal depends on no library's random generator. The first 13 cards are North's, the next East's and so on.
    """
    if not 1 <= number <= MAX_DEAL_NUMBER:
        raise ValueError(f"deal numbers are 1 to {MAX_DEAL_NUMBER}, not {number}")
    pack = list(range(52))
    draws = _draws(f"deal {number}")
    for last in range(51, 0, -1):
        pick = next(draws) % (last + 1)  # 64-bit draws: the bias is below one in 10**17
        pack[last], pack[pick] = pack[pick], pack[last]
    return Deal(_hand(pack[seat * 13 : seat * 13 + 13]) for seat in range(4))


def _hand(cards: list[int]) -> Hand:
    holdings = [0, 0, 0, 0]
    for card in cards:
        holdings[card // 13] |= 1 << card % 13
    return Hand([holdings[suit] for suit in SUITS])


def _draws(name: str) -> Iterator[int]:
    """An endless sequence of 64-bit numbers that depends on the name alone."""
    block = 0
    while True:
        digest = blake2b(f"{name} {block}".encode()).digest()
        for start in range(0, 64, 8):
            yield int.from_bytes(digest[start : start + 8], "little")
        block += 1
