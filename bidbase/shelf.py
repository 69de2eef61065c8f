"""The shelf: what has been worked out, kept on disk for the next process, and shared by all that run.

A file of the user's cache directory holds values under digests of all that they follow from, for one version of the
code: a value is there or it is not, and never out of date. The file counts only if it and its directory belong to the
user and nobody else may write there, and a value only if it is whole. Where anything about the shelf fails, the value
is worked out anew: a full or read-only disk costs time and nothing else.
"""

from __future__ import annotations

import atexit
import os
import sqlite3
import stat
import sys
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from functools import cache, lru_cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path

KEPT = 3  # files: those of the versions of the code that were used last
MAX_BYTES = 1 << 28  # of a file, before it is begun anew
MOST_WAITING = 20_000  # values that wait to be written: more are given up
PAUSE_SECONDS = 1.0  # in which values are gathered before they are written together
LAST_SECONDS = 5.0  # for writing at the end of a process
_CHECKSUM = 8  # bytes in front of each value
_TABLE = "CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID"
_GET, _KEEP = "SELECT value FROM kept WHERE key = ?", "INSERT OR REPLACE INTO kept VALUES (?, ?)"


def key_of(*parts: object) -> bytes:
    """The key for what follows from these parts: numbers, texts, bytes, None, and tuples of them."""
    return blake2b(repr(parts).encode(), digest_size=16).digest()


class Shelf:
    """Values by key in one file. `path` is None where there is no place for a file: then nothing is kept.

    Threads may share a shelf, and none waits for another: each reads for itself, and what is to be kept is packed and
    written a moment later by a thread of its own, or when the process ends. Any number of processes may use a file.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._mine = threading.local()  # the connection of each thread
        self._waiting: dict[bytes, Callable[[], bytes]] = {}
        self._writer: threading.Thread | None = None
        self._ending = threading.Event()
        self._made = 0  # files that this process has begun: connections to an earlier one see nothing of it

    def get(self, key: bytes) -> bytes | None:
        """The value of a key; None where none is kept."""
        reader = self._reader()
        if reader is None:
            return None
        try:
            found = reader.execute(_GET, (key,)).fetchone()
        except sqlite3.OperationalError:  # somebody is beginning the file, or the disk fails
            return None
        except sqlite3.DatabaseError:  # this is no file of ours, or it is damaged
            self._give_up()
            return None
        if found is None or _checksum(found[0][_CHECKSUM:]) != found[0][:_CHECKSUM]:
            return None
        content: bytes = found[0][_CHECKSUM:]
        return content

    def keep(self, key: bytes, pack: Callable[[], bytes]) -> None:
        """Keep a value that was not there. `pack` gives it as bytes; it is called later, in another thread."""
        if self._path is None or len(self._waiting) >= MOST_WAITING:
            return
        self._waiting[key] = pack
        if self._writer is None:
            self._writer = threading.Thread(target=self._write_soon, daemon=True)
            self._writer.start()

    def flush(self) -> None:
        """Write all that waits, and what packing it brings to light."""
        while self._waiting and self._path is not None:
            waiting, self._waiting = self._waiting, {}
            packed = ((key, waiting[key]()) for key in list(waiting))  # another thread may still be adding one
            values = [(key, _checksum(value) + value) for key, value in packed]
            with suppress(sqlite3.Error, OSError), closing(self._begun(self._path)) as file:
                file.execute("BEGIN IMMEDIATE")
                file.executemany(_KEEP, values)
                file.execute("COMMIT")

    def _write_soon(self) -> None:
        try:
            self._ending.wait(PAUSE_SECONDS)
            self.flush()
        finally:
            self._writer = None

    def close(self) -> None:
        """Write all that waits at the end of the process, which would cut the writing thread off."""
        self._ending.set()
        if (writer := self._writer) is not None:
            writer.join(LAST_SECONDS)
        self.flush()

    def _reader(self) -> sqlite3.Connection | None:
        """The connection of this thread; None as long as there is no file that may be read."""
        made, reader = getattr(self._mine, "reader", (0, None))
        if reader is None or made != self._made:  # another process may have begun a file since
            reader = self._opened()
            self._mine.reader = self._made, reader
        return reader

    def _opened(self) -> sqlite3.Connection | None:
        if self._path is None or not _is_ours(self._path, stat.S_ISREG):
            return None
        try:
            os.utime(self._path)  # files used last are kept longest
            connection = sqlite3.connect(self._path, timeout=0, isolation_level=None, check_same_thread=False)
            connection.execute(f"PRAGMA mmap_size = {MAX_BYTES}")
        except (sqlite3.Error, OSError):
            return None
        return connection

    def _begun(self, path: Path) -> sqlite3.Connection:
        """A connection that writes. Raises `sqlite3.Error` or `OSError` where nothing can be written."""
        if not _is_ours(path, stat.S_ISREG) or path.stat().st_size > MAX_BYTES:
            self._begin(path)
        file = sqlite3.connect(path, timeout=PAUSE_SECONDS, isolation_level=None)
        try:
            file.execute("PRAGMA synchronous = NORMAL")
            file.execute(_TABLE)
        except sqlite3.DatabaseError as error:
            file.close()
            if not isinstance(error, sqlite3.OperationalError):
                self._give_up()
            raise
        return file

    def _begin(self, path: Path) -> None:
        """An empty file in place of whatever is there. It appears whole, with its table, under its name."""
        _remove(path)
        unfinished = path.with_name(f"{path.name}.{os.getpid()}")
        try:
            os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
            with closing(sqlite3.connect(unfinished, isolation_level=None)) as file:
                file.execute("PRAGMA page_size = 8192")
                file.execute("PRAGMA journal_mode = WAL")
                file.execute(_TABLE)
            unfinished.replace(path)
        finally:
            _remove(unfinished)
        self._made += 1
        _clear(path.parent)

    def _give_up(self) -> None:
        """Remove a damaged file; the next values begin a new one."""
        if self._path is not None:
            with suppress(OSError):
                _remove(self._path)
        self._made += 1

    def forget_threads(self) -> None:
        """Begin anew in a process that was forked from another one: connections and threads belong to the other."""
        self._mine, self._writer, self._waiting = threading.local(), None, {}
        self._ending = threading.Event()


def shelf() -> Shelf:
    """The shelf of this process, in the user's cache directory."""
    return _shelf(os.environ.get("XDG_CACHE_HOME", ""), os.environ.get("HOME", ""))


