"""What `make check` runs: the tests that a change can reach, nearest first, and the checks of what has changed."""

from __future__ import annotations

import pytest

from tests.check import checks_of
from tests.reach import is_test, project_files, reached_by

# (what changes, tests among the nearest, a test that it cannot reach, why)
CHANGES = [
    ("editor/read/grid/views.py", {"editor/test_grid"}, "engine/test_cards", "a room, and the tests with its name"),
    (
        "practice/table/presenters.py",
        {"practice/test_table", "practice/test_table_browser"},
        "engine/test_cards",
        "too",
    ),
    ("bidbase/mends/search.py", {"engine/test_mends"}, "engine/test_cards", "a module that a package imports"),
    ("bidbase/cli/score.py", {"engine/test_cli"}, "engine/test_cards", "a command, which is imported by its name"),
    ("templates/practice/table/page.html", {"practice/test_table"}, "engine/test_cards", "named by a view"),
    ("practice/learn/topics.toml", {"practice/test_learn_topics"}, "engine/test_cards", "named by a module"),
    ("bidbase/game/estimated_tricks.csv", {"engine/test_estimated_tricks"}, "engine/test_cards", "too"),
    ("tests/engine/textbook/basics.csv", {"engine/test_textbook"}, "engine/test_cards", "in a folder that is named"),
    ("bidbase/systems_data/common/openings.csv", {"engine/test_textbook", "engine/test_golden"}, "", "a system"),
    ("editor/migrations/0001_initial.py", {"site/test_migrations"}, "engine/test_cards", "in a folder of that name"),
    ("tests/practice/conftest.py", {"practice/test_table"}, "editor/test_grid", "shared by the tests of a folder"),
    ("tests/engine/test_cards.py", {"engine/test_cards"}, "engine/test_auction", "a test itself"),
]


@pytest.mark.parametrize(("changed", "near", "never", "why"), CHANGES, ids=[change[0] for change in CHANGES])
def test_the_nearest_tests_come_first(changed: str, near: set[str], never: str, why: str) -> None:
    reached = reached_by([changed])
    wanted = {f"tests/{name}.py" for name in near}
    assert wanted <= reached.keys(), why
    assert max(reached[name] for name in wanted) <= min(reached.values()) + 1, why
    assert f"tests/{never}.py" not in reached, why


@pytest.mark.parametrize("changed", ["pyproject.toml", "uv.lock"])
def test_everything_stands_on_what_is_installed(changed: str) -> None:
    assert reached_by([changed]).keys() == set(filter(is_test, project_files()))


def test_no_module_is_without_tests() -> None:
    """A change of any module of the product makes `make check` run something."""
    modules = [path for path in project_files() if path.endswith(".py") and not path.startswith("tests/")]
    assert [path for path in modules if not reached_by([path])] == []


# (what changes, the checks of it, why)
CHECKS = [
    ({"bidbase/game/cards.py"}, {"types", "imports", "migrations", "lint", "format"}, "code"),
    ({"README.md"}, set(), "words"),
    ({"bidbase/systems_data/common/openings.csv"}, {"system sayc", "system 2over1"}, "entries of both systems"),
    ({"bidbase/systems_data/sayc/system.toml"}, {"system sayc"}, "entries of one"),
    ({"bidbase/gone.py"}, set(), "a file that is there no more cannot be looked at"),
]


@pytest.mark.parametrize(("changed", "checks", "why"), CHECKS)
def test_what_has_changed_is_checked(changed: set[str], checks: set[str], why: str) -> None:
    assert checks_of(changed).keys() == checks, why
