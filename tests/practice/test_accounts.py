"""Accounts: who sees which page, what a guest brings along, how guessing is slowed, what can be had and deleted.

On deal 1 the small system bids P-P-1N-P-2D-P-2H-P-P-P, North the dealer: South opens 1NT.
"""

import json
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core import mail
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.utils import timezone

from bidbase_site.accounts.belongings import TABLES, delete_account, move_belongings
from bidbase_site.accounts.models import Attempts
from bidbase_site.accounts.pace import ADDRESS, NAME, Pace, TooSoon, begin_attempt
from bidbase_site.web import NOBODY, OWNER, account_key
from editor.contests.services import begin_contest
from editor.models import ConventionRow, EntryDraft, EntryRow, Merge, NoteRow, Run, SystemRevision, SystemRow
from practice.learn.services import begin_round
from practice.models import (
    BoardSet,
    CallReport,
    Comment,
    JudgedCall,
    Participant,
    Partnership,
    StudentBoard,
    TopicMemory,
)
from tests.practice.finishing import finish
from tests.practice.test_table import words
from tests.working import PatientClient

PASSWORD = "hearts-and-spades"


@pytest.fixture
def ann(db) -> User:
    return User.objects.create_user("Ann", "ann@club.example", PASSWORD)


@pytest.fixture
def member(small, ann) -> Client:
    client = PatientClient()
    client.force_login(ann)
    return client


def log_in(client: Client, name: str = "Ann", password: str = PASSWORD, **options):
    return client.post("/account/log-in/", {"username": name, "password": password}, **options)


def sign_up(client: Client, name: str = "Bob", password: str = PASSWORD, **fields):
    filled_in = {"username": name, "password1": password, "password2": password} | fields
    return client.post("/account/sign-up/", filled_in)


# --- Who may see which page ---

TO_LOG_IN = "/account/log-in/?next="
PAGES = [  # address, answer to a guest, answer to a member
    ("/account/", TO_LOG_IN, 200),
    ("/account/sign-up/", 200, 200),
    ("/account/log-in/", 200, 200),
    ("/account/log-out/", 405, 405),  # by a form alone
    ("/account/password/", TO_LOG_IN, 200),
    ("/account/data/", TO_LOG_IN, 200),
    ("/account/delete/", TO_LOG_IN, 200),
    ("/account/forgotten/", 404, 404),  # without a mail server
    ("/account/forgotten/mailed/", 200, 200),
    ("/account/forgotten/chosen/", 200, 200),
    ("/account/forgotten/x/y/", 200, 200),  # says that the link is too old
    ("/admin/", "/admin/login/?next=", "/admin/login/?next="),
    ("/admin/auth/user/", "/admin/login/?next=", "/admin/login/?next="),
    ("/reports/", 403, 403),
]


@pytest.mark.parametrize(("address", "to_guest", "to_member"), PAGES)
def test_who_may_see_which_page(guest, member, address, to_guest, to_member):
    for client, expected in ((guest, to_guest), (member, to_member)):
        response = client.get(address)
        if isinstance(expected, str):
            assert response.status_code == 302
            assert response.url == f"{expected}{address}"
        else:
            assert response.status_code == expected


def test_the_table_of_pages_has_all_addresses():
    from bidbase_site.accounts.urls import urlpatterns

    named = {re.sub(r"<\w+>", "x", f"/account/{pattern.pattern}") for pattern in urlpatterns}
    assert named == {address.replace("/x/y/", "/x/x/") for address, *_ in PAGES if address.startswith("/account/")}


@pytest.mark.parametrize("address", ["/", "/deal/1/", "/system/", "/system/reference/fields/"])
def test_the_bar_leads_to_log_in_and_back_or_to_the_account(guest, member, address):
    assert f'href="/account/log-in/?next={address}"' in guest.get(address).content.decode()
    page = member.get(address).content.decode()
    assert 'href="/account/"' in page
    assert "<span>Ann</span>" in page


