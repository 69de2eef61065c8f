"""Sweeping what people change, and accepting what they find."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser

from bidbase.language import fields
from bidbase.language.excuses import marked
from editor.prove.findings.work import Sweep
from editor.store.boards.services import RobotsBid
from editor.store.entries.services import save_entry
from editor.store.findings.models import FoundOne
from editor.store.systems.models import EntryRow, SystemRow
from editor.store.systems.rows import FIELD_NAMES
from editor.store.upkeep.services import begin_anew


def look_over_after_change(*, system: SystemRow, **_: object) -> None:
    """Have a system swept that people have changed, and robots bid with it."""
    begin_anew(system=system, job=Sweep.of(system))
    begin_anew(system=system, job=RobotsBid.of(system))


def accept(*, system: SystemRow, row: EntryRow, found: FoundOne, reason: str, by: AbstractBaseUser) -> SystemRow:
    """Say in an entry why a rule need not be kept there: the history says who did, and undo takes it back.

    It holds for this finding alone, and lapses when the entries change so that the rule finds something else. Raises
    `Conflict` where somebody else has changed the entry since.
    """
    line = f"{found.rule}: {marked(reason, found.message)}"
    why = f"Accepted a finding of the rule {found.rule}: {reason}"
    return _excuse(system, row, found.rule, [line], why, by)


def decide_anew(*, system: SystemRow, row: EntryRow, rule: str, by: AbstractBaseUser) -> SystemRow:
    """Take back what an entry says of a rule, so that the next sweep finds what was accepted. Raises `Conflict`."""
    return _excuse(system, row, rule, [], f"No finding of the rule {rule} is accepted any more", by)


def _excuse(system: SystemRow, row: EntryRow, rule: str, lines: list[str], why: str, by: AbstractBaseUser) -> SystemRow:
    kept = [line for line in getattr(row, fields.EXCUSES.name).splitlines() if not line.startswith(f"{rule}:")]
    texts = {name: getattr(row, name) for name in FIELD_NAMES}
    texts[fields.EXCUSES.name] = "\n".join([*kept, *lines])
    return save_entry(system=system, texts=texts, seen=row, by=by, why=why)[0]
