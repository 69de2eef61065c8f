"""Two people in two browsers: a system is taken as a base, shared, changed, taken back and given away."""

import re

import pytest
from playwright.sync_api import expect

from editor.models import Invitation, SystemRow
from editor.store.entries.services import save_entry
from editor.store.systems.loading import load_shipped_system
from editor.store.systems.rows import FIELD_NAMES
from editor.store.systems.services import change_system
from tests.accessible import assert_accessible
from tests.editor.conftest import PASSWORD, edit

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
READERS = [
    pytest.param({}, id="desktop"),
    pytest.param({"java_script_enabled": False, **PHONE}, id="phone without JavaScript"),
]


@pytest.mark.parametrize("options", READERS)
def test_a_guest_takes_a_system_as_a_base(open_page, small, options):
    page = open_page(**options)
    page.goto("/system/")
    page.get_by_role("button", name="Take as a base").click()
    page.get_by_label("Name").fill("Carla")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password again").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_label("Title of your system")).to_have_value("Carla's Small system")
    page.get_by_role("button", name="Take as a base").click()
    expect(page.get_by_text("Carla's Small system is yours.")).to_be_visible()
    system = SystemRow.objects.get(owner__username="Carla")
    assert (system.base, system.title) == (small, "Carla's Small system")


def test_two_people_share_a_system(open_page, own, anna, ben):
    owner, friend = open_page(anna), open_page(ben)
    owner.goto("/system/our-system/settings/")
    owner.get_by_label("Name of the account").fill("ben")
    owner.get_by_label("The person").select_option("editor")
    owner.get_by_role("button", name="Invite").click()
    expect(owner.get_by_text("Ben may edit the system.")).to_be_visible()

    friend.goto("/system/")
    friend.get_by_role("button", name="Accept").click()
    expect(friend.get_by_text("You may edit Our system from now on.")).to_be_visible()
    member = own.members.get()
    assert (member.user, member.role) == (ben, "editor")

    friend.get_by_role("link", name="Agreements").click()
    friend.get_by_role("link", name="Each convention by itself").click()
    friend.get_by_label("Used by: Stayman", exact=True).select_option("Nobody")
    friend.get_by_label("Why").fill("Too much to remember")
    friend.get_by_role("button", name="Save the switches").click()
    expect(friend.get_by_text("The switches are saved.")).to_be_visible()
    own.refresh_from_db()
    assert own.conventions.get(name="Stayman").use == "0"

    owner.get_by_role("link", name="History").click()
    expect(owner.get_by_text("Too much to remember")).to_be_visible()
    owner.get_by_role("link", name="Revision 2", exact=True).click()
    expect(owner.get_by_text("switched off").last).to_be_visible()
    owner.get_by_label("Why").fill("We need it")
    owner.get_by_role("button", name="Take this change back").click()
    expect(owner.get_by_text("Revision 2 is taken back.")).to_be_visible()
    own.refresh_from_db()
    assert own.conventions.get(name="Stayman").use == ""

    owner.goto("/system/our-system/settings/")
    owner.get_by_role("button", name="Give the system to this member").click()
    expect(owner.get_by_text("Our system belongs to Ben from now on.")).to_be_visible()
    own.refresh_from_db()
    assert own.owner == ben
    assert own.members.get().user == anna


def test_a_link_invites_whoever_opens_it(open_page, own, anna, ben):
    owner, friend = open_page(anna), open_page()
    owner.goto("/system/our-system/settings/")
    owner.get_by_role("button", name="Invite").click()
    address = owner.get_by_label("Link of the invitation").input_value()
    friend.goto(address)
    friend.get_by_role("link", name="Log in with your account").click()
    friend.get_by_label("Name").fill("Ben")
    friend.get_by_label("Password").fill(PASSWORD)
    friend.get_by_role("button", name="Log in").click()
    friend.get_by_role("button", name="Accept").click()
    expect(friend.get_by_text("You may edit Our system from now on.")).to_be_visible()
    assert own.members.get().user == ben
    assert not Invitation.objects.exists()


