"""The search for the smallest mends: each is tried in a system that is really changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from bidbase.bidding.edges import CARDS, MOST_CARDS, MOST_FAILED, POINTS
from bidbase.bidding.tracing import unmet
from bidbase.compiler import CompiledSection
from bidbase.compiler.rows import Condition, Row
from bidbase.game.cards import SUITS_DOWN, Hand
from bidbase.game.features import TotalFeature
from bidbase.language import fields
from bidbase.language.field import AnyField, Cell
from bidbase.language.ranges import Range
from bidbase.language.shape import Shape
from bidbase.language.suit_lengths import Num
from bidbase.mends.lesson import Changes, Lesson
from bidbase.mends.limits import distance, leaving_out, limits_of, moved_likewise, reaching
from bidbase.mends.sketch import LONG, pattern_of, sketches
from bidbase.systems import Entry, EntryError
from bidbase.systems.orders import order_between

GROWN = "Grown from practice"
"""The reference of an entry that was made where no entry had the hand: later hands with its call widen it."""

MOST_WIDENED = 6  # entries that make the call, those first that a hand all but meets
MOST_NARROWED = 4  # ways to narrow one entry
MOST_CHANGED = 3  # entries that one mend changes
CUT = 2  # points or cards that narrowing takes from a range at the most
OPEN = 4  # points that are left at the least where a range gets an upper limit


def grown_changes(lesson: Lesson) -> Iterator[Changes]:
    """A grown entry with its ranges as wide as this hand needs them."""
    for row in _nearly_met(lesson, most=None):
        if is_grown(lesson.bidder.system.by_id[row.entry.id]):
            for entry in _widened(lesson, row, far=True):
                yield from _cleared(lesson, {entry.id: entry}, entry)


def widening_changes(lesson: Lesson) -> Iterator[Changes]:
    """Entries that make the call, each wide enough for a hand that all but meets it, and tried early enough."""
    for row in _nearly_met(lesson, most=MOST_FAILED)[:MOST_WIDENED]:
        for entry in _widened(lesson, row):
            yield from _cleared(lesson, {entry.id: entry}, entry)


def narrowing_changes(lesson: Lesson) -> Iterator[Changes]:
    """The entry that takes the hand, without it, where the call is then made; or tried behind the one that makes it."""
    caught = lesson.catcher(lesson.place)
    if caught is None:
        return
    for _, row in lesson.place.matches(lesson.hand):
        entry = lesson.bidder.system.by_id[row.entry.id]
        if row.call is lesson.call and (moved := _moved_before(entry, *caught)) is not None:
            yield {moved.id: moved}
    yield from _cleared(lesson, {}, None)


def new_changes(lesson: Lesson) -> Iterator[Changes]:
    """A new entry for hands like this one, from the widest to the narrowest."""
    for cells in sketches(lesson.hand, lesson.call):
        if (entry := _new_entry(lesson, cells)) is not None:
            yield {entry.id: entry}


def is_grown(entry: Entry) -> bool:
    """Whether an entry was made where no entry had the hand."""
    return entry.text(fields.REFERENCE.name) == GROWN


def _nearly_met(lesson: Lesson, most: int | None) -> list[Row]:
    """The rows in use for the call that the hand fails in so many fields at the most, those with the fewest first.

    None stands for any number.
    """
    found = []
    for _, row in lesson.place.calls.get(lesson.call, []):
        missing = unmet(row, lesson.hand)
        failed = len({condition.field for condition in missing})
        plain = not any(condition.rival for condition in missing) and not row.entry.usage.analysis
        if plain and failed and (most is None or failed <= most):
            found.append((failed, row))
    return [row for _, row in sorted(found, key=lambda near: near[0])]


def _widened(lesson: Lesson, row: Row, far: bool = False) -> Iterator[Entry]:
    """The entry of a row so wide that the hand meets it, by each way there is; `far` however far that is."""
    missing = unmet(row, lesson.hand)
    if len({condition.field for condition in missing}) > 1 and any(
        isinstance(row.entry.get(condition.field), Shape) for condition in missing
    ):
        return  # of another shape and something else besides: the entry is for other hands
    entries = [lesson.bidder.system.by_id[row.entry.id]]
    for condition in missing:
        entries = [
            changed
            for entry in entries
            for name, cell in _wider_cells(entry, row, condition, lesson.hand, far)
            if (changed := _with_cell(entry, name, cell)) is not None
        ]
    yield from entries


def _wider_cells(
    entry: Entry, row: Row, condition: Condition, hand: Hand, far: bool
) -> Iterator[tuple[str, Cell | None]]:
    """The cells by which an entry is widened so that the hand meets a condition of its row."""
    field, bound = condition.field, row.entry.get(condition.field)
    if isinstance(bound, Shape):
        yield field.name, Shape((*bound.alternatives, pattern_of(hand)))
        return
    if field in fields.POINTS.values():
        yield from ((name, None) for name in _written_as(entry, field))
        return
    if bound is None:
        return
    value = _value(row, condition, hand)
    if value is None:
        return
    near = [(distance(held, value), index, held) for index, held in enumerate(limits_of(bound)) if held is not None]
    away, index, held = min(near, key=lambda limits: limits[:2], default=(0.0, 0, None))
    if held is not None and (far or away <= _near(condition)):
        for name in _written_as(entry, field):
            moved = moved_likewise(entry.cells[name], bound, index, reaching(held, value))
            if moved is not None:
                yield name, moved


def _near(condition: Condition) -> int:
    """How far a hand may be from a limit that is widened."""
    points = isinstance(condition.feature, TotalFeature) and condition.feature.size > MOST_CARDS
    return POINTS if points else CARDS


def _value(row: Row, condition: Condition, hand: Hand) -> float | None:
    """What the hand has where a condition counts; None where it counts nothing."""
    field = condition.field
    if field is fields.X_NUM:
        return None if row.chosen is None else hand.lengths[row.chosen]
    if field.suit is not None:
        return hand.lengths[field.suit]
    return condition.feature.count(hand) if isinstance(condition.feature, TotalFeature) else None


def _written_as(entry: Entry, field: AnyField) -> Iterator[str]:
    """The cells in which an entry may say what it says of a field in this auction: a variable's cell, or its own."""
    for family in (fields.NUM, fields.POINTS):
        if field in family.values():
            yield from (other.name for other in family.values() if other.suit is None and other.name in entry.cells)
    if field.name in entry.cells:
        yield field.name


