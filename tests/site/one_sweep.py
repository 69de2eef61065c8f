"""The sweep of a small system in a process of its own, on a database of its own."""

from django.core.management import call_command

from bidbase_web.jobs import services
from bidbase_web.jobs.models import Run
from editor.models import SystemRow
from editor.prove.findings.work import Sweep
from editor.store.findings.models import SweptSection
from editor.store.systems.loading import load_shipped_system
from tests.conftest import eventually
from tests.editor.conftest import SMALL
from tests.editor.sweeping import found, found_by_check


def begin() -> None:
    """Make the database, load the system, and ask for its sweep without waking a worker."""
    call_command("migrate", verbosity=0)
    job = Sweep.of(load_shipped_system(name=SMALL).system)
    services.ask(job)


def end() -> None:
    """Wait until the sweep has ended, and say what came of it."""
    sweeps = Run.objects.filter(kind=Sweep.kind)
    eventually(lambda: not sweeps.get().pending)
    run, system = sweeps.get(), SystemRow.objects.get()
    sections = [report.section for report in SweptSection.objects.filter(until=None, gone=False)]
    once = "once" if len(sections) == len({*sections}) == run.progress["total"] else "not once"
    right = "found what the check finds" if found(system) == found_by_check(system) else "found something else"
    print(f"{run.state}, each section counted {once}, and {right}")
