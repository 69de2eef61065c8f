"""Loading: files become rows, and nothing is written that is there already or does not parse."""

from io import StringIO
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bidbase.systems import SystemFileError, load_system, shipped_systems
from bidbase.systems.files import dump_conventions, dump_entries
from editor.models import ConventionRow, EntryRow, SystemRevision, SystemRow
from editor.store.systems.loading import load_shipped_system
from editor.store.systems.selectors import engine_system
from tests.editor.conftest import SMALL, edit

pytestmark = pytest.mark.django_db


def identities(system: SystemRow) -> dict[str, UUID]:
    return dict(system.entries.values_list("ref", "identity"))


@pytest.mark.parametrize("name", [SMALL, *shipped_systems()], ids=str)
def test_files_to_rows_to_the_engine_gives_what_the_files_say(name):
    loaded = load_shipped_system(name=name)
    from_files, from_rows = load_system(name), engine_system(loaded.system)
    assert from_rows.conventions == from_files.conventions
    assert [entry.id for entry in from_rows.entries] == [entry.id for entry in from_files.entries]
    assert dump_entries(from_rows.entries) == dump_entries(from_files.entries)
    assert dump_conventions(from_rows.conventions) == dump_conventions(from_files.conventions)
    assert {name: [entry.id for entry in entries] for name, entries in from_rows.sections.items()} == {
        name: [entry.id for entry in entries] for name, entries in from_files.sections.items()
    }
    assert (from_rows.name, from_rows.title, from_rows.description) == (
        from_files.name,
        from_files.title,
        from_files.description,
    )


def test_the_first_load_makes_revision_one(small):
    assert small.revision == 1
    assert small.shipped
    assert small.owner is None
    assert set(small.entries.values_list("since", flat=True)) == {1}
    (revision,) = SystemRevision.objects.filter(system=small)
    assert (revision.number, revision.summary) == (1, "Begun with 18 entries")


def test_the_same_files_again_write_nothing(small):
    with CaptureQueriesContext(connection) as queries:
        again = load_shipped_system(name=SMALL)
    assert again.summary == ""
    assert again.system.revision == 1
    assert not [query["sql"] for query in queries if query["sql"].startswith(("INSERT", "UPDATE", "DELETE"))]


CHANGES = [
    # file, what stood there, what stands there now, refs changed, added, removed, summary
    ("notrump.csv", "10-15", "10-16", {"1N-P/Z00000"}, set(), set(), "entries: 1 changed"),
    ("notrump.csv", "Z00000", "Z10000", set(), {"1N-P/Z10000"}, {"1N-P/Z00000"}, "entries: 1 added, 1 removed"),
    (
        "defense.csv",
        "1D,300000,1S,8+,5+,Five spades,KQJ32.432.432.32,Our filling\n",
        "",
        set(),
        set(),
        {"1D/300000"},
        "entries: 1 removed",
    ),
    (
        "defense.csv",
        "1N,300000,2S",
        "1N,200000,D,15+,,Strong,,\n1N,300000,2S",
        set(),
        {"1N/200000"},
        set(),
        "entries: 1 added",
    ),
    ("conventions.csv", "Weak two,W,", "Weak two,T,", set(), set(), set(), "conventions: 1 changed"),
    (
        "conventions.csv",
        "name,use,notes\n",
        "name,use,notes\nNew,,\n",
        set(),
        set(),
        set(),
        "conventions: 1 added",
    ),
    ("system.toml", "Small system", "Little system", set(), set(), set(), "title or description changed"),
    (
        "system.toml",
        '"notrump.csv", "defense.csv"',
        '"defense.csv", "notrump.csv"',
        set(),
        set(),
        set(),
        "entries: 2 moved",
    ),
]


