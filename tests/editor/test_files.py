"""Systems from files on the site: merging by entry with a preview, and new systems."""

import io
import zipfile
from dataclasses import replace
from datetime import timedelta

import openpyxl
import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.utils import timezone

from bidbase.systems.archive import archive_of
from bidbase.systems.exchange import read_system
from bidbase.systems.files import files_of
from bidbase.systems.workbook import workbook_of
from editor.models import EntryRow, Member, SystemRevision, SystemRow
from editor.store.systems.rows import entry_row
from editor.store.systems.selectors import engine_system
from editor.store.systems.services import Change, change_system, copy_of_system
from editor.write.files.differences import compared
from editor.write.files.models import Merge
from editor.write.files.selectors import offer_of
from editor.write.files.services import NotTaken, begin_merge, choose, take
from tests.editor.pages import text_of
from tests.loaded import loaded
from tests.working import PatientClient

NEW = "prior_bids,order,bid,hcp,disclosure\n1S-P,100000,2S,6-9,A raise\n"
STAYMAN = (
    "prior_bids,order,bid,convention,hcp,spades_num,alert,disclosure,asks\n1N-P,200000,2C,Stayman,7+,4,none,Asks,1\n"
)


def upload(writer, content, name="ours.csv", address="/system/our-system/files/merge/", **fields):
    """Upload a file, and see what comes of it."""
    content = content.encode() if isinstance(content, str) else content
    answer = writer.post(address, {"file": SimpleUploadedFile(name, content), **fields})
    return writer.get(answer.url) if answer.status_code == 302 else answer


def taken(writer, page, **fields) -> SystemRow:
    """Choose on the page of a merge, and wait until it is done."""
    chosen = writer.post(page.request["PATH_INFO"], fields)
    assert chosen.status_code == 302, text_of(chosen.content.decode())
    done = writer.get(chosen.url)
    assert done.status_code == 302, text_of(done.content.decode())
    return SystemRow.objects.get(slug=done.url.rstrip("/").rpartition("/")[2])


def cells(row: EntryRow, *names: str) -> list[str]:
    """What an entry says in these columns."""
    return [getattr(row, name) for name in names]


# What differs --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("write", [archive_of, workbook_of], ids=["zip", "xlsx"])
def test_what_was_downloaded_says_the_same(own, writer, write):
    name = "ours.zip" if write is archive_of else "ours.xlsx"
    page = upload(writer, write(engine_system(own)), name)
    assert "ours" in text_of(page.content.decode())
    assert "says the same as Our system. There is nothing to take." in text_of(page.content.decode())


def entries(*rows: tuple[str, str, str]) -> list[EntryRow]:
    """Entries of one section: order, bid, disclosure."""
    result = []
    for order, bid, disclosure in rows:
        (entry,) = read_system("x.csv", f"order,bid,disclosure\n{order},{bid},{disclosure}\n".encode()).entries
        result.append(entry_row(entry))
    return result


A, B, C = ("100000", "1C", "a"), ("100000", "1D", "b"), ("200000", "1H", "c")
A2 = ("100000", "1C", "other")
COMPARED = [
    ([A, B, C], [A, B, C], [], "the same"),
    ([A], [A, C], ["added"], "one more"),
    ([A, C], [A], ["missing"], "one less"),
    ([A], [A2], ["changed"], "other words"),
    ([A], [B, A], ["added"], "one in front of its equal changes neither"),
    ([A, B], [A], ["missing"], "the second of an order number is gone"),
    ([A, B], [B], ["missing"], "the first of an order number is gone"),
    ([A, B], [B, A], [], "in another order"),
    ([A, B], [("100000", "1D", "other")], ["changed", "missing"], "the bid tells which one was changed"),
    ([A, B], [A2, B], ["changed"], "the first of an order number says something else"),
    ([], [A], ["added"], "from nothing"),
    ([A, C], [], ["missing", "missing"], "everything is gone"),
]


