"""The worker's part, done on the spot: for tests that need no worker of their own."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.test import Client

from editor.runs import services
from editor.runs.kinds import StillWorking, long_kinds
from editor.runs.models import Run

Answer = TypeVar("Answer")


def do_all_work() -> None:
    """Do what pages have asked for, except long work, which no page waits for."""
    pending = Run.objects.filter(state__in=[Run.State.WAITING, Run.State.WORKING])
    for run in pending.exclude(kind__in=long_kinds()):
        services.work(run_id=run.pk)


def patiently(ask: Callable[[], Answer]) -> Answer:
    """What `ask` gives, when all that it needs has been worked out."""
    while True:
        try:
            return ask()
        except StillWorking as needed:
            do(needed)


def do(needed: StillWorking) -> None:
    """Do this work."""
    run, _ = services.ask(kind=needed.kind, arguments=needed.arguments)
    services.work(run_id=run.pk)


class PatientClient(Client):
    """A browser that looks again while a page waits for a worker."""

    def get(self, *args: Any, **options: Any) -> Any:
        response = super().get(*args, **options)
        while response.status_code == 202:
            do_all_work()
            response = super().get(*args, **options)
        return response
