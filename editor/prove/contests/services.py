"""Beginning a contest."""

from __future__ import annotations

from random import SystemRandom

from bidbase.bidding.boards import MAX_SEED
from editor.prove.contests.models import Contest
from editor.store.systems.models import SystemRow

_random = SystemRandom()


def begin_contest(*, owner_key: str, first: SystemRow, second: SystemRow, boards: int) -> Contest:
    """A contest of two systems, each at its revision, over boards that nobody has seen."""
    return Contest.objects.create(
        owner_key=owner_key,
        first_id=first.pk,
        first_revision=first.revision,
        second_id=second.pk,
        second_revision=second.revision,
        boards=boards,
        seed=_random.randint(MAX_SEED // 2, MAX_SEED),
    )
