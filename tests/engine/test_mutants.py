"""`make mutate`: which small changes a module gets, and that the map of its tests is complete."""

import pytest

from tests.mutate.modules import MAP, ROOT, modules
from tests.mutate.mutants import mutants_of, mutated

# (source, what takes its place in turn, why)
CHANGES = [
    ("x = a + b", ["a - b"], "another operator"),
    ("x = a @ b", [], "one that has no other"),
    ("x = a < b", ["a <= b", "a >= b"], "the edge, and the other way round"),
    ("x = a == b", ["a != b"], "equality"),
    ("x = a in b", ["a not in b"], "membership"),
    ("x = a < b < c", ["a <= b < c", "a >= b < c", "a < b <= c", "a < b >= c"], "each comparison of a chain"),
    ("x = a and b", ["a or b"], "one word for the other"),
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


def test_every_test_and_module_of_the_map_is_there():
    for module in modules():
        assert module.tests, f"{module.name} has no tests; write a line for it, or one for *, into tests.toml"
        assert all((ROOT / test).exists() for test in module.tests), module.name
    for folder, lines in MAP["tests"].items():
        for name in lines.keys() - {"*"}:
            assert (ROOT / "bidbase" / folder / f"{name.replace('.', '/')}.py").exists(), name
