"""Systems as archives, workbooks and CSV files: what is written is read as the same, and what is wrong is told."""

import io
import random
import zipfile
from contextlib import suppress
from datetime import date
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bidbase.errors import SystemFileError
from bidbase.language.bids import parse_convention
from bidbase.systems import (
    Convention,
    System,
    archive,
    exchange,
    load_system,
    open_system,
    shipped_systems,
    workbook,
)
from bidbase.systems.archive import archive_of, archive_of_folder, packed, system_of_archive, unpacked
from bidbase.systems.exchange import read_system
from bidbase.systems.files import standing_alone
from bidbase.systems.manifest import SHIPPED
from bidbase.systems.notes import NoteSubject
from bidbase.systems.reading import numbered
from bidbase.systems.workbook import system_of_workbook, workbook_of

SMALL = Path(__file__).parents[1] / "editor" / "systems" / "small"


@pytest.mark.parametrize("name", shipped_systems())
def test_a_shipped_system_comes_back_from_an_archive_byte_for_byte(name):
    content = archive_of_folder(name)
    assert system_of_archive(content) == load_system(name)
    files = unpacked(content)
    assert {path: (SHIPPED / path).read_bytes() for path in files} == files
    assert f"{name}/system.toml" in files
    assert "common/openings.csv" in files


@pytest.mark.parametrize("name", shipped_systems())
@pytest.mark.parametrize(
    ("write", "read"),
    [pytest.param(archive_of, system_of_archive, id="zip"), pytest.param(workbook_of, system_of_workbook, id="xlsx")],
)
def test_a_shipped_system_that_stands_alone_comes_back_as_it_is(name, write, read):
    """Shared files become its own."""
    system = standing_alone(load_system(name))
    assert read(write(system)) == system


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), size=st.integers(0, 40), notes=st.text("ab,;\"'=+-@\n é♠\t", max_size=12))
def test_any_entries_in_any_order_come_back_as_they_are(seed, size, notes):
    whole = standing_alone(_SAYC)
    entries = random.Random(seed).sample(whole.entries, size)
    some = parse_convention("Made up")
    conventions = {**whole.conventions, str(some): Convention(some, "T", notes.strip())}
    agreements = whole.agreements  # entries name the parameters that they settle
    system = System("part", 'The "part"\\', "a = 1\n\x7f", conventions, numbered(entries), agreements=agreements)
    by_file = sorted(system.entries, key=lambda entry: entry.family)
    together = System("part", system.title, "", conventions, numbered(by_file), agreements=agreements)
    assert system_of_archive(archive_of(together)) == together
    read = system_of_archive(archive_of(system))
    assert [(entry.id, entry.cells) for entry in read.entries] == [(each.id, each.cells) for each in system.entries]
    assert read.description == system.description.strip() or read.description == system.description
    if "\x7f" not in notes:
        assert system_of_workbook(workbook_of(together)) == together


_SAYC = open_system("sayc")


def test_equal_systems_give_equal_archives():
    assert archive_of(load_system(SMALL)) == archive_of(load_system(SMALL))


def test_a_workbook_is_made_to_be_read_by_people():
    book = openpyxl.load_workbook(io.BytesIO(workbook_of(load_system(SMALL))))
    assert book.sheetnames == ["Entries", "Conventions", "Agreements", "System"]
    sheet = book["Entries"]
    header = [cell.value for cell in sheet[1]]
    assert header[:4] == ["File", "Prior bids", "Order", "Bid"]
    assert sheet.auto_filter.ref == f"A1:{sheet.cell(1, len(header)).column_letter}{sheet.max_row}"
    assert sheet.freeze_panes == "E2"
    assert {cell.number_format for row in sheet.iter_rows(min_row=2) for cell in row if cell.value} == {"@"}
    assert sheet.column_dimensions["C"].number_format == "@"  # rows that are still blank, too


def test_cells_that_look_like_something_else_stay_text():
    system = load_system(SMALL)
    notes = {name: Convention(parse_convention(name), "", name) for name in ("=1+1", "5-4", "012000", "1E5", "TRUE")}
    read = system_of_workbook(workbook_of(System("x", "=A1", "+1", {**system.conventions, **notes}, system.entries)))
    assert (read.title, read.description) == ("=A1", "+1")
    assert [read.conventions[name].notes for name in notes] == [*notes]


# Faults of workbooks: where, what stands there, and what is said --------------------------------------------------


def spoiled(change) -> bytes:
    """The workbook of the small system after a change."""
    book = openpyxl.load_workbook(io.BytesIO(workbook_of(load_system(SMALL))))
    change(book)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def put(sheet, address, value, number_format="General"):
    """A change of one cell."""

    def change(book):
        cell = book[sheet][address]
        cell.value, cell.number_format = value, number_format

    return change


