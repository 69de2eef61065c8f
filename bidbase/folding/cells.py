"""The cells of entries that say the same of different suits as cells with variables, and whether two cells say so."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from bidbase.compiler.binding import with_suits
from bidbase.compiler.rows import suits_are_taken
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import SUITS, Strain
from bidbase.language import fields
from bidbase.language.best_contract import BestContract
from bidbase.language.bids import LOWEST, Bid, PriorBids
from bidbase.language.field import Cell, Group
from bidbase.language.patterns import VARIABLES, Binding
from bidbase.language.ranges import ANY
from bidbase.language.shape import Combined
from bidbase.language.shows import Shows
from bidbase.language.strength import TrumpCount
from bidbase.language.suit_honors import ANY_HONORS, Points
from bidbase.language.suit_lengths import Compare, Num
from bidbase.systems import Entry

BY_SUIT = (fields.NUM, fields.POINTS, fields.SHOWN)
ANYTHING: dict[str, Cell] = {}
"""By the name of a variable's field the cell with which it takes the place of the suit's own cell and asks nothing."""
for _letter in VARIABLES:
    ANYTHING[fields.NUM[_letter].name] = Num(False, (ANY,))
    ANYTHING[fields.POINTS[_letter].name] = Points(False, (ANY_HONORS,))
_OF_SUITS = frozenset(field.name for by_suit in BY_SUIT for field in by_suit.values())
_APART = {fields.PRIOR_BIDS.name, fields.ORDER.name, fields.BID.name}
_SAYING = tuple(
    field.name
    for field in fields.STORED_FIELDS
    if field.group is not Group.RECORD and field.name not in _OF_SUITS | _APART
)
"""The fields that say something of a call, apart from those of suits: records do not, nor does the order number."""


class Differ(Exception):
    """No cells say of variables what these say of suits: `fields` has the names of their fields."""

    def __init__(self, *names: str) -> None:
        super().__init__(*names)
        self.fields = names


def said(entry: Entry) -> dict[str, Hashable]:
    """What an entry says, by the names of its fields, in a form in which entries that say the same are equal.

    Left out are its order number, its record, and cells of suits that ask for nothing.
    """
    cells = {name: cell for name, cell in entry.cells.items() if name in _OF_SUITS or name in _SAYING}
    found: dict[str, Hashable] = {name: _plain(cell) for name, cell in cells.items() if cell not in _NOTHING}
    found[fields.BID.name] = entry.bid
    found[fields.DISCLOSURE.name] = entry.disclosure
    return found


_NOTHING = (Num(False, (ANY,)), Points(False, (ANY_HONORS,)))


def _plain(cell: Cell) -> Hashable:
    """The cell; a sum over suits without the order in which they are written."""
    if isinstance(cell, Combined):
        return frozenset((frozenset(part.suits), part.x, part.range) for part in cell.alternatives)
    return cell


def expanded(entry: Entry, binding: Binding, prior_bids: PriorBids) -> Entry | None:
    """The entry of a section in one auction, its suits filled in; None where it is left out there."""
    auction = _auction(prior_bids)
    bound = with_suits(entry, binding, prior_bids, auction.last_bid)
    if suits_are_taken(bound, bound.x_suits()):
        return None
    calls = [bound.bid.in_suit(suit) for suit in bound.x_suits() or (None,)]
    return bound if any(auction.legal >> call & 1 for call in calls) else None


def shared_cells(entries: Sequence[Entry], bindings: Sequence[Binding], others: Sequence[Binding]) -> dict[str, Cell]:
    """The cells of one entry of a pattern that says what each of these entries says with its suits.

    `others` are the suits of sections that have no such entry. Bid, order number, prior bids and record are left out.
    Raises `Differ`.
    """
    cells: dict[str, Cell] = {}
    differing: list[str] = []
    for name in _SAYING:
        each = [entry.cells.get(name) for entry in entries]
        if name == fields.DISCLOSURE.name and len({entry.disclosure for entry in entries}) == 1:
            each = each[:1]
        try:
            if (shared := _shared(name, each, bindings)) is not None:
                cells[name] = shared
        except Differ as differ:
            differing += differ.fields
    for by_suit in BY_SUIT:
        try:
            cells |= _of_suits(by_suit, entries, bindings, others)
        except Differ as differ:
            differing += differ.fields
    if differing:
        raise Differ(*differing)
    return cells


def shared_bids(entries: Sequence[Entry], bindings: Sequence[Binding]) -> list[Bid]:
    """The bids of one entry of a pattern with which it bids what these entries bid, the plainest first."""
    bids = [entry.bid for entry in entries]
    lasts = [_last_bid(entry) for entry in entries]
    first = bids[0]
    literal = [first] if len(set(bids)) == 1 else []
    named = [letter for letter, suit in bindings[0].items() if suit is first.suit]
    levels = [first.call.level, LOWEST] if first.call is not None and first.call.is_bid else [first.level]
    strains = [*named, *([first.call.strain.letter] if first.call is not None and first.call.is_bid else [])]
    tried = [Bid(None, level, letter) for level in levels for letter in strains if level == LOWEST or letter in named]
    fitting = [
        bid
        for bid in tried
        if all(
            bid.bound(binding, last) == other.bound({}, last)
            for other, binding, last in zip(bids, bindings, lasts, strict=True)
        )
    ]
    return literal + fitting


def _last_bid(entry: Entry) -> Call | None:
    """The highest bid before an entry of prior bids."""
    assert isinstance(entry.key, PriorBids), "only literal sections are made patterns"
    return _auction(entry.key).last_bid


@lru_cache(maxsize=10_000)
def _auction(prior_bids: PriorBids) -> Auction:
    """The auction of these calls: the entries of a section share it."""
    return Auction.of(prior_bids.calls)


def _of_suits(
    by_suit: Mapping[Strain | str, fields.AnyField],
    entries: Sequence[Entry],
    bindings: Sequence[Binding],
    others: Sequence[Binding],
) -> dict[str, Cell]:
    """The cells of one kind for suits and variables.

    Suits alone are plainer. Variables alone leave an entry out where they take the suits that it is about, so they come
    first where `others` have no such entry.
    """
    try:
        if others:
            return _of_variables(by_suit, entries, bindings, others)
        return _of_suits_alone(by_suit, entries, bindings)
    except Differ:
        if others:
            return _of_suits_alone(by_suit, entries, bindings)
        return _of_variables(by_suit, entries, bindings, others)


def _of_suits_alone(
    by_suit: Mapping[Strain | str, fields.AnyField], entries: Sequence[Entry], bindings: Sequence[Binding]
) -> dict[str, Cell]:
    """The cells of one kind where they are the same for each suit."""
    cells: dict[str, Cell] = {}
    for suit in SUITS:
        each = [entry.cells.get(by_suit[suit].name) for entry in entries]
        if (cell := _shared(by_suit[suit].name, each, bindings)) is not None:
            cells[by_suit[suit].name] = cell
    return cells


def _of_variables(
    by_suit: Mapping[Strain | str, fields.AnyField],
    entries: Sequence[Entry],
    bindings: Sequence[Binding],
    others: Sequence[Binding],
) -> dict[str, Cell]:
    """The cells of one kind where a variable's cell stands in for the cell of its suit."""
    cells: dict[str, Cell] = {}
    for letter in bindings[0]:
        each = [
            entry.cells.get(by_suit[binding[letter]].name) for entry, binding in zip(entries, bindings, strict=True)
        ]
        if (cell := _shared(by_suit[letter].name, each, bindings)) is not None:
            cells[by_suit[letter].name] = cell
    for suit in SUITS:
        name = by_suit[suit].name
        free = [
            (entry.cells.get(name), binding)
            for entry, binding in zip(entries, bindings, strict=True)
            if suit not in binding.values()
        ]
        cell = _shared(name, [cell for cell, _ in free], [binding for _, binding in free]) if free else None
        if cell is None:
            continue
        cells[name] = cell
        for binding in (*bindings, *others):
            for letter in (letter for letter in binding if binding[letter] is suit):
                own = by_suit[letter].name
                if own in ANYTHING:
                    cells.setdefault(own, ANYTHING[own])
                elif own not in cells and binding in bindings:
                    raise Differ(name)
    return cells