@pytest.mark.parametrize(
    ("asked", "led"),
    [
        ("/deal/7/", "/deal/7/"),
        ("https://elsewhere.example/", "/"),
        ("//elsewhere.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("", "/"),
    ],
)
def test_after_a_log_in_the_way_back_stays_in_the_site(guest, ann, asked, led):
    assert log_in(guest, QUERY_STRING=f"next={asked}").url == led
    assert sign_up(PatientClient(), next=asked).url == led


# --- Sign up, log in, log out ---


def test_a_guest_who_signs_up_keeps_what_he_has(guest):
    guest.get("/deal/1/")
    board = StudentBoard.objects.get()
    guest.post(f"/board/{board.token}/call/", {"call": "1H", "at": 2})
    guest.post("/settings/chip/", {"silent": "yes"})
    guest.get("/first/")
    before = {name: guest.session[name] for name in ("preferences", "guide")}
    assert sign_up(guest).status_code == 302

    user = User.objects.get(username="Bob")
    board.refresh_from_db()
    assert (board.owner_key, board.calls[:6]) == (account_key(user), "P-P-1H")
    assert {model.objects.get().owner_key for model in (JudgedCall, TopicMemory)} == {account_key(user)}
    assert {name: guest.session[name] for name in before} == before
    assert OWNER not in guest.session
    assert guest.get(f"/board/{board.token}/").status_code == 302, "it is still his own"


def test_what_was_bid_is_there_in_another_browser(guest, stranger):
    sign_up(guest)
    guest.post("/settings/chip/", {"silent": "yes"})
    guest.get("/deal/1/")
    stranger.get("/deal/2/")
    assert log_in(stranger, "Bob").status_code == 302
    assert {board.deal_number for board in StudentBoard.objects.filter(owner_key__startswith="user ")} == {1, 2}
    assert "Deal 1" in words(stranger.get("/boards/"))
    assert stranger.session["preferences"]["opponents_silent"] is True


def test_after_log_out_the_browser_is_that_of_a_new_guest(member):
    member.get("/deal/1/")
    token = StudentBoard.objects.get().token
    assert member.post("/account/log-out/").url == "/"
    assert member.get(f"/board/{token}/").status_code == 404
    assert "0 boards" in words(member.get("/boards/"))


def test_a_password_that_is_changed_ends_other_sessions(member, ann):
    other = PatientClient()
    log_in(other)
    new = {"old_password": PASSWORD, "new_password1": "clubs-and-diamonds", "new_password2": "clubs-and-diamonds"}
    member.get("/deal/1/")
    token = StudentBoard.objects.get().token
    assert other.get(f"/board/{token}/").status_code == 302
    assert member.post("/account/password/", new).url == "/account/"
    assert member.get("/account/").status_code == 200
    assert other.get(f"/board/{token}/").status_code == 404, "nor does its session still own the boards"
    assert log_in(PatientClient(), password="clubs-and-diamonds").status_code == 302


@pytest.mark.parametrize("name", ["Ann", "ann", "ANN"])
def test_capitals_of_a_name_do_not_matter(guest, ann, name):
    assert log_in(guest, name).status_code == 302


SIGN_UPS = [
    ({"username": "ann"}, "Somebody else has this name."),
    ({"username": "A B"}, "Enter a valid username."),
    ({"username": "x" * 31}, "This name has 31 letters."),
    ({"username": "A\0"}, "Null characters are not allowed."),
    ({"username": ""}, "This field is required."),
    ({"password2": "other"}, "didn’t match"),
    ({"password1": "short", "password2": "short"}, "This password is too short."),
    ({"password1": "password1", "password2": "password1"}, "This password is too common."),
    ({"email": "nowhere"}, "Enter a valid email address."),
]


@pytest.mark.parametrize(("fields", "fault"), SIGN_UPS)
def test_sign_ups_that_are_refused(guest, ann, fields, fault):
    other = "clubs-and-diamonds"
    response = guest.post("/account/sign-up/", {"username": "Bob", "password1": other, "password2": other} | fields)
    assert response.status_code == 400
    assert fault in words(response)
    assert User.objects.count() == 1


def test_the_second_of_two_clicks_on_sign_up_logs_in(guest):
    assert sign_up(guest).status_code == 302
    second = PatientClient()  # the browser has thrown away the first answer, with its cookie
    assert sign_up(second).status_code == 302
    assert second.get("/account/").status_code == 200


# --- Guessing ---


def test_the_fourth_wrong_password_has_to_wait_and_a_right_one_too(guest, ann):
    for _ in range(3):
        assert "do not belong together" in words(log_in(guest, password="wrong"))
    for password in ("wrong", PASSWORD):
        response = log_in(guest, password=password)
        assert response.status_code == 400
        assert "Too many attempts. Try again in 1 second." in words(response)
    let_pass(seconds=1)
    assert log_in(guest).status_code == 302
    assert not Attempts.objects.filter(tries__gt=3).exists()
    assert log_in(PatientClient()).status_code == 302, "a success forgets the failures of the name"


def let_pass(seconds: int) -> None:
    """As if so much time had gone by."""
    for row in Attempts.objects.all():
        Attempts.objects.filter(pk=row.pk).update(open_at=row.open_at - timedelta(seconds=seconds))


def test_names_that_do_not_exist_are_slowed_alike(guest):
    answers = [words(log_in(guest, "nobody", "wrong")) for _ in range(4)]
    assert ["Too many" in answer for answer in answers] == [False, False, False, True]


def test_an_address_is_slowed_whichever_names_it_tries(guest, ann):
    for number in range(ADDRESS.free):
        log_in(guest, f"name{number}", "wrong")
    assert "Too many attempts" in words(log_in(guest))
    assert log_in(PatientClient(REMOTE_ADDR="192.0.2.9")).status_code == 302, "others are not"


def test_the_owner_of_a_name_gets_in_while_somebody_guesses_it(ann):
    """Whoever goes on guessing has to wait longer than the name is closed."""
    stranger, owner = Client(REMOTE_ADDR="192.0.2.9"), Client()
    for _ in range(60):
        log_in(stranger, password="wrong")
        let_pass(seconds=ADDRESS.longest)
    log_in(stranger, password="wrong")
    assert "Try again in 30 seconds" in words(log_in(owner))
    let_pass(seconds=NAME.longest)
    assert "Try again in" in words(log_in(stranger, password="wrong"))
    assert log_in(owner).status_code == 302


@pytest.mark.parametrize(
    ("tries", "seconds"), [(0, 0), (2, 0), (3, 1), (4, 2), (5, 4), (8, 30), (9, 30), (1_000_000, 30)]
)
def test_waits_double_up_to_the_longest(tries, seconds):
    assert Pace("test", free=3, longest=30).wait_after(tries) == timedelta(seconds=seconds)


def test_many_attempts_at_once_are_no_way_around_the_wait(transactional_db):
    pace = Pace("test", free=3, longest=30)

    def attempt(_: int) -> bool:
        try:
            begin_attempt(claims=[(pace, "Ann")])
        except TooSoon:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(attempt, range(16))) == pace.free


