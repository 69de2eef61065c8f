"""When a program counts as stuck: told look by look, and what processes have spent on the processor."""

import subprocess
import sys

import pytest

from bidbase_site.progress import (
    IDLE_LOOKS,
    LEAST_SHARE,
    LOOK_SECONDS,
    SILENT_LOOKS,
    START_FACTOR,
    ProgramProgress,
    processor_seconds,
)
from tests.conftest import eventually
from tests.processes import Environment, start

ANSWERS, WORKS, WAITS = "a", "w", "."  # what a program has done since the look before
IDLE, SILENT = "has neither answered nor worked for 60 s", "has worked for 600 s without an answer"
START_IDLE, START_SILENT = IDLE.replace("60", "180"), SILENT.replace("600", "1800")
BURN = "import time; end = time.process_time() + 0.3\nwhile time.process_time() < end: pass"
PARENT = f"""
import subprocess, sys, time
subprocess.run([sys.executable, "-c", {BURN!r}])
time.sleep(600)
"""


def faults(story: str) -> list[str]:
    """What each look of a story finds."""
    spent = 0.0
    progress = ProgramProgress(lambda: spent)
    found = []
    for look in story:
        if look == ANSWERS:
            progress.note_answer()
        spent += LEAST_SHARE * LOOK_SECONDS * (1.1 if look == WORKS else 0.9)  # the rest is waking up and waiting again
        found.append(progress.look())
    return found


@pytest.mark.parametrize(
    ("story", "last"),
    [
        pytest.param(ANSWERS + WAITS * (IDLE_LOOKS - 1), "", id="a pause"),
        pytest.param(ANSWERS + WORKS + WAITS * (IDLE_LOOKS - 1), "", id="a pause after work"),
        pytest.param(ANSWERS + WORKS + WAITS * IDLE_LOOKS, IDLE, id="threads that wait for each other"),
        pytest.param(ANSWERS + (WAITS * (IDLE_LOOKS - 1) + WORKS) * 3, "", id="a machine with too much to do"),
        pytest.param(ANSWERS + WORKS * (SILENT_LOOKS - 1), "", id="a long page"),
        pytest.param(ANSWERS + WORKS * SILENT_LOOKS, SILENT, id="an endless loop"),
        pytest.param(WORKS + WAITS * (IDLE_LOOKS * START_FACTOR - 1), "", id="a start from a slow disk"),
        pytest.param(WORKS + WAITS * IDLE_LOOKS * START_FACTOR, START_IDLE, id="a start that waits for ever"),
        pytest.param(WORKS * (SILENT_LOOKS * START_FACTOR - 1), "", id="a start with a hundredth of a processor"),
        pytest.param(WORKS * SILENT_LOOKS * START_FACTOR, START_SILENT, id="a start that never ends"),
        pytest.param((WORKS * (SILENT_LOOKS - 1) + ANSWERS) * 3, "", id="an answer now and then"),
    ],
)
def test_a_program_is_stuck_when_it_makes_no_progress(story, last):
    *before, found = faults(story)
    assert set(before) <= {""}
    assert found == last


def test_who_waits_is_told_once_that_a_program_is_late():
    progress = ProgramProgress(lambda: 0)
    late = []
    for _ in range(2 * IDLE_LOOKS):
        progress.look()
        late.append(progress.is_late)
    assert late.count(True) == 1
    assert late.index(True) == IDLE_LOOKS - 1


def test_the_time_of_a_session_is_that_of_its_processes_and_of_their_children_that_have_ended(environment: Environment):
    session, other = (start([sys.executable, "-c", code], environment) for code in (PARENT, "input()"))
    eventually(lambda: processor_seconds(session.pid) >= 0.3)
    eventually(lambda: not children(session))
    assert processor_seconds(session.pid) >= 0.3
    assert processor_seconds(other.pid) < 0.3


def children(process: subprocess.Popen[str]) -> str:
    with open(f"/proc/{process.pid}/task/{process.pid}/children") as file:
        return file.read()
