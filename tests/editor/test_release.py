"""A new revision of the base is taken, with a decision where both have changed the same."""

import pytest
from django.db import connection
from django.test import Client

from editor.models import ConventionRow, SystemRevision, SystemRow
from editor.store.entries.services import remove_entry, save_entry
from editor.store.systems.loading import load_shipped_system
from editor.store.systems.models import Visibility
from editor.store.systems.rows import FIELD_NAMES
from editor.store.systems.selectors import engine_system
from editor.store.systems.services import Change, Conflict, change_system
from editor.write.release import services
from editor.write.release.selectors import release_for
from editor.write.release.services import take_release
from tests.editor.conftest import edit
from tests.editor.pages import text_of

REF, OTHER = "1N-P/Z00000", "opening/132000"


def changed(system: SystemRow, ref: str = REF, **texts: str) -> SystemRow:
    row = system.entries.get(ref=ref)
    cells = {name: getattr(row, name) for name in FIELD_NAMES} | texts
    return save_entry(system=system, texts=cells, seen=row, by=None)[0]


@pytest.fixture
def release(own, files) -> SystemRow:
    """The small system changes two entries. Anna has changed one of them before."""
    changed(own, hcp="10-16")
    edit(files / "notrump.csv", "10-15", "9-15")
    edit(files / "opening.csv", ",132000,1N,,,15-17", ",132000,1N,,,12-14")
    return load_shipped_system(name=files).system


def hcp(own: SystemRow) -> dict[str, str]:
    own = SystemRow.objects.get(pk=own.pk)
    return dict(own.entries.filter(ref__in=(REF, OTHER)).values_list("ref", "hcp"))


def test_the_owner_is_told_of_a_new_revision(own, release, writer):
    for address in ("/system/", "/system/our-system/about/"):
        assert b"/system/our-system/release/" in writer.get(address).content


def test_only_what_both_have_changed_is_disputed(own, release, writer):
    page = writer.get("/system/our-system/release/").context
    ((change, _),) = page["disputed"]
    assert [(side.before, side.after) for side in change.differing] == [("10 to 16 HCP", "9 to 15 HCP")]
    assert [change.name for change in page["taken"]] == [OTHER]


def seen(writer: Client) -> dict[str, object]:
    """What the form of the page sends unless somebody chooses otherwise."""
    form = writer.get("/system/our-system/release/").context["form"]
    return {name: form[name].value() for name in form.fields if form[name].value() is not None}


@pytest.mark.parametrize(("choice", "kept"), [("ours", "10-16"), ("theirs", "9-15")])
def test_the_release_is_taken_in_one_revision(own, release, writer, choice, kept):
    identity = str(own.entries.get(ref=REF).identity)
    writer.post("/system/our-system/release/", {**seen(writer), identity: choice, "why": "For the season"})
    assert hcp(own) == {REF: kept, OTHER: "12-14"}
    last = SystemRevision.objects.get(system=own, number=3)
    assert (last.base_revision, last.why) == (release.revision, "For the season")
    assert last.summary == f"Revision {release.revision} of Small system taken"
    assert writer.get("/system/our-system/release/").status_code == 302, "there is nothing more to take"


def test_what_is_disputed_has_to_be_decided(own, release, writer):
    sent = {name: value for name, value in seen(writer).items() if name in ("revision", "base_revision")}
    assert writer.post("/system/our-system/release/", sent).status_code == 400
    assert hcp(own) == {REF: "10-16", OTHER: "15-17"}


def test_a_release_is_not_taken_over_what_somebody_else_has_saved(own, release, writer):
    sent = seen(writer)
    own.refresh_from_db()
    changed(own, hcp="10-17")
    response = writer.post("/system/our-system/release/", sent)
    assert "in the meantime. Nothing is saved." in text_of(response.content.decode())
    assert hcp(own) == {REF: "10-17", OTHER: "15-17"}