BAD_CELLS = [
    (put("Entries", "C3", "12"), "Entries!C3: order: ", "an order number that is too short"),
    (put("Entries", "D3", "9N"), "Entries!D3: bid: '9N' is not a call", "no such call"),
    (put("Entries", "C3", 12000), "Entries!C3: order: ", "a number that has lost its zero"),
    (
        put("Entries", "G3", date(2026, 5, 4), "d-mmm"),
        "Entries!G3: a spreadsheet has made a date of this",
        "5-4 as a date",
    ),
    (put("Entries", "G3", 0.5, "0%"), "Entries!G3: a spreadsheet has changed this", "a percentage"),
    (put("Entries", "G3", True), "Entries!G3: a spreadsheet has changed this", "a truth value"),
    (put("Entries", "G3", 100000, "0.00E+00"), "Entries!G3: a spreadsheet has changed this", "100E03"),
    (put("Entries", "G3", "=1+1"), "Entries!G3: a formula is not read", "a formula"),
    (put("Entries", "E3", "Nothing"), "Entries!E3: convention: Nothing is not in conventions.csv", "no convention"),
    (put("Entries", "A1", "Filed"), "Entries!A1: no such column: Filed; did you mean File?", "an unknown header"),
    (put("Entries", "A1", "Bid"), "Entries!D1: twice the same column: Bid", "a header twice"),
    (put("Entries", "AZ3", "stray"), "Entries!AZ3: there is no header above this cell", "a cell beside the table"),
    (put("Conventions", "B3", "X"), "Conventions!B3: use: 'X' is not a selection code", "no such code"),
    (put("Conventions", "A3", "Stayman"), "Conventions!A3: name: Stayman is there twice", "a convention twice"),
    (
        lambda book: book.remove(book["Entries"]),
        "there are Conventions, Agreements, System",
        "no sheet",
    ),
    (lambda book: book["Entries"].delete_rows(1, 99), "Entries!1: there is no header", "a blank sheet"),
    (put("Entries", "A25002", "x"), "Entries!25002: more than 25,000 rows are not read", "too many rows"),
]


@pytest.mark.parametrize(("change", "message", "why"), BAD_CELLS)
def test_a_bad_workbook_is_refused_with_the_cell(change, message, why):
    with pytest.raises(SystemFileError) as caught:
        system_of_workbook(spoiled(change))
    assert [fault for fault in caught.value.faults if message in fault], (why, caught.value.faults)


def test_all_faults_are_told_at_once():
    def change(book):
        put("Entries", "C3", "12")(book)
        put("Entries", "D4", "9N")(book)
        put("Conventions", "B3", "X")(book)

    with pytest.raises(SystemFileError) as caught:
        system_of_workbook(spoiled(change))
    places = [fault.partition(":")[0] for fault in caught.value.faults]
    assert {"Conventions!B3", "Entries!C3", "Entries!D4"} <= set(places)


def test_numbers_are_taken_as_they_look_and_columns_by_their_headers():
    def change(book):
        sheet = book["Entries"]
        put("Entries", "C2", 300000)(book)
        sheet["D1"] = "BID"
        sheet["C1"] = "order"
        sheet.insert_cols(1)
        sheet["A1"] = "Notes"
        book.remove(book["System"])

    book = spoiled(change)
    if "notes" not in {name for entry in load_system(SMALL).entries for name in entry.cells}:
        assert len(system_of_workbook(book).entries) == len(load_system(SMALL).entries)


# Faults of archives ------------------------------------------------------------------------------------------------

MANIFEST = b'name = "mine"\nfiles = ["opening.csv"]\n'
OPENING = b"order,bid,hcp\n100000,1N,15-17\n"


