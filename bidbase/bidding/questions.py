"""Questions: deals in which a subject comes up, dealt backwards from what its entries ask of a hand.

An auction is chosen in which entries of the subject are in use: the more often their calls come up there, the more
often. Deals are drawn in which all calls of that auction could have been made and the hand of the player whose turn it
is meets one of the entries, or lies near the edge of one while another call is right: a decoy. Four robots then bid
each of these deals, and the first in which the auction comes out is the question. So auctions and hands are asked about
as often as they come up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice, product
from math import fsum
from random import Random
from typing import TypeVar

import numpy as np

from bidbase.bidding.bidder import Bidder, Decision
from bidbase.bidding.drawing import Judge, PlaceSource, sample_deals
from bidbase.bidding.edges import near_edge
from bidbase.bidding.prospects import Simulation
from bidbase.bidding.robot_auctions import RobotAuctions
from bidbase.bidding.robots import Table
from bidbase.bidding.served import ServedAuctions
from bidbase.bidding.simulation import SimulationQuestion
from bidbase.bidding.subjects import STUDENT, Level, Subject, may_be_asked, seated
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
MOST_CONSIDERED = 60  # auctions that are looked at for one question
MOST_SPOTS = 24  # of those, in which deals are drawn
DECOY_TRIES = 6  # spots near which a decoy is looked for
MOST_DEALS = (30_000, 100_000)  # drawn for one spot, and for the first when none of them has given any
PASSES = (0, 0, 0, 1, 2, 3)  # before the opening, from which a number is drawn
LEAST = 1e-9  # weight of an auction of which no robot is heard
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
    """A place in which a student may be asked, and the rows of the entries that are asked about there.

    At a spot that `begins` a convention, none of its calls is right with a decoy.
    """

    auction: Auction
    place: Place
    rows: tuple[Row, ...]
    begins: bool

    @property
    def calls(self) -> set[Call]:
        return {row.call for row in self.rows}

    @property
    def entries(self) -> set[str]:
        return {row.entry.id for row in self.rows}

    def only(self, wanted: Entry) -> _Spot:
        """The spot with the rows of one of its entries."""
        return replace(self, rows=tuple(row for row in self.rows if row.entry.id == wanted.id))


@dataclass(frozen=True, slots=True)
class _Aim:
    """What a question is to be: about a subject, for a student in a chair."""

    subject: Subject
    chair: Chair

    @property
    def calls_later(self) -> int:
        """How many calls of the student's side come after the place where the subject begins."""
        return (self.chair is Chair.PARTNER) + 2 * (self.subject.level is Level.FOLLOW)

    def seats_student(self, auction: Auction, decisions: Sequence[Decision]) -> bool:
        """Whether the student sits in the chair in an auction that robots have bid by these decisions."""
        own = [index for index in _own_turns(auction) if self.subject.holds(decisions[index].entry)]
        if self.subject.convention:
            return _sits_well(self.chair, auction.seat_of(own[0]) if own else None)
        return self.chair is Chair.MAKER or len(auction.calls) - 2 in own


