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
EXAMPLES = re.findall(r"```console\n\$ (.+)\n((?:.+\n)+?)```", ENGINE)
ENTRIES = (ROOT / "docs" / "entries.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("command", "expected"), EXAMPLES)
def test_examples_give_what_they_say(command, expected):
    runnable = re.sub(rf"\bbidbase (?={'|'.join(COMMANDS)})", f"{sys.executable} -m bidbase ", command)
    runnable = re.sub(r"^python ", f"{sys.executable} ", runnable)
    done = subprocess.run(["bash", "-c", runnable], cwd=ROOT, capture_output=True, text=True, check=False)
    pattern = re.escape(expected.rstrip()).replace(re.escape("..."), ".*")
    assert re.match(pattern, done.stdout, re.DOTALL), done.stdout + done.stderr


def test_every_command_has_a_section_and_an_example():
    sections = re.findall(r"^## (.+)$", ENGINE, re.MULTILINE)
    examples = {name for command, _ in EXAMPLES for name in re.findall(r"bidbase (\w+)", command)}
    assert set(COMMANDS) - set(sections) == set()
    assert set(COMMANDS) - examples == {"format"}, "format would rewrite files"


SAID = ["`P25-29`", "`Pmax<25`", "`TP26+`", "`TPmax<26`", "`P8+`", "`=a`", "`=N`", "`C` in Pct", "`D` in Pct"]
SAID += ["`no fit`", "`points ", "`partner has ", "`partner may have ", "`asked ", "`high ", "`after "]
SAID += ["### Use against", "Test auction", "### Shows", "### Notes, sources and excuses"]


@pytest.mark.parametrize("text", SAID)
def test_the_manual_speaks_of_what_entries_can_ask(text):
    assert text in ENTRIES


def test_the_manual_names_every_field():
    """Those of variable a speak for b and c."""
    labels = [field.label for field in FIELDS if not field.label.startswith(("Suit b", "Suit c"))]
    assert [label for label in labels if label not in ENTRIES] == []
