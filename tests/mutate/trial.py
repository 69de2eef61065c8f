"""A trial: in a process of its own a changed module is imported in place of the real one, and tests are run.

What does not change is imported beforehand, so that a process that is forked from here has it: the engine is not.
"""

from __future__ import annotations

import ast
import os
import resource
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

import endplay.dds  # noqa: F401
import hypothesis.strategies
import numpy  # noqa: F401
import pytest

SURVIVED, KILLED = 0, 1
MAX_MEMORY = 4 << 30  # bytes
PYTEST = ["--exitfirst", "--quiet", "--hypothesis-profile=mutate", "-p", "no:cacheprovider", "-p", "no:faulthandler"]
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
    """Imports one module from code that is given."""

    def __init__(self, name: str, path: Path, code: CodeType) -> None:
        self._name, self._path, self._code = name, path, code

    def find_spec(self, fullname: str, path: object, target: ModuleType | None = None) -> ModuleSpec | None:
        return spec_from_file_location(fullname, self._path, loader=self) if fullname == self._name else None

    def exec_module(self, module: ModuleType) -> None:
        exec(self._code, module.__dict__)


def run_tests(name: str, path: Path, tree: ast.Module | None, tests: Sequence[str], seconds: int) -> None:
    """Run these tests until one fails, with `tree` as the module of this name, and end the process with the result.

    It ends as well when it has computed for so many seconds: a change may make a loop endless.
    """
    assert "bidbase" not in sys.modules, "a module that is imported already would not be changed"
    if tree is not None:
        sys.meta_path.insert(0, _Instead(name, path, compile(tree, str(path), "exec")))
    sys.dont_write_bytecode = False  # or each process would compile the engine and the tests anew
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    # One file after the other: most mutants are killed by the first, and the others need not be collected.
    failed = any(pytest.main([*PYTEST, test]) for test in tests)
    os._exit(KILLED if failed else SURVIVED)
