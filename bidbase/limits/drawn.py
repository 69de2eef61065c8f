"""What a step of a limit gains on deals that are drawn for it: those in which the next player calls otherwise with it.

Every hand of such deals says something about the step, where a match over random boards seldom comes to it. The step is
not tried on the hands that call the same: that others read more or less into their calls is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.deal_search import by_seat_and_vulnerability
from bidbase.bidding.drawing import Judge, sample_deals
from bidbase.bidding.robots import Table
from bidbase.compiler import HandBatch, Place
from bidbase.game.auction import PASS, Auction, Contract
from bidbase.game.cards import Deal, Side, Vulnerability
from bidbase.game.double_dummy import tricks_of
from bidbase.game.scoring import duplicate_score, imps
from bidbase.language.circumstances import Scoring
from bidbase.limits.steps import LimitStep

DEALS_OF_A_ROUND = 20  # solved in about a second
MOST_DEALS = 60_000  # drawn for a round: about half a second

End = tuple[Contract | None, Contract | None]
"""What a deal ends in with the step, and without it."""


class DrawnTrials:
    """Tries steps of the limits of one entry after an auction, in each seat and at each vulnerability by turns.

    The calls of the auction have been made by the system, and robots bid on by the book: where an entry asks for a
    simulation they pass. The pair of the next player plays the changed system at one table, and their opponents at the
    other, as in a match.
    """

    def __init__(self, bidder: Bidder, auction: Auction, scoring: Scoring = Scoring.IMP) -> None:
        self._bidder = bidder
        self._scoring = scoring
        self._auctions = [placed for *_, placed in by_seat_and_vulnerability(auction)]

    def swings(self, step: LimitStep, number: int) -> list[int]:
        """What the pair gains with a step on each deal of the round with this number, in IMPs; none without deals."""
        changed = Bidder(self._bidder.system.changed(entries={step.before.id: step.after}), self._bidder)
        tables = [(auction, self._at_table(auction, changed)) for auction in self._auctions]
        tables = [(auction, table) for auction, table in tables if table.place(auction).uses(step.after)]
        if not tables:
            return []
        auction, with_step = tables[number % len(tables)]
        without = self._at_table(auction, changed, exchanged=True)
        judge = _called_otherwise(with_step.place(auction), without.place(auction))
        asked = {auction.turn: judge}
        sampled = sample_deals(with_step, auction, DEALS_OF_A_ROUND, MOST_DEALS, seed=number, asked=asked)
        deals = [*sampled.deals()]
        ends = [(_end(with_step, deal, auction), _end(without, deal, auction)) for deal in deals]
        return [*_gains(deals, ends, auction.turn.side, auction.vulnerability)]

    def _at_table(self, auction: Auction, changed: Bidder, exchanged: bool = False) -> Table:
        """The table where the next player's pair plays the changed system, or the one where the opponents do."""
        ours, theirs = (self._bidder, changed) if exchanged else (changed, self._bidder)
        ns, ew = (ours, theirs) if auction.turn.side is Side.NS else (theirs, ours)
        return Table(ns, ew, self._scoring, auction.turn.side, simulate=lambda table, question: None)


def _called_otherwise(place: Place, other: Place) -> Judge:
    """Whether a hand makes another call here than there."""

    def judge(hands: HandBatch) -> np.ndarray:
        differing: np.ndarray = _calls(place, hands) != _calls(other, hands)
        return differing

    return judge


def _calls(place: Place, hands: HandBatch) -> np.ndarray:
    rows, first = place.first_rows(hands)
    return np.array([*(int(row.call) for row in rows), PASS])[first]  # -1 stands for none, and finds the pass


def _end(table: Table, deal: Deal, auction: Auction) -> Contract | None:
    return table.bid_out(deal, auction)[0].contract


def _gains(deals: Sequence[Deal], ends: Sequence[End], side: Side, vulnerability: Vulnerability) -> Iterator[int]:
    """What a side gains on each deal; only deals that end in two contracts are solved."""
    played = [
        (deal, contract.strain, contract.declarer)
        for deal, end in zip(deals, ends, strict=True)
        if end[0] != end[1]
        for contract in end
        if contract is not None
    ]
    tricks = iter(tricks_of(played))
    for end in ends:
        if end[0] == end[1]:
            yield 0
            continue
        score, other = (_score(contract, tricks, vulnerability) for contract in end)
        yield imps(score - other) * (1 if side is Side.NS else -1)


def _score(contract: Contract | None, tricks: Iterator[int], vulnerability: Vulnerability) -> int:
    """North-South's score."""
    if contract is None:
        return 0
    score = duplicate_score(contract, next(tricks), vulnerability.of(contract.declarer.side))
    return score if contract.declarer.side is Side.NS else -score
