"""The share of small changes that the tests notice: `python -m tests.mutate`.

Each mutant lives in a process of its own, which imports it in place of the module: no file is changed. It is killed
when a test fails. The tests that are asked follow from the imports (`nearest.py`), and from what they call when nothing
is changed. What was killed is kept in `var/mutate` while a module stays as it is, so that a run goes on where the last
one ended and asks the survivors again.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.mutate.modules import MAP, Module, modules
from tests.mutate.mutants import Mutant, mutated
from tests.mutate.nearest import PACKAGES, ROOT
from tests.mutate.trial import CALLS, DATABASE, SURVIVED, Function, make_database, run_as_it_is, run_changed

KEPT = ROOT / "var" / "mutate"
GRACE = 30  # seconds of computing that a mutant may take to start, and beyond four times what its tests took before
MAX_SECONDS = 1_800  # on the clock, for one that waits forever
FORK = get_context("fork")


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


class Proof:
    """The tests of modules, with what came of them when nothing was changed."""

    def __init__(self, modules: Sequence[Module]) -> None:
        with TemporaryDirectory() as folder:
            process = begin(run_as_it_is, modules, Path(folder))
            process.join()
            if process.exitcode != SURVIVED:
                files = sorted({test for module in modules for test in module.tests})
                sys.exit(f"These tests cannot be run as they are: pytest {' '.join(files)}")
            found = json.loads((Path(folder) / CALLS).read_text())
        self.failed: list[str] = found["failed"]  # they say nothing of mutants, and are not asked
        self._seconds: dict[str, float] = found["seconds"]
        self._called_by_imports = {(name, line) for name, line in found["imports"]}
        self._callers: dict[Function, list[str]] = {}
        for test, functions in found["calls"].items():
            for name, line in functions:
                self._callers.setdefault((name, line), []).append(test)

    def tests(self, module: Module, mutant: Mutant) -> list[str]:
        """The tests that are asked about a mutant: those that call the function in which it is, the quickest first.

        All tests of the module are asked where it lies in no function, or in one that imports call. The engine keeps
        what it has worked out, so that a test depends on what another one has called: there all are asked in the end.
        """
        function = (module.name, mutant.function or 0)
        calling, others = self._callers.get(function, []), []
        everywhere = mutant.function is None or function in self._called_by_imports
        if everywhere or (calling and module.of_engine):
            files = tuple(f"{file}::" for file in module.tests)
            others = [test for test in self._seconds if test.startswith(files) and test not in calling]
        asked = [*sorted(calling, key=self._seconds.__getitem__), *others]
        return [test for test in asked if test not in self.failed]

    def seconds(self, tests: Sequence[str]) -> float:
        """How long these tests computed."""
        return sum(self._seconds[test] for test in tests)


def survivors(module: Module, mutants: Sequence[Mutant], ledger: Ledger, proof: Proof, jobs: int) -> Iterator[Mutant]:
    """The mutants of these that no test notices. One that takes much longer than the module itself is noticed."""
    waiting = [mutant for mutant in reversed(mutants) if mutant.number not in ledger.killed]
    running: dict[int, tuple[Mutant, ForkProcess, TemporaryDirectory[str], float]] = {}
    while waiting or running:
        while waiting and len(running) < jobs:
            mutant = waiting.pop()
            tests = proof.tests(module, mutant)
            if not tests:
                yield mutant
                continue
            tree = mutated(module.source, mutant.number, MAP["left_out"])
            folder = TemporaryDirectory()
            limit = int(4 * proof.seconds(tests) + GRACE)
            process = begin(run_changed, module, tree, tests, Path(folder.name), limit)
            running[process.sentinel] = mutant, process, folder, time.monotonic() + MAX_SECONDS
        wait(running, timeout=0.5)
        for sentinel, (mutant, process, folder, deadline) in list(running.items()):
            if process.is_alive() and time.monotonic() < deadline:
                continue
            process.kill()
            process.join()
            folder.cleanup()
            del running[sentinel]
            if process.exitcode == SURVIVED:
                yield mutant
            else:
                ledger.kill(mutant)


def begin(target: Callable[..., None], *arguments: object) -> ForkProcess:
    """A process that does something."""
    process = FORK.Process(target=target, args=arguments)
    process.start()
    return process


def report(module: Module, proof: Proof, options: argparse.Namespace) -> tuple[int, int]:
    """Try a module and print what came of it; gives how many mutants were tried and how many were killed."""
    everything = module.mutants()
    chance = random.Random(f"{options.seed} {module.name}")
    sample = sorted(chance.sample(everything, min(options.most, len(everything))), key=lambda mutant: mutant.number)
    ledger = Ledger(module)
    if options.again:
        ledger.killed.clear()
    begun = time.monotonic()
    alive = sorted(survivors(module, sample, ledger, proof, options.jobs), key=lambda mutant: mutant.number)
    killed = len(sample) - len(alive)
    share = f"{100 * killed / len(sample):3.0f} %"
    seconds = time.monotonic() - begun
    print(f"{share}  {killed:3} of {len(sample):3} killed, of {len(everything):3}  {seconds:4.0f} s  {module.name}")
    for mutant in alive:
        print(f"         {mutant}{'' if proof.tests(module, mutant) else '  (no test comes here)'}")
    sys.stdout.flush()
    return len(sample), killed


def main() -> int:
    """Read the options, and try the modules that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutate", description=__doc__.partition("\n")[0])
    parser.add_argument("--module", action="append", help="only this module or folder, as in bidbase.game.scoring")
    parser.add_argument("--most", type=int, default=40, help="try so many mutants of each module (default 40)")
    parser.add_argument("--seed", type=int, default=1, help="which of them (default 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time")
    parser.add_argument("--again", action="store_true", help="try again what has been killed before")
    parser.add_argument("--list", action="store_true", help="print the mutants instead")
    options = parser.parse_args()
    asked = options.module or PACKAGES
    named = [module for module in modules() if any(f"{module.name}.".startswith(f"{name}.") for name in asked)]
    chosen = [module for module in named if module.mutants()]
    if not chosen:
        parser.error("no such module, or nothing in it can be changed")
    if options.list:
        for module in chosen:
            print(f"{module.name}:", *module.mutants(), sep="\n  ")
        return 0
    with TemporaryDirectory() as folder:
        if not all(module.of_engine for module in chosen):
            begin(make_database, Path(folder)).join()
            os.environ["MUTATE_DATABASE"] = str(Path(folder, DATABASE))
        return report_all(chosen, options)


def report_all(chosen: Sequence[Module], options: argparse.Namespace) -> int:
    """Try modules, the engine's first, and print the share of all."""
    tried = killed = broken = 0
    for of_engine in (True, False):
        together = [module for module in chosen if module.of_engine is of_engine]
        if not together:
            continue
        proof = Proof(together)
        broken += len(proof.failed)
        if proof.failed:
            print("These tests fail when nothing is changed, and are not asked:", *proof.failed, sep="\n  ", flush=True)
        for module in together:
            result = report(module, proof, options)
            tried, killed = tried + result[0], killed + result[1]
    print(f"{100 * killed / tried:3.0f} %  {killed} of {tried} killed")
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
