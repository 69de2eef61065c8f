"""The command line's documentation: each example in docs/engine.md gives what it says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bidbase.cli import COMMANDS
from bidbase.language.fields import FIELDS

ROOT = Path(__file__).resolve().parents[2]
ENGINE = (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```console\n\$ (.+)\n((?:.*\n)+?)```", ENGINE)
ENTRIES = (ROOT / "docs" / "entries.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("command", "expected"), EXAMPLES)
def test_examples_give_what_they_say(command, expected):
    runnable = re.sub(rf"\bbidbase (?={'|'.join(COMMANDS)})", f"{sys.executable} -m bidbase ", command)
    runnable = re.sub(r"^python ", f"{sys.executable} ", runnable)
    done = subprocess.run(["bash", "-c", runnable], cwd=ROOT, capture_output=True, text=True, check=False)
    assert _pattern(expected).fullmatch(done.stdout), done.stdout + done.stderr


def _pattern(expected: str) -> re.Pattern[str]:
    return re.compile("".join(map(_line_pattern, expected.splitlines())))


def _line_pattern(line: str) -> str:
    """A line as it is written. `...` stands for the rest of a part of it, and alone for any number of lines."""
    return r"(?:[^\n]*\n)*" if line == "..." else re.escape(line).replace(re.escape("..."), r"[^\n]*") + r"\n"


@pytest.mark.parametrize(("command", "expected"), EXAMPLES)
def test_examples_say_enough_to_notice_another_output(command, expected):
    others = [output for other, output in EXAMPLES if other != command]
    assert [output for output in ("", *others) if _pattern(expected).fullmatch(output)] == []


def test_every_command_has_an_example():
    shown = {match for command, _ in EXAMPLES for match in re.findall(r"bidbase (\w+)", command)}
    assert shown == set(COMMANDS) - {"format"}


ASKED = ["`P25-29`", "`Pmax<25`", "`TP26+`", "`TPmax<26`", "`P8+`", "`=a`", "`=N`", "`C` in Pct", "`D` in Pct"]
ASKED += ["`no fit`", "`points ", "`partner has ", "`partner may have ", "`asked ", "`high ", "`after "]
ASKED += ["### Use against", "Test auction", "### Shows", "### Notes, sources and excuses"]


@pytest.mark.parametrize("text", ASKED)
def test_the_manual_speaks_of_what_entries_can_ask(text):
    assert text in ENTRIES


def test_the_manual_names_every_field():
    """What it says of variable a holds for b and c."""
    labels = [field.label for field in FIELDS if not field.label.startswith(("Suit b", "Suit c"))]
    assert [label for label in labels if label not in ENTRIES] == []