def test_leaving_a_system_asks_first(open_page, own, ben):
    own.members.create(user=ben, role="editor")
    page = open_page(ben, **PHONE)
    page.goto("/system/our-system/about/")
    expect(page.get_by_role("button", name="Leave it")).to_be_hidden()
    page.get_by_text("Leave this system").click()
    expect(page.get_by_text("until its owner invites you again")).to_be_visible()
    page.get_by_role("button", name="Leave it").click()
    expect(page.get_by_text("You have no part in Our system any more.")).to_be_visible()
    assert not own.members.exists()


def test_the_invitation_can_be_copied_on_its_own_page(open_page, own, anna):
    page = open_page(anna)
    page.goto("/system/our-system/settings/")
    page.get_by_role("button", name="Invite").click()
    page.goto(page.get_by_label("Link of the invitation").input_value())
    expect(page.get_by_role("button", name="Copy")).to_be_visible()


def test_a_system_is_played_at_the_table(open_page, own, anna):
    page = open_page(anna)
    page.goto("/system/our-system/about/")
    page.get_by_role("button", name="Play it at the table").click()
    page.wait_for_url(re.compile("/deal/"))
    page.goto("/settings/")
    expect(page.get_by_label("I play")).to_have_value("our-system")


@pytest.mark.parametrize("options", READERS)
def test_a_new_revision_of_the_base_is_taken(open_page, own, anna, files, options):
    row = own.entries.get(ref="1N-P/Z00000")
    save_entry(system=own, texts={n: getattr(row, n) for n in FIELD_NAMES} | {"hcp": "10-16"}, seen=row, by=None)
    edit(files / "notrump.csv", "10-15", "9-15")
    edit(files / "opening.csv", ",132000,1N,,,15-17", ",132000,1N,,,12-14")
    load_shipped_system(name=files)
    page = open_page(anna, **options)
    page.goto("/system/")
    page.get_by_role("link", name="Its base has a newer revision").click()
    page.get_by_label("Take theirs").check()
    page.get_by_role("button", name="Take revision 2").click()
    expect(page.get_by_text("Our system stands on revision 2 of Small system.")).to_be_visible()
    own.refresh_from_db()
    assert dict(
        own.entries.filter(bid__in=("3N", "1N")).exclude(convention="Gambling 3NT").values_list("ref", "hcp")
    ) == {
        "1N-P/Z00000": "9-15",
        "opening/132000": "12-14",
    }


def test_a_phone_has_the_last_tabs_of_a_system_in_a_menu(open_page, small):
    page = open_page(java_script_enabled=False, **PHONE)
    page.goto("/system/small/history/")
    tabs = page.get_by_role("navigation", name="Small system")
    assert tabs.bounding_box()["height"] < 60, "they stand in one row"
    menu = tabs.locator("summary")
    expect(menu).to_have_text("History")
    expect(tabs.get_by_role("link", name="About")).to_have_count(0)
    menu.click()
    expect(tabs.get_by_role("link", name="History")).to_have_attribute("aria-current", "page")
    tabs.get_by_role("link", name="About").click()
    expect(page).to_have_url(re.compile("/system/small/about/$"))
    tabs.get_by_role("link", name="Entries").click()
    expect(menu).to_have_text("More")


def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(open_page, own, small, ben, files):
    own.members.create(user=ben, role="viewer")
    Invitation.objects.create(system=own, role="editor")
    SystemRow.objects.filter(pk=own.pk).update(visibility="link")
    row = own.entries.get(ref="1N-P/Z00000")
    cells = {name: getattr(row, name) for name in FIELD_NAMES}
    new, row = save_entry(system=own, texts=cells | {"hcp": "10-16"}, seen=row, by=own.owner)
    edit(files / "notrump.csv", "10-15", "9-15")
    load_shipped_system(name=files)
    change_system(system=new, changes=[], summary="A_long_word_" * 20, by=own.owner, why="W" * 300)
    page = open_page(own.owner, **PHONE)
    rooms = "about copy settings end history history/2 history/3 differences switches convention release"
    addresses = [f"our-system/{room}/" for room in rooms.split()]
    addresses += ["", "our-system/convention/change/Stayman/", "our-system/history/entry/1N-P/Z00000/"]
    for address in addresses:
        page.goto(f"/system/{address}")
        assert_accessible(page, address)
        assert page.evaluate("document.documentElement.scrollWidth") == 360, address
