"""Every address of the editor for everybody: who gets the page, who is refused, who is told that there is nothing."""

from itertools import product

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from editor.models import SystemRow
from editor.people.services import invite, take_as_base
from editor.read.notes.services import save_note
from editor.store.systems.models import Role
from editor.store.systems.services import RESERVED
from editor.urls import urlpatterns

ROLES = ("guest", "stranger", "viewer", "editor", "owner")

# What a role needs to get a page of a private system. Others get 404 where they may not even read it, and 403 where
# they may.
READ, CHANGE, OWN = ("viewer", "editor", "owner"), ("editor", "owner"), ("owner",)

# Addresses under the name of a system: the method, the rest of its arguments, who may.
OF_A_SYSTEM: dict[str, tuple[str, dict[str, str | int], tuple[str, ...]]] = {
    "system": ("get", {}, READ),
    "entry": ("get", {"ref": "1N-P/200000"}, READ),
    "grid": ("get", {}, READ),
    "search": ("get", {}, READ),
    "booklet": ("get", {}, READ),
    "chapter": ("get", {"family": "opening"}, READ),
    "card": ("get", {}, READ),
    "compare": ("get", {}, READ),
    "look_alikes": ("get", {}, READ),
    "folding": ("get", {}, READ),
    "pattern": ("get", {"pattern": "1a-P; a=M"}, READ),
    "make_pattern": ("post", {"pattern": "1a-P; a=M"}, CHANGE),
    "files": ("get", {}, READ),
    "begin_merge": ("post", {}, CHANGE),
    "download": ("get", {"format_name": "bml"}, READ),
    "agreements": ("get", {}, READ),
    "settling": ("get", {"run": 0}, CHANGE),
    "conventions": ("get", {}, READ),
    "switches": ("get", {}, CHANGE),
    "new_convention": ("get", {}, CHANGE),
    "convention": ("get", {"name": "Stayman"}, CHANGE),
    "merge_convention": ("post", {"name": "Stayman"}, CHANGE),
    "remove_convention": ("post", {"name": "Stayman"}, CHANGE),
    "limits": ("get", {"ref": "1N-P/200000"}, READ),
    "write": ("get", {"ref": "1N-P/200000"}, CHANGE),
    "write_new": ("get", {}, CHANGE),
    "write_check": ("post", {}, CHANGE),
    "write_changes": ("post", {}, CHANGE),
    "switch_changes": ("post", {}, CHANGE),
    "agreement_changes": ("post", {}, CHANGE),
    "write_alike": ("get", {"ref": "1N-P/200000"}, CHANGE),
    "remove": ("get", {"ref": "1N-P/200000"}, CHANGE),
    "move": ("post", {"ref": "1N-P/200000"}, CHANGE),
    "drafts": ("get", {}, CHANGE),
    "drop_draft": ("post", {"pk": 0}, CHANGE),
    "notes": ("get", {}, READ),
    "new_note": ("get", {}, CHANGE),
    "note": ("get", {"name": "Our notrump"}, CHANGE),
    "remove_note": ("post", {"name": "Our notrump"}, CHANGE),
    "teach": ("get", {}, READ),
    "teach_changes": ("get", {}, CHANGE),
    "teach_make": ("post", {}, CHANGE),
    "teach_copy": ("post", {}, READ),
    "history": ("get", {}, READ),
    "revision": ("get", {"number": 1}, READ),
    "undo": ("post", {"number": 2}, CHANGE),
    "versions": ("get", {"kind": "entry", "name": "1N-P/200000"}, READ),
    "contests": ("get", {}, READ),
    "contest": ("get", {"pk": 0}, READ),
    "continue_contest": ("post", {"pk": 0}, READ),
    "delete_contest": ("post", {"pk": 0}, READ),
    "sweep": ("get", {}, READ),
    "begin_sweep": ("post", {}, READ),
    "accept_finding": ("post", {}, CHANGE),
    "mend": ("get", {}, CHANGE),
    "decide_anew": ("post", {}, CHANGE),
    "coverage": ("get", {}, READ),
    "map": ("get", {}, READ),
    "frequencies": ("get", {}, READ),
    "differences": ("get", {}, READ),
    "release": ("get", {}, CHANGE),
    "about": ("get", {}, READ),
    "copy": ("post", {}, READ),
    "play": ("post", {}, READ),
    "leave": ("post", {}, READ),
    "settings": ("get", {}, OWN),
    "new_link": ("post", {}, OWN),
    "invite": ("post", {}, OWN),
    "withdraw": ("post", {"pk": 0}, OWN),
    "member": ("post", {"pk": 0}, OWN),
    "new_owner": ("post", {}, OWN),
    "end": ("get", {}, OWN),
    "delete": ("post", {}, OWN),
    "give_up": ("post", {}, OWN),
}
# The others: who gets them is said by tests of their own.
ELSEWHERE = {"systems", "fields", "field", "invitation", "open_link"}
ELSEWHERE |= {"new_from_file", "merge", "merge_done", "begin_tour", "end_tour"}
WITH_ACCOUNT = {"copy", "begin_merge", "teach_copy"}
"""Guests are sent to log in or to sign up, before anything is said of the system."""