@dataclass(frozen=True, slots=True)
class _Served:
    """The auctions in which entries of a subject may be in use, with these: of those that begin it, and of the others.

    `usual` is how often the opponents have called in the auction in which the subject begins most.
    """

    begun: Mapping[Calls, Sequence[Entry]]
    followed: Mapping[Calls, Sequence[Entry]]
    usual: int


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
        self._auctions = ServedAuctions(bidder.system, robot_auctions or (lambda: robot_auctions_of(bidder)))
        self._served: dict[str, _Served] = {}
        self._beginning: dict[tuple[str, str], bool] = {}

    def question(self, subject: Subject, chair: Chair, number: int, report: Report = lambda: None) -> Question | None:
        """The question with this number, 1 and up; None where none is found.

        Where no decoy is found the question is not a decoy.
        """
        aim, draw = _Aim(subject, chair), Random(f"{subject.name} {chair.value} {number}")
        tries, spots, found = DECOY_TRIES if is_decoy(subject, chair, number) else 0, list[_Spot](), None
        for spot in islice(self._spots(aim, draw), MOST_SPOTS):
            report()
            spots.append(spot)
            target = self._drawn(aim, spot, draw, MOST_DEALS[0])
            if target is not None and len(spots) <= tries:
                report()
                if decoy := self._drawn(aim, spot.only(target.wanted), draw, MOST_DEALS[0], target.wanted):
                    return decoy
            found = found or target
            if found is not None and len(spots) >= tries:
                return found
        if found is None and spots:
            report()
            found = self._drawn(aim, spots[0], draw, MOST_DEALS[1])
        return found

    def _drawn(self, aim: _Aim, spot: _Spot, draw: Random, most: int, decoy_of: Entry | None = None) -> Question | None:
        """A question at a spot, or a decoy of one of its entries; None where none of so many deals gives one."""
        judge = self._decoy_judge(aim, spot) if decoy_of else _target_judge(spot)
        table = Table(self.bidder, self.bidder, student=STUDENT.side)
        sampled = sample_deals(table, spot.auction, FITTING, most, draw.getrandbits(32), asked={STUDENT: judge})
        questions = (self._bid_through(aim, spot, deal, decoy_of) for deal in sampled.deals())
        return next(filter(None, questions), None)

    def _decoy_judge(self, aim: _Aim, spot: _Spot) -> Judge:
        """Whether a hand lies near the edge of a row of the spot, and the system calls otherwise."""

        def judge(hands: HandBatch) -> np.ndarray:
            near = np.logical_or.reduce([near_edge(row, hands) for row in spot.rows])
            rows, first = spot.place.first_rows(hands.where(near))
            other = [self._is_another_call(aim, spot, row.call, row.entry) for row in rows]
            near[near] = np.array([*other, False])[first]  # the last for no row
            return near

        return judge

    def _is_another_call(self, aim: _Aim, spot: _Spot, call: Call, entry: Entry) -> bool:
        """Whether a call is none of a spot. Where a convention would begin, it is none of its calls."""
        if call in spot.calls:
            return False
        return call is PASS or not spot.begins or not aim.subject.holds(entry)

    def _bid_through(self, aim: _Aim, spot: _Spot, deal: Deal, decoy_of: Entry | None) -> Question | None:
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
        if decoy_of is not None:
            right = self._is_another_call(aim, spot, expected.call, expected.entry)
        else:
            right = expected.entry.id in spot.entries
        wanted = decoy_of or expected.entry
        return Question(deal, auction, tuple(decisions), expected, wanted, decoy_of is not None) if right else None

    def _spots(self, aim: _Aim, draw: Random) -> Iterator[_Spot]:
        """The places in which the student may be asked about the subject, in an order that `draw` decides.

        In the maker's chair that is where entries of it are in use. In the partner's it is after the call of one, or
        where entries carry on what partner has begun. At a level they are those that belong to it.
        """
        level, served = aim.subject.level, self._served_of(aim.subject)
        found = [(True, *item) for item in served.begun.items()]
        if level not in (Level.BEGIN, Level.FOLLOW):
            found += [(False, *item) for item in served.followed.items()]
        if level:
            found = [one for one in found if (_theirs(one[1]) > served.usual) is (level is Level.CONTESTED)]
        weights = [self._weight(calls, entries) for _, calls, entries in found]
        for begins, calls, entries in islice(_weighted(found, weights, draw), MOST_CONSIDERED):
            for auction in islice(self._in_circumstances(calls, entries, draw), CIRCUMSTANCES):
                spot = self._spot(aim, auction, begins, draw)
                if spot is not None and spot.rows:
                    yield spot

    def _spot(self, aim: _Aim, auction: Auction, begins: bool, draw: Random) -> _Spot | None:
        """What is asked after an auction of entries that begin a subject or carry it on; None where nothing is."""
        subject, beginner = aim.subject, self._beginner(aim.subject, auction)
        if (beginner is None) is not begins or not (begins or _sits_well(aim.chair, beginner)):
            return None
        place = self._place(auction)
        rows = _rows(place, lambda entry: subject.holds(entry) and self._begins(subject, entry) is begins)
        spot: _Spot | None = _Spot(auction, place, rows, begins and subject.convention)
        for _ in range(aim.calls_later if begins else 0):
            spot = self._answers(spot, draw) if spot is not None and spot.rows else None
        return spot

    def _answers(self, spot: _Spot, draw: Random) -> _Spot | None:
        """The place of the answers to a call of a spot, when the opponents pass; None where the auction is over."""
        calls, vulnerability = spot.auction.calls, spot.auction.vulnerability
        made = sorted(spot.calls, key=str)
        call = next(_weighted(made, [self._auctions.bid.weight((*calls, call)) for call in made], draw))
        auction = seated((*calls, call, PASS), vulnerability)
        if auction.finished:
            return None
        place, system = self._place(auction), self.bidder.system
        return _Spot(auction, place, _rows(place, lambda entry: may_be_asked(system, system.by_id[entry.id])), False)

    def _served_of(self, subject: Subject) -> _Served:
        """The auctions of a subject. They are looked for once."""
        if subject.name not in self._served:
            self._served[subject.name] = self._look_for(subject)
        return self._served[subject.name]

    def _look_for(self, subject: Subject) -> _Served:
        if subject.auctions:
            return _Served(dict.fromkeys(subject.auctions, subject.entries), {}, 0)
        begun, followed = defaultdict[Calls, list[Entry]](list), defaultdict[Calls, list[Entry]](list)
        for entry in subject.entries:
            for calls in islice(self._auctions.of(entry), MOST_SERVED):
                (begun if self._begins(subject, entry) else followed)[calls].append(entry)
        main = max(begun, key=lambda calls: self._weight(calls, begun[calls]), default=())
        return _Served(begun, followed, _theirs(main))

    def _weight(self, calls: Calls, entries: Iterable[Entry]) -> float:
        """How often the calls of these entries come up after others; the longer the auction, the less it weighs."""
        made = {call for entry in entries for call in entry.calls()}
        return fsum(self._auctions.bid.weight((*calls, call)) for call in made) / (1 + len(calls))

    def _in_circumstances(self, calls: Calls, entries: Sequence[Entry], draw: Random) -> Iterator[Auction]:
        """An auction after passes before the opening, as many as are drawn, then after none and after other numbers.

        In all of them one of the entries is in use.
        """
        passes = (0,) if calls[:1] == (PASS,) else (draw.choice(PASSES), 0, *_shuffled(range(1, 4), draw))
        any_vulnerability = all(entry.get(fields.VULNERABILITY) is None for entry in entries)
        vulnerabilities = _shuffled(Vulnerability, draw)[: 1 if any_vulnerability else None]
        for before, vulnerability in product(dict.fromkeys(passes), vulnerabilities):
            try:
                auction = seated((*[PASS] * before, *calls), vulnerability)
            except IllegalCall:
                return
            if not auction.finished and any(map(self._place(auction).uses, entries)) and self._can_be_bid(auction):
                yield auction

    def _can_be_bid(self, auction: Auction) -> bool:
        """Whether some entry makes each call of an auction; a pass needs none."""
        return all(
            call is PASS or self._place(auction.before(index)).makers(call) for index, call in enumerate(auction.calls)
        )

    def _begins(self, subject: Subject, entry: Entry) -> bool:
        """Whether a convention begins with this entry: it follows no other of its entries, and is no pass.

        Answers to a convention may serve auctions too that begin otherwise, as those in which a double came between.
        """
        if not subject.convention:
            return True
        key = subject.name, entry.id
        if key not in self._beginning:
            auctions = (seated(calls, Vulnerability.NONE) for calls in islice(self._auctions.of(entry), FIRST_AUCTIONS))
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


