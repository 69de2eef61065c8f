"""The worker's side of runs."""

from celery import shared_task

from bidbase_site.background import BackgroundTask
from editor.runs import services
from editor.runs.kinds import long_kinds
from editor.runs.models import Run


@shared_task(base=BackgroundTask)
def work(run_id: int) -> None:
    """Do the work of a row. May be repeated, and killed at any moment."""
    services.work(run_id=run_id)


@shared_task(base=BackgroundTask)
def go_on() -> None:
    """Do a piece of long work, and have the next one done where there is more."""
    if services.go_on():
        go_on.delay_on_commit()


def wake(run: Run) -> None:
    """Wake a worker for this run, as soon as the run can be seen."""
    if run.kind in long_kinds():
        go_on.delay_on_commit()
    else:
        work.delay_on_commit(run.pk)
