"""The recipes of CONTRIBUTING.md: their paths exist, and what they show works in a copy of the project."""

from __future__ import annotations

import csv
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
RECIPES = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))
COPIED = ("bidbase", "bidbase_site", "bidbase_web", "editor", "practice", "tests", "manage.py", "pyproject.toml")

BLOCK = r":\n\n```\w+\n(?P<block>.*?)```"
STEP = re.compile(
    rf"In\s`(?P<file>[^`]+)`,\sbefore\s`(?P<before>[^`]+)`{BLOCK}"
    rf"|[Nn]ew\sfile\s`(?P<new>[^`]+)`{BLOCK.replace('block', 'whole')}"
    rf"|At\sthe\send\sof\s`(?P<end>[^`]+)`{BLOCK.replace('block', 'more')}"
    rf"|Rows\sfor\s`(?P<table>[^`]+)`{BLOCK.replace('block', 'rows')}"
    r"|In\s`(?P<changed>[^`]+)`,\sreplace\s`(?P<old>[^`]+)`\sby\s`(?P<by>[^`]+)`",
    re.DOTALL,
)
"""What a recipe says to do, in these words and with a blank or the end of a line between them."""

CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the project to change."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, tmp_path / name)
    return tmp_path


def follow(recipe: str, project: Path) -> None:
    """Do to the copy what the recipe says, step by step."""
    for step in STEP.finditer(RECIPES[recipe]):
        path = project / next(filter(None, (step[name] for name in ("file", "new", "end", "table", "changed"))))
        if step["new"]:
            path.parent.mkdir(exist_ok=True)
            path.write_text(step["whole"], encoding="utf-8")
            continue
        text = path.read_text(encoding="utf-8")
        if step["end"]:
            text += step["more"]
        elif step["changed"]:
            assert text.count(step["old"]) == 1, f"{path.name}: {step['old']}"
            text = text.replace(step["old"], step["by"])
        elif step["table"]:
            add_rows(path, step["rows"])
            continue
        else:
            text = inserted(text, step["before"], step["block"])
        path.write_text(text, encoding="utf-8")


def inserted(text: str, before: str, block: str) -> str:
    """The text with a block in front of the line that begins so, indented as the line is; there is one."""
    lines = re.compile(rf"^(?P<indent> *){re.escape(before)}", re.MULTILINE)
    found = [*lines.finditer(text)]
    assert len(found) == 1, f"{before}: {len(found)} lines"
    block = re.sub(r"^(?=.)", found[0]["indent"], block, flags=re.MULTILINE)
    return text[: found[0].start()] + block + text[found[0].start() :]


def add_rows(path: Path, rows: str) -> None:
    """Add rows to a CSV file, and the columns that it has not got yet."""
    added = list(csv.DictReader(rows.splitlines()))
    with path.open(newline="", encoding="utf-8") as file:
        before = list(csv.DictReader(file))
    columns = list(dict.fromkeys([*before[0], *added[0]]))
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns, restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows([*before, *added])


def run(recipe: str, project: Path) -> None:
    """Run the examples of a recipe in the copy; each gives what the page says, `...` being anything."""
    for example in CONSOLE.findall(RECIPES[recipe]):
        for command, expected in re.findall(r"^\$ (.+)\n((?:(?!\$ ).*\n)*)", example, re.MULTILINE):
            runnable = re.sub(r"\b(?<!/)bidbase (?=[a-z])", f"{sys.executable} -m bidbase ", command)
            runnable = re.sub(r"^python ", f"{sys.executable} ", runnable)
            environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "bidbase_site.settings", "DATA_DIR": "var"}
            environment |= {"DATABASE_URL": "", "BROKER_URL": "", "PYTHONPATH": str(project)}
            done = subprocess.run(
                ["bash", "-c", runnable], cwd=project, env=environment, capture_output=True, text=True, check=False
            )
            pattern = re.escape(expected.strip()).replace(re.escape("..."), ".*")
            said = (done.stdout or done.stderr).strip()
            assert re.fullmatch(pattern, said, re.DOTALL), f"{command}\n{said}"
            assert "pytest" not in command or done.returncode == 0, f"{command}\n{said}"


@pytest.mark.parametrize(
    "recipes",
    [
        ["A field that counts something of a hand"],
        ["A field that counts nothing"],
        ["A check"],
        ["A convention", "A section"],
        ["A command"],
    ],
    ids=lambda recipes: recipes[-1],
)
def test_a_recipe_does_what_it_says(recipes: list[str], project: Path) -> None:
    for recipe in recipes:
        follow(recipe, project)
    for recipe in recipes:
        run(recipe, project)


@pytest.mark.parametrize("recipe", RECIPES)
def test_every_path_of_a_recipe_exists(recipe: str) -> None:
    """A word in capitals stands for any name; what the recipe itself makes is not there yet."""
    words = re.sub(r"```.*?```", "", RECIPES[recipe], flags=re.DOTALL)
    named = set(re.findall(r"`([\w.]+/[\w./]*|\w+\.(?:md|py|toml|yaml))`", words))
    paths = named - {step["new"] for step in STEP.finditer(RECIPES[recipe])}
    assert paths
    assert {path for path in paths if not any(ROOT.glob(re.sub(r"[A-Z]{3,}(?!\.md)", "*", path)))} == set()


def test_the_page_lists_its_recipes() -> None:
    listed = re.findall(r"\(#([a-z-]+)\)", PAGE.partition("\n## ")[0])
    assert sorted(listed) == sorted(recipe.lower().replace(" ", "-") for recipe in RECIPES)
