"""Rounds of ten hands: what they ask for, how they stand, and whose they are."""

from html import unescape

import pytest
from django.test import Client

from bidbase.bidding.subjects import Level
from bidbase.game.cards import SEATS
from practice.boards.board import TableBoard
from practice.drill.drill import ANSWER, MAKE, Drill
from practice.drill.selectors import progress_of
from practice.learn import selectors, services
from practice.learn.selectors import standings_of
from practice.models import DrillPool, JudgedCall, Round, StudentBoard, TopicMemory
from tests.practice.finishing import judged, systems_decision
from tests.practice.pages import assert_hidden, mine, words
from tests.practice.together import kept


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
    made = len(TableBoard.of(board).auction.calls)
    assert client.post(f"/board/{board.token}/call/", {"call": call, "at": made}).status_code == 302


def test_a_round_of_ten_hands_and_its_summary(guest):
    found = begin_round(guest, topic="stayman")
    for place in range(1, 11):
        board = next_hand(guest, found)
        said = words(guest.get(f"/board/{board.token}/", follow=True))
        assert f"Round, hand {place} of 10" in said, "the topic would give the answer away"
        right = str(systems_decision(TableBoard.of(board)).call)
        answer(guest, board, "7N" if place in (3, 7) else right)
        assert f"Round: Stayman, hand {place} of 10" in words(guest.get(f"/board/{board.token}/", follow=True))
    response = guest.get(f"/learn/round/{found.token}/next/")
    assert response.url == f"/learn/round/{found.token}/"
    said = words(guest.get(response.url))
    assert "Your round is done: Stayman 8 of 10 right" in said
    assert said.count("You called 7NT. Better:") == 2
    assert said.count("Another hand like this") == 2
    assert StudentBoard.objects.count() == 10
    assert standings_of(board.owner_key, board.our_system).topics["stayman"].score_words == "8 of 10 right"


def test_the_first_call_of_a_drill_counts_for_what_is_drilled(guest):
    found = begin_round(guest, topic="stayman")
    board = next_hand(guest, found)
    answer(guest, board, "7N")
    assert judged()[0][0] == "stayman"


def test_a_round_of_natural_bidding_starts_at_an_auction_of_the_topic(guest):
    """Whatever the right call is, a convention too, the first call counts for the topic of the round."""
    found = begin_round(guest, topic="after-one-notrump")
    board = next_hand(guest, found)
    assert Drill.of_query(board.drill).names == ("1N-P;2N-P",)
    assert TableBoard.of(board).auction.prior_bids == "1N-P"
    answer(guest, board, "7N")
    assert judged()[0][0] == "after-one-notrump"


def test_what_was_missed_comes_back_and_then_the_rest(guest):
    """The next hand asks for the agreement that was missed, and not for any hand of the topic."""
    found = begin_round(guest, topic="stayman")
    answer(guest, next_hand(guest, found), "7N")
    missed = JudgedCall.objects.get()
    drill = Drill("small", (missed.agreement,), MAKE, "entry")
    assert f'href="{drill.next_address}"' in unescape(guest.get("/learn/misses/").content.decode())
    board = next_hand(guest, found)
    assert board.drill == drill.query
    assert Drill.of_query(next_hand_after(guest, found, board).drill).level == Level.BEGIN, "not twice in a row"
    again = JudgedCall.objects.get(board=board)
    assert (again.topic, again.level, again.agreement) == ("stayman", Level.BEGIN, missed.agreement)
    assert TopicMemory.objects.get(agreement=missed.agreement).last_review == again.made_at


def next_hand_after(guest: Client, found: Round, board: StudentBoard) -> StudentBoard:
    """The next hand, when this one has been answered right."""
    answer(guest, board, str(systems_decision(TableBoard.of(board)).call))
    return next_hand(guest, found)


@pytest.mark.parametrize(
    ("right", "level", "why"),
    [
        ("", 1, "a new student"),
        ("+++++++", 1, "too few calls"),
        ("++++++++", 2, "eight of the last ten"),
        ("+++++++---", 1, "seven of the last ten"),
        ("++++++++--" + "-" * 10, 2, "what was long ago does not count"),
    ],
)
def test_a_round_is_at_the_level_of_the_student(guest, begin, right, level, why):
    """`+` right, `-` wrong at the first level, the last call first."""
    board = mine(guest, begin(1))
    for index, letter in enumerate(reversed(right)):
        JudgedCall.objects.create(
            board=board.row,
            index=index,
            owner_key=board.row.owner_key,
            system=board.row.our_system,
            topic="stayman",
            call="2C",
            expected="2C",
            right=letter == "+",
        )
    guest.get(f"/learn/round/{begin_round(guest, topic='stayman').token}/next/")
    assert Drill.of_query(Round.objects.get().drills[0]).level == level, why


def test_hints_make_no_call_right(guest):
    found = begin_round(guest, topic="stayman")
    board = next_hand(guest, found)
    at = len(TableBoard.of(board).auction.calls)
    assert guest.post(f"/board/{board.token}/hint/", {"at": at}).status_code == 302
    answer(guest, board, str(systems_decision(TableBoard.of(board)).call))
    counted = JudgedCall.objects.get()
    assert counted.right is None
    assert TopicMemory.objects.get().agreement == counted.agreement, "it comes back"
    assert "0 of 0 right 1 of 10 hands so far." in words(guest.get(f"/learn/round/{found.token}/"))
    assert progress_of(board.owner_key, Drill.of_query(board.drill)).right == 0


