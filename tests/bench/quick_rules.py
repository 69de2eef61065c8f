"""Measures what `bidbase check` needs for a system."""

from __future__ import annotations

import time

from bidbase.checks import run_checks
from bidbase.systems import load_system

ENTRIES = 10_000  # for which the figure is given, whatever the system has


def check_seconds(name: str) -> float:
    """Seconds of processor that the quick rules need for a shipped system, for so many entries.

    Run it in a new process. The system has no findings: proofs that an entry cannot be reached take longer.
    """
    system = load_system(name)
    start = time.process_time()
    found = list(run_checks(system))
    assert not found, f"{name} has findings: {found[0].message}"
    return (time.process_time() - start) / len(system.entries) * ENTRIES