def test_nothing_is_locked_while_both_are_compared(own, release, anna, monkeypatch):
    """On SQLite nobody could bid meanwhile. A change that comes between is seen before anything is saved."""
    depth = len(connection.savepoint_ids)

    def somebody_is_quicker(system: SystemRow) -> object:
        assert len(connection.savepoint_ids) == depth, "no transaction of its own"
        compared = release_for(system)
        changed(SystemRow.objects.get(pk=own.pk), hcp="10-17")
        return compared

    monkeypatch.setattr(services, "release_for", somebody_is_quicker)
    own.refresh_from_db()
    with pytest.raises(Conflict):
        take_release(system=own, base_revision=release.revision, theirs=set(), by=anna)
    assert hcp(own) == {REF: "10-17", OTHER: "15-17"}


def test_what_was_removed_stays_removed_unless_theirs_is_taken(own, release, writer):
    own.refresh_from_db()
    remove_entry(system=own, seen=own.entries.get(ref=OTHER), by=None)
    kinds = {change.key: change.kind for change, _ in writer.get("/system/our-system/release/").context["disputed"]}
    assert sorted(kinds.values()) == ["Added", "Changed"]
    writer.post("/system/our-system/release/", {**seen(writer), **dict.fromkeys(kinds, "theirs")})
    assert hcp(own) == {REF: "9-15", OTHER: "12-14"}


def test_taking_a_release_is_taken_back(own, release, writer):
    writer.post("/system/our-system/release/", seen(writer))
    writer.post("/system/our-system/history/3/undo/")
    assert hcp(own) == {REF: "10-16", OTHER: "15-17"}


def test_what_a_release_brings_has_its_versions(own, small, files, writer):
    """Before it is taken the base has them, and they stay to be read when the release has been taken back."""
    edit(files / "notrump.csv", "1N-P,a00000,P,", "1N-P,b00000,6N,,20+,,,none,To play,SO,,New\n1N-P,a00000,P,")
    load_shipped_system(name=files)
    offered = writer.get("/system/our-system/release/").content.decode()
    assert 'href="/system/small/history/entry/1N-P/b00000/"' in offered
    assert writer.get("/system/our-system/history/entry/1N-P/b00000/").status_code == 404
    writer.post("/system/our-system/release/", seen(writer))
    writer.post("/system/our-system/history/2/undo/")
    address = "/system/our-system/history/entry/1N-P/b00000/"
    assert f'href="{address}"' in writer.get("/system/our-system/history/2/").content.decode()
    page = writer.get(address)
    assert [version.change.kind for version in page.context["versions"]] == ["Added"]
    assert "does not have this entry any more" in text_of(page.content.decode())


def test_a_base_that_is_private_by_now_is_not_linked(own, small, files, release, writer):
    SystemRow.objects.filter(pk=small.pk).update(visibility=Visibility.PRIVATE, shipped=False)
    assert b"/system/small/history/" not in writer.get("/system/our-system/release/").content


def test_what_both_have_added_under_one_name_is_kept_apart(own, small, files, writer):
    """Both entries stay. Of the two conventions ours says what the name means, and our entries name it."""
    row = own.entries.get(ref=REF)
    cells = {name: getattr(row, name) for name in FIELD_NAMES}
    new, added = save_entry(system=own, texts={**cells, "order": "b00000", "bid": "4N"}, seen=None, by=None)
    convention = ConventionRow(name="Kickback", notes="Ours", place=1)
    change_system(system=new, changes=[Change(convention, None)], summary="Added")
    edit(files / "notrump.csv", "1N-P,a00000,P,", "1N-P,b00000,6N,,20+,,,none,To play,SO,,Ours\n1N-P,a00000,P,")
    edit(files / "conventions.csv", "Weak two,", "Kickback,,Theirs\nWeak two,")
    load_shipped_system(name=files)
    writer.post("/system/our-system/release/", seen(writer))
    own.refresh_from_db()
    assert own.revision == 4
    assert {row.bid for row in own.entries.filter(order="b00000")} == {"4N", "6N"}
    assert own.entries.get(identity=added.identity).ref == "1N-P/b00000/2"
    assert own.conventions.get(name="Kickback").notes == "Ours"
    engine_system(own)
