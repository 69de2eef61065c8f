"""Learning: what a judged call counts for, what the pages say of it, and rounds.

The small system has Stayman and a strong 2C; its Jacoby transfer belongs to no topic, so that its calls count by the
stage of the auction.
"""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from bidbase.game.cards import SEATS
from practice.boards.models import Verdict
from practice.drill.definition import ANSWER, MAKE, Drill
from practice.learn import selectors, services
from practice.learn.selectors import due_today, is_right, misses_of, standings_of, weak_topics
from practice.models import DrillPool, JudgedCall, Round, StudentBoard, TopicMemory
from tests.practice.finishing import call_patiently, finish, finish_by_system, systems_decision
from tests.practice.test_table import assert_hidden, words


def judged(**wanted) -> list[tuple[str, str, str, bool]]:
    rows = JudgedCall.objects.filter(**wanted).order_by("board", "index")
    return [(row.topic, row.call, row.expected, row.right) for row in rows]


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
        board.refresh_from_db()
        guest.post(f"/board/{board.token}/call/", {"call": call, "at": 2})
        board.refresh_from_db()
        guest.post(f"/board/{board.token}/undo/", {"at": len(board.auction.calls)})
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
    assert standings_of("guest", small)["opening-bids"].score_words == "1 of 1 right"
    assert standings_of("other", small)["opening-bids"].score_words == "0 of 1 right"
    assert {miss.owner_key for miss in misses_of("other", small)} == {"other"}


def test_a_new_owner_gets_all_of_it_by_one_update_of_each_table(begin, small):
    """What a guest has learned is his own when he signs up."""
    finish(begin(1), "1H")
    for model in (StudentBoard, JudgedCall, TopicMemory, Round):
        model.objects.filter(owner_key="guest").update(owner_key="member")
    assert standings_of("guest", small) == {}
    assert standings_of("member", small)["opening-bids"].right == 0
    assert [miss.topic for miss in misses_of("member", small)][-1] == "opening-bids"


def test_a_miss_is_due_again_today_and_what_is_right_moves_on(small):
    for topic, right in (("overcalls", False), ("stayman", True), ("stayman", True)):
        services.remember(owner="guest", system=small, topic=topic, right=right)
    assert due_today("guest", small) == ["overcalls"]
    assert due_today("other", small) == []
    assert TopicMemory.objects.get(topic="stayman").due > timezone.now() + timedelta(days=1)


def count(board: StudentBoard, topic: str, results: str) -> None:
    for index, letter in enumerate(results):
        JudgedCall.objects.create(
            board=board,
            index=100 + index + 50 * JudgedCall.objects.filter(index__gte=100).values("topic").distinct().count(),
            owner_key=board.owner_key,
            system=board.our_system,
            topic=topic,
            call="P",
            expected="1H",
            right=letter == "+",
        )


def test_weak_topics_are_those_with_most_misses(begin, small):
    board = begin(1)
    count(board, "stayman", "++++-")
    count(board, "overcalls", "--+++")
    count(board, "gerber", "-----")
    count(board, "gone", "-----")
    found = weak_topics("guest", small)
    assert [(topic.slug, standing.right) for topic, standing in found] == [("gerber", 0), ("overcalls", 3)]


def test_judging_a_call_costs_few_queries(begin):
    board = call_patiently(begin(1), systems_decision(begin(1)).call)
    with CaptureQueriesContext(connection) as queries:
        services.count_call(board=board, judged=board.student_calls.get())
    assert len(queries) <= 2, "it counts already"
    JudgedCall.objects.all().delete()
    with CaptureQueriesContext(connection) as queries:
        services.count_call(board=board, judged=board.student_calls.get())
    assert len(queries) <= 14, [query["sql"] for query in queries]


# --- Pages ---


def mine(client: Client, board: StudentBoard) -> StudentBoard:
    session = client.session
    session["owner_key"] = board.owner_key
    session.save()
    return board


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
    assert "So you probably get between 0% and" in said
    assert "You called 1♥. Better: 1NT." in said
    assert "What goes wrong most: The opening: 0 of 1 right" in said
    assert f'href="/board/{board.token}/"' in guest.get("/learn/opening-bids/").content.decode()
    assert "You called 1♥. Better: 1NT." in words(guest.get("/learn/misses/"))
    assert "Opening the bidding 0 of 1 right" in words(guest.get("/learn/")).replace(
        "Which hands open, and with which bid. ", ""
    )
    assert "You practiced on 1 of the last 7 days." in words(guest.get("/learn/"))


