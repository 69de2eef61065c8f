"""Backups of a site: `python -m bidbase_site.backup FILE`, and `--restore FILE` on a site that does not run.

A backup is a compressed tar archive of the database, as it was at one moment however busy the site is, and of the
secret key where that is kept in DATA_DIR. All else can be made anew. `-` stands for standard output or input.

The database is a file of SQLite or what `pg_dump` writes. The former goes into both kinds of database; `--portable` has
a site on PostgreSQL write one.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import IO, Any

from django.db.backends.postgresql.client import DatabaseClient

from bidbase_site import move
from bidbase_site.run import own_data_folder
from bidbase_site.settings import DATA_DIR, DATABASES, PROGRAM, env
from bidbase_site.supervisor import Trouble

SETTINGS: dict[str, Any] = DATABASES["default"]
SQLITE = SETTINGS["ENGINE"] == "django.db.backends.sqlite3"
SQLITE_FILE, POSTGRESQL_FILE = "database.sqlite3", "database.sql"  # names in the archive
KEY = "secret_key"
IN_USE = "the site runs on this database. End web, worker and schedule, and whatever else uses it"
OTHERS = f"SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name = '{PROGRAM}'"
LOCK_SECONDS = 5  # a site that does not run holds no lock
EMPTY = f"SET lock_timeout = '{LOCK_SECONDS}s'; DROP SCHEMA public CASCADE; CREATE SCHEMA public; RESET lock_timeout;\n"


def back_up(file: IO[bytes], *, portable: bool = False) -> None:
    """Write a backup. Raises `Trouble` where the database cannot be read, `OSError` where nothing can be written."""
    with _workplace() as folder:
        database = _copy_of_database(folder, portable=portable)
        with tarfile.open(fileobj=file, mode="w|gz") as archive:
            for path in (database, DATA_DIR / KEY):
                if path.exists() and not (path.name == KEY and env("SECRET_KEY")):
                    archive.add(path, path.name)


def restore(file: IO[bytes]) -> None:
    """Put what a backup holds in the place of what the site has: all of it, or nothing.

    Raises `Trouble` where the site runs, or the file is no whole backup that goes into a database of this kind.
    """
    with own_data_folder(), _workplace() as folder:
        try:
            with tarfile.open(fileobj=file, mode="r|gz") as archive:
                archive.extractall(folder, filter="data")
        except (tarfile.TarError, EOFError, OSError) as error:
            raise Trouble(f"this is no whole backup: {error}") from None
        _replace_database(folder)
        if (folder / KEY).exists() and not env("SECRET_KEY"):
            os.replace(folder / KEY, DATA_DIR / KEY)


@contextlib.contextmanager
def _workplace() -> Iterator[Path]:
    """A folder on the disk of DATA_DIR, from which a file can be moved there in one step."""
    with tempfile.TemporaryDirectory(prefix="backup-", dir=DATA_DIR) as folder:
        yield Path(folder)


def _copy_of_database(folder: Path, *, portable: bool) -> Path:
    """The database as it is at one moment, as a file in this folder."""
    path = folder / (SQLITE_FILE if SQLITE or portable else POSTGRESQL_FILE)
    if SQLITE:
        _copy_sqlite(path)
    elif portable:
        move.carry_out(path)
    else:
        _postgresql("pg_dump", "--no-owner", "--no-privileges", "--file", str(path))
    return path


def _copy_sqlite(path: Path) -> None:
    if not Path(SETTINGS["NAME"]).exists():
        raise Trouble(f"there is no database at {SETTINGS['NAME']}")
    with closing(sqlite3.connect(SETTINGS["NAME"])) as source, closing(sqlite3.connect(path)) as copy:
        try:
            source.backup(copy)
        except sqlite3.Error as error:
            raise Trouble(f"the database cannot be copied: {error}") from None
    _check(path)


def _replace_database(folder: Path) -> None:
    sqlite, postgresql = folder / SQLITE_FILE, folder / POSTGRESQL_FILE
    if not sqlite.exists() and (SQLITE or not postgresql.exists()):
        raise Trouble("no database in this backup goes into one of the kind that DATABASE_URL names")
    if _in_use():
        raise Trouble(IN_USE)
    if not sqlite.exists():
        _replace_postgresql(postgresql)
        return
    _check(sqlite)
    if SQLITE:
        _replace_sqlite(sqlite)
    else:
        move.take_in(sqlite)


def _replace_postgresql(path: Path) -> None:
    empty = path.with_name("empty.sql")
    empty.write_text(EMPTY)
    options = ["--quiet", "--no-psqlrc", "--single-transaction", "--set", "ON_ERROR_STOP=1", "--output", os.devnull]
    _postgresql("psql", *options, "--file", str(empty), "--file", str(path))


def _replace_sqlite(path: Path) -> None:
    for name in ("-wal", "-shm"):  # they belong to the database that goes
        Path(f"{SETTINGS['NAME']}{name}").unlink(missing_ok=True)
    os.replace(path, SETTINGS["NAME"])


def _check(path: Path) -> None:
    """See whether a file of SQLite is whole. Raises `Trouble` where it is damaged."""
    with closing(sqlite3.connect(path)) as database:
        try:
            (fault,) = database.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.Error as error:
            fault = str(error)
    if fault != "ok":
        raise Trouble(f"the database is damaged: {fault}")


def _in_use() -> bool:
    """Whether programs of the site are connected to the database. Those that were killed are not."""
    if not SQLITE:
        return int(_postgresql("psql", "--no-psqlrc", "--tuples-only", "--command", OTHERS)) > 0
    if not Path(SETTINGS["NAME"]).exists():
        return False
    with closing(sqlite3.connect(SETTINGS["NAME"], timeout=0)) as database:
        try:
            database.execute("PRAGMA journal_mode = DELETE")  # nobody else may be connected
        except sqlite3.DatabaseError as error:  # one that is damaged may be replaced
            return error.sqlite_errorcode == sqlite3.SQLITE_BUSY
    return False


def _postgresql(program: str, *options: str) -> str:
    """Run a program of PostgreSQL on the site's database: what it answers.

    Raises `Trouble` with what it says when it fails.
    """
    if not shutil.which(program):
        raise Trouble(f"{program} is not installed; it comes with the client programs of PostgreSQL")
    (_, *database), environment = DatabaseClient.settings_to_cmd_args_env(SETTINGS, [])
    command = [program, *options, *database]
    done = subprocess.run(command, env={**os.environ, **(environment or {})}, capture_output=True, text=True)
    if done.returncode:
        raise Trouble(f"{program} failed: {' '.join(done.stderr.split())}")
    return done.stdout


def _write(name: str, *, portable: bool) -> None:
    """Write a backup under this name once it is whole."""
    if name == "-":
        back_up(sys.stdout.buffer, portable=portable)
        return
    beside = Path(f"{name}.part")
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            back_up(file, portable=portable)
        os.replace(beside, name)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _read(name: str) -> None:
    if name == "-":
        restore(sys.stdin.buffer)
        return
    with open(name, "rb") as file:
        restore(file)


def _end(number: int, frame: FrameType | None) -> None:
    sys.exit("It was ended before it was done, and leaves nothing.")


def main() -> None:
    """Write or read a backup; a fault ends with its message and exit status 1."""
    parser = argparse.ArgumentParser(description="Write a backup of the site, or bring one back.")
    parser.add_argument("file", help="where the backup is; - for standard output or input")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--restore", action="store_true", help="replace what the site has by what the backup holds")
    what.add_argument("--portable", action="store_true", help="write a backup that goes into SQLite and PostgreSQL")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, _end)
    try:
        if options.restore:
            _read(options.file)
        else:
            _write(options.file, portable=options.portable)
    except (Trouble, OSError, sqlite3.Error) as error:
        sys.exit(f"{'Restoring' if options.restore else 'The backup'} stops: {error}")


if __name__ == "__main__":
    main()
