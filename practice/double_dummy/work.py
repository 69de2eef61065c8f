"""Double-dummy analysis of deals: asked for by pages, done by workers, kept for good."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bidbase.game.cards import Deal, Seat, Vulnerability
from bidbase.game.double_dummy import analyze
from bidbase_web.jobs.job import Job, JobLine, Reporter
from bidbase_web.jobs.pages import ask_for
from bidbase_web.jobs.services import left_alone
from practice.double_dummy.models import DoubleDummy
from practice.double_dummy.selectors import Position, key_of, par_to_json, tricks_to_json


@dataclass(frozen=True)
class AnalyzeDeal(Job[None]):
    """The analysis of a deal with its dealer and vulnerability. It has no result: `DoubleDummy` has it.

    It is asked for ahead, as for the results of a set; an open review, which waits for it, asks as other pages do.
    """

    kind = "double dummy"
    line = JobLine.AHEAD
    doing = "Looking at the deal double dummy"
    repeats = True

    cards: str
    dealer: str
    vulnerability: str

    @classmethod
    def of(cls, deal: Deal, dealer: Seat, vulnerability: Vulnerability) -> AnalyzeDeal:
        """The job of a deal."""
        return cls(**key_of(deal, dealer, vulnerability))

    def work(self, report: Reporter) -> None:
        """Analyze it."""
        analysis = analyze(Deal.parse(self.cards), Seat.parse(self.dealer), Vulnerability.parse(self.vulnerability))
        row = DoubleDummy(**self.arguments, tricks=tricks_to_json(analysis), par=par_to_json(analysis))
        DoubleDummy.objects.bulk_create([row], ignore_conflicts=True)


def have_analyzed(deals: Iterable[Position], *, owner: str = "") -> None:
    """Have these deals analyzed, of which there is no analysis. No page waits for it."""
    for job in left_alone(AnalyzeDeal.of(*deal) for deal in deals):
        ask_for(job, owner=owner)
