"""The tour of a small change: what it finds to change, and how its steps follow from what is true of the system."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from bidbase.bidding.bidder import Bidder
from bidbase.game.auction import PASS
from bidbase.systems import load_system
from editor.models import SystemRow
from editor.people.services import take_as_base
from editor.selectors import bidder_for
from editor.store.entries.services import remove_entry, save_entry
from editor.store.systems.loading import load_shipped_system
from editor.write.entry.selectors import cells_of
from editor.write.tour.small_change import called_otherwise, small_change
from tests.editor.conftest import PASSWORD, edit
from tests.editor.pages import squeezed, text_of

WEAK_TWO, ONE_NOTRUMP = "opening/200000", "opening/132000"


@pytest.fixture
def base(files, db) -> SystemRow:
    """The small system, in which the weak two is opened always."""
    edit(files / "opening.csv", ",200000,2x,Weak two,60,", ",200000,2x,Weak two,,")
    return load_shipped_system(name=files).system


def changed(system: SystemRow, ref: str = WEAK_TWO, **texts: str) -> SystemRow:
    """The system with other cells in an entry."""
    row = system.entries.get(ref=ref)
    return save_entry(system=system, texts=cells_of(row) | texts, seen=row, by=system.owner)[0]


# What is changed -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "ref", "hcp", "weak_two", "why"),
    [
        (",2x,Weak two,60,6-10", ",2x,Weak two,,6-10", WEAK_TWO, "5-10", True, "a weak two"),
        (",2x,Weak two,60,6-10", ",2x,Weak two,,13-16", ONE_NOTRUMP, "14-17", False, "a strong two is not weak"),
        (",132000,", ",132000,", ONE_NOTRUMP, "14-17", False, "what is opened now and then shows nothing"),
        (",2x,Weak two,60,6-10", ",2x,Weak two,,0-10", WEAK_TWO, "0-11", True, "nobody has less than nothing"),
    ],
)
def test_an_opening_is_found_by_what_it_means(files, old, new, ref, hcp, weak_two, why):
    edit(files / "opening.csv", old, new)
    found = small_change(Bidder(load_system(files)))
    assert found is not None
    assert (found.entry.id, found.hcp, found.weak_two) == (ref, hcp, weak_two), why


def test_a_system_without_a_range_of_points_has_nothing_to_widen(tmp_path):
    (tmp_path / "system.toml").write_text('files = ["openings.csv"]')
    (tmp_path / "openings.csv").write_text("order,bid,hcp\n100000,1N,15+\n")
    assert small_change(Bidder(load_system(tmp_path))) is None


@pytest.mark.parametrize(
    ("hcp", "passes", "why"),
    [
        ("5-10", "before", "a hand of five points opens now"),
        ("9-10", "after", "one of six points opens no more"),
        ("6-10", "", "nothing is changed"),
    ],
)
def test_a_hand_is_found_that_a_change_concerns(base, anna, hcp, passes, why):
    own = take_as_base(base=base, title="Our system", owner=anna)
    old, new = bidder_for(own), bidder_for(changed(own, hcp=hcp))
    found = called_otherwise(old, old.system.by_id[WEAK_TWO], new, new.system.by_id[WEAK_TWO])
    assert passes == ("" if found is None else "before" if found.before is PASS else "after"), why
    if found is not None:
        assert PASS in (found.before, found.after)


def points(system: SystemRow) -> str:
    """What the weak two asks for now."""
    row: Any = SystemRow.objects.get(pk=system.pk).entries.get(ref=WEAK_TWO)
    return row.hcp


# Its steps -----------------------------------------------------------------------------------------------------------


def guest() -> Any:
    """The browser of somebody new."""
    return Client()


def step(client: Any, address: str, **query: str) -> str:
    """The step that a page shows: its number and the place of which it speaks; blank for none."""
    response = client.get(address, query)
    assert response.status_code == 200
    tour = response.context.get("tour")
    return f"{tour.step.number} {tour.step.place}" if tour else ""


def begin(client: Any, slug: str = "") -> str:
    """Begin the tour; the address of the page to which it leads."""
    return client.post("/system/tour/", {"system": slug} if slug else {}).url


def test_a_guest_signs_up_and_takes_a_copy(base):
    client = guest()
    assert begin(client, "small") == "/system/small/about/"
    assert step(client, "/system/small/about/") == "1 account"
    assert step(client, "/account/sign-up/", next="/system/small/about/") == "1 account"
    name = {"username": "Carla", "password1": PASSWORD, "password2": PASSWORD, "next": "/system/small/about/"}
    assert client.post("/account/sign-up/", name).url == "/system/small/about/"
    assert step(client, "/system/small/about/") == "1 copy"
    own = client.post("/system/small/copy/", {"back": "/system/small/about/"}).url
    assert step(client, own) == "2 openings"
    assert SystemRow.objects.get(owner__username="Carla").base == base


@pytest.fixture
def own(base, anna) -> SystemRow:
    """Anna's system on one with a weak two."""
    return take_as_base(base=base, title="Our system", owner=anna)


