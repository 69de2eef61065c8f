"""Learning: what a judged call counts for, and what the pages say of it.

The small system has Stayman and a strong 2C; its Jacoby transfer belongs to no topic, so that its calls count by the
stage of the auction.
"""

import re
from datetime import UTC, datetime, timedelta
from html import unescape
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from practice.boards.board import TableBoard
from practice.boards.models import Verdict
from practice.learn import selectors, services
from practice.learn.drilling import drills_of
from practice.learn.presenters import weak_topics
from practice.learn.selectors import days_of, due_today, is_right, misses_of, standings_of
from practice.models import JudgedCall, Round, StudentBoard, TopicMemory
from tests.practice.finishing import call_patiently, finish, finish_by_system, judged, systems_decision
from tests.practice.pages import mine, words
from tests.practice.together import kept

# --- Counting ---


def test_each_judged_call_counts_for_its_topic(begin):
    """Deal 1: P-P-1N-P-2D-P-2H-P-P-P with South the student."""
    finish_by_system(begin(1))
    assert judged() == [
        ("opening-bids", "1N", "1N", True),
        ("after-one-notrump", "2H", "2H", True),
    ]
    row = JudgedCall.objects.latest("made_at")
    assert (row.owner_key, row.system.slug, row.section, row.convention) == ("guest", "small", "1N-P-2D-P", "")


def test_a_call_counts_as_it_was_first_made(guest, begin):
    board = mine(guest, begin(1))
    for call in ("1H", "1N"):
        board = kept(board)
        guest.post(f"/board/{board.row.token}/call/", {"call": call, "at": 2})
        board = kept(board)
        guest.post(f"/board/{board.row.token}/undo/", {"at": len(board.auction.calls)})
    assert judged() == [("opening-bids", "1H", "1N", False)]
    assert TopicMemory.objects.count() == 1


@pytest.mark.parametrize(
    ("verdict", "right"),
    [
        (Verdict.AGREES, True),
        (Verdict.ALTERNATIVE, True),
        (Verdict.DIFFERS, False),
        (Verdict.NO_ENTRY, None),
        ("", None),
    ],
)
def test_which_verdicts_count(verdict, right):
    assert is_right(verdict) is right


def test_a_verdict_that_is_neither_right_nor_wrong_does_not_count(begin, monkeypatch):
    monkeypatch.setattr(selectors, "_RIGHT", {Verdict.DIFFERS: False})
    finish_by_system(begin(1))
    assert judged() == []


def test_everybody_stands_for_himself(begin, small):
    finish(begin(1, owner="other"), "1H")
    finish_by_system(begin(1))
    assert standings_of("guest", small).topics["opening-bids"].score_words == "1 of 1 right"
    assert standings_of("other", small).topics["opening-bids"].score_words == "0 of 1 right"
    assert {miss.owner_key for miss in misses_of("other", small)} == {"other"}


def test_a_new_owner_gets_all_of_it_by_one_update_of_each_table(begin, small):
    """What a guest has learned is still theirs when they sign up."""
    finish(begin(1), "1H")
    for model in (StudentBoard, JudgedCall, TopicMemory, Round):
        model.objects.filter(owner_key="guest").update(owner_key="member")
    assert standings_of("guest", small).topics == {}
    assert standings_of("member", small).topics["opening-bids"].right == 0
    assert [miss.topic for miss in misses_of("member", small)][-1] == "opening-bids"


def test_a_miss_is_due_again_today_and_what_is_right_moves_on(begin, small):
    board = begin(1)
    for index, (topic, agreement, right) in enumerate(
        [("overcalls", "1C/1", False), ("stayman", "1N-P/1", True), ("stayman", "1N-P/1", True)]
    ):
        remember(board, index, right, topic=topic, agreement=agreement)
    assert [memory.agreement for memory in due_today("guest", small)] == ["1C/1"]
    assert due_today("other", small) == []
    assert TopicMemory.objects.get(topic="stayman").due > timezone.now() + timedelta(days=1)