@lru_cache(maxsize=2)
def _shelf(cache_home: str, home: str) -> Shelf:
    directory = _directory(cache_home)
    made = Shelf(None if directory is None else directory / f"{_code()}-{sys.implementation.cache_tag}")
    atexit.register(made.close)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=made.forget_threads)
    return made


@cache
def _code() -> str:
    """A text that changes with the code of this package, and with the tables that it reads."""
    package, digest = Path(str(files("bidbase"))), blake2b(digest_size=16)
    for folder, _, names in sorted(os.walk(package)):
        for name in sorted(names):
            if name.endswith(".py") or name in ("valuations.toml", "estimated_tricks.csv"):
                digest.update(name.encode() + b"\0" + Path(folder, name).read_bytes())
    return digest.hexdigest()


def _directory(cache_home: str) -> Path | None:
    """Where files are kept; None where there is no safe place."""
    if not hasattr(os, "geteuid"):
        return None
    try:
        directory = (Path(cache_home) if os.path.isabs(cache_home) else Path.home() / ".cache") / "bidbase"
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        return directory if _is_ours(directory, stat.S_ISDIR) else None
    except (OSError, RuntimeError, ValueError):  # the user has no home directory, or nothing can be written there
        return None


def _is_ours(path: Path, is_kind: Callable[[int], bool]) -> bool:
    """Whether it is there, of this kind, belongs to the user, and may be written by nobody else."""
    try:
        status = path.lstat()
    except OSError:
        return False
    others_may_write = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return is_kind(status.st_mode) and status.st_uid == os.geteuid() and not others_may_write


def _remove(path: Path) -> None:
    """Remove a file, and what SQLite keeps beside it."""
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        with suppress(FileNotFoundError):
            path.with_name(name).unlink()


def _clear(directory: Path) -> None:
    """Remove all but the files used last."""
    beside = ("-wal", "-shm")
    found = [path for path in directory.iterdir() if not path.name.endswith(beside)]
    for old in sorted(found, key=lambda path: path.lstat().st_mtime)[:-KEPT]:
        with suppress(OSError):
            _remove(old)


def _checksum(content: bytes) -> bytes:
    return blake2b(content, digest_size=_CHECKSUM).digest()
