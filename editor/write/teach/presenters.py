"""The mends of a lesson as the page shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bidbase.bidding.bidder import Source, decide
from bidbase.compiler import Place
from bidbase.game.auction import Call
from bidbase.game.cards import Hand
from bidbase.mends.mends import Kind
from bidbase.systems import Entry
from editor.read.history.presenters import ShownChange, shown_change
from editor.store.systems.differences import Difference
from editor.store.systems.models import EntryRow
from editor.store.systems.rows import entry_row
from editor.write.entry.presenters import ChangesFound, percent
from editor.write.teach.found_mends import FoundMend

_TITLES = {
    Kind.GROW: "Widen an entry that practice has grown",
    Kind.WIDEN: "Widen an entry",
    Kind.NARROW: "Narrow an entry",
    Kind.MOVE: "Try an entry earlier",
    Kind.NEW: "A new entry",
}


@dataclass(frozen=True)
class HandCall:
    """What the system calls with the hand: by an `entry`, or by none."""

    call: Call
    entry: Entry | None

    @classmethod
    def of(cls, place: Place, hand: Hand) -> HandCall:
        """The call of a hand in a place, and where it comes from."""
        decision = decide(place, hand)
        return cls(decision.call, decision.entry if decision.source is not Source.NONE else None)


@dataclass(frozen=True)
class ShownMend:
    """A way to teach a call: `number` names it, `share` says how many other hands at this turn call otherwise.

    `changes` has each entry before and after. `costs` are refs and bids of entries whose test hands it takes.
    """

    number: int
    title: str
    words: str
    share: str
    costs: tuple[tuple[str, str], ...]
    changes: tuple[ShownChange, ...]
    found: ChangesFound


def shown_mends(
    found: Sequence[FoundMend], rows: Mapping[str, EntryRow], changes: Iterable[ChangesFound]
) -> list[ShownMend]:
    """The mends, with what each would change beside."""
    return [
        ShownMend(
            number,
            _TITLES[Kind(mend.kind)],
            mend.words,
            percent(mend.share) if mend.share else "",
            tuple(mend.costs),
            tuple(
                shown_change(Difference(rows.get(step.ref), entry_row(Entry.of(step.cells))), for_editors=True)
                for step in mend.steps
            ),
            looked,
        )
        for (number, mend), looked in zip(enumerate(found, 1), changes, strict=True)
    ]
