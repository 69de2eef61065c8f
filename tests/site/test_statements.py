"""Which tests run on a second database: what is told apart in a statement, and that none is left out that asks more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import DataError, IntegrityError, connection, transaction
from hypothesis import given
from hypothesis import strategies as st

from tests.statements import chosen, kind, noted, noting, room_of, rooms_with_tables, statement

_tests = st.dictionaries(st.text("abc", min_size=1), st.sets(st.sampled_from("123456")), min_size=1)


@given(_tests, st.data())
def test_those_that_are_chosen_make_every_statement_and_are_all_needed(statements, data):
    tests = {name: data.draw(st.booleans()) for name in statements}
    kept = chosen(list(tests.items()), statements)
    assert set().union(*(statements[name] for name in kept)) == set().union(*statements.values())
    assert kept >= {name for name, must_run in tests.items() if must_run}


def test_a_test_of_which_nothing_is_known_is_run():
    assert chosen([("new", False), ("known", False)], {"known": set()}) == {"new"}


# (one statement, another, whether they are told apart, why)
STATEMENTS = [
    (("SELECT 1 WHERE a = %s", [1]), ("SELECT 1 WHERE a = %s", [2]), False, "another number"),
    (("SELECT 1 WHERE a = %s", [1]), ("SELECT 1 WHERE b = %s", [1]), True, "another column"),
    (("SELECT 1 WHERE a = %s", [1]), ("SELECT 1 WHERE a = %s", [2**31]), True, "more than 32 bits"),
    (("SELECT 1 WHERE a = %s", [1]), ("SELECT 1 WHERE a = %s", [None]), True, "nothing"),
    (("SELECT 1 WHERE a IN (%s, %s)", [1, 2]), ("SELECT 1 WHERE a IN (%s)", [1]), False, "a longer list"),
    (("SELECT 1 LIMIT 5", []), ("SELECT 1 LIMIT 21", []), False, "other limits"),
    (("INSERT INTO a VALUES (%s), (%s)", ["b", "c"]), ("INSERT INTO a VALUES (%s)", ["b"]), False, "more rows"),
]


@pytest.mark.parametrize(("one", "other", "apart", "why"), STATEMENTS)
def test_statements_are_told_apart_by_what_databases_differ_in(one, other, apart, why):
    told = [statement(sql, values, "", "here:1") for sql, values in (one, other)]
    assert (told[0] != told[1]) is apart, why


def test_statements_are_told_apart_by_their_place_and_by_how_they_end():
    told = (("", "here:1"), ("", "here:2"), ("DataError", "here:1"))
    again = [statement("SELECT 1", [], outcome, place) for outcome, place in told]
    assert len(set(again)) == 3


def test_a_statement_says_which_room_made_it():
    assert room_of(statement("SELECT 1", [], "", "practice.sets.selectors:17")) == "practice.sets"


def test_rooms_with_tables_are_those_that_ask_the_database():
    rooms = rooms_with_tables()
    assert {"practice.sets", "editor.store.systems"} <= rooms
    assert not {"practice.shown", "practice.guide", "practice.migrations"} & rooms


@pytest.mark.parametrize("values", [("♠", "S"), ("a" * 256, "a" * 255), ("a\0", "aa"), (True, 1), (1.5, 1)])
def test_kinds_of_values(values):
    assert kind(values[0]) != kind(values[1])


@pytest.mark.django_db
def test_what_is_asked_is_noted_also_where_it_fails():
    made: set[str] = set()
    with connection.execute_wrapper(noting(made)):
        User.objects.create(username="ann")
        assert len(made) == 1
        with pytest.raises((IntegrityError, DataError)), transaction.atomic():
            User.objects.create(username="ann")
        assert len(made) == 2
        Session.objects.count()
    assert len(made) == 3


def test_the_notes_of_all_workers_are_read(tmp_path: Path):
    for worker, line in (("gw0", ["a", ["1"]]), ("gw1", ["b", ["2"]])):
        (tmp_path / f"{worker}.jsonl").write_text(json.dumps(line) + "\n", encoding="utf-8")
    assert noted(tmp_path) == {"a": ["1"], "b": ["2"]}
