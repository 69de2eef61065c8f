"""The worker's part in settling agreements: new test hands for what follows their parameters, and one revision."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice

from django.contrib.auth.models import AbstractBaseUser
from django.urls import reverse

from bidbase.bidding.bidder import Bidder
from bidbase.checks import Survey
from bidbase.checks.drawn_hands import redrawn
from bidbase.errors import SystemFileError
from bidbase.game.cards import Hand
from bidbase.language import fields
from bidbase.systems import System
from bidbase.systems.agreements import Agreement, Choice
from bidbase.systems.settling import settled
from bidbase_web.jobs.job import PIECE_SECONDS, Impossible, LongJob, PieceDone, Reporter
from editor.read.agreements.services import SettledSystem, save_settled
from editor.store.systems.models import SystemRow
from editor.store.systems.selectors import SystemVersion, bidder_for
from editor.store.systems.services import Conflict

Choices = dict[str, str]
"""The label of the choice for each agreement that is settled, by name."""


@dataclass(frozen=True)
class Drawn:
    """The sections that were looked at, in order, and the test hands that were drawn, by the ids of entries."""

    sections: int = 0
    hands: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class SettleAgreements(LongJob[Drawn, int]):
    """Settling agreements of which some have parameters. The result is the number of the revision that it makes."""

    kind = "settle agreements"
    doing = "{said}: drawing new test hands for what follows"
    unit = "sections"

    system: SystemVersion
    choices: Choices
    by: int
    why: str
    said: str

    @classmethod
    def of(
        cls, system: SystemRow, choices: Iterable[tuple[Agreement, Choice]], by: AbstractBaseUser, why: str, said: str
    ) -> SettleAgreements:
        """The job of these choices."""
        labels = {agreement.name: choice.label for agreement, choice in choices}
        back = reverse("editor:agreements", args=[system.slug])
        return cls(SystemVersion.of(system), labels, by.pk, why, said, back=back)

    def piece(self, reached: Drawn | None, report: Reporter) -> PieceDone[Drawn, int]:
        """Go on with the sections, or make the revision."""
        row, drawn = self.system.open(), reached or Drawn()
        try:
            before, after = _surveys(bidder_for(row), tuple(sorted(self.choices.items())))
        except SystemFileError as error:
            raise Impossible(f"An entry cannot say this: {error.faults[0]}") from None
        spare, done, hands = _hands_of_base(row), drawn.sections, dict(drawn.hands)
        deadline = time.monotonic() + PIECE_SECONDS
        for name in islice(after.system.sections, drawn.sections, None):
            report(done=done)
            if done > drawn.sections and time.monotonic() >= deadline:
                return PieceDone(Drawn(done, hands), {"done": done})
            redrawn_here = redrawn(before, after, [name], spare)
            hands |= {entry.id: entry.text(fields.TEST_HAND.name) for entry in redrawn_here}
            done += 1
        settled_system = SettledSystem(before.system, after.system, hands)
        return PieceDone(
            Drawn(done, hands),
            keep=lambda: self._save(row, settled_system),
            finished=True,
            result=row.revision + 1,
        )

    def _save(self, system: SystemRow, settled_system: SettledSystem) -> None:
        try:
            save_settled(system=system, settled=settled_system, by=self.by, why=self.why, said=self.said)
        except Conflict:
            raise Impossible(
                "Somebody has changed the system in the meantime. Nothing is saved. Settle it again."
            ) from None


def settled_with(system: System, choices: Mapping[str, str]) -> System:
    """The system with these choices of its agreements, by their labels. Raises `SystemFileError`."""
    named = ((system.agreements.get(name), label) for name, label in choices.items())
    chosen = ((agreement, agreement.choice(label)) for agreement, label in named if agreement is not None)
    return settled(system, [(agreement, choice) for agreement, choice in chosen if choice is not None])


@lru_cache(maxsize=2)
def _surveys(played: Bidder, choices: tuple[tuple[str, str], ...]) -> tuple[Survey, Survey]:
    """The system as it is and as it would be, as rules see it: kept, since the pieces of a job go on with them."""
    return Survey(played), Survey(Bidder(settled_with(played.system, dict(choices)), played))


def _hands_of_base(system: SystemRow) -> dict[str, Hand]:
    """The test hands that the base has: the system has no entries of its own where it says the same again."""
    if system.standing is None:
        return {}
    entries = bidder_for(system.standing).system.entries
    return {entry.id: hand for entry in entries if (hand := entry.get(fields.TEST_HAND)) is not None}
