"""Guests who have stayed away: what nobody can come back to goes, and nothing else does."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db.models import Model, Q
from django.utils import timezone
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from bidbase_site.accounts import belongings, guests
from bidbase_site.accounts.guests import clear_guests, delete_guest
from bidbase_site.accounts.models import Attempts
from bidbase_site.accounts.tasks import clear
from bidbase_site.middleware import RENEWED
from bidbase_site.sessions import SessionStore
from bidbase_web.visitors import NOBODY, OWNER, account_key
from practice.models import BoardSet, CallReport, Participant, Partnership, Round, StudentBoard
from tests.practice.test_belongings import COLUMNS, OWNED, fill_every_table, tables_of
from tests.practice.test_into_account import make_board, system

LONG = 60.0  # seconds


def visit(days_ago: float, **kept) -> Session:
    """The session of somebody who was here last so many days ago."""
    session = SessionStore()
    session.update(kept)
    session.save()
    left = timedelta(days=settings.SESSION_COOKIE_AGE / 86400 - days_ago)
    Session.objects.filter(pk=session.session_key).update(expire_date=timezone.now() + left)
    return Session.objects.get(pk=session.session_key)


AWAY = settings.SESSION_COOKIE_AGE / 86400 + 1  # days: the session has run out


def test_all_that_a_guest_has_goes_with_his_session(begin):
    fill_every_table(begin, "guest")
    CallReport.objects.update(state=CallReport.State.CLOSED)
    assert tables_of("guest") == OWNED, "each table has a row, so that one that is forgotten shows"
    visit(AWAY, **{OWNER: "guest"})
    assert not clear_guests(seconds=LONG), "nothing is left for another time"
    assert tables_of("guest") == set()
    assert not Session.objects.exists()


@pytest.mark.parametrize(
    ("days_ago", "kept"),
    [
        pytest.param(AWAY - 2, {OWNER: "guest"}, id="a guest who may come back"),
        pytest.param(AWAY, {SESSION_KEY: "7"}, id="an account that logs in again"),
        pytest.param(AWAY, {SESSION_KEY: "7", OWNER: "guest"}, id="an account, in a session that has not forgotten"),
        pytest.param(AWAY, {OWNER: "another"}, id="another guest"),
    ],
)
def test_what_somebody_may_come_back_to_stays(begin, days_ago, kept):
    fill_every_table(begin, "guest")
    fill_every_table(begin, "user 7")
    visit(days_ago, **kept)
    clear_guests(seconds=LONG)
    assert (tables_of("guest"), tables_of("user 7")) == (OWNED, OWNED)


def test_the_key_of_an_account_is_refused():
    with pytest.raises(ValueError, match="'user 7' is the key of an account"):
        delete_guest(key="user 7")


def test_the_time_of_a_session_begins_anew_when_its_visitor_does_something(guest, begin):
    guest.get("/deal/1/")
    call = f"/board/{StudentBoard.objects.get().token}/call/"
    session, soon = guest.session, timezone.now() + timedelta(days=2)
    session[RENEWED] = "2026-01-01"
    session.save()
    Session.objects.update(expire_date=soon)
    guest.get("/deal/1/")
    assert Session.objects.get().expire_date == soon, "to read writes nothing"
    answer = guest.post(call, {"call": "P", "at": 2})
    renewed = Session.objects.get().expire_date
    assert renewed > timezone.now() + timedelta(days=AWAY - 2)
    assert answer.cookies["sessionid"]["max-age"] == settings.SESSION_COOKIE_AGE
    guest.post(call, {"call": "P", "at": 99})
    assert Session.objects.get().expire_date == renewed, "once a day"


def test_a_visitor_without_a_session_gets_none_by_a_form(guest):
    guest.post("/settings/", {})
    assert not [key for key in Session.objects.all() if RENEWED in key.get_decoded()]


def test_what_takes_long_is_done_in_pieces(db, monkeypatch):
    monkeypatch.setattr(belongings, "PIECE", 2)
    monkeypatch.setattr(guests, "PIECE", 2)
    for number in range(1, 6):
        make_board("guest", number)
        visit(AWAY + number, **{OWNER: f"guest {number}"})
    visit(AWAY, **{OWNER: "guest"})
    times = 1
    while clear_guests(seconds=0):
        times += 1
    assert times == 7, "a session each time, and the end"
    assert not StudentBoard.objects.exists()


def test_the_task_goes_on_until_nothing_is_left(db, monkeypatch, django_capture_on_commit_callbacks):
    for number in range(3):
        visit(AWAY, **{OWNER: f"guest {number}"})
    Attempts.objects.create(key="old", open_at=timezone.now() - timedelta(days=2))
    monkeypatch.setattr("bidbase_site.accounts.tasks.PIECE_SECONDS", 0)
    monkeypatch.setattr(clear, "delay", clear)
    with django_capture_on_commit_callbacks(execute=True):
        clear()
    assert not Session.objects.exists()
    assert not Attempts.objects.exists()


# --- Whatever people do together ---

PEOPLE = ["guest 0", "guest 1", "guest 2", "account 0", "account 1"]
person = st.sampled_from(PEOPLE)
deeds = st.lists(
    st.one_of(
        st.tuples(st.just("board"), person, person),
        st.tuples(st.just("set"), person, person),
        st.tuples(st.just("joins"), person, person),
        st.tuples(st.just("pair"), person, person),
        st.tuples(st.just("report"), person, person),
        st.tuples(st.just("round"), person, person),
    ),
    max_size=14,
)


class Club:
    """People, and what they have done together."""

    def __init__(self) -> None:
        self.keys = {name: name for name in PEOPLE}
        for name in PEOPLE[3:]:
            self.keys[name] = account_key(User.objects.create(username=name))

    def do(self, deed: str, who: str, whom: str) -> None:
        """One deed of somebody, with or at something of somebody else."""
        getattr(self, f"_{deed}")(self.keys[who], self.keys[whom])

    def _board(self, who: str, whom: str) -> None:
        make_board(who, StudentBoard.objects.count() + 1)

    def _set(self, who: str, whom: str) -> None:
        made = BoardSet.objects.create(owner_key=who, title="Club", our_system=system(), their_system=system())
        made.boards.create(number=1, deal_number=1, seat="S")

    def _joins(self, who: str, whom: str) -> None:
        for board_set in BoardSet.objects.filter(owner_key=whom).exclude(participants__owner_key=who):
            board_set.participants.create(owner_key=who, nickname=who)
            make_board(who, set_board=board_set.boards.get())

    def _pair(self, who: str, whom: str) -> None:
        pair = Partnership.objects.create(south_key=who, south_name="Ann", north_key=whom, north_name="Bob")
        make_board(pair.token, partnership=pair)

    def _report(self, who: str, whom: str) -> None:
        for board in StudentBoard.objects.filter(owner_key=whom):
            CallReport.objects.get_or_create(board=board, index=0, call="P", owner_key=who, defaults={"position": {}})

    def _round(self, who: str, whom: str) -> None:
        Round.objects.create(owner_key=who, system=system())


def rows_of(keys: set[str]) -> dict[type[Model], list[dict]]:
    """All rows that these keys own."""
    return {
        model: list(model._default_manager.filter(**{f"{column}__in": keys}).order_by("pk").values())
        for model, column in COLUMNS.items()
    }


def shared_with(keys: set[str]) -> list[list[dict]]:
    """What others have made that these keys use: sets they bid in, results of their sets, boards with a partner."""
    sets = BoardSet.objects.filter(participants__owner_key__in=keys).distinct()
    results = StudentBoard.objects.filter(set_board__board_set__owner_key__in=keys)
    places = Participant.objects.filter(board_set__owner_key__in=keys)
    together = Q(partnership__south_key__in=keys) | Q(partnership__north_key__in=keys)
    with_partner = StudentBoard.objects.filter(together)
    used: list[Any] = [
        sets.values("pk", "title"),
        results.values("pk", "calls"),
        places.values("pk", "nickname"),
        with_partner.values("pk", "calls", "partnership__south_name", "partnership__north_name"),
    ]
    return [list(rows.order_by("pk")) for rows in used]


class NobodyLosesWhatHeUses(TestCase):
    @hypothesis_settings(max_examples=60)
    @given(deeds=deeds, away=st.sets(st.sampled_from(PEOPLE)))
    def test_what_people_use_stays_and_what_nobody_uses_goes(self, deeds, away):
        club = Club()
        for deed in deeds:
            club.do(*deed)
        for name in PEOPLE:
            kept = {SESSION_KEY: "1"} if name.startswith("account") else {OWNER: club.keys[name]}
            visit(AWAY if name in away else 1, **kept)
        gone = {name for name in away if name.startswith("guest")}
        stay = {club.keys[name] for name in PEOPLE if name not in gone}
        rows, shared = rows_of(stay), shared_with(stay)

        clear_guests(seconds=LONG)

        assert rows_of(stay) == rows
        assert shared_with(stay) == shared
        assert [tables_of(name) for name in gone] == [set() for _ in gone]

    @given(deeds=deeds)
    @hypothesis_settings(max_examples=20)
    def test_a_club_that_everybody_has_left_leaves_nothing(self, deeds):
        club = Club()
        for deed in deeds:
            club.do(*deed)
        for key in club.keys.values():
            if not key.startswith("user "):
                visit(AWAY, **{OWNER: key})
        clear_guests(seconds=LONG)
        CallReport.objects.update(state=CallReport.State.CLOSED)
        for user in User.objects.all():
            belongings.delete_account(user=user)
        clear_guests(seconds=LONG)
        assert [model.__name__ for model in COLUMNS if model._default_manager.exists()] == []
        assert not Partnership.objects.exists()
        assert not StudentBoard.objects.filter(owner_key=NOBODY).exists()
