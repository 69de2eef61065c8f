"""The modules that are changed, each with the tests that are asked: what `tests.toml` says, otherwise the nearest."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from tests.mutate.mutants import Mutant, mutants_of
from tests.mutate.nearest import nearest_tests, sources

MAP = tomllib.loads(Path(__file__).with_name("tests.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Module:
    """A module of the project."""

    name: str
    source: str

    @property
    def path(self) -> Path:
        """Its file."""
        return sources()[self.name]

    @property
    def of_engine(self) -> bool:
        """Whether it is tested without Django."""
        return self.name.startswith("bidbase.")

    @property
    def tests(self) -> list[str]:
        """The files of tests that are asked about it, the nearest ones first."""
        package, _, name = self.name.partition(".")
        folder, _, rest = name.partition(".")
        if package == "bidbase" and (named := MAP["tests"].get(folder, {}).get(rest)):
            return [f"tests/engine/test_{test}.py" for test in named.split()]
        return nearest_tests(self.name)

    def mutants(self) -> list[Mutant]:
        """All its mutants."""
        return mutants_of(self.source, MAP["left_out"])


def modules() -> list[Module]:
    """The modules of the project, as they are now."""
    names = [name for name, path in sources().items() if not (name.startswith("tests.") or path.name.startswith("_"))]
    return [Module(name, sources()[name].read_text(encoding="utf-8")) for name in names]
