"""The history as people read it: revisions, what each changed, what differs, and a change taken back."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from editor.models import SystemRevision, SystemRow
from editor.people.services import take_as_base
from editor.read.conventions.services import switch_conventions
from editor.read.history.charts import calendar_of
from editor.read.notes.services import save_note
from editor.store.entries.services import remove_entry, save_entry
from editor.store.systems.models import Visibility
from editor.store.systems.rows import FIELD_NAMES
from tests.editor.pages import text_of

REF = "1N-P/Z00000"


def changed(system: SystemRow, ref: str = REF, why: str = "", **texts: str) -> SystemRow:
    row = system.entries.get(ref=ref)
    cells = {name: getattr(row, name) for name in FIELD_NAMES} | texts
    by = User.objects.get(username="Anna")
    return save_entry(system=system, texts=cells, seen=row, by=by, why=why)[0]


def page(writer: Client, address: str) -> str:
    response = writer.get(f"/system/our-system/{address}")
    assert response.status_code == 200
    return text_of(response.content.decode())


def test_the_history_says_who_changed_what_when_and_why(own, writer):
    changed(own, hcp="10-16", why="Weak hands play better.")
    text = page(writer, "history/")
    assert "Revision 2 Changed 3NT after 1NT-P Weak hands play better. Anna," in text
    assert "Revision 1 Begun as a copy of Small system, revision 1" in text


def test_a_revision_shows_each_change_before_and_after(own, writer):
    new = changed(own, hcp="10-16", notes="")
    remove_entry(system=new, seen=new.entries.get(ref="1D/300000"), by=None)
    (change,) = writer.get("/system/our-system/history/2/").context["changes"]
    assert (change.kind, change.title, change.name) == ("Changed", "3NT after 1NT – Pass", REF)
    assert [(side.label, side.before, side.after) for side in change.differing] == [
        ("HCP", "10 to 15 HCP", "10 to 16 HCP")
    ]
    assert "To play" in [side.after for side in change.same]
    (removed,) = writer.get("/system/our-system/history/3/").context["changes"]
    assert (removed.kind, removed.title) == ("Removed", "1♠ after 1♦")


def test_the_day_of_saving_is_told_only_where_nothing_else_differs(own, writer):
    changed(changed(own, hcp="10-16", saved="2026-11-22"), saved="2026-11-23")
    told = [
        [side.label for side in writer.get(f"/system/our-system/history/{number}/").context["changes"][0].differing]
        for number in (2, 3)
    ]
    assert told == [["HCP"], ["Saved"]]


def test_the_first_revision_says_that_it_is_the_first(own, writer):
    assert "The system began with this revision." in page(writer, "history/1/")


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("history/7/", 404),
        ("history/0/", 404),
        ("history/99999999999999999999/", 404),
        ("history/?page=2", 404),
        ("history/?page=x", 404),
        ("history/entry/1N-P/999999/", 404),
        ("history/entry/%00/", 404),
        ("history/convention/Nothing/", 404),
        ("history/system/small/", 404),
        ("differences/?older=7", 400),
        ("differences/?older=0", 400),
        ("differences/?newer=99999999999999999999", 400),
        ("differences/?other=nothing", 400),
        ("differences/?other=%00", 400),
    ],
)
def test_a_bad_address_is_refused(own, writer, address, status):
    assert writer.get(f"/system/our-system/{address}").status_code == status


def test_two_revisions_are_compared(own, writer):
    changed(changed(changed(own, hcp="10-16"), "1D/300000", hcp="9+"), hcp="10-17")
    (change,) = writer.get("/system/our-system/differences/?older=3&newer=4").context["changes"]
    assert [(side.before, side.after) for side in change.differing] == [("10 to 16 HCP", "10 to 17 HCP")]
    changes = writer.get("/system/our-system/differences/?older=1&newer=4").context["changes"]
    assert {change.name for change in changes} == {REF, "1D/300000"}


def test_a_comparison_that_finds_nothing_says_so(own, writer):
    page = writer.get("/system/our-system/differences/?older=1&newer=1").content.decode()
    assert "From Our system, revision 1, to Our system, revision 1: no difference." in text_of(page)


def test_two_variants_are_compared(small, own, anna, writer):
    other = take_as_base(base=small, title="Other system", owner=anna)
    changed(own, hcp="10-16")
    changed(other, hcp="10-14")
    (change,) = writer.get("/system/our-system/differences/?other=other-system").context["changes"]
    assert [(side.before, side.after) for side in change.differing] == [("10 to 16 HCP", "10 to 14 HCP")]


def test_a_variant_of_a_variant_is_compared_too(small, own, anna, writer):
    variant = take_as_base(base=own, title="Variant", owner=anna)
    changed(variant, hcp="10-14")
    (change,) = writer.get("/system/small/differences/?other=variant").context["changes"]
    assert [(side.before, side.after) for side in change.differing] == [("10 to 15 HCP", "10 to 14 HCP")]


def test_a_system_is_not_compared_with_one_that_the_reader_may_not_read(small, own, writer):
    private = take_as_base(base=small, title="Private", owner=User.objects.create(username="Ben"))
    response = writer.get(f"/system/our-system/differences/?other={private.slug}")
    assert response.status_code == 400
    assert b"Private" not in response.content
    assert "no system that has a base in common with Our system" in text_of(response.content.decode())


def test_an_entry_says_when_its_system_has_changed_it(own, writer):
    changed(own, hcp="10-16")
    for address, words in (
        (f"small/entry/{REF}/", "never changed"),
        (f"our-system/entry/{REF}/", "last changed in revision 2"),
        ("our-system/entry/1D/300000/", "as in the base"),
    ):
        assert words in text_of(writer.get(f"/system/{address}").content.decode())


def test_an_entry_has_all_its_versions(own, writer):
    new = changed(own, hcp="10-16", why="Lighter")
    remove_entry(system=new, seen=new.entries.get(ref=REF), by=None)
    versions = writer.get(f"/system/our-system/history/entry/{REF}/").context["versions"]
    told = [(version.revision.system.title, version.revision.number, version.change.kind) for version in versions]
    assert told == [("Our system", 3, "Removed"), ("Our system", 2, "Changed"), ("Small system", 1, "Added")]
    assert "Lighter" in page(writer, f"history/entry/{REF}/")


def test_a_convention_and_a_note_have_all_their_versions_too(own, writer):
    new = save_note(system=own, name="Our notrump", serves=[], text="Light", seen=None, by=None)
    new = save_note(system=new, name="Our notrump", serves=[], text="Lighter", seen=new.notes.get(), by=None)
    switch_conventions(system=new, uses={new.conventions.get(name="Stayman").pk: "0"}, by=None)
    for kind, name, list_page, told in (
        ("note", "Our notrump", "notes/", [("Changed", 3), ("Added", 2)]),
        ("convention", "Stayman", "conventions/", [("Changed", 4), ("Added", 1)]),
    ):
        address = reverse("editor:versions", args=["our-system", kind, name])
        assert address in writer.get(f"/system/our-system/{list_page}").content.decode()
        context = writer.get(address).context
        assert [(version.change.kind, version.revision.number) for version in context["versions"]] == told
        shown = [context["held"], *(version.address for version in context["versions"])]
        for there in shown:
            path, _, anchor = there.partition("#")
            assert f'id="{anchor}"' in writer.get(path).content.decode()


def test_each_version_is_read_whole_as_it_was(own, writer):
    new = changed(own, hcp="10-16")
    changed(remove_entry(system=new, seen=new.entries.get(ref="1D/300000"), by=None), hcp="10-17")
    versions = writer.get(f"/system/our-system/history/entry/{REF}/").context["versions"]
    said = [writer.get(version.address).context["entry"].text("hcp") for version in versions]
    assert said == ["10-17", "10-16", "10-15"]
    assert versions[1].address == f"/system/our-system/entry/{REF}/?revision=2"
    assert versions[2].address == f"/system/small/entry/{REF}/", "the version of the base is read there"
    removed = writer.get("/system/our-system/history/entry/1D/300000/").context["versions"]
    assert [bool(version.address) for version in removed] == [False, True]


def test_a_base_that_is_private_by_now_is_not_linked(small, own, writer):
    changed(own, hcp="10-16")
    SystemRow.objects.filter(pk=small.pk).update(visibility=Visibility.PRIVATE, shipped=False)
    versions = writer.get(f"/system/our-system/history/entry/{REF}/").context["versions"]
    assert [bool(version.address) for version in versions] == [True, False]


def test_a_change_is_taken_back(own, small, writer):
    changed(own, hcp="10-16")
    writer.post("/system/our-system/history/2/undo/", {"why": "It was better before"})
    own.refresh_from_db()
    assert own.entries.get(ref=REF).hcp == "10-15"
    last = SystemRevision.objects.get(system=own, number=3)
    assert (last.summary, last.why, last.by.username) == ("Revision 2 taken back", "It was better before", "Anna")


def test_what_was_changed_again_is_shown_and_stays(own, writer):
    changed(changed(own, hcp="10-16"), hcp="10-17")
    response = writer.post("/system/our-system/history/2/undo/")
    (change,) = response.context["changes"]
    assert [(side.before, side.after) for side in change.differing] == [("10 to 16 HCP", "10 to 17 HCP")]
    assert "changed again since. Nothing is saved." in text_of(response.content.decode())
    own.refresh_from_db()
    assert own.revision == 3


def test_the_first_revision_is_not_taken_back(own, writer):
    assert writer.post("/system/our-system/history/1/undo/").status_code == 404


def test_what_is_for_editors_is_shown_to_them_alone(own, writer):
    SystemRow.objects.filter(pk=own.pk).update(visibility=Visibility.PUBLIC)
    changed(own, disclosure="To play [was a question]")
    assert "was a question" in page(writer, "history/2/")
    assert "was a question" not in page(Client(), "history/2/")
    assert "was a question" not in page(Client(), f"history/entry/{REF}/")


def test_a_long_history_is_read_page_by_page(own, writer):
    SystemRevision.objects.bulk_create(
        SystemRevision(system=own, number=number, summary=f"Change {number}", base_revision=1)
        for number in range(2, 1001)
    )
    SystemRow.objects.filter(pk=own.pk).update(revision=1000)
    writer.get("/system/our-system/history/")
    with CaptureQueriesContext(connection) as queries:
        shown = writer.get("/system/our-system/history/?page=20").context["page"]
    assert [revision.number for revision in shown] == [*range(50, 0, -1)]
    assert len(queries) <= 8


# --- The calendar ---

TODAY = date(2026, 11, 23)  # a Monday


def test_the_calendar_has_a_column_for_each_week_up_to_today():
    calendar = calendar_of({TODAY: 1, date(2026, 11, 22): 3, date(2024, 1, 1): 7}, TODAY)
    assert (calendar.squares[0].day, calendar.squares[-1].day) == (date(2025, 11, 24), TODAY)
    yesterday, today = calendar.squares[-2:]
    assert (yesterday.x, yesterday.y, today.x, today.y) == (51 * 12, 16 + 6 * 12, 52 * 12, 16)
    assert [(square.day, square.count) for square in calendar.changed] == [(TODAY, 1), (date(2026, 11, 22), 3)]
    assert calendar.count == 4


@pytest.mark.parametrize(("count", "shade"), [(0, 0), (1, 1), (2, 2), (4, 2), (5, 3), (9, 3), (10, 4), (500, 4)])
def test_busier_days_are_darker(count, shade):
    assert calendar_of({TODAY: count}, TODAY).squares[-1].shade == shade


def test_a_day_leads_to_its_changes(own, writer):
    for number, hcp in ((2, "10-16"), (3, "10-17")):
        own = changed(own, hcp=hcp)
        made = timezone.now() - timedelta(days=10 if number == 2 else 20)
        SystemRevision.objects.filter(system=own, number=number).update(made=made)
    day = timezone.localdate() - timedelta(days=10)
    response = writer.get("/system/our-system/history/")
    assert [square.count for square in response.context["calendar"].changed] == [1, 1, 1]
    assert f'<a href="?day={day}">' in response.content.decode()
    shown = writer.get("/system/our-system/history/", {"day": str(day)}).context["page"]
    assert [revision.number for revision in shown] == [2]
    assert "The changes of" in page(writer, "history/?day=2020-01-01")


@pytest.mark.parametrize(
    ("zone", "day"),
    [
        ("", "2026-11-20"),
        ("America/New_York", "2026-11-20"),
        ("Asia/Tokyo", "2026-11-21"),
        ("Atlantis", "2026-11-20"),
        ("../../etc/passwd", "2026-11-20"),
    ],
)
def test_the_days_are_those_of_the_reader(own, writer, monkeypatch, zone, day):
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 11, 23, 12, tzinfo=UTC))
    SystemRevision.objects.filter(system=own).update(made=datetime(2026, 11, 20, 20, 15, tzinfo=UTC))
    writer.cookies["zone"] = zone
    response = writer.get("/system/our-system/history/")
    assert [str(square.day) for square in response.context["calendar"].changed] == [day]
    assert len(writer.get("/system/our-system/history/", {"day": day}).context["page"]) == 1
    told = "where you are" if zone in ("America/New_York", "Asia/Tokyo") else "UTC"
    assert f"A day goes from midnight to midnight {told}." in text_of(response.content.decode())
    other = {"2026-11-20": "2026-11-21", "2026-11-21": "2026-11-20"}[day]
    assert len(writer.get("/system/our-system/history/", {"day": other}).context["page"]) == 0


@pytest.mark.parametrize("day", ["x", "2026-13-01", "0", "%00"])
def test_a_day_that_is_none_is_refused(own, writer, day):
    assert writer.get(f"/system/our-system/history/?day={day}").status_code == 400
