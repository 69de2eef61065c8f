"""What a system keeps: every version of its entries, on a base or alone; differences, and changes taken back."""

import copy
from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bidbase.language.bids import parse_convention
from bidbase.systems import EntryError
from bidbase.systems.changes import ChangedEntries
from bidbase.systems.files import dump_conventions, dump_entries, dump_notes
from bidbase.systems.notes import NoteSubject
from editor.models import ConventionRow, SystemRow
from editor.read.conventions.services import save_convention
from editor.read.history.selectors import versions_of
from editor.read.history.services import undo_revision
from editor.read.notes.services import remove_note, save_note
from editor.store.entries.services import remove_entry, save_entry
from editor.store.systems.differences import differences
from editor.store.systems.loading import load_shipped_system
from editor.store.systems.models import VERSIONED
from editor.store.systems.rows import FIELD_NAMES
from editor.store.systems.selectors import bidder_for, engine_system
from editor.store.systems.services import Change, Conflict, NameTaken, change_system, copy_of_system
from tests.editor.conftest import edit


def said(system: SystemRow) -> tuple[str, str, str]:
    """All that a system says at its revision, as its files would say it."""
    engine = engine_system(system)
    return dump_entries(engine.entries), dump_conventions(engine.conventions), dump_notes(engine.notes.values())


def cells(row: Any, **changed: str) -> dict[str, str]:
    return {name: getattr(row, name) for name in FIELD_NAMES} | changed


def entry(system: SystemRow, ref: str) -> Any:
    return system.entries.get(ref=ref)


def content(row: Any) -> dict[str, str]:
    """What a row says, and not where it stands."""
    return {name: getattr(row, name) for name in row.CONTENT if name not in ("place", "family", "ref")}


def contents(system: SystemRow) -> dict[UUID, dict[str, str]]:
    return {row.identity: content(row) for model in VERSIONED for row in system.rows_of(model)}


def changed(system: SystemRow, ref: str, **texts: str) -> SystemRow:
    row = entry(system, ref)
    return save_entry(system=system, texts=cells(row, **texts), seen=row, by=None)[0]


def test_a_copy_says_what_its_base_says_and_has_no_rows(own, small):
    assert said(own) == said(small)
    assert not own.entry_versions.exists()
    assert not own.convention_versions.exists()


def test_a_copy_takes_few_queries(small, anna):
    with CaptureQueriesContext(connection) as queries:
        copy_of_system(base=small, slug="our-system", title="Own", owner=anna)
    assert len(queries) <= 4


def test_a_change_is_one_row_and_leaves_base_and_earlier_revisions_alone(own, small):
    before, base = said(own), said(small)
    new = changed(own, "1N-P/Z00000", hcp="10-16")
    assert new.revision == 2
    assert own.entry_versions.count() == 1
    assert "10-16" in said(new)[0]
    assert said(new) != before
    assert said(own) == said(new.as_of(1)) == before
    assert said(small) == base


def test_an_entry_keeps_its_ref_while_it_stays_at_its_place(own):
    new = changed(own, "1N-P/100000/2", disclosure="Other words")
    assert entry(new, "1N-P/100000/2").disclosure == "Other words"
    moved = changed(new, "1N-P/100000/2", order="200000")
    assert entry(moved, "1N-P/200000/2").disclosure == "Other words"
    assert not moved.entries.filter(ref="1N-P/100000/2").exists()


def test_a_new_entry_is_the_last_of_its_order_number(own):
    row = entry(own, "1N-P/200000")
    new, added = save_entry(system=own, texts=cells(row, disclosure="One more"), seen=None, by=None)
    assert added.ref == "1N-P/200000/2"
    assert added.family == row.family
    names = [entry.id for entry in engine_system(new).sections["1N-P"]]
    assert names[names.index("1N-P/200000") + 1] == "1N-P/200000/2"


def test_what_is_removed_is_gone_until_it_is_brought_back(own, small):
    row = entry(own, "1D/300000")
    without = remove_entry(system=own, seen=row, by=None)
    assert not without.entries.filter(ref="1D/300000").exists()
    back = undo_revision(system=without, number=2, by=None)
    assert said(back) == said(small)
    assert not own.entry_versions.filter(until=None).exists(), "what the base says needs no row"


def test_a_version_that_says_what_the_base_says_is_no_row(own, small):
    new = changed(own, "1N-P/Z00000", hcp="10-16")
    again = changed(new, "1N-P/Z00000", hcp=entry(small, "1N-P/Z00000").hcp)
    assert said(again) == said(small)
    assert again.revision == 3
    assert not own.entry_versions.filter(until=None).exists()