@pytest.mark.parametrize(
    ("asked", "hints", "why"),
    [("hand", 3, "the answer is as good as all hints"), ("other hand", 0, ""), ("other auction", 0, "")],
)
def test_who_asks_about_an_open_hand_has_had_hints(guest, asked, hints, why):
    board = TableBoard.of(next_hand(guest, begin_round(guest, topic="stayman")))
    hand = "AQ2.K32.KJ32.K32" if asked == "other hand" else str(board.own_hand)
    auction = "" if asked == "other auction" else str(board.auction)
    assert guest.get("/ask/", {"hand": hand, "auction": auction}).status_code == 200
    assert kept(board).hints_seen == hints, why


def test_a_topic_is_asked_where_the_system_has_calls(guest):
    """The small system knows 1C, 1D and 1H of the auctions of overcalls, and nothing after 1S."""
    found = begin_round(guest, topic="overcalls")
    asked = [TableBoard.of(next_hand(guest, found)).auction.prior_bids]
    for _ in range(4):
        board = StudentBoard.objects.latest("pk")
        asked.append(TableBoard.of(next_hand_after(guest, found, board)).auction.prior_bids)
    assert set(asked) <= {"1C", "1D", "1H"}


def test_a_topic_without_calls_in_the_system_is_refused_in_words(guest):
    found = begin_round(guest, topic="balancing")
    response = guest.get(f"/learn/round/{found.token}/next/")
    assert response.status_code == 404
    assert "has nothing of this kind to practice" in words(response)


def test_all_topics_of_a_shipped_system_have_pools(small):
    """A worker fills them before anybody asks: Stayman in both chairs, and natural bidding where the student calls."""
    services.make_topic_pools()
    services.make_topic_pools()
    subjects = DrillPool.objects.values_list("subject", "chair")
    levels = {(f"level {level} Stayman", chair) for level in (1, 2, 3) for chair in (MAKE, ANSWER)}
    assert levels | {("auction ", MAKE)} <= set(subjects)
    assert len(subjects) == len(set(subjects))
    assert ("auction 1N-P;2N-P", ANSWER) not in subjects


def test_what_never_comes_up_is_told_and_not_drilled(guest, small):
    pools = [
        DrillPool(system=small, revision=small.revision, subject=f"level {level} Stayman", chair=chair, dry=True)
        for level in (1, 2, 3)
        for chair in (MAKE, ANSWER)
    ]
    DrillPool.objects.bulk_create(pools)
    said = words(guest.get("/learn/stayman/"))
    assert "This comes up too rarely for a drill." in said
    assert "Practice ten hands" not in said
    assert guest.post("/learn/round/", {"topic": "stayman"}).status_code == 404


def test_a_drill_that_gave_no_board_is_not_asked_again_as_long_as_there_are_others(guest):
    found = begin_round(guest, placement="1")
    for _ in range(3):
        assert guest.get(f"/learn/round/{found.token}/next/").status_code == 302
    assert len(Round.objects.get().drills) == 3
    assert not StudentBoard.objects.exists()


def test_the_only_drill_of_a_round_is_asked_again(guest):
    """Somebody may reload the page before the hand is there."""
    found = begin_round(guest)
    addresses = {guest.get(f"/learn/round/{found.token}/next/")["Location"] for _ in range(3)}
    assert len(addresses) == len(Round.objects.get().drills) == 1


def test_a_round_half_way(guest):
    found = begin_round(guest, topic="stayman")
    answer(guest, next_hand(guest, found), "7N")
    next_hand(guest, found)
    said = words(guest.get(f"/learn/round/{found.token}/"))
    assert "Your round: Stayman 0 of 1 right 1 of 10 hands so far. Next hand" in said


@pytest.mark.parametrize("address", ["/learn/", "/"])
def test_a_round_that_was_left_half_way_is_offered_again(guest, address):
    offer = "Hands for you today Your round: Stayman. 1 of 2 hands so far. Go on"
    found = begin_round(guest, topic="stayman")
    Round.objects.update(size=2)
    assert "Your round" not in words(guest.get(address)), "no hand is answered yet"
    answer(guest, next_hand(guest, found), "7N")
    page = guest.get(address)
    assert offer in words(page)
    assert f'href="/learn/round/{found.token}/next/"' in page.content.decode()
    answer(guest, next_hand(guest, found), "7N")
    assert "Your round" not in words(guest.get(address)), "it is done"


def test_a_hand_that_is_on_the_table_is_the_next_one(guest):
    found = begin_round(guest, topic="stayman")
    board = next_hand(guest, found)
    assert next_hand(guest, found) == board
    assert StudentBoard.objects.count() == 1


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
    assert selectors.round_line_of(other.row) is None


def test_hidden_hands_are_in_no_summary(guest):
    found = begin_round(guest, topic="stayman")
    board = next_hand(guest, found)
    answer(guest, board, "2S")
    board.refresh_from_db()
    for address in (f"/learn/round/{found.token}/", "/learn/misses/", "/learn/stayman/"):
        html = unescape(guest.get(address).content.decode())
        for seat in SEATS:
            if seat is not TableBoard.of(board).student:
                assert_hidden(TableBoard.of(board).deal[seat], html)
