"""What the supervisor does with programs that die, are stuck, are slow or do not listen, shown with small ones."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
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
from bidbase_site import progress, supervisor
from bidbase_site.supervisor import ProcessGroup, Program, Stopped, StopRequests, Trouble

def program(name):
    command, silence = [sys.executable, "program.py", name], Path(f"the {{name}} is silent")
    return Program(name, command, answers=lambda: not silence.exists(), must_answer={must_answer})

progress.LOOK_SECONDS, supervisor.STEADY_SECONDS = 0.1, 0.05
{rules}
group = ProcessGroup(StopRequests(int(sys.argv[1])))
group.add(program("first"), program("second"))
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
print(f"The {{sys.argv[1]}} has started.", flush=True)
while "{manner}" == "busy":
    pass
time.sleep(600)
"""
IMPATIENT = "progress.IDLE_LOOKS = 4"


@pytest.fixture
def manner() -> str:
    return "obedient"


@pytest.fixture
def rules() -> str:
    """Lines of Python that set limits. A run is steady after two answers unless a test says otherwise."""
    return ""


@pytest.fixture
def must_answer() -> bool:
    return True


@pytest.fixture
def silent() -> Sequence[str]:
    """The programs that do not answer, from the start."""
    return ()


@pytest.fixture
def silence(tmp_path: Path) -> Callable[[str], Path]:
    """The file that keeps a program from answering for as long as it is there."""
    return lambda name: tmp_path / f"the {name} is silent"


@pytest.fixture
def group(
    environment: Environment,
    tmp_path: Path,
    manner: str,
    rules: str,
    must_answer: bool,
    silent: Sequence[str],
    silence: Callable[[str], Path],
) -> Iterator[subprocess.Popen[str]]:
    """`make` with two programs that do the same, each of which has a child of its own."""
    (tmp_path / "Makefile").write_text(MAKEFILE.format(python=sys.executable))
    (tmp_path / "keep.py").write_text(KEEP.format(rules=rules, must_answer=must_answer))
    (tmp_path / "program.py").write_text(PROGRAM.format(manner=manner, child=CHILD))
    # They look for their files here, and the supervisor starts them in the project's folder.
    (tmp_path / "sitecustomize.py").write_text(f"import os; os.chdir({str(tmp_path)!r})")
    for name in silent:
        silence(name).touch()
    process = start(["make", "run"], {**environment, "PYTHONPATH": f"{tmp_path}:{BASE_DIR}"}, tmp_path)
    if manner != "broken" and not silent:
        read_until(process, "The second has started.")
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
    assert "The second ended by itself (SIGKILL). It starts again in 1 s." in read_until(group, "has started")
    eventually(lambda: len(alive(environment, CHILD)) == 2)
    assert len(set(children) & set(alive(environment, CHILD))) == 1
    assert set(alive(environment, "program.py")) & {first, second} == {first}


def test_what_neither_answers_nor_works_starts_again(group, environment, silence):
    first, second = alive(environment, "program.py")
    silence("second").touch()
    assert "The second has neither answered nor worked for 1.2 s. It starts again in 1 s." in read_until(group, "again")
    silence("second").unlink()
    read_until(group, "The second has started.")
    assert set(alive(environment, "program.py")) & {first, second} == {first}


@pytest.mark.parametrize("manner", ["busy"])
def test_what_works_without_an_answer_is_only_slow(group, environment, silence):
    before = alive(environment, "program.py")
    for name in ("first", "second"):
        silence(name).touch()
        said = read_until(group, f"The {name} has")
        assert said == f"The {name} has not answered for 1.2 s. It is left alone as long as it works.\n"
    assert alive(environment, "program.py") == before


@pytest.mark.parametrize(("manner", "rules"), [("busy", "progress.SILENT_LOOKS = 20")])
def test_what_works_for_very_long_without_an_answer_starts_again(group, silence):
    silence("first").touch()
    said = read_until(group, "again")
    assert [line.strip() for line in said.splitlines()] == [
        "The first has not answered for 1.2 s. It is left alone as long as it works.",
        "The first has worked for 2 s without an answer. It starts again in 1 s.",
    ]


def the_program(line: str) -> str:
    return line.split()[1]


@pytest.mark.parametrize("rules", [IMPATIENT])
def test_where_both_are_stuck_one_starts_and_answers_before_the_other(group, silence):
    for name in ("first", "second"):
        silence(name).touch()
    one = the_program(read_until(group, "starts again"))
    silence(one).unlink()
    assert f"The {one} has started." in read_until(group, "starts again"), "the other one has waited for it"


@pytest.mark.parametrize("rules", [IMPATIENT])
def test_where_both_are_stuck_the_other_starts_when_the_first_start_has_failed(group, silence):
    for name in ("first", "second"):
        silence(name).touch()
    stuck = [the_program(read_until(group, "starts again").splitlines()[-1]) for _ in range(3)]
    assert stuck[0] == stuck[1] != stuck[2]


@pytest.mark.parametrize("silent", [("first",)])
def test_the_second_starts_when_the_first_answers(group, environment, silence):
    read_until(group, "The first has started.")
    assert len(alive(environment, "program.py")) == 1
    silence("first").unlink()
    read_until(group, "The second has started.")


@pytest.mark.parametrize(("manner", "rules"), [("broken", "supervisor.STEADY_SECONDS = 60")])
def test_what_dies_again_and_again_ends_everything(group, environment):
    said = last_words(group)
    assert [f"again in {pause} s" in said for pause in (1, 2, 4, 8, 16)] == [True, True, True, True, False]
    assert "ended by itself (exit status 7), 5 times in a row. Mend what the lines above tell of" in said
    assert alive(environment) == []


@pytest.mark.parametrize(("silent", "rules"), [(("first", "second"), f"{IMPATIENT}; supervisor.MAX_DEATHS = 3")])
def test_what_never_answers_ends_everything_however_long_it_runs(group, environment):
    assert "has neither answered nor worked for 1.2 s, 3 times in a row. Mend what the lines" in last_words(group)
    assert alive(environment) == []


@pytest.mark.parametrize(("silent", "must_answer", "rules"), [(("first", "second"), False, IMPATIENT)])
def test_what_need_not_answer_is_no_reason_to_end(group):
    """A worker without its queue is such a program: each run counts, and none is the second in a row."""
    for _ in range(3):
        assert "again in 1 s" in read_until(group, "starts again")
