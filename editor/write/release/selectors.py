"""Reading what a new revision of the base changes for a system."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from editor.store.systems.differences import Difference, differences
from editor.store.systems.models import VERSIONED, SystemRow
from editor.store.systems.versions import Layer


@dataclass(frozen=True)
class Release:
    """What a newer revision of the base changes for a system that stands on it.

    `taken` are changes of the base that the system simply takes. In `disputed` are those where both have changed: what
    the system says, and what the base says now.
    """

    base: SystemRow
    taken: tuple[Difference[Any], ...]
    disputed: tuple[Difference[Any], ...]


def release_for(system: SystemRow) -> Release | None:
    """What the newest revision of the base changes for the system; None where it stands on that already."""
    standing = system.standing
    if system.base is None or standing is None or system.base.revision <= standing.revision:
        return None
    pairs = differences(standing, system.base)
    own = _own_rows(system, [pair.row.identity for pair in pairs])
    held = [(own[pair.row.identity], pair.after) for pair in pairs if pair.row.identity in own]
    disputed = [Difference(None if ours.gone else ours, theirs) for ours, theirs in held if not _agree(ours, theirs)]
    taken = [pair for pair in pairs if pair.row.identity not in own]
    return Release(system.base, tuple(taken), tuple(disputed))


def _own_rows(system: SystemRow, identities: list[UUID]) -> dict[UUID, Any]:
    """The versions of the system itself, and not of its base, with these identities."""
    live, wanted = Layer(system.pk, system.revision).live, set(identities)
    return {
        row.identity: row
        for model in VERSIONED
        for row in model._default_manager.filter(live)
        if row.identity in wanted
    }


def _agree(ours: Any, theirs: Any) -> bool:
    """Whether the system says the same as the base does now."""
    return bool(ours.gone) if theirs is None else not ours.gone and ours.same_as(theirs)


def clashes_with(system: SystemRow, base: SystemRow) -> list[tuple[Any, Any]]:
    """What the system has under a name under which the base has something else: ours, theirs."""
    clashes: list[tuple[Any, Any]] = []
    for model in VERSIONED:
        live = model._default_manager.filter(Layer(system.pk, system.revision).live, gone=False)
        own = {row.known_as: row for row in live}
        held = base.rows_of(model).filter(**{f"{model.KNOWN_BY}__in": list(own)})
        pairs = ((own[row.known_as], row) for row in held)
        clashes += [(ours, theirs) for ours, theirs in pairs if ours.identity != theirs.identity]
    return clashes