def _theirs(calls: Calls) -> int:
    """How often the side that does not call next has called already, without passes."""
    return sum(call is not PASS for call in calls[-1::-2])


def _rows(place: Place, wanted: Callable[[Entry], bool]) -> tuple[Row, ...]:
    """The rows of a place by which it is called as wanted. Passes are asked about only where nothing else is."""
    rows = [row for in_order in place.calls.values() for _, row in in_order if wanted(row.entry)]
    return tuple([row for row in rows if row.call is not PASS] or rows)


def _target_judge(spot: _Spot) -> Judge:
    """Whether the system makes a call of the spot by an entry that is asked about."""

    entries = spot.entries

    def judge(hands: HandBatch) -> np.ndarray:
        rows, first = spot.place.first_rows(hands)
        wanted = np.array([*(row.entry.id in entries for row in rows), False])  # the last for no row
        return wanted[first]

    return judge


class _NeedsSimulation(Exception):
    """A robot would make a simulation: what comes of it is not an entry's."""


def _refuse(table: PlaceSource, question: SimulationQuestion) -> Simulation | None:
    raise _NeedsSimulation


def _weighted(items: Sequence[Item], weights: Sequence[float], draw: Random) -> Iterator[Item]:
    """Items in an order that `draw` decides: each time one is drawn by weight from those that are left."""
    keys = [draw.expovariate(1) / (weight or LEAST) for weight in weights]
    return (items[index] for index in sorted(range(len(items)), key=keys.__getitem__))


def _shuffled(items: Iterable[Item], draw: Random) -> list[Item]:
    """Items in an order that `draw` decides."""
    shuffled = list(items)
    draw.shuffle(shuffled)
    return shuffled
