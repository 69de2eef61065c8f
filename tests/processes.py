"""Processes that a test starts, and how it knows them again."""

import os
import resource
import signal
import socket
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import IO

import pytest

from bidbase_site.settings import BASE_DIR

SIGNALS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
Environment = dict[str, str]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


def bare_environment(data_dir: Path, **more: str) -> Environment:
    """Of a newcomer's shell. DATA_DIR is also the mark by which the processes are known."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "XDG_CACHE_HOME") if name in os.environ}
    return {**kept, "DATA_DIR": str(data_dir), "PORT": str(free_port()), **more}


def alive(environment: Environment, word: str = "") -> list[int]:
    """The processes with this DATA_DIR, oldest first, whose command line holds the word."""
    mark = f"DATA_DIR={environment['DATA_DIR']}".encode()
    found = []
    for process in sorted(Path("/proc").glob("[0-9]*"), key=lambda path: int(path.name)):
        try:
            ours = mark in (process / "environ").read_bytes().split(b"\0")
            if ours and word.encode() in (process / "cmdline").read_bytes():
                found.append(int(process.name))
        except OSError:
            continue  # it ended while we looked, or is not ours
    return found


def kill_all(environment: Environment) -> None:
    for process in alive(environment):
        os.kill(process, signal.SIGKILL)


def limit_files(processes: Iterable[int], size: int) -> None:
    """Let none of the processes make a file longer than that: as on a full disk."""
    for process in processes:
        resource.prlimit(process, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def start(
    command: list[str], environment: Environment, cwd: Path = BASE_DIR, output: int | IO[str] = subprocess.PIPE
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        cwd=cwd,
        env=environment,
        stdout=output,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        preexec_fn=hear_signals,
    )


def hear_signals() -> None:
    """As in a newcomer's shell, though these tests may run where signals are ignored (nohup, a shell's background)."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_DFL)


def read_until(process: subprocess.Popen[str], word: str) -> str:
    """What the process says up to the line with the word."""
    assert process.stdout
    said = ""
    for line in process.stdout:
        said += line
        if word in line:
            return said
    pytest.fail(f"it ended without saying {word!r}:\n{said}")


def last_words(process: subprocess.Popen[str]) -> str:
    said, _ = process.communicate(timeout=60)
    return said