def test_the_steps_follow_from_what_has_been_done(own, writer):
    assert begin(writer, "small") == "/system/our-system/"
    assert step(writer, "/system/our-system/grid/") == "2 openings"
    assert step(writer, "/system/our-system/") == "2 entry"
    assert step(writer, "/system/our-system/", auction="1N-P") == "2 openings"
    assert step(writer, f"/system/our-system/entry/{WEAK_TWO}/") == "2 edit"
    assert step(writer, f"/system/our-system/entry/{ONE_NOTRUMP}/") == "2 openings"
    address = f"/system/our-system/write/entry/{WEAK_TWO}/"
    assert step(writer, address) == "3 hcp"
    row = own.entries.get(ref=WEAK_TWO)
    form = {**cells_of(row), "seen": str(row.pk), "hcp": "5-10"}
    tried = writer.post(address, {**form, "do": "check"})
    assert tried.context["tour"].step.place == "panel"
    writer.post(address, {**form, "do": "save", "why": "More fun"})
    assert points(own) == "5-10"
    tour = writer.get(address).context["tour"]
    assert (tour.step.place, tour.revision) == ("table", 2)
    asked = {"hand": str(tour.found.hand), "auction": "", "vulnerability": "None", "system": "our-system"}
    said = text_of(writer.get("/ask/", asked).content.decode())
    assert "With this hand your system opens 2 ♠ now. Before your change it passed." in said
    assert "North opens 2 ♠" in said
    assert step(writer, "/ask/", system="small", hand=str(tour.found.hand)) == "5 table"
    assert step(writer, "/system/our-system/history/") == "6 revision"
    assert step(writer, "/system/our-system/history/2/") == "6 undo"
    writer.post("/system/our-system/history/2/undo/")
    assert step(writer, "/system/our-system/") == "6 end"
    assert points(own) == "6-10"


def test_while_one_types_the_strip_goes_on_once(own, writer):
    begin(writer)
    row = own.entries.get(ref=WEAK_TWO)

    def checked(hcp: str, guided: str) -> bool:
        form = {**cells_of(row), "seen": str(row.pk), "hcp": hcp, "guided": guided}
        part = writer.post("/system/our-system/write/check/", form, headers={"HX-Request": "true"}).content.decode()
        return 'id="guide-text" hx-swap-oob' in part

    assert [checked("6-10", "hcp"), checked("5-10", "hcp"), checked("5-10", "panel"), checked("6-10", "panel")] == [
        False,
        True,
        False,
        True,
    ]


def test_only_a_change_of_this_entry_since_the_beginning_counts(own, writer):
    changed(own, hcp="5-9")
    begin(writer)
    assert step(writer, "/system/our-system/") == "2 entry"
    changed(SystemRow.objects.get(pk=own.pk), ref=ONE_NOTRUMP, hcp="14-17")
    assert step(writer, "/system/our-system/") == "2 entry"
    changed(SystemRow.objects.get(pk=own.pk), hcp="4-9")
    assert step(writer, "/system/our-system/") == "5 table"


