"""The order of the house: each room of the apps is held to it, and a name stands for one thing."""

import ast
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest

BASE_DIR = Path(__file__).resolve().parent.parent.parent
SHIPPED = ("bidbase", "bidbase_site", "bidbase_web", "editor", "practice")
NO_ROOMS = ("management", "migrations")  # of Django's making


def rooms_of(app: str) -> set[str]:
    """The packages of an app that have none in them, `practice.table` and `editor.read.grid`: a wing is no room."""
    packages = {path.parent for path in (BASE_DIR / app).glob("*/**/__init__.py")}
    rooms = {package for package in packages if packages.isdisjoint(package.iterdir())}
    names = {".".join(room.relative_to(BASE_DIR).parts) for room in rooms}
    return {name for name in names if name.split(".")[1] not in NO_ROOMS}


def test_every_room_is_held_to_the_order_of_its_modules():
    """The contract must list its rooms, since it cannot say "all but what Django makes"."""
    settings = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())
    contracts = {contract["id"]: contract for contract in settings["tool"]["importlinter"]["contracts"]}
    assert set(contracts["in-a-room"]["containers"]) == rooms_of("editor") | rooms_of("practice")


def test_no_class_name_stands_for_two_things():
    """Whoever searches for a name finds one thing. Classes inside a class (`Meta`) belong to it."""
    defined = defaultdict(list)
    for path in (path for package in SHIPPED for path in (BASE_DIR / package).rglob("*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef) and node.name not in ("Migration", "Command"):
                defined[node.name].append(str(path.relative_to(BASE_DIR)))
    assert {name: paths for name, paths in defined.items() if len(paths) > 1} == {}


@pytest.mark.parametrize("app", ["editor", "practice"])
def test_templates_and_static_files_are_named_after_the_rooms(app):
    templates = BASE_DIR / "templates"
    names = [".".join(path.relative_to(templates).parts) for path in (templates / app).glob("*/**/*.*")]
    rooms = tuple(f"{room}." for room in rooms_of(app))
    assert [name for name in names if not name.startswith(rooms)] == []
