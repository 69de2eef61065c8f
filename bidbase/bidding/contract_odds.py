"""What contracts are worth over many deals double dummy: tricks, chances, scores, and one against the other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from bidbase.bidding.estimates import Mean, Share
from bidbase.errors import TextError
from bidbase.game.auction import Contract
from bidbase.game.cards import Seat, Vulnerability
from bidbase.game.scoring import duplicate_score, imps

MOST_CONTRACTS = 6
_WRITTEN = re.compile(r"\s*(\S+)(?:\s+(?:by\s+)?([A-Za-z]+))?\s*")


def parse_contracts(text: str, declarer: Seat) -> tuple[Contract, ...]:
    """Read `4S, 3N by North, 5CX`: without a name, it is played by `declarer`. Raises `TextError`."""
    contracts: dict[Contract, None] = {}
    for piece in re.finditer(r"[^,;\n]*[^,;\s][^,;\n]*", text):
        written = _WRITTEN.fullmatch(piece[0])
        try:
            if written is None:
                raise TextError(f"{piece[0].strip()[:30]!r} is no contract; write 4S, 3N by North or 5CX")
            name = written[1].upper().replace("NT", "N")
            contracts[Contract.parse(name, written[2] or declarer.letter)] = None
        except TextError as error:
            raise TextError(error.message, text, *piece.span()) from None
    if len(contracts) > MOST_CONTRACTS:
        raise TextError(f"these are {len(contracts)} contracts; {MOST_CONTRACTS} at the most are weighed")
    return tuple(contracts)


@dataclass(frozen=True)
class ContractOdds:
    """A contract over some deals. `counts[n]` says in how many of them its declarer takes n tricks.

    `made` is the share of deals in which it is made. `scores` are the mean scores of its side, not vulnerable and
    vulnerable.
    """

    contract: Contract
    counts: tuple[int, ...]
    tricks: Mean
    made: Share
    scores: tuple[Mean, Mean]


def odds_of(contract: Contract, tricks: Sequence[int]) -> ContractOdds:
    """The odds of a contract whose declarer takes so many tricks in each deal; there must be a deal."""
    taken = np.array(tricks)
    made = int((taken >= contract.level + 6).sum())
    plain, vulnerable = (Mean.of(_scores(contract, taken, of)) for of in (False, True))
    counts = tuple(np.bincount(taken, minlength=14).tolist())
    return ContractOdds(contract, counts, Mean.of(taken), Share(made, len(taken)), (plain, vulnerable))


@dataclass(frozen=True)
class Comparison:
    """One contract against another, deal by deal, as if they were played at two tables at this vulnerability.

    `imps` is what the side of the first gains on a deal. `matchpoints` is the share of deals that it wins, ties
    counting half: the part of a top that it gets of this comparison.
    """

    first: Contract
    second: Contract
    vulnerability: Vulnerability
    imps: Mean
    matchpoints: Mean

    @property
    def better(self) -> Contract | None:
        """The contract that gains IMPs by more than the error; None where that is not clear."""
        if not self.imps.clear:
            return None
        return self.first if self.imps.value > 0 else self.second


def compare_contracts(
    first: Contract, second: Contract, tricks: tuple[Sequence[int], Sequence[int]], vulnerability: Vulnerability
) -> Comparison:
    """Compare two contracts by the tricks of their declarers in the same deals; there must be a deal."""
    side = first.declarer.side
    ours, theirs = (
        _scores(contract, np.array(taken), vulnerability.of(contract.declarer.side))
        * (1 if contract.declarer.side is side else -1)
        for contract, taken in zip((first, second), tricks, strict=True)
    )
    gains = ours - theirs
    won = {int(gain): imps(int(gain)) for gain in np.unique(gains)}
    by_deal = np.array([won[int(gain)] for gain in gains])
    return Comparison(first, second, vulnerability, Mean.of(by_deal), Mean.of((np.sign(gains) + 1) / 2))


def _scores(contract: Contract, tricks: np.ndarray, vulnerable: bool) -> np.ndarray:
    return np.array([duplicate_score(contract, count, vulnerable) for count in range(14)])[tricks]
