"""Systems that have been read before, kept on the shelf: which takes a tenth of the time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from bidbase.game.evaluation import Valuation
from bidbase.lazy import know
from bidbase.packing import packed, unpacked, without_garbage_collection
from bidbase.shelf import key_of, shelf
from bidbase.systems.files import digest_of_system, load_system, valuations_of
from bidbase.systems.manifest import read_manifest
from bidbase.systems.model import System
from bidbase.systems.valuations import shipped_valuations


def open_system(name: str | Path) -> System:
    """The shipped system of this name, as in `sayc`, or the one in this folder, where there is a `system.toml`.

    What it was read to is kept on disk, so that it opens in a tenth of the time again. Raises `SystemFileError`.
    """
    folder = read_manifest(name).folder
    key = key_of("files", digest_of_system(folder))
    return kept_system(key, lambda: load_system(folder), lambda: valuations_of(folder, []))


def kept_system(
    key: bytes, read: Callable[[], System], valuations: Callable[[], Mapping[str, Valuation]] = shipped_valuations
) -> System:
    """The system on the shelf under a key that changes with all that it is read from; else the one that is read.

    `valuations` gives its valuation systems, which are functions: they cannot be kept, and are read quickly.
    """
    if (content := shelf().get(key)) is not None:
        with without_garbage_collection():
            kept = unpacked(content)
        if isinstance(kept, KeptSystem):
            return kept.whole(valuations())
    system = read()
    shelf().keep(key, lambda: packed(KeptSystem.of(system)))
    return system


@dataclass(frozen=True, slots=True)
class KeptSystem:
    """A system without its valuations, and what has been worked out from its entries.

    `sections` has for each name the numbers of the entries, in the order in which they are tried, and the digest.
    `patterns` and `situations` are the names of their sections in the order in which they are asked.
    """

    system: System
    sections: dict[str, tuple[tuple[int, ...], bytes]]
    patterns: list[str]
    situations: list[str]

    @classmethod
    def of(cls, system: System) -> KeptSystem:
        """What is kept of a system."""
        sections = {
            name: (tuple(system.places[entry.id] for entry in entries), system.digest_of(name))
            for name, entries in system.sections.items()
        }
        return cls(
            replace(system, valuations={}),
            sections,
            [*map(str, system.patterns)],
            [*map(str, system.situations)],
        )

    def whole(self, valuations: Mapping[str, Valuation]) -> System:
        """The system with these valuations, which knows what has been worked out."""
        system = replace(self.system, valuations=valuations)
        sections = {
            name: tuple(system.entries[number] for number in numbers) for name, (numbers, _) in self.sections.items()
        }
        keys = {name: entries[0].key for name, entries in sections.items()}
        known: dict[str, object] = {
            "sections": sections,
            "digests": {name: digest for name, (_, digest) in self.sections.items()},
            "patterns": [keys[name] for name in self.patterns],
            "situations": [keys[name] for name in self.situations],
        }
        for name in (*self.patterns, *self.situations):
            know(keys[name], "_text", name)
        for name, value in known.items():
            know(system, name, value)
        return system
