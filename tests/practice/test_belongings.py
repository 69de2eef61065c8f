"""One's own data: what can be downloaded, what moves into an account, what a deletion takes along."""

import json

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import Model
from django.utils import timezone

from bidbase_site.accounts.belongings import TABLES, delete_account, move_belongings
from bidbase_web.jobs.job import JobLine
from bidbase_web.jobs.models import Run
from bidbase_web.visitors import NOBODY, account_key
from editor.models import AgreementRow, ConventionRow, EntryDraft, EntryRow, Merge, NoteRow, SystemRevision, SystemRow
from editor.prove.contests.services import begin_contest
from practice.learn.services import begin_placement
from practice.models import (
    BoardSet,
    CallReport,
    Comment,
    JudgedCall,
    Participant,
    Partnership,
    StudentBoard,
)
from tests.practice.conftest import PASSWORD
from tests.practice.finishing import finish
from tests.practice.pages import words
from tests.working import PatientClient


def owner_columns() -> dict[type[Model], str]:
    """Every table with a column that says to whom a row belongs."""
    columns = {}
    for model in apps.get_models():
        if model._meta.app_label in ("practice", "editor", "accounts"):
            for column in model._meta.concrete_fields:
                if "owner" in column.name or column.related_model is User:
                    columns[model] = column.name
    return columns


# What systems have and what is merged into them belongs to users, all else to keys.
COLUMNS = {model: column for model, column in owner_columns().items() if column in ("owner_key", "owner")}
del COLUMNS[SystemRow], COLUMNS[Merge]
OWNED = {model.__name__ for model in COLUMNS}


def tables_of(owner: str) -> set[str]:
    """The tables in which this key has rows."""
    found = (model for model, column in COLUMNS.items() if model._default_manager.filter(**{column: owner}).exists())
    return {model.__name__ for model in found}


def test_every_table_with_an_owner_is_among_the_belongings():
    """A new table of what people have needs a line there, and its move."""
    assert {(table.model, table.owner) for table in TABLES} >= set(owner_columns().items())


def fill_every_table(board_of, owner: str, user: User | None = None) -> None:
    """Rows of this owner in each table, with those that hang on them."""
    board = finish(board_of(1, owner=owner), "1H")
    left_open = board_of(2, owner=owner)
    system = board.row.our_system
    called = {"call": "P", "expected": "P", "right": True, "topic": "opening"}
    JudgedCall.objects.create(board=left_open.row, index=0, owner_key=owner, system=system, **called)
    begin_placement(owner=owner, system=system)
    CallReport.objects.create(board=board.row, index=0, call="P", position={}, owner_key=owner)
    made = BoardSet.objects.create(owner_key=owner, title="Mine", our_system=system, their_system=system)
    in_set = made.boards.create(number=1, deal_number=7, seat="S")
    Participant.objects.create(board_set=made, owner_key=owner, nickname="Ann")
    bid = {"our_system": system, "their_system": system, "our_revision": 1, "their_revision": 1, "seat": "S"}
    own = StudentBoard.objects.create(
        owner_key=owner, deal_number=7, set_board=in_set, finished_at=timezone.now(), **bid
    )
    Comment.objects.create(board=own, text="Well bid")
    for seat in ({"south_key": owner}, {"south_key": "partner", "north_key": owner}):
        pair = Partnership.objects.create(south_name="Ann", north_name="Bob", **seat)
        pair.boards.create(owner_key=pair.token, deal_number=7, finished_at=timezone.now(), **bid)
    begin_contest(owner_key=owner, first=system, second=system, boards=10)
    now = timezone.now()
    times = {"asked_at": now, "wanted_at": now, "updated_at": now}
    Run.objects.create(kind="none", key=owner[:20], arguments={}, owner=owner, line=JobLine.PAGE, **times)
    if user is not None:
        owned = SystemRow.objects.create(slug="own", title="Own", owner=user)
        system.members.create(user=user, role="editor")
        system.invitations.create(user=user, role="editor")
        owned.revisions.create(number=1, by=user, summary="An entry added")
        version = {"system": owned, "since": 1, "place": 1}
        ConventionRow.objects.create(name="Drury", **version)
        NoteRow.objects.create(name="Our notrump", **version)
        AgreementRow.objects.create(name="Over their 1NT", chapter="Competition", choices="DONT\nLandy", **version)
        EntryRow.objects.create(ref="opening/100000", order_key=1, **version)
        Merge.objects.create(owner=user, system=owned, name="ours.csv")
        EntryDraft.objects.create(by=user, system=owned, cells={"bid": "1N"})


