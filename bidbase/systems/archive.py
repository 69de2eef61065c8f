"""Systems as zip archives: the folder of a system with its CSV files, and the folders whose files it shares.

An archive is looked at before it is unpacked: how many files it says it has, how large they are and where they lie.
"""

from __future__ import annotations

import io
import os
from collections.abc import Collection, Mapping
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from bidbase.errors import SystemFileError
from bidbase.systems.files import files_of, system_of
from bidbase.systems.manifest import read_manifest
from bidbase.systems.model import System
from bidbase.systems.notes import NoteSubject

MAX_FILES = 500
MAX_BYTES = 1 << 26  # of all files together, unpacked; the shipped systems have one million each
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the earliest date of the format: the same files give the same archive


def archive_of_folder(name: str | Path) -> bytes:
    """The files of a shipped system, or of the system in this folder, as they are. Raises `SystemFileError`.

    A file that is shared with other systems keeps its path beside the folder, `common/openings.csv`.
    """
    manifest = read_manifest(name)
    own = [path for path in (manifest.folder / "system.toml", manifest.folder / "valuations.toml") if path.is_file()]
    paths = [*own, *((manifest.folder / file).resolve() for file in manifest.files)]
    if missing := [path.name for path in paths if not path.is_file()]:
        raise SystemFileError([f"{file}: the manifest lists this file, but it is not there" for file in missing])
    top = Path(os.path.commonpath([manifest.folder.parent, *(path.parent for path in paths)]))
    return packed({path.relative_to(top).as_posix(): path.read_bytes() for path in paths})


def archive_of(system: System) -> bytes:
    """A system in files of its own. Raises `SystemFileError` for one with valuations of its own."""
    return packed({f"{system.name}/{name}": text.encode() for name, text in files_of(system).items()})


def packed(files: Mapping[str, bytes]) -> bytes:
    """An archive of these files, by path. Equal files give an equal archive."""
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for path, content in files.items():
            member = ZipInfo(path, _LONG_AGO)
            member.external_attr = 0o644 << 16
            member.compress_type = ZIP_DEFLATED
            archive.writestr(member, content)
    return out.getvalue()


def system_of_archive(content: bytes, known: Collection[NoteSubject] = ()) -> System:
    """The system in an archive: it has one `system.toml`, and all files that this lists. Raises `SystemFileError`.

    `known` has the conventions, sections and entries that may be named although no file has them.
    """
    files = unpacked(content)
    manifests = [path for path in files if PurePosixPath(path).name == "system.toml"]
    if len(manifests) != 1:
        count = "none" if not manifests else ", ".join(manifests)
        raise SystemFileError([f"an archive of a system has one system.toml; this one has {count}"])
    with TemporaryDirectory() as top:
        for path, unpacked_content in files.items():
            place = Path(top, path)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(unpacked_content)
        manifest = read_manifest(Path(top, manifests[0]).parent)
        inside = Path(top).resolve()
        outside = [file for file in manifest.files if not (manifest.folder / file).resolve().is_relative_to(inside)]
        if outside:
            raise SystemFileError([f"system.toml: {file} is outside the archive" for file in outside])
        return system_of(manifest, known)


def unpacked(content: bytes) -> dict[str, bytes]:
    """The files of an archive by path. Raises `SystemFileError`."""
    archive = checked_archive(content, "a .zip archive")
    try:
        return {member.filename: archive.read(member) for member in archive.infolist() if not member.is_dir()}
    except Exception as error:  # what zipfile and the decompressors raise has no common class
        raise SystemFileError([f"this archive is damaged: {error}"]) from None


def checked_archive(content: bytes, what: str) -> ZipFile:
    """An archive whose files are few, small and inside it. Raises `SystemFileError`, which says that this is no `what`.

    No file is larger when it is read than the archive says.
    """
    try:
        archive = ZipFile(io.BytesIO(content))
    except (BadZipFile, NotImplementedError, OSError, ValueError):
        raise SystemFileError([f"this is not {what}"]) from None
    members = archive.infolist()
    if len(members) > MAX_FILES:
        raise SystemFileError([f"this has {len(members)} files; more than {MAX_FILES} are not read"])
    size = sum(member.file_size for member in members)
    if size > MAX_BYTES:
        raise SystemFileError([f"this has {size:,} bytes unpacked; more than {MAX_BYTES:,} are not read"])
    faults = [f"{name!r} is there twice" for name in _repeated([member.filename for member in members])]
    faults += [f"{member.filename!r}: this path leaves the archive" for member in members if _leaves(member.filename)]
    faults += [f"{member.filename!r}: this file is encrypted" for member in members if member.flag_bits & 1]
    if faults:
        raise SystemFileError(faults)
    return archive


def _leaves(path: str) -> bool:
    return path.startswith("/") or "\\" in path or ":" in path or ".." in PurePosixPath(path).parts or "\0" in path


def _repeated(names: list[str]) -> list[str]:
    return [name for name in dict.fromkeys(names) if names.count(name) > 1]
