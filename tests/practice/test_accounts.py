"""Accounts: who sees which page, what a guest brings along, how guessing is slowed, and new passwords.

On deal 1 the small system bids P-P-1N-P-2D-P-2H-P-P-P, North the dealer: South opens 1NT.
"""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.db import connection
from django.test import Client

from bidbase_site.accounts.models import Attempts
from bidbase_site.accounts.pace import ADDRESS, NAME, Pace, TooSoon, begin_attempt
from bidbase_web.visitors import OWNER, account_key
from practice.models import (
    JudgedCall,
    StudentBoard,
    TopicMemory,
)
from tests.practice.conftest import PASSWORD
from tests.practice.pages import words
from tests.working import PatientClient


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
    assert guest.get(f"/board/{board.token}/").status_code == 302, "it is still their own"


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


def test_a_new_password_is_asked_for_in_the_words_of_the_site(member):
    page = words(member.get("/account/password/"))
    assert "New password again" in page
    assert "At least 8 characters, not digits alone, and not a common password." in page
    assert "\u2019" not in page
    refused = member.post("/account/password/", {"old_password": PASSWORD, "new_password1": "a", "new_password2": "b"})
    assert refused.status_code == 400
    assert "The two passwords differ." in words(refused)


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


MIXED = [
    "\N{CYRILLIC SMALL LETTER A}nn",
    "Ann\N{GREEK SMALL LETTER OMICRON}",
    "Ann\N{ARABIC-INDIC DIGIT FIVE}",
    "Аня-Ann",
]
LIKE_LILO_AND_COCO = [
    "LiIo",  # a capital I
    "Li1o",
    "LIL0",
    "Сосо",  # all Cyrillic
]
SIGN_UPS = [
    ({"username": "ann"}, "Somebody else has this name."),
    ({"username": "A B"}, "This name has a blank or another character that no name may have."),
    ({"username": "x" * 31}, "This name has 31 letters."),
    ({"username": "A\0"}, "Null characters are not allowed."),
    ({"username": ""}, "This field is required."),
    *(({"username": name}, "A name begins with a letter or a digit.") for name in ("-1", ".", "@ann", "_", "+Ann")),
    *(({"username": name}, "This name mixes letters of several alphabets") for name in MIXED),
    *(({"username": name}, "Somebody else has a name that looks like this one.") for name in LIKE_LILO_AND_COCO),
    ({"password2": "other"}, "The two passwords differ."),
    ({"password1": "short", "password2": "short"}, "This password is too short."),
    ({"password1": "password1", "password2": "password1"}, "This password is too common."),
    ({"email": "nowhere"}, "Enter a valid email address."),
]


@pytest.mark.parametrize(("fields", "fault"), SIGN_UPS)
def test_sign_ups_that_are_refused(guest, ann, fields, fault):
    User.objects.bulk_create([User(username="Lilo"), User(username="Coco")])
    other = "clubs-and-diamonds"
    response = guest.post("/account/sign-up/", {"username": "Bob", "password1": other, "password2": other} | fields)
    assert response.status_code == 400
    assert fault in words(response)
    assert User.objects.count() == 3


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("7", id="a digit"),
        pytest.param("Bob@club-2_b.example+x", id="all signs that a name may have"),
        pytest.param("Émile", id="an accent"),
        pytest.param("Аня2", id="Cyrillic, with a digit that all alphabets share"),
        pytest.param("Ольга", id="Cyrillic that begins like Latin"),
        pytest.param("山田さくらカナ", id="Japanese, which has several alphabets"),
        pytest.param("سارا٥", id="Arabic with a digit of its own"),
        pytest.param("Lola", id="like Lilo, but not in look"),
    ],
)
def test_names_that_can_be_had(guest, name):
    User.objects.bulk_create([User(username="Lilo"), User(username="Oлbra")])
    assert sign_up(guest, name).status_code == 302
    assert User.objects.filter(username=name).exists()


@pytest.mark.parametrize("name", ["-1", "\N{CYRILLIC SMALL LETTER A}nn", "Li1o"])
def test_a_name_of_old_is_kept(guest, name):
    """It may look like another one, or begin with a sign: whoever has it keeps it, and may change all else."""
    User.objects.bulk_create([User(username="Lilo"), User(username="Ann")])
    User.objects.create_user(name, password=PASSWORD)
    assert log_in(guest, name).status_code == 302
    assert guest.post("/account/", {"username": name, "email": "x@club.example"}).status_code == 302
    assert User.objects.get(username=name).email == "x@club.example"
    assert guest.post("/account/", {"username": f"{name}!"}).status_code == 400
    assert guest.post("/account/", {"username": "LiIo"}).status_code == 400
    assert User.objects.get(email="x@club.example").username == name


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


@pytest.mark.parametrize("free", [3, 12])
def test_attempts_at_once_are_counted_as_those_after_one_another(transactional_db, free):
    """They are no way around the wait, and none of the free ones has to wait for another."""
    pace = Pace("test", free=free, longest=30)

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
