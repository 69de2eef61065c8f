"""The whole site in one terminal: `python -m bidbase_site.run`.

Brings database, shipped systems and static files up to date, then keeps web, worker and schedule running until
somebody ends it (Ctrl-C, SIGTERM, SIGHUP). With `web`, `worker` or `schedule` it runs that part alone, as each
container does.
"""

import argparse
import contextlib
import errno
import fcntl
import socket
import sys
from collections.abc import Iterator

from bidbase_site.liveness import SCHEDULE, WORKER, status_of_page
from bidbase_site.names import EVERYWHERE, names_of
from bidbase_site.settings import DATA_DIR, env
from bidbase_site.supervisor import ProcessGroup, Program, Stopped, StopRequests, Trouble, say

PREPARATION = [sys.executable, "-m", "bidbase_site.prepare"]
APPLICATION = "bidbase_site.wsgi"
WEB_PROCESSES = ("first web process", "second web process")  # for the two cores of a small machine
NEAR = "127.0.0.1"
SILENT_SECONDS = 30  # for which a connection may wait without a word
PAGE_SECONDS = 30.0  # for a page; after that another thread of the process is asked


def port_from_environment() -> int:
    try:
        port: int = env("PORT")
    except ValueError:
        port = 0
    if not 0 < port < 65536:
        raise Trouble("PORT must be a number from 1 to 65535, as in: make run PORT=8001")
    return port


@contextlib.contextmanager
def own_data_folder() -> Iterator[None]:
    """Keep others from running the site on this data folder.

    Raises Trouble when somebody does, or nothing can be kept there.
    """
    try:
        lock = (DATA_DIR / "run.lock").open("w")
    except OSError as error:
        raise Trouble(f"nothing can be kept in the data folder: {error}") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Trouble(f"another BidBase runs on {DATA_DIR}. End it, or set DATA_DIR to another folder") from None
        yield


@contextlib.contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """The socket at which the site listens. It stays open while web processes come and go, so no visitor is refused.

    A connection waits in the kernel until something comes over it: browsers open some in advance, and none of those is
    to hold a thread. Raises Trouble where nobody can listen.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        why = "something else is using it" if error.errno == errno.EADDRINUSE else error.strerror
        raise Trouble(f"cannot listen at {host}, port {port}: {why}. Try make run PORT=8001") from None
    with listener:
        if sys.platform == "linux":
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_DEFER_ACCEPT, SILENT_SECONDS)
        yield listener


def web_process(name: str, listener: socket.socket, ours: socket.socket) -> Program:
    """A web process with four threads: a gunicorn of its own. It also listens where only we ask it for pages.

    It takes as many connections as it has threads, and ends each with its answer. So all visitors wait in one line, the
    listener's, for the thread that is free first, and a process that is stuck takes nobody from it. gunicorn starts a
    process again that dies. Whether one is stuck is for the supervisor to say (`--timeout 0`): gunicorn sees no threads
    that wait for each other, and takes a long start on a slow machine for an end.
    """
    port, files = ours.getsockname()[1], [listener.fileno(), ours.fileno()]
    threads = ["--threads", "4", "--worker-connections", "4", "--keep-alive", "0", "--timeout", "0"]
    log = ["--logger-class", "bidbase_site.web_log.LineLogger", "--log-level", "warning"]
    options = [*(f"--bind=fd://{file}" for file in files), *threads, *log, "--no-control-socket"]
    return Program(
        name,
        [sys.executable, "-m", "gunicorn", APPLICATION, *options],
        answers=lambda: status_of_page(NEAR, port, PAGE_SECONDS) > 0,
        must_answer=True,
        files=files,
    )


def worker() -> Program:
    """The Celery worker: two processes for tasks. Celery itself replaces one that dies or exceeds its time."""
    options = ["--concurrency", "2", "--without-gossip", "--without-mingle", "--without-heartbeat"]
    command = [sys.executable, "-m", "celery", "--quiet", "--app", "bidbase_site", "worker", *options]
    return Program("worker", command, answers=WORKER.beats_here)


def schedule() -> Program:
    """Celery's beat: one for the whole site."""
    command = [sys.executable, "-m", "bidbase_site.schedule"]
    return Program("schedule", command, answers=SCHEDULE.beats_here)


def run_all(group: ProcessGroup) -> None:
    """Prepare, start and keep everything. Ends by raising Stopped or Trouble."""
    with listening(env("HOST"), port_from_environment()) as listener, own_data_folder():
        group.run("preparation", PREPARATION)
        run_web(group, listener, worker(), schedule())


def run_web(group: ProcessGroup, listener: socket.socket, *others: Program) -> None:
    """Keep the web processes running, and others once there are pages. Ends by raising Stopped or Trouble."""
    with contextlib.ExitStack() as doors:
        processes = group.add(
            *(web_process(name, listener, doors.enter_context(listening(NEAR, 0))) for name in WEB_PROCESSES)
        )
        while not any(process.answered for process in processes):
            group.keep()
        tell_addresses(*listener.getsockname()[:2])
        for program in others:
            group.add(program)
        group.keep_on()


def tell_addresses(host: str, port: int) -> None:
    """Say where the site is. Raises Trouble where it answers with an error."""
    if (status := status_of_page(host, port, PAGE_SECONDS)) >= 500:
        raise Trouble(f"the site answers with an error ({status})")
    here = [] if names_of(host) and host not in EVERYWHERE else ["[::1]" if ":" in host else "127.0.0.1"]
    addresses = ", ".join(f"http://{name}:{port}/" for name in [*here, *names_of(host)])
    print(f"BidBase is at {addresses} (Ctrl-C ends it)", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the whole site, or one part of it, until Ctrl-C.")
    parts = ["web", "worker", "schedule"]
    parser.add_argument("part", nargs="?", choices=parts, help="the part to run alone, on prepared data")
    parser.add_argument("--make", type=int, metavar="PID", help="end when this make, our parent, ends")
    options = parser.parse_args()
    group = ProcessGroup(StopRequests(options.make))
    try:
        match options.part:
            case "web":
                with listening(env("HOST"), port_from_environment()) as listener:
                    run_web(group, listener)
            case "worker":
                group.add(worker())
                group.keep_on()
            case "schedule":
                group.add(schedule())
                group.keep_on()
            case _:
                run_all(group)
    except Stopped:
        print("BidBase ends. A running task may finish; Ctrl-C again cuts it off.", flush=True)
    except Trouble as trouble:
        say(f"BidBase stops: {trouble}")
        return 1
    finally:
        group.end()
    return 0


if __name__ == "__main__":
    sys.exit(main())
