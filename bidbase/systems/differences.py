"""What differs between two systems that changes how their entries are used."""

from __future__ import annotations

from bidbase.systems.model import System


def switched_conventions(old: System, new: System) -> set[str]:
    """The names whose selection codes differ; a convention that is not listed counts as one without a code."""
    codes = [
        {(name, convention.use) for name, convention in conventions.items() if convention.use}
        for conventions in (old.conventions, new.conventions)
    ]
    return {name for name, _ in codes[0] ^ codes[1]}
