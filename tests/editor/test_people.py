"""Copies, the list of systems, members and invitations, links, and the end of a system."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from editor.models import Invitation, Member, SystemRow
from editor.people.presenters import own_title
from editor.people.selectors import last_change, needed_by
from editor.people.services import (
    Gone,
    accept_invitation,
    close_invitation,
    give_to,
    give_up,
    invite,
    remove_member,
    set_role,
    take_as_base,
)
from editor.store.systems.models import Role, Visibility
from editor.store.systems.services import free_slug
from practice.models import StudentBoard
from tests.editor.pages import text_of


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def url(name: str, *arguments: object) -> str:
    return reverse(f"editor:{name}", args=arguments)


# --- A copy ---


@pytest.mark.parametrize(
    ("base", "owner", "title"),
    [
        ("SAYC", "", "Anna's SAYC"),
        ("Ben's SAYC", "Ben", "Anna's SAYC"),
        ("Ben\u2019s SAYC", "Ben", "Anna's SAYC"),
        ("Anna\u2019s SAYC", "Anna", "Anna\u2019s SAYC, variant"),
        ("Our club", "Ben", "Anna's Our club"),
        ("Anna's SAYC", "Anna", "Anna's SAYC, variant"),
        ("Anna's SAYC", "Ben", "Anna's SAYC, variant"),
        ("Anna's SAYC, variant", "Anna", "Anna's SAYC, variant 2"),
        ("Our club, variant 2", "Anna", "Our club, variant 3"),
        ("Our club, variant of Ben", "Anna", "Our club, variant of Ben, variant"),
        ("Our " + 40 * "x", "Anna", "Our " + 27 * "x" + ", variant"),
        (60 * "y", "", "Anna's " + 33 * "y"),
    ],
)
def test_the_usual_title_of_a_copy(base, owner, title):
    assert own_title("Anna", base, owner, 40) == title


def test_one_click_makes_a_copy(small, anna):
    response = browser_of(anna).post(url("copy", "small"))
    own = SystemRow.objects.get(owner=anna)
    assert response.headers["Location"] == url("about", own.slug)
    assert (own.slug, own.title, own.base, own.visibility) == (
        "annas-small-system",
        "Anna's Small system",
        small,
        "private",
    )


def test_a_copy_takes_a_few_queries_however_large_the_base_is(small, anna):
    client = browser_of(anna)
    client.get("/system/")
    with CaptureQueriesContext(connection) as queries:
        client.post(url("copy", "small"))
    assert len(queries) <= 16  # with the session, the account and the savepoints


def test_two_clicks_make_one_copy(small, anna):
    client = browser_of(anna)
    assert (
        client.post(url("copy", "small")).headers["Location"] == client.post(url("copy", "small")).headers["Location"]
    )
    assert SystemRow.objects.filter(owner=anna).count() == 1


def test_a_guest_signs_up_first_and_comes_back_to_the_form(small, client):
    response = client.post(url("copy", "small"))
    assert response.headers["Location"] == "/account/sign-up/?next=/system/small/copy/"
    typed = {"username": "Carla", "password1": "hearts-and-spades", "password2": "hearts-and-spades"}
    back = client.post(response.headers["Location"], {**typed, "next": "/system/small/copy/"})
    page = client.get(back.headers["Location"])
    assert page.context["form"].initial == {"title": "Carla's Small system"}
    client.post(url("copy", "small"), {"title": "Carla's Small system"})
    assert SystemRow.objects.get(owner__username="Carla").base == small


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Our system", "our-system"),
        ("Reference", "reference-2"),
        ("small", "small-2"),
        ("日本", "system"),
        ("x" * 80, "x" * 40),
        ("--", "system"),
    ],
)
def test_the_address_of_a_system_is_made_of_its_title(small, title, slug):
    assert free_slug(title) == slug


def test_a_title_is_asked_for(small, anna):
    response = browser_of(anna).post(url("copy", "small"), {"title": " "})
    assert response.status_code == 400
    assert "This field is required" in response.content.decode()
    assert not SystemRow.objects.filter(owner=anna).exists()


# --- The list ---


def test_the_list_has_what_one_has_a_part_in_and_public_systems(small, own, anna, ben):
    own.members.create(user=ben, role=Role.VIEWER)
    public = take_as_base(base=small, title="Public system", owner=anna)
    SystemRow.objects.filter(pk=public.pk).update(visibility=Visibility.PUBLIC)
    groups = browser_of(ben).get("/system/").context
    shown = {heading: [listed.system.title for listed in members] for heading, members in groups["groups"]}
    assert shown == {"Systems with others": ["Our system"], "Systems that come with BidBase": ["Small system"]}
    assert [listed.system.title for listed in groups["public"]] == ["Public system"]


@pytest.mark.parametrize(("text", "found"), [("public", 1), ("ANNA", 1), ("nothing", 0), ("%", 0)])
def test_public_systems_are_searched(small, own, ben, text, found):
    SystemRow.objects.filter(pk=own.pk).update(title="Public system", visibility=Visibility.PUBLIC)
    page = browser_of(ben).get("/system/", {"text": text})
    assert len(page.context["public"]) == found


@pytest.mark.parametrize("text", ["\x00", "x" * 101])
def test_a_search_that_cannot_be_read_is_refused(small, client, text):
    assert client.get("/system/", {"text": text}).status_code == 400


def test_the_list_takes_few_queries_however_many_systems_there_are(small, anna):
    for number in range(20):
        take_as_base(base=small, title=f"System {number}", owner=anna)
    client = browser_of(anna)
    client.get("/system/")
    with CaptureQueriesContext(connection) as queries:
        client.get("/system/")
    assert len(queries) <= 7


# --- Members and invitations ---


def test_somebody_is_invited_by_name_accepts_and_edits(own, anna, ben):
    owner, friend = browser_of(anna), browser_of(ben)
    owner.post(url("invite", own.slug), {"name": "ben", "role": "editor"})
    (invitation,) = friend.get("/system/").context["invitations"]
    friend.post(url("invitation", invitation.token), {"accept": ""})
    member = own.members.get()
    assert (member.user, member.role) == (ben, "editor")
    assert not Invitation.objects.exists()
    assert "You may edit Our system" in text_of(friend.get(url("about", own.slug)).content.decode())


@pytest.mark.parametrize(
    ("name", "why"),
    [("nobody", "Nobody here has the name nobody"), ("Anna", "The system is yours"), ("ben", "Ben is a member")],
)
def test_whom_one_cannot_invite(own, anna, ben, name, why):
    own.members.create(user=ben, role=Role.VIEWER)
    response = browser_of(anna).post(url("invite", own.slug), {"name": name, "role": "viewer"})
    assert response.status_code == 400
    assert why in text_of(response.content.decode())
    assert not Invitation.objects.exists()


def test_an_invitation_is_declined(own, anna, ben):
    invitation = invite(system=own, role=Role.VIEWER, user=ben)
    browser_of(ben).post(url("invitation", invitation.token), {"decline": ""})
    assert not Invitation.objects.exists()
    assert not Member.objects.exists()


def test_a_link_is_for_whoever_opens_it_first(own, anna, ben):
    browser_of(anna).post(url("invite", own.slug), {"name": "", "role": "viewer"})
    invitation = Invitation.objects.get()
    address = url("invitation", invitation.token)
    assert "/account/sign-up/?next=" in Client().get(address).content.decode()
    assert "This is your own system" in browser_of(anna).get(address).content.decode()
    browser_of(ben).post(address, {"accept": ""})
    assert own.members.get().user == ben
    second = browser_of(User.objects.create(username="Carla"))
    assert second.post(address, {"accept": ""}).status_code == 404
    again = browser_of(ben).get(address)
    assert again.status_code == 404
    assert "If you have accepted it, the system is on the page Systems." in text_of(again.content.decode())
    assert f"/account/log-in/?next={address}" in Client().get(address).content.decode()
    assert own.members.count() == 1


def test_of_two_who_accept_at_once_one_is_told(own, ben):
    invitation = invite(system=own, role=Role.VIEWER)
    accept_invitation(invitation=invitation, user=ben)
    with pytest.raises(Gone):
        accept_invitation(invitation=invitation, user=User.objects.create(username="Carla"))


def test_an_invitation_is_withdrawn(own, anna, ben):
    invitation = invite(system=own, role=Role.VIEWER, user=ben)
    browser_of(anna).post(url("withdraw", own.slug, invitation.pk))
    assert browser_of(ben).get(url("invitation", invitation.token)).status_code == 404


@pytest.mark.parametrize(("role", "left"), [("viewer", "viewer"), ("editor", "editor"), ("removed", None)])
def test_the_owner_says_what_a_member_may_do(own, anna, ben, role, left):
    member = own.members.create(user=ben, role=Role.VIEWER)
    browser_of(anna).post(url("member", own.slug, member.pk), {"role": role})
    assert own.members.values_list("role", flat=True).first() == left


def test_a_member_of_another_system_is_out_of_reach(small, own, anna, ben):
    other = take_as_base(base=small, title="Ben's", owner=ben)
    member = other.members.create(user=anna, role=Role.VIEWER)
    assert browser_of(anna).post(url("member", own.slug, member.pk), {"role": "editor"}).status_code == 404
    member.refresh_from_db()
    assert member.role == "viewer"


def test_a_member_leaves(own, ben):
    own.members.create(user=ben, role=Role.VIEWER)
    browser_of(ben).post(url("leave", own.slug))
    assert not own.members.exists()


def test_a_system_is_given_to_a_member(own, anna, ben):
    member = own.members.create(user=ben, role=Role.VIEWER)
    browser_of(anna).post(url("new_owner", own.slug), {"member": member.pk})
    own.refresh_from_db()
    assert own.owner == ben
    assert [(member.user, member.role) for member in own.members.all()] == [(anna, "editor")]


def test_a_system_is_not_given_to_a_stranger(small, own, anna, ben):
    other = take_as_base(base=small, title="Ben's", owner=ben)
    stranger = other.members.create(user=User.objects.create(username="Carla"), role=Role.VIEWER)
    assert browser_of(anna).post(url("new_owner", own.slug), {"member": stranger.pk}).status_code == 400
    own.refresh_from_db()
    assert own.owner == anna


# --- Who may read it ---


def test_the_owner_says_who_may_read(own, anna):
    typed = {"title": "New title", "description": "What we play", "visibility": "link"}
    assert "Only its owner and its members" in browser_of(anna).get(url("about", own.slug)).content.decode()
    browser_of(anna).post(url("settings", own.slug), typed)
    own.refresh_from_db()
    assert {name: getattr(own, name) for name in typed} == typed
    assert "Whoever has the link" in browser_of(anna).get(url("about", own.slug)).content.decode()
    reader = Client()
    assert reader.get(url("about", own.slug)).status_code == 404
    assert reader.get(url("open_link", own.link)).headers["Location"] == url("about", own.slug)
    assert "New title" in reader.get(url("about", own.slug)).content.decode()
    browser_of(anna).post(url("new_link", own.slug))
    assert reader.get(url("about", own.slug)).status_code == 404
    assert Client().get(url("open_link", own.link)).status_code == 404


@pytest.mark.parametrize(
    "typed",
    [
        {"title": "", "visibility": "link"},
        {"title": "x" * 81, "visibility": "link"},
        {"title": "x", "visibility": "all"},
    ],
)
def test_settings_that_cannot_be_read_are_not_saved(own, anna, typed):
    assert browser_of(anna).post(url("settings", own.slug), typed).status_code == 400
    own.refresh_from_db()
    assert (own.title, own.visibility) == ("Our system", "private")


def test_a_public_system_of_somebody_else_is_played(small, own, ben):
    SystemRow.objects.filter(pk=own.pk).update(visibility=Visibility.PUBLIC)
    client = browser_of(ben)
    assert client.post(url("play", own.slug)).headers["Location"] == "/next/"
    assert client.session["preferences"]["our_system"] == own.slug
    shown = dict(client.get("/system/").context["groups"])
    assert [listed.system for listed in shown["Opened by a link"]] == [own]


# --- The others ---


def test_what_is_done_to_one_leaves_the_others(small, own, anna, ben):
    carla = User.objects.create(username="Carla")
    other = take_as_base(base=small, title="Other system", owner=anna)
    both = [(system, user) for system in (own, other) for user in (ben, carla)]
    invitations = [invite(system=system, role=Role.VIEWER, user=user) for system, user in both]
    close_invitation(invitation=invitations[0])
    assert list(Invitation.objects.order_by("pk")) == invitations[1:]
    give_up(system=other)
    assert list(Invitation.objects.all()) == invitations[1:2]

    first, second = (own.members.create(user=user, role=Role.VIEWER) for user in (ben, carla))
    set_role(member=first, role=Role.EDITOR)
    assert list(own.members.order_by("pk").values_list("role", flat=True)) == ["editor", "viewer"]
    remove_member(member=first)
    assert own.members.get() == second
    with pytest.raises(Gone):
        give_to(system=own, member=first)
    own.refresh_from_db()
    assert own.owner == anna, "who is no member any more gets nothing"


def test_boards_need_the_system_that_they_were_bid_with(small, own, anna):
    bid = {"our_system": own, "their_system": small, "our_revision": 1, "their_revision": 1, "seat": "S"}
    StudentBoard.objects.create(owner_key="somebody", deal_number=1, **bid)
    other = take_as_base(base=small, title="Other system", owner=anna)
    reason = "boards have been bid with it, which need it for their reviews"
    assert [needed_by(system) for system in (own, other)] == [[reason], []]
    assert browser_of(anna).post(url("delete", own.slug)).headers["Location"] == url("end", own.slug)
    assert SystemRow.objects.filter(pk=own.pk).exists()


def test_the_last_change_is_one_of_the_system_itself(small, own):
    assert small.revision == own.revision
    assert [last_change(system).system for system in (small, own)] == [small, own]


# --- The end ---


def test_a_system_that_nobody_needs_is_deleted(own, anna):
    client = browser_of(anna)
    assert "Delete it" in client.get(url("end", own.slug)).content.decode()
    client.post(url("delete", own.slug))
    assert not SystemRow.objects.filter(pk=own.pk).exists()


def test_a_system_that_others_need_is_given_up(own, anna, ben):
    own.members.create(user=ben, role=Role.EDITOR)
    take_as_base(base=own, title="On it", owner=ben)
    invitation = invite(system=own, role=Role.EDITOR)
    client = browser_of(anna)
    page = client.get(url("end", own.slug)).content.decode()
    assert "another system stands on it" in page
    assert "it has a member" in page
    assert client.post(url("delete", own.slug)).headers["Location"] == url("end", own.slug)
    client.post(url("give_up", own.slug))
    own.refresh_from_db()
    assert (own.owner, own.visibility) == (None, "private")
    assert client.get(url("about", own.slug)).status_code == 404
    assert browser_of(ben).get(url("about", own.slug)).status_code == 200
    late = browser_of(User.objects.create(username="Carla"))
    assert late.post(url("invitation", invitation.token), {"accept": ""}).status_code == 404, "it is nobody's to give"
    assert [member.user for member in own.members.all()] == [ben]
