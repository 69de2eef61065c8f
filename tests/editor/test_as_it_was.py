"""A system read as it was: every page shows the revision that the address names, and its links stay there."""

import re

import pytest
from django.contrib.auth.models import User

from editor.selectors import entry_url, section_url
from editor.store.systems.loading import load_shipped_system
from editor.store.systems.services import copy_of_system
from tests.editor.conftest import edit

NOTRUMP = "opening/132000"
PAGES = ["", "?auction=1N-P", f"entry/{NOTRUMP}/", "grid/", "conventions/", "search/?text=booklet", "booklet/"]


@pytest.fixture
def changed(small, files):
    """The small system, whose notrump was 15 to 17 in its first revision and is 12 to 14 now."""
    edit(files / "opening.csv", ",132000,1N,,,15-17", ",132000,1N,,,12-14")
    return load_shipped_system(name=files).system


def with_revision(page: str, number: int) -> str:
    return f"/system/small/{page}{'&' if '?' in page else '?'}revision={number}"


def test_an_entry_is_shown_as_it_was(changed, client):
    now = client.get(f"/system/small/entry/{NOTRUMP}/")
    then = client.get(f"/system/small/entry/{NOTRUMP}/?revision=1")
    assert [page.context["entry"].text("hcp") for page in (now, then)] == ["12-14", "15-17"]
    assert ["As of revision 1" in page.content.decode() for page in (now, then)] == [False, True]


@pytest.mark.parametrize("page", PAGES)
def test_every_page_says_so_and_leads_back_to_now(changed, client, page):
    html = client.get(with_revision(page, 1)).content.decode()
    assert "As of revision 1, " in html
    assert '<a href="/system/small/">The system as it is now</a>' in html


@pytest.mark.parametrize("page", PAGES)
def test_links_to_the_system_stay_at_the_revision(changed, client, page):
    html = client.get(with_revision(page, 1)).content.decode()
    shown = html[html.index('class="system-head"') :].replace('<a href="/system/small/">The system as it is now', "")
    links = re.findall(r'(?:href|src)="((?:/system/small/|\?)[^"]*)"', shown)
    assert links
    of_the_whole = ("history", "findings", "contests", "about", "copy")
    timeless = tuple(f"/system/small/{page}/" for page in of_the_whole)
    assert [link for link in links if "revision=1" not in link and not link.startswith(timeless)] == []


def test_the_present_revision_is_the_present(changed, client):
    assert "As of revision" not in client.get("/system/small/?revision=2").content.decode()


@pytest.mark.parametrize("number", ["3", "0", "-1", "1.5", "one", "٣", "99999999999999999999", "%00", "1 "])
def test_a_revision_that_there_is_not_is_refused(changed, client, number):
    for page in PAGES:
        assert client.get(with_revision(page, number)).status_code == 404, page


def test_addresses_of_the_past_name_it(changed):
    then = changed.as_of(1)
    assert entry_url(then, NOTRUMP) == f"/system/small/entry/{NOTRUMP}/?revision=1"
    assert section_url(then, "1N-P") == "/system/small/?auction=1N-P&revision=1"
    assert section_url(then, "") == "/system/small/?revision=1"
    assert entry_url(changed, NOTRUMP) == f"/system/small/entry/{NOTRUMP}/"


def test_a_variant_is_read_on_the_base_as_it_was(changed, client):
    owner = User.objects.create(username="owner")
    copy = copy_of_system(base=changed, slug="copy", title="Copy", owner=owner)
    client.force_login(owner)
    assert "12 to 14" in client.get(f"/system/{copy.slug}/entry/{NOTRUMP}/?revision=1").content.decode()


def test_a_change_of_very_many_entries_leaves_the_others(small, files, monkeypatch):
    monkeypatch.setattr("editor.store.systems.services.MOST_NAMED", 1)
    edit(files / "notrump.csv", "Nothing to say", "No game")
    edit(files / "notrump.csv", "To play", "To play game")
    before = set(small.entries.values_list("ref", flat=True))
    system = load_shipped_system(name=files).system
    assert set(system.entries.values_list("ref", flat=True)) == before
    assert system.entries.filter(ref="1N-P/a00000", disclosure="No game").exists()
