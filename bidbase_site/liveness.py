"""Signs of life. A container asks `python -m bidbase_site.liveness web`, or `worker`, or `schedule`."""

import contextlib
import http.client
import socket
import sys
import time
from dataclasses import dataclass

from bidbase_site.settings import SIGNS_OF_LIFE, env

PAGE = "/system/"  # needs the database, the shipped systems and the templates, and keeps nothing
HEARTBEAT_SECONDS = 5.0  # between two signs of life of a program
STALE_SECONDS = 30.0  # a busy machine is late at times


def status_of_page(host: str, port: int, timeout: float) -> int:
    """The HTTP status with which a real page comes; 0 when nothing comes."""
    near = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    connection = http.client.HTTPConnection(near, port, timeout=timeout)
    with contextlib.closing(connection):
        try:
            connection.request("GET", PAGE, headers={"Host": "localhost"})
            return connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return 0


@dataclass(frozen=True)
class Heart:
    """The signs of life of a program, which it leaves in files: one for each machine or container that runs it."""

    program: str

    def beat(self) -> None:
        """Leave a sign of life."""
        SIGNS_OF_LIFE.mkdir(exist_ok=True)
        (SIGNS_OF_LIFE / f"{self.program}@{socket.gethostname()}").touch()

    def beats_here(self) -> bool:
        """Whether the program on this machine has left a sign of life of late."""
        return self._beats(socket.gethostname())

    def beats(self) -> bool:
        """Whether the program has left a sign of life of late on any machine that shares our data folder."""
        return self._beats("*")

    def _beats(self, machine: str) -> bool:
        return any(
            time.time() - sign.stat().st_mtime < STALE_SECONDS
            for sign in SIGNS_OF_LIFE.glob(f"{self.program}@{machine}")
        )


WORKER, SCHEDULE = Heart("worker"), Heart("schedule")


def main() -> int:
    """Exit status 0 when the program named is well."""
    match sys.argv[1:]:
        case ["web"]:
            return int(status_of_page(env("HOST"), env("PORT"), timeout=30) != 200)
        case ["worker"]:
            return int(not WORKER.beats_here())
        case ["schedule"]:
            return int(not SCHEDULE.beats_here())
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main())
