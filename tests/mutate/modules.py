"""The modules that are changed, each with the tests that prove it: what `tests.toml` says."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from tests.mutate.mutants import Mutant, mutants_of

ROOT = Path(__file__).resolve().parents[2]
MAP = tomllib.loads(Path(__file__).with_name("tests.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Module:
    """A module of the engine with the tests that prove it, the nearest ones first."""

    name: str
    tests: tuple[str, ...]

    @property
    def path(self) -> Path:
        """Its file."""
        return ROOT / f"{self.name.replace('.', '/')}.py"

    @property
    def source(self) -> str:
        """Its code."""
        return self.path.read_text(encoding="utf-8")

    def mutants(self) -> list[Mutant]:
        """All its mutants."""
        return mutants_of(self.source, MAP["left_out"])


def modules() -> list[Module]:
    """The modules of the folders in the map that can be changed."""
    found = []
    for folder, tests_of in MAP["tests"].items():
        for path in sorted((ROOT / "bidbase" / folder).rglob("[!_]*.py")):
            name = ".".join(path.relative_to(ROOT / "bidbase" / folder).with_suffix("").parts)
            tests = tests_of.get(name, tests_of.get("*", "")).split()
            found.append(Module(f"bidbase.{folder}.{name}", tuple(f"tests/engine/test_{test}.py" for test in tests)))
    return [module for module in found if module.mutants()]