# (what was called of two agreements, the memories that there are then, why): blank is the level as a whole.
REMEMBERED = [
    ([("a", True)], {""}, "what is right is no memory of its own"),
    ([("a", False)], {"a"}, "what was missed comes back, and not the topic"),
    ([("a", None)], {"a"}, "with hints likewise"),
    ([("a", False), ("b", True)], {"a", ""}, ""),
    ([("a", False), ("a", True)], {"a", ""}, "then it is right for both"),
    ([("", False)], {""}, "no entry made the right call: the level as a whole was missed"),
]


@pytest.mark.parametrize(("calls", "memories", "why"), REMEMBERED)
def test_what_is_remembered_is_what_was_missed(begin, calls, memories, why):
    for index, (agreement, right) in enumerate(calls):
        remember(begin(1), index, right, topic="stayman", agreement=agreement)
    assert {memory.agreement for memory in TopicMemory.objects.all()} == memories, why


def remember(board: TableBoard, index: int, right: bool | None, **asked) -> None:
    """Count a call, and plan what is to come back after it."""
    row = board.row
    call = {"call": "P", "expected": "1H", "right": right, "owner_key": row.owner_key, "system": row.our_system}
    services.remember(JudgedCall.objects.create(board=row, index=index, **call, **asked))


def count(board: TableBoard, topic: str, results: str) -> None:
    for index, letter in enumerate(results):
        JudgedCall.objects.create(
            board=board.row,
            index=100 + index + 50 * JudgedCall.objects.filter(index__gte=100).values("topic").distinct().count(),
            owner_key=board.row.owner_key,
            system=board.row.our_system,
            topic=topic,
            call="P",
            expected="1H",
            right=letter == "+",
        )


def test_weak_topics_are_those_with_most_misses(begin, small):
    board = begin(1)
    count(board, "stayman", "++++-")
    count(board, "overcalls", "--+++")
    count(board, "strong-two-clubs", "-----")
    count(board, "gone", "-----")
    found = weak_topics(drills_of(small), standings_of("guest", small))
    assert [(topic.slug, standing.right) for topic, standing in found] == [("strong-two-clubs", 0), ("overcalls", 3)]


def test_judging_a_call_costs_few_queries(begin):
    board = call_patiently(begin(1), systems_decision(begin(1)).call)
    JudgedCall.objects.all().delete()
    with CaptureQueriesContext(connection) as queries:
        services.count_call(board=board, judged=board.row.first_calls.get())
    assert len(queries) <= 14, [query["sql"] for query in queries]


# --- Pages ---


def test_the_list_has_the_topics_of_the_system_by_level(guest):
    said = words(guest.get("/learn/"))
    assert re.search("Natural bidding .*Opening the bidding .*Overcalls .*First conventions .*Stayman", said)
    assert "Gerber" not in said, "the small system does not play it"
    assert "Not practiced yet" in said


# (words, topics, why)
SEARCHES = [
    ("stayman", ["Stayman"], ""),
    ("NOTRUMP opening", ["After our notrump opening"], "each word, in any case"),
    ("strong 2C", ["The strong 2♣ opening"], "in the name of the convention"),
    ("Opener\u2019s rebid", ["Opener's rebid"], "the apostrophe of a telephone"),
    ("xyzzy", [], ""),
]


@pytest.mark.parametrize(("wanted", "titles", "why"), SEARCHES)
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["page", "part"])
def test_the_list_is_searched(guest, wanted, titles, why, headers):
    page = unescape(guest.get("/learn/", {"q": wanted}, headers=headers).content.decode())
    found = [re.sub("<[^>]*>", "", title) for title in re.findall(r"<h3><a [^>]*>(.*?)</a>", page)]
    assert found == titles, why
    assert ("No topic has these words" in page) is not bool(titles)
    assert ("<html" in page) is not bool(headers)


def test_a_topic_has_its_note_an_example_and_the_calls(guest):
    said = words(guest.get("/learn/opening-bids/"))
    assert "With about 12 points or more you open the bidding" in said
    assert "What do you call?" in said
    assert "The opening calls" in said
    assert "Not practiced yet" in said


