"""Processes that get a share of one processor, as from `cpulimit`.

It stands in for a quota of the kernel, which a test may not set: they stand still whenever they have had more than
their share. What a busy machine has kept from them they may have later. `throttled` does so for the processes of a
site. It is a program of its own, which ends with the test and lets them go on: `tests.throttle SHARE DATA_DIR`.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from bidbase_site import leash
from tests.load.sites import processor_seconds
from tests.processes import Environment, alive

PAUSE_SECONDS = 0.05  # between two looks at what they have had


@contextmanager
def throttled(environment: Environment, share: float) -> Iterator[None]:
    """Throttle the processes with this DATA_DIR, and all that they start, until the block ends."""
    command = [sys.executable, "-m", "tests.throttle", str(share), environment["DATA_DIR"]]
    with subprocess.Popen(leash.on(command)) as throttle:
        try:
            yield
        finally:
            throttle.terminate()


def send(number: int, environment: Environment) -> None:
    for process in alive(environment):
        with suppress(ProcessLookupError):
            os.kill(process, number)


def main() -> None:
    environment, share = {"DATA_DIR": sys.argv[2]}, float(sys.argv[1])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    try:
        began = time.monotonic()
        while True:
            had = sum(map(processor_seconds, alive(environment)))
            send(signal.SIGSTOP if had > share * (time.monotonic() - began) else signal.SIGCONT, environment)
            time.sleep(PAUSE_SECONDS)
    finally:
        send(signal.SIGCONT, environment)


if __name__ == "__main__":
    main()