def _cleared(lesson: Lesson, changes: Changes, wanted: Entry | None) -> Iterator[Changes]:
    """These changes with what is needed beside them so that no entry takes the hand to another call.

    An entry that does is narrowed, or the one that is `wanted` is tried before it.
    """
    place = lesson.place_with(changes)
    if lesson.is_learned(place):
        yield changes
        return
    caught = lesson.catcher(place)
    if caught is None:
        return
    section, row = caught
    if wanted is not None and (moved := _moved_before(wanted, section, row)) is not None:
        yield {**changes, moved.id: moved}
    if row.entry.id not in changes and len(changes) < MOST_CHANGED:
        for narrow in islice(_narrowed(lesson, row), MOST_NARROWED):
            yield from _cleared(lesson, {**changes, narrow.id: narrow}, wanted)


def _moved_before(wanted: Entry, section: CompiledSection, row: Row) -> Entry | None:
    """The wanted entry with an order number before that of the row; None where the two are in different sections.

    The openings that set the points of others are known by their numbers, and keep them.
    """
    if wanted.id not in section.rows_of or wanted.is_basic_notrump:
        return None
    order = _order_before(section, row.entry.id)
    return None if order is None else _with_cell(wanted, fields.ORDER.name, order)


def _order_before(section: CompiledSection, ref: str) -> str | None:
    """An order number just before that of an entry, and of others with the same one."""
    order = next(entry.order for entry in section.entries if entry.id == ref)
    earlier = max((entry.order for entry in section.entries if entry.order < order), default=None)
    return order_between(earlier, order)


def _narrowed(lesson: Lesson, row: Row) -> Iterator[Entry]:
    """The entry of a row so narrow that the hand does not meet it, by each way there is."""
    entry, bound = lesson.bidder.system.by_id[row.entry.id], row.entry
    for field, value in _counted(row, lesson.hand):
        cell = bound.get(field)
        if cell is None:
            continue
        limits = limits_of(cell)
        holding = [index for index, held in enumerate(limits) if held is not None and held.holds(value)]
        if len(holding) != 1 or (isinstance(cell, Num) and (cell.x or None in limits)):
            continue
        (index,) = holding
        held = limits[index]
        assert held is not None
        for smaller in leaving_out(held, value):
            if not _is_small_cut(held, smaller, cards=field.count is None):
                continue
            for name in _written_as(entry, field):
                moved = moved_likewise(entry.cells[name], cell, index, smaller)
                if moved is not None and (changed := _with_cell(entry, name, moved)) is not None:
                    yield changed
    yield from _limited(lesson, entry, bound)


