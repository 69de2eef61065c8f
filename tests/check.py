"""`make check`: what a change can break, in about two minutes.

The change is what differs from the main branch, committed or not. The checks look at it while its tests run, those
nearest to it first, until the time is over. What is left is counted: `make test` alone proves everything.
"""

import argparse
import sys
import time
from collections.abc import Iterable, Sequence

from bidbase.systems import shipped_systems
from tests import shared_cache
from tests.deadline import DEADLINE
from tests.prove import BASE_DIR, CHECKS, NEWCOMER, Proof, compile_once
from tests.reach import SYSTEMS, changed_files, is_test, merge_base, project_files, reached_by

SECONDS = 120
MOST = 25  # files of tests: about what the time is enough for; to collect more would take it from those
LAST = 15  # seconds that the last tests and the report may take
ENGINE = "tests/engine/"
PYTEST = ["pytest", "-q", "--numprocesses", "auto", "--maxprocesses", "4", "--dist", "load", "--maxschedchunk", "4"]


def checks_of(changed: Iterable[str]) -> dict[str, list[str]]:
    """The checks of these files; those of types and imports look at the whole, and keep what they have seen."""
    python = sorted(path for path in changed if path.endswith(".py") and (BASE_DIR / path).is_file())
    checks = {f"system {name}": CHECKS[f"system {name}"] for name in shipped_systems() if _plays(name, changed)}
    if python:
        checks |= {name: CHECKS[name] for name in ("types", "imports", "migrations")}
        checks |= {name: [*CHECKS[name], *python] for name in ("lint", "format")}
    return checks


def _plays(system: str, changed: Iterable[str]) -> bool:
    """Whether a change may be one of a shipped system."""
    others = tuple(f"{SYSTEMS}{name}/" for name in shipped_systems() if name != system)
    return any(path.startswith(SYSTEMS) and not path.startswith(others) for path in changed)


def told(changed: Iterable[str], reached: Sequence[str]) -> str:
    """What is going to be run, for whoever waits."""
    everything = sum(map(is_test, project_files()))
    run = " ".join(path.removeprefix("tests/") for path in reached[:MOST])
    left = f"The {len(reached) - MOST} others are left to make test.\n" if len(reached) > MOST else ""
    return (
        f"Changed: {' '.join(sorted(changed))}\n"
        f"{len(reached)} of {everything} files of tests can notice it. These are nearest, and are run: {run}\n{left}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.check", description=__doc__.partition("\n")[0])
    parser.add_argument("--since", help="what differs from this revision (default: from the main branch)")
    options = parser.parse_args()
    begun = time.time()
    changed = changed_files(options.since or merge_base())
    if not changed:
        print("Nothing has changed.")
        return 0
    reached = list(reached_by(changed))
    print(told(changed, reached), flush=True)
    run = reached[:MOST]
    shared_cache.share()
    compile_once()
    proof = Proof()
    with proof.steps_beside(checks_of(changed), NEWCOMER):
        # The engine has a configuration of its own, so its tests are a run of their own.
        runs = {
            "engine": [path for path in run if path.startswith(ENGINE)],
            "site": [path for path in run if not path.startswith(ENGINE)],
        }
        nearest_first = sorted(filter(runs.get, runs), key=lambda name: run.index(runs[name][0]))
        for number, name in enumerate(nearest_first, 1):
            until = begun + (SECONDS - LAST) * number / len(nearest_first)
            proof.step(name, [*PYTEST, *runs[name]], NEWCOMER | {DEADLINE: str(until)})
    print(proof.report())
    return int(proof.failed)


if __name__ == "__main__":
    sys.exit(main())
