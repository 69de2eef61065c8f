"""The package as others get it: a wheel of the engine alone, in an environment with NumPy and nothing of the site."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

import bidbase
from bidbase.cli import COMMANDS
from bidbase.errors import EXTRAS

ROOT = Path(__file__).resolve().parents[2]
UV = Path(sys.executable).with_name("uv")
MOST_BYTES = 2 << 20
PART = """
    auction bidder bidding_by_situations cards compiled_sections compiler evaluation holdings kept
    language_cells language_honors language_specs lazy rubber scoring shown tokenizer
""".split()
"""The tests of the engine that are run with the wheel: the quick ones of each floor that need NumPy alone."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([UV, "build", "--quiet", "--wheel", "--out-dir", folder], cwd=ROOT, check=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def python(wheel, tmp_path_factory) -> Path:
    """The Python of an environment with the wheel, what it requires, and what tests need."""
    folder = tmp_path_factory.mktemp("environment")
    environment = os.environ | {"UV_PROJECT_ENVIRONMENT": str(folder), "VIRTUAL_ENV": str(folder)}
    locked = "sync --quiet --frozen --no-default-groups --group engine --no-install-project".split()
    subprocess.run([UV, *locked, "--python", sys.executable], cwd=ROOT, env=environment, check=True)
    subprocess.run([UV, *"pip install --quiet --no-deps".split(), wheel], env=environment, check=True)
    return folder / "bin" / "python"


@pytest.fixture
def run(python, tmp_path):
    """Run Python in an empty folder, with these lines as its input."""

    def call(*arguments: str | Path, lines: str = "") -> subprocess.CompletedProcess:
        environment = {name: os.environ[name] for name in ("HOME", "XDG_CACHE_HOME", "PATH") if name in os.environ}
        return subprocess.run(
            [python, *arguments],
            cwd=tmp_path,
            env=environment,
            input=lines,
            capture_output=True,
            text=True,
            check=False,
        )

    return call


def test_the_wheel_is_small_and_holds_the_engine_alone(wheel):
    assert wheel.stat().st_size < MOST_BYTES
    names = ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names} == {"bidbase", f"bidbase-{bidbase.__version__}.dist-info"}
    assert {"bidbase/py.typed", "bidbase/systems_data/sayc/system.toml"} <= {*names}


def test_it_requires_numpy_alone(wheel):
    with ZipFile(wheel) as archive:
        metadata = archive.read(f"bidbase-{bidbase.__version__}.dist-info/METADATA").decode()
    required = re.findall(r"^Requires-Dist: (.+)$", metadata, re.MULTILINE)
    assert [line for line in required if "extra ==" not in line] == ["numpy>=2.4"]
    assert {*re.findall(r"^Provides-Extra: (.+)$", metadata, re.MULTILINE)} == {*EXTRAS.values(), "site"}


def test_the_first_lines_of_the_documentation_run(run):
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    done = run("-c", re.search(r"```python\n(.*?)```", page, re.DOTALL)[1])
    assert done.stdout.startswith("2C book "), done.stderr


def test_every_command_is_there(run):
    for command in COMMANDS:
        done = run("-m", "bidbase", command, "--help")
        assert done.stdout.startswith(f"usage: bidbase {command}"), done.stderr


def test_commands_run_and_a_missing_extra_is_told(run):
    line = {"hand": "JT72.876.63.QT62", "auction": "2H-2S-4H", "system": "2over1"}
    answer = json.loads(run("-m", "bidbase", "bid", lines=json.dumps(line)).stdout)
    assert answer["call"] == "P"
    assert run("-m", "bidbase", "check", "sayc", "--section", "1N-P", "--rule", "test-hand").stdout == "nothing found\n"
    done = run("-m", "bidbase", "export", "sayc", "--format", "xlsx", "-o", "sayc.xlsx")
    assert done.returncode == 2
    assert done.stderr == "this needs openpyxl, which is not installed: pip install 'bidbase[workbooks]'\n"


def test_the_service_answers_and_tells_what_is_missing(run):
    asked = [{"op": "legal", "auction": "7N-X-XX"}, {"op": "simulate", "deals": 1, "contracts": "3N"}]
    lines = run("-m", "bidbase", "serve", lines="".join(f"{json.dumps(record)}\n" for record in asked)).stdout
    legal, refused = map(json.loads, lines.splitlines())
    assert (legal["calls"], legal["version"]) == (["P"], bidbase.__version__)
    assert refused["code"] == "not-installed"
    assert "bidbase[double-dummy]" in refused["error"]
    assert "bidbase[http]" in run("-m", "bidbase", "serve", "--http", "0").stderr
    assert json.loads(run("-m", "bidbase", "serve", "--schema").stdout)["title"] == "bidbase serve"


def test_a_part_of_the_tests_of_the_engine_passes(run, tmp_path):
    shutil.copytree(ROOT / "tests", tmp_path / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    engine = tmp_path / "tests" / "engine"
    files = [engine / f"test_{name}.py" for name in PART]
    done = run("-m", "pytest", "-q", "-c", engine / "pytest.toml", f"--rootdir={engine}", *files)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