@pytest.mark.parametrize(("held", "wanted", "kinds", "why"), COMPARED)
def test_differences_by_section_and_order_number(held, wanted, kinds, why):
    assert [pair.kind for pair in compared(entries(*held), entries(*wanted))] == kinds, why


# Merging -------------------------------------------------------------------------------------------------------------


def test_a_file_is_previewed_and_becomes_one_revision(own, writer, anna):
    page = upload(writer, NEW)
    words = text_of(page.content.decode())
    assert "Nothing has been changed yet" in words
    assert "New: 1" in words
    assert SystemRow.objects.get(slug="our-system").revision == 1
    system = taken(writer, page, added="all", missing="none")
    assert system.revision == 2
    row = EntryRow.objects.get(system=system)
    assert cells(row, "ref", "bid", "hcp", "disclosure") == ["1S-P/100000", "2S", "6-9", "A raise"]
    revision = SystemRevision.objects.get(system=system, number=2)
    assert (revision.summary, revision.by) == ("Taken from ours.csv: 1 entry added", anna)


def test_a_merge_is_taken_back_at_once(own, writer, anna):
    chosen = writer.post(upload(writer, NEW).request["PATH_INFO"], {"added": "all", "missing": "none"})
    shown = writer.get(chosen.url, follow=True).content.decode()
    assert 'action="/system/our-system/history/2/undo/"' in shown
    assert "Taken from ours.csv." in text_of(shown)
    writer.post("/system/our-system/history/2/undo/")
    assert not SystemRow.objects.get(pk=own.pk).entries.filter(ref="1S-P/100000").exists()
    assert "Take it back" not in writer.get(chosen.url, follow=True).content.decode(), "the system has gone on"


def test_a_base_that_has_changed_nothing_offers_nothing(own, small, writer):
    """It does not say the same: what the copy has changed stays."""
    row = own.entries.get(ref="1D/300000")
    old, row.hcp = row.pk, "9+"
    change_system(system=own, changes=[Change(row, old)], summary="Changed")
    answer = writer.post("/system/our-system/files/merge/", {"source": "small"})
    words = text_of(writer.get(answer.url).content.decode())
    assert "says the same as" not in words
    assert "What Our system alone has changed stays" in words


def test_a_changed_entry_keeps_its_identity_and_its_place(own, writer, small):
    before = own.entries.get(ref="1N-P/200000")
    system = taken(writer, upload(writer, STAYMAN), changed="all", missing="none")
    after = system.entries.get(ref="1N-P/200000")
    assert (after.identity, after.place, after.family) == (before.identity, before.place, before.family)
    assert cells(after, "hcp", "disclosure") == ["7+", "Asks"]
    assert cells(small.entries.get(ref="1N-P/200000"), "hcp") == ["8+"]


def test_only_what_is_marked_is_taken(own, writer):
    page = upload(writer, NEW + "1S-P,200000,3S,10-12,An invitation\n")
    system = taken(writer, page, added="some", missing="none", marked=["added entry 1S-P/200000"])
    assert [row.ref for row in EntryRow.objects.filter(system=system)] == ["1S-P/200000"]


def test_what_is_missing_is_removed_when_that_is_chosen(own, writer):
    whole = engine_system(own)
    less = archive_of(type(whole)("ours", "Ours", "", whole.conventions, whole.entries[1:]))
    system = taken(writer, upload(writer, less, "ours.zip"), missing="all")
    assert whole.entries[0].id not in system.entries.values_list("ref", flat=True)
    assert system.entries.count() == len(whole.entries) - 1


@pytest.mark.parametrize("choice", ["all", "none"])
def test_what_is_marked_in_vain_is_told(own, writer, choice):
    """Who marks one entry and forgets to say so does not take all of them."""
    page = upload(writer, NEW + "1S-P,200000,3S,10-12,An invitation\n")
    fields = {"added": choice, "missing": "none", "marked": ["added entry 1S-P/200000"]}
    answer = writer.post(page.request["PATH_INFO"], fields)
    assert answer.status_code == 400
    assert "Choose “those marked below”, or mark none." in text_of(answer.content.decode())
    own.refresh_from_db()
    assert own.revision == 1


