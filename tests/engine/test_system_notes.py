"""Notes on sections, entries and conventions: what their files may say, and that they come back as they are."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidbase.errors import TextError
from bidbase.systems import SystemFileError, load_system, open_system
from bidbase.systems.archive import archive_of, archive_of_folder, system_of_archive
from bidbase.systems.exchange import read_system
from bidbase.systems.files import dump_notes, files_of, formatted_files
from bidbase.systems.model import System
from bidbase.systems.notes import Note, NoteSubject, parse_serves, parse_subject
from bidbase.systems.workbook import system_of_workbook, workbook_of

SMALL = """\
prior_bids,order,bid,convention
,100000,1N,
1N-P,200000,2C,Stayman
1N-P,200000,2D,
@ fit a,100000,4a,
"""


@pytest.fixture
def folder(tmp_path):
    """A system with two conventions, four entries, and notes to be written by the tests."""
    (tmp_path / "system.toml").write_text(
        'name = "mine"\nfiles = ["conventions.csv", "notes.csv", "small.csv"]\n', encoding="utf-8"
    )
    (tmp_path / "conventions.csv").write_text("name,use,notes\nStayman,,\nStayman: Answers,0,\n")
    (tmp_path / "notes.csv").write_text("name,serves,text\n")
    (tmp_path / "small.csv").write_text(SMALL)
    return tmp_path


# (text, subject, why)
GOOD_SUBJECTS = [
    ("section 1N-P", NoteSubject.section("1N-P"), "prior bids"),
    ("section  1nt - pass", NoteSubject.section("1N-P"), "however they are written"),
    ("Section (opening)", NoteSubject.section(""), "the opening has no prior bids"),
    ("section @ fit a", NoteSubject.section("@ fit a"), "a situation"),
    ("section 1a-P; a=M", NoteSubject.section("1a-P; a=M"), "a pattern with a semicolon"),
    ("entry 1N-P/200000/2", NoteSubject.entry("1N-P/200000/2"), "the second entry of an order number"),
    ("convention Stayman :  Answers", NoteSubject.convention("Stayman: Answers"), "a subcategory"),
]


@pytest.mark.parametrize(("text", "subject", "why"), GOOD_SUBJECTS)
def test_a_subject_is_read_and_written(text, subject, why):
    assert parse_subject(text) == subject, why
    assert parse_subject(str(subject)) == subject, why


# (text, message, characters at fault, why)
BAD_SUBJECTS = [
    ("", "does not begin with section, entry or convention", "", "nothing"),
    ("1N-P", "does not begin with section", "1N-P", "a section without its kind"),
    ("ſection 1N-P", "does not begin with section", "ſection 1N-P", "a letter that is much like s"),
    ("auction 1N-P", "does not begin with section", "auction 1N-P", "another kind"),
    ("section", "the name of the section is missing", "section", "no name"),
    ("entry   ", "the name of the entry is missing", "entry", "a blank name"),
    ("section 1N-8C", "'8C' is not a call", "8C", "the call is pointed at"),
    ("convention Stayman:", "a name is missing beside the colon", ":", "the colon is pointed at"),
]


@pytest.mark.parametrize(("text", "message", "wrong", "why"), BAD_SUBJECTS)
def test_a_bad_subject_is_refused_with_the_characters_at_fault(text, message, wrong, why):
    with pytest.raises(TextError, match=message) as refused:
        parse_subject(text)
    assert refused.value.wrong == wrong, why


# (rows of notes.csv, notes, why)
GOOD_FILES = [
    ("", [], "no notes"),
    ("Style,,We open light.\n", [Note("Style", (), "We open light.")], "about the whole system"),
    (
        'Notrump,"section 1N-P\nentry 1N-P/200000/2\nconvention Stayman","- one\n- two"\n',
        [
            Note(
                "Notrump",
                (NoteSubject.section("1N-P"), NoteSubject.entry("1N-P/200000/2"), NoteSubject.convention("Stayman")),
                "- one\n- two",
            )
        ],
        "one that serves several",
    ),
    (
        "Fits,section @ fit a,\nOpenings,section (opening),\n",
        [Note("Fits", (NoteSubject.section("@ fit a"),)), Note("Openings", (NoteSubject.section(""),))],
        "a situation, and the opening",
    ),
    ('"  Two   words ",,x\n', [Note("Two words", (), "x")], "blanks in a name are tidied"),
]


@pytest.mark.parametrize(("rows", "notes", "why"), GOOD_FILES)
def test_notes_are_read_from_their_file(folder, rows, notes, why):
    (folder / "notes.csv").write_text("name,serves,text\n" + rows)
    assert [*load_system(folder).notes.values()] == notes, why
    assert open_system(folder) == load_system(folder)


# (rows of notes.csv, faults, why)
BAD_FILES = [
    (",,Text\n", ["notes.csv:2: name: a name is missing"], "no name"),
    ("Style,,a\nStyle,,b\n", ["notes.csv:3: name: Style is there twice"], "a doubled name"),
    ("Style,section 2N-P,\n", ["notes.csv:2: serves: the system has no section 2N-P"], "a section nobody has"),
    ("Style,entry 1N-P/300000,\n", ["notes.csv:2: serves: the system has no entry 1N-P/300000"], "no such entry"),
    ("Style,convention Drury,\n", ["notes.csv:2: serves: the system has no convention Drury"], "no such convention"),
    ("Style,1N-P,\n", ["notes.csv:2: serves: this does not begin with section, entry or convention"], "no kind"),
    (
        "Style,section 1N-8C,\n",
        ["notes.csv:2: serves: '8C' is not a call"],
        "the call is named",
    ),
    (
        'Style,"' + "section 1N-P\n" * 201 + '",\n',
        ["notes.csv:2: serves: a note serves at most 200; this has 201"],
        "more than a form can show",
    ),
    (
        'Style,"section 1N-P\nsection 1NT - Pass",\nOther,convention Drury,\n',
        ["notes.csv:2: serves: section 1N-P is there twice", "notes.csv:4: serves: the system has no convention Drury"],
        "all faults at once, and lines within a cell are counted",
    ),
]


@pytest.mark.parametrize(("rows", "faults", "why"), BAD_FILES)
def test_bad_notes_are_refused_with_their_place(folder, rows, faults, why):
    (folder / "notes.csv").write_text("name,serves,text\n" + rows)
    with pytest.raises(SystemFileError) as refused:
        load_system(folder)
    told = refused.value.faults
    assert len(told) == len(faults), why
    assert all(line.startswith(fault) for line, fault in zip(told, faults, strict=True)), told


def test_a_bad_header_is_refused(folder):
    (folder / "notes.csv").write_text("name,about\nStyle,section 1N-P\n")
    with pytest.raises(SystemFileError, match=r"notes\.csv:1: no such column: about"):
        load_system(folder)


def test_a_name_is_that_of_one_note_in_all_files(folder):
    (folder / "common").mkdir()
    (folder / "common" / "notes.csv").write_text("name,text\nStyle,Ours\n")
    (folder / "notes.csv").write_text("name,text\nStyle,Mine\n")
    (folder / "system.toml").write_text('files = ["common/notes.csv", "conventions.csv", "notes.csv", "small.csv"]\n')
    with pytest.raises(SystemFileError, match=r"notes\.csv:2: name: Style is there twice"):
        load_system(folder)


def test_notes_are_written_in_canonical_form(folder):
    (folder / "notes.csv").write_text('text,name,serves\n" a ",Style,"section 1NT - P\n\nconvention Stayman"\n')
    texts = {path.name: text for path, text in formatted_files(folder)}
    assert texts["notes.csv"] == 'name,serves,text\nStyle,"section 1N-P\nconvention Stayman",a\n'


SUBJECTS = [
    NoteSubject.section(""),
    NoteSubject.section("1N-P"),
    NoteSubject.section("@ fit a"),
    NoteSubject.entry("1N-P/200000"),
    NoteSubject.entry("1N-P/200000/2"),
    NoteSubject.convention("Stayman"),
    NoteSubject.convention("Stayman: Answers"),
]
NOTES = st.lists(
    st.builds(
        Note,
        st.text("ab c,;\"'=+-é♠", min_size=1, max_size=8).map(lambda text: " ".join(text.split())).filter(bool),
        st.lists(st.sampled_from(SUBJECTS), unique=True).map(tuple),
        st.text("ab,;\"'=*#-@\n é♠", max_size=20).map(str.strip),
    ),
    max_size=5,
    unique_by=lambda note: note.name,
)


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> System:
    """A system without notes, to be given some."""
    folder = tmp_path_factory.mktemp("small")
    (folder / "system.toml").write_text('name = "mine"\nfiles = ["conventions.csv", "small.csv"]\n')
    (folder / "conventions.csv").write_text("name,use,notes\nStayman,,\nStayman: Answers,0,\n")
    (folder / "small.csv").write_text(SMALL)
    return load_system(folder)


@settings(max_examples=25)
@given(notes=NOTES)
def test_any_notes_come_back_from_every_format(small, notes):
    system = small.changed(notes={note.name: note for note in notes})
    assert system_of_archive(archive_of(system)) == system
    assert system_of_workbook(workbook_of(system)) == system
    if notes:
        known = {*SUBJECTS}
        assert read_system("ours.csv", dump_notes(notes).encode(), known).notes == system.notes


def test_a_folder_comes_back_byte_for_byte(folder):
    (folder / "notes.csv").write_text("name,serves,text\nStyle,section 1N-P,We open light.\n")
    files = files_of(load_system(folder))
    assert files["notes.csv"] == (folder / "notes.csv").read_text()
    assert system_of_archive(archive_of_folder(folder)) == load_system(folder)


def test_a_system_without_notes_has_no_file_of_them(small):
    assert "notes.csv" not in files_of(small)


def test_notes_follow_entries_that_files_call_otherwise(small):
    """Without the first of two entries of an order number the second one has the plain id when it is read again."""
    notes = {"Style": Note("Style", (NoteSubject.entry("1N-P/200000/2"),), "x")}
    system = small.changed(entries={"1N-P/200000": None}, notes=notes)
    for read in (system_of_archive(archive_of(system)), system_of_workbook(workbook_of(system))):
        (subject,) = read.notes["Style"].serves
        assert str(read.by_id[subject.name].bid) == "2D"


def test_a_changed_system_has_the_notes_of_its_base_but_for_those_changed(small):
    base = small.changed(notes={name: Note(name, (), name) for name in ("a", "b", "c")})
    changed = base.changed(notes={"b": None, "c": Note("c", (), "other"), "d": Note("d", (), "new")})
    assert {name: note.text for name, note in changed.notes.items()} == {"a": "a", "c": "other", "d": "new"}
    assert list(base.notes) == ["a", "b", "c"]
    with pytest.raises(ValueError, match="'d' is given as 'e'"):
        base.changed(notes={"e": Note("d")})


def test_what_a_note_serves_is_one_on_a_line():
    assert parse_serves("\nsection 1N-P\n\n  convention Stayman  \n") == (SUBJECTS[1], SUBJECTS[5])
