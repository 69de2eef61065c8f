"""Entries that can never be reached: proved with the entries that hide them, or settled by a witness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from bidbase.checks.hands import first_found, rows_in_use
from bidbase.checks.rule import Fault, Rule, Severity
from bidbase.checks.shadowed import Shadowed
from bidbase.checks.survey import Survey
from bidbase.checks.test_hands import why_nowhere, why_test_hand_fails
from bidbase.compiler import Place
from bidbase.compiler.rows import Row
from bidbase.game.auction import Auction
from bidbase.game.bits import bits_of
from bidbase.game.cards import Hand
from bidbase.language import fields
from bidbase.systems import Entry

DRAWN = 20_000  # hands made to order in search of a witness
MOST_TRIED = 10  # places in which a witness for an entry that serves many auctions is looked for


@dataclass(frozen=True, slots=True)
class Reach:
    """Whether an entry can be reached: by the `witness`; by no hand at all if `proved`; else undecided.

    `why` tells people what hides it.
    """

    witness: Hand | None = None
    proved: bool = False
    why: str = ""


def reach(survey: Survey, entry: Entry) -> Reach:
    """Whether a hand can come out with this entry, which is not switched off. Its test hand is tried first."""
    if entry.get(fields.TEST_HAND) is not None and not why_test_hand_fails(survey, entry):
        return Reach(witness=entry.get(fields.TEST_HAND))
    complete = survey.serves_only(entry)
    here = Reach(proved=True)
    for _, place in islice(different_places(survey, entry), None if complete else MOST_TRIED):
        here = _reach_here(place, entry)
        if here.witness is not None or not here.proved:
            return here
    return Reach(proved=complete, why=here.why or why_nowhere(survey, entry))


def different_places(survey: Survey, entry: Entry) -> Iterator[tuple[Auction, Place]]:
    """The places in which an entry is in use, as far as they differ in the calls before or the rows in use."""
    seen = set()
    for auction, place in survey.places_of(entry):
        used = auction.calls, tuple((id(section), mask) for section, mask in rows_in_use(place))
        if used not in seen:
            seen.add(used)
            yield auction, place


def _reach_here(place: Place, entry: Entry) -> Reach:
    """Whether a hand can come out with an entry in one place."""
    whys, proved = [], True
    rows = [section.rows[index] for section, mask in rows_in_use(place) for index in bits_of(mask)]
    for at, row in enumerate(rows):
        if row.entry.id != entry.id:
            continue
        hidden = Shadowed(row, [one for one in rows[:at] if one.entry.usage.percent is None])
        if hidden.impossible:
            whys.append("no hand meets all its specs")
        elif not hidden.open.any():
            whys.append(f"every hand that meets it is taken by {_listed(one.entry.id for one in hidden.hiding())}")
        else:
            hands = hidden.left(DRAWN)
            known, found = first_found(place, hands)
            own = [number for number, one in enumerate(known) if one is row]
            hits = np.flatnonzero(np.isin(found, own))
            if len(hits):
                return Reach(witness=hands.hand(int(hits[0])))
            proved = False
            whys.append(_taken(known, found))
    return Reach(proved=proved, why="; ".join(dict.fromkeys(whys)))


def _listed(names: Iterator[str]) -> str:
    return ", ".join(dict.fromkeys(names))


def _taken(rows: list[Row], found: np.ndarray) -> str:
    """What became of hands made to order."""
    if not len(found):
        return f"none of {DRAWN} hands drawn from its specs for suits and points meets the others"
    shares = Counter(rows[index].entry.id for index in found if index >= 0)
    taken = ", ".join(f"{id_} takes {100 * count / len(found):.0f} %" for id_, count in shares.most_common(3))
    return f"none of {len(found)} hands made to order comes out with it: {taken}"


def _unreachable(survey: Survey, section: str) -> Iterator[Fault]:
    for entry, found in _unreached(survey, section):
        if found.proved:
            yield entry, f"no hand can reach it: {found.why}"


def _undecided(survey: Survey, section: str) -> Iterator[Fault]:
    for entry, found in _unreached(survey, section):
        if not found.proved:
            yield entry, f"no hand is known that reaches it: {found.why}"


def _unreached(survey: Survey, section: str) -> Iterator[tuple[Entry, Reach]]:
    for entry in survey.in_order(section):
        if entry.usage.analysis or survey.idle(entry):
            continue  # a simulation has the last word, or others who play something else
        found = reach(survey, entry)
        if found.witness is None:
            yield entry, found


RULES = (
    Rule(
        "unreachable",
        "Some hand comes out with every entry. Found where it is proved that none does: the entries before it take "
        "all its hands, its specs contradict each other, or it is never in use.",
        Severity.ERROR,
        _unreachable,
    ),
    Rule(
        "perhaps-unreachable",
        "Some hand comes out with every entry. Found where neither a hand nor a proof was found.",
        Severity.WARNING,
        _undecided,
    ),
)
