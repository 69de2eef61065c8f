"""Notes follow what they serve: through changes, into copies, through releases, files and merges."""

import io
import zipfile

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from bidbase.systems.archive import archive_of
from bidbase.systems.exchange import read_system
from bidbase.systems.notes import NoteSubject, parse_serves
from bidbase.systems.workbook import workbook_of
from editor.models import NoteRow, SystemRevision, SystemRow
from editor.read.conventions.services import merge_convention, remove_convention, save_convention
from editor.read.history.services import undo_revision
from editor.read.notes.services import save_note
from editor.store.entries.services import remove_entry
from editor.store.systems.differences import differences
from editor.store.systems.loading import load_shipped_system
from editor.store.systems.rows import engine_convention
from editor.store.systems.selectors import engine_system
from editor.store.systems.services import copy_of_system
from editor.write.files.services import begin_merge, choose, take
from editor.write.release.services import take_release
from tests.editor.conftest import edit
from tests.editor.noting import ONE_NOTRUMP, STAYMAN, TO_PLAY, moved, serves, written
from tests.editor.pages import text_of

# Notes follow what they serve ----------------------------------------------------------------------------------------


def test_a_note_follows_an_entry_to_another_number(noted):
    new = moved(noted, "1N-P/Z00000", order="300000")
    assert serves(new) == ["section 1N-P", "entry 1N-P/300000", "convention Stayman"]
    assert new.revision == noted.revision + 1, "in the same revision"
    assert serves(undo_revision(system=new, number=new.revision, by=None)) == serves(noted)


def test_entries_that_exchange_their_numbers_keep_their_notes(noted):
    system = written(noted, "Pass", [NoteSubject.entry("1N-P/a00000")])
    system = moved(system, "1N-P/Z00000", order="500000")
    system = moved(system, "1N-P/a00000", order="Z00000")
    assert serves(system)[1] == "entry 1N-P/500000"
    assert serves(system, "Pass") == ["entry 1N-P/Z00000"]


def test_a_note_serves_what_is_removed_no_more_until_that_is_brought_back(noted):
    gone = remove_entry(system=noted, seen=noted.entries.get(ref="1N-P/Z00000"), by=None)
    assert serves(gone) == ["section 1N-P", "convention Stayman"]
    assert serves(undo_revision(system=gone, number=gone.revision, by=None)) == serves(noted)


def test_a_note_follows_the_name_of_a_convention(noted):
    row = noted.conventions.get(name="Stayman")
    name = engine_convention(type(row)(name="Puppet")).name
    new = save_convention(system=noted, name=name, notes=row.notes, seen=row, by=None)
    assert serves(new)[2] == "convention Puppet"


def test_a_note_goes_along_when_conventions_are_merged(own):
    system = written(
        own, "Asking", [STAYMAN, NoteSubject.convention("Stayman: Answers"), NoteSubject.convention("Transfers")]
    )
    stayman, transfers = (system.conventions.get(name=name) for name in ("Stayman", "Transfers"))
    new = merge_convention(system=system, seen=stayman, into=transfers, by=None)
    assert serves(new, "Asking") == ["convention Transfers", "convention Transfers: Answers"]


def test_a_removed_convention_leaves_the_note(own):
    system = save_convention(
        system=own, name=engine_convention(type(own.conventions[0])(name="Drury")).name, notes="", seen=None, by=None
    )
    system = written(system, "Later", [NoteSubject.convention("Drury"), STAYMAN])
    new = remove_convention(system=system, seen=system.conventions.get(name="Drury"), by=None)
    assert serves(new, "Later") == ["convention Stayman"]


# Bases, releases, merges ---------------------------------------------------------------------------------------------


@pytest.fixture
def base(db, files) -> SystemRow:
    """The small system, shipped with a note."""
    (files / "notes.csv").write_text("name,serves,text\nShipped,entry 1N-P/Z00000,As in the booklet\n")
    edit(files / "system.toml", '"conventions.csv", ', '"conventions.csv", "notes.csv", ')
    return load_shipped_system(name=files).system


def test_a_shipped_system_has_the_notes_of_its_files(base, files):
    assert engine_system(base).notes == read_system("x.zip", archive_of(engine_system(base))).notes
    assert serves(base, "Shipped") == ["entry 1N-P/Z00000"]
    assert base.notes.get().text == "As in the booklet"
    edit(files / "notes.csv", "As in the booklet", "As in the other booklet")
    assert load_shipped_system(name=files).summary == "notes: 1 changed"


def test_a_copy_reads_the_notes_of_its_base_and_changes_its_own(base, anna):
    own = copy_of_system(base=base, slug="copy", title="Copy", owner=anna)
    assert not NoteRow.objects.filter(system=own).exists()
    new = save_note(system=own, name="Shipped", serves=[], text="Ours", seen=own.notes.get(), by=None)
    assert (new.notes.get().text, base.notes.get().text) == ("Ours", "As in the booklet")
    (pair,) = differences(base, new)
    assert (pair.before.text, pair.after.text) == ("As in the booklet", "Ours")


def test_a_note_of_the_base_does_not_serve_what_a_copy_has_removed(base, anna):
    own = copy_of_system(base=base, slug="copy", title="Copy", owner=anna)
    new = remove_entry(system=own, seen=own.entries.get(ref="1N-P/Z00000"), by=None)
    assert serves(new, "Shipped") == []
    assert read_system("x.zip", archive_of(engine_system(new))).notes.keys() == {"Shipped"}


