"""The public names: `import bidbase` has them, docs/api.md explains each of them, and its examples run."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import bidbase
from tests import api_page

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs" / "examples"
PROBLEMS = "hand,auction,call\nAQ2.K32.KJ32.K32,,1N\n32.KQ32.Q432.432,1N-P,{answer}\n"


def python(*arguments: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False, cwd=ROOT)


def test_the_page_is_as_the_docstrings_say():
    page = api_page.PAGE.read_text(encoding="utf-8")
    assert api_page.page_with(api_page.names_in_words()) == page, "run python -m tests.api_page"


def test_the_page_has_every_public_name_once():
    explained = [name for names in api_page.CHAPTERS.values() for name in names.split()]
    assert sorted(explained) == sorted(set(bidbase.__all__) - {"__version__"})


def test_type_checkers_find_each_name_where_python_finds_it():
    tree = ast.parse(Path(bidbase.__file__).read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and "bidbase." in str(node.module)]
    typed = {alias.asname: node.module for node in imports for alias in node.names if alias.asname == alias.name}
    assert typed == {name: f"bidbase.{home}" for name, home in bidbase._HOME_OF.items()}


@pytest.mark.parametrize("name", bidbase.__all__)
def test_every_name_is_there(name):
    assert getattr(bidbase, name) is getattr(bidbase, name)
    assert name in dir(bidbase)


def test_no_other_name_is_there():
    with pytest.raises(AttributeError, match="has no attribute 'load_everything'"):
        getattr(bidbase, "load_everything")  # noqa: B009 - for type checkers there is no such name


def test_the_import_loads_nothing_that_is_not_used():
    loaded = "import sys, bidbase; print(*(name for name in sys.modules if name.startswith(('bidbase.', 'numpy'))))"
    assert python("-c", loaded).stdout.strip() == ""
    assert python("-c", f"{loaded.replace('; ', '; bidbase.Hand; ')}").stdout.split() == [
        "bidbase.game",
        "bidbase.errors",
        "bidbase.lazy",
        "bidbase.game.cards",
    ]


def test_the_first_lines_of_the_page_print_what_it_says():
    code, output = re.search(
        r"```python\n(.*?)```\n\n```text\n(.*?)```", api_page.PAGE.read_text("utf-8"), re.S
    ).groups()
    expected = re.escape(output).replace(re.escape("..."), r"[^\n]*")
    done = python("-c", code)
    assert re.fullmatch(expected, done.stdout), done.stdout + done.stderr


# (example, arguments, exit status, what it prints in some line)
RUNS = [
    ("bot", (), 0, r"South 1NT      15 to 17"),
    ("bot", (), 0, r"\d\S+ (?:doubled )?by (?:North|East|South|West)"),
    ("quiz", (), 0, r"<!doctype html>.*(?:<h2>.*<summary>Answer</summary>.*){5}"),
    ("histogram", ("1N-P",), 0, r"16 HCP #{20,50} [\d.]+ %"),
]


@pytest.mark.parametrize(("example", "arguments", "status", "line"), RUNS)
def test_an_example_runs(example, arguments, status, line):
    done = python(str(EXAMPLES / f"{example}.py"), *arguments)
    assert done.returncode == status, done.stderr
    assert any(re.fullmatch(line, printed) for printed in done.stdout.splitlines()), done.stdout


SYSTEM = (
    "order,bid,hcp,shape,disclosure,alert,test_hand\n100000,1N,15-17,balanced,A notrump,announce,AQ2.K32.KJ32.K32\n"
)


@pytest.mark.parametrize(
    ("answer", "status", "printed"),
    [
        ("P", 0, "nothing found\n"),
        ("2N 3N", 1, "32.KQ32.Q432.432 after 1N-P: P by no entry, not 2N 3N\n"),
    ],
)
def test_a_system_is_checked_against_problems(answer, status, printed, tmp_path):
    (tmp_path / "system.toml").write_text('files = ["openings.csv"]\n')
    (tmp_path / "openings.csv").write_text(SYSTEM)
    problems = tmp_path / "problems.csv"
    problems.write_text(PROBLEMS.format(answer=answer))
    done = python(str(EXAMPLES / "check_system.py"), str(tmp_path), str(problems))
    assert (done.returncode, done.stdout) == (status, printed), done.stderr


def test_every_example_is_on_the_page_and_is_run():
    named = set(re.findall(r"\(examples/(\w+)\.py\)", api_page.PAGE.read_text(encoding="utf-8")))
    assert named == {path.stem for path in EXAMPLES.glob("*.py")} == {run[0] for run in RUNS} | {"check_system"}


# Reading and writing of systems, as the page shows them.


def test_a_system_is_written_and_read_again():
    system = bidbase.open_system("sayc")
    content = bidbase.write_system(system, "zip")
    read = bidbase.read_system("sayc.zip", content)
    assert (read.name, read.conventions, read.notes) == (system.name, system.conventions, system.notes)
    assert [entry.cells for entry in read.entries] == [entry.cells for entry in system.entries]


def test_a_format_that_there_is_not_is_refused():
    with pytest.raises(bidbase.SystemFileError, match="no format 'docx'; there are zip, xlsx, bml, bboalert"):
        bidbase.write_system(bidbase.open_system("sayc"), "docx")
