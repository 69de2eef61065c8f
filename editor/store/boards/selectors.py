"""Reading what robots have bid with systems."""

from __future__ import annotations

from typing import NamedTuple

from editor.store.boards.models import BidBoards, BoardCount, Counted
from editor.store.systems.models import BEGUN, SystemRow


def count_of(system: SystemRow) -> BoardCount | None:
    """What was counted for a system, at whatever revision."""
    return BoardCount.objects.filter(system=system.pk).first()


def is_counted(system: SystemRow) -> bool:
    """Whether all boards have been bid with a system once, at whatever revision."""
    return BoardCount.objects.filter(system=system.pk).exists()


class Sample(NamedTuple):
    """What was counted in the boards of a system, and the revision of the system for which it holds."""

    counted: Counted
    revision: int


def sample_of(system: SystemRow) -> Sample | None:
    """What was counted last for a system; None where no boards were bid with it. Nothing is known of it as it was.

    A copy in which nothing has changed yet bids as its base does.
    """
    if system.as_it_was:
        return None
    row = count_of(system)
    if row is None and system.standing is not None and system.revision == BEGUN:
        base = sample_of(system.standing)
        return base._replace(revision=BEGUN) if base and base.revision == system.base_revision else None
    return Sample(row.counted, row.revision) if row is not None else None


def sample_as_it_is(system: SystemRow) -> Sample | None:
    """What was counted for a system at its revision; None where the robots have not bid with it as it is."""
    sample = sample_of(system)
    return sample if sample is not None and sample.revision == system.revision else None


def boards_from(system: SystemRow, first: int) -> BidBoards | None:
    """The boards from a number on, as they were bid last with a system, or else with its base."""
    own = BidBoards.objects.filter(system=system.pk, first=first).first()
    return own or (boards_from(system.base, first) if system.base is not None else None)
