"""The files of the shipped systems: where a section is told, and that the page about the files names them all."""

import re
from collections import defaultdict
from itertools import groupby, pairwise
from pathlib import Path

import pytest

from bidbase.systems import shipped_systems
from bidbase.systems.manifest import SHIPPED
from tests.engine.making import shipped_bidder

PAGE = (SHIPPED / "README.md").read_text(encoding="utf-8")
FILES = {path.relative_to(SHIPPED).as_posix() for path in SHIPPED.glob("*/*.csv")}


def folder_and_name(system: str, family: str) -> tuple[str, str]:
    """The folder of a family of sections, `common` or the system's own, and its name."""
    path = Path(family)
    return path.parent.name or system, path.name


def homes(system: str) -> dict[str, set[tuple[str, str]]]:
    """By section the folders and names of the files that tell it."""
    found: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for entry in shipped_bidder(system).system.entries:
        found[entry.section].add(folder_and_name(system, entry.family))
    return found


def test_the_page_about_the_files_names_each_of_them_once():
    listed = re.findall(r"^\| `(\w+/\w+\.csv)` \| \S", PAGE, re.MULTILINE)
    assert sorted(listed) == sorted(FILES)


@pytest.mark.parametrize("system", shipped_systems())
def test_a_section_is_told_in_one_file_of_a_folder_and_under_one_name(system):
    spread = {section: files for section, files in homes(system).items() if len({name for _, name in files}) > 1}
    assert not spread


@pytest.mark.parametrize("system", shipped_systems())
def test_the_rows_of_a_section_stand_together_in_their_order(system):
    places = [(entry.family, entry.section) for entry in shipped_bidder(system).system.entries]
    assert len([place for place, _ in groupby(places)]) == len(set(places)), "a section is told in two places of a file"
    entries = shipped_bidder(system).system.entries
    unsorted = [
        after.id
        for before, after in pairwise(entries)
        if (before.family, before.section) == (after.family, after.section) and after.order < before.order
    ]
    assert not unsorted


def test_every_file_belongs_to_a_system():
    used = {
        "/".join(folder_and_name(system, entry.family)) + ".csv"
        for system in shipped_systems()
        for entry in shipped_bidder(system).system.entries
    }
    assert {name for name in FILES if not name.endswith(("/conventions.csv", "/agreements.csv"))} == used


def test_every_source_that_a_reference_names_is_listed():
    sources = re.findall(r"^\| (.+?) \|", PAGE.partition("## Sources")[2].partition("\n## ")[0], re.MULTILINE)
    for system in shipped_systems():
        for entry in shipped_bidder(system).system.entries:
            reference = entry.text("reference")
            assert not reference or any(reference.startswith(source) for source in sources), f"{entry.id}: {reference}"
