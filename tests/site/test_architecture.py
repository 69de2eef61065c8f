"""The pages about the project: what they name is there, and the picture of the floors shows the contracts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.inspect import multi_type_info

from bidbase_web.jobs.job import Job, kinds_known, types_of
from tests import floors, wrapping

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", "CONTRIBUTING.md", "docs/api.md", "docs/architecture.md", "docs/engine.md", "docs/entries.md")
PACKAGES = ("bidbase", "bidbase_site", "bidbase_web", "editor", "practice")
SOURCES = "\n".join(path.read_text(encoding="utf-8") for name in PACKAGES for path in (ROOT / name).rglob("*.py"))
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_the_picture_is_that_of_the_import_contracts() -> None:
    drawn = floors.page_with(floors.picture())
    assert drawn == ARCHITECTURE, "run python -m tests.floors"


def test_every_room_of_the_contracts_is_there_and_says_what_it_is_for() -> None:
    """The contract must be exhaustive for that; a room without a docstring has a blank line in the picture."""
    packages = [path.name for path in (ROOT / "bidbase").iterdir() if (path / "__init__.py").is_file()]
    lines = re.findall(r"^│ (\w+) +(\S.*?) +│$", floors.package_box("bidbase"), re.MULTILINE)
    assert {name for name, _ in lines} >= {"bidbase", *packages}


@pytest.mark.parametrize("document", wrapping.PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_paragraphs_have_the_width_of_the_code(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    assert wrapping.wrapped(text) == text, "run python -m tests.wrapping"


LONG = "word " * 30
LINES = "word " * 23 + "word\n" + "word " * 5 + "word\n"


@pytest.mark.parametrize(
    ("text", "expected", "why"),
    [
        (LONG, LINES, "a line takes what has room in it"),
        ("a\nb\n\nc\n", "a b\n\nc\n", "short lines are one, paragraphs are not"),
        (f"- {LONG}", f"- {'word ' * 22}word\n  {'word ' * 6}word\n", "an item of a list is indented"),
        ("1. a\n   b\n2. c\n", "1. a b\n2. c\n", "items stay apart"),
        (f"{LONG[:-30]} `a b` c", f"{LONG[:-31]}\n`a b` c\n", "code stays in one line"),
        (f"| a |\n|---|\n| {LONG}|\n", f"| a |\n|---|\n| {LONG}|\n", "a table has its own width"),
        (f"```\n{LONG}\nb\n```\n", f"```\n{LONG}\nb\n```\n", "and so have code and the picture of the floors"),
    ],
)
def test_paragraphs_are_wrapped(text: str, expected: str, why: str) -> None:
    assert wrapping.wrapped(text) == expected, why


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    """A link leads to a file that is there, and to a heading in it."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", text):
        path = (ROOT / page).parent / target if target else ROOT / page
        assert path.exists(), target
        assert not anchor or anchor in anchors(path), f"{target}#{anchor}"


def anchors(path: Path) -> set[str]:
    """The headings of a page as links write them."""
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_paths_of_the_architecture_exist() -> None:
    paths = re.findall(r"`([a-z_]+/[\w./]+|[a-z]+\.toml)`", ARCHITECTURE)
    assert len(paths) > 30
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_names_of_the_architecture_are_those_of_the_code() -> None:
    """Each class, function, method or constant that the page names is defined in the sources."""
    names = set(re.findall(r"`([A-Za-z_]+(?:\.(?!py\b|toml\b)[a-z_]+)?)`", ARCHITECTURE)) - NOT_OURS
    parts = {part for name in names for part in name.split(".")}
    assert len(parts) > 30
    assert {
        part for part in parts if not re.search(rf"\b(class|def) {part}\b|^{part}\b.*=", SOURCES, re.MULTILINE)
    } == set()


NOT_OURS = set("functools.cached_property cached_property setdefault spades_num part practice".split())
NOT_OURS |= {"views", "tasks", "services", "selectors", "models"}  # modules of a room


@pytest.mark.parametrize("kind", kinds_known().values(), ids=kinds_known())
def test_jobs_say_what_they_take_and_give(kind: type[Job[Any]]) -> None:
    """A dictionary of anything tells neither the page nor the next version of the site what is in it."""
    assert "AnyType" not in str(multi_type_info([kind, *types_of(kind)]))
