"""Why a call was made: the entries that were tried, and which specs of each did not hold."""

from __future__ import annotations

from dataclasses import dataclass, field

from bidbase.bidding.bidder import Decision, decide
from bidbase.compiler import CompiledSection, PercentageDraw, Place
from bidbase.compiler.rows import Condition, Row
from bidbase.game.auction import Call
from bidbase.game.cards import SUITS_DOWN, Hand, Strain, holding_text
from bidbase.game.features import HoldingFeature, TotalFeature, combined_points
from bidbase.language import fields
from bidbase.language.bids import Against
from bidbase.language.circumstances import Circumstances
from bidbase.language.field import AnyField
from bidbase.systems import Entry


@dataclass(frozen=True, slots=True)
class Failure:
    """One spec of an entry that did not hold: what was needed, and what there was instead."""

    field: AnyField
    needed: str
    had: str


@dataclass(frozen=True, slots=True)
class Tried:
    """An entry that was tried, with the specs that failed; none means that it fitted."""

    entry: Entry
    failures: tuple[Failure, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """A decision with each entry tried before it, in order; the entry that made the call comes last."""

    decision: Decision
    tried: tuple[Tried, ...] = field(default=())


def trace(place: Place, hand: Hand, draw: PercentageDraw | None = None, decision: Decision | None = None) -> Trace:
    """The decision with every entry tried on the way to it; those for after a simulation come last.

    `decision` is that of the hand's table, which may have made a simulation; left out, none is made.
    """
    decision = decision or decide(place, hand, draw)
    entries = [(section, entry) for section in place.sections for entry in section.entries]
    tried: list[Tried] = []
    for section, entry in sorted(entries, key=lambda pair: pair[1].usage.analysis):
        if entry is decision.entry:
            return Trace(decision, (*tried, Tried(entry, ())))
        broken = failures(place, section, entry, hand, draw)
        if entry.usage.analysis and not broken:
            broken = (_not_best(entry, decision),)
        tried.append(Tried(entry, broken))
    return Trace(decision, tuple(tried))


def _not_best(entry: Entry, decision: Decision) -> Failure:
    best = decision.simulation.best.title if decision.simulation else "no simulation was made"
    return _failure(fields.BEST_CONTRACT, entry, best)


def judge(place: Place, call: Call, hand: Hand) -> list[Tried]:
    """Each entry that makes this call here, with the specs that the hand does not meet."""
    entries = {(section.name, row.entry.id): (section, row.entry) for section, row in place.calls.get(call, [])}
    return [Tried(entry, failures(place, section, entry, hand, call=call)) for section, entry in entries.values()]


def failures(
    place: Place,
    section: CompiledSection,
    entry: Entry,
    hand: Hand,
    draw: PercentageDraw | None = None,
    call: Call | None = None,
) -> tuple[Failure, ...]:
    """The specs of an entry that keep it from being used: by the circumstances, the hand, or its percentage.

    `call` asks for one of the calls of an entry that makes several.
    """
    if (switch := section.why_inactive(entry, place.circumstances)) is not None:
        return (_circumstance_failure(switch, entry, place.circumstances),)
    rows = [row for row in section.rows_of[entry.id] if call in (None, row.call)]
    if not rows:
        return (_failure(fields.BID, entry, "the variables of the section have taken its suits"),)
    # A row that fails only because another suit is the X suit explains nothing.
    row, failed = min(
        ((row, unmet(row, hand)) for row in rows),
        key=lambda pair: (any(condition.rival for condition in pair[1]), len(pair[1])),
    )
    if failed:
        by_field = {condition.field: condition for condition in failed}
        (suit, *others) = {row.chosen for row in rows}
        only_suit = suit if not others else None
        return tuple(_spec_failure(condition, entry, hand, only_suit) for condition in by_field.values())
    if why := place.why_closed(section, row):
        return (_failure(fields.BID, entry, why),)
    if draw is not None and not place.drawn(section, entry, draw):
        return (_failure(fields.USAGE, entry, "not drawn this time"),)
    return ()


def unmet(row: Row, hand: Hand) -> list[Condition]:
    """The conditions of a row that a hand does not meet."""
    return [condition for condition in row.conditions if not condition.truth[condition.feature.of(hand)]]


def _failure(field: AnyField, entry: Entry, had: str) -> Failure:
    """A spec that did not hold, with what it needed in its own words."""
    return Failure(field, field.say(entry.get(field)), had)


def _spec_failure(condition: Condition, entry: Entry, hand: Hand, suit: Strain | None) -> Failure:
    """What a hand lacks for a condition. `suit` is the X suit where the call leaves no choice: then it is named."""
    num, points = entry.get(fields.X_NUM), entry.get(fields.X_POINTS)
    if suit is not None and not condition.rival:
        if condition.field is fields.X_NUM and num is not None:
            return Failure(fields.X_NUM, num.words_of(suit.title), _holding(hand, suit))
        if condition.field is fields.X_POINTS and points is not None:
            return Failure(fields.X_POINTS, points.words(suit.title), _holding(hand, suit))
    return _failure(condition.field, entry, _had(condition, entry, hand))


def _circumstance_failure(switch: AnyField, entry: Entry, circumstances: Circumstances) -> Failure:
    had: dict[AnyField, str] = {
        fields.CONVENTION: "this convention is switched off",
        fields.USAGE: f"scoring is by {circumstances.scoring.words}" if entry.usage.scoring else "not in use",
        fields.VULNERABILITY: circumstances.vulnerability_words(),
        fields.POSITION: circumstances.position_words(),
        fields.USE_AGAINST: _against_words(entry.get(fields.USE_AGAINST)),
    }
    return _failure(switch, entry, had[switch])


def _against_words(cell: Against | None) -> str:
    theirs = cell.theirs if cell else None
    return f"their last call is {theirs}" if theirs else "their last call carries no convention"


def _had(condition: Condition, entry: Entry, hand: Hand) -> str:
    """What the hand has in the matter of a condition that it fails."""
    field = condition.field
    match condition.feature:
        case TotalFeature() as total if field is fields.COMBINED_POINTS:
            return f"{' and '.join(map(str, combined_points(total, hand)))} HCP"
        case TotalFeature() as total:
            return f"{total.count(hand):g} {_unit(field, entry)}"
        case _ if field in (fields.X_NUM, fields.X_POINTS):
            return ", ".join(_holding(hand, suit) for suit in entry.x_suits())
        case HoldingFeature(suit=suit):
            return _holding(hand, suit)
    if field.suit is None:
        return f"{shape_text(hand)} shape"
    length = hand.lengths[field.suit]
    name = field.suit.title if length != 1 else field.suit.title[:-1]
    return f"{length} {name} ({shape_text(hand)})"


def _unit(field: AnyField, entry: Entry) -> str:
    """In what a field counts the hand. Sums over suits count high-card points."""
    return "HCP" if field.count is None else field.count.unit(entry.get(field), entry.cells)


def _holding(hand: Hand, suit: Strain) -> str:
    return f"{suit.symbol}{holding_text(hand.holdings[suit])}" if hand.holdings[suit] else f"no {suit.title}"


def shape_text(hand: Hand) -> str:
    """The lengths of a hand, spades first: `4=3=3=3`."""
    return "=".join(str(hand.lengths[suit]) for suit in SUITS_DOWN)
