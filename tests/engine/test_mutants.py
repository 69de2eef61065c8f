"""`make mutate`: which small changes a module gets, and which tests are asked about it."""

import pytest

from tests.mutate.modules import MAP, modules
from tests.mutate.mutants import mutants_of, mutated, telling
from tests.mutate.nearest import ROOT, nearest_tests, sources

# (source, what takes its place in turn, why)
CHANGES = [
    ("x = a + b", ["a - b"], "another operator"),
    ("x = a @ b", [], "one that has no other"),
    ("x = a < b", ["a <= b", "a >= b"], "the edge, and the other way round"),
    ("x = a == b", ["a != b"], "equality"),
    ("x = a in b", ["a not in b"], "membership"),
    ("x = a < b < c", ["a <= b < c", "a >= b < c", "a < b <= c", "a < b >= c"], "each comparison of a chain"),
    ("x = a and b", ["b", "a"], "each part of a condition left out"),
    ("x = a or b or c", ["b or c", "a or c", "a or b"], "each of three"),
    ("x = a.filter(b=c, d=e)", ["a.filter(d=e)", "a.filter(b=c)"], "what a query asks for, such as whose row it is"),
    ("x = a.create(b=c)", [], "a row needs all that it is made of"),
    ("x = a.order_by('b')", ["a.order_by('-b')"], "the other order"),
    ("x = a.order_by('-b', 'c')", ["a.order_by('b', 'c')"], "by the first column"),
    ("x = not a", ["a"], "no negation"),
    ("x = -a", ["a"], "no sign"),
    ("x = 5", ["6", "5 - 1"], "one more and one less"),
    ("x = True", ["False"], "a truth value"),
    ("x = 'five'", [], "texts stay"),
    ("x = b if a else c", ["b if not a else c"], "the other branch"),
    ("x = [a for a in b if a]", ["[a for a in b if not a]"], "those that were left out"),
    ("if a:\n    f()", ["if not a:", "f() left out"], "a condition, and a statement"),
    ("while a:\n    break", ["while not a:", "break left out"], "the condition of a loop"),
    ("x += 2", ["x -= 2", "x += 2 left out", "3", "2 - 1"], "an addition in place"),
    ("x.y = z", ["x.y = z left out"], "what is set in an object"),
    ("x = y", [], "without a first value of a name nothing runs"),
    ("raise E", ["raise E left out"], "a refusal"),
    ("def f():\n    return a\n    return b", ["return a left out"], "a return, unless it is the last"),
    ("def f(a: 3) -> 4:\n    'Docs 5.'", [], "annotations and docstrings stay"),
    ("@g(1)\ndef f():\n    pass", [], "and decorators"),
    ("assert a > 1", [], "and what never fails"),
    ("f(a, strict=True)", ["f(a, strict=True) left out"], "and what only guards"),
]


@pytest.mark.parametrize(("source", "changes", "why"), CHANGES)
def test_the_mutants_of_a_source(source, changes, why):
    expected = [change.replace("5 - 1", "4").replace("2 - 1", "1") for change in changes]
    assert [mutant.after or f"{mutant.before} left out" for mutant in mutants_of(source)] == expected, why


def test_a_mutant_changes_one_place():
    source = "def f(a):\n    return a > 2 or a + 1 == 2\n"
    found = set()
    for mutant in mutants_of(source):
        names: dict = {}
        exec(compile(mutated(source, mutant.number), "f.py", "exec"), names)
        found.add(tuple(names["f"](a) for a in (0, 1, 2, 3)))
    unchanged = (False, True, False, True)
    assert unchanged not in found, "all of these changes can be noticed"
    assert len(found) > 3


def test_names_that_are_left_out_stay_as_they_are():
    source = "MOST = 5\nLEAST: int = 2\n"
    assert [mutant.line for mutant in mutants_of(source, left_out={"MOST"})] == [2, 2]


def test_a_function_tells_that_it_is_called_and_does_what_it_did():
    source = """
def outer():
    "Docs."
    def inner(a):
        return a + 1
    return inner(1)

def other():
    return 3
"""
    called: list[int] = []
    names: dict = {"tell": called.append}
    exec(compile(telling(source, "tell"), "f.py", "exec"), names)
    assert (names["outer"](), names["outer"].__doc__, called) == (2, "Docs.", [2, 4])


def test_a_mutant_knows_its_function():
    source = "A = 1\n\ndef f(b=2):\n    def g():\n        return 3\n    return 4\n"
    assert [(mutant.before, mutant.function) for mutant in mutants_of(source)][::2] == [
        ("1", None),
        ("2", None),
        ("3", 4),
        ("4", 3),
    ], "a default is worked out where no function runs"


# (module, a file of tests that is asked, why)
ASKED = [
    ("practice.sets.selectors", "practice/test_sets_joined.py", "it imports the module"),
    ("practice.sets.views", "practice/test_sets.py", "it is named for the room, and asks for pages"),
    ("editor.people.services", "editor/test_people.py", "both"),
    ("bidbase_site.accounts.pace", "practice/test_accounts.py", "it is named for the room"),
    ("bidbase.checks.entry_hands", "engine/test_entry_hands.py", "it is named for the module"),
    ("practice.boards.models", "practice/test_boards.py", "it imports a name that `practice.models` hands on"),
]


@pytest.mark.parametrize(("module", "test", "why"), ASKED)
def test_a_module_is_proved_by_the_tests_that_are_nearest(module, test, why):
    assert f"tests/{test}" in nearest_tests(module), why


def test_tests_of_the_engine_prove_the_engine_and_the_others_the_site():
    for module in ("bidbase.game.scoring", "bidbase_site.web", "editor.store.systems.rows", "practice.drill.services"):
        near = nearest_tests(module)
        assert near
        assert {test.startswith("tests/engine/") for test in near} == {module.startswith("bidbase.")}


def test_every_test_and_module_of_the_map_is_there():
    for module in modules():
        assert module.tests or not module.of_engine, f"{module.name} has no tests; write a line for it into tests.toml"
        assert all((ROOT / test).exists() for test in module.tests), module.name
    for folder, lines in MAP["tests"].items():
        for name in lines:
            assert f"bidbase.{folder}.{name}" in sources(), name
