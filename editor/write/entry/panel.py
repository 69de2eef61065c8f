"""The panel beside what is written: how an entry fares, and what would change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bidbase_web.jobs.job import Job, StillWorking
from bidbase_web.jobs.pages import ask_for, has_failed
from bidbase_web.jobs.selectors import result_of
from bidbase_web.pages import HtmxRequest
from bidbase_web.visitors import owner_of
from editor.read.agreements.settling import Choices
from editor.store.systems.models import EntryRow, SystemRow
from editor.write.entry.attempt import Attempt, attempt, candidate
from editor.write.entry.forms import EntryForm
from editor.write.entry.presenters import ChangesFound, Panel, changes_found, panel_of
from editor.write.entry.selectors import boards_of
from editor.write.entry.ways import ways_out
from editor.write.entry.work import EntryChange, Piece, PieceFound, SwitchesChange, pieces, pieces_for_switches


def changes_of_switches(
    request: HtmxRequest, system: SystemRow, uses: Mapping[str, str], choices: Choices
) -> ChangesFound:
    """What would change if conventions had these selection codes, by name, and agreements with parameters were settled
    by these choices.
    """
    boards = boards_of(system)
    wanted = pieces_for_switches(len(boards))
    return _found(request, [(piece, SwitchesChange.of(system, uses, choices, piece, boards)) for piece in wanted])


def changes_of_entry(request: HtmxRequest, system: SystemRow, form: EntryForm, seen: EntryRow | None) -> ChangesFound:
    """What would change if an entry were saved as the form has it."""
    boards = boards_of(system)
    wanted = pieces(len(boards))
    return _found(request, [(piece, EntryChange.of(system, seen, form.cells(), piece, boards)) for piece in wanted])


def _found(request: HtmxRequest, wanted: Iterable[tuple[Piece, Job[PieceFound]]]) -> ChangesFound:
    """What came of the pieces that are done, one after the other; the next one is asked for."""
    done = []
    for piece, needed in wanted:
        try:
            done.append((piece, result_of(needed)))
        except StillWorking:
            return changes_found(done, failed=has_failed(ask_for(needed, owner=owner_of(request))))
    return changes_found(done, complete=True)


def panel_for(system: SystemRow, form: EntryForm, seen: EntryRow | None, tried: Attempt | None = None) -> Panel | None:
    """How the entry of a form fares; None where it cannot be read."""
    if form.entry is None:
        return None
    tried = tried or attempt(candidate(system, form.entry, seen))
    section = tried.candidate.bidder.system.sections[tried.entry.section]
    return panel_of(tried, section, ways_out(system, tried, seen))
