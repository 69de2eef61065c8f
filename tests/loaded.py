"""Systems in the database of a test: read from their files once in a process, then put there as rows."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import transaction

from bidbase.systems import digest_of_system
from editor.store.systems.loading import load_shipped_system
from editor.store.systems.models import VERSIONED, SystemRevision, SystemRow, new_token
from editor.store.systems.services import changed


@dataclass(frozen=True)
class _Rows:
    """A system as it was when it had just been loaded."""

    system: SystemRow
    others: Sequence[tuple[Any, Sequence[Any]]]


_kept: dict[str, _Rows] = {}


def loaded(folder: str | Path) -> SystemRow:
    """What `load_shipped_system` makes of a system that the database has not got yet."""
    digest = digest_of_system(folder)
    if digest not in _kept:
        system = load_shipped_system(name=folder).system
        tables: tuple[Any, ...] = (SystemRevision, *VERSIONED)
        _kept[digest] = _Rows(
            copy.copy(system),
            [(table, [*table.objects.filter(system=system).order_by("pk")]) for table in tables],
        )
        return system
    return _put_there(_kept[digest])


def _put_there(rows: _Rows) -> SystemRow:
    with transaction.atomic():
        system = copy.copy(rows.system)
        system.pk, system.link = None, new_token()
        system.save(force_insert=True)
        for table, kept in rows.others:
            table.objects.bulk_create(_of(system, row) for row in kept)
        changed.send(SystemRow, system=system)
    return system


def _of(system: SystemRow, row: Any) -> Any:
    new = copy.copy(row)
    new.pk, new.system = None, system
    return new
