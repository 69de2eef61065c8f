"""Writing entries beyond saving one: drafts, places in a section, and taking a change back."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from uuid import UUID

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Q

from bidbase.systems.orders import order_between, orders_anew
from editor.store.entries.services import save_entry, saved_today
from editor.store.systems.models import EntryRow, SystemRow
from editor.store.systems.rows import order_key
from editor.store.systems.services import Change, change_system
from editor.write.entry.models import EntryDraft
from editor.write.entry.selectors import cells_of, drafts_of, section_rows


def save_written(
    *,
    system: SystemRow,
    texts: Mapping[str, str],
    seen: EntryRow | None,
    by: AbstractBaseUser,
    why: str = "",
    draft: EntryDraft | None = None,
    other: tuple[EntryRow, Mapping[str, str]] | None = None,
) -> tuple[SystemRow, EntryRow]:
    """Save an entry as it was written today, and drop the writer's drafts of it.

    `other` is another entry with the cells that are changed in it at the same time. Raises as `save_entry` does.
    """
    today = saved_today()
    with transaction.atomic():
        if other is not None:
            row, changed = other
            system, _ = save_entry(system=system, texts={**cells_of(row), **changed, **today}, seen=row, by=by, why=why)
        system, row = save_entry(system=system, texts={**texts, **today}, seen=seen, by=by, why=why)
        drafts_of(system, by).filter(Q(identity=row.identity) | Q(pk=draft.pk if draft else None)).delete()
    return system, row


def keep_draft(
    *,
    system: SystemRow,
    by: AbstractBaseUser,
    cells: Mapping[str, str],
    seen: EntryRow | None,
    draft: EntryDraft | None = None,
) -> EntryDraft:
    """Keep what somebody has written, finished or not: one draft of an entry, any number of new ones."""
    identity: UUID | None = seen.identity if seen else None
    draft = draft or (drafts_of(system, by).filter(identity=identity).first() if identity else None)
    draft = draft or EntryDraft(system=system, by_id=by.pk, identity=identity)
    draft.cells, draft.seen = dict(cells), seen.pk if seen else None
    draft.save()
    return draft


def next_order(system: SystemRow, prior_bids: str, after: str = "") -> str:
    """An order number for a new entry of a section: behind the one with a number, or behind all. Blank for no room."""
    orders = sorted({row.order for row in section_rows(system, prior_bids)})
    if after:
        later = [order for order in orders if order > after]
        if after not in orders:
            return after
        return order_between(after, later[0] if later else None) or after
    return order_between(orders[-1] if orders else None, None) or ""


def move_entry(*, system: SystemRow, row: EntryRow, up: bool, by: AbstractBaseUser) -> SystemRow:
    """Move an entry before the one above it in its section, or after the one below.

    It gets an order number between its new neighbors; where there is no room the whole section is numbered anew.
    Nothing happens at the end of the section, or where the opening has no room. Raises `Conflict`.
    """
    rows = section_rows(system, row.prior_bids)
    index = next(number for number, other in enumerate(rows) if other.identity == row.identity)
    to = index + (-1 if up else 1)
    if not 0 <= to < len(rows):
        return system
    rows.insert(to, rows.pop(index))
    low = rows[to - 1].order if to else None
    high = rows[to + 1].order if to + 1 < len(rows) else None
    order = order_between(low, high) if low != high else None
    words = f"Moved {row.bid} {'up' if up else 'down'} after {row.prior_bids or 'no bid'}"
    if order is None and not row.prior_bids:
        return system
    if order is None:
        return _number(system, rows, words, by)
    return change_system(system=system, changes=[_with_order(row, order)], summary=words, by=by)


def renumber_section(*, system: SystemRow, prior_bids: str, by: AbstractBaseUser) -> SystemRow:
    """Give the entries of a section round order numbers, evenly apart; their order stays. Raises `Conflict`.

    It is not for the section of the opening, where the engine knows two entries by their numbers.
    """
    rows = section_rows(system, prior_bids)
    return _number(system, rows, f"Numbered the entries after {prior_bids or 'no bid'} anew", by)


def _number(system: SystemRow, rows: list[EntryRow], summary: str, by: AbstractBaseUser) -> SystemRow:
    orders = orders_anew(len(rows))
    changes = [_with_order(row, order) for row, order in zip(rows, orders, strict=True) if row.order != order]
    return change_system(system=system, changes=changes, summary=summary, by=by) if changes else system


def _with_order(row: EntryRow, order: str) -> Change:
    moved = copy.copy(row)
    moved.order, moved.order_key, moved.ref = order, order_key(order), ""
    return Change(moved, row.pk)
