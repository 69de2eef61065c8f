"""Sites that are started by the commands of `make run` and of compose.yaml, without a container."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import yaml

from bidbase_site import leash
from bidbase_site.settings import BASE_DIR
from tests.processes import Environment, alive, bare_environment, kill_all, start

VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")
WEB = "gunicorn"  # in the command lines of the web processes
CLUB = {"SECRET_KEY": "a-secret-key-for-tests-of-the-club-that-is-long-enough", "POSTGRES_PASSWORD": "a-password"}


@dataclass(frozen=True)
class Site:
    """A running site: the ports of its machines, and the environments of its processes."""

    ports: tuple[int, ...]
    environments: tuple[Environment, ...]

    @property
    def port(self) -> int:
        """Where its first machine listens."""
        return self.ports[0]

    def processes(self) -> set[int]:
        """The processes that run now."""
        return {process for environment in self.environments for process in alive(environment)}

    def memory(self) -> float:
        """Megabytes that its processes use, shared pages counted once."""
        return sum(map(proportional_kilobytes, self.processes())) / 1024

    def web_seconds(self) -> float:
        """Seconds that its web processes have spent on the processor since they began."""
        return sum(processor_seconds(process) for each in self.environments for process in alive(each, WEB))


def processor_seconds(process: int) -> float:
    """What a process has spent on the processor, in its own code and in the kernel; 0 when it has ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def proportional_kilobytes(process: int) -> int:
    """What a process uses; 0 when it has ended."""
    try:
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return 0
    return int(re.search(r"^Pss:\s+(\d+) kB", rollup, re.MULTILINE)[1])


@contextmanager
def running(command: list[str], environment: Environment, ready: str) -> Iterator[None]:
    """A program that runs until the block ends, or we do; it is ready when it has said so."""
    with NamedTemporaryFile("w+") as output:  # unlike a pipe it never fills up
        process = start(leash.on(command), environment, output=output)
        try:
            while ready not in (said := Path(output.name).read_text()):
                if process.poll() is not None:
                    raise RuntimeError(f"it ended without saying {ready!r}:\n{said}")
                time.sleep(0.1)
            yield
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(timeout=60)
            finally:
                kill_all(environment)


@contextmanager
def newcomer(folder: Path, **settings: str) -> Iterator[Site]:
    """What `make run` starts."""
    environment = bare_environment(folder, **settings)
    with running([sys.executable, "-m", "bidbase_site.run"], environment, "BidBase is at"):
        yield Site((int(environment["PORT"]),), (environment,))


def services(values: Mapping[str, str]) -> dict[str, Any]:
    """The services of compose.yaml with the variables filled in. Raises KeyError for one that has to be set."""

    def fill_in(match: re.Match[str]) -> str:
        name, sign, default = match.groups()
        return values.get(name, default) if sign == "-" else values[name]

    text = VARIABLE.sub(fill_in, (BASE_DIR / "compose.yaml").read_text())
    found: dict[str, Any] = yaml.safe_load(text)["services"]
    return found


class Club:
    """The services of compose.yaml, run beside each other on one machine with the servers that the tests have."""

    def __init__(self, folder: Path, database: str, broker: str, **values: str) -> None:
        self._folder = folder
        self._servers = {"@database/": database, "//queue/": broker}
        self._services = services({**CLUB, **values})
        self._listening = bare_environment(folder)["PORT"]

    def environment(self, name: str) -> Environment:
        """Of a service. A service with the data volume has its folder, another one a folder of its own."""
        service = self._services[name]
        folder = self._folder / ("data" if "data:/app/var" in service.get("volumes", []) else name)
        folder.mkdir(exist_ok=True)
        values = {key: "" if value is None else str(value) for key, value in service["environment"].items()}
        written = {key: self._reachable(value) for key, value in values.items()}
        return {**bare_environment(folder), **written, "PORT": self._listening}

    def _reachable(self, value: str) -> str:
        """A value in which the servers of the tests take the place of the services."""
        return next((url for host, url in self._servers.items() if host in value), value)

    def run(self, name: str, command: list[str] | None = None) -> int:
        """Run the command of a service, or another one in its place, to its end: the exit status."""
        return subprocess.run(self._command(name, command), env=self.environment(name), cwd=BASE_DIR).returncode

    def healthy(self, name: str) -> bool:
        """What the health check of a service says."""
        return self.run(name, self._services[name]["healthcheck"]["test"][1:]) == 0

    @contextmanager
    def up(self) -> Iterator[Site]:
        """Prepare, then run web, worker and beat, which share a folder and so a mark."""
        if self.run("prepare"):
            raise RuntimeError("prepare failed")
        with ExitStack() as stack:
            for name, ready in (("worker", ""), ("beat", ""), ("web", "BidBase is at")):
                stack.enter_context(running(self._command(name), self.environment(name), ready))
            yield Site((int(self._listening),), (self.environment("web"),))

    def _command(self, name: str, command: list[str] | None = None) -> list[str]:
        program, *arguments = command or shlex.split(self._services[name]["command"])
        return [str(Path(sys.executable).with_name(program)), *arguments]
