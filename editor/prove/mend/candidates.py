"""Candidates for mends of a finding, and trials of them: a mend is offered only where its finding is gone with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from bidbase.bidding.bidder import Bidder
from bidbase.checks import Finding, Survey, rules_for
from bidbase.checks.look_alikes import Swap, exchanged_texts, look_alikes, made_alike, side_by_side
from bidbase.checks.registry import findings_in
from bidbase.game.auction import PASS
from bidbase.language import fields
from bidbase.language.bids import PriorBids
from bidbase.language.disclosures import ALERTS
from bidbase.systems import Entry
from bidbase.systems.orders import order_between
from editor.prove.mend.tried_mends import MendedEntry, TriedMend
from editor.store.findings.selectors import coverages_of
from editor.store.systems.models import EntryRow, SystemRow
from editor.write.entry.attempt import attempt, candidate, weakest
from editor.write.entry.ways import ways_out

MOST_MOVES = 12  # places at which an entry is tried that nothing reaches where it stands
Changes = Mapping[str, Entry | None]
"""Entries of a system that are changed or new, or None for those that are removed, by id."""


@dataclass(frozen=True)
class PossibleMend:
    """A mend that is to be tried."""

    key: str
    words: str
    changes: Changes


@dataclass(frozen=True)
class Faulty:
    """A finding: the rule, the system with its rows, the section, and the entry, None for the section as a whole."""

    rule: str
    system: SystemRow
    bidder: Bidder
    section: str
    entry: Entry | None
    row: EntryRow | None

    @property
    def ref(self) -> str:
        """The entry's id; blank where the finding is about the section."""
        return self.entry.id if self.entry else ""

    @property
    def stands(self) -> bool:
        """Whether the rule still finds it."""
        found = _findings(Survey(self.bidder), self.section, self.rule)
        return (self.rule, self.ref) in map(_key, found)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries of the section, in order."""
        return self.bidder.system.sections[self.section]


def mends_for(faulty: Faulty, report: Callable[[], None]) -> Iterator[TriedMend]:
    """The mends with which the finding is gone, in the order in which they are tried."""
    search = _SEARCHES.get(faulty.rule)
    found = search(faulty) if search is not None else iter(())
    known: dict[str, set[tuple[str, str]]] = {}
    for one in found:
        report()
        if (mend := _tried(faulty, one, known)) is not None:
            yield mend


def _tried(faulty: Faulty, one: PossibleMend, known: dict[str, set[tuple[str, str]]]) -> TriedMend | None:
    """The mend with what it costs; None where the rule finds the same as before.

    `known` is what the rules find now: each with the entry, by section.
    """
    old, changes = faulty.bidder, one.changes
    new = Bidder(old.system.changed(entries=changes), old)
    touched = (entry.section for ref, held in changes.items() for entry in (held, old.system.by_id.get(ref)) if entry)
    survey, costs = Survey(new), []
    for section in dict.fromkeys([faulty.section, *touched]):
        if section not in known:
            known[section] = {_key(found) for found in _findings(Survey(old), section, faulty.rule)}
        for found in _findings(survey, section, faulty.rule) if section in new.system.sections else ():
            if section == faulty.section and _key(found) == (faulty.rule, faulty.ref):
                return None
            if _key(found) not in known[section]:
                costs.append((found.where, found.message))
    steps = [MendedEntry(ref if ref in old.system.by_id else "", _cells(entry)) for ref, entry in changes.items()]
    return TriedMend(one.key, one.words, steps, costs)


def _key(found: Finding) -> tuple[str, str]:
    return found.rule, found.entry.id if found.entry else ""


def _findings(survey: Survey, section: str, rule: str) -> list[Finding]:
    survey.begin()
    return [*findings_in(survey, section, dict.fromkeys([*rules_for(), rule]))]


def _cells(entry: Entry | None) -> dict[str, str] | None:
    return {name: str(cell) for name, cell in entry.cells.items()} if entry is not None else None


def _with(entry: Entry, **texts: str) -> Entry:
    """The entry with these cells otherwise. Raises `TextError` and `EntryError`."""
    cells = {name: str(cell) for name, cell in entry.cells.items()} | texts
    return replace(Entry.of({name: text for name, text in cells.items() if text}, entry.family), id=entry.id)


# --- What may mend a finding, by its rule ---


def _with_weakest_hand(faulty: Faulty) -> Iterator[PossibleMend]:
    """The entry with the weakest hand that comes out with it."""
    assert faulty.entry is not None
    found = weakest(candidate(faulty.system, faulty.entry, faulty.row))
    if found.hand is not None:
        words = f"Take the test hand {found.hand}: the weakest that comes out"
        yield PossibleMend("hand", words, {faulty.entry.id: _with(faulty.entry, test_hand=str(found.hand))})


def _with_ways_out(faulty: Faulty) -> Iterator[PossibleMend]:
    """The ways out where an earlier entry takes the test hand, and another test hand."""
    assert faulty.entry is not None
    tried = attempt(candidate(faulty.system, faulty.entry, faulty.row))
    for way in ways_out(faulty.system, tried, faulty.row):
        if way.key != "hand":
            changed = [_with(faulty.entry, **way.cells)] if way.cells else []
            if way.other is not None:
                other, cells = way.other
                changed.append(_with(faulty.bidder.system.by_id[other.ref], **cells))
            changes = {entry.id: entry for entry in changed}
            yield PossibleMend(way.key, way.words, changes)
    yield from _with_weakest_hand(faulty)


def _moved_or_removed(faulty: Faulty) -> Iterator[PossibleMend]:
    """The entry before one that takes its hands, as little earlier as helps, with a test hand; or without it."""
    assert faulty.entry is not None
    index = next(number for number, entry in enumerate(faulty.entries) if entry.id == faulty.entry.id)
    for number in islice(range(index - 1, -1, -1), MOST_MOVES):
        before = faulty.entries[number]
        order = order_between(faulty.entries[number - 1].order if number else None, before.order)
        if order is None or (number and faulty.entries[number - 1].order >= before.order):
            continue
        moved = _with(faulty.entry, order=order)
        found = weakest(candidate(faulty.system, moved, faulty.row))
        if found.hand is not None:
            words = f"Move it before {before.order} {before.bid.words()}, to {order}"
            yield PossibleMend("move", words, {faulty.entry.id: _with(moved, test_hand=str(found.hand))})
            break
    yield from _removed(faulty)


def _removed(faulty: Faulty) -> Iterator[PossibleMend]:
    assert faulty.entry is not None
    yield PossibleMend("remove", "Remove it: no hand comes to it", {faulty.entry.id: None})


def _made_alike(faulty: Faulty) -> Iterator[PossibleMend]:
    """The entry as each other version of it says, and the other versions as this one says."""
    assert faulty.entry is not None
    survey = Survey(faulty.bidder, robot_deals=0)
    _, rows = side_by_side(survey, faulty.section)
    row = next(row for row in rows if row[0].entry is not None and row[0].entry.id == faulty.entry.id)
    others = [version.entry for version in row[1:] if version.entry is not None]
    swaps = look_alikes(survey, faulty.section)
    for other in others:
        words = f"Make it like {other.id}"
        yield PossibleMend(f"like {other.id}", words, {faulty.entry.id: _alike(faulty.entry, other, swaps)})
    changes: dict[str, Entry | None] = {
        other.id: _alike(other, faulty.entry, look_alikes(survey, other.section)) for other in others
    }
    names = ", ".join(other.id for other in others)
    yield PossibleMend("others", f"Make {names} like this one", changes)


def _alike(entry: Entry, other: Entry, swaps: Mapping[str, Swap]) -> Entry:
    """The entry as its look-alike says, with the test hand of that one and without an excuse for being different."""
    texts = made_alike(entry, other, swaps)
    excuses = texts.get(fields.EXCUSES.name, "").splitlines()
    texts[fields.EXCUSES.name] = "\n".join(line for line in excuses if not line.startswith("look-alike:"))
    if hand := exchanged_texts(other, swaps[other.section]).get(fields.TEST_HAND.name):
        texts[fields.TEST_HAND.name] = hand
    return replace(Entry.of({name: text for name, text in texts.items() if text}, entry.family), id=entry.id)


def _with_another_alert(faulty: Faulty) -> Iterator[PossibleMend]:
    assert faulty.entry is not None
    for alert, words in ALERTS.items():
        if alert != faulty.entry.text(fields.ALERT.name):
            yield PossibleMend(alert, f"Say of this call: {words}", {faulty.entry.id: _with(faulty.entry, alert=alert)})


def _with_suit_c(faulty: Faulty) -> Iterator[PossibleMend]:
    assert faulty.entry is not None
    assert faulty.entry.bid.call is not None
    bid = f"{faulty.entry.bid.call.level}$c"
    yield PossibleMend("suit-c", f"Bid suit c: {bid}", {faulty.entry.id: _with(faulty.entry, bid=bid)})


def _with_a_pass(faulty: Faulty) -> Iterator[PossibleMend]:
    """A pass behind all other entries of the section, for the hands that are left."""
    covered = coverages_of(faulty.system, faulty.section).get(faulty.section)
    order = order_between(faulty.entries[-1].order, None)
    if covered is None or not covered.example or order is None:
        return
    texts = {"prior_bids": faulty.section, "order": order, "bid": PASS.letters, "disclosure": "Any other hand"}
    texts |= {fields.TEST_HAND.name: covered.example}
    if not isinstance(faulty.entries[0].key, PriorBids):
        texts[fields.TEST_AUCTION.name] = covered.after
    entry = replace(Entry.of(texts), id=f"{faulty.section or 'opening'}/{order}/new")
    yield PossibleMend("pass", "Add a pass for all hands that are left", {entry.id: entry})


_SEARCHES: Mapping[str, Callable[[Faulty], Iterator[PossibleMend]]] = {
    "test-hand-missing": _with_weakest_hand,
    "test-hand": _with_ways_out,
    "test-hand-before": _with_weakest_hand,
    "unreachable": _moved_or_removed,
    "perhaps-unreachable": _moved_or_removed,
    "never-arises": _moved_or_removed,
    "illegal-bid": _removed,
    "clubs-for-c": _with_suit_c,
    "alert": _with_another_alert,
    "look-alike": _made_alike,
    "gap": _with_a_pass,
}
MENDED_RULES = frozenset(_SEARCHES)
"""The rules for whose findings there are mends to try."""
