"""Reading how a student stands in a drill, and the questions that have been dealt for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, Max, Q

from editor.selectors import SystemRow
from practice.boards.models import StudentBoard, Verdict
from practice.drill.drill import Drill, DrillProgress, Strand, strand_of
from practice.drill.models import DrillPool, DrillQuestion, SystemAuctions

MOST_LEFT = 100  # questions of a drill among which one is chosen


def progress_of(owner: str, drill: Drill, *, revealed: bool = True) -> DrillProgress:
    """How the owner stands in a drill. Of a deal the first attempt counts, and it is not right by hints."""
    right = Q(first_verdict__in=[Verdict.AGREES, Verdict.ALTERNATIVE], hints={})
    boards = StudentBoard.objects.filter(owner_key=owner, drill=drill.query)
    first = ~Q(first_verdict="") & Q(attempt=1)
    sums = boards.aggregate(
        asked=Count("pk", filter=first),
        right=Count("pk", filter=first & right),
        last=Max("deal_number", filter=~Q(cards="")),
    )
    return DrillProgress(drill, sums["asked"], sums["right"], sums["last"] or 0, revealed)


def open_drill_board_of(owner: str, drill: Drill) -> StudentBoard | None:
    """The owner's last board of a drill, unless it is finished."""
    board = StudentBoard.objects.filter(owner_key=owner, drill=drill.query).order_by("-pk").first()
    return board if board is not None and not board.finished else None


def pools_of(system: SystemRow, strands: Sequence[tuple[str, str]]) -> dict[tuple[str, str], DrillPool]:
    """The pools that there are for these strands of a drill, in the system as it is now."""
    subjects = {subject for subject, _ in strands}
    found = DrillPool.objects.filter(system=system, revision=system.revision, subject__in=subjects)
    pools = {(pool.subject, pool.chair): pool for pool in found}
    return {strand: pools[strand] for strand in strands if strand in pools}


def question_in(pool: DrillPool, number: int) -> DrillQuestion | None:
    """The question of a pool with this number; None while it has not been dealt."""
    return pool.questions.filter(number=number).first()


def questions_left(owner: str, drill: Drill, system: SystemRow) -> dict[int, DrillQuestion]:
    """The first questions of a drill that are dealt and that the owner has not begun, by their numbers in the drill."""
    strands = drill.strands()
    known = pools_of(system, strands)
    if len(known) < len(strands):
        return {}  # the numbers are not settled before all pools are there
    pools = [pool.pk for pool in known.values() if not pool.dry]
    dealt = {(row.pool_id, row.number): row for row in DrillQuestion.objects.filter(pool__in=pools)}
    begun = {*StudentBoard.objects.filter(owner_key=owner, drill=drill.query).values_list("deal_number", flat=True)}
    places = {number: strand_of(len(pools), number, drill.query) for number in range(1, MOST_LEFT + 1) if pools}
    found = {number: dealt.get((pools[place], within)) for number, (place, within) in places.items()}
    return {number: question for number, question in found.items() if question is not None and number not in begun}


def never_drawn(system: SystemRow) -> set[str]:
    """The conventions of a system that have been found never to come up, in neither chair."""
    pools = DrillPool.objects.filter(system=system, revision=system.revision, subject__startswith="convention ")
    dry: dict[str, list[bool]] = {}
    for subject, is_dry in pools.values_list("subject", "dry"):
        dry.setdefault(subject.removeprefix("convention "), []).append(is_dry)
    return {name for name, chairs in dry.items() if len(chairs) == 2 and all(chairs)}


def dry_strands(system: SystemRow) -> set[Strand]:
    """The subjects of a system, each with the chair, of which no hand was found."""
    dry = DrillPool.objects.filter(system=system, revision=system.revision, dry=True)
    return {*dry.values_list("subject", "chair")}


def remarks_on(system: SystemRow) -> dict[str, str]:
    """What the editor's page of conventions says of those that cannot be drilled, by name."""
    return dict.fromkeys(never_drawn(system), "Never comes up when robots bid, so it cannot be drilled.")


def auctions_kept(system: int, revision: int) -> dict[str, Any] | None:
    """The auctions of robots that are kept for this revision of a system, as JSON; None where there are none yet."""
    return SystemAuctions.objects.filter(system=system, revision=revision).values_list("auctions", flat=True).first()
