"""What a system takes from others: a new revision of its base, with a decision where both have changed."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from editor.entries.services import remove_entry, save_entry
from editor.models import ConventionRow, EntryRow, SystemRevision, SystemRow
from editor.people.services import take_as_base
from editor.systems.loading import load_shipped_system
from editor.systems.rows import FIELD_NAMES
from editor.systems.selectors import engine_system
from editor.systems.services import Change, change_system
from tests.editor.conftest import edit
from tests.editor.test_views import text_of

REF, OTHER = "1N-P/Z00000", "opening/132000"


@pytest.fixture
def anna(db) -> User:
    return User.objects.create(username="Anna")


@pytest.fixture
def own(small, anna) -> SystemRow:
    """Anna's system on the small one."""
    return take_as_base(base=small, title="Our system", owner=anna)


@pytest.fixture
def client(anna) -> Client:
    client = Client()
    client.force_login(anna)
    return client


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


def test_the_owner_is_told_of_a_new_revision(own, release, client):
    for address in ("/system/", "/system/our-system/about/"):
        assert b"/system/our-system/release/" in client.get(address).content


def test_only_what_both_have_changed_is_disputed(own, release, client):
    page = client.get("/system/our-system/release/").context
    ((change, _),) = page["disputed"]
    assert [(side.before, side.after) for side in change.differing] == [("10 to 16 HCP", "9 to 15 HCP")]
    assert [change.ref for change in page["taken"]] == [OTHER]


def seen(client: Client) -> dict[str, object]:
    """What the form of the page sends unless somebody chooses otherwise."""
    form = client.get("/system/our-system/release/").context["form"]
    return {name: form[name].value() for name in form.fields if form[name].value() is not None}


@pytest.mark.parametrize(("choice", "kept"), [("ours", "10-16"), ("theirs", "9-15")])
def test_the_release_is_taken_in_one_revision(own, release, client, choice, kept):
    identity = str(own.entries.get(ref=REF).identity)
    client.post("/system/our-system/release/", {**seen(client), identity: choice, "why": "For the season"})
    assert hcp(own) == {REF: kept, OTHER: "12-14"}
    last = SystemRevision.objects.get(system=own, number=3)
    assert (last.base_revision, last.why) == (release.revision, "For the season")
    assert last.summary == f"Revision {release.revision} of Small system taken"
    assert client.get("/system/our-system/release/").status_code == 302, "there is nothing more to take"


def test_what_is_disputed_has_to_be_decided(own, release, client):
    sent = {name: value for name, value in seen(client).items() if name in ("revision", "base_revision")}
    assert client.post("/system/our-system/release/", sent).status_code == 400
    assert hcp(own) == {REF: "10-16", OTHER: "15-17"}


def test_a_release_is_not_taken_over_what_somebody_else_has_saved(own, release, client):
    sent = seen(client)
    own.refresh_from_db()
    changed(own, hcp="10-17")
    response = client.post("/system/our-system/release/", sent)
    assert "in the meantime. Nothing is saved." in text_of(response.content.decode())
    assert hcp(own) == {REF: "10-17", OTHER: "15-17"}


def test_what_was_removed_stays_removed_unless_theirs_is_taken(own, release, client):
    own.refresh_from_db()
    remove_entry(system=own, seen=own.entries.get(ref=OTHER), by=None)
    kinds = {change.key: change.kind for change, _ in client.get("/system/our-system/release/").context["disputed"]}
    assert sorted(kinds.values()) == ["Added", "Changed"]
    client.post("/system/our-system/release/", {**seen(client), **dict.fromkeys(kinds, "theirs")})
    assert hcp(own) == {REF: "9-15", OTHER: "12-14"}


def test_taking_a_release_is_taken_back(own, release, client):
    client.post("/system/our-system/release/", seen(client))
    client.post("/system/our-system/history/3/undo/")
    assert hcp(own) == {REF: "10-16", OTHER: "15-17"}


def test_what_both_have_added_under_one_name_is_kept_apart(own, small, files, client):
    """Of entries both stay. Of conventions ours says what the name means, and our entries name it."""
    row = own.entries.get(ref=REF)
    cells = {name: getattr(row, name) for name in FIELD_NAMES}
    new, added = save_entry(system=own, texts={**cells, "order": "b00000", "bid": "4N"}, seen=None, by=None)
    convention = ConventionRow(name="Kickback", notes="Ours", place=1)
    change_system(system=new, changes=[Change(convention, None)], summary="Added")
    edit(files / "notrump.csv", "1N-P,a00000,P,", "1N-P,b00000,6N,,20+,,,none,To play,SO,,Ours\n1N-P,a00000,P,")
    edit(files / "conventions.csv", "Weak two,", "Kickback,,Theirs\nWeak two,")
    load_shipped_system(name=files)
    client.post("/system/our-system/release/", seen(client))
    own.refresh_from_db()
    assert own.revision == 4
    assert {row.bid for row in own.entries.filter(order="b00000")} == {"4N", "6N"}
    assert own.entries.get(identity=added.identity).ref == "1N-P/b00000/2"
    assert own.conventions.get(name="Kickback").notes == "Ours"
    engine_system(own)


