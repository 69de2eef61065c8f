"""Estimated tricks: what a declarer takes double dummy, from lengths and honors, without a search through the cards.

An estimate costs microseconds where the solver takes a hundredth of a second, and it is off by less than a trick in a
suit contract and by a little more in notrump. It is a small network of numbers that was fitted to double-dummy tables;
`python -m tests.strength.estimates` makes the numbers and prints the error.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import pi, sqrt
from pathlib import Path

import numpy as np

from bidbase.game.arrays import LENGTH_OF_HOLDING
from bidbase.game.cards import SEATS, SUITS, Seat, Strain

NUMBERS = files("bidbase.game") / "estimated_tricks.csv"
_HONORS = (12, 11, 10, 9, 8)  # the bits of ace to ten in a holding
_LOGISTIC = pi / sqrt(3)  # the standard deviation of the logistic curve


@dataclass(frozen=True)
class Network:
    """Numbers that turn facts about deals, shape (n, facts), into tricks.

    What is straight in the facts is added with `straight`, shape (facts,). Besides, `hidden`, shape (facts, units),
    with `bias` weighs the facts for each unit, and `out` adds what the units are above 0. `error` is the root of the
    mean square by which the tricks are off.
    """

    hidden: np.ndarray
    bias: np.ndarray
    out: np.ndarray
    straight: np.ndarray
    offset: float
    error: float

    def tricks(self, facts: np.ndarray) -> np.ndarray:
        """The tricks for each row of facts, shape (n,)."""
        units = np.maximum(facts @ self.hidden + self.bias, 0.0)
        tricks: np.ndarray = units @ self.out + facts @ self.straight + self.offset
        return tricks


def estimated_tricks(holdings: np.ndarray, strain: Strain, declarer: Seat) -> tuple[np.ndarray, float]:
    """The tricks of a declarer in each deal, shape (deals,), and the error that they have.

    `holdings` has the shape (4 seats, 4 suits, deals).
    """
    network = _networks()["notrump" if strain is Strain.NOTRUMP else "suit"]
    return network.tricks(facts_of(holdings, strain, declarer)), network.error


def chances_of_tricks(tricks: np.ndarray, error: float) -> np.ndarray:
    """How likely 0 to 13 tricks are in each deal, shape (deals, 14): the estimates, off as a logistic curve tells."""
    edges = np.arange(1, 14) - 0.5
    below = 1 / (1 + np.exp((tricks[:, None] - edges) * (_LOGISTIC / error)))
    nothing, everything = np.zeros((len(tricks), 1)), np.ones((len(tricks), 1))
    chances: np.ndarray = np.diff(np.hstack([nothing, below, everything]), axis=1)
    return chances


def facts_of(holdings: np.ndarray, strain: Strain, declarer: Seat) -> np.ndarray:
    """What the estimate looks at, shape (deals, facts): facts of each suit, the longest of the declaring side first.

    In a suit contract the trumps come last, with the trumps and the short suits of each hand.
    """
    around = holdings[[declarer.plus(turns) for turns in range(len(SEATS))]]  # declarer, left, dummy, right
    lengths = LENGTH_OF_HOLDING[around].astype(float)
    facts = np.stack([_facts_of_suit(around[:, suit], lengths[:, suit]) for suit in SUITS])
    side_suits = [suit for suit in SUITS if suit is not strain]
    by_length = np.argsort(-(100 * facts[side_suits, :, 0] + facts[side_suits, :, 1]), axis=0, kind="stable")
    ordered = np.take_along_axis(facts[side_suits], by_length[:, :, None], axis=0)
    parts = [*ordered]
    if strain is not Strain.NOTRUMP:
        trumps = lengths[:, strain].T
        short = np.maximum(3 - lengths[:, side_suits], 0).sum(axis=1).T
        parts += [facts[strain], trumps, short, np.minimum(trumps, short)]
    return np.hstack(parts)


def _facts_of_suit(holdings: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """Facts of a suit in each deal, shape (deals, facts): lengths, honors and where they lie, losers."""
    declarer, left, dummy, _ = holdings
    longer, shorter = np.maximum(lengths[0], lengths[2]), np.minimum(lengths[0], lengths[2])
    ours = [(declarer | dummy) >> bit & 1 for bit in _HONORS]
    on_the_left = [left >> bit & 1 for bit in _HONORS[:-1]]
    top_losers = np.minimum(longer, 3) - np.minimum(longer, ours[0] + ours[1] + ours[2])
    return np.stack(
        [
            longer + shorter,
            longer,
            shorter,
            np.maximum(lengths[1], lengths[3]),
            np.minimum(lengths[1], lengths[3]),
            *ours,
            *on_the_left,
            *(shorter == cards for cards in range(3)),
            top_losers,
        ],
        axis=1,
    ).astype(float)


@cache
def _networks() -> dict[str, Network]:
    with Path(str(NUMBERS)).open(encoding="utf-8", newline="") as lines:
        return read_networks(lines)


def read_networks(lines: Iterable[str]) -> dict[str, Network]:
    """The networks for suit contracts and for notrump, from the lines of the file of numbers."""
    parts: dict[str, dict[str, list[list[float]]]] = {}
    for kind, part, *numbers in csv.reader(lines):
        parts.setdefault(kind, {}).setdefault(part, []).append([float(number) for number in numbers])
    return {kind: _network_of(found) for kind, found in parts.items()}


def _network_of(parts: dict[str, list[list[float]]]) -> Network:
    ((offset, error),) = parts["offset, error"]
    (bias,), (out,), (straight,) = parts["bias"], parts["out"], parts["straight"]
    return Network(np.array(parts["hidden"]), np.array(bias), np.array(out), np.array(straight), offset, error)


def rows_of(kind: str, network: Network) -> Sequence[Sequence[str]]:
    """The rows of the file of numbers for a network."""
    return [
        *([kind, "hidden", *map(_text, weights)] for weights in network.hidden),
        [kind, "bias", *map(_text, network.bias)],
        [kind, "out", *map(_text, network.out)],
        [kind, "straight", *map(_text, network.straight)],
        [kind, "offset, error", _text(network.offset), _text(network.error)],
    ]


def _text(number: float) -> str:
    return f"{number:.4g}"
