"""Sites that are started for real."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from redis import Redis as Client

from bidbase_site.settings import BASE_DIR
from tests import bring
from tests.conftest import eventually
from tests.processes import Environment, bare_environment, kill_all
from tests.site import jobs

if not Path("/proc/self/environ").exists():
    started = (
        "backup",
        "compose",
        "daily_backup",
        "data_folder",
        "load_tool",
        "long_work",
        "move",
        "recovery",
        "run",
        "slow_site",
        "supervisor",
        "upgrade",
        "web_processes",
    )
    collect_ignore = [f"test_{name}.py" for name in started]


@contextmanager
def newcomer(folder: Path) -> Iterator[Environment]:
    """The environment of a newcomer's shell, with an empty data folder. No process that has it outlives the block."""
    (folder / "data").mkdir()
    environment = bare_environment(folder / "data")
    yield environment
    kill_all(environment)


@pytest.fixture
def counted() -> list[int]:
    """What jobs count from now on."""
    jobs.done.clear()
    return jobs.done


@pytest.fixture
def served() -> list[str]:
    """Whose pieces of work are done from now on."""
    jobs.served.clear()
    return jobs.served


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[Environment]:
    """The environment of a newcomer's shell, with an empty data folder."""
    with newcomer(tmp_path) as environment:
        yield environment


@pytest.fixture(scope="session")
def prepared_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the shipped systems, to be copied."""
    folder = tmp_path_factory.mktemp("prepared")
    command = [sys.executable, "-m", "bidbase_site.prepare"]
    subprocess.run(command, cwd=BASE_DIR, env=bare_environment(folder), check=True, capture_output=True)
    return folder


@pytest.fixture
def prepared(environment: Environment, prepared_data: Path) -> Environment:
    """The environment, with a data folder in which a first start has been."""
    shutil.copytree(prepared_data, environment["DATA_DIR"], dirs_exist_ok=True)
    return environment


@pytest.fixture(scope="module")
def shared(prepared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Environment]:
    """What `prepared` gives, shared by the tests of a file, since each start takes ten seconds of processor."""
    with newcomer(tmp_path_factory.mktemp("shared")) as environment:
        shutil.copytree(prepared_data, environment["DATA_DIR"], dirs_exist_ok=True)
        yield environment


@pytest.fixture
def postgresql() -> Iterator[bring.PostgreSQL]:
    """A PostgreSQL server of the test's own, which it may stop and start."""
    if not bring.postgresql_programs():
        pytest.skip("no PostgreSQL on this machine; make test brings one")
    with bring.postgresql_server() as server:
        yield server


class Redis:
    """A Redis that a test may take away and bring back."""

    def __init__(self, folder: Path) -> None:
        self.socket = folder / "redis.sock"
        self._folder = folder
        self.begin()

    def begin(self) -> None:
        options = ["--port", "0", "--unixsocket", str(self.socket), "--save", "", "--dir", str(self._folder)]
        self.server = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
        eventually(self.socket.exists)

    def empty(self) -> None:
        with Client(unix_socket_path=str(self.socket)) as client:
            client.flushall()

    def end(self) -> None:
        self.server.kill()
        self.server.wait()
        self.socket.unlink(missing_ok=True)


@pytest.fixture
def redis(environment: Environment, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Redis]:
    """A Redis of the test's own, which is the queue of its site."""
    if not shutil.which("redis-server"):
        pytest.skip("no redis-server on this machine; make test brings one")
    redis = Redis(tmp_path_factory.mktemp("r"))
    environment["BROKER_URL"] = f"redis+socket://{redis.socket}"
    yield redis
    redis.end()
