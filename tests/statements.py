"""Which tests of the site a second database can change: what `make test` runs on PostgreSQL, after SQLite.

In the first pass each test notes the statements that it makes: from which line of which function of ours, with which
kinds of values, and whether it failed. The second pass runs every test that commits, since locks, threads and other
processes are in play there, every test that noted nothing, and of the others as many as it takes to make each noted
statement once more. So no test can be forgotten: one that asks the database anything new is run on both.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection

OURS = ("bidbase_site", "bidbase_web", "editor", "practice")
SITE = Path(__file__).resolve().parents[1]
_VALUES = re.compile(r"\((?:%s|, )+\)(?:, \((?:%s|, )+\))*")
_NUMBER = re.compile(r"\b\d+\b")
_NO_STATEMENT = ("SAVEPOINT", "RELEASE", "ROLLBACK")
_COMMITS = {"transactional_db", "django_db_reset_sequences", "live_server"}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("bidbase")
    group.addoption("--note-statements", metavar="FOLDER", type=Path, help="note what each test asks the database")
    group.addoption("--noted-statements", metavar="FOLDER", type=Path, help="run no test that asks nothing new")


def pytest_configure(config: pytest.Config) -> None:
    if folder := config.getoption("--note-statements"):
        config.pluginmanager.register(Notes(folder))
    if folder := config.getoption("--noted-statements"):
        config.pluginmanager.register(Choice(noted(folder)))


class Notes:
    """Notes the statements of each test that runs, in a file for each worker."""

    def __init__(self, folder: Path) -> None:
        worker = os.environ.get("PYTEST_XDIST_WORKER", "main")
        self._file = (folder / f"{worker}.jsonl").open("a", encoding="utf-8", buffering=1)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        made: set[str] = set()
        with connection.execute_wrapper(noting(made)):
            result = yield
        if made:
            self._file.write(json.dumps([item.nodeid, sorted(made)]) + "\n")
        return result


class Choice:
    """Leaves out the tests that ask nothing new."""

    def __init__(self, statements: Mapping[str, Collection[str]]) -> None:
        self._statements = statements

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        kept = chosen([(item.nodeid, _commits(item)) for item in items], self._statements)
        met = {room_of(made) for test in kept for made in self._statements.get(test, ())}
        if missing := rooms_with_tables() - met:
            raise pytest.UsageError(f"No test of this pass asks the database from {', '.join(sorted(missing))}")
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in kept])
        items[:] = [item for item in items if item.nodeid in kept]


def chosen(tests: Sequence[tuple[str, bool]], statements: Mapping[str, Collection[str]]) -> set[str]:
    """Of these tests, each with whether it must run anyway, those that make all the statements that all of them make.

    Those with the most statements come first, so that few are needed.
    """
    kept = {test for test, must_run in tests if must_run or test not in statements}
    made = {statement for test in kept for statement in statements.get(test, ())}
    for test in sorted((test for test, _ in tests if test not in kept), key=lambda test: -len(statements[test])):
        if not made.issuperset(statements[test]):
            kept.add(test)
            made.update(statements[test])
    return kept


def rooms_with_tables() -> set[str]:
    """The rooms of the site that ask the database themselves, as `practice.sets`."""
    names = [f"*/**/{name}.py" for name in ("models", "selectors", "services")]
    modules = [path for package in OURS for name in names for path in (SITE / package).glob(name)]
    asking = [path for path in modules if ".objects" in path.read_text(encoding="utf-8")]
    return {".".join(path.relative_to(SITE).parts[:-1]) for path in asking}


def room_of(statement: str) -> str:
    """The room that has made a statement, as it is noted."""
    return statement.partition(":")[0].rpartition(".")[0]


def noted(folder: Path) -> dict[str, list[str]]:
    """What the tests of a run have noted."""
    lines = [line for file in folder.glob("*.jsonl") for line in file.read_text(encoding="utf-8").splitlines()]
    return dict(map(json.loads, lines))


def noting(made: set[str]) -> Callable[..., Any]:
    """A wrapper for a connection's statements, which adds each that is made to the set."""

    def wrapper(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        outcome = ""
        try:
            return execute(sql, params, many, context)
        except DatabaseError as error:
            outcome = type(error).__name__
            raise
        finally:
            if not sql.startswith(_NO_STATEMENT):
                made.add(statement(sql, params or (), outcome, place_in_our_code()))

    return wrapper


def statement(sql: str, params: Any, outcome: str, place: str) -> str:
    """What is told apart: the text but for its numbers and the length of its lists, the kinds of its values, whether it
    failed, and the place that made it. It begins with the module of that place.
    """
    text = _NUMBER.sub("0", _VALUES.sub("(...)", sql))
    values = params.values() if isinstance(params, Mapping) else params
    kinds = sorted({kind(value) for value in values})
    digest = blake2b("\n".join((text, *kinds, outcome, place)).encode(), digest_size=8).hexdigest()
    return f"{place.partition(':')[0]}:{digest}"


def kind(value: Any) -> str:
    """What databases differ in: the type of a value, and whether it is a long text, one with odd characters, or a
    number that needs more than 32 bits.
    """
    match value:
        case bool():
            return "bool"
        case int():
            return "int" if -(2**31) <= value < 2**31 else "long int"
        case str():
            return f"text {len(value) > 20} {len(value) > 255} {value.isascii()} {chr(0) in value}"
        case tuple() | list():  # rows of one statement that is made many times
            return " ".join(sorted({kind(part) for part in value}))
    return type(value).__name__


def place_in_our_code() -> str:
    """The nearest function of the site that is at work, with its line."""
    frame = sys._getframe()
    while frame := frame.f_back:  # type: ignore[assignment]
        if frame.f_globals.get("__name__", "").partition(".")[0] in OURS:
            return f"{frame.f_globals['__name__']}:{frame.f_lineno}"
    return ""


def _commits(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    in_earnest = marker is not None and (bool(marker.kwargs.get("transaction")) or bool(marker.args))
    return in_earnest or bool(_COMMITS & set(getattr(item, "fixturenames", ())))
