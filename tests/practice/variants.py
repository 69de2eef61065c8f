"""A variant of the small system: over 1NT it bids its majors to play, where the small one transfers."""

from collections.abc import Mapping

from django.contrib.auth.models import User

from editor.models import SystemRow
from editor.store.systems.services import Change, change_system, copy_of_system

TRANSFER = "1N-P/200000"
TO_PLAY = "Five hearts, to play"


def variant_of(small: SystemRow, owner: User) -> SystemRow:
    """A private system of this person."""
    system = copy_of_system(base=small, slug="variant", title="Our variant", owner=owner)
    natural = {"convention": "", "alert": "none", "asks": ""}
    return changed(
        system,
        {
            TRANSFER: natural | {"bid": "2H", "disclosure": TO_PLAY},
            "1N-P/202000": natural | {"bid": "2S", "disclosure": "Five spades, to play"},
            "1N-P-2H-P/200000": {"bid": "P", "disclosure": "Respects it"},
        },
    )


def changed(system: SystemRow, cells_by_ref: Mapping[str, Mapping[str, str]]) -> SystemRow:
    """The system with other cells in these entries."""
    changes = []
    for ref, cells in cells_by_ref.items():
        row = system.entries.get(ref=ref)
        seen = row.pk
        for name, cell in cells.items():
            setattr(row, name, cell)
        changes.append(Change(row, seen))
    return change_system(system=system, changes=changes, summary="No transfers")
