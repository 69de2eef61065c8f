"""Questions: deals in which an entry comes up, dealt backwards from what it asks of a hand.

An auction is chosen that leads to the entry. Deals are drawn in which all calls of that auction could have been made
and the hand of the player whose turn it is meets the entry, or lies near its edge while another call is right: a decoy.
Four robots then bid each of these deals, and the first in which the auction comes out is the question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import islice, product
from random import Random
from typing import TypeVar

import numpy as np

from bidbase.bidding.bidder import Bidder, Decision
from bidbase.bidding.drawing import Agreements, Judge, sample_deals
from bidbase.bidding.edges import near_edge
from bidbase.bidding.prospects import Simulation
from bidbase.bidding.robot_auctions import RobotAuctions
from bidbase.bidding.robots import Table
from bidbase.bidding.served import ServedAuctions
from bidbase.bidding.simulation import SimulationQuestion
from bidbase.bidding.subjects import STUDENT, Subject, seated, that_may_be_asked
from bidbase.compiler import HandBatch, Place
from bidbase.compiler.rows import Row
from bidbase.errors import IllegalCall
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import Deal, Seat, Vulnerability
from bidbase.language import fields
from bidbase.language.pattern_search import Calls
from bidbase.systems import Entry

Item = TypeVar("Item")

ROBOT_DEALS = 500  # bid to learn which auctions come up: some seconds, once for a system
DECOYS, BLOCK = 2, 5  # of five questions in a row two are decoys
FIRST_AUCTIONS = 12  # of those that a section serves, which tell whether its entries begin a subject
MOST_SERVED = 40  # of those, from which auctions are chosen
CIRCUMSTANCES = 2  # in which one of them is tried
MOST_CONSIDERED = 24  # auctions with their circumstances, for one entry
MOST_AUCTIONS = 8  # in which deals are looked for, for one entry
MOST_ANSWERS = 3  # of those that follow a call, for which deals are looked for
MOST_ENTRIES = 24  # tried for one question
DECOY_TRIES = 8  # of those, near the edge of which a decoy is looked for
FEW_ENTRIES = 4  # where a subject has fewer, each is tried several times
MOST_DEALS = (30_000, 100_000)  # drawn for one auction, and for the first when none of the auctions has given any
PASSES = (0, 0, 0, 1, 2, 3)  # before the opening, from which a number is drawn
FITTING = 8  # deals that fit are bid by the robots


class Chair(Enum):
    """Where the student sits: in the chair that begins what is asked about, or in its partner's."""

    MAKER = "make"
    PARTNER = "answer"


@dataclass(frozen=True)
class Question:
    """A deal with the calls given, by `decisions`: South is to call, and `expected` is what the system calls.

    `wanted` is the entry that is asked about. A `decoy` is a hand near its edge, with which another call is right.
    """

    deal: Deal
    auction: Auction
    decisions: tuple[Decision, ...]
    expected: Decision
    wanted: Entry
    decoy: bool


@dataclass(frozen=True, slots=True)
class _Spot:
    """A place in which a wanted entry is in use, and the rows by which it may be met there."""

    auction: Auction
    place: Place
    wanted: Entry
    rows: tuple[Row, ...]

    @property
    def calls(self) -> set[Call]:
        return {row.call for row in self.rows}


@dataclass(frozen=True, slots=True)
class _Aim:
    """What a question is to be: about a subject, for a student in a chair, and perhaps a decoy."""

    subject: Subject
    chair: Chair
    decoy: bool

    def seats_student(self, auction: Auction, decisions: Sequence[Decision]) -> bool:
        """Whether the student sits in the chair in an auction that robots have bid by these decisions."""
        own = [index for index in _own_turns(auction) if self.subject.holds(decisions[index].entry)]
        if self.subject.convention:
            return _sits_well(self.chair, auction.seat_of(own[0]) if own else None)
        return self.chair is Chair.MAKER or len(auction.calls) - 2 in own


def robot_auctions_of(bidder: Bidder) -> RobotAuctions:
    """The auctions of robots from which questions are chosen. They take some seconds."""
    return RobotAuctions.of(bidder, ROBOT_DEALS)


Report = Callable[[], object]
"""Is called before deals are drawn for an auction, several times a second; what it raises ends the work."""


