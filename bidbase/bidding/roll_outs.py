"""Roll-outs: calls are weighed by bidding each of them on to the end of the auction over deals that may lie so.

This is how GIB thinks (M. L. Ginsberg, GIB: imperfect information in a computationally challenging game, 2001). Deals
are drawn that fit all calls so far, with the player's own hand. In each of them every call is bid on by the book for
all four players, and the contracts are compared with the one that the book's call leads to.

Playing contracts double dummy is what costs time. So the gain of a call is first estimated over all deals; then the
solver is asked about some deals, in which its contract differs, and the mean of what the estimates were off corrects
them: the estimate takes most of the luck of the deals out of the few that are solved. Deals are solved in batches,
until it is clear which call is best or the limit is reached.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from itertools import islice

import numpy as np

from bidbase.bidding.bidder import decide, percentage_draw
from bidbase.bidding.drawing import PlaceSource, sample_deals
from bidbase.bidding.known_tricks import Ask, KnownTricks, PlayedDeal
from bidbase.bidding.weighed import Ending, Weighed, WeighedCall
from bidbase.game.auction import PASS, Auction, Call, Contract
from bidbase.game.cards import Deal, Hand, Seat, Side, Strain, Vulnerability
from bidbase.game.double_dummy import takes
from bidbase.game.scoring import duplicate_score, imps
from bidbase.language.circumstances import Scoring

DEALS = 96  # bid on
DRAWN = 200  # of which the first are bid on: the more are drawn, the fewer of the first share a hand
MAX_DEALT = 100_000  # in search of them
FEWEST = 12  # deals, fewer of which tell nothing
BATCH = 8  # deals that are solved before it is seen whether the matter is clear; fewer where more calls are left
FEWEST_TOGETHER = 2  # of them
MOST_ASKED = 32  # questions to the solver for one decision: a fifth of a second or so
WITHIN = {Scoring.IMP: 2.0, Scoring.MP: 0.15}
"""The standard deviation with which the gain in a deal is known well enough: more deals tell more than more of one."""
CLEAR = 1.5  # standard errors by which a call must gain on the book's
LEAST_GAIN = {Scoring.IMP: 0.5, Scoring.MP: 0.04}
"""How much a call must gain on the book's: IMPs, or the share of deals won."""
USUAL_OFF = {Scoring.IMP: 4.3, Scoring.MP: 0.35}
"""What the estimate of a gain is usually off in a deal. It counts as one deal solved, since few tell little of it."""
MOST_KEPT = 4096  # pairs of contracts with what one gains on the other: a kilobyte or two each
PUNISHED = 3  # down so many, an opponent would have doubled


@dataclass(frozen=True, slots=True)
class RollOutQuestion:
    """What a roll-out is asked: how these calls of the player whose turn it is fare, who holds this hand.

    The first is the book's call, which stands unless another is clearly better; where the book is not `trusted`, the
    best counts. `silent` seats always pass. `seed` is the table's: the same question at the same table always has the
    same answer.
    """

    auction: Auction
    hand: Hand
    calls: tuple[Call, ...]
    scoring: Scoring
    seed: str = ""
    silent: frozenset[Seat] = frozenset()
    trusted: bool = True


Ends = Mapping[Call, Sequence[Contract | None]]
"""For each call the contract that it leads to in each deal."""

RollOut = Callable[[PlaceSource, RollOutQuestion], Weighed | None]
"""Answers a question at a table; None when too few deals fit the auction."""


def roll_out(table: PlaceSource, question: RollOutQuestion) -> Weighed | None:
    """How the calls fare over deals that fit the auction; None when too few are found. It takes half a second or so."""
    auction = question.auction
    digest = blake2b(f"{question.seed} {auction.turn.letter} {auction}".encode(), digest_size=6).digest()
    sampled = sample_deals(
        table,
        auction,
        DRAWN,
        MAX_DEALT,
        int.from_bytes(digest, "little"),
        question.silent,
        {auction.turn: question.hand},
    )
    deals = list(islice(sampled.deals(), DEALS))
    if len(deals) < FEWEST:
        return None
    ends = {call: _contracts_after(table, question, call, deals) for call in question.calls}

    def ask(number: int, strain: Strain, declarer: Seat, tricks: int) -> bool:
        return takes(deals[number], strain, declarer, tricks)

    return weigh(question, sampled.holdings[:, :, : len(deals)], ends, ask)