def test_nothing_chosen_is_told(own, writer):
    page = upload(writer, NEW)
    answer = writer.post(page.request["PATH_INFO"], {"added": "some", "missing": "none"})
    assert answer.status_code == 400
    assert "Nothing is chosen." in text_of(answer.content.decode())


def test_entries_stand_behind_those_of_their_file(own, writer):
    content = "prior_bids,order,bid,hcp\n1N-P,100000,2D,\n1N-P,150000,2S,8+\n"
    system = taken(writer, upload(writer, content), added="all", changed="none", missing="none")
    refs = [row.ref for row in system.entries.order_by("place")]
    assert refs.index("1N-P/150000") == refs.index("1N-P/100000") + 1


def test_a_merge_that_comes_too_late_changes_nothing(own, writer):
    page = upload(writer, NEW)
    chosen = writer.post(page.request["PATH_INFO"], {"added": "all", "missing": "none"})
    change_system(system=own, changes=[Change.removing(own.entries.first())], summary="One less")
    answer = writer.get(chosen.url)
    assert "has been changed in the meantime" in text_of(answer.content.decode())
    assert SystemRow.objects.get(slug="our-system").revision == 2


def test_taken_twice_it_changes_once(own, anna):
    merge = begin_merge(owner=anna, system=own, name="x.csv", content=NEW.encode())
    choose(merge=merge, take={"added": "all"}, marked=[])
    for _ in range(2):
        assert take(merge_id=merge.pk, report=lambda: None).revision == 2


def test_nothing_is_locked_while_a_merge_is_worked_out(own, anna):
    """On SQLite nobody could bid meanwhile. A change that comes between is seen before anything is saved."""
    merge = begin_merge(owner=anna, system=own, name="x.csv", content=NEW.encode())
    choose(merge=merge, take={"added": "all"}, marked=[])
    depth = len(connection.savepoint_ids)

    def somebody_is_quicker() -> None:
        assert len(connection.savepoint_ids) == depth, "no transaction of its own"
        change_system(system=own, changes=[Change.removing(own.entries.first())], summary="One less")

    with pytest.raises(NotTaken, match="changed in the meantime"):
        take(merge_id=merge.pk, report=somebody_is_quicker)
    assert SystemRow.objects.get(slug="our-system").revision == 2
    merge.refresh_from_db()
    assert merge.result is None


def test_an_entry_is_not_taken_without_its_convention(own, writer):
    whole = engine_system(own)
    files = files_of(whole)
    files["conventions.csv"] += "Drury,,Asks.\n"
    files["more.csv"] = "prior_bids,order,bid,convention\n1S-P,100000,2C,Drury\n"
    files["system.toml"] = files["system.toml"].replace("files = [", 'files = ["more.csv",')
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    page = upload(writer, out.getvalue(), "more.zip")
    fields = {"added": "some", "marked": ["added entry 1S-P/100000"]}
    answer = writer.get(writer.post(page.request["PATH_INFO"], fields).url)
    assert "1S-P/100000 names the convention Drury" in text_of(answer.content.decode())
    assert SystemRow.objects.get(slug="our-system").revision == 1
    system = taken(writer, page, added="all")
    assert system.conventions.filter(name="Drury").exists()


def test_entries_of_another_system_saved_since_a_day(own, writer, small, anna):
    theirs = copy_of_system(base=small, slug="theirs", title="Theirs", owner=anna)
    old = theirs.entries.get(ref="1D/300000")
    changed = entry_row(read_system("x.csv", b"prior_bids,order,bid,hcp\n1D,300000,1S,9+\n").entries[0])
    changed.identity, changed.place = old.identity, old.place
    change_system(system=theirs, changes=[Change(changed, old.pk)], summary="Sounder")
    today = timezone.now().date()
    page = writer.get(writer.post("/system/our-system/files/merge/", {"source": "theirs", "since": today}).url)
    assert "Changed: 1" in text_of(page.content.decode()) or "New" in text_of(page.content.decode())
    tomorrow = writer.post("/system/our-system/files/merge/", {"source": "theirs", "since": today + timedelta(days=1)})
    assert "There is nothing to take" in text_of(writer.get(tomorrow.url).content.decode())
    page = writer.get(writer.post("/system/our-system/files/merge/", {"source": "theirs"}).url)
    system = taken(writer, page, changed="all")
    assert cells(system.entries.get(ref="1D/300000"), "hcp") == ["9+"]


