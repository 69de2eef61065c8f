"""What conditions of Dealer's scripts ask of deals, worked out for many deals at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import permutations

import numpy as np

from bidbase.game.arrays import LENGTH_OF_HOLDING, LENGTHS_OF_SHAPE
from bidbase.game.cards import RANK_BIT, SUITS, Seat, Strain
from bidbase.game.evaluation import COUNT_BY_NAME
from bidbase.game.holdings import HOLDINGS


class ManyDeals:
    """Many deals: holdings of shape (4 seats, 4 suits, deals), and what variables have been found to be in them.

    Random numbers for them come from `rng`.
    """

    def __init__(self, holdings: np.ndarray, rng: np.random.Generator) -> None:
        self.holdings, self.rng = holdings, rng
        self.found: dict[str, np.ndarray] = {}
        lengths = LENGTH_OF_HOLDING[holdings].astype(np.intp)
        self.shapes = _SHAPE_OF_LENGTHS[lengths[:, 0], lengths[:, 1], lengths[:, 2]]


DealValue = Callable[[ManyDeals], np.ndarray]
"""What is worked out of each deal: a number, or whether a condition is met."""

_SHAPE_OF_LENGTHS = np.zeros((14, 14, 14), dtype=np.intp)
_SHAPE_OF_LENGTHS[tuple(LENGTHS_OF_SHAPE[:, :3].T)] = np.arange(len(LENGTHS_OF_SHAPE))

OPERATIONS: Mapping[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    "||": lambda left, right: (left != 0) | (right != 0),
    "&&": lambda left, right: (left != 0) & (right != 0),
    "==": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    ">": np.greater,
    "<=": np.less_equal,
    ">=": np.greater_equal,
    "+": lambda left, right: np.add(left, right, dtype=np.int64),
    "-": lambda left, right: np.subtract(left, right, dtype=np.int64),
    "*": lambda left, right: np.multiply(left, right, dtype=np.int64),
    "/": lambda left, right: np.asarray(left, np.int64) // np.where(right == 0, 1, right),
    "%": lambda left, right: np.asarray(left, np.int64) % np.where(right == 0, 1, right),
}
LEVELS = (("||",), ("&&",), ("==", "!="), ("<", ">", "<=", ">="), ("+", "-"), ("*", "/", "%"))
"""The signs of operations, those that bind least first."""


_COUNTS = {"hcp": "hcp", "controls": "controls", "losers": "losing_tricks"}
_HONORS = {"aces": "A", "kings": "K", "queens": "Q", "jacks": "J", "tens": "T"}
_HONORS |= {f"top{count}": "AKQJT"[:count] for count in range(2, 6)}
SUIT_BY_WORD = {word: suit for suit in SUITS for word in (suit.title, suit.title[:-1])}
FUNCTIONS = (*_COUNTS, *_HONORS, *SUIT_BY_WORD, "shape", "hascard", "rnd")


@lru_cache
def honors(ranks: str) -> np.ndarray:
    """How many of these cards each of the 8,192 holdings has."""
    mask = sum(RANK_BIT[rank] for rank in ranks)
    return np.array([(holding & mask).bit_count() for holding in HOLDINGS])


@lru_cache
def table_of(function: str) -> np.ndarray:
    """What a function counts in each of the holdings. The function of a suit counts its cards."""
    if function in _HONORS:
        return honors(_HONORS[function])
    if function in _COUNTS:
        return np.array(COUNT_BY_NAME[_COUNTS[function]].column)
    return LENGTH_OF_HOLDING.astype(np.int64)


def constant(number: int) -> DealValue:
    """This number for each deal."""
    return lambda deals: np.full(deals.holdings.shape[2], number, dtype=np.int64)


def operated(operation: Callable[[np.ndarray, np.ndarray], np.ndarray], left: DealValue, right: DealValue) -> DealValue:
    """What an operation makes of two values."""
    return lambda deals: operation(left(deals), right(deals))


def random_below(most: int) -> DealValue:
    """A number from 0 on and below this one, at random for each deal."""
    return lambda deals: np.asarray(deals.rng.integers(0, most, deals.holdings.shape[2]))


def shape_value(seat: Seat, meant: np.ndarray) -> DealValue:
    """Whether a hand has one of the shapes that are meant."""
    return lambda deals: meant[deals.shapes[seat]]


def shapes_of(lengths: str, in_any_order: bool) -> np.ndarray:
    """Which shapes have these lengths, spades first or in any order, where x is any, as an array of bool."""
    orders: Iterable[tuple[str, ...]] = set(permutations(lengths)) if in_any_order else {(*lengths,)}
    either: np.ndarray = np.logical_or.reduce([_of_lengths(order) for order in orders])
    return either


def _of_lengths(order: tuple[str, ...]) -> np.ndarray:
    fits: np.ndarray = np.ones(len(LENGTHS_OF_SHAPE), dtype=bool)
    for suit, length in zip(reversed(SUITS), order, strict=True):
        if length != "x":
            fits &= LENGTHS_OF_SHAPE[:, suit] == int(length)
    return fits


def counted(seat: Seat, suit: Strain | None, table: np.ndarray) -> DealValue:
    """What a table of holdings counts in a suit of a hand, or in all of it."""
    suits = SUITS if suit is None else (suit,)

    def value(deals: ManyDeals) -> np.ndarray:
        return np.asarray(np.sum([table[deals.holdings[seat, of]] for of in suits], axis=0, dtype=np.int64))

    return value


def chosen(condition: DealValue, true: DealValue, false: DealValue) -> DealValue:
    """One value where the condition is met, and the other elsewhere."""
    return lambda deals: np.where(condition(deals) != 0, true(deals), false(deals))
