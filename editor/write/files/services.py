"""Merging: begun with a file or another system, chosen from, and taken over as one change."""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from editor.store.systems.models import VERSIONED, EntryRow, NoteRow, SystemRow
from editor.store.systems.places import places
from editor.store.systems.services import Change, change_system, copy_of_system, free_slug
from editor.store.systems.versions import Version
from editor.write.files.differences import ADDED, CHANGED, MISSING, Pair, what_is_missing
from editor.write.files.models import Merge
from editor.write.files.selectors import Offer, offer_of

KEPT = timedelta(days=1)  # a merge that nobody has gone on with is forgotten
_DONE = {ADDED: "added", CHANGED: "changed", MISSING: "removed"}


class NotTaken(Exception):
    """What was chosen cannot be taken, and nothing is changed. `faults` has a line for each reason."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__(*faults)
        self.faults = faults


def begin_merge(
    *,
    owner: AbstractBaseUser,
    name: str,
    content: bytes = b"",
    source: SystemRow | None = None,
    since: date | None = None,
    system: SystemRow | None = None,
    base: SystemRow | None = None,
    title: str = "",
) -> Merge:
    """Keep what somebody wants to merge into a system, or to make a new one of. Nothing is changed yet."""
    Merge.objects.filter(owner_id=owner.pk, made__lt=timezone.now() - KEPT).delete()
    return Merge.objects.create(
        owner_id=owner.pk,
        name=name,
        content=content,
        source=source,
        source_revision=source.revision if source else 0,
        since=since,
        system=system,
        base=base,
        title=title,
    )


def choose(*, merge: Merge, take: Mapping[str, str], marked: Collection[str]) -> None:
    """Keep what is to be taken: of each kind of difference `all`, `none`, or `some`, which are `marked` by their keys.

    What was chosen holds for the target as it is at this moment.
    """
    revision = merge.target.revision if merge.target else 0
    chosen = {"take": dict(take), "marked": [*marked], "revision": revision}
    Merge.objects.filter(pk=merge.pk, result=None).update(chosen=chosen)


def take(*, merge_id: int, report: Callable[[], object]) -> SystemRow:
    """Take over what was chosen, as one change of the system, and return it. Repeated, it changes nothing more.

    What is offered takes seconds to work out, so nothing is locked before it is known. Raises `NotTaken`, and
    `SystemFileError` for a file that cannot be read.
    """
    merge = Merge.objects.get(pk=merge_id)
    if merge.result is not None:
        return merge.result
    _refuse_if_changed(merge)
    offer = offer_of(merge, merge.target, report)
    chosen = [pair for pair in offer.pairs if _is_chosen(pair, merge.chosen or {})]
    _refuse_if_incomplete(offer, chosen)
    changes = [change for model in VERSIONED for change in _changes(model, offer, chosen)]
    with transaction.atomic():
        merge = Merge.objects.select_for_update().get(pk=merge_id)
        if merge.result is not None:
            return merge.result
        if (target := merge.system_id or merge.base_id) is not None:  # it stays as it is until it is changed here
            SystemRow.objects.select_for_update().get(pk=target)
        _refuse_if_changed(merge)
        system = merge.system or _new_system(merge)
        if changes:
            system = change_system(system=system, changes=changes, summary=_summary(merge, chosen), by=merge.owner)
        Merge.objects.filter(pk=merge.pk).update(result=system, content=b"")
    return system


def _refuse_if_changed(merge: Merge) -> None:
    if merge.target is not None and merge.target.revision != (merge.chosen or {}).get("revision"):
        raise NotTaken(["The system has been changed in the meantime. Look at the differences again."])


def _refuse_if_incomplete(offer: Offer, chosen: Sequence[Pair]) -> None:
    """Raise `NotTaken` where what is chosen needs what is not, unless the system has missed it before."""
    missing = dict.fromkeys(what_is_missing({model: _rows_after(model, offer, chosen) for model in VERSIONED}))
    for known in what_is_missing(offer.held):
        missing.pop(known, None)
    if missing:
        raise NotTaken([*missing])


def _is_chosen(pair: Pair, chosen: Mapping[str, Any]) -> bool:
    match chosen.get("take", {}).get(pair.kind):
        case "all":
            return True
        case "some":
            return pair.key in chosen["marked"]
    return False


def _rows_after(model: type[Any], offer: Offer, chosen: Sequence[Pair]) -> list[Any]:
    """The rows of a table that the system would have."""
    taken = [pair for pair in chosen if isinstance(pair.held or pair.wanted, model)]
    wanted = [pair.wanted for pair in taken if pair.wanted is not None]
    if model is NoteRow:  # notes that the system has already follow what they serve
        return wanted
    replaced = {pair.held.pk for pair in taken if pair.held is not None}
    return [*(row for row in offer.held[model] if row.pk not in replaced), *wanted]


def _changes(model: type[Version], offer: Offer, chosen: Sequence[Pair]) -> Iterator[Change]:
    """The changes of a table that take these pairs over.

    What is added stands behind the row that it stands behind in its file.
    """
    held, chosen = offer.held[model], [pair for pair in chosen if isinstance(pair.held or pair.wanted, model)]
    behind: dict[int | None, list[Any]] = {}
    for pair in chosen:
        if pair.held is None:
            behind.setdefault(pair.after.pk if pair.after else None, []).append(_as_new(pair.wanted))
    order = list(behind.get(None, []))
    for row in held:
        order += [row, *behind.get(row.pk, [])]
    new_places = dict(zip(map(id, order), places([row.place if row.pk else None for row in order]), strict=True))
    by_held = {pair.held.pk: pair for pair in chosen if pair.held is not None}
    for row in order:
        place = new_places[id(row)]
        if not row.pk:
            row.place = place
            yield Change(row, None)
        elif (found := by_held.get(row.pk)) is not None:
            yield (
                Change.removing(row) if found.wanted is None else Change(_in_place_of(row, found.wanted, place), row.pk)
            )
        elif place != row.place:  # there was no room
            yield Change(_in_place_of(row, row, place), row.pk)


def _as_new(wanted: Any) -> Any:
    """A row with an identity of its own."""
    row = copy.copy(wanted)
    row.pk, row.identity, row.gone = None, uuid4(), False
    return row


def _in_place_of(held: Any, wanted: Any, place: int) -> Any:
    """A version that says what is wanted, of the same entry or convention."""
    row = copy.copy(wanted)
    row.pk, row.identity, row.gone, row.place = None, held.identity, False, place
    if isinstance(row, EntryRow):
        row.ref, row.family = held.ref, held.family
    return row


def _new_system(merge: Merge) -> SystemRow:
    slug = free_slug(merge.title)
    if merge.base is not None:
        return copy_of_system(base=merge.base, slug=slug, title=merge.title, owner=merge.owner)
    return SystemRow.objects.create(slug=slug, title=merge.title, owner=merge.owner)


def _summary(merge: Merge, chosen: Sequence[Pair]) -> str:
    """`Taken from ours.xlsx: 3 entries added, 1 convention changed`."""
    parts = []
    for model in reversed(VERSIONED):
        for kind, done in _DONE.items():
            count = sum(pair.kind == kind and isinstance(pair.held or pair.wanted, model) for pair in chosen)
            if count:
                parts.append(f"{count:,} {model.CALLED[count != 1]} {done}")
    return f"Taken from {merge.name}: {', '.join(parts)}"
