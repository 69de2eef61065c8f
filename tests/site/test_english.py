"""The English of the project: docstrings that stand by themselves, and "they" for a person."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WRITTEN = (
    "bidbase bidbase_site bidbase_web docs editor practice static templates tests CONTRIBUTING.md README.md".split()
)
KINDS = {".css", ".csv", ".html", ".js", ".md", ".py", ".toml", ".txt"}

HANGS = re.compile(r'^\s*"""The same\b')  # only understood by whoever has read the docstring above
HE = re.compile(r"\b[Hh](?:e|is|im|imself)\b")  # a student, a player or a partner as a man


def texts_in(place: str) -> Iterator[Path]:
    """The files of a folder in which there is English, or the file itself."""
    path = ROOT / place
    yield from (file for file in [path, *path.rglob("*")] if file.suffix in KINDS and file.is_file())


def lines_with(pattern: re.Pattern[str], path: Path) -> Iterator[str]:
    """The lines of a file in which there is such a thing, each after its place."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if pattern.search(line):
            yield f"{path.relative_to(ROOT)}:{number}: {line.strip()}"


@pytest.mark.parametrize("pattern", [HANGS, HE])
def test_each_docstring_stands_by_itself_and_people_are_they(pattern):
    this_one = Path(__file__).resolve()  # quotes what is not clean
    held = [path for place in WRITTEN for path in texts_in(place) if path != this_one]
    assert [line for path in held for line in lines_with(pattern, path)] == []


@pytest.mark.parametrize(
    ("pattern", "line", "found", "why"),
    [
        (HANGS, '    """The same for two players."""', True, "nobody knows what is the same"),
        (HANGS, '    """Two lists of the same length."""', False, "the sentence says what is"),
        (HE, "Whether he is the opener.", True, "the player is"),
        (HE, "The student sees His boards.", True, "however it is written"),
        (HE, "asks `him`, himself", True, "in code, and at the end"),
        (HE, "This is the history of the hint.", False, "parts of longer words"),
        (HE, '{"HE": [10, 10]}', False, "a strain and a declarer"),
    ],
)
def test_what_is_found(pattern, line, found, why):
    assert bool(pattern.search(line)) is found, why
