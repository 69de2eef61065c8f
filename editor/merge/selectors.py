"""Reading what a system could take from others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Min, Q

from editor.systems.differences import Difference, differences
from editor.systems.models import ConventionRow, EntryRow, Layer, SystemRevision, SystemRow


@dataclass(frozen=True)
class Release:
    """What a newer revision of the base changes for a system that stands on it.

    `taken` are changes of the base that the system simply takes. In `disputed` are those where both have changed: what
    the system says, and what the base says now.
    """

    base: SystemRow
    taken: tuple[Difference, ...]
    disputed: tuple[Difference, ...]


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
        for model in (EntryRow, ConventionRow)
        for row in model._default_manager.filter(live)
        if row.identity in wanted
    }


def _agree(ours: Any, theirs: Any) -> bool:
    """Whether the system says the same as the base does now."""
    return bool(ours.gone) if theirs is None else not ours.gone and ours.same_as(theirs)


def clashes_with(system: SystemRow, base: SystemRow) -> list[tuple[Any, Any]]:
    """Entries and conventions of the system that the base has under the same name, as different ones: ours, theirs."""
    clashes: list[tuple[Any, Any]] = []
    models: tuple[Any, ...] = (EntryRow, ConventionRow)
    for model in models:
        own = {
            getattr(row, model.KNOWN_BY): row
            for row in model._default_manager.filter(Layer(system.pk, system.revision).live, gone=False)
        }
        held = model._default_manager.holding(base.layers).filter(**{f"{model.KNOWN_BY}__in": list(own)})
        pairs = ((own[getattr(row, model.KNOWN_BY)], row) for row in held)
        clashes += [(ours, theirs) for ours, theirs in pairs if ours.identity != theirs.identity]
    return clashes


@dataclass(frozen=True)
class Offer:
    """A change that another system has made, and this one could take: what this one says, and what the other one says.

    It is `disputed` where this system has changed the same.
    """

    pair: Difference
    disputed: bool


def offers_from(system: SystemRow, other: SystemRow, since: date | None, convention: str) -> list[Offer]:
    """What the system could take from another one: of a day and later, and of a convention, where these are given.

    Of two systems of one family it is what the other one has changed since both went their own ways. Otherwise entries
    belong together by their refs, and conventions by their names.
    """
    ancestor = common_ancestor(system, other)
    pairs = differences(system, other) if ancestor else _pairs_by_name(system, other, since, convention)
    numbers = _numbers_since(other, since) if since else None
    wanted = [pair for pair in pairs if _is_of(pair, convention) and (numbers is None or _is_later(pair, numbers))]
    identities = [pair.row.identity for pair in wanted]
    origin = _held(ancestor, identities) if ancestor else {}
    named = {row.name: row for row in system.conventions}
    offers = []
    for pair in wanted:
        start = origin.get(pair.row.identity)
        if ancestor and start == pair.after:
            continue  # the other one has left it alone
        offers.append(Offer(_with_namesake(pair, named), start != pair.before if ancestor else pair.before is not None))
    return offers


def common_ancestor(system: SystemRow, other: SystemRow) -> SystemRow | None:
    """The system on which both stand, or on which the one stands that is the other, as it was when both left it."""
    theirs = dict(other.layers)
    for pk, revision in system.layers:
        if pk in theirs:
            return SystemRow.objects.select_related("base").get(pk=pk).as_of(min(revision, theirs[pk]))
    return None


def _held(system: SystemRow, identities: list[UUID]) -> dict[UUID, Any]:
    """The entries and conventions that a system has under these identities."""
    models: tuple[Any, ...] = (EntryRow, ConventionRow)
    found = (model._default_manager.holding(system.layers).filter(identity__in=identities) for model in models)
    return {row.identity: row for rows in found for row in rows}


def _pairs_by_name(system: SystemRow, other: SystemRow, since: date | None, convention: str) -> list[Difference]:
    """Where another system says something else under the same ref or name, or has one that this system has not."""
    later = Q()
    if since is not None:
        later = Q(pk=None)
        for pk, number in _numbers_since(other, since).items():
            later |= Q(system=pk, since__gte=number)
    entries = other.entries.filter(later)
    if convention:
        entries = entries.filter(Q(convention=convention) | Q(convention__startswith=f"{convention}: "))
    wanted: list[Any] = [*other.conventions.filter(later), *entries]
    ours: dict[str, Any] = {row.name: row for row in system.conventions}
    ours |= {row.ref: row for row in system.entries.filter(prior_bids__in={row.prior_bids for row in entries})}
    pairs = [Difference(ours.get(getattr(row, row.KNOWN_BY)), row) for row in wanted]
    return [pair for pair in pairs if pair.before is None or pair.columns]


def _numbers_since(other: SystemRow, since: date) -> dict[int, int]:
    """For each system that makes up another one, the first of its revisions from this day on."""
    first = SystemRevision.objects.filter(system__in=dict(other.layers), made__date__gte=since).order_by()
    return dict(first.values_list("system").annotate(Min("number")))


def _is_later(pair: Difference, numbers: Mapping[int, int]) -> bool:
    """Whether the other system has saved its version from these revisions on."""
    row = pair.after
    return row is not None and row.system_id in numbers and row.since >= numbers[row.system_id]


def _is_of(pair: Difference, convention: str) -> bool:
    """Whether a change is about a convention or one of its entries; any change is where none is asked for."""
    row = pair.row
    name = row.name if isinstance(row, ConventionRow) else getattr(row, "convention", "")
    return not convention or name == convention or name.startswith(f"{convention}: ")


def _with_namesake(pair: Difference, named: Mapping[str, ConventionRow]) -> Difference:
    """A convention that the other one has added, beside the one of this name that the system has itself."""
    if pair.before is None and isinstance(pair.after, ConventionRow):
        return Difference(named.get(pair.after.name), pair.after)
    return pair