def test_what_ended_without_a_new_version_comes_back_too(own, small):
    """Two changes close a version and open none: one back to what the base says, and the removal of an own entry."""
    own_text = changed(own, "1N-P/Z00000", hcp="10-16")
    as_in_base = changed(own_text, "1N-P/Z00000", hcp=entry(small, "1N-P/Z00000").hcp)
    again = undo_revision(system=as_in_base, number=3, by=None)
    assert entry(again, "1N-P/Z00000").hcp == "10-16"

    row = entry(again, "1N-P/200000")
    more, added = save_entry(system=again, texts=cells(row, disclosure="One more"), seen=None, by=None)
    without = remove_entry(system=more, seen=added, by=None)
    assert said(undo_revision(system=without, number=without.revision, by=None)) == said(more)


def test_who_comes_second_sees_what_the_first_has_saved(own):
    row = entry(own, "1N-P/Z00000")
    save_entry(system=own, texts=cells(row, hcp="10-16"), seen=row, by=None)
    for second in (
        lambda: save_entry(system=own, texts=cells(row, hcp="9-15"), seen=row, by=None),
        lambda: remove_entry(system=own, seen=row, by=None),
    ):
        with pytest.raises(Conflict) as conflict:
            second()
        (held,) = conflict.value.held.values()
        assert held.hcp == "10-16"
    own.refresh_from_db()
    assert own.revision == 2, "nothing was saved"


def test_who_changes_what_was_removed_is_told(own):
    row = entry(own, "1N-P/Z00000")
    remove_entry(system=own, seen=row, by=None)
    with pytest.raises(Conflict) as conflict:
        save_entry(system=own, texts=cells(row, hcp="9-15"), seen=row, by=None)
    assert conflict.value.held == {row.identity: None}


FAULTS = [
    ({"hcp": "15-10"}, "hcp", "the range is upside down"),
    ({"bid": ""}, "bid", "an entry makes a bid"),
    ({"convention": "Nothing of the kind"}, "convention", "Nothing of the kind is not a convention of this system"),
]


@pytest.mark.parametrize(("texts", "field", "why"), FAULTS)
def test_an_unsound_entry_is_not_saved(own, texts, field, why):
    row = entry(own, "1N-P/Z00000")
    with pytest.raises(EntryError) as refused:
        save_entry(system=own, texts=cells(row, **texts), seen=row, by=None)
    assert field in dict(refused.value.faults), why
    own.refresh_from_db()
    assert own.revision == 1


def test_a_name_is_taken_once(own):
    row = own.conventions.first()
    other = ConventionRow(name=row.name, place=1)
    with pytest.raises(NameTaken, match=row.name):
        change_system(system=own, changes=[Change(other, None)], summary="Twice")
    assert not own.convention_versions.exists()


def test_a_new_release_of_the_base_is_taken_up_when_asked_for(own, small, files):
    own = changed(own, "1N-P/Z00000", hcp="10-16")
    edit(files / "notrump.csv", "10-15", "9-15")
    edit(files / "opening.csv", ",132000,1N,,,15-17", ",132000,1N,,,12-14")
    release = load_shipped_system(name=files).system
    assert entry(own, "opening/132000").hcp == "15-17"
    offered = differences(own.standing, release)
    assert {pair.row.ref: pair.columns for pair in offered} == {
        "opening/132000": ("hcp",),
        "1N-P/Z00000": ("hcp",),
    }
    new = change_system(system=own, changes=[], summary="New release", base_revision=release.revision)
    assert entry(new, "opening/132000").hcp == "12-14"
    assert entry(new, "1N-P/Z00000").hcp == "10-16", "what the partnership has changed stays"
    assert entry(new.as_of(2), "opening/132000").hcp == "15-17"
    back = undo_revision(system=new, number=new.revision, by=None)
    assert said(back) == said(own)


def test_the_history_of_an_entry_has_all_its_versions(own, small, anna):
    row = entry(own, "1N-P/Z00000")
    new, _ = save_entry(system=own, texts=cells(row, hcp="10-16"), seen=row, by=anna, why="Weak hands play better")
    versions = versions_of(new, row)
    assert [(version.hcp, made.system, made.by, made.why) for version, made in versions] == [
        ("10-16", own, anna, "Weak hands play better"),
        ("10-15", small, None, ""),
    ]


def test_what_was_changed_again_is_not_taken_back_behind_somebodys_back(own):
    new = changed(changed(own, "1N-P/Z00000", hcp="10-16"), "1N-P/Z00000", hcp="10-17")
    with pytest.raises(Conflict):
        undo_revision(system=new, number=2, by=None)
    assert said(undo_revision(system=new, number=3, by=None)) == said(new.as_of(2))


@pytest.mark.parametrize("number", [0, 1, 7])
def test_only_a_change_can_be_taken_back(own, number):
    with pytest.raises(ValueError, match="cannot be taken back"):
        undo_revision(system=changed(own, "1N-P/Z00000", hcp="10-16"), number=number, by=None)