def test_attempts_are_forgotten_after_a_day(guest, ann):
    for _ in range(4):
        log_in(guest, password="wrong")
    let_pass(seconds=2 * 24 * 60 * 60)
    log_in(guest, password="wrong")
    assert set(Attempts.objects.values_list("tries", flat=True)) == {1}


def test_sign_ups_from_an_address_are_limited(guest, monkeypatch):
    monkeypatch.setattr("bidbase_site.accounts.forms.SIGN_UP", Pace("sign-up", free=2, longest=600))
    answers = [sign_up(PatientClient(), f"name{number}") for number in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 400]
    assert "Too many attempts" in words(answers[2])
    assert User.objects.count() == 2


@pytest.mark.parametrize(
    ("behind_proxy", "one", "other", "same"),
    [
        (False, {"REMOTE_ADDR": "192.0.2.1"}, {"REMOTE_ADDR": "192.0.2.2"}, False),
        (False, {"HTTP_X_FORWARDED_FOR": "192.0.2.1"}, {"HTTP_X_FORWARDED_FOR": "192.0.2.2"}, True),
        (True, {"HTTP_X_FORWARDED_FOR": "192.0.2.1"}, {"HTTP_X_FORWARDED_FOR": "192.0.2.2"}, False),
        (True, {"HTTP_X_FORWARDED_FOR": "a, 192.0.2.1"}, {"HTTP_X_FORWARDED_FOR": "b, 192.0.2.1"}, True),
        (False, {"REMOTE_ADDR": "2001:db8::1"}, {"REMOTE_ADDR": "2001:db8::2"}, True),
        (False, {"REMOTE_ADDR": "2001:db8::1"}, {"REMOTE_ADDR": "2001:db8:0:1::1"}, False),
    ],
)
def test_who_has_the_same_address(rf, settings, behind_proxy, one, other, same):
    from bidbase_site.accounts.access import address_of

    settings.BEHIND_PROXY = behind_proxy
    assert (address_of(rf.get("/", **one)) == address_of(rf.get("/", **other))) is same


