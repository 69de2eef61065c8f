"""The manifest of a system, `system.toml` in its folder: what it is called, and which files it is made of."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from bidbase.errors import SystemFileError, did_you_mean

SHIPPED = Path(str(files("bidbase"))) / "systems_data"
_KEYS = ("name", "title", "description", "files")


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a manifest says; `files` are relative to its folder, `../common/overcalls.csv`."""

    folder: Path
    name: str
    title: str
    description: str
    files: tuple[str, ...]


def shipped_systems() -> list[str]:
    """The names of the systems that come with BidBase."""
    return sorted(path.parent.name for path in SHIPPED.glob("*/system.toml"))


def read_manifest(name: str | Path) -> Manifest:
    """The manifest of the shipped system of this name, or of the one in this folder. Raises `SystemFileError`."""
    folder = _folder(name)
    try:
        table = tomllib.loads((folder / "system.toml").read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise SystemFileError([f"system.toml: {error}"]) from None
    if faults := [f"system.toml: {fault}" for fault in _faults(table)]:
        raise SystemFileError(faults)
    own_name = table.get("name", folder.name)
    return Manifest(
        folder, own_name, table.get("title", own_name), table.get("description", ""), tuple(table.get("files", ()))
    )


def _folder(name: str | Path) -> Path:
    try:
        for folder in (Path(name), SHIPPED / name) if str(name) else ():
            if (folder / "system.toml").is_file():
                return folder.resolve()
    except OSError:  # no file can have this name, or the folder must not be read
        pass
    known = ", ".join(shipped_systems())
    raise SystemFileError(
        [f"there is no system {str(name)!r}; shipped are {known}; or give a folder with a system.toml"]
    )


def _faults(table: dict[str, Any]) -> list[str]:
    faults = [f"there is no {key}; {did_you_mean(key, _KEYS)}" for key in table if key not in _KEYS]
    faults += [f"{key} is a text" for key in _KEYS[:3] if not isinstance(table.get(key, ""), str)]
    if table.get("name", "x") == "":
        faults.append("the name is blank")
    listed = table.get("files", [])
    if not isinstance(listed, list) or not all(isinstance(file, str) for file in listed):
        return [*faults, 'files is a list of names, as in ["opening.csv"]']
    faults += [f"{file} is listed twice" for file in dict.fromkeys(listed) if listed.count(file) > 1]
    faults += [f"{file!r} is no CSV file" for file in listed if not file.endswith(".csv") or "\0" in file]
    return faults