def test_a_topic_says_how_the_student_stands_and_what_he_missed(guest, begin):
    board = mine(guest, finish(begin(1), "1H"))
    said = words(guest.get("/learn/opening-bids/"))
    assert "0 of 1 right" in said
    assert "How you stand 0 of 1 right So you probably get between 0% and" in said
    assert "You called 1♥. Better: 1NT." in said
    assert "What goes wrong most: The opening: 0 of 1 right" in said
    assert f'href="/board/{board.row.token}/"' in guest.get("/learn/opening-bids/").content.decode()
    assert "You called 1♥. Better: 1NT." in words(guest.get("/learn/misses/"))
    assert "Opening the bidding 0 of 1 right" in words(guest.get("/learn/")).replace(
        "Which hands open, and with which bid. ", ""
    )
    assert "You practiced on 1 of the last 7 days." in words(guest.get("/learn/"))


def test_a_topic_says_at_which_level_the_student_is(guest):
    said = words(guest.get("/learn/stayman/"))
    here = "You are here: the call itself and its answers, in the plain auction"
    assert f"{here} what follows after that (opens later) the opponents come in (opens later)" in said
    assert "You are here" not in words(guest.get("/learn/opening-bids/")), "natural bidding has one level"


def test_what_the_system_has_no_more_is_not_due(guest, begin):
    """An entry was missed and is gone since: nothing can ask for it."""
    board = mine(guest, begin(1))
    remember(board, 0, False, topic="stayman", agreement="1N-P/1")
    remember(board, 1, False, topic="stayman", agreement="1N-P/210000")
    assert "1 to bring back, 9 new: Opening the bidding." in words(guest.get("/learn/"))


def test_what_is_due_today_is_said(guest, begin):
    mine(guest, finish(begin(1), "1H"))
    said = words(guest.get("/learn/"))
    assert "1 to bring back" in said
    assert "due today" in said


def test_strangers_see_nothing_of_it(guest, stranger, begin):
    mine(guest, finish(begin(1), "1H"))
    assert "You have not missed a call yet." in words(stranger.get("/learn/misses/"))
    assert "Not practiced yet" in words(stranger.get("/learn/opening-bids/"))


# (method, address, data, status, why)
REFUSED = [
    ("get", "/learn/?system=none", {}, 404, "no such system"),
    ("get", "/learn/gerber/", {}, 404, "the system does not play it"),
    ("get", "/learn/nothing/", {}, 404, "no such topic"),
    ("get", "/learn/round/none/", {}, 404, "no such round"),
    ("get", "/learn/round/none/next/", {}, 404, "no such round"),
    ("get", "/learn/round/", {}, 405, "a round is begun by a form"),
    ("post", "/learn/round/", {"topic": "gerber"}, 404, "the system does not play it"),
    ("post", "/learn/round/", {"topic": "../x"}, 404, "no such topic"),
    ("post", "/learn/round/", {"system": "none"}, 404, "no such system"),
    ("post", "/learn/", {}, 405, "the list is only read"),
]


@pytest.mark.parametrize(("method", "address", "data", "status", "why"), REFUSED)
def test_what_is_refused(guest, method, address, data, status, why):
    assert getattr(guest, method)(address, data).status_code == status, why
    assert not Round.objects.exists()


# (address, queries at most)
PAGES = [("/learn/", 10), ("/learn/opening-bids/", 7), ("/learn/misses/", 4)]


@pytest.mark.parametrize(("address", "most"), PAGES)
def test_a_page_reads_little(guest, begin, address, most):
    mine(guest, finish(begin(1), "1H"))
    guest.get(address)
    with CaptureQueriesContext(connection) as queries:
        assert guest.get(address).status_code == 200
    assert len(queries) <= most, [query["sql"] for query in queries]


@pytest.mark.parametrize(("zone", "days"), [(UTC, 2), (ZoneInfo("Asia/Tokyo"), 1), (ZoneInfo("Atlantic/Azores"), 2)])
def test_days_are_those_of_the_reader(finished, monkeypatch, zone, days):
    JudgedCall.objects.all().delete()
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 5, 20, 9, tzinfo=UTC))
    row = finished.row
    fields = {"owner_key": "guest", "system": row.our_system, "board": row, "topic": "x", "right": True}
    for index, made in enumerate((datetime(2026, 5, 19, 20, tzinfo=UTC), datetime(2026, 5, 20, 8, tzinfo=UTC))):
        JudgedCall.objects.create(index=index, made_at=made, **fields)
    assert days_of("guest", zone) == days
