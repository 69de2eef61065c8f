"""Contests of a visitor."""

from __future__ import annotations

from django.db.models import Q

from editor.prove.contests.models import Contest
from editor.store.systems.models import Reader, SystemRow


def contests_of(owner_key: str, system: SystemRow) -> list[Contest]:
    """The contests of a visitor in which a system plays, the newest first."""
    mine = Contest.objects.filter(Q(first=system.pk) | Q(second=system.pk), owner_key=owner_key)
    return list(mine.select_related("first", "second"))


def contest_of(owner_key: str, pk: int, reader: Reader) -> Contest | None:
    """A contest of a visitor who may still read both systems."""
    contest = Contest.objects.select_related("first", "second").filter(owner_key=owner_key, pk=pk).first()
    if contest is None:
        return None
    keys = {contest.first_id, contest.second_id}
    readable = SystemRow.objects.readable_by(reader).filter(pk__in=keys).values_list("pk", flat=True)
    return contest if keys == set(readable) else None
