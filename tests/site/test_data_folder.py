"""A data folder on which no site can run: each program says so in a sentence, with exit status 1 and no traceback."""

import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bidbase_site.settings import BASE_DIR
from tests.processes import Environment

SMALL = 100_000  # bytes: all that a file may have on the full disk
CANNOT_START = "BidBase cannot start. "
UNUSABLE = "Preparation stops: the database {data}/bidbase.sqlite3 cannot be used: "


def may_only_be_read(data: Path) -> None:
    for folder, _, _ in os.walk(data):
        os.chmod(folder, 0o500)


def is_new_and_may_only_be_read(data: Path) -> None:
    shutil.rmtree(data)
    data.mkdir(0o500)


def is_a_file(data: Path) -> None:
    shutil.rmtree(data)
    data.touch()


def has_no_secret(data: Path) -> None:
    (data / "secret_key").write_text("short")


def has_a_database_that_may_only_be_read(data: Path) -> None:
    (data / "bidbase.sqlite3").chmod(0o400)


def has_half_a_database(data: Path) -> None:
    os.truncate(data / "bidbase.sqlite3", SMALL)


def has_a_database_with_a_hole(data: Path) -> None:
    with (data / "bidbase.sqlite3").open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * SMALL)


def has_a_letter_for_a_database(data: Path) -> None:
    (data / "bidbase.sqlite3").write_text("Dear Ann, " * 1000)


def has_a_folder_for_a_database(data: Path) -> None:
    (data / "bidbase.sqlite3").unlink()
    (data / "bidbase.sqlite3").mkdir()


def is_new_on_a_full_disk(data: Path) -> None:
    shutil.rmtree(data)
    data.mkdir()


# How the folder is, and what preparation, start and backup say then. The start prepares first, and says so.
FOLDERS: list[tuple[Any, ...]] = [
    (
        may_only_be_read,
        UNUSABLE + "attempt to write a readonly database",
        "BidBase stops: nothing can be kept in the data folder: [Errno 13] Permission denied",
        "The backup stops: [Errno 13] Permission denied",
    ),
    (is_new_and_may_only_be_read, *3 * [CANNOT_START + "It keeps its data in {data}, as DATA_DIR says: [Errno 13]"]),
    (is_a_file, *3 * [CANNOT_START + "It keeps its data in {data}, as DATA_DIR says: [Errno 17] File exists"]),
    (has_no_secret, *3 * [CANNOT_START + "{data}/secret_key holds no secret key. Remove it"]),
    (has_a_database_that_may_only_be_read, *2 * [UNUSABLE + "attempt to write a readonly database"], ""),
    (
        has_half_a_database,
        *2 * [UNUSABLE + "database disk image is malformed"],
        "The backup stops: the database cannot be copied: database disk image is malformed",
    ),
    (
        has_a_database_with_a_hole,
        *2 * [UNUSABLE + "database disk image is malformed"],
        "The backup stops: the database is damaged: ",
    ),
    (
        has_a_letter_for_a_database,
        *2 * [UNUSABLE + "file is not a database"],
        "The backup stops: the database cannot be copied: file is not a database",
    ),
    (
        has_a_folder_for_a_database,
        *2 * [UNUSABLE + "unable to open database file"],
        "The backup stops: unable to open database file",
    ),
    (
        is_new_on_a_full_disk,
        *2 * [UNUSABLE + "disk I/O error"],
        "The backup stops: the database cannot be copied: disk I/O error",
    ),
]


@pytest.mark.parametrize(
    ("spoil", "prepare", "run", "backup"), [pytest.param(*row, id=row[0].__name__) for row in FOLDERS]
)
def test_a_folder_that_is_of_no_use_is_told_in_a_sentence(prepared, tmp_path, spoil, prepare, run, backup):
    data = Path(prepared["DATA_DIR"])
    spoil(data)
    file = tmp_path / "backup.tar.gz"
    for told, *command in ((prepare, "prepare"), (run, "run"), (backup, "backup", str(file))):
        done = start(command, prepared, limit_disk if spoil is is_new_on_a_full_disk else None)
        assert (done.returncode, "Traceback" in done.stderr) == (int(bool(told)), False), done.stderr
        assert done.stderr.startswith(told.format(data=data))
        assert done.stderr.splitlines()[1:] in ([], ["BidBase stops: the preparation failed (exit status 1)"])
        assert file.exists() == (told == "")


def start(module: list[str], environment: Environment, limit: Callable[[], None] | None) -> Any:
    """Run a program to its end, for whom permissions count: they do not for root unless it gives up this right."""
    command = [sys.executable, "-m", f"bidbase_site.{module[0]}", *module[1:]]
    if os.geteuid() == 0:
        if not shutil.which("setpriv"):
            pytest.skip("root may write anywhere, and this machine has no setpriv")
        command = ["setpriv", "--bounding-set", "-dac_override", *command]
    return subprocess.run(
        command, cwd=BASE_DIR, env=environment, stderr=subprocess.PIPE, text=True, preexec_fn=limit, timeout=120
    )


def limit_disk() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL, SMALL))
