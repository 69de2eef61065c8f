"""Entries that no hand can reach: proved by the entries that hide them, or disproved by a hand, the witness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from bidbase.checks.hands import first_matches, rows_in_use
from bidbase.checks.rule import Rule, Severity, Violation
from bidbase.checks.shadowed import ShadowedRow
from bidbase.checks.survey import Survey
from bidbase.checks.test_hands import why_nowhere, why_test_hand_fails
from bidbase.compiler import CompiledSection, Place
from bidbase.compiler.rows import Row
from bidbase.game.auction import Auction
from bidbase.game.bits import bits_of
from bidbase.game.cards import Hand
from bidbase.language import fields
from bidbase.systems import Entry

HANDS_TRIED = 20_000  # hands made to order in search of a witness
MAX_PLACES = 10  # places in which a witness is searched for an entry that serves many auctions


@dataclass(frozen=True, slots=True)
class Reachability:
    """Whether a hand can reach an entry: the `witness` does; if `proved`, no hand does; otherwise it is undecided.

    `why` tells people what hides the entry.
    """

    witness: Hand | None = None
    proved: bool = False
    why: str = ""


def reachability_of(survey: Survey, entry: Entry) -> Reachability:
    """Whether a hand can reach this entry, which must not be switched off. Its test hand is tried first."""
    if entry.get(fields.TEST_HAND) is not None and not why_test_hand_fails(survey, entry):
        return Reachability(witness=entry.get(fields.TEST_HAND))
    complete = survey.knows_all_auctions(entry)
    found = Reachability(proved=True)
    for _, place in islice(different_places(survey, entry), None if complete else MAX_PLACES):
        found = reachability_in(place, entry)
        if found.witness is not None or not found.proved:
            return found
    return Reachability(proved=complete, why=found.why or why_nowhere(survey, entry))


def different_places(survey: Survey, entry: Entry) -> Iterator[tuple[Auction, Place]]:
    """The places in which an entry is in use that differ in the earlier calls or in the rows before its own."""
    seen = set()
    for auction, place in survey.places_of(entry):
        used = auction.calls, tuple((id(section), mask) for section, mask in _rows_up_to(place, entry))
        if used not in seen:
            seen.add(used)
            yield auction, place


def _rows_up_to(place: Place, entry: Entry) -> Iterator[tuple[CompiledSection, int]]:
    """The rows in use, section by section, up to the section that holds an entry. Later rows take none of its hands."""
    for section, mask in rows_in_use(place):
        yield section, mask
        if entry.id in section.rows_of and mask & section.mask_of[entry.id]:
            return


def reachability_in(place: Place, entry: Entry) -> Reachability:
    """Whether a hand can reach an entry in one place."""
    whys, proved = [], True
    rows = [section.rows[index] for section, mask in _rows_up_to(place, entry) for index in bits_of(mask)]
    for number, row in enumerate(rows):
        if row.entry.id != entry.id:
            continue
        shadowed = ShadowedRow(row, [earlier for earlier in rows[:number] if earlier.entry.usage.percent is None])
        if shadowed.impossible:
            whys.append("no hand meets all its specs")
        elif not shadowed.open_cells.any():
            hiding = dict.fromkeys(hiding.entry.id for hiding in shadowed.hiding_rows())
            whys.append(f"every hand that meets it is taken by {', '.join(hiding)}")
        else:
            hands = shadowed.draw_left(HANDS_TRIED)
            place_rows, first = first_matches(place, hands)
            own = [index for index, place_row in enumerate(place_rows) if place_row is row]
            witnesses = np.flatnonzero(np.isin(first, own))
            if len(witnesses):
                return Reachability(witness=hands.hand(int(witnesses[0])))
            proved = False
            whys.append(_taken_by(place_rows, first))
    return Reachability(proved=proved, why="; ".join(dict.fromkeys(whys)))


def _taken_by(rows: list[Row], first: np.ndarray) -> str:
    """Which entries take hands made to order, from the rows of a place and the index of the first that each meets."""
    if not len(first):
        return f"none of {HANDS_TRIED} hands that meet its specs for suits and points meets its other specs"
    counts = Counter(rows[index].entry.id for index in first if index >= 0)
    taken = ", ".join(f"{id_} takes {100 * count / len(first):.0f} %" for id_, count in counts.most_common(3))
    return f"none of {len(first)} hands made to order reaches it: {taken}"


def _unreachable(survey: Survey, section: str) -> Iterator[Violation]:
    for entry, found in _unreached(survey, section):
        if found.proved:
            yield entry, f"no hand can reach it: {found.why}"


def _undecided(survey: Survey, section: str) -> Iterator[Violation]:
    for entry, found in _unreached(survey, section):
        if not found.proved:
            yield entry, f"no hand is known that reaches it: {found.why}"


def _unreached(survey: Survey, section: str) -> Iterator[tuple[Entry, Reachability]]:
    for entry in survey.active_entries(section):
        if entry.usage.analysis or survey.is_idle(entry):
            continue  # a simulation decides, or the opponents play no such convention
        found = reachability_of(survey, entry)
        if found.witness is None:
            yield entry, found


RULES = (
    Rule(
        "unreachable",
        "Some hand reaches every entry. Reported where it is proved that none does: earlier entries take all its "
        "hands, its specs contradict each other, or it is never in use.",
        Severity.ERROR,
        _unreachable,
    ),
    Rule(
        "perhaps-unreachable",
        "Some hand reaches every entry. Reported where neither such a hand nor a proof against it was found.",
        Severity.WARNING,
        _undecided,
    ),
)