def _shared(name: str, each: Sequence[Cell | None], bindings: Sequence[Binding]) -> Cell | None:
    """One cell that says with variables what these cells say with suits; None where all are blank. Raises `Differ`."""
    if len(set(each)) == 1:
        return each[0]
    if None in each:
        raise Differ(name)
    named = _with_variables(each[0], {suit: letter for letter, suit in reversed(bindings[0].items())})
    if named is None or any(
        _plain(named.bound(binding)) != _plain(cell)  # type: ignore[attr-defined]
        for cell, binding in zip(each, bindings, strict=True)
    ):
        raise Differ(name)
    return named


def _with_variables(cell: Cell | None, letters: Mapping[Strain, str]) -> Cell | None:
    """A cell that names suits with these replaced by their variables; None where it can name none."""

    def named(suit: Strain | str | None) -> Strain | str | None:
        return letters.get(suit, suit) if isinstance(suit, Strain) else suit

    match cell:
        case Num():
            parts = (
                replace(part, other=named(part.other)) if isinstance(part, Compare) else part
                for part in cell.alternatives
            )
            return Num(cell.x, tuple(parts))
        case Combined():
            return Combined(
                tuple(
                    replace(
                        part,
                        suits=tuple(suit for suit in part.suits if suit not in letters),
                        variables=tuple(sorted(letters[suit] for suit in part.suits if suit in letters)),
                    )
                    for part in cell.alternatives
                )
            )
        case BestContract():
            bids = (_bid_with_variable(part, letters) if isinstance(part, Bid) else part for part in cell.alternatives)
            return BestContract(tuple(bids))
        case Shows():
            return Shows(tuple(replace(part, suit=named(part.suit)) for part in cell.parts), cell.balanced)
        case TrumpCount():
            trumps = named(cell.trumps)
            return replace(cell, trumps=trumps) if trumps is not None else None
    return None


def _bid_with_variable(bid: Bid, letters: Mapping[Strain, str]) -> Bid:
    """A contract in a suit with the suit replaced by its variable."""
    call = bid.call
    return Bid(None, call.level, letters[call.strain]) if call is not None and bid.suit in letters else bid
