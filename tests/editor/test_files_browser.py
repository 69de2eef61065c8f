"""Files of systems as people use them: a download, a change in a spreadsheet, the upload with its preview."""

import re

import openpyxl
import pytest
from playwright.sync_api import expect

from bidbase.systems.workbook import workbook_of
from editor.models import EntryRow, SystemRevision, SystemRow
from editor.store.systems.selectors import engine_system
from editor.store.systems.services import copy_of_system
from tests.accessible import assert_sound
from tests.practice.test_accounts_browser import READERS

pytestmark = pytest.mark.usefixtures("worker")


@pytest.fixture
def ours(small, anna) -> SystemRow:
    """Anna's system, which says what the small one says."""
    return copy_of_system(base=small, slug="ours", title="Ours", owner=anna)


@pytest.mark.parametrize("options", READERS)
def test_a_workbook_is_downloaded_edited_and_merged(open_page, ours, tmp_path, options):
    page, scripts = open_page(ours.owner, **options), options.get("java_script_enabled", True)  # axe is a script too
    page.goto("/system/ours/files/")
    if scripts:
        assert_sound(page)
    page.get_by_role("link", name=re.compile("Write the file ?: Workbook")).click()
    with page.expect_download() as downloaded:
        page.get_by_role("link", name="Download ours.xlsx").click()
    path = tmp_path / downloaded.value.suggested_filename
    downloaded.value.save_as(path)

    book = openpyxl.load_workbook(path)
    sheet = book["Entries"]
    columns = {cell.value: cell.column for cell in sheet[1]}
    (row,) = [cells[0].row for cells in sheet.iter_rows() if cells[columns["Disclosure"] - 1].value == "To play"]
    sheet.cell(row, columns["HCP"]).value = "9-15"
    sheet.append(["notrump", "1N-P", "Z50000", "4N"])
    book.save(path)

    page.get_by_label("File", exact=True).set_input_files(path)
    page.get_by_role("button", name="Show the differences").click()
    expect(page.get_by_role("heading", name="Changed: 1")).to_be_visible()
    expect(page.get_by_role("heading", name="New: 1")).to_be_visible()
    expect(page.get_by_text("9-15")).to_be_visible()
    if scripts:
        assert_sound(page)
    page.locator("section", has=page.get_by_role("heading", name="New: 1")).get_by_label("none").check()
    page.get_by_role("button", name="Take what is chosen").click()
    expect(page.get_by_text("Taken from ours.xlsx.")).to_be_visible()

    assert list(EntryRow.objects.filter(system=ours).values_list("ref", "hcp")) == [("1N-P/Z00000", "9-15")]
    revision = SystemRevision.objects.get(system=ours, number=2)
    assert (revision.summary, revision.by) == ("Taken from ours.xlsx: 1 entry changed", ours.owner)


def test_who_marks_a_line_takes_what_is_marked(open_page, ours, tmp_path):
    page, path = open_page(ours.owner), tmp_path / "ours.csv"
    path.write_text("prior_bids,order,bid,hcp\n1S-P,100000,2S,6-9\n1S-P,200000,3S,10-12\n")
    page.goto("/system/ours/files/")
    page.get_by_label("File", exact=True).set_input_files(path)
    page.get_by_role("button", name="Show the differences").click()
    page.get_by_role("checkbox", name="1S-P/200000").check()
    added = page.locator("section", has=page.get_by_role("heading", name="New: 2"))
    expect(added.get_by_label("those marked below")).to_be_checked()
    missing = page.locator("section", has=page.get_by_role("heading", name=re.compile("^Missing")))
    if missing.count():
        missing.get_by_label("none").check()
    page.get_by_role("button", name="Take what is chosen").click()
    expect(page.get_by_text("Taken from ours.csv.")).to_be_visible()
    assert [*EntryRow.objects.filter(system=ours).values_list("ref", flat=True)] == ["1S-P/200000"]


