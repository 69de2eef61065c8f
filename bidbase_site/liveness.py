"""Signs of life of web and worker. A container asks `python -m bidbase_site.liveness web`, or `worker`."""

import contextlib
import http.client
import sys
import time

from bidbase_site.settings import WORKER_HEARTBEAT, env

PAGE = "/system/"  # needs the database, the shipped systems and the templates, and keeps nothing
HEARTBEAT_SECONDS = 5.0  # between two signs of life of the worker
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


def beat() -> None:
    """Leave the sign of life of the worker."""
    WORKER_HEARTBEAT.touch()


def worker_beats() -> bool:
    """Whether the worker has left its sign of life of late."""
    try:
        return time.time() - WORKER_HEARTBEAT.stat().st_mtime < STALE_SECONDS
    except FileNotFoundError:
        return False


def main() -> int:
    """Exit status 0 when the program named is well."""
    match sys.argv[1:]:
        case ["web"]:
            return int(status_of_page(env("HOST"), env("PORT"), timeout=30) != 200)
        case ["worker"]:
            return int(not worker_beats())
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(main())