def test_what_is_due_today_is_said(guest, begin):
    mine(guest, finish(begin(1), "1H"))
    said = words(guest.get("/learn/"))
    due = due_today("guest", Round(system=JudgedCall.objects.first().system).system)
    assert f"Your review today: {len(due)} hand" in said
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
PAGES = [("/learn/", 9), ("/learn/opening-bids/", 6), ("/learn/misses/", 4)]


@pytest.mark.parametrize(("address", "most"), PAGES)
def test_a_page_reads_little(guest, begin, address, most):
    mine(guest, finish(begin(1), "1H"))
    guest.get(address)
    with CaptureQueriesContext(connection) as queries:
        assert guest.get(address).status_code == 200
    assert len(queries) <= most, [query["sql"] for query in queries]


# --- Rounds ---


def begin_round(client: Client, **data: str) -> Round:
    response = client.post("/learn/round/", data)
    found = Round.objects.latest("started_at")
    assert response["Location"] == f"/learn/round/{found.token}/next/"
    return found


def next_hand(client: Client, found: Round) -> StudentBoard:
    response = client.get(f"/learn/round/{found.token}/next/", follow=True)
    while response.status_code == 202:
        response = client.get(response.request["PATH_INFO"], follow=True)
    assert response.status_code == 200
    return StudentBoard.objects.get(token=response.context["scene"].token)


def answer(client: Client, board: StudentBoard, call: str) -> None:
    assert client.post(f"/board/{board.token}/call/", {"call": call, "at": len(board.auction.calls)}).status_code == 302


def test_a_round_of_ten_hands_and_its_summary(guest):
    found = begin_round(guest, topic="stayman")
    for place in range(1, 11):
        board = next_hand(guest, found)
        said = words(guest.get(f"/board/{board.token}/", follow=True))
        assert f"Round, hand {place} of 10" in said, "the topic would give the answer away"
        right = str(systems_decision(board).call)
        answer(guest, board, "7N" if place in (3, 7) else right)
        assert f"Round: Stayman, hand {place} of 10" in words(guest.get(f"/board/{board.token}/", follow=True))
    response = guest.get(f"/learn/round/{found.token}/next/")
    assert response.url == f"/learn/round/{found.token}/"
    said = words(guest.get(response.url))
    assert "Your round is done: Stayman 8 of 10 right" in said
    assert said.count("You called 7NT. Better:") == 2
    assert said.count("Another hand like this") == 2
    assert StudentBoard.objects.count() == 10
    assert standings_of(board.owner_key, board.our_system)["stayman"].score_words == "8 of 10 right"


def test_the_first_call_of_a_drill_counts_for_what_is_drilled(guest):
    found = begin_round(guest, topic="stayman")
    board = next_hand(guest, found)
    answer(guest, board, "7N")
    assert judged()[0][0] == "stayman"


def test_a_round_of_natural_bidding_starts_at_an_auction_of_the_topic(guest):
    """Whatever the right call is, a convention too, the first call counts for the topic of the round."""
    found = begin_round(guest, topic="after-one-notrump")
    board = next_hand(guest, found)
    assert "auction=1N-P" in board.drill
    assert board.auction.prior_bids == "1N-P"
    answer(guest, board, "7N")
    assert judged()[0][0] == "after-one-notrump"
    assert f'href="/drill/next/?{board.drill}"' in unescape(guest.get("/learn/misses/").content.decode())


def test_a_topic_is_asked_where_the_system_has_calls(guest):
    """The small system knows 1C, 1D and 1H of the auctions of overcalls, and nothing after 1S."""
    seen = set()
    for _ in range(8):
        found = begin_round(guest, topic="overcalls")
        guest.get(f"/learn/round/{found.token}/next/")
        seen |= {Drill.of_query(query).names[0] for query in Round.objects.get(pk=found.pk).drills}
    assert len(seen) > 1
    assert seen <= {"1C", "1D", "1H"}


def test_a_topic_without_calls_in_the_system_is_refused_in_words(guest):
    found = begin_round(guest, topic="balancing")
    response = guest.get(f"/learn/round/{found.token}/next/")
    assert response.status_code == 404
    assert "has nothing of this topic to practice" in words(response)