def archived(*members: tuple[str, bytes]) -> bytes:
    """An archive of these members, also of several with one name."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, content in members:
            file.writestr(name, content)
    return out.getvalue()


BAD_ARCHIVES = [
    (b"name,use\n", "this is not a .zip archive", "no archive"),
    (archived(), "has one system.toml; this one has none", "an empty archive"),
    (archived(("a/system.toml", b""), ("b/system.toml", b"")), "has a/system.toml, b/system.toml", "two systems"),
    (archived(("system.toml", MANIFEST)), "opening.csv: the manifest lists this file", "a file is missing"),
    (archived(("../system.toml", MANIFEST)), "this path leaves the archive", "a path outside"),
    (archived(("/tmp/system.toml", MANIFEST)), "this path leaves the archive", "an absolute path"),
    (
        archived(("system.toml", b'files = ["../../../etc/x.csv"]')),
        "system.toml: ../../../etc/x.csv is outside the archive",
        "a manifest that points outside",
    ),
    (
        archived(("system.toml", b'files = ["/etc/x.csv"]')),
        "system.toml: /etc/x.csv is outside the archive",
        "a manifest with an absolute path",
    ),
    (
        archived(("system.toml", MANIFEST), ("opening.csv", OPENING.replace(b"15-17", b"7-5"))),
        "opening.csv:2: hcp: ",
        "a bad cell",
    ),
    (archived(("system.toml", MANIFEST), ("opening.csv", bytes(70_000_000))), "unpacked; more than", "a bomb"),
    (archived(*((f"{number}.csv", b"") for number in range(501))), "this has 501 files", "many files"),
]


@pytest.mark.parametrize(("content", "message", "why"), BAD_ARCHIVES)
def test_a_bad_archive_is_refused(content, message, why):
    with pytest.raises(SystemFileError) as caught:
        system_of_archive(content)
    assert message in str(caught.value), why


@given(st.binary(max_size=60), st.integers(0, 400), st.binary(min_size=1, max_size=4))
def test_whatever_happens_to_a_file_it_is_read_or_refused(content, place, damage):
    good = packed({"system.toml": MANIFEST, "opening.csv": OPENING})
    for name, text in (
        ("x.zip", content),
        ("x.xlsx", content),
        ("x.csv", content),
        ("y.zip", _damaged(good, place, damage)),
    ):
        with suppress(SystemFileError):
            assert read_system(name, text).title


def _damaged(content: bytes, place: int, damage: bytes) -> bytes:
    return content[:place] + damage + content[place + len(damage) :]


def test_a_workbook_that_is_no_workbook_is_refused():
    with pytest.raises(SystemFileError, match=r"this workbook cannot be read"):
        system_of_workbook(archived(("system.toml", MANIFEST)))
    with pytest.raises(SystemFileError, match=r"this is not an \.xlsx workbook"):
        system_of_workbook(b"PK")


def test_large_files_are_not_looked_into(monkeypatch):
    monkeypatch.setattr(exchange, "MAX_BYTES", 10)
    with pytest.raises(SystemFileError, match=r"x\.csv: this has 11 bytes; more than 10 are not read"):
        read_system("x.csv", b"order,bid,1")


def test_a_text_that_no_cell_holds_is_refused():
    system = load_system(SMALL)
    for notes, message in (("x" * 32_768, "32768 characters"), ("a\x07b", "control characters")):
        conventions = {"Bad": Convention(parse_convention("Bad"), "", notes)}
        with pytest.raises(SystemFileError, match=rf"Conventions!C2: notes: this has {message}"):
            workbook_of(System("x", "X", "", conventions, ()))
    assert system.entries


def test_a_system_with_valuations_of_its_own_keeps_to_its_folder(tmp_path):
    (tmp_path / "system.toml").write_bytes(MANIFEST)
    (tmp_path / "opening.csv").write_bytes(OPENING)
    (tmp_path / "valuations.toml").write_text('[Ours]\nsuit = "hcp"\n')
    system = load_system(tmp_path)
    assert system_of_archive(archive_of_folder(tmp_path)).valuations.keys() == system.valuations.keys()
    for write in (archive_of, workbook_of):
        with pytest.raises(SystemFileError, match=r"valuations\.toml: Ours cannot be written"):
            write(system)


# Single files ------------------------------------------------------------------------------------------------------


def test_a_single_file_has_entries_or_conventions():
    system = read_system("opening.csv", OPENING)
    assert [(entry.id, entry.family) for entry in system.entries] == [("opening/100000", "opening")]
    assert [*read_system("ours.csv", b"\xef\xbb\xbfname,use\nMulti,0\n").conventions] == ["Multi"]


def test_conventions_that_the_reader_knows_need_not_be_in_the_file():
    content = b"order,bid,convention\n100000,2C,Stayman\n"
    with pytest.raises(SystemFileError, match=r"opening\.csv:2: convention: Stayman is not in conventions\.csv"):
        read_system("opening.csv", content)
    assert (
        read_system("opening.csv", content, known=[NoteSubject.convention("Stayman")]).entries[0].text("convention")
        == "Stayman"
    )


def test_other_files_are_refused():
    with pytest.raises(
        SystemFileError, match=r"x\.ods: a system is read from a file that ends in \.zip, \.xlsx, \.csv"
    ):
        read_system("x.ods", b"")


def test_entries_of_one_file_that_stand_apart_keep_their_order():
    system = load_system(SMALL)
    apart = [system.entries[0], system.entries[-1], system.entries[1]]
    read = system_of_archive(archive_of(System("x", "X", "", system.conventions, numbered(apart))))
    assert [entry.cells for entry in read.entries] == [entry.cells for entry in apart]


def test_the_limits_are_those_that_the_page_names():
    assert (exchange.MAX_BYTES, archive.MAX_FILES, archive.MAX_BYTES, workbook.MAX_ROWS) == (
        8 << 20,
        500,
        64 << 20,
        25_000,
    )