def test_the_entry_that_is_marked_is_that_of_the_tour(own, writer):
    begin(writer)
    page = writer.get("/system/our-system/").content.decode()
    assert page.count('id="marked"') == 1
    assert f'<a class="code marked" href="/system/our-system/entry/{WEAK_TWO}/">' in page


def test_where_the_weak_two_is_not_to_be_widened_another_opening_is_taken(small, anna, writer):
    take_as_base(base=small, title="Our system", owner=anna)
    begin(writer)
    said = text_of(writer.get("/system/our-system/").content.decode())
    assert "This system has no weak two that can be widened. We change the opening 1NT: 15 to 17." in said


def test_an_entry_for_one_seat_alone_says_so(small, files, anna, writer):
    """The opening in other seats has other entries: nobody shall think that these have changed too."""
    edit(files / "opening.csv", ",2x,Weak two,60,6-10,,,6,x,x,x,,,,,", ",2x,Weak two,,6-10,,,6,x,x,x,,,1,Non,")
    take_as_base(base=load_shipped_system(name=files).system, title="Our system", owner=anna)
    begin(writer)
    for page in ("", f"entry/{WEAK_TWO}/"):
        said = text_of(writer.get(f"/system/our-system/{page}").content.decode())
        assert squeezed("It applies in one case: in first seat; we are not vulnerable.") in squeezed(said)


def test_a_system_with_nothing_to_widen_says_so(own, writer):
    for row in own.entries.filter(prior_bids=""):
        own = remove_entry(system=own, seen=row, by=None)
    assert begin(writer, "our-system") == "/system/"
    assert "Our system has no opening between two numbers" in text_of(writer.get("/system/").content.decode())
    assert step(writer, "/system/our-system/") == ""


def test_an_entry_that_an_older_copy_lacks_ends_in_a_new_beginning(own, anna):
    remove_entry(system=own, seen=own.entries.get(ref=WEAK_TWO), by=anna)
    client = guest()
    begin(client, "small")
    client.post("/account/log-in/", {"username": "Anna", "password": PASSWORD})
    assert step(client, "/system/our-system/") == "2 gone"
    begin(client)
    assert step(client, "/system/our-system/") == "2 entry"


# Whom it leads -------------------------------------------------------------------------------------------------------


def offered(client: Any, address: str) -> bool:
    return "a tour of three minutes. Show me" in text_of(client.get(address).content.decode())


def test_it_is_offered_to_those_who_have_no_system(small, anna, writer):
    assert offered(guest(), "/system/")
    assert offered(writer, "/system/small/")
    assert not offered(writer, "/system/small/grid/")
    assert not offered(guest(), "/system/acol/"), "there is no such system, and it is no time for a tour"
    own = take_as_base(base=small, title="Our system", owner=anna)
    assert not offered(writer, "/system/small/")
    own.delete()
    writer.post("/system/tour/end/", {"back": "/system/small/"})
    assert not offered(writer, "/system/small/")


def test_it_is_left_and_called_again(own, writer):
    begin(writer)
    assert writer.post("/system/tour/end/", {"back": "/system/our-system/"}).url == "/system/our-system/"
    assert step(writer, "/system/our-system/") == ""
    assert "Make a small change: a tour of three minutes" in text_of(
        writer.get("/system/our-system/about/").content.decode()
    )
    begin(writer, "our-system")
    assert step(writer, "/system/our-system/") == "2 entry"


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "//elsewhere.example/", ""])
def test_leaving_it_leads_to_this_site_alone(small, back):
    assert guest().post("/system/tour/end/", {"back": back}).url == "/system/"


def test_nobody_is_led_through_a_system_that_he_may_not_read(own):
    assert guest().post("/system/tour/", {"system": "our-system"}).status_code == 404
    client = guest()
    begin(client, "small")
    assert step(client, "/system/small/") == "1 account"
    SystemRow.objects.filter(slug="small").update(shipped=False, visibility="private")
    assert step(client, "/system/") == ""


def test_the_tour_is_shown_beside_systems_alone(own, writer):
    begin(writer)
    assert step(writer, "/learn/") == step(writer, "/boards/") == ""
    part = writer.get("/system/our-system/", headers={"HX-Request": "true"})
    assert "guide" not in part.content.decode()
