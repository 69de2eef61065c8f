"""The order of the house: each room of the apps is held to it, and a name stands for one thing."""

import ast
import tomllib
from collections import defaultdict
from pathlib import Path

import pytest

BASE_DIR = Path(__file__).resolve().parent.parent.parent
SHIPPED = ("bidbase", "bidbase_site", "bidbase_web", "editor", "practice")
NO_ROOMS = {"management", "migrations"}  # of Django's making


def test_every_room_is_held_to_the_order_of_its_modules():
    """The contract must list its rooms, since it cannot say "all but what Django makes"."""
    settings = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())
    contracts = {contract["id"]: contract for contract in settings["tool"]["importlinter"]["contracts"]}
    rooms = {
        f"{app}.{path.parent.name}" for app in ("editor", "practice") for path in (BASE_DIR / app).glob("*/__init__.py")
    }
    listed = set(contracts["in-a-room"]["containers"])
    assert listed == {room for room in rooms if room.partition(".")[2] not in NO_ROOMS}


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
    rooms = {path.parent.name for path in (BASE_DIR / app).glob("*/__init__.py")}
    folders = {path.name for path in (BASE_DIR / "templates" / app).iterdir() if path.is_dir()}
    assert folders <= rooms