@pytest.mark.parametrize(("file", "old", "new", "changed", "added", "removed", "summary"), CHANGES)
def test_a_changed_file_changes_what_it_says_and_no_more(
    small, files, file, old, new, changed, added, removed, summary
):
    before, text_before = identities(small), dump_entries(engine_system(small).entries)
    edit(files / file, old, new)
    loaded = load_shipped_system(name=files)
    assert loaded.summary == summary
    assert loaded.system.revision == 2
    after = identities(loaded.system)
    assert after.keys() - before.keys() == added
    assert before.keys() - after.keys() == removed
    assert {ref: identity for ref, identity in before.items() if ref in after} == {
        ref: identity for ref, identity in after.items() if ref in before
    }
    new = set(loaded.system.entries.filter(since=2).values_list("ref", flat=True))
    assert new >= changed | added
    assert summary.count("moved") or new == changed | added
    assert dump_entries(engine_system(loaded.system).entries) == dump_entries(load_system(files).entries)
    assert dump_entries(engine_system(loaded.system.as_of(1)).entries) == text_before
    assert SystemRevision.objects.get(system=small, number=2).summary == summary


FAULTS = [
    ("notrump.csv", "1N-P,100000,2D", "1N-P,100000,2Q", "notrump.csv:2: bid: '2Q' is not a call"),
    ("notrump.csv", "10-15", "15-10", "notrump.csv:5: hcp:"),
    ("opening.csv", "prior_bids,order", "prior_bids,odour", "opening.csv:1: no such column: odour"),
    ("defense.csv", "1N,300000,2S", "1N,300000,1S", "defense.csv:2: bid: 1S is not legal here"),
    ("system.toml", '"defense.csv"', '"lost.csv"', "lost.csv: the manifest lists this file, but it is not there"),
    ("conventions.csv", "Weak two,W,", "Weak two,Q,", "conventions.csv:7: use: 'Q' is not a selection code"),
]


@pytest.mark.parametrize(("file", "old", "new", "fault"), FAULTS)
def test_broken_files_say_where_and_leave_the_system_as_it_was(small, files, file, old, new, fault):
    edit(files / "notrump.csv", "To play", "Changed before the fault")
    edit(files / file, old, new)
    with pytest.raises(SystemFileError) as refused:
        load_shipped_system(name=files)
    assert any(line.startswith(fault) for line in refused.value.faults), refused.value.faults
    small.refresh_from_db()
    assert small.revision == 1
    assert small.entries.count() == 18
    assert not small.entries.filter(disclosure="Changed before the fault").exists()


def test_a_system_that_is_somebodys_is_not_overwritten(db):
    SystemRow.objects.create(slug="small", title="My own")
    with pytest.raises(SystemFileError, match="somebody has a system of this name"):
        load_shipped_system(name=SMALL)
    assert SystemRow.objects.get().title == "My own"
    assert not EntryRow.objects.exists()
    assert not ConventionRow.objects.exists()


def test_a_system_with_valuation_systems_of_its_own_is_not_loaded(db, files):
    (files / "valuations.toml").write_text("[Aces]\nsuit = { ace = 1 }\n")
    with pytest.raises(SystemFileError, match=r"valuations\.toml: the database has no place for Aces yet"):
        load_shipped_system(name=files)
    assert not SystemRow.objects.exists()


def run() -> str:
    out = StringIO()
    call_command("load_systems", stdout=out)
    return out.getvalue()


def test_the_command_loads_every_shipped_system_and_says_what_it_did():
    first = run().splitlines()
    assert [line.partition(":")[0] for line in first] == shipped_systems()
    assert run().splitlines() == [f"{name}: nothing changed (revision 1)" for name in shipped_systems()]


def test_the_command_tells_faults_line_by_line_and_fails(monkeypatch, files):
    edit(files / "notrump.csv", "10-15", "15-10")
    edit(files / "notrump.csv", "1N-P,100000,2D", "1N-P,100000,2Q")
    monkeypatch.setattr("bidbase.systems.manifest.SHIPPED", files.parent)
    out, errors = StringIO(), StringIO()
    with pytest.raises(CommandError, match="not loaded: small"):
        call_command("load_systems", stdout=out, stderr=errors)
    assert [line.split(": ")[:3] for line in errors.getvalue().splitlines()] == [
        ["small", "notrump.csv:2", "bid"],
        ["small", "notrump.csv:5", "hcp"],
    ]
    assert not SystemRow.objects.exists()


def test_the_history_of_a_shipped_system_begins_with_its_entries(small):
    assert SystemRevision.objects.get(system=small).summary == "Begun with 18 entries"


def test_files_that_were_read_before_are_not_read_again(small):
    with CaptureQueriesContext(connection) as queries:
        assert load_shipped_system(name=SMALL).summary == ""
    assert len(queries) == 1
