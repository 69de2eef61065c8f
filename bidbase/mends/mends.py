"""Mends of a system: small changes of its entries with which a hand makes the call that it is to make."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice

import numpy as np

from bidbase.checks import Survey, try_test_hand
from bidbase.checks.entry_hands import weakest_hand
from bidbase.checks.test_hands import lost_test_hands
from bidbase.compiler import HandBatch, Place
from bidbase.game.auction import PASS
from bidbase.language import fields
from bidbase.language.bids import PatternKey, PriorBids
from bidbase.language.fields import STORED_FIELDS
from bidbase.language.shape import Shape
from bidbase.mends.lesson import Changes, Lesson
from bidbase.mends.search import grown_changes, narrowing_changes, new_changes, widening_changes
from bidbase.systems import Entry, System

MOST_PROPOSED, FEWEST = 3, 2
SMALL = 0.05  # the part of the hands at a turn that a new entry may take and still be wide
LARGE = 0.1  # the part of the hands at a turn from which a third mend changes too much to be proposed
FEW_STEPS = 2  # entries that a small mend changes at the most
MOST_AUCTIONS = 12  # in which the test hand of a changed entry is tried


class Kind(Enum):
    """What a change does to an entry: it widens it, narrows it, tries it earlier, or adds it.

    Or it widens one that is grown from practice.
    """

    GROW = "grow"
    WIDEN = "widen"
    NARROW = "narrow"
    MOVE = "move"
    NEW = "new"


@dataclass(frozen=True)
class MendStep:
    """One entry before and after a change: there is none `before` where it is new."""

    kind: Kind
    before: Entry | None
    after: Entry

    def words(self, lesson: Lesson) -> str:
        """`Widen 2♠ after 1♥ – 1♠: 6 to 10 HCP becomes 6 to 11 HCP`, for the lesson that it serves."""
        here = _named(self.after, lesson)
        if self.before is None:
            return f"Add {here}: {_hand_words(self.after)}"
        verb = "Narrow" if self.kind is Kind.NARROW else "Widen"
        changed = "; ".join(_changed_words(self.before, self.after))
        if self.after.order == self.before.order:
            return f"{verb} {here}: {changed}"
        moved = f"try it before {_short(_following(lesson.bidder.system, self.after), lesson)}"
        return f"Move {here} up: {moved}" if self.only_moves else f"{verb} {here}: {changed}; {moved}"

    @property
    def only_moves(self) -> bool:
        """Whether the entry asks the same of a hand as before, and is only tried at another place."""
        return self.before is not None and not any(_changed_words(self.before, self.after))


@dataclass(frozen=True)
class Mend:
    """A change with which the hand makes the call: `steps` has each entry that it changes.

    `costs` are entries whose test hands would not come out any more, and `share` is the part of the hands at this turn
    that would call otherwise, 0 to 1.
    """

    kind: Kind
    steps: tuple[MendStep, ...]
    costs: tuple[Entry, ...]
    share: float

    def words(self, lesson: Lesson) -> str:
        """What it does, for the lesson that it serves."""
        return ". ".join(step.words(lesson) for step in self.steps)


def _named(entry: Entry, lesson: Lesson) -> str:
    """`2♠ after 1♥ – Pass`, `the opening 2♠ (in first seat; we are not vulnerable)`.

    Of a pattern it says what it is in this auction: `2♠ after 1♠ – Pass (and wherever the pattern 1a-P; a=M applies)`.
    """
    auction = PriorBids(lesson.auction.calls[lesson.auction.leading_passes :])
    call = _short(entry, lesson)
    name = f"{call} after {auction.words()}" if auction.calls else f"the opening {call}"
    only = [*filter(None, [entry.when_words])]
    if not isinstance(entry.key, PriorBids):
        kind = "pattern" if isinstance(entry.key, PatternKey) else "situation"
        only.append(f"and wherever the {kind} {entry.section} applies")
    return f"{name} ({'; '.join(only)})" if only else name


def _short(entry: Entry, lesson: Lesson) -> str:
    """`3NT`: the call that an entry makes in the auction of a lesson; its bid where it may make several, or none."""
    found = (call for call, rows in lesson.place.calls.items() if any(row.entry.id == entry.id for _, row in rows))
    calls = [*islice(found, 2)]
    return calls[0].title if len(calls) == 1 else entry.bid.words()


def _changed_words(before: Entry, after: Entry) -> Iterator[str]:
    for field in STORED_FIELDS:
        was, becomes = before.get(field), after.get(field)
        if not field.judges_hand or was == becomes:
            continue
        if isinstance(was, Shape) and isinstance(becomes, Shape):
            yield f"also {Shape(becomes.alternatives[len(was.alternatives) :]).words()}"
        elif was is None:
            yield f"only with {field.say(becomes)}"
        elif becomes is None:
            yield f"no longer needs {field.say(was)}"
        else:
            yield _becomes(field.say(was), field.say(becomes))


def _becomes(was: str, becomes: str) -> str:
    """`6 to 9 HCP becomes 6 to 10 HCP`, without the conditions at the end that stay as they are."""
    olds, news = was.split("; "), becomes.split("; ")
    while len(olds) > 1 and len(news) > 1 and olds[-1] == news[-1]:
        olds.pop()
        news.pop()
    return f"{'; '.join(olds)} becomes {'; '.join(news)}"


def _hand_words(entry: Entry) -> str:
    return "; ".join(field.say(entry.get(field)) for field in STORED_FIELDS if field.judges_hand and entry.get(field))


def _following(system: System, entry: Entry) -> Entry:
    """The entry of its section before which an entry is tried from now on."""
    return next(other for other in system.sections[entry.section] if other.order > entry.order)


def mends(lesson: Lesson) -> list[Mend]:
    """The smallest mends, three at the most: the best of each kind before all others, those first that change least.

    None where an entry makes the call already.
    """
    if lesson.is_learned(lesson.place) and lesson.place.find(lesson.hand) is not None:
        return []
    trying = _Trying(lesson)
    found = {kind: sorted(trying.all_of(kind, search(lesson)), key=_rank) for kind, search in _SEARCHES.items()}
    found[Kind.NEW] = _widest(found[Kind.NEW])
    best = sorted((of_kind[0] for of_kind in found.values() if of_kind), key=_rank)
    others = sorted((mend for of_kind in found.values() for mend in of_kind[1:]), key=_rank)
    sound = (mend for mend in map(trying.with_test_hands, [*best, *others]) if mend is not None)
    chosen = sorted(islice(sound, MOST_PROPOSED), key=_rank)
    return [mend for index, mend in enumerate(chosen) if index < FEWEST or mend.share <= LARGE]


def _widest(new: list[Mend]) -> list[Mend]:
    """The widest of these new entries that takes few hands and no test hand; else the one that changes least."""
    return next(([mend] for mend in reversed(new) if mend.share <= SMALL and not mend.costs), new[:1])


_TEST_HAND = fields.TEST_HAND.name
_SEARCHES: dict[Kind, Callable[[Lesson], Iterator[Changes]]] = {
    Kind.GROW: grown_changes,
    Kind.WIDEN: widening_changes,
    Kind.NARROW: narrowing_changes,
    Kind.NEW: new_changes,
}


def _rank(mend: Mend) -> tuple[object, ...]:
    """Sorts mends: first one that widens a grown entry, then those that cost no test hand and change little.

    Of these an entry that is there is changed before a new one is added, so that the system does not fill up with
    entries for single hands (introduction, "The program can also teach itself").
    """
    large = mend.share > LARGE or len(mend.steps) > FEW_STEPS
    return mend.kind is not Kind.GROW, len(mend.costs), large, mend.kind is Kind.NEW, mend.share, len(mend.steps)


class _Trying:
    """Tries changes, each once, and measures what else they do."""

    def __init__(self, lesson: Lesson) -> None:
        self._lesson, self._before = lesson, lesson.place
        self._hands = lesson.bidder.hands_at(lesson.auction, lesson.circumstances, lesson.others(lesson.bidder))
        self._calls = _calls(self._before, self._hands)
        self._tried: set[frozenset[tuple[str, str]]] = set()

    def all_of(self, kind: Kind, found: Iterator[Changes]) -> Iterator[Mend]:
        """The mends among these changes."""
        for changes in found:
            key = frozenset((ref, str(entry.cells)) for ref, entry in changes.items())
            if not changes or key in self._tried:
                continue
            self._tried.add(key)
            if (mend := self._mend(kind, changes)) is not None:
                yield mend

    def _mend(self, kind: Kind, changes: Changes) -> Mend | None:
        """A mend with these changes; None where the hand does not make the call with them."""
        place = self._lesson.place_with(changes)
        if not self._lesson.is_learned(place):
            return None
        kinds, by_id = [kind, *[Kind.NARROW] * (len(changes) - 1)], self._lesson.bidder.system.by_id
        steps = [MendStep(how, by_id.get(ref), entry) for how, (ref, entry) in zip(kinds, changes.items(), strict=True)]
        if all(step.only_moves for step in steps):
            kind = Kind.MOVE
        lost = [other for entry in changes.values() for other in lost_test_hands(place, self._before, entry)]
        costs = {other.id: other for other in lost if other.id not in changes}
        return Mend(kind, tuple(steps), tuple(costs.values()), self._share(place))

    def with_test_hands(self, mend: Mend) -> Mend | None:
        """A mend with another test hand for each entry that its own one no longer meets; None where there is none.

        This takes long, so it is for what is to be proposed.
        """
        bidder = self._lesson.changed({step.after.id: step.after for step in mend.steps})
        survey, steps = Survey(bidder, most_auctions=MOST_AUCTIONS, robot_deals=0), []
        for step in mend.steps:
            place, fault = try_test_hand(survey, step.after)
            if fault:
                hand = weakest_hand(survey.hands, place.auction, place, step.after).hand if place else None
                if hand is None:
                    return None
                step = replace(step, after=replace(step.after, cells={**step.after.cells, _TEST_HAND: hand}))
            steps.append(step)
        return replace(mend, steps=tuple(steps))

    def _share(self, place: Place) -> float:
        if not len(self._hands):
            return 0.0
        return float(np.mean(self._calls != _calls(place, self._hands)))


def _calls(place: Place, hands: HandBatch) -> np.ndarray:
    """The calls of hands, as numbers: shape (n,). A hand that no entry takes passes."""
    rows, first = place.first_rows(hands)
    calls: np.ndarray = np.array([*(row.call for row in rows), PASS])[first]
    return calls
