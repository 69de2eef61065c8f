"""What would change, as far as a worker has looked: for the pages on which something is changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bidbase_site.web import HtmxRequest
from editor.runs.kinds import StillWorking
from editor.runs.models import Run
from editor.runs.pages import have_done
from editor.runs.selectors import result_of
from editor.systems.models import EntryRow, SystemRow
from editor.writing.forms import EntryForm
from editor.writing.presenters import ChangesFound, changes_found
from editor.writing.selectors import boards_of
from editor.writing.work import Piece, needed_for, needed_for_switches, pieces, pieces_for_switches


def changes_of_switches(request: HtmxRequest, system: SystemRow, uses: Mapping[str, str]) -> ChangesFound:
    """What would change if conventions had these selection codes, by name."""
    boards = boards_of(system)
    wanted = pieces_for_switches(len(boards))
    return _found(request, [(piece, needed_for_switches(system, uses, piece, boards)) for piece in wanted])


def changes_of_entry(request: HtmxRequest, system: SystemRow, form: EntryForm, seen: EntryRow | None) -> ChangesFound:
    """What would change if an entry were saved as the form has it."""
    boards = boards_of(system)
    wanted = pieces(len(boards))
    return _found(request, [(piece, needed_for(system, seen, form.cells(), piece, boards)) for piece in wanted])


def _found(request: HtmxRequest, wanted: Iterable[tuple[Piece, StillWorking]]) -> ChangesFound:
    """What came of the pieces that are done, one after the other; the next one is asked for."""
    done = []
    for piece, needed in wanted:
        try:
            done.append((piece, result_of(needed)))
        except StillWorking:
            return changes_found(done, failed=have_done(request, needed).state == Run.State.FAILED)
    return changes_found(done, complete=True)
