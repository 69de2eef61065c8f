"""Systems that have been read before, kept in the user's cache directory: which takes a tenth of the time.

A file is named by the digest of the system's files and of the code that reads them, so that it is never out of date.
It counts only if it is whole, if it and its directory belong to the user and nobody else may write there, and if it
names no class but those of this package. Where anything about the cache fails, the system is read from its files.
"""

from __future__ import annotations

import gc
import io
import os
import pickle
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import fields, is_dataclass, replace
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from bidbase.systems.files import digest_of_system, load_system, valuations_of
from bidbase.systems.manifest import read_manifest
from bidbase.systems.model import System

KEPT = 8  # systems; each takes one or two megabytes
MAX_BYTES = 1 << 28  # read of a file
_CHECKSUM = 32  # bytes in front of the content
_FLOORS = ("bidbase.game.", "bidbase.language.", "bidbase.systems.")
_OTHERS = {("datetime", "date")}


def load_cached_system(system_or_folder: str | Path) -> System:
    """The system that `load_system` gives, from the cache where it is there. Raises `SystemFileError`."""
    directory = _directory()
    if directory is None:
        return load_system(system_or_folder)
    folder = read_manifest(system_or_folder).folder
    path = directory / f"{digest_of_system(folder)}-{sys.implementation.cache_tag}"
    if (kept := _read(path)) is not None:
        return replace(kept, valuations=valuations_of(folder, []))
    system = load_system(folder)
    with suppress(OSError):
        _write(
            path, replace(system, valuations={})
        )  # valuations are functions, which cannot be kept, and are read quickly
    return system


def _directory() -> Path | None:
    """Where systems are kept; None where there is no safe place."""
    if not hasattr(os, "geteuid"):
        return None
    base = os.environ.get("XDG_CACHE_HOME", "")
    try:
        directory = (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "bidbase"
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        return directory if _is_ours(directory.lstat(), stat.S_ISDIR) else None
    except (OSError, RuntimeError, ValueError):  # the user has no home directory, or nothing can be written there
        return None


def _is_ours(status: os.stat_result, is_kind: Any) -> bool:
    """Whether it is of this kind, belongs to the user, and may be written by nobody else."""
    others_may_write = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return is_kind(status.st_mode) and status.st_uid == os.geteuid() and not others_may_write


def _read(path: Path) -> System | None:
    """The system in a file; None where it is not there, not ours or not whole."""
    try:
        with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
            if not _is_ours(os.fstat(file.fileno()), stat.S_ISREG):
                return None
            content = file.read(MAX_BYTES)
        os.utime(path)  # files read last are kept longest
    except OSError:
        return None
    if _checksum(content[_CHECKSUM:]) != content[:_CHECKSUM]:
        return None
    try:
        with _without_garbage_collection():
            kept = _Unpickler(io.BytesIO(content[_CHECKSUM:])).load()
    except Exception:  # a file of an older version or of another program can hold anything
        return None
    return kept if isinstance(kept, System) else None


def _write(path: Path, system: System) -> None:
    """Keep a system. The file appears whole or not at all, even when others write it at the same time."""
    content = io.BytesIO()
    _Pickler(content, pickle.HIGHEST_PROTOCOL).dump(system)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(_checksum(content.getvalue()) + content.getvalue())
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    for old in sorted(path.parent.iterdir(), key=lambda file: file.lstat().st_mtime)[:-KEPT]:
        old.unlink(missing_ok=True)


def _checksum(content: bytes) -> bytes:
    return blake2b(content, digest_size=_CHECKSUM).digest()


class _Pickler(pickle.Pickler):
    """Writes records by their fields: that is read twice as fast as the state of a frozen dataclass."""

    def reducer_override(self, record: Any) -> Any:
        if isinstance(record, type) or not is_dataclass(record):
            return NotImplemented
        kind: Any = type(record)
        return kind, tuple(getattr(record, name) for name in _field_names(kind))


@cache
def _field_names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


class _Unpickler(pickle.Unpickler):
    """Reads classes of this package alone."""

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name) if module.startswith(_FLOORS) or (module, name) in _OTHERS else None
        if not isinstance(found, type):
            raise pickle.UnpicklingError(f"{module}.{name} is no record")
        return found


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Without garbage collection: what is read contains no garbage, and collecting takes longer than reading."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