def _counted(row: Row, hand: Hand) -> Iterator[tuple[AnyField, float]]:
    """The fields by which an entry may be narrowed, each with what the hand has."""
    for condition in row.conditions:
        value = _value(row, condition, hand)
        if value is not None and not condition.rival and condition.field not in fields.POINTS.values():
            yield condition.field, value


def _is_small_cut(held: Range, smaller: Range, cards: bool) -> bool:
    """Whether little is taken from a range, and no more than is left of it.

    Where it has no upper limit, nobody can say how much it is; of cards there are never many more.
    """
    least, low = (held.low or 0) + (held.strict and held.low is not None), smaller.low or 0
    high = smaller.high if smaller.high is None else smaller.high - smaller.strict
    below = max(0, low - least)
    if held.high is None:
        return below <= CUT and (high is None or cards or high - low >= OPEN)
    most = held.high - held.strict
    above = 0 if high is None else most - high
    return below + above <= CUT and 2 * (below + above) <= most - least + 1


def _limited(lesson: Lesson, entry: Entry, bound: Entry) -> Iterator[Entry]:
    """The entry with a limit for a suit of which it says nothing: a long suit of the hand, or the suit of the call."""
    for suit in SUITS_DOWN:
        length, name = lesson.hand.lengths[suit], fields.NUM[suit].name
        asked = length >= LONG or (lesson.call.is_bid and lesson.call.strain is suit and length > 2)
        if asked and name not in entry.cells and name not in bound.cells:
            limit = Num(False, (Range(high=length, strict=True),))
            if (changed := _with_cell(entry, name, limit)) is not None:
                yield changed


def _new_entry(lesson: Lesson, sketched: dict[str, str]) -> Entry | None:
    """An entry with these cells, just before the one that takes the hand, where that is one of the auction.

    Otherwise it comes last in the section of these prior bids, which is asked before all patterns and situations.
    """
    caught = lesson.catcher(lesson.place)
    prior_bids = lesson.auction.prior_bids
    section = lesson.bidder.system.sections.get(prior_bids, ())
    before: Entry | None = None
    if caught is not None and lesson.place.is_literal(caught[0]):
        before = lesson.bidder.system.by_id[caught[1].entry.id]
        order = _order_before(caught[0], before.id)
    else:
        order = order_between(section[-1].order if section else None, None)
    if order is None:
        return None
    cells = {
        **_circumstances(lesson, before),
        fields.PRIOR_BIDS.name: prior_bids,
        fields.ORDER.name: order,
        fields.BID.name: str(lesson.call),
        fields.USAGE.name: _usage(lesson),
        **sketched,
        fields.REFERENCE.name: "" if caught else GROWN,
    }
    try:
        entry = Entry.of({name: text for name, text in cells.items() if text})
    except EntryError:
        return None
    return replace(entry, id=f"{prior_bids or 'opening'}/{order}/new")


def _circumstances(lesson: Lesson, before: Entry | None) -> dict[str, str]:
    """The seats and vulnerabilities for which a new entry is used.

    They are taken from the entry before which it is tried, since in others an earlier entry may take its hands.
    Otherwise they are taken from the entry of its call that is most like it.
    """
    like = [row.entry for row in _nearly_met(lesson, most=None)[:1]]
    entries = [*filter(None, [before]), *like]
    return {
        field.name: next(filter(None, (entry.text(field.name) for entry in entries)), "")
        for field in (fields.POSITION, fields.VULNERABILITY)
    }


def _usage(lesson: Lesson) -> str:
    """C where entries of patterns or situations make the call too: the new entry leaves it to them for other hands."""
    makers = lesson.place.calls.get(lesson.call, [])
    return "C" if makers and not any(lesson.place.is_literal(section) for section, _ in makers) else ""


def _with_cell(entry: Entry, name: str, cell: Cell | str | None) -> Entry | None:
    """The entry with another cell, blank for None; None where its cells do not go together then."""
    cells = {other: str(held) for other, held in entry.cells.items() if other != name}
    if cell is not None:
        cells[name] = str(cell)
    try:
        return replace(Entry.of(cells, entry.family), id=entry.id)
    except EntryError:
        return None