def test_the_download_has_every_table_and_no_hidden_hand(member, ann, begin):
    fill_every_table(begin, account_key(ann), ann)
    response = member.get("/account/data/")
    assert response["Content-Disposition"] == 'attachment; filename="bidbase.json"'
    told = json.loads(response.getvalue())
    assert told.pop("account")["username"] == "Ann"
    assert set(told) == {table.title for table in TABLES}
    assert [title for title, rows in told.items() if not rows] == []
    assert {board["deal_number"] for board in told["boards"]} == {1, 7}
    (left_open,) = told["open boards"]
    assert (left_open["deal_number"], "cards" in left_open, "sources" in left_open) == (2, False, False)
    assert PASSWORD not in str(told)


def test_only_ones_own_data_is_told(member, begin):
    fill_every_table(begin, "somebody")
    told = json.loads(member.get("/account/data/").getvalue())
    del told["account"]
    assert [title for title, rows in told.items() if rows] == []


def test_all_that_a_guest_has_moves_and_nothing_else(ann, begin):
    fill_every_table(begin, "guest")
    fill_every_table(begin, "somebody")
    assert tables_of("guest") == OWNED, "each table has a row, so that one that is forgotten shows"
    move_belongings(guest="guest", account=account_key(ann))
    assert tables_of("guest") == set()
    assert tables_of(account_key(ann)) == tables_of("somebody") == OWNED


def test_a_deletion_asks_for_the_password(member, ann):
    response = member.post("/account/delete/", {"password": "wrong"})
    assert response.status_code == 400
    assert "This is not your password." in words(response)
    assert User.objects.filter(pk=ann.pk).exists()


def test_a_deletion_leaves_nothing(member, ann, begin):
    fill_every_table(begin, account_key(ann), ann)
    finish(begin(1, owner="somebody"), "1N")
    assert member.post("/account/delete/", {"password": PASSWORD}).url == "/"
    assert tables_of(account_key(ann)) == set()
    assert not User.objects.exists()
    assert not SystemRow.objects.filter(slug="own").exists()
    assert not Comment.objects.exists()
    assert [board.owner_key for board in StudentBoard.objects.filter(partnership=None)] == ["somebody"]
    assert "0 boards" in words(member.get("/boards/"))


def test_what_others_need_stays_without_an_owner(ann, begin):
    key = account_key(ann)
    fill_every_table(begin, key, ann)
    own = SystemRow.objects.get(slug="own")
    set_board = BoardSet.objects.get().boards.get()
    bid = {"our_system": own, "their_system": own, "our_revision": 0, "their_revision": 0, "seat": "S"}
    theirs = StudentBoard.objects.create(owner_key="somebody", deal_number=7, set_board=set_board, **bid)
    delete_account(user=ann)
    own.refresh_from_db()
    theirs.refresh_from_db()
    assert (own.owner, own.visibility) == (None, "private")
    assert SystemRevision.objects.get(system=own).by is None, "the history stays whole"
    assert theirs.set_board.board_set.owner_key == NOBODY
    assert tables_of(key) == set()


def test_a_system_with_members_stays_for_them(ann):
    system = SystemRow.objects.create(slug="ours", title="Ours", owner=ann)
    system.members.create(user=User.objects.create_user("Bob"), role="editor")
    delete_account(user=ann)
    system.refresh_from_db()
    assert (system.owner, system.members.count()) == (None, 1)


def test_the_administrator_deletes_an_account_with_all_it_has(ann, begin):
    fill_every_table(begin, account_key(ann))
    admin = PatientClient()
    admin.force_login(User.objects.create_superuser("root"))
    assert admin.post(f"/admin/auth/user/{ann.pk}/delete/", {"post": "yes"}).status_code == 302
    assert not User.objects.filter(pk=ann.pk).exists()
    assert tables_of(account_key(ann)) == set()


@pytest.mark.parametrize(
    ("fields", "fault"), [({"username": "BOB"}, "Somebody else has this name."), ({"email": "x"}, "valid email")]
)
def test_changes_of_an_account(member, ann, fields, fault):
    User.objects.create_user("Bob")
    response = member.post("/account/", {"username": "Ann"} | fields)
    assert response.status_code == 400
    assert fault in words(response)
    assert "<span>Ann</span>" in response.content.decode(), "the bar keeps the name"
    assert member.post("/account/", {"username": "Anna", "email": "a@b.example"}).url == "/account/"
    ann.refresh_from_db()
    assert (ann.username, ann.email) == ("Anna", "a@b.example")