def _contracts_after(
    table: PlaceSource, question: RollOutQuestion, call: Call, deals: Iterable[Deal]
) -> list[Contract | None]:
    """The contract of each deal when all bid on by the book after a call."""
    contracts = []
    for number, deal in enumerate(deals):
        auction = question.auction.with_call(call)
        while not auction.finished:
            turn = auction.turn
            if turn in question.silent:
                bid = PASS
            else:
                draw = percentage_draw(f"{question.seed} {number}", turn)
                bid = decide(table.place(auction), deal[turn], draw).call
            auction = auction.with_call(bid)
        contracts.append(auction.contract)
    return contracts


def weigh(question: RollOutQuestion, holdings: np.ndarray, ends: Ends, ask: Ask) -> Weighed:
    """Weigh calls that end in these contracts over deals of the shape (4 seats, 4 suits, deals)."""
    weighing = _Weighing(question, holdings, ends, ask)
    book, *others = question.calls
    left, number = others, 0
    while left and number < holdings.shape[2] and not weighing.spent:
        until = min(number + max(FEWEST_TOGETHER, BATCH // len(left)), holdings.shape[2])
        weighing.solve(left, range(number, until))
        number = until
        left = weighing.unclear(left)
    lines = [weighing.line(call) for call in question.calls]
    better = [line for line in lines if weighing.clearly_better(line) or not question.trusted]
    best = max(better, key=lambda line: line.gain, default=lines[0])
    ranked = sorted(lines, key=lambda line: (line.call is not best.call, -line.gain))
    return Weighed(holdings.shape[2], len(weighing.touched), book, best.call, tuple(ranked))


class _Weighing:
    """The state of weighing: what has been estimated and solved so far."""

    def __init__(self, question: RollOutQuestion, holdings: np.ndarray, ends: Ends, ask: Ask) -> None:
        self.question = question
        self.ends = ends
        self.deals = holdings.shape[2]
        self.book = question.calls[0]
        contracts = (contract for ended in ends.values() for contract in ended if contract is not None)
        self.tricks = KnownTricks(holdings, ((contract.strain, contract.declarer) for contract in contracts), ask)
        self._side = question.auction.turn.side
        self._estimated = {
            call: np.array([self._mean_gain(call, number) for number in range(self.deals)]) for call in question.calls
        }
        self._estimated_scores = {call: self._mean_scores(call) for call in question.calls}
        self._off: dict[Call, list[float]] = {call: [] for call in question.calls}
        self.touched: set[int] = set()

    def solve(self, calls: Sequence[Call], numbers: Iterable[int]) -> None:
        """Solve the deals with these numbers in which the contract of a call is not the book's, while it may be."""
        for number in numbers:
            for call in calls if not self.spent else ():
                if self._differs(call, number):
                    self.touched.add(number)
                    self.tricks.settle(*self._compared(call, number), WITHIN[self.question.scoring])
                    self._off[call].append(self._mean_gain(call, number) - self._estimated[call][number])

    @property
    def spent(self) -> bool:
        """Whether the solver has been asked as much as it may."""
        return self.tricks.asked >= MOST_ASKED

    def _differs(self, call: Call, number: int) -> bool:
        return self.ends[call][number] != self.ends[self.book][number]

    def _compared(self, call: Call, number: int) -> tuple[np.ndarray, PlayedDeal | None, PlayedDeal | None]:
        """What a call gains on the book's in a deal by the tricks of the two contracts, and what is played in them."""
        contract, other = self.ends[call][number], self.ends[self.book][number]
        vulnerability, scoring = self.question.auction.vulnerability, self.question.scoring
        gains = gains_of(contract, other, self._side, vulnerability, scoring)
        return gains, _played(number, contract), _played(number, other)

    def _mean_gain(self, call: Call, number: int) -> float:
        """What a call gains on the book's in a deal, as far as its tricks are known."""
        return self.tricks.mean(*self._compared(call, number)) if self._differs(call, number) else 0.0

    def gain(self, call: Call) -> tuple[float, float]:
        """What a call gains on the book's in the mean over all deals, with its standard error."""
        if call is self.book:
            return 0.0, 0.0
        estimated, off = self._estimated[call], np.array(self._off[call])
        share = sum(self._differs(call, number) for number in range(self.deals)) / self.deals
        usual = USUAL_OFF[self.question.scoring] ** 2
        mean = float(off.mean()) if len(off) else 0.0
        spread = (float(((off - mean) ** 2).sum()) + usual) / max(len(off), 1)
        variance = share**2 * spread / max(len(off), 1) + float(estimated.var()) / self.deals
        return float(estimated.mean()) + share * mean, variance**0.5

    def unclear(self, calls: Sequence[Call]) -> list[Call]:
        """The calls that may still be best; none when it is clear which one is."""
        gains = {call: self.gain(call) for call in calls}
        enough = LEAST_GAIN[self.question.scoring] if self.question.trusted else 0.0
        least = max([enough, *(gain - CLEAR * error for gain, error in gains.values())])
        left = [call for call, (gain, error) in gains.items() if gain + CLEAR * error > least]
        return left if len(left) > 1 or not all(self._wins(*gains[call]) for call in left) else []

    def _wins(self, gain: float, error: float) -> bool:
        return gain > max(CLEAR * error, LEAST_GAIN[self.question.scoring])

    def clearly_better(self, line: WeighedCall) -> bool:
        """Whether a call is clearly better than the book's."""
        return self._wins(line.gain, line.error)

    def line(self, call: Call) -> WeighedCall:
        """What came of a call."""
        counts = Counter(self.ends[call]).most_common()
        gain, error = self.gain(call)
        return WeighedCall(
            call,
            tuple(Ending(contract, count) for contract, count in counts),
            self._score(call),
            gain,
            error,
            self.question.scoring,
        )

    def _score(self, call: Call) -> float:
        """The mean score of a call's contracts: estimated over all deals, and corrected by those that are solved."""
        estimated, solved = self._estimated_scores[call], sorted(self.touched)
        off = (self._mean_scores(call) - estimated)[solved]
        return float(estimated.mean() + (off.mean() if solved else 0.0))

    def _mean_scores(self, call: Call) -> np.ndarray:
        """The score of a call's contract in each deal, as far as its tricks are known."""
        vulnerability = self.question.auction.vulnerability
        return np.array(
            [
                self.tricks.chances(_played(number, contract)) @ scores_of(contract, self._side, vulnerability)
                for number, contract in enumerate(self.ends[call])
            ]
        )


def _played(number: int, contract: Contract | None) -> PlayedDeal | None:
    """What is played in the deal with this number."""
    return PlayedDeal(number, contract.strain, contract.declarer) if contract is not None else None


@lru_cache(MOST_KEPT)
def scores_of(contract: Contract | None, side: Side, vulnerability: Vulnerability) -> np.ndarray:
    """What a side scores when the declarer takes 0 to 13 tricks. Its own contracts are doubled when far down."""
    if contract is None:
        return np.zeros(14)
    own = contract.declarer.side is side
    vulnerable = vulnerability.of(contract.declarer.side)
    scores = []
    for tricks in range(14):
        down = contract.level + 6 - tricks
        punished = own and not contract.doubled and down >= PUNISHED
        scores.append(duplicate_score(replace(contract, doubled=1) if punished else contract, tricks, vulnerable))
    return np.array(scores, dtype=float) * (1 if own else -1)


@lru_cache(MOST_KEPT)
def gains_of(
    contract: Contract | None, other: Contract | None, side: Side, vulnerability: Vulnerability, scoring: Scoring
) -> np.ndarray:
    """What a side gains with a contract on another, by the tricks in each, shape (14, 14): IMPs, or half a top."""
    scores, others = scores_of(contract, side, vulnerability), scores_of(other, side, vulnerability)
    differences = scores[:, None] - others[None, :]
    if scoring is Scoring.MP:
        halves: np.ndarray = np.sign(differences) / 2
        return halves
    return np.array([[imps(int(difference)) for difference in row] for row in differences], dtype=float)