def test_a_file_of_conventions_switches_them_and_keeps_their_notes(own, writer):
    notes = own.conventions.get(name="Stayman").notes
    system = taken(writer, upload(writer, "name,use\nStayman,0\n"), changed="all", missing="none")
    row = system.conventions.get(name="Stayman")
    assert (row.use, row.notes) == ("0", notes)
    assert system.conventions.count() == own.conventions.count()


# Bad files -----------------------------------------------------------------------------------------------------------


def test_a_bad_file_says_each_line_and_imports_nothing(own, writer):
    page = upload(writer, "order,bid,hcp\n12,1N,15-17\n100000,9N,\n200000,1S,20-11\n")
    words = text_of(page.content.decode())
    assert "Nothing has been imported: ours.csv has 3 faults" in words
    for place in ("ours.csv:2: order:", "ours.csv:3: bid: '9N' is not a call", "ours.csv:4: hcp:"):
        assert place in words
    assert SystemRow.objects.get(slug="our-system").revision == 1


def test_a_bad_workbook_says_each_cell(own, writer):
    book = openpyxl.load_workbook(io.BytesIO(workbook_of(engine_system(own))))
    book["Entries"]["D3"] = "9N"
    out = io.BytesIO()
    book.save(out)
    words = text_of(upload(writer, out.getvalue(), "ours.xlsx").content.decode())
    assert "Entries!D3: bid: '9N' is not a call" in words


REFUSED = [
    ({}, "Choose a file, or another system."),
    ({"file": ("own.ods", b"x")}, "This file does not end in .zip, .xlsx, .csv, .bml, .txt, .md."),
    ({"file": ("ours.csv", b"")}, "The submitted file is empty."),
    ({"file": ("ours.csv", bytes((8 << 20) + 1))}, "This file has more than 8 MB."),
    ({"source": "nothing"}, "Select a valid choice."),
    ({"source": "hidden"}, "Select a valid choice."),
    ({"source": "ours"}, "Select a valid choice."),
    ({"source": "small", "since": "yesterday"}, "Enter a valid date."),
    ({"source": "small", "file": ("ours.csv", b"x")}, "Choose a file or another system, not both."),
]


@pytest.mark.parametrize(("fields", "message"), REFUSED)
def test_what_cannot_be_merged_is_told_at_once(own, writer, small, fields, message):
    SystemRow.objects.create(slug="hidden", title="Hidden", owner=User.objects.create_user("Bob"))
    fields = {name: SimpleUploadedFile(*value) if name == "file" else value for name, value in fields.items()}
    answer = writer.post("/system/our-system/files/merge/", fields)
    assert answer.status_code == 400
    assert message in text_of(answer.content.decode())
    assert not Merge.objects.exists()


# Who may -------------------------------------------------------------------------------------------------------------


def test_guests_are_sent_to_log_in(own):
    for address in ("/system/files/new/", "/system/files/1/", "/system/files/1/done/"):
        assert PatientClient().get(address).url.startswith("/account/log-in/")
    assert PatientClient().post("/system/our-system/files/merge/", {}).status_code == 302


def test_who_may_only_read_merges_nothing(own, small, writer):
    reader = User.objects.create_user("Bob")
    Member.objects.create(system=own, user=reader, role="viewer")
    browser = PatientClient()
    browser.force_login(reader)
    assert "Show the differences" not in browser.get("/system/our-system/files/").content.decode()
    assert upload(browser, NEW).status_code == 403
    assert writer.get("/system/small/files/").status_code == 200
    assert upload(writer, NEW, address="/system/small/files/merge/").status_code == 403


