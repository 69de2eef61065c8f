"""The picture of the floors in docs/architecture.md, drawn from the import contracts: `python -m tests.floors`.

The order of packages and rooms is that of the contracts in pyproject.toml, and what is said of each is the first
sentence of its docstring.
"""

from __future__ import annotations

import ast
import re
import textwrap
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- floors: written by python -m tests.floors -->\n```text\n", "```\n<!-- end of floors -->"
WIDTH = 116
NAME = 16  # columns for the name of a room


def contracts() -> list[dict]:
    """The import contracts that put modules on floors."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return [contract for contract in settings["tool"]["importlinter"]["contracts"] if contract["type"] == "layers"]


def picture() -> str:
    """A box for each package, the top one first, with a line for each of its rooms; then one for a room of an app.

    A package with wings is followed by a box for each of them.
    """
    (house,) = (contract["layers"] for contract in contracts() if contract["id"] == "house")
    (in_a_room,) = (contract["layers"] for contract in contracts() if contract["id"] == "in-a-room")
    floors = [list(beside("", "  ".join(names_on(floor)))) for floor in in_a_room]
    boxes = [package_box(part) for package in house for part in (package, *wings_of(package))]
    return "".join(boxes) + box([["in a room"], *floors])


def package_box(package: str) -> str:
    """One package: its floors, the top one first, with the rooms of each."""
    path = package.replace(".", "/")
    rooms = [
        [line for room in names_on(floor) for line in described(room, f"{path}/{room}")] for floor in floors_of(package)
    ]
    return box([[*described(package, path)], *rooms])


def floors_of(package: str) -> Sequence[str]:
    """The floors of a package, the top one first; none where no contract tells of them."""
    return next((contract["layers"] for contract in contracts() if contract.get("containers") == [package]), ())


def wings_of(package: str) -> Iterator[str]:
    """The wings of a package, the top one first: `editor.read`. Their contracts are named after them."""
    named = {contract["id"] for contract in contracts()}
    return (f"{package}.{name}" for floor in floors_of(package) for name in names_on(floor) if f"wing-{name}" in named)


def box(floors: list[list[str]]) -> str:
    """Lines in a frame, with a rule between floors."""
    rule = f"├{'─' * (WIDTH - 2)}┤\n"
    lines = rule.join("".join(f"│ {line:{WIDTH - 4}} │\n" for line in floor) for floor in floors)
    return f"┌{'─' * (WIDTH - 2)}┐\n{lines}└{'─' * (WIDTH - 2)}┘\n"


def names_on(floor: str) -> list[str]:
    """The names on one floor of a contract, `checks : (reference)`."""
    return re.findall(r"\w+", floor)


def described(name: str, path: str) -> Iterator[str]:
    """The name of a package or module with the first sentence of its docstring."""
    file = ROOT / path / "__init__.py" if (ROOT / path).is_dir() else ROOT / f"{path}.py"
    docstring = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    sentence = re.split(r"(?<=\.)\s", " ".join(docstring.split()))[0]
    return beside(name, sentence)


def beside(name: str, text: str) -> Iterator[str]:
    """A name with a text in as many lines as it takes."""
    first, *more = textwrap.wrap(text, WIDTH - 4 - NAME) or [""]
    yield f"{name:{NAME}}{first}".rstrip()
    yield from (" " * NAME + line for line in more)


def page_with(drawn: str) -> str:
    """The page with this picture in its place."""
    text = PAGE.read_text(encoding="utf-8")
    start, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    return text[:start] + drawn + text[end:]


if __name__ == "__main__":
    PAGE.write_text(page_with(picture()), encoding="utf-8")
