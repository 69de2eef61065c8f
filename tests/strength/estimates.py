"""Makes the numbers by which tricks are estimated: `python -m tests.strength.estimates`.

The network is fitted to four fifths of the deals of `deals_more.csv` and tried on the other fifth, whose error is
printed and written with the numbers. With --write the file of the engine is replaced.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from bidbase.game.cards import SEATS, SUITS, Strain
from bidbase.game.estimated_tricks import NUMBERS, Network, facts_of, rows_of
from tests.strength.cases import CasesError, JudgedBoard, default_cases, read_boards

MORE_BOARDS = "deals_more.csv"
KINDS = {"suit": SUITS, "notrump": (Strain.NOTRUMP,)}
UNITS = 24
ROUNDS = 12
TOGETHER = 256  # deals between two steps
STEP = 2e-3
TESTED = 5  # every fifth deal is kept for the test


def main(arguments: list[str] | None = None) -> int:
    """Fit, test and print. The exit status is 2 if the deals cannot be read."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength.estimates", description="Fit the estimated tricks.")
    parser.add_argument("--cases", type=Path, default=default_cases(), help="the folder of the deals")
    parser.add_argument("--write", action="store_true", help="replace the numbers of the engine")
    options = parser.parse_args(arguments)
    try:
        boards = read_boards(options.cases, MORE_BOARDS)
    except CasesError as error:
        print(error, file=sys.stderr)
        return 2
    networks = {kind: fitted(boards, strains) for kind, strains in KINDS.items()}
    for kind, network in networks.items():
        print(f"{kind}: off by {network.error:.3f} tricks (root of the mean square) over the deals kept for the test")
    if options.write:
        with Path(str(NUMBERS)).open("w", encoding="utf-8", newline="") as lines:
            writer = csv.writer(lines, lineterminator="\n")
            for kind, network in networks.items():
                writer.writerows(rows_of(kind, network))
    return 0


def fitted(boards: Sequence[JudgedBoard], strains: Sequence[Strain]) -> Network:
    """The network for these strains, with its error on the deals kept for the test."""
    hands = [[[board.board.deal[seat].holdings[suit] for board in boards] for suit in SUITS] for seat in SEATS]
    holdings = np.array(hands)
    played = [(strain, seat) for strain in strains for seat in SEATS]
    facts = np.concatenate([facts_of(holdings, strain, seat) for strain, seat in played])
    tricks = np.array([board.analysis.tricks[seat][strain] for strain, seat in played for board in boards], dtype=float)
    kept = np.tile(np.arange(len(boards)) % TESTED == 0, len(played))
    network = fit(facts[~kept], tricks[~kept])
    off = network.tricks(facts[kept]) - tricks[kept]
    return replace(network, error=float(np.sqrt(np.mean(off**2))))


def fit(facts: np.ndarray, tricks: np.ndarray, rounds: int = ROUNDS) -> Network:
    """The network that is least off over these deals, its error not known: stochastic descent (Kingma and Ba, 2015)."""
    random = np.random.default_rng(0)
    center, spread = facts.mean(axis=0), facts.std(axis=0) + 1e-6
    scaled, count = (facts - center) / spread, facts.shape[1]
    mean = float(tricks.mean())
    weights = [
        random.normal(0, count**-0.5, (count, UNITS)),
        np.zeros(UNITS),
        random.normal(0, 0.1, UNITS),
        np.zeros(count),
        np.zeros(1),
    ]
    first, second = ([np.zeros_like(part) for part in weights] for _ in range(2))
    step = 0
    for number in range(rounds):
        order, rate = random.permutation(len(scaled)), STEP * (1 - number / rounds)
        for start in range(0, len(order), TOGETHER):
            chosen = order[start : start + TOGETHER]
            step += 1
            slopes = _slopes(weights, scaled[chosen], tricks[chosen] - mean)
            for index, slope in enumerate(slopes):
                first[index] = 0.9 * first[index] + 0.1 * slope
                second[index] = 0.999 * second[index] + 0.001 * slope**2
                sure = np.sqrt(second[index] / (1 - 0.999**step)) + 1e-8
                weights[index] = weights[index] - rate * first[index] / (1 - 0.9**step) / sure
    hidden, bias, out, straight, offset = weights
    hidden, straight = hidden / spread[:, None], straight / spread  # so that they take the facts as they are
    return Network(
        hidden, bias - center @ hidden, out, straight, mean + float(offset[0] - center @ straight), float("nan")
    )


def _slopes(weights: Sequence[np.ndarray], facts: np.ndarray, tricks: np.ndarray) -> list[np.ndarray]:
    """How the mean square of what the network is off changes with each of its numbers."""
    hidden, bias, out, straight, offset = weights
    sums = facts @ hidden + bias
    units = np.maximum(sums, 0.0)
    off = 2 / len(tricks) * (units @ out + facts @ straight + offset[0] - tricks)
    back = np.outer(off, out) * (sums > 0)
    return [facts.T @ back, back.sum(axis=0), units.T @ off, facts.T @ off, np.array([off.sum()])]


if __name__ == "__main__":
    sys.exit(main())