# --- A forgotten password ---


def test_a_forgotten_password_by_mail(guest, ann, settings):
    settings.MAILS = True
    assert guest.post("/account/forgotten/", {"email": "ann@club.example"}).url == "/account/forgotten/mailed/"
    link = re.search(r"http://testserver(/account/forgotten/\S+)", str(mail.outbox[0].body))[1]
    form = guest.get(link).url
    new = {"new_password1": "clubs-and-diamonds", "new_password2": "clubs-and-diamonds"}
    assert guest.post(form, new).url == "/account/forgotten/chosen/"
    assert log_in(guest, password="clubs-and-diamonds").status_code == 302
    assert "has been used or is too old" in words(PatientClient().get(link))


def test_whether_there_is_an_account_is_not_told(guest, ann, settings):
    settings.MAILS = True
    answers = [guest.post("/account/forgotten/", {"email": f"{name}@club.example"}) for name in ("ann", "nobody")]
    assert answers[0].url == answers[1].url
    assert len(mail.outbox) == 1


def test_mails_are_limited(guest, ann, settings):
    settings.MAILS = True
    answers = [guest.post("/account/forgotten/", {"email": "ann@club.example"}).status_code for _ in range(6)]
    assert answers == [302] * 5 + [400]
    assert len(mail.outbox) == 5


def test_the_administrator_gives_a_new_password(guest, ann):
    User.objects.create_superuser("root", password=PASSWORD)
    admin = PatientClient()
    to_log_in = admin.get("/admin/login/?next=/admin/")
    assert to_log_in.url == "/account/log-in/?next=/admin/"
    assert log_in(admin, "root", QUERY_STRING="next=/admin/").url == "/admin/"
    new = {"password1": "clubs-and-diamonds", "password2": "clubs-and-diamonds", "usable_password": "true"}
    assert admin.post(f"/admin/auth/user/{ann.pk}/password/", new).status_code == 302
    assert log_in(guest, password="clubs-and-diamonds").status_code == 302


# --- One's own data ---


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
    system = board.our_system
    called = {"call": "P", "expected": "P", "right": True, "topic": "opening"}
    JudgedCall.objects.create(board=left_open, index=0, owner_key=owner, system=system, **called)
    begin_round(owner=owner, system=system)
    CallReport.objects.create(board=board, index=0, call="P", position={}, owner_key=owner)
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
    Run.objects.create(kind="none", key=owner[:20], arguments={}, owner=owner, updated_at=timezone.now())
    if user is not None:
        owned = SystemRow.objects.create(slug="own", title="Own", owner=user)
        system.members.create(user=user, role="editor")
        system.invitations.create(user=user, role="editor")
        owned.revisions.create(number=1, by=user, summary="An entry added")
        version = {"system": owned, "since": 1, "place": 1}
        ConventionRow.objects.create(name="Drury", **version)
        NoteRow.objects.create(name="Our notrump", **version)
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


def test_all_that_a_guest_has_moves(ann, begin):
    fill_every_table(begin, "guest")
    assert tables_of("guest") == OWNED, "each table has a row, so that one that is forgotten shows"
    move_belongings(guest="guest", account=account_key(ann))
    assert tables_of("guest") == set()
    assert tables_of(account_key(ann)) == OWNED


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
