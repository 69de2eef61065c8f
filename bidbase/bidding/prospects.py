"""What calls may lead to: the contracts they set, compared over many deals by the tricks that declarer takes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from bidbase.game.auction import PASS, Auction, Call, Contract, contract_title
from bidbase.game.cards import Seat, Strain
from bidbase.game.scoring import duplicate_score, imps
from bidbase.language.circumstances import Scoring

ABOUT_EQUAL = {Scoring.IMP: 0.5, Scoring.MP: 0.05}
"""How much less a call may gain and still be as good: IMPs, or the share of deals won."""

Tricks = Mapping[tuple[Strain, Seat], Sequence[int]]
"""For a strain and a declarer the tricks in each of some deals."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a call leads to when all pass after it: `contract`, None for a board passed out, over the deals judged.

    `made` is the share of deals in which it is made, `score` the mean score of the caller's side. `gain` compares it
    with the contract of the best mean score, as if that were played at the other table: the mean in IMPs, or at
    matchpoints (`scoring`) the share of deals won, ties counting half.
    """

    call: Call
    contract: Contract | None
    made: float
    score: float
    gain: float
    scoring: Scoring

    @property
    def title(self) -> str:
        """`4♠ by South`, `passed out`."""
        return contract_title(self.contract)

    @property
    def gain_words(self) -> str:
        """`−2.3 IMPs`, at matchpoints `38 %`."""
        return f"{100 * self.gain:.0f} %" if self.scoring is Scoring.MP else f"{_signed(self.gain, 1)} IMPs"

    @property
    def made_words(self) -> str:
        """`71 %`; nothing for a board passed out."""
        return f"{100 * self.made:.0f} %" if self.contract else ""

    @property
    def score_words(self) -> str:
        """`+312`."""
        return _signed(self.score, 0)

    def words(self) -> str:
        """`4♠ by South is made in 71 % and scores +312`."""
        made = f" is made in {self.made_words} and" if self.contract else ""
        return f"{self.title}{made} scores {self.score_words}"


@dataclass(frozen=True, slots=True)
class Simulation:
    """How the calls that were compared fared over so many `deals`, the best first."""

    deals: int
    prospects: tuple[Prospect, ...]

    @property
    def best(self) -> Prospect:
        """The best of them."""
        return self.prospects[0]

    @property
    def equals(self) -> tuple[Call, ...]:
        """The best call, and those that are worse by no more than so few deals can tell."""
        least = self.best.gain - ABOUT_EQUAL[self.best.scoring]
        return tuple(prospect.call for prospect in self.prospects if prospect.gain >= least)

    @property
    def leading(self) -> tuple[Prospect, ...]:
        """The best three, and passing."""
        return tuple(prospect for rank, prospect in enumerate(self.prospects) if rank < 3 or prospect.call is PASS)

    def words(self) -> str:
        """`from 24 deals: 4♠ by South is made in 71 % and scores +312; ...`: those leading."""
        return f"from {self.deals} deals: {'; '.join(prospect.words() for prospect in self.leading)}"


def compare(auction: Auction, calls: Collection[Call], tricks: Tricks, scoring: Scoring) -> tuple[Prospect, ...]:
    """The prospects of these calls of the player whose turn it is, the best first; of equals pass, then the lowest.

    `tricks` has those of every contract that they may lead to. Of each contract its gain decides, then its score.
    """
    contracts = {call: _contract_after(auction, call, tricks) for call in calls}
    scores = {call: _scores(auction, contract, tricks) for call, contract in contracts.items()}
    other_table = max(scores.values(), key=np.mean)
    prospects = [
        Prospect(
            call,
            contract,
            _made(contract, tricks),
            float(scores[call].mean()),
            _gain(scores[call] - other_table, scoring),
            scoring,
        )
        for call, contract in contracts.items()
    ]
    return tuple(sorted(prospects, key=_rank))


def _rank(prospect: Prospect) -> tuple[float, float, bool, Call]:
    """Sorts the best first."""
    return -prospect.gain, -prospect.score, prospect.call is not PASS, prospect.call


def _contract_after(auction: Auction, call: Call, tricks: Tricks) -> Contract | None:
    """The contract when all pass after this call. The opponents double ours where that pays them on average.

    If they never doubled, every sacrifice would look cheap.
    """
    contract = auction.with_call(call).contract
    if contract is None or contract.doubled or contract.declarer.side is not auction.turn.side:
        return contract
    doubled = replace(contract, doubled=1)
    return min(contract, doubled, key=lambda either: _scores(auction, either, tricks).mean())


def _scores(auction: Auction, contract: Contract | None, tricks: Tricks) -> np.ndarray:
    """What the side whose turn it is scores with a contract in each deal."""
    if contract is None:
        return np.zeros(1)  # in every deal
    vulnerable = auction.vulnerability.of(contract.declarer.side)
    taken = tricks[contract.strain, contract.declarer]
    scores = np.array([duplicate_score(contract, count, vulnerable) for count in taken])
    return scores if contract.declarer.side is auction.turn.side else -scores


def _made(contract: Contract | None, tricks: Tricks) -> float:
    if contract is None:
        return 0.0
    return float(np.mean(np.array(tricks[contract.strain, contract.declarer]) >= contract.level + 6))


def _signed(number: float, digits: int) -> str:
    return f"{round(number, digits) + 0:+.{digits}f}".replace("-", "−")


def _gain(differences: np.ndarray, scoring: Scoring) -> float:
    if scoring is Scoring.MP:
        return float((np.sign(differences).mean() + 1) / 2)
    return float(np.mean([imps(int(difference)) for difference in differences]))