def test_a_line_marked_before_the_script_is_there_counts(open_page, ours, tmp_path):
    page, path, waiting = open_page(ours.owner), tmp_path / "ours.csv", []
    path.write_text("prior_bids,order,bid,hcp\n1S-P,100000,2S,6-9\n1S-P,200000,3S,10-12\n")
    page.goto("/system/ours/files/")
    page.get_by_label("File", exact=True).set_input_files(path)
    page.route("**/editor/merge*.js", lambda route: waiting.append(route))
    with page.expect_request("**/editor/merge*.js"):
        page.get_by_role("button", name="Show the differences").click()
    page.get_by_role("checkbox", name="1S-P/200000").check()
    added = page.locator("section", has=page.get_by_role("heading", name="New: 2"))
    expect(added.get_by_label("those marked below")).not_to_be_checked()
    waiting[0].continue_()
    expect(added.get_by_label("those marked below")).to_be_checked()


def test_a_bad_cell_is_named_and_the_mended_file_makes_a_system(open_page, ours, small, tmp_path):
    page, path = open_page(ours.owner), tmp_path / "mine.xlsx"
    path.write_bytes(workbook_of(engine_system(small)))
    book = openpyxl.load_workbook(path)
    book["Entries"]["D3"] = "9N"
    book.save(path)
    page.goto("/system/files/new/")
    page.get_by_label("Title").fill("Mine")
    page.get_by_label("File", exact=True).set_input_files(path)
    page.get_by_role("button", name="Show what it has").click()
    expect(page.get_by_text("Entries!D3: bid: '9N' is not a call")).to_be_visible()
    assert_sound(page)
    assert not SystemRow.objects.filter(slug="mine").exists()

    path.write_bytes(workbook_of(engine_system(small)))
    page.get_by_role("link", name="Another file").click()
    expect(page.get_by_role("link", name="Another file")).to_have_count(0)
    assert_sound(page)
    page.get_by_label("Title").fill("Mine")
    page.get_by_label("File", exact=True).set_input_files(path)
    page.get_by_role("button", name="Show what it has").click()
    page.get_by_role("button", name="Make the system").click()
    expect(page.get_by_text("Taken from mine.xlsx.")).to_be_visible()
    assert SystemRow.objects.get(slug="mine").entries.count() == small.entries.count()


@pytest.mark.parametrize("options", READERS)
def test_pasted_notes_become_a_system_that_is_read_at_once(open_page, small, anna, options):
    page, scripts = open_page(anna, **options), options.get("java_script_enabled", True)
    page.goto("/system/")
    page.get_by_role("link", name="Make a system from a file or from notes").click()
    page.get_by_label("Title").fill("Our notes")
    page.get_by_role("button", name="Show what it has").click()
    expect(page.get_by_text("Choose a file, or paste notes.")).to_be_visible()
    page.get_by_label("Or your notes, pasted").fill(
        "1NT: 14-16 balanced\n  2C: Stayman\n  2D: ask Kim\nsomething odd\n"
    )
    page.get_by_role("button", name="Show what it has").click()
    expect(page.get_by_text("3 calls: 2 understood wholly, 0 in part, 1 kept as words.")).to_be_visible()
    expect(page.get_by_text("line 4: no call begins this line: something odd")).to_be_visible()
    if scripts:
        assert_sound(page)
    if "viewport" in options:
        assert page.evaluate("document.documentElement.scrollWidth") <= options["viewport"]["width"]
    page.get_by_role("button", name="Make the system").click()
    expect(page.get_by_text("Taken from notes.txt.")).to_be_visible()
    system = SystemRow.objects.get(slug="our-notes")
    assert sorted(system.entries.values_list("bid", "hcp", "usage")) == [
        ("1N", "14-16", ""),
        ("2C", "", "1"),
        ("2D", "", "1"),
    ]
    page.goto("/system/our-notes/?auction=1N-P")
    expect(page.get_by_text("ask Kim").first).to_be_visible()
