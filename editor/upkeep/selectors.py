"""Work over a system as it is at a revision: what asks for it, its run, and the system it is done for."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from editor.runs.kinds import Arguments, Impossible, StillWorking
from editor.runs.models import Run
from editor.systems.models import SystemRow


def work_on(system: SystemRow, kind: str, doing: str, unit: str, **part: str) -> StillWorking:
    """Work of a kind over a system as it is at its revision, or over a part of it.

    `doing` and `unit` are those of `StillWorking`.
    """
    return StillWorking(kind, {**_arguments(system), **part}, doing, unit)


def run_over(system: SystemRow, kind: str, **part: str) -> Run | None:
    """The run of a kind over a system at its revision, or over a part of it, if it was asked for."""
    asked = {f"arguments__{name}": value for name, value in {**_arguments(system), **part}.items()}
    return Run.objects.filter(kind=kind, **asked).first()


def system_of(arguments: Arguments) -> SystemRow:
    """The system of these arguments at their revision. Raises `Impossible` where it is gone."""
    system = SystemRow.objects.select_related("base").filter(pk=arguments["system"]).first()
    if system is None or str(system.created) != arguments["created"]:
        raise Impossible("The system has been deleted.")
    return system.as_of(arguments["revision"])


def first_to_do(system: SystemRow, is_done: Callable[[SystemRow], bool]) -> SystemRow:
    """The system to work on first: the lowest on which this one stands that is not done yet, or else itself."""
    return next((below for below in _below(system) if not is_done(below)), system)


def _below(system: SystemRow) -> Iterator[SystemRow]:
    if system.standing is not None:
        yield from _below(system.standing)
        yield system.standing


def _arguments(system: SystemRow) -> Arguments:
    return {"system": system.pk, "created": str(system.created), "revision": system.revision}
