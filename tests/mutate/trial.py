"""A trial: in a process of its own a changed module is imported in place of the real one, and tests are run.

What does not change is imported beforehand, so that a process that is forked from here has it: the project is not.
"""

from __future__ import annotations

import ast
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

import celery.app  # noqa: F401
import django.db.migrations
import django.test
import endplay.dds  # noqa: F401
import hypothesis.strategies
import numpy  # noqa: F401
import openpyxl  # noqa: F401
import playwright.sync_api  # noqa: F401
import pytest

from tests.mutate.modules import Module
from tests.mutate.mutants import telling
from tests.mutate.nearest import ROOT, sources

Function = tuple[str, int]
"""A function of a module: the name of the module, and the line where the function begins."""

SURVIVED, KILLED = 0, 1
TESTS_WERE_RUN = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED)
MAX_MEMORY = 4 << 30  # bytes
PYTEST = ["--quiet", "--hypothesis-profile=mutate", "-p", "no:cacheprovider", "-p", "no:faulthandler"]
SITE = ["--ds=tests.mutate.settings", "--reuse-db"]
OTHER_PROCESSES = {"browser", "environment", "worker"}  # fixtures; what they start imports the module as it is
CALLS = "calls.json"  # the file with what came of the tests when nothing was changed
DATABASE = "database.sqlite3"  # the file with the tables of the site
CALLED = "__called__"  # what functions tell that they have been called
# Few examples, so that a mutant takes seconds: one that only more would notice counts as a survivor. A failure need not
# be made small.
hypothesis.settings.register_profile(
    "mutate",
    max_examples=30,
    phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
    database=None,
    derandomize=True,
    deadline=None,
)


class _Instead(MetaPathFinder, Loader):
    """Imports modules from code that is given, and knows which of their functions have been called."""

    def __init__(self, codes: Mapping[str, CodeType]) -> None:
        self._codes = codes
        self.called: set[Function] = set()
        self.called_by_imports: set[Function] = set()

    def find_spec(self, fullname: str, path: object, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname not in self._codes:
            return None
        return spec_from_file_location(fullname, sources()[fullname], loader=self)

    def exec_module(self, module: ModuleType) -> None:
        module.__dict__[CALLED] = lambda line: self.called.add((module.__name__, line))
        exec(self._codes[module.__name__], module.__dict__)
        self.called_by_imports |= self.called


class _Calls:
    """Keeps what each test calls, how long it takes, and which fail."""

    def __init__(self, instead: _Instead) -> None:
        self._instead = instead
        self._now = ""
        self.found: dict[str, list[Function]] = {}
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    def pytest_collection_modifyitems(self, items: list[pytest.Function]) -> None:
        """Leave out tests that start other processes, and note what has been called so far."""
        items[:] = [item for item in items if not OTHER_PROCESSES.intersection(item.fixturenames)]
        self._instead.called_by_imports |= self._instead.called

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Function) -> Iterator[None]:
        """Note what is called while a test runs."""
        self._now = _name(item)
        self._instead.called.clear()
        begun = time.process_time()
        result = yield
        self.seconds[self._now] = time.process_time() - begun
        self.found[self._now] = sorted(self._instead.called)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that fails."""
        if report.failed:
            self.failed.add(self._now)


class _Chosen:
    """Runs these tests alone, in this order."""

    def __init__(self, tests: Sequence[str]) -> None:
        self._places = {name: place for place, name in enumerate(tests)}

    def pytest_collection_modifyitems(self, items: list[pytest.Function]) -> None:
        """Leave out the others."""
        chosen = [item for item in items if _name(item) in self._places]
        items[:] = sorted(chosen, key=lambda item: self._places[_name(item)])


def _name(item: pytest.Function) -> str:
    """The file and the test, from whichever folder pytest is run."""
    return f"{item.path.relative_to(ROOT)}::{item.cls.__name__ + '::' if item.cls else ''}{item.name}"


def run_as_it_is(modules: Sequence[Module], folder: Path) -> None:
    """Run all tests of modules, put what came of it into a file of the folder, and end the process.

    There is no file where the tests cannot even be read.
    """
    codes = {module.name: compile(telling(module.source, CALLED), str(module.path), "exec") for module in modules}
    instead = _Instead(codes)
    calls = _Calls(instead)
    files = dict.fromkeys(test for module in modules for test in module.tests)
    if _run(instead, [*_options(modules[0]), *files], calls, folder) not in TESTS_WERE_RUN:
        os._exit(KILLED)
    found = {
        "calls": calls.found,
        "imports": sorted(instead.called_by_imports),
        "seconds": calls.seconds,
        "failed": sorted(calls.failed),
    }
    (folder / CALLS).write_text(json.dumps(found))
    os._exit(SURVIVED)


def run_changed(module: Module, tree: ast.Module, tests: Sequence[str], folder: Path, seconds: int) -> None:
    """Run tests, with `tree` as this module, until one fails, and end the process with the result.

    The process ends as well when it has computed for so many seconds: a change may make a loop endless.
    """
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    instead = _Instead({module.name: compile(tree, str(module.path), "exec")})
    files = dict.fromkeys(test.partition("::")[0] for test in tests)
    ended = _run(instead, ["--exitfirst", *_options(module), *files], _Chosen(tests), folder)
    os._exit(SURVIVED if ended == pytest.ExitCode.OK else KILLED)


def _options(module: Module) -> list[str]:
    return PYTEST if module.of_engine else [*PYTEST, *SITE]


def _run(instead: _Instead, arguments: list[str], plugin: object, folder: Path) -> int:
    """Run tests; gives the status of pytest."""
    assert "bidbase" not in sys.modules, "a module that is imported already would not be changed"
    sys.meta_path.insert(0, instead)
    sys.dont_write_bytecode = False  # or each process would compile the project and the tests anew
    _keep_to(folder)
    return pytest.main(arguments, plugins=[plugin])


def make_database(folder: Path) -> None:
    """Make a database for the tests of the site, with all its tables, and end the process."""
    _keep_to(folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    connection = django.db.connection
    connection.creation.create_test_db(verbosity=0)
    connection.close()
    Path(connection.settings_dict["NAME"]).rename(folder / DATABASE)
    os._exit(SURVIVED)


def _keep_to(folder: Path) -> None:
    """Write files into this folder alone, say nothing, and use no more memory than is allowed."""
    tempfile.tempdir = str(folder)
    # No mutant finds what the real module has worked out, and none leaves anything for others: nothing is kept on disk.
    os.environ |= {"TMPDIR": str(folder), "DATABASE_URL": "", "BROKER_URL": "", "TESTS_CACHE": os.devnull}
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