def test_a_release_moves_what_own_notes_serve_and_disputes_what_both_have_changed(base, files, anna):
    own = copy_of_system(base=base, slug="copy", title="Copy", owner=anna)
    own = written(own, "Ours", [TO_PLAY])
    own = save_note(system=own, name="Shipped", serves=[], text="Ours", seen=own.notes.get(name="Shipped"), by=None)
    edit(files / "notes.csv", "As in the booklet", "As in the other booklet")
    released = load_shipped_system(name=files).system
    shipped = base.notes.get().identity
    kept = take_release(system=own, base_revision=released.revision, theirs=set(), by=anna)
    assert kept.notes.get(name="Shipped").text == "Ours"
    back = undo_revision(system=kept, number=kept.revision, by=None)
    theirs = take_release(system=back, base_revision=released.revision, theirs={shipped}, by=anna)
    assert theirs.notes.get(name="Shipped").text == "As in the other booklet"
    assert serves(theirs, "Ours") == ["entry 1N-P/Z00000"]


def test_a_release_without_the_entry_leaves_the_own_note(base, files, anna):
    own = copy_of_system(base=base, slug="copy", title="Copy", owner=anna)
    own = written(own, "Ours", [TO_PLAY, ONE_NOTRUMP])
    edit(files / "notes.csv", "entry 1N-P/Z00000", "section 1N-P")
    lines = (files / "notrump.csv").read_text().splitlines(keepends=True)
    (files / "notrump.csv").write_text("".join(line for line in lines if "Z00000" not in line))
    released = load_shipped_system(name=files).system
    taken = take_release(system=own, base_revision=released.revision, theirs=set(), by=anna)
    assert serves(taken, "Ours") == ["section 1N-P"]
    assert serves(taken, "Shipped") == ["section 1N-P"]


def test_two_notes_of_one_name_become_one_that_says_ours(small, files, anna):
    own = copy_of_system(base=small, slug="copy", title="Copy", owner=anna)
    own = written(own, "Shipped", [ONE_NOTRUMP], "Ours")
    (files / "notes.csv").write_text("name,serves,text\nShipped,,Theirs\n")
    edit(files / "system.toml", '"conventions.csv", ', '"conventions.csv", "notes.csv", ')
    released = load_shipped_system(name=files).system
    taken = take_release(system=own, base_revision=released.revision, theirs=set(), by=anna)
    assert taken.notes.get().text == "Ours"


def merged(system: SystemRow, owner: User, name: str, content: bytes, **take_of: str) -> SystemRow:
    merge = begin_merge(owner=owner, name=name, content=content, system=system)
    choose(merge=merge, take={"added": "all", "changed": "all", "missing": "none", **take_of}, marked=[])
    return take(merge_id=merge.pk, report=lambda: None)


@pytest.mark.parametrize("write", [archive_of, workbook_of], ids=["zip", "xlsx"])
def test_what_was_downloaded_says_the_same(noted, anna, write):
    system = moved(noted, "1N-P/100000/2", order="100001")
    system = moved(system, "1N-P/100001", order="100000")
    system = remove_entry(system=system, seen=system.entries.get(ref="1N-P/100000"), by=None)
    system = written(system, "Second", [NoteSubject.entry("1N-P/100000/2")])
    suffix = "zip" if write is archive_of else "xlsx"
    after = merged(system, anna, f"x.{suffix}", write(engine_system(system)), missing="all")
    assert after.revision == system.revision, "also where the file calls an entry otherwise"


def test_a_file_of_notes_is_taken_and_names_what_the_system_has(own, anna):
    rows = 'name,serves,text\nStyle,"section 1N-P\nconvention Stayman\nentry 1N-P/Z00000",Light\n'
    system = merged(own, anna, "notes.csv", rows.encode())
    assert serves(system, "Style") == ["section 1N-P", "convention Stayman", "entry 1N-P/Z00000"]
    assert "1 note added" in SystemRevision.objects.get(system=system, number=system.revision).summary


def test_a_note_is_not_taken_without_what_it_serves(own, anna, writer):
    whole = engine_system(own)
    files = {"system.toml": 'files = ["notes.csv", "more.csv"]\n'}
    files["notes.csv"] = "name,serves,text\nStyle,section 2N-P,Light\n"
    files["more.csv"] = "prior_bids,order,bid\n2N-P,100000,3C\n"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    merge = begin_merge(owner=anna, name="x.zip", content=out.getvalue(), system=own)
    address = reverse("editor:merge", args=[merge.pk])
    writer.get(address)
    done = writer.post(address, {"added": "some", "marked": ["added note Style"], "missing": "none"})
    told = text_of(writer.get(done.url).content.decode())
    assert "The note Style serves section 2N-P, which the system would not have" in told
    assert engine_system(SystemRow.objects.get(pk=own.pk)).entries == whole.entries


def test_notes_of_another_system_are_merged(noted, small, anna):
    other = copy_of_system(base=small, slug="other", title="Other", owner=anna)
    merge = begin_merge(owner=anna, name="Ours", source=noted, system=other)
    choose(merge=merge, take={"added": "all", "changed": "all", "missing": "none"}, marked=[])
    system = take(merge_id=merge.pk, report=lambda: None)
    assert parse_serves(system.notes.get().serves) == (ONE_NOTRUMP, TO_PLAY, STAYMAN)