class QuestionDealer:
    """Deals questions about the entries of one system, which both sides play. The same number is the same question.

    Whoever has kept `robot_auctions_of` the system gives them, so that they are not found anew.
    """

    def __init__(self, bidder: Bidder, robot_auctions: Callable[[], RobotAuctions] | None = None) -> None:
        self.bidder = bidder
        self._served = ServedAuctions(bidder.system, robot_auctions or (lambda: robot_auctions_of(bidder)))
        self._beginning: dict[tuple[str, str], bool] = {}

    def question(self, subject: Subject, chair: Chair, number: int, report: Report = lambda: None) -> Question | None:
        """The question with this number, 1 and up; None where none is found.

        The numbers go through the entries of the subject in an order of its own. An entry that never comes up leaves
        its number to the next one, and where no decoy is found the question is not a decoy.
        """
        entries = _shuffled(subject.entries, Random(f"{subject.name} {chair.value}"))
        first = number % max(1, len(entries))
        in_turn = [*entries[first:], *entries[:first]][:MOST_ENTRIES]
        attempts = range(max(1, FEW_ENTRIES // max(1, len(entries))))
        tries = [(False, attempt, entry) for attempt, entry in product(attempts, in_turn)]
        if is_decoy(subject, chair, number):
            tries = [(True, attempt, entry) for _, attempt, entry in tries[:DECOY_TRIES]] + tries
        for decoy, attempt, entry in tries:
            draw = Random(f"{subject.name} {chair.value} {number} {entry.id} {decoy} {attempt}")
            if question := self._dealt(_Aim(subject, chair, decoy), entry, draw, report):
                return question
        return None

    def _dealt(self, aim: _Aim, entry: Entry, draw: Random, report: Report) -> Question | None:
        """A question about an entry of the subject; None where none is found."""
        spots = []
        for spot in islice(self._spots(aim, entry, draw), MOST_AUCTIONS):
            report()
            if question := self._drawn(aim, spot, draw, MOST_DEALS[0]):
                return question
            spots.append(spot)
        if aim.decoy or not spots:
            return None
        report()
        return self._drawn(aim, spots[0], draw, MOST_DEALS[1])

    def _drawn(self, aim: _Aim, spot: _Spot, draw: Random, most: int) -> Question | None:
        judge = self._decoy_judge(aim, spot) if aim.decoy else _target_judge(spot)
        table = Table(self.bidder, self.bidder, student=STUDENT.side)
        sampled = sample_deals(table, spot.auction, FITTING, most, draw.getrandbits(32), asked={STUDENT: judge})
        questions = (self._bid_through(aim, spot, deal) for deal in sampled.deals())
        return next(filter(None, questions), None)

    def _decoy_judge(self, aim: _Aim, spot: _Spot) -> Judge:
        """Whether a hand lies near the edge of the wanted entry, and the system calls otherwise."""

        def judge(hands: HandBatch) -> np.ndarray:
            near = np.logical_or.reduce([near_edge(row, hands) for row in spot.rows])
            rows, first = spot.place.first_rows(hands.where(near))
            other = [self._is_another_call(aim, spot, row.call, row.entry) for row in rows]
            near[near] = np.array([*other, False])[first]  # the last for no row
            return near

        return judge

    def _is_another_call(self, aim: _Aim, spot: _Spot, call: Call, entry: Entry) -> bool:
        """Whether a call is another than the wanted one. Where a convention would begin, it is none of its calls."""
        if call in spot.calls:
            return False
        begins = aim.subject.convention and aim.subject.holds(spot.wanted) and self._begins(aim.subject, spot.wanted)
        return call is PASS or not begins or not aim.subject.holds(entry)

    def _bid_through(self, aim: _Aim, spot: _Spot, deal: Deal) -> Question | None:
        """The question of a deal, if four robots bid its auction and then what is wanted of the student."""
        table = Table(self.bidder, self.bidder, student=STUDENT.side, seed=str(deal), simulate=_refuse)
        auction, decisions = Auction(spot.auction.dealer, spot.auction.vulnerability), []
        try:
            for call in spot.auction.calls:
                decisions.append(table.decide(deal[auction.turn], auction))
                if decisions[-1].call is not call:
                    return None
                auction = auction.with_call(call)
            expected = table.decide(deal[STUDENT], auction)
        except _NeedsSimulation:
            return None
        if expected.entry is None or not aim.seats_student(auction, decisions):
            return None
        if aim.decoy:
            right = self._is_another_call(aim, spot, expected.call, expected.entry)
        else:
            right = expected.entry.id == spot.wanted.id
        return Question(deal, auction, tuple(decisions), expected, spot.wanted, aim.decoy) if right else None

    def _spots(self, aim: _Aim, entry: Entry, draw: Random) -> Iterator[_Spot]:
        """The places in which the student may be asked about an entry of the subject, in an order that `draw` decides.

        In the maker's chair that is where the entry is in use. In the partner's it is after the entry's call, or where
        the entry carries on what partner has begun.
        """
        for auction in islice(self._auctions(aim.subject, entry, draw), MOST_CONSIDERED):
            beginner = self._beginner(aim.subject, auction)
            if (beginner is None) is not self._begins(aim.subject, entry):
                continue
            if beginner is None and aim.chair is Chair.PARTNER:
                yield from self._answers(self._spot(auction, entry), draw)
            elif _sits_well(aim.chair, beginner):
                yield self._spot(auction, entry)

    def _answers(self, spot: _Spot, draw: Random) -> Iterator[_Spot]:
        """The places of the answers to a call that the entry of a spot makes, when the opponents pass."""
        call = draw.choice(spot.rows).call
        calls = (*spot.auction.calls, call, PASS)
        auction = seated(calls, spot.auction.vulnerability)
        if auction.finished:
            return
        place, system = self._place(auction), self.bidder.system
        in_use = ((system.by_id[entry.id] for entry in part.entries if place.uses(entry)) for part in place.sections)
        answers = (entry for entries in in_use for entry in _shuffled(that_may_be_asked(system, entries), draw))
        for entry in islice(answers, MOST_ANSWERS):
            yield self._spot(auction, entry)

    def _auctions(self, subject: Subject, entry: Entry, draw: Random) -> Iterator[Auction]:
        """The auctions in which an entry may be in use, each in circumstances in which it is."""
        served: Iterable[Calls] = [subject.calls] if subject.calls is not None else self._served.of(entry)
        for calls in _first_ones_first(served, draw)[:MOST_SERVED]:
            yield from islice(self._in_circumstances(calls, entry, draw), CIRCUMSTANCES)

    def _in_circumstances(self, calls: Calls, entry: Entry, draw: Random) -> Iterator[Auction]:
        """An auction after passes before the opening, as many as are drawn, then after none and after other numbers."""
        passes = (0,) if calls[:1] == (PASS,) else (draw.choice(PASSES), 0, *_shuffled(range(1, 4), draw))
        vulnerabilities = _shuffled(Vulnerability, draw)[: 1 if entry.get(fields.VULNERABILITY) is None else None]
        for before in dict.fromkeys(passes):
            for vulnerability in vulnerabilities:
                try:
                    auction = seated((*[PASS] * before, *calls), vulnerability)
                except IllegalCall:
                    return
                if not auction.finished and self._place(auction).uses(entry) and self._can_be_bid(auction):
                    yield auction
                    break

    def _can_be_bid(self, auction: Auction) -> bool:
        """Whether some entry makes each call of an auction; a pass needs none."""
        return all(
            call is PASS or self._place(auction.before(index)).makers(call) for index, call in enumerate(auction.calls)
        )

    def _spot(self, auction: Auction, entry: Entry) -> _Spot:
        """The spot of an entry that is in use after this auction."""
        place = self._place(auction)
        section, allowed = place.section_of(entry)
        return _Spot(auction, place, entry, tuple(section.rows_in(allowed & section.mask_of[entry.id])))

    def _begins(self, subject: Subject, entry: Entry) -> bool:
        """Whether a convention begins with this entry: it follows no other of its entries, and is no pass.

        Answers to a convention may serve auctions too that begin otherwise, as those in which a double came between.
        """
        if not subject.convention:
            return True
        key = subject.name, entry.id
        if key not in self._beginning:
            auctions = (seated(calls, Vulnerability.NONE) for calls in islice(self._served.of(entry), FIRST_AUCTIONS))
            follows = any(self._beginner(subject, auction) is not None for auction in auctions)
            self._beginning[key] = not follows and entry.bid.call is not PASS
        return self._beginning[key]

    def _beginner(self, subject: Subject, auction: Auction) -> Seat | None:
        """Who of the student's side has made the first call that may be the convention's; None for nobody."""
        for index in _own_turns(auction) if subject.convention else ():
            place = self._place(auction.before(index))
            if any(subject.holds(row.entry) for _, row in place.rows_making(auction.calls[index])):
                return auction.seat_of(index)
        return None

    def _place(self, auction: Auction) -> Place:
        return Table(self.bidder, self.bidder, student=STUDENT.side).place(auction)


def is_decoy(subject: Subject, chair: Chair, number: int) -> bool:
    """Whether the question with this number is to be a decoy: of every five two, which nobody can foresee."""
    block, place = divmod(number - 1, BLOCK)
    return place in Random(f"{subject.name} {chair.value} {block}").sample(range(BLOCK), DECOYS)


def _own_turns(auction: Auction) -> range:
    """The turns so far of the side that is to call."""
    return range(len(auction.calls) % 2, len(auction.calls), 2)


def _sits_well(chair: Chair, beginner: Seat | None) -> bool:
    """Whether the student sits in this chair, where `beginner` has begun what is asked about."""
    return beginner in (None, STUDENT) if chair is Chair.MAKER else beginner is STUDENT.plus(2)


def _target_judge(spot: _Spot) -> Judge:
    """Whether the system makes the call of the wanted entry by that entry."""

    def judge(hands: HandBatch) -> np.ndarray:
        rows, first = spot.place.first_rows(hands)
        wanted = np.array([*(row.entry.id == spot.wanted.id for row in rows), False])  # the last for no row
        return wanted[first]

    return judge


class _NeedsSimulation(Exception):
    """A robot would make a simulation: what comes of it is not an entry's."""


def _refuse(table: Agreements, question: SimulationQuestion) -> Simulation | None:
    raise _NeedsSimulation


def _first_ones_first(items: Iterable[Item], draw: Random) -> list[Item]:
    """Items in an order that `draw` decides, in which the first is twice as likely to lead as the second."""
    return [item for _, item in sorted((draw.expovariate(1 / (place + 1)), item) for place, item in enumerate(items))]


def _shuffled(items: Iterable[Item], draw: Random) -> list[Item]:
    """Items in an order that `draw` decides."""
    shuffled = list(items)
    draw.shuffle(shuffled)
    return shuffled