def served(system: SystemRow) -> set[NoteSubject]:
    return {subject for note in system.notes for subject in note.subjects}


def there(system: SystemRow) -> set[NoteSubject]:
    subjects = {NoteSubject.convention(row.name) for row in system.conventions}
    for row in system.entries:
        subjects |= {NoteSubject.entry(row.ref), NoteSubject.section(row.prior_bids)}
    return subjects


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["change", "move", "add", "remove", "note", "rewrite", "drop", "rename", "undo"]),
        st.integers(0, 17),
        st.sampled_from("123456789"),
    ),
    max_size=8,
)


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS)
def test_any_changes_and_undos_are_all_remembered(small, anna, steps):
    """Each revision stays as it was, an undo brings back what was, and the differences lead from one to the other."""
    system = copy_of_system(base=small, slug=f"own-{SystemRow.objects.count()}", title="Own", owner=anna)
    remembered = {1: said(system)}
    for kind, number, digit in steps:
        rows = list(system.entries.filter(section_key__gt=""))
        row, notes = rows[number % len(rows)], list(system.notes)
        if kind == "change":
            system, _ = save_entry(system=system, texts=cells(row, hcp=f"{digit}+"), seen=row, by=anna)
        elif kind == "add":
            texts = cells(row, order=f"{digit}00000")
            system, _ = save_entry(system=system, texts=texts, seen=None, by=anna)
        elif kind == "move":
            system, _ = save_entry(system=system, texts=cells(row, order=f"{digit}00001"), seen=row, by=anna)
        elif kind == "remove":
            system = remove_entry(system=system, seen=row, by=anna)
        elif kind == "note":
            serves = [
                NoteSubject.entry(row.ref),
                NoteSubject.section(row.prior_bids),
                NoteSubject.convention("Stayman: Answers"),
            ]
            name = f"Note {system.revision}"
            system = save_note(system=system, name=name, serves=serves[: int(digit) % 4], text="a", seen=None, by=anna)
        elif kind == "rewrite" and notes:
            note = notes[number % len(notes)]
            serves = [*note.subjects[1:], NoteSubject.entry(row.ref)]
            system = save_note(system=system, name=note.name, serves=serves, text=digit, seen=note, by=anna)
        elif kind == "drop" and notes:
            system = remove_note(system=system, seen=notes[number % len(notes)], by=anna)
        elif kind == "rename":
            convention = system.conventions.filter(name__endswith="Answers").get()
            other = parse_convention(f"Stayman: {digit} Answers")
            system = save_convention(system=system, name=other, notes="", seen=convention, by=anna)
        elif system.revision > 1:
            system = undo_revision(system=system, number=system.revision, by=anna)
            assert said(system) == remembered[system.revision - 2]
        remembered[system.revision] = said(system)
    for revision, text in remembered.items():
        assert said(system.as_of(revision)) == text
        patched = contents(system.as_of(revision))
        for pair in differences(system.as_of(revision), system):
            patched.pop(pair.row.identity, None)
            if pair.after is not None:
                patched[pair.row.identity] = content(pair.after)
        assert patched == contents(system)
        assert served(system.as_of(revision)) <= there(system.as_of(revision)), "notes serve what is there"


def test_the_bidder_of_any_revision_bids_as_one_made_of_all_its_rows(own, small):
    """It is made of the bidder of the base and what differs."""
    new = changed(own, "1N-P/Z00000", order="050000")
    new = remove_entry(system=new, seen=entry(new, "1D/300000"), by=None)
    row = new.conventions.get(name="Weak two")
    row.use = "0"
    new = change_system(system=new, changes=[Change(copy.copy(row), row.pk)], summary="Off")
    new = save_note(system=new, name="Style", serves=[NoteSubject.section("1N-P")], text="Light", seen=None, by=None)
    for system in (small, own, new, new.as_of(2)):
        variant, whole = bidder_for(system).system, engine_system(system)
        assert variant.by_id == whole.by_id
        assert variant.sections == whole.sections
        assert variant.conventions == whole.conventions
        assert variant.notes == whole.notes
    assert bidder_for(own) is not bidder_for(small), "at a table they are two systems, each with codes of its own"


def test_an_earlier_revision_of_a_shipped_system_is_read_without_reading_all_of_it(small, files):
    bidder_for(small)
    edit(files / "notrump.csv", "10-15", "10-16")
    new = load_shipped_system(name=files).system
    entries = bidder_for(new).system.entries
    assert isinstance(entries, ChangedEntries)
    assert entries.base is bidder_for(small).system
    assert [entry.text("hcp") for entry in entries.changed] == ["10-16"]