# --- Another system ---


@pytest.fixture
def other(small, anna) -> SystemRow:
    """A second variant of the small system."""
    return take_as_base(base=small, title="Other system", owner=anna)


def offered(client: Client, query: str = "other=other-system") -> dict[str, tuple[str, bool]]:
    page = client.get(f"/system/our-system/merge/?{query}")
    assert page.status_code == 200
    return {change.title: (change.kind, disputed) for change, disputed, _ in page.context.get("offers", [])}


def take(client: Client, revision: int, *rows: EntryRow, query: str = "other=other-system"):
    sent = {"revision": revision, "take": [str(row.identity) for row in rows]}
    return client.post(f"/system/our-system/merge/?{query}", sent)


def test_what_the_other_one_has_changed_is_offered_and_no_more(own, other, client):
    changed(own, "1D/300000", hcp="9+")
    changed(changed(other, hcp="10-14"), OTHER, hcp="14-16")
    assert offered(client) == {"3NT after 1NT – Pass": ("Changed", False), "The opening 1NT": ("Changed", False)}


def test_what_both_have_changed_is_marked(own, other, client):
    changed(own, hcp="10-16")
    changed(other, hcp="10-14")
    assert offered(client) == {"3NT after 1NT – Pass": ("Changed", True)}


def test_what_is_checked_is_taken_in_one_revision(own, other, client):
    new = changed(changed(other, hcp="10-14"), OTHER, hcp="14-16")
    new = remove_entry(system=new, seen=new.entries.get(ref="1D/300000"), by=None)
    row = new.entries.get(ref=REF)
    cells = {name: getattr(row, name) for name in FIELD_NAMES} | {"order": "b00000", "bid": "4N"}
    _, added = save_entry(system=new, texts=cells, seen=None, by=None)
    gone = own.entries.get(ref="1D/300000")
    take(client, 1, row, added, gone)
    own.refresh_from_db()
    assert own.revision == 2
    assert hcp(own) == {REF: "10-14", OTHER: "15-17"}, "what is not checked stays"
    assert own.entries.get(identity=added.identity).bid == "4N"
    assert not own.entries.filter(ref="1D/300000").exists()
    assert SystemRevision.objects.get(system=own, number=2).summary == "3 changes taken from Other system"


def test_the_conventions_of_entries_come_along(own, other, client):
    new = change_system(system=other, changes=[Change(ConventionRow(name="Kickback", place=1), None)], summary="Added")
    new = changed(new, convention="Kickback")
    take(client, 1, new.entries.get(ref=REF))
    own.refresh_from_db()
    assert own.conventions.filter(name="Kickback").exists()


def test_a_base_takes_what_a_system_on_it_has_changed(own, anna, client):
    copy = take_as_base(base=own, title="Other system", owner=anna)
    changed(copy, hcp="10-14")
    changed(own, "1D/300000", hcp="9+")
    assert offered(client) == {"3NT after 1NT – Pass": ("Changed", False)}


@pytest.mark.parametrize(
    ("query", "count"),
    [("since=2000-01-01", 1), ("since=2999-01-01", 0), ("convention=Transfers", 0), ("convention=Stayman", 1)],
)
def test_a_part_is_asked_for(own, other, client, query, count):
    changed(other, "1N-P/200000", hcp="9+")
    assert len(offered(client, f"other=other-system&{query}")) == count


@pytest.mark.parametrize(
    "query",
    ["other=nothing", "other=our-system", "other=other-system&since=yesterday", "other=%00", "since=2000-01-01"],
)
def test_a_source_that_cannot_be_read_is_refused(own, other, client, query):
    assert client.get(f"/system/our-system/merge/?{query}").status_code == 400


def test_nothing_is_taken_over_what_somebody_else_has_saved(own, other, client):
    new = changed(other, hcp="10-14")
    changed(own, hcp="10-17")
    response = take(client, 1, new.entries.get(ref=REF))
    assert "in the meantime. Nothing is saved." in text_of(response.content.decode())
    assert hcp(own)[REF] == "10-17"


def test_of_an_unrelated_system_a_part_is_taken_by_ref(own, anna, files, client):
    text = (files / "system.toml").read_text().replace('"small"', '"other"')
    (files / "system.toml").write_text(text)
    edit(files / "notrump.csv", "1N-P,100000,2D,Transfers,,,5+", "1N-P,100000,2D,Transfers,6+,,5+")
    unrelated = load_shipped_system(name=files.rename(files.parent / "other")).system
    assert client.get("/system/our-system/merge/?other=other").status_code == 400
    query = "other=other&convention=Transfers"
    assert offered(client, query) == {"2♦ after 1NT – Pass": ("Changed", True)}
    take(client, 1, unrelated.entries.get(ref="1N-P/100000"), query=query)
    own.refresh_from_db()
    held = own.entries.get(ref="1N-P/100000", hcp="6+")
    assert held.identity == own.base.entries.get(ref="1N-P/100000").identity, "it stays the same entry"
