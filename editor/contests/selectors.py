"""Contests of a visitor, and the work that they need."""

from __future__ import annotations

from django.db.models import Q

from editor.contests.models import Contest
from editor.runs.kinds import StillWorking
from editor.runs.models import Run
from editor.systems.models import Reader, SystemRow

KIND = "contest"


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


def contest_needed(contest: Contest) -> StillWorking:
    """The boards of a contest that have yet to be played."""
    arguments = {"contest": contest.pk, "made": str(contest.made)}
    return StillWorking(KIND, arguments, "Playing the contest", "boards")


def run_of(contest: Contest) -> Run | None:
    """The work on a contest, as far as it is known."""
    return Run.objects.filter(kind=KIND, arguments__contest=contest.pk, arguments__made=str(contest.made)).first()
