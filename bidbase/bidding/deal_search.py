"""Deals that meet conditions on any seats: how often they come up, and as many of them as are wanted.

The compiler counts the hands that a condition asks for, and draws some (`RowHands`). So the search begins with the
rarest hand: it is drawn as it should be, the other cards are dealt at random, and deals that do not fit are dropped.
Each deal that fits is as likely as any other, and independent of all others. The frequency is the share of deals that
were kept, times the part of all deals that have the rare hand, which is known exactly.

A call can be made by several rows. A hand that meets three of them is drawn three times as often, so it is kept one
time in three (R. M. Karp and M. Luby, 1983).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from math import comb

import numpy as np

from bidbase.bidding.deals_to_order import judge_of, meets
from bidbase.bidding.drawing import Judge, PlaceSource, judge_of_call, redealt
from bidbase.bidding.estimates import Frequency, Share
from bidbase.compiler import HandBatch, Place
from bidbase.compiler.row_hands import ALL_CARDS, RowHands, TooManyGroups
from bidbase.compiler.rows import Row, entry_rows
from bidbase.game.auction import PASS, Auction
from bidbase.game.cards import SEATS, SUITS, Deal, Hand, Seat, Vulnerability
from bidbase.language.bids import PriorBids
from bidbase.systems.model import Entry
from bidbase.systems.valuations import shipped_valuations

PIECE = 20_000  # deals that are tried together: some 30 milliseconds
MOST_ROWS = 60  # of one call, to draw its hands by

Wanted = Mapping[Seat, Entry | Hand]
"""By seat what its hand is to be: an entry whose specs it meets, or all its cards."""


@dataclass(frozen=True)
class SearchPiece:
    """A piece of a search: of `tried` deals those that fit, as holdings of shape (4 seats, 4 suits, deals)."""

    holdings: np.ndarray
    tried: int

    @property
    def found(self) -> int:
        """How many fit."""
        return int(self.holdings.shape[2])

    def deals(self, most: int | None = None) -> Iterator[Deal]:
        """Those that fit, one by one; so many at the most."""
        for index in range(self.found if most is None else min(most, self.found)):
            yield Deal(HandBatch(self.holdings[seat, :, index : index + 1]).hand(0) for seat in SEATS)


@dataclass(frozen=True)
class _Condition:
    """What is asked of a hand. Where `rows` are known, every hand that `judge` takes meets one of them.

    `sure` says that the judge takes each of these hands, and that no hand meets two of the rows.
    """

    seat: Seat
    judge: Judge
    rows: Sequence[Row] = ()
    sure: bool = False


class DealSearch:
    """A search for deals with these hands, after an auction in which each player could have made their calls.

    With an `entry`, it is that by which the next player calls. `table` knows what the calls mean; without calls and
    entry none is needed. The calls of a seat whose cards are given say nothing.
    """

    def __init__(
        self,
        hands: Wanted,
        table: PlaceSource | None = None,
        auction: Auction | None = None,
        entry: Entry | None = None,
        seed: int = 0,
    ) -> None:
        self._seed = seed
        self._known = {seat: hand for seat, hand in hands.items() if isinstance(hand, Hand)}
        self._deck = tuple(
            left & ~sum(hand.holdings[suit] for hand in self._known.values())
            for suit, left in zip(SUITS, ALL_CARDS, strict=True)
        )
        self._impossible = _cards_twice(self._known.values())
        self._conditions = [_spec(seat, wanted) for seat, wanted in hands.items() if not isinstance(wanted, Hand)]
        if table is not None and auction is not None:
            self._conditions += self._by_calls(table, auction, entry)
        self._lead, self._rows = self._choose_lead()

    @property
    def part(self) -> float:
        """The part of all deals, with the cards that are given, among which is searched; 0 where there is none."""
        if self._impossible:
            return 0.0
        if self._lead is None:
            return 1.0
        return sum(hands.count for hands in self._rows) / comb(52 - 13 * len(self._known), 13)

    @property
    def exact(self) -> bool:
        """Whether all deals that are tried fit, so that `part` is the frequency."""
        return (
            not self.part
            or not self._conditions
            or (len(self._conditions) == 1 and self._conditions[0] is self._lead and self._lead.sure)
        )

    def frequency(self, found: int, tried: int) -> Frequency:
        """How often such deals come up, when so many of those tried have fitted."""
        return Frequency(self.part, Share(found, tried), self.exact)

    def piece(self, number: int) -> SearchPiece:
        """The piece of the search with this number; the same number gives the same deals."""
        if not self.part:
            return SearchPiece(np.zeros((4, 4, 0), dtype=np.intp), 0)
        rng = np.random.default_rng([self._seed, number])
        deals = np.zeros((4, 4, PIECE), dtype=np.intp)
        for seat, hand in self._known.items():
            deals[seat] = np.array(hand.holdings)[:, None]
        kept, judged = [*self._known], list(self._conditions)
        if self._lead is not None:
            seat = self._lead.seat
            deals[seat] = self._draw(rng)
            own = [condition for condition in judged if condition.seat is seat]
            judged = [condition for condition in judged if condition.seat is not seat]
            deals = deals[:, :, self._drawn_rightly(deals[seat], rng)]
            deals = _fitting(
                deals, [condition for condition in own if not (condition is self._lead and condition.sure)]
            )
            kept.append(seat)
        deals = redealt(deals, kept, int(rng.integers(1 << 62)))
        return SearchPiece(_fitting(deals, judged), PIECE)

    def find(self, wanted: int, most: int, go_on: Callable[[], object] = lambda: None) -> tuple[list[Deal], Frequency]:
        """So many deals, or those among the most that are tried, and how often they come up.

        `go_on` is called before each piece of the work, and may raise to end it.
        """
        deals: list[Deal] = []
        found = tried = 0
        for number in count():
            if len(deals) >= wanted or tried >= most or not self.part:
                break
            go_on()
            piece = self.piece(number)
            found, tried = found + piece.found, tried + PIECE
            deals += piece.deals(wanted - len(deals))
        return deals, self.frequency(found, tried)

    def _by_calls(self, table: PlaceSource, auction: Auction, entry: Entry | None) -> Iterator[_Condition]:
        for index, call in enumerate(auction.calls):
            before = auction.before(index)
            if before.turn in self._known:
                continue
            place = table.place(before)
            rows = [] if call is PASS else [row for _, row in place.rows_making(call)]
            yield _Condition(before.turn, judge_of_call(place, call), rows)
        if entry is not None:
            place = table.place(auction)
            self._impossible |= not place.uses(entry)
            if auction.turn not in self._known:
                yield _of_entry(auction.turn, place, entry)

    def _choose_lead(self) -> tuple[_Condition | None, list[RowHands]]:
        """The condition that the fewest hands meet, and the hands of its rows; none where all are frequent."""
        best: tuple[_Condition | None, list[RowHands]] = (None, [])
        fewest = comb(52 - 13 * len(self._known), 13)
        for condition in self._conditions:
            if not 0 < len(condition.rows) <= MOST_ROWS:
                continue
            try:
                hands = [RowHands(row, self._deck) for row in condition.rows]
            except TooManyGroups:
                continue
            if (count := sum(of_row.count for of_row in hands)) < fewest:
                best, fewest = (condition, hands), count
        return best

    def _draw(self, rng: np.random.Generator) -> np.ndarray:
        """Hands of the lead, each row as often as it has hands, in no order: shape (4, deals)."""
        counts = np.array([hands.count for hands in self._rows], dtype=float)
        numbers = rng.multinomial(PIECE, counts / counts.sum())
        drawn = [hands.draw(int(number), rng) for hands, number in zip(self._rows, numbers, strict=True) if number]
        return np.concatenate(drawn, axis=1)[:, rng.permutation(PIECE)]

    def _drawn_rightly(self, holdings: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Which of the hands to keep, so that those who meet several rows come up no more often than others."""
        assert self._lead is not None
        if self._lead.sure or len(self._rows) == 1:
            return np.ones(holdings.shape[1], dtype=bool)
        batch = HandBatch(holdings)
        met = np.sum([meets(row, batch) for row in self._lead.rows], axis=0)
        return rng.random(len(batch)) * met < 1


