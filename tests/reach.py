"""Which files of tests a change can reach, the nearest first.

A module is read by those that import it or name it in a text, as settings and addresses do, and any other file by the
files that name it: a template by its view, a table by its module. From there it goes on, until tests are reached. Tests
of the site meet the pages of all rooms through the settings; those that bear the name of a room are nearest to it.
Files of shipped systems are nearest to the tests that speak of these.
"""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("bidbase", "bidbase_site", "bidbase_web", "editor", "practice", "tests")
EVERYWHERE = {"pyproject.toml", "uv.lock"}
"""What all code stands on."""
SYSTEMS = "bidbase/systems_data/"
_SHIPPED = re.compile(r"\bsayc\b|\b2over1\b|\bshipped_(?:systems|bidder)\b")
_TEXT = {".py", ".toml", ".html", ".txt", ".js", ".css", ".yaml"}
_MODULE = re.compile(rf"[\"']((?:{'|'.join(PACKAGES)})(?:\.\w+)+)")


def changed_files(since: str) -> set[str]:
    """The files that differ from a revision, with those that are new."""
    found = _git("diff", "--name-only", since) + _git("ls-files", "--others", "--exclude-standard")
    return set(found)


def merge_base() -> str:
    """Where this branch has left the main one; the last commit where there is none."""
    for main in ("origin/HEAD", "origin/main", "main"):
        try:
            return _git("merge-base", "HEAD", main)[0]
        except subprocess.CalledProcessError:
            continue
    return "HEAD"


def reached_by(changed: Iterable[str]) -> dict[str, int]:
    """The files of tests that a change of these files can reach, the nearest first, each with its distance."""
    changed = set(changed)
    if changed & EVERYWHERE:
        return dict.fromkeys(sorted(filter(is_test, project_files())), 0)
    distance = dict.fromkeys(changed, 0) | {test: 1 for path in changed for test in _namesakes(path)}
    if any(path.startswith(SYSTEMS) for path in changed):
        distance |= {path: 0 for path in filter(is_test, project_files()) if _SHIPPED.search(_text(path))}
    edge, readers = list(distance), _readers()
    while edge:
        found = [(reader, distance[path] + 1) for path in edge for reader in readers.get(path, ())]
        edge = []
        for reader, steps in found:
            if reader not in distance:
                distance[reader] = steps
                edge.append(reader)
    homes = {path.partition("/")[0] for path in changed}
    tests = filter(is_test, distance)
    return {test: distance[test] for test in sorted(tests, key=lambda test: _order(test, distance[test], homes))}


def _order(test: str, distance: int, homes: set[str]) -> tuple[int, bool, str]:
    """What tells which of two tests is nearer: of those as far away the ones of the same app."""
    return distance, test.split("/")[1] not in homes, test


def _namesakes(path: str) -> Iterator[str]:
    """The tests that bear the name of a module or of the room in which it lies: `test_table_browser` of
    `practice/table/views.py`.
    """
    *folders, name = Path(path).parts
    names = {Path(name).stem, *folders[1:]} - {"__init__", "tests"}
    words = "|".join(map(re.escape, sorted(names)))
    for test in filter(is_test, project_files()):
        if words and re.match(rf"test_(?:{words})(?:_|\.py)", Path(test).name):
            yield test


def is_test(path: str) -> bool:
    """Whether a file has tests."""
    return path.startswith("tests/") and Path(path).name.startswith("test_") and path.endswith(".py")


@cache
def _readers() -> Mapping[str, set[str]]:
    """By each file those that read it."""
    readers: dict[str, set[str]] = defaultdict(set)
    graph = grimp.build_graph(*PACKAGES, cache_dir=str(ROOT / ".import_linter_cache"))
    paths = {module: path for module in graph.modules if (path := _path(module))}
    for module, path in paths.items():
        for importer in graph.find_modules_that_directly_import(module):
            readers[path].add(paths[importer])
        for name in _MODULE.findall(_text(path)):
            if named := _module_of(name, paths):
                readers[named].add(path)
        if is_test(path):
            readers[f"{Path(path).parent}/conftest.py"].add(path)
            if not path.startswith("tests/engine/"):
                readers["tests/conftest.py"].add(path)
                readers["tests/settings.py"].add(path)
        if Path(path).name != "__init__.py":  # to import a module is to import its package
            readers[f"{Path(path).parent}/__init__.py"].add(path)
    texts = [(path, _text(path)) for path in project_files() if Path(path).suffix in _TEXT]
    for path in project_files():
        if readers.get(path) or is_test(path) or (path.endswith(".py") and any(_namesakes(path))):
            continue
        there: Iterator[set[str]] = (
            {other for other, text in texts if word in text} - {path} for word in _words_for(path)
        )
        readers[path] = next(filter(None, there), set())
    return readers


def _words_for(path: str) -> Iterator[str]:
    """How others may name a file that nobody imports, the best first. Django, and `python -m`, name a package."""
    root, *parts = Path(path).parts
    if root in {"templates", "static"}:
        yield "/".join(parts)
        return
    if not (parts and path.endswith(".py")):
        yield "/".join((root, *parts)[-2:])
        yield Path(path).name
    if path.endswith(".py"):
        yield ".".join(Path(path).with_suffix("").parts)
    for folder in reversed((root, *parts)[:-1]):
        yield f'"{folder}"'


def _module_of(name: str, paths: Mapping[str, str]) -> str | None:
    """The file of a module that is named, perhaps with something of it."""
    while name and name not in paths:
        name = name.rpartition(".")[0]
    return paths.get(name)


def _path(module: str) -> str | None:
    base = module.replace(".", "/")
    return next((path for path in (f"{base}.py", f"{base}/__init__.py") if (ROOT / path).is_file()), None)


@cache
def project_files() -> tuple[str, ...]:
    """All files of the project."""
    return tuple(path for path in _git("ls-files", "--cached", "--others", "--exclude-standard") if _is_there(path))


def _is_there(path: str) -> bool:
    return (ROOT / path).is_file()


@cache
def _text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8", errors="replace")


def _git(*arguments: str) -> list[str]:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()