def test_all_topics_of_a_shipped_system_have_pools(small):
    """A worker fills them before anybody asks: Stayman in both chairs, and natural bidding where the student calls."""
    services.make_topic_pools()
    services.make_topic_pools()
    subjects = DrillPool.objects.values_list("subject", "chair")
    assert {("convention Stayman", MAKE), ("convention Stayman", ANSWER), ("auction ", MAKE)} <= set(subjects)
    assert len(subjects) == len(set(subjects))
    assert ("auction 1N-P", ANSWER) not in subjects


def test_what_never_comes_up_is_told_and_not_drilled(guest, small):
    pools = [
        DrillPool(system=small, revision=small.revision, subject="convention Stayman", chair=chair, dry=True)
        for chair in (MAKE, ANSWER)
    ]
    DrillPool.objects.bulk_create(pools)
    said = words(guest.get("/learn/stayman/"))
    assert "This comes up too rarely for a drill." in said
    assert "Practice ten hands" not in said
    assert guest.post("/learn/round/", {"topic": "stayman"}).status_code == 404


def test_a_mixed_round_goes_on_where_a_drill_has_no_deal(guest):
    """A drill that was asked and gave no board is not asked again."""
    found = begin_round(guest)
    for _ in range(3):
        assert guest.get(f"/learn/round/{found.token}/next/").status_code == 302
    drills = Round.objects.get().drills
    assert len(drills) == 3
    assert not StudentBoard.objects.exists()


def test_a_round_half_way(guest):
    found = begin_round(guest, topic="stayman")
    answer(guest, next_hand(guest, found), "7N")
    next_hand(guest, found)
    said = words(guest.get(f"/learn/round/{found.token}/"))
    assert "Your round: Stayman 0 of 1 right 1 of 10 hands so far. Next hand" in said


@pytest.mark.parametrize("address", ["/learn/", "/"])
def test_a_round_that_was_left_half_way_is_offered_again(guest, address):
    offer = "Your round: Stayman 1 of 2 hands so far. Go on with your round"
    found = begin_round(guest, topic="stayman")
    Round.objects.update(size=2)
    assert "Your round" not in words(guest.get(address)), "no hand is answered yet"
    answer(guest, next_hand(guest, found), "7N")
    StudentBoard.objects.update(finished_at=timezone.now())  # an open board is what Home offers
    page = guest.get(address)
    assert offer in words(page)
    assert f'href="/learn/round/{found.token}/next/"' in page.content.decode()
    answer(guest, next_hand(guest, found), "7N")
    assert "Your round" not in words(guest.get(address)), "it is done"


def test_a_mixed_round_asks_for_what_is_weak(guest):
    found = begin_round(guest)
    board = next_hand(guest, found)
    assert found.topic == ""
    assert board.drill == Round.objects.get().drills[0]


def test_a_review_has_as_many_hands_as_are_due(guest, begin):
    mine(guest, finish(begin(1), "1H"))
    due = due_today("guest", begin(2).our_system)
    assert begin_round(guest, review="1").size == len(due) > 0


def test_a_round_is_its_owners_alone(guest, stranger):
    found = begin_round(guest, topic="stayman")
    next_hand(guest, found)
    assert stranger.get(f"/learn/round/{found.token}/").status_code == 404
    assert stranger.get(f"/learn/round/{found.token}/next/").status_code == 404


def test_programs_that_follow_links_begin_nothing(guest):
    found = begin_round(guest, topic="stayman")
    guest.head(f"/learn/round/{found.token}/next/")
    assert Round.objects.get().drills == []


def test_a_board_outside_the_round_does_not_belong_to_it(guest, begin):
    found = begin_round(guest, topic="stayman")
    board = next_hand(guest, found)
    other = begin(1, owner=board.owner_key)
    assert selectors.round_line_of(board).place == 1
    assert selectors.round_line_of(other) is None


def test_hidden_hands_are_in_no_summary(guest):
    found = begin_round(guest, topic="stayman")
    board = next_hand(guest, found)
    answer(guest, board, "2S")
    board.refresh_from_db()
    for address in (f"/learn/round/{found.token}/", "/learn/misses/", "/learn/stayman/"):
        html = unescape(guest.get(address).content.decode())
        for seat in SEATS:
            if seat is not board.student:
                assert_hidden(board.deal[seat], html)
