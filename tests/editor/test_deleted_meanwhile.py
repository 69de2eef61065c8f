"""Work on a system that is deleted before a worker comes to it says so, without a traceback in the log."""

from collections.abc import Callable
from typing import Any, get_type_hints

import pytest

from bidbase_web.jobs import services
from bidbase_web.jobs.job import Job, kinds_known
from bidbase_web.jobs.models import Run
from editor.models import SystemRow
from editor.prove.findings.work import Sweep
from editor.prove.limits.work import TryLimits
from editor.prove.mend.work import MendFinding
from editor.read.agreements.settling import SettleAgreements
from editor.read.booklet.work import Booklet
from editor.read.card.work import FilledCard
from editor.selectors import SystemVersion
from editor.store.boards.services import RobotsBid
from editor.store.systems.loading import load_shipped_system
from editor.write.entry.work import EntryChange, SwitchesChange
from editor.write.files.work import WriteSystem
from editor.write.folding.work import FindFolds, ProveFold
from editor.write.teach.work import FindMends
from practice.boards.robots import RollingOut, TableSettings, Weighing
from practice.shown.pictures import DrawPictures
from tests.editor.conftest import SMALL

HAND = "AQ.J972.AQ2.K432"


def table(system: SystemVersion) -> TableSettings:
    return TableSettings((system,) * 4, "NS", (), (), "IMP", "1", "N", "None")


JOBS: dict[type[Job[Any]], Callable[[SystemVersion], Job[Any]]] = {
    Booklet: Booklet,
    DrawPictures: lambda system: DrawPictures(table(system), ""),
    EntryChange: lambda system: EntryChange(system, None, {"bid": "1N"}, (), "tests", ()),
    FilledCard: FilledCard,
    FindFolds: FindFolds,
    FindMends: lambda system: FindMends(system, None, "", "N", "None", "IMP", "W", HAND, "1C"),
    MendFinding: lambda system: MendFinding(system, "gap", "1N-P", ""),
    ProveFold: lambda system: ProveFold(system, ("1H-P", "1S-P")),
    RobotsBid: RobotsBid,
    RollingOut: lambda system: RollingOut(table(system), "", HAND, ("P", "1N"), trusted=True),
    SettleAgreements: lambda system: SettleAgreements(system, {}, 0, "", ""),
    Sweep: Sweep,
    SwitchesChange: lambda system: SwitchesChange(system, {}, {}, "tests", ()),
    TryLimits: lambda system: TryLimits(system, "opening/132000"),
    Weighing: lambda system: Weighing(table(system), "", HAND, ("P", "1N")),
    WriteSystem: lambda system: WriteSystem(system, "Small", "xlsx"),
}


def test_all_kinds_of_work_on_a_version_of_a_system_are_here():
    of_systems = {
        kind
        for kind in kinds_known().values()
        if {SystemVersion, TableSettings} & {*get_type_hints(kind).values()} and kind.__module__[:5] != "tests"
    }
    assert of_systems == {*JOBS}


@pytest.mark.parametrize("make", JOBS.values(), ids=[kind.kind for kind in JOBS])
def test_it_says_so(db, caplog, make):
    system = load_shipped_system(name=SMALL).system
    run, _ = services.ask(make(SystemVersion.of(system)))
    SystemRow.objects.all().delete()
    services.work()
    run.refresh_from_db()
    assert (run.state, run.why) == (Run.State.FAILED, "The system has been deleted.")
    assert not caplog.records
