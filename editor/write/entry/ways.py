"""Ways out where an earlier entry catches the test hand of one that is written: each is tried before it is offered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from bidbase.bidding.bidder import Bidder
from bidbase.checks.test_hands import lost_test_hands
from bidbase.errors import TextError
from bidbase.game.cards import Hand
from bidbase.game.features import HCP_TOTAL
from bidbase.language import fields
from bidbase.language.field import AnyField
from bidbase.language.fields import parse_cell
from bidbase.mends.limits import leaving_out, limits_of, with_limits
from bidbase.systems import Entry
from bidbase.systems.orders import order_between
from editor.store.entries.hand_trial import trial_of
from editor.store.systems.models import EntryRow, SystemRow
from editor.write.entry.attempt import Attempt, candidate, weakest

HALF = "50"


@dataclass(frozen=True)
class Way:
    """A way out: what it does, in words, and the cells that it changes.

    `other` is the entry that it changes as well, with its cells. `costs` are the entries whose test hands would
    not come out any more.
    """

    key: str
    words: str
    cells: Mapping[str, str]
    other: tuple[EntryRow, Mapping[str, str]] | None = None
    costs: tuple[Entry, ...] = ()


def ways_out(system: SystemRow, tried: Attempt, seen: EntryRow | None) -> list[Way]:
    """The ways out that work: the test hand of the entry comes out with them."""
    caught, trial = tried.caught_by, tried.trial
    if caught is None or trial is None:
        return []
    row = system.entries.filter(ref=caught.entry.id).first()
    if row is None:
        return []
    possible = [*_moved(tried, caught.entry), *_narrowed(row, caught.entry, trial.hand), *_by_percent(row, tried.entry)]
    tested = (_tried(system, tried, seen, way) for way in possible)
    return [*(way for way in tested if way is not None), *_other_hand(tried)]


def _moved(tried: Attempt, other: Entry) -> Iterator[Way]:
    section = tried.candidate.bidder.system.sections[tried.entry.section]
    if other.section != tried.entry.section:
        return
    index = next(number for number, entry in enumerate(section) if entry.id == other.id)
    order = order_between(section[index - 1].order if index else None, other.order)
    if order is not None and (not index or section[index - 1].order < other.order):
        yield Way("move", f"Move this entry before it, to {order}", {fields.ORDER.name: order})


def _narrowed(row: EntryRow, other: Entry, hand: Hand) -> Iterator[Way]:
    """Take the hand out of the other entry where it stands at the end of its only range."""
    values: list[tuple[AnyField, int]] = [(fields.HCP, HCP_TOTAL.of(hand))]
    values += [(field, hand.lengths[field.suit]) for field in fields.NUM.values() if field.suit is not None]
    for field, value in values:
        limits = limits_of(cell := other.get(field))
        held = limits[0] if len(limits) == 1 else None
        if cell is None or held is None or held.strict or value not in (held.low, held.high):
            continue
        for smaller in leaving_out(held, value):
            text = str(with_limits(cell, 0, smaller))
            words = f"Narrow the other to {field.say(parse_cell(field.name, text))}"
            yield Way(f"narrow-{field.name}", words, {}, (row, {field.name: text}))


def _by_percent(row: EntryRow, entry: Entry) -> Iterator[Way]:
    """Share the hands that fit both, where neither is limited in another way."""
    if not row.usage and not entry.text(fields.USAGE.name):
        half = {fields.USAGE.name: HALF}
        yield Way("percent", "Use each of the two half of the time", half, (row, half))


def _other_hand(tried: Attempt) -> Iterator[Way]:
    found = weakest(tried.candidate)
    if found.hand is not None:
        yield Way("hand", f"Test it with {found.hand} instead", {fields.TEST_HAND.name: str(found.hand)})


def _tried(system: SystemRow, tried: Attempt, seen: EntryRow | None, way: Way) -> Way | None:
    """A way with what it costs; None where the test hand does not come out with it."""
    try:
        entry = _with(tried.entry, way.cells)
        others = [_with(_entry(tried.candidate.bidder, way.other[0]), way.other[1])] if way.other else []
    except TextError:
        return None
    made = candidate(system, entry, seen, *others)
    trial = trial_of(made.bidder, made.entry)
    if trial is None or trial.fault:
        return None
    if trial.place is None:
        return way
    before = tried.candidate.without.place(trial.place.auction, trial.place.circumstances)
    return replace(way, costs=lost_test_hands(trial.place, before, made.entry))


def _entry(bidder: Bidder, row: EntryRow) -> Entry:
    return bidder.system.by_id[row.ref]


def _with(entry: Entry, texts: Mapping[str, str]) -> Entry:
    cells = {name: str(cell) for name, cell in entry.cells.items()} | dict(texts)
    return replace(Entry.of(cells, entry.family), id=entry.id)
