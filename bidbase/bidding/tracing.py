"""Why a call was made: the entries that were tried, and what of each did not hold."""

from __future__ import annotations

from dataclasses import dataclass, field

from bidbase.bidding.bidder import Decision, decide
from bidbase.compiler import CompiledSection, PercentageDraw, Place
from bidbase.compiler.features import HoldingFeature, TotalFeature
from bidbase.compiler.rows import Condition, Row
from bidbase.game.auction import Call
from bidbase.game.cards import SUITS_DOWN, Hand, Strain, holding_text
from bidbase.language.bids import Against
from bidbase.language.circumstances import Circumstances
from bidbase.language.fields import FIELD_BY_NAME
from bidbase.systems import Entry

_X_FIELDS = ("x_num", "x_points")


@dataclass(frozen=True, slots=True)
class Failure:
    """One spec of an entry that did not hold: what was needed, and what there was instead."""

    field: str
    needed: str
    had: str

    @property
    def label(self) -> str:
        """The label of the field."""
        return FIELD_BY_NAME[self.field].label


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
    return Failure("best_contract", _needed("best_contract", entry), best)


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
    if name := section.why_inactive(entry, place.circumstances):
        return (_circumstance_failure(name, entry, place.circumstances),)
    rows = [row for row in section.rows_of[entry.id] if call in (None, row.call)]
    if not rows:
        return (Failure("bid", _needed("bid", entry), "no suit left that may be the X suit"),)
    # A row that fails only because another suit is the X suit explains nothing.
    row, failed = min(
        ((row, _failed(row, hand)) for row in rows),
        key=lambda pair: (any(condition.rival for condition in pair[1]), len(pair[1])),
    )
    if failed:
        by_field = {condition.field: condition for condition in failed}
        (suit, *others) = {row.chosen for row in rows}
        return tuple(
            _x_failure(name, entry, suit, hand)
            if name in _X_FIELDS and suit is not None and not others and not condition.rival
            else Failure(name, _needed(name, entry), _had(condition, entry, hand))
            for name, condition in by_field.items()
        )
    if why := place.why_closed(section, row):
        return (Failure("bid", _needed("bid", entry), why),)
    if draw is not None and not place.drawn(section, entry, draw):
        return (Failure("usage", _needed("usage", entry), "not drawn this time"),)
    return ()


def _failed(row: Row, hand: Hand) -> list[Condition]:
    return [condition for condition in row.conditions if not condition.truth[condition.feature.of(hand)]]


def _needed(name: str, entry: Entry) -> str:
    return FIELD_BY_NAME[name].say(entry.get(name))


def _x_failure(name: str, entry: Entry, suit: Strain, hand: Hand) -> Failure:
    """What an X suit lacks where the call leaves no choice which suit it is: that suit is named."""
    if name == "x_num":
        return Failure(name, f"{entry.get(name).ranges.words()} {suit.title}", _holding(hand, suit))
    return Failure(name, entry.get(name).words(suit.title), _holding(hand, suit))


def _circumstance_failure(name: str, entry: Entry, now: Circumstances) -> Failure:
    had = {
        "convention": "this convention is switched off",
        "usage": f"scoring is {now.scoring.value}" if entry.usage.scoring else "not in use",
        "vulnerability": now.vulnerability_words(),
        "position": now.position_words(),
        "use_against": _against_words(entry.get("use_against")),
    }
    return Failure(name, _needed(name, entry), had[name])


def _against_words(cell: Against | None) -> str:
    theirs = cell.theirs if cell else None
    return f"their last call is {theirs}" if theirs else "their last call carries no convention"


def _had(condition: Condition, entry: Entry, hand: Hand) -> str:
    """What the hand has in the matter of a condition that it fails."""
    name, suit = condition.field, FIELD_BY_NAME[condition.field].suit
    match condition.feature:
        case TotalFeature() as total:
            return f"{total.count(hand):g} {_unit(name, entry)}"
        case _ if name in _X_FIELDS:
            return ", ".join(_holding(hand, suit) for suit in entry.x_suits())
        case HoldingFeature(suit=suit):
            return _holding(hand, suit)
    if suit is None:
        return f"{shape_text(hand)} shape"
    name = suit.title if hand.lengths[suit] != 1 else suit.title[:-1]
    return f"{hand.lengths[suit]} {name} ({shape_text(hand)})"


def _unit(name: str, entry: Entry) -> str:
    if name == "distribution":
        return "total points" if entry.get(name).total else "distribution points"
    if name in ("suit_value", "notrump_value"):
        return f"by {entry.text('valuation')}"
    if name == "winners":
        return "running winners" if entry.get(name).running else "winners"
    return _UNITS.get(name, "HCP")


_UNITS = {
    "knr": "KnR points",
    "custom_points": "custom points",
    "losers": "losers",
    "quick_tricks": "quick tricks",
    "suits_stopped": "suits stopped",
    "intermediates": "intermediates",
}


def _holding(hand: Hand, suit: Strain) -> str:
    return f"{suit.symbol}{holding_text(hand.holdings[suit])}" if hand.holdings[suit] else f"no {suit.title}"


def shape_text(hand: Hand) -> str:
    """The lengths of a hand, spades first: `4=3=3=3`."""
    return "=".join(str(hand.lengths[suit]) for suit in SUITS_DOWN)
