"""What random hands say of a place: the calls that none of them makes, and how often an entry makes a call with what.

The hands are those that could have made the earlier calls of the player whose turn it is. What becomes of them follows
from the rows that were asked on the way, so it is kept under these, in memory and on the shelf: auctions in which the
same rows count share it, as those that differ in who is vulnerable where no entry asks for that.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from bidbase.compiler import HandBatch, Place
from bidbase.compiler.batch import values_of
from bidbase.game.auction import CALLS, PASS, Call
from bidbase.game.features import HCP_TOTAL
from bidbase.kept import Kept
from bidbase.meaning.held import HeldHands, by_points
from bidbase.packing import packed, unpacked
from bidbase.shelf import Shelf, key_of

SAMPLE = 20_000  # random hands that are looked up
MIN_HANDS = 100  # of them that must be left for it to be believed that a call is never made
MAX_LEFT = 4_000  # sets of hands that are kept; one takes 40 kilobytes at most

EarlierCalls = Iterable[tuple[Place, Call]]
"""The calls that a player has made so far, each with the place in which it was made."""

_left: Kept[bytes, np.ndarray] = Kept(MAX_LEFT)
"""The numbers of the hands that could have made some calls, by the key of these."""


def unmade_calls(place: Place, held: HeldHands) -> frozenset[Call]:
    """Calls that patterns and situations have a meaning for, but that an earlier section leaves no hand for.

    Where few hands are left, no call counts as unmade.
    """
    if held.everyone.sum() < MIN_HANDS:
        return frozenset()
    in_book = {call for call in place.made if any(place.is_literal(section) for section, _ in place.makers(call))}
    return frozenset(place.made - in_book - held.calls)


def held_at(place: Place, earlier_calls: EarlierCalls, shelf: Shelf) -> HeldHands:
    """The hands that could be held at this place by their high-card points, which entry takes them, and their calls."""
    asked = [*_asked(earlier_calls)]
    key = key_of("held", asked[-1][0] if asked else None, place.signature)
    content = shelf.get(key)
    taken = None if content is None else unpacked(content)
    if not isinstance(taken, _Taken):
        taken = _Taken.of(place, _left_of(asked))
        shelf.keep(key, lambda: packed(taken))
    return taken.held(place, _dealt(shelf))


@dataclass(frozen=True, slots=True)
class _Taken:
    """What becomes of hands at a place, in bytes: by the number of a section and of a row, how many by their points.

    `left_over` are those that no entry takes; `calls` has the calls that some draw of the percentages gives a hand.
    """

    by_row: tuple[tuple[int, int, bytes], ...]
    left_over: bytes
    calls: bytes

    @classmethod
    def of(cls, place: Place, hands: HandBatch) -> _Taken:
        """What becomes of these hands."""
        points = values_of(HCP_TOTAL, hands)
        by_row, left_over = [], _in_bytes(points[:0])
        numbers = {section: number for number, section in enumerate(place.sections)}
        for taker, taken in place.takers(hands):
            if taker is None:
                left_over = _in_bytes(points[taken])
            else:
                by_row.append((numbers[taker[0]], taker[1], _in_bytes(points[taken])))
        return cls(tuple(by_row), left_over, bytes(sorted(place.calls_of(hands))))

    def held(self, place: Place, dealt: np.ndarray) -> HeldHands:
        """The hands that are held, by the entries of this place; `dealt` are the points of all random hands."""
        by_entry: dict[Call, dict[str, np.ndarray]] = {}
        everyone, left_over, sections = _from_bytes(self.left_over), _from_bytes(self.left_over), place.sections
        for number, row, content in self.by_row:
            section, taken = sections[number], _from_bytes(content)
            entries = by_entry.setdefault(section.row_calls[row], {})
            entries[section.id_of(row)] = entries.get(section.id_of(row), 0) + taken
            everyone = everyone + taken
        return HeldHands(dealt, everyone, by_entry, left_over, frozenset(CALLS[call] for call in self.calls))


def _in_bytes(points: np.ndarray) -> bytes:
    return by_points(points).astype(np.uint16).tobytes()


def _from_bytes(content: bytes) -> np.ndarray:
    return np.frombuffer(content, dtype=np.uint16).astype(np.int32)


@dataclass(frozen=True)
class CallFrequencies:
    """How often calls are made at a turn: `hands` that could be held there, and how many of them by call and entry."""

    hands: int
    by_entry: Mapping[tuple[Call, str], int]

    @property
    def known(self) -> bool:
        """Whether enough hands are left to say something."""
        return self.hands >= MIN_HANDS

    def of_call(self, call: Call) -> float:
        """The share of hands that make a call, 0 to 1. A hand that no entry takes passes."""
        made = sum(number for (by, _), number in self.by_entry.items() if by is call)
        if call is PASS:
            made += self.hands - sum(self.by_entry.values())
        return made / self.hands

    def of_entry(self, ref: str) -> float:
        """The share of hands that call by the entry with this id, 0 to 1."""
        return sum(number for (_, by), number in self.by_entry.items() if by == ref) / self.hands


def frequencies(held: HeldHands) -> CallFrequencies:
    """How often each call is made with these hands, and by which entries."""
    by_entry = {
        (call, ref): int(taken.sum()) for call, entries in held.by_entry.items() for ref, taken in entries.items()
    }
    return CallFrequencies(int(held.everyone.sum()), by_entry)


def hands_left(earlier_calls: EarlierCalls) -> HandBatch:
    """The random hands that could have made these calls."""
    return _left_of([*_asked(earlier_calls)])


_Asked = tuple[bytes, Place, Call]
"""A call with its place, and the key of this call and those before it."""


def _asked(earlier_calls: EarlierCalls) -> Iterable[_Asked]:
    key = None
    for place, call in earlier_calls:
        key = key_of("left", key, place.signature, int(call))
        yield key, place, call


def _left_of(asked: list[_Asked]) -> HandBatch:
    """The random hands that could have made these calls."""
    return random_hands().where(_numbers_left(asked)) if asked else random_hands()


def _numbers_left(asked: list[_Asked]) -> np.ndarray:
    """The numbers of the hands that could have made these calls; only what is not known yet is looked up."""
    if not asked:
        return np.arange(SAMPLE, dtype=np.uint16)
    *before, (key, place, call) = asked
    left = _left.get(key)
    if left is None:
        numbers = _numbers_left(before)
        left = _left.keep(key, numbers[place.could_call(random_hands().where(numbers), call)])
    return left


@cache
def _dealt(shelf: Shelf) -> np.ndarray:
    """How many of the random hands have so many points. To deal them takes longer than all else that a page asks."""
    key = key_of("dealt", SAMPLE)
    content = shelf.get(key)
    if content is None:
        content = _in_bytes(values_of(HCP_TOTAL, random_hands()))
        shelf.keep(key, partial(bytes, content))
    return _from_bytes(content)


@cache
def random_hands() -> HandBatch:
    """The random hands that are looked up, the same ones every time."""
    return HandBatch.random(SAMPLE, 1)
