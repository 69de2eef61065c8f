"""What the supervisor does with programs that die, are stuck or do not listen, shown with small ones."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bidbase_site.settings import BASE_DIR
from tests.conftest import eventually
from tests.processes import SIGNALS, Environment, alive, last_words, read_until, start

MAKEFILE = """
run:
	@exec "{python}" keep.py $$PPID
"""
KEEP = """
import sys
from pathlib import Path
from bidbase_site import supervisor
from bidbase_site.supervisor import ProcessGroup, Program, Stopped, StopRequests, Trouble

supervisor.ASK_SECONDS = 0.1
supervisor.STEADY_SECONDS = {steady}
group = ProcessGroup(StopRequests(int(sys.argv[1])))
for name in ("first", "second"):
    silent = Path("silent")
    group.add(Program(name, [sys.executable, "program.py", name], answers=lambda: not silent.exists(), patience=3))
try:
    group.keep_on()
except Stopped:
    print("stopped", flush=True)
except Trouble as trouble:
    print(trouble, flush=True)
finally:
    group.end()
"""
CHILD = "import time; time.sleep(600)"
PROGRAM = """
import signal, subprocess, sys, time

if "{manner}" == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if "{manner}" == "broken":
    sys.exit(7)
child = subprocess.Popen([sys.executable, "-c", "{child}"])
if sys.argv[1] == "second":
    print("started", flush=True)
time.sleep(600)
"""


@pytest.fixture
def manner() -> str:
    return "obedient"


@pytest.fixture
def steady() -> int:
    """After how many seconds a program counts as steady: here all are, unless a test says otherwise."""
    return 0


@pytest.fixture
def group(environment: Environment, tmp_path: Path, manner: str, steady: int) -> Iterator[subprocess.Popen[str]]:
    """`make` with two programs, each of which has a child of its own."""
    (tmp_path / "Makefile").write_text(MAKEFILE.format(python=sys.executable))
    (tmp_path / "keep.py").write_text(KEEP.format(steady=steady))
    (tmp_path / "program.py").write_text(PROGRAM.format(manner=manner, child=CHILD))
    # They look for their files here, and the supervisor starts them in the project's folder.
    (tmp_path / "sitecustomize.py").write_text(f"import os; os.chdir({str(tmp_path)!r})")
    process = start(["make", "run"], {**environment, "PYTHONPATH": f"{tmp_path}:{BASE_DIR}"}, tmp_path)
    if manner != "broken":
        read_until(process, "started")
    yield process
    process.terminate()
    last_words(process)


@pytest.mark.parametrize("number", [*SIGNALS, signal.SIGKILL])
def test_a_signal_to_make_alone_ends_everything(group, environment, number):
    group.send_signal(number)
    assert "stopped" in last_words(group)
    assert alive(environment) == []


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_from_the_terminal_to_all_ends_everything(group, environment, number):
    os.killpg(group.pid, number)
    assert "stopped" in last_words(group)
    assert alive(environment) == []


@pytest.mark.parametrize("manner", ["stubborn"])
def test_who_does_not_listen_is_killed_at_the_second_signal(group, environment):
    group.send_signal(signal.SIGTERM)
    read_until(group, "stopped")
    os.kill(alive(environment, "keep.py")[0], signal.SIGINT)
    last_words(group)
    assert alive(environment) == []


def test_what_dies_starts_again_without_the_children_it_had(group, environment):
    eventually(lambda: len(alive(environment, CHILD)) == 2)
    children, (first, second) = alive(environment, CHILD), alive(environment, "program.py")
    os.kill(second, signal.SIGKILL)
    assert "The second ended by itself (SIGKILL). It starts again in 1 s." in read_until(group, "started")
    eventually(lambda: len(alive(environment, CHILD)) == 2)
    assert len(set(children) & set(alive(environment, CHILD))) == 1
    assert set(alive(environment, "program.py")) & {first, second} == {first}


def test_what_does_not_answer_is_killed_and_starts_again(group, environment, tmp_path):
    before = alive(environment, "program.py")
    (tmp_path / "silent").touch()
    read_until(group, "does not answer. It starts again in 1 s.")
    (tmp_path / "silent").unlink()
    eventually(lambda: len(programs := alive(environment, "program.py")) == 2 and programs != before)


@pytest.mark.parametrize(("manner", "steady"), [("broken", 60)])
def test_what_dies_again_and_again_ends_everything(group, environment):
    said = last_words(group)
    assert [f"again in {pause} s" in said for pause in (1, 2, 4, 8, 16)] == [True, True, True, True, False]
    assert "ended by itself (exit status 7), 5 times in a row" in said
    assert alive(environment) == []