def test_a_merge_is_seen_by_who_began_it_alone(own, writer):
    page = upload(writer, NEW)
    other = PatientClient()
    other.force_login(User.objects.create_user("Bob"))
    for address in (page.request["PATH_INFO"], page.request["PATH_INFO"] + "done/"):
        assert other.get(address).status_code == 404
        assert other.post(page.request["PATH_INFO"], {"added": "all"}).status_code == 404


def test_who_may_no_longer_change_the_system_takes_nothing(own, writer, anna):
    page = upload(writer, NEW)
    bob = User.objects.create_user("Bob")
    SystemRow.objects.filter(pk=own.pk).update(owner=bob)
    assert writer.post(page.request["PATH_INFO"], {"added": "all"}).status_code == 404
    Member.objects.create(system=own, user=anna, role="viewer")
    assert writer.post(page.request["PATH_INFO"], {"added": "all"}).status_code == 403


# New systems ---------------------------------------------------------------------------------------------------------


def test_a_new_system_on_a_base_keeps_only_what_differs(small, writer, anna):
    whole = engine_system(small)
    less = archive_of(replace(whole, name="x", title="X", description="", entries=whole.entries[:-1]))
    page = upload(writer, less, "x.zip", "/system/files/new/", title="Ann & Bob", base="small")
    assert "Not among them: 1" in text_of(page.content.decode())
    assert not SystemRow.objects.filter(slug="ann-bob").exists()
    system = taken(writer, page, missing="all")
    assert (system.slug, system.title, system.owner, system.base) == ("ann-bob", "Ann & Bob", anna, small)
    assert [row.gone for row in EntryRow.objects.filter(system=system)] == [True]
    assert [entry.cells for entry in engine_system(system).entries] == [entry.cells for entry in whole.entries[:-1]]


def test_a_new_system_of_a_file_alone(small, writer, anna):
    whole = engine_system(small)
    page = upload(writer, workbook_of(whole), "x.xlsx", "/system/files/new/", title="Small system")
    system = taken(writer, page, added="all")
    assert (system.base, system.owner, system.visibility, system.slug) == (None, anna, "private", "small-system")
    made = engine_system(system)
    assert (made.entries, made.conventions) == (whole.entries, whole.conventions)


def test_a_bad_file_makes_no_system(writer, small):
    page = upload(writer, "order,bid\n1,1N\n", "x.csv", "/system/files/new/", title="Mine")
    assert "x.csv has 1 fault. Mend it" in text_of(page.content.decode())
    assert SystemRow.objects.count() == 1


def test_two_systems_of_one_title_have_different_addresses(writer, small):
    for slug in ("mine", "mine-2"):
        page = upload(writer, NEW, "x.csv", "/system/files/new/", title="Mine")
        assert taken(writer, page, added="all").slug == slug


# Notes ---------------------------------------------------------------------------------------------------------------

OURS = "Our notes\n1NT: 14-16 balanced\n  2C: Stayman\n  2D: ask Kim\nsomething odd\n  1C: too low\n"


@pytest.mark.parametrize("pasted", [False, True], ids=["a file", "pasted"])
def test_a_new_system_of_notes(db, writer, anna, pasted):
    """What was understood is proposed, all words are kept, and what was not read is told by line."""
    address, fields = "/system/files/new/", {"title": "Ours"}
    if pasted:
        page = writer.get(writer.post(address, {**fields, "notes": OURS}).url)
    else:
        page = upload(writer, OURS, "notes.txt", address, **fields)
    words = text_of(page.content.decode())
    assert "3 calls: 2 understood wholly, 0 in part, 1 kept as words." in words
    assert "2 lines not read" in words
    assert "line 5: no call begins this line: something odd" in words
    assert "line 6: 1C is not higher than 1N" in words
    assert not SystemRow.objects.exists()
    system = taken(writer, page, added="all")
    assert (system.title, system.owner, system.base) == ("Ours", anna, None)
    rows = {f"{row.prior_bids} {row.bid}".strip(): row for row in system.entries}
    assert cells(rows["1N"], "hcp", "shape", "disclosure") == ["14-16", "balanced", "14-16 balanced"]
    assert cells(rows["1N-P 2C"], "convention", "reference") == ["Stayman", "notes.txt, line 3"]
    assert cells(rows["1N-P 2D"], "hcp", "usage", "disclosure") == ["", "1", "ask Kim"]
    told = text_of(writer.get(f"/system/{system.slug}/?auction=1N-P").content.decode())
    assert "ask Kim" in told


