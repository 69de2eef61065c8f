"""The sweep of a small system on a database of its own, which another process than that of the test has."""

from django.core.management import call_command

from editor.findings.models import SweptSection
from editor.models import Run, SystemRow
from editor.runs import services
from editor.sweeps.selectors import sweep_needed
from editor.systems.loading import load_shipped_system
from tests.conftest import eventually
from tests.editor.conftest import SMALL
from tests.editor.sweeping import found, found_by_check


def begin() -> None:
    """Make the database, load the system, and ask for its sweep without waking a worker."""
    call_command("migrate", verbosity=0)
    needed = sweep_needed(load_shipped_system(name=SMALL).system)
    services.ask(kind=needed.kind, arguments=needed.arguments)


def end() -> None:
    """Wait until the sweep has ended, and say what came of it."""
    eventually(lambda: not Run.objects.filter(state__in=[Run.State.WAITING, Run.State.WORKING]).exists())
    run, system = Run.objects.get(), SystemRow.objects.get()
    sections = [report.section for report in SweptSection.objects.filter(until=None, gone=False)]
    once = "once" if len(sections) == len({*sections}) == run.progress["total"] else "not once"
    right = "found what the check finds" if found(system) == found_by_check(system) else "found something else"
    print(f"{run.state}, each section counted {once}, and {right}")
