"""The share of small changes of the engine that its tests notice: `python -m tests.mutate`.

Each mutant lives in a process of its own, which imports it in place of the module: no file is changed. It is killed
when a test fails. `tests.toml` says which tests are asked. What was killed is kept in `var/mutate` while a module stays
as it is, so that a run goes on where the last one ended and asks the survivors again.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import sys
import time
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess

from tests.mutate.modules import MAP, ROOT, Module, modules
from tests.mutate.mutants import Mutant, mutated
from tests.mutate.trial import SURVIVED, run_tests

KEPT = ROOT / "var" / "mutate"
GRACE = 10  # seconds of computing that a mutant may take beyond four times what the module itself takes
MAX_SECONDS = 1_800  # on the clock, for one that waits forever
FORK = get_context("fork")


class BrokenTests(Exception):
    """Tests fail when nothing is changed, so that they say nothing of mutants."""


def trial(module: Module, mutant: Mutant | None, seconds: int) -> ForkProcess:
    """A process, begun, that asks the tests about a mutant, or about the module as it is.

    It may compute for so many seconds.
    """
    tree = None if mutant is None else mutated(module.source, mutant.number, MAP["left_out"])
    process = FORK.Process(target=run_tests, args=(module.name, module.path, tree, module.tests, seconds))
    process.start()
    return process


class Ledger:
    """The mutants of a module that have been killed, kept in a file while the module stays as it is."""

    def __init__(self, module: Module) -> None:
        self._path = KEPT / f"{module.name}.json"
        everything = module.source + "".join(map(str, module.mutants()))
        self._digest = blake2b(everything.encode(), digest_size=16).hexdigest()
        kept = json.loads(self._path.read_text()) if self._path.exists() else {}
        self.killed: set[int] = set(kept["killed"]) if kept.get("digest") == self._digest else set()

    def kill(self, mutant: Mutant) -> None:
        """Note that a test failed."""
        self.killed.add(mutant.number)
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.write_text(json.dumps({"digest": self._digest, "killed": sorted(self.killed)}))


def survivors(module: Module, mutants: Sequence[Mutant], ledger: Ledger, jobs: int) -> Iterator[Mutant]:
    """The mutants of these that no test notices. One that takes much longer than the module itself is noticed."""
    limit = int(4 * seconds_unchanged(module) + GRACE)
    waiting = [mutant for mutant in reversed(mutants) if mutant.number not in ledger.killed]
    running: dict[int, tuple[Mutant, ForkProcess, float]] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            process = trial(module, mutant, limit)
            running[process.sentinel] = mutant, process, time.monotonic() + MAX_SECONDS
        wait(running, timeout=0.5)
        for sentinel, (mutant, process, deadline) in list(running.items()):
            if process.is_alive() and time.monotonic() < deadline:
                continue
            process.kill()
            process.join()
            del running[sentinel]
            if process.exitcode == SURVIVED:
                yield mutant
            else:
                ledger.kill(mutant)


def seconds_unchanged(module: Module) -> float:
    """How long the tests compute when nothing is changed. Raises `BrokenTests` when they fail."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = trial(module, None, MAX_SECONDS)
    process.join()
    if process.exitcode != SURVIVED:
        raise BrokenTests(f"{module.name}: its tests fail as it is: pytest {' '.join(module.tests)}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def report(module: Module, options: argparse.Namespace) -> tuple[int, int]:
    """Try a module and print what came of it; gives how many mutants were tried and how many were killed."""
    everything = module.mutants()
    chance = random.Random(f"{options.seed} {module.name}")
    sample = sorted(chance.sample(everything, min(options.most, len(everything))), key=lambda mutant: mutant.number)
    if options.list:
        print(f"{module.name}: {len(everything)} mutants", *sample, sep="\n  ")
        return 0, 0
    ledger = Ledger(module)
    if options.again:
        ledger.killed.clear()
    begun = time.monotonic()
    alive = sorted(survivors(module, sample, ledger, options.jobs), key=lambda mutant: mutant.number)
    killed = len(sample) - len(alive)
    share = f"{100 * killed / len(sample):3.0f} %" if sample else "  -  "
    seconds = time.monotonic() - begun
    print(f"{share}  {killed:3} of {len(sample):3} killed, of {len(everything):3}  {seconds:4.0f} s  {module.name}")
    print("".join(f"         {mutant}\n" for mutant in alive), end="", flush=True)
    return len(sample), killed


def main() -> int:
    """Read the options, try the modules one after the other, and print the share of all."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__.partition("\n")[0])
    parser.add_argument("--module", action="append", help="only this module or folder, as in bidbase.game.scoring")
    parser.add_argument("--most", type=int, default=40, help="try so many mutants of each module (default 40)")
    parser.add_argument("--seed", type=int, default=1, help="which of them (default 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time")
    parser.add_argument("--again", action="store_true", help="try again what has been killed before")
    parser.add_argument("--list", action="store_true", help="print the mutants instead")
    options = parser.parse_args()
    asked = options.module or ["bidbase"]
    chosen = [module for module in modules() if any(f"{module.name}.".startswith(f"{name}.") for name in asked)]
    if not chosen:
        parser.error(f"no such module; there are {', '.join(module.name for module in modules())}")
    tried, killed, broken = 0, 0, False
    for module in chosen:
        try:
            result = report(module, options)
        except BrokenTests as reason:
            print(reason, flush=True)
            broken = True
        else:
            tried, killed = tried + result[0], killed + result[1]
    if tried:
        print(f"{100 * killed / tried:3.0f} %  {killed} of {tried} killed")
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