def test_notes_add_to_their_base_and_take_nothing_away(small, writer):
    content = "1NT\n  2C: Stayman\n  3C: 6+ clubs, invitational\n"
    page = upload(writer, content, "notes.txt", "/system/files/new/", title="Ours", base="small")
    words = text_of(page.content.decode())
    assert "New: 2" in words
    assert "Changed" not in words
    assert "Not among them" not in words
    system = taken(writer, page, added="all")
    assert system.entries.count() == small.entries.count() + 2
    assert system.conventions.get(name="Stayman").notes == small.conventions.get(name="Stayman").notes


NOT_READ = [
    ({}, "Choose a file, or paste notes."),
    ({"notes": " \n "}, "Choose a file, or paste notes."),
    ({"notes": "1NT: 15-17", "file": ("ours.txt", b"1C: 3+")}, "Choose a file or paste notes, not both."),
    ({"notes": "1NT\x00: 15-17"}, "Null characters are not allowed."),
    ({"notes": "1" * 200_001}, "Ensure this value has at most 200000 characters"),
    ({"file": ("ours.doc", b"1C: 3+")}, "This file does not end in .zip, .xlsx, .csv, .bml, .txt, .md."),
]


@pytest.mark.parametrize(("fields", "message"), NOT_READ)
def test_what_makes_no_new_system_is_told_at_once(db, writer, fields, message):
    fields = {name: SimpleUploadedFile(*value) if name == "file" else value for name, value in fields.items()}
    answer = writer.post("/system/files/new/", {"title": "Ours", **fields})
    assert answer.status_code == 400
    assert message in text_of(answer.content.decode())
    assert not Merge.objects.exists()


def test_notes_without_a_call_make_no_system(db, writer):
    page = writer.get(writer.post("/system/files/new/", {"title": "Ours", "notes": "We play Acol.\nhello"}).url)
    words = text_of(page.content.decode())
    assert "Nothing has been imported" in words
    assert "no call is told in this" in words
    assert not SystemRow.objects.exists()


def test_old_merges_are_forgotten(own, writer, anna):
    upload(writer, NEW)
    Merge.objects.update(made=timezone.now() - timedelta(days=2))
    upload(writer, NEW)
    assert Merge.objects.count() == 1


def test_shipped_systems_come_back_from_their_downloads(db, writer):
    """Whole: through the rows, the worker and the page."""
    system = loaded("sayc")
    for name in ("zip", "xlsx"):
        content = writer.get(f"/system/sayc/download/{name}/").content
        assert read_system(f"x.{name}", content) == engine_system(system)
        page = upload(writer, content, f"x.{name}", "/system/files/new/", title="Copy", base="sayc")
        assert "says the same as Standard American Yellow Card" in text_of(page.content.decode())


def test_of_a_variant_only_what_it_has_changed_itself_is_offered(own, small, anna):
    """What this system alone has changed is not taken back."""
    theirs = copy_of_system(base=small, slug="variant", title="Variant", owner=anna)
    for system, ref, hcp in ((theirs, "1N-P/Z00000", "10-14"), (own, "1D/300000", "9+")):
        row = system.entries.get(ref=ref)
        old, row.hcp = row.pk, hcp
        change_system(system=system, changes=[Change(row, old)], summary="Changed")
    merge = begin_merge(
        owner=anna,
        system=SystemRow.objects.get(slug="our-system"),
        name="Variant",
        source=SystemRow.objects.get(slug="variant"),
    )
    pairs = offer_of(merge, merge.target, lambda: None).pairs
    assert [(pair.kind, pair.wanted.ref) for pair in pairs] == [("changed", "1N-P/Z00000")]
