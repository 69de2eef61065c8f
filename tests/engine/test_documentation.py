"""The command line's documentation: each example in docs/engine.md gives what it says."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bidbase.language.auction_state import STATE_CLAUSES, SUIT_CLAUSES
from bidbase.language.fields import FIELDS

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = re.findall(
    r"```console\n\$ (.+)\n((?:.+\n)+?)```", (ROOT / "docs" / "engine.md").read_text(encoding="utf-8")
)
ENTRIES = (ROOT / "docs" / "entries.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("command", "expected"), EXAMPLES)
def test_examples_give_what_they_say(command, expected):
    runnable = re.sub(
        r"\bbidbase (?=bid|auction|explain|shown|pattern|field|check|teams)", f"{sys.executable} -m bidbase ", command
    )
    runnable = re.sub(r"^python ", f"{sys.executable} ", runnable)
    done = subprocess.run(["bash", "-c", runnable], cwd=ROOT, capture_output=True, text=True, check=False)
    pattern = re.escape(expected.strip()).replace(re.escape("..."), ".*")
    assert re.match(pattern, done.stdout, re.DOTALL), done.stdout + done.stderr


def test_every_command_has_an_example():
    assert {match for command, _ in EXAMPLES for match in re.findall(r"bidbase (\w+)", command)} >= {
        "bid",
        "auction",
        "explain",
        "pattern",
        "field",
        "shown",
        "check",
        "teams",
    }


SAID = ["`P25-29`", "`Pmax<25`", "`TP26+`", "`TPmax<26`", "`P8+`", "`=a`", "`=N`", "`C` in Pct", "`D` in Pct"]
SAID += ["`no fit`", "`points ", "`partner has ", "`partner may have ", "`asked ", "`high ", "`after "]
SAID += ["### Use against", "Test auction", "### Shows", "### Notes, sources and excuses"]


@pytest.mark.parametrize("word", [*SUIT_CLAUSES, *STATE_CLAUSES])
def test_the_manual_has_every_clause_of_situations(word):
    situations = ENTRIES.partition("\n## Situations\n")[2].partition("\n## ")[0]
    assert re.search(f"`{word}( a)?`", situations)


@pytest.mark.parametrize("text", SAID)
def test_the_manual_speaks_of_what_entries_can_ask(text):
    assert text in ENTRIES


def test_the_manual_names_every_field():
    """Those of variable a speak for b and c."""
    labels = [field.label for field in FIELDS if not field.label.startswith(("Suit b", "Suit c"))]
    assert [label for label in labels if label not in ENTRIES] == []