def _spec(seat: Seat, wanted: Entry) -> _Condition:
    rows = entry_rows(wanted, shipped_valuations())
    return _Condition(seat, judge_of(rows), rows, sure=True)


def _of_entry(seat: Seat, place: Place, entry: Entry) -> _Condition:
    """The hands that come to an entry: no entry before it takes them."""

    def judge(hands: HandBatch) -> np.ndarray:
        rows, first = place.first_rows(hands)
        return np.array([*(row.entry.id == entry.id for row in rows), False])[first]

    return _Condition(
        seat, judge, [row for rows in place.calls.values() for _, row in rows if row.entry.id == entry.id]
    )


def _fitting(deals: np.ndarray, conditions: Sequence[_Condition]) -> np.ndarray:
    """Those of the deals that meet these conditions."""
    for condition in conditions:
        deals = deals[:, :, condition.judge(HandBatch(deals[condition.seat]))]
    return deals


def _cards_twice(hands: Iterable[Hand]) -> bool:
    """Whether two of the hands hold the same card."""
    hands = list(hands)
    return any(
        one.holdings[suit] & other.holdings[suit]
        for number, one in enumerate(hands)
        for other in hands[:number]
        for suit in SUITS
    )


def calls_before(entry: Entry) -> str | None:
    """The calls after which an entry stands, as in `1N-P`; None for one that serves many auctions."""
    return entry.section if isinstance(entry.key, PriorBids) else None


def by_seat_and_vulnerability(auction: Auction) -> Iterator[tuple[int, Vulnerability, Auction]]:
    """An auction by the same players, after 0 to 3 passes of those before them, at each vulnerability."""
    opener = auction.dealer.plus(auction.leading_passes)
    calls = auction.calls[auction.leading_passes :]
    for passes in range(4):
        for vulnerability in Vulnerability:
            yield passes, vulnerability, Auction.of([PASS] * passes + [*calls], opener.plus(-passes), vulnerability)