def test_each_address_is_in_the_table():
    names = {pattern.name for pattern in urlpatterns}
    assert names == set(OF_A_SYSTEM) | ELSEWHERE
    of_a_system = {pattern.name for pattern in urlpatterns if "slug:slug" in str(pattern.pattern)}
    assert of_a_system == set(OF_A_SYSTEM)


def test_no_system_can_have_the_name_of_another_page():
    first = {str(pattern.pattern).partition("/")[0] for pattern in urlpatterns}
    assert {name for name in first if name and not name.startswith("<")} == RESERVED


@pytest.fixture
def people(db) -> dict[str, User]:
    return {name: User.objects.create(username=name) for name in ROLES if name != "guest"}


@pytest.fixture
def private(small, people) -> SystemRow:
    """The owner's system, with a member of each role."""
    system = take_as_base(base=small, title="Own", owner=people["owner"])
    for role in Role:
        system.members.create(user=people[role.value], role=role)
    return save_note(system=system, name="Our notrump", serves=(), text="Balanced.", seen=None, by=people["owner"])


def ask(name: str, system: SystemRow, user: User | None):
    method, arguments, _ = OF_A_SYSTEM[name]
    client = Client()
    if user is not None:
        client.force_login(user)
    return getattr(client, method)(reverse(f"editor:{name}", kwargs={"slug": system.slug, **arguments}))


@pytest.mark.parametrize(("name", "who"), [*product(OF_A_SYSTEM, ROLES)])
def test_who_gets_a_page_of_a_private_system(people, private, name, who):
    response = ask(name, private, people.get(who))
    if name in WITH_ACCOUNT and who == "guest":
        assert response.headers["Location"].startswith("/account/")
        assert "Own" not in response.headers["Location"]
    elif who in OF_A_SYSTEM[name][2]:
        assert response.status_code != 403
        said = response.content.decode()
        missing = ("no such member", "no such contest", "no such change of agreements")
        assert response.status_code != 404 or any(words in said for words in missing)
    else:
        assert response.status_code == (403 if who in READ else 404)
        private.refresh_from_db()
        assert private.owner == people["owner"]


@pytest.mark.parametrize(("name", "who"), [*product((n for n in OF_A_SYSTEM if OF_A_SYSTEM[n][2] != READ), ROLES)])
def test_a_shipped_system_is_changed_by_nobody(small, people, name, who):
    response = ask(name, small, people.get(who))
    assert response.status_code == (302 if name in WITH_ACCOUNT and who == "guest" else 403)
    small.refresh_from_db()
    assert (small.revision, small.owner, small.shipped) == (1, None, True)


@pytest.mark.parametrize("who", ["guest", "stranger", "viewer"])
def test_an_invitation_is_for_whom_it_names(people, private, who):
    private.members.all().delete()
    invitation = invite(system=private, role=Role.EDITOR, user=people["editor"])
    client = Client()
    if who in people:
        client.force_login(people[who])
    for method in (client.get, client.post):
        assert method(reverse("editor:invitation", args=[invitation.token])).status_code == 404
    assert not private.members.exists()


def test_a_private_system_is_not_opened_by_its_link(private):
    client = Client()
    assert client.get(reverse("editor:open_link", args=[private.link])).status_code == 404
    assert client.get(reverse("editor:about", args=[private.slug])).status_code == 404
