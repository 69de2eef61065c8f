"""Rows that stand in one another: further in is what follows, and a row may speak of several calls at once.

`2M` is two of either major, `3HS` one of the two, `2X` two of any suit, `1step` the next bid over the last one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from bidbase.errors import IllegalCall, TextError
from bidbase.game.auction import BIDS, Call
from bidbase.imports.written import MAX_CALLS, Chain, calls_of

MAX_AUCTIONS = 100  # in which one row may stand: rows of several calls in one another multiply
_GROUPS = {"m": "CD", "M": "HS", "X": "CDHS", "red": "DH", "black": "CS"}
_SEVERAL = re.compile(r"(?P<level>[1-7])(?P<suits>m|M|X|red|black|[CDHSN]{2,5})")
_STEPS = re.compile(r"(?P<count>[1-9]\d?)steps?")
CALL = r"[1-7](?:NT|nt|[CDHSN]{1,5}|[cdhsn♣♦♥♠mMX]|red|black)|\d{1,2}steps?|Pass|pass|Dbl|Rdbl|XX|[PDRX]"
"""What names a call, or several, in a row."""


def calls_named(name: str, chain: Chain) -> list[Call]:
    """The calls that a name stands for after a chain. Raises `TextError` where it names none."""
    if match := _STEPS.fullmatch(name):
        highest = max((call for call, _ in chain if call.is_bid), default=-1)
        number = highest + int(match["count"])
        if number >= len(BIDS):
            raise TextError(f"there is no bid {match['count']} steps higher", name)
        return [BIDS[number]]
    if (match := _SEVERAL.fullmatch(name)) and name[1:] != "NT":
        return [Call.parse(f"{match['level']}{suit}") for suit in _GROUPS.get(match["suits"], match["suits"])]
    return [Call.parse(name)]


class Outline:
    """Which rows the next one stands in, by how far they are indented."""

    def __init__(self) -> None:
        self._open: list[tuple[int, list[Chain] | None]] = []
        self._base: list[Chain] = [()]
        self._alone: set[Chain] = set()
        self._count = 0

    def begin(self, base: list[Chain]) -> None:
        """A new table, whose rows all follow these chains."""
        self._base, self._open = base, []

    def forget(self) -> None:
        """What was told of single calls is told anew."""
        self._alone.clear()

    def put(self, indent: int, chains: list[Chain] | None) -> None:
        """Chains that rows further in follow. None: they are not known, and such rows are refused."""
        while self._open and self._open[-1][0] >= indent:
            self._open.pop()
        self._open.append((indent, chains))

    def add(self, indent: int, name: str, *, bracketed: bool) -> tuple[list[Chain], bool]:
        """A row: the chains that end with its calls, and whether these are several.

        Raises `TextError` where it names no call, and `IllegalCall` where none of its calls is legal.
        """
        self.put(indent, None)
        above = self._open[-2][1] if len(self._open) > 1 else self._base
        if above is None:
            raise TextError("the line that this follows was not read")
        chains, several = followed(above, name, bracketed=bracketed)
        self._count += len(chains)
        if self._count > MAX_CALLS:
            raise TextError(f"this and the lines above it tell more than {MAX_CALLS:,} calls; it is not read")
        if several:
            chains = [chain for chain in chains if chain not in self._alone]
        else:
            self._alone.update(chains)
        self.put(indent, chains)
        return chains, several


def followed(chains: Iterable[Chain], name: str, *, bracketed: bool) -> tuple[list[Chain], bool]:
    """Each chain with the calls that a name stands for, and whether these are several.

    Of several those that are not legal are left out. Raises `TextError` where the name is no call, and `IllegalCall`
    where none of them is legal.
    """
    found, refused, several = [], None, False
    for chain in chains:
        named = calls_named(name, chain)
        several = several or len(named) > 1
        for call in named:
            longer = (*chain, (call, bracketed))
            try:
                calls_of(longer)
            except IllegalCall as error:
                refused = error
            else:
                found.append(longer)
    if not found and refused is not None:
        raise refused
    if len(found) > MAX_AUCTIONS:
        raise TextError(f"this stands for more than {MAX_AUCTIONS} auctions")
    return found, several
