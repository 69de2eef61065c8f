"""Which tests are asked about a module: those that import it, and those that are named for it or for its room.

After them come the tests of the modules that import it, the nearest ones first. Tests of the engine prove the engine,
the others the site.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("bidbase", "bidbase_site", "editor", "practice")
MOST_FILES = 4  # of tests that are asked about a module
FAR = 5  # steps of imports between a module and a test: so far away it is asked no more


@cache
def sources() -> dict[str, Path]:
    """The modules of the project and of its tests by name."""
    found = {}
    for package in (*PACKAGES, "tests"):
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            if "migrations" not in parts:
                found[".".join(parts).removesuffix(".__init__")] = path
    return found


def nearest_tests(module: str) -> list[str]:
    """The files of tests that are asked about a module, the nearest first."""
    importers = _steps_from(module, _importers())
    near = []
    for test in _tests(of_engine=module.startswith("bidbase.")):
        imported = _steps_from(test, _helpers_and_imports())
        steps = min((steps + importers[name] for name, steps in imported.items() if name in importers), default=FAR)
        if _is_named_for(test, module):
            steps = min(steps, 2) - 1
        if steps < FAR:
            elsewhere = test.split(".")[1] != module.partition(".")[0]
            near.append((steps, elsewhere, len(imported), test))
    return [str(sources()[test].relative_to(ROOT)) for *_, test in sorted(near)[:MOST_FILES]]


def _tests(of_engine: bool) -> Iterator[str]:
    for name in sources():
        is_test = name.startswith("tests.") and ".test_" in name and not name.endswith("_browser")
        if is_test and name.startswith("tests.engine.") == of_engine:
            yield name


def _is_named_for(test: str, module: str) -> bool:
    """Whether a test is named for a module, or in the site for its room: `test_sets_joined` for `practice.sets`."""
    subject = test.rpartition(".test_")[2]
    package, *rooms, name = module.split(".")
    names = rooms if rooms and package != "bidbase" else [*rooms, name]
    return any(f"{subject}_".startswith(f"{name}_") for name in names)


def _steps_from(name: str, ways: Mapping[str, Collection[str]]) -> dict[str, int]:
    """The modules to which ways lead from a module, each with the steps it takes."""
    steps = {name: 0}
    waiting = [name]
    for place in waiting:
        for there in ways.get(place, ()):
            if there not in steps:
                steps[there] = steps[place] + 1
                waiting.append(there)
    return steps


@cache
def _importers() -> dict[str, list[str]]:
    """The modules of the project that import a module."""
    found: dict[str, list[str]] = {}
    for name in sources():
        if not name.startswith("tests."):
            for imported in _imports(name):
                found.setdefault(imported, []).append(name)
    return found


@cache
def _helpers_and_imports() -> dict[str, frozenset[str]]:
    """What the tests import, themselves and by helpers."""
    return {name: _imports(name) for name in sources() if name.startswith("tests.")}


@cache
def _imports(name: str) -> frozenset[str]:
    """The modules that a module imports from, where they say what is imported."""
    homes = {_home(module, what) for module, what in _names(name).values()}
    return frozenset(home for home in homes if home is not None and home != name)


def _home(module: str, what: str) -> str | None:
    """The module in which a name is defined, when another one imports it from there to hand it on."""
    if f"{module}.{what}" in sources():
        return f"{module}.{what}"
    if module not in sources():
        return None
    handed_on = _names(module).get(what)
    return (_home(*handed_on) if handed_on else None) or module


@cache
def _names(name: str) -> dict[str, tuple[str, str]]:
    """What a module imports: under which name, from where, and what."""
    found: dict[str, tuple[str, str]] = {}
    for node in ast.walk(ast.parse(sources()[name].read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {alias.asname or alias.name: (node.module, alias.name) for alias in node.names}
    return found
