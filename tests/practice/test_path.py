"""The path: its order, where a student is on it, what a round of today mixes, and where a placement leads."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from bidbase.bidding.subjects import Level
from practice.boards.board import TableBoard
from practice.learn.drilling import drills_of, drills_of_system, plan_of_today, topic_of_board
from practice.learn.path import steps_left
from practice.learn.placement import HANDS, Answer, place_to_ask, places_known
from practice.learn.plan import COMING_BACK, WEAK, Plan, Wanted, plan_for
from practice.learn.presenters import plan_words, topics_by_chapter
from practice.learn.rounds import ROUND
from practice.learn.selectors import standings_of
from practice.learn.standing import HELD, LATEST, Standing, Standings
from practice.models import Round, StudentBoard
from tests.engine.making import shipped_bidder
from tests.practice.finishing import systems_decision
from tests.practice.pages import words
from tests.practice.test_rounds import answer, begin_round, next_hand

IS_HELD, MISSED = Standing((True,) * HELD), Standing((False,) * HELD)


@pytest.fixture(scope="module")
def sayc():
    return drills_of_system("sayc", shipped_bidder("sayc"))


def stands(held: Sequence[tuple[str, int]] = (), placed: Sequence[str] = (), weak: Sequence[str] = ()) -> Standings:
    topics = {topic: IS_HELD for topic, _ in held} | dict.fromkeys(weak, MISSED)
    return Standings(topics, dict.fromkeys(held, IS_HELD), placed)


# --- The order ---


def test_in_a_chapter_the_first_levels_come_first(sayc):
    for before, after in zip(sayc.path, sayc.path[1:], strict=False):
        same = before.topic.chapter == after.topic.chapter
        assert before.level <= after.level or not same
    assert [step.topic.slug for step in sayc.path if step.is_first] == [*sayc.drilled], "in the order of the topics"
    assert len({(step.topic.slug, step.level) for step in sayc.path}) == len(sayc.path)


NATURAL = ["opening-bids", "responses-to-a-major", "responses-to-a-minor", "after-one-notrump"]

# (what is held, in which topics the student was placed, the next step, why)
NEXT = [
    ([], [], ("opening-bids", 1), "a new student begins at the beginning"),
    ([("opening-bids", 1)], [], ("responses-to-a-major", 1), ""),
    ([("responses-to-a-major", 1)], [], ("opening-bids", 1), "what was left out comes before what is new"),
    ([], NATURAL, ("openers-rebids", 1), "behind the last topic of the placement"),
    ([], NATURAL[2:], ("openers-rebids", 1), "what comes before it waits"),
    ([("openers-rebids", 1)], NATURAL, ("reverses-and-jump-shifts", 1), "and from there on as always"),
]


@pytest.mark.parametrize(("held", "placed", "step", "why"), NEXT)
def test_the_next_step(sayc, held, placed, step, why):
    found = sayc.next_step(stands(held, placed))
    assert (found.topic.slug, found.level) == step, why


def test_at_the_end_comes_what_a_placement_has_passed_over(sayc):
    """Whoever was placed in all topics has their other levels to learn, and what a wrong answer has left open."""
    placed = [slug for slug in sayc.drilled if slug != "overcalls"]
    left = steps_left(sayc.path, stands(placed=placed))
    assert ("overcalls", Level.BEGIN) in [(step.topic.slug, step.level) for step in left]
    assert {step.level for step in left if step.topic.slug != "overcalls"} == {Level.FOLLOW, Level.CONTESTED}
    everything = [(step.topic.slug, step.level) for step in sayc.path]
    assert sayc.next_step(stands(everything)) is None


def test_nobody_is_kept_at_a_step(sayc):
    """After twenty calls the path goes on, and the topic is among the weak ones."""
    missed = {calls: Standing((False,) * calls) for calls in (LATEST - 1, LATEST)}
    steps = {
        calls: sayc.next_step(Standings({}, {("opening-bids", 1): standing})).topic.slug
        for calls, standing in missed.items()
    }
    assert steps == {LATEST - 1: "opening-bids", LATEST: "responses-to-a-major"}


# --- Today ---

STAYMAN = Wanted("stayman", Level.FOLLOW)
DUE = [Wanted("overcalls", Level.BEGIN, f"1C/{number}") for number in range(12)]
KNOWN = [Wanted(topic, Level.BEGIN) for topic in NATURAL]

# (due, the next step, weak topics, hands: back, new, weak, kept; why)
PLANS = [
    (0, True, 0, (0, 10, 0, 0), "a new student"),
    (3, True, 2, (3, 5, 2, 0), "a little of each"),
    (12, True, 0, (5, 5, 0, 0), "the path goes on, whatever has piled up"),
    (12, True, 4, (5, 3, 2, 0), ""),
    (12, False, 0, (10, 0, 0, 0), "at the end of the path all that is due comes back"),
    (12, False, 1, (9, 0, 1, 0), ""),
    (1, False, 0, (1, 0, 0, 9), "then what is known least is kept up"),
]


@pytest.mark.parametrize(("due", "on_path", "weak", "hands", "why"), PLANS)
def test_what_the_hands_of_today_are(due, on_path, weak, hands, why):
    plan = plan_for(DUE[:due], STAYMAN if on_path else None, KNOWN[:weak], KNOWN)
    assert tuple(map(len, (plan.back, plan.new, plan.weak, plan.kept))) == hands, why
    assert plan.back == tuple(DUE[: len(plan.back)]), "what has waited longest comes first"


wanted = st.builds(Wanted, st.sampled_from(NATURAL), st.sampled_from(Level), st.sampled_from(["", "1C/1", "1C/2"]))


@given(st.lists(wanted, max_size=15), st.none() | wanted, st.lists(wanted, max_size=4), st.lists(wanted, min_size=1))
def test_a_plan_is_a_round_of_ten_and_evenly_mixed(due, new, weak, known):
    plan = plan_for(due, new, weak, known)
    assert len(plan.hands) == ROUND
    assert Counter(plan.hands) == Counter([*plan.back, *plan.new, *plan.weak, *plan.kept])
    assert len(plan.weak) <= WEAK
    assert new is None or len(plan.back) <= COMING_BACK


def test_hands_of_one_kind_are_apart():
    plan = Plan(back=tuple(DUE[:3]), new=(STAYMAN,) * 5, weak=tuple(KNOWN[:2]))
    kinds = "".join("b" if hand in plan.back else "n" if hand in plan.new else "w" for hand in plan.hands)
    assert kinds == "nbwnnbnwbn"


def test_a_plan_is_said_in_one_line(sayc):
    standing = stands([(slug, 1) for slug in NATURAL], weak=["overcalls", "stayman", "gerber"])
    plan = plan_of_today(sayc, standing, DUE[:3])
    said = "3 to bring back, 5 new: Opener's rebid, 2 weak: Overcalls and Stayman (level 1)"
    assert plan_words(plan, sayc) == said


def test_the_topic_that_is_next_is_not_called_weak_besides(sayc):
    assert plan_of_today(sayc, stands(weak=["opening-bids"]), []).weak == ()


def test_the_chapter_in_which_the_student_goes_on_is_open(sayc):
    def open_chapters(text: str, standing: Standings) -> list[str]:
        here = sayc.next_step(standing).topic
        return [chapter.title for chapter in topics_by_chapter(sayc, text, standing, (), here) if chapter.open]

    first, second, *_ = dict.fromkeys(topic.chapter for topic in sayc.topics.values())
    in_first = [(step.topic.slug, step.level) for step in sayc.path if step.topic.chapter == first]
    assert open_chapters("", stands()) == [first]
    assert open_chapters("", stands(in_first[1:])) == [first], "one of its topics is left"
    assert open_chapters("", stands(in_first)) == [second]
    assert set(open_chapters("stayman", stands())) >= {second}, "what was looked for is shown"


def test_a_round_of_today_keeps_to_its_plan(guest, small):
    """The third hand is about an agreement, as planned, even where nothing is due any more."""
    found = begin_round(guest)
    plan = [("stayman", 1, ""), ("opening-bids", 1, ""), ("stayman", 1, "1N-P/210000")]
    Round.objects.update(plan=plan, size=3)
    drills = [next_and_right(guest, found).drill for _ in plan]
    offered = drills_of(small)
    expected = [
        {drill.query for drill in offered.drills_for(Wanted(topic, Level(level), ref))} for topic, level, ref in plan
    ]
    assert all(drill in asked for drill, asked in zip(drills, expected, strict=True))
    assert "Your round is done: Mixed hands 3 of 3 right" in words(guest.get(f"/learn/round/{found.token}/"))


def next_and_right(guest: Client, found: Round):
    board = next_hand(guest, found)
    answer(guest, board, str(systems_decision(TableBoard.of(board)).call))
    return board


# --- Placement ---

TOPICS = 44


def placed(known: int, seed: int, right: float = 0.95, luck: float = 0.35) -> tuple[list[int], list[int]]:
    """The topics asked of a student who knows the first ones, and those in which they are placed."""
    random = Random(seed)
    answers: list[Answer] = []
    for _ in range(HANDS):
        place = place_to_ask(TOPICS, answers)
        answers.append((place, random.random() < (right if place < known else luck)))
    return [place for place, _ in answers], places_known(TOPICS, answers)


def test_a_right_answer_leads_on_and_a_wrong_one_back():
    first = place_to_ask(TOPICS, [])
    assert place_to_ask(TOPICS, [(first, False)]) < first < place_to_ask(TOPICS, [(first, True)])


@given(st.lists(st.booleans(), max_size=HANDS), st.integers(1, 60))
def test_what_is_asked_is_on_the_path_and_what_was_wrong_is_not_held(results, topics):
    answers: list[Answer] = []
    for right in results:
        answers.append((place_to_ask(topics, answers), right))
    assert all(0 <= place < topics for place, _ in answers)
    known = places_known(topics, answers)
    assert set(known) <= set(range(topics)).difference(place for place, right in answers if not right)


@pytest.mark.parametrize(
    ("known", "least", "most", "why"),
    [
        (0, 0, 2, "who knows nothing begins at the beginning, whatever luck they have"),
        (8, 3, 11, "nearly half of natural bidding"),
        (19, 12, 22, "natural bidding"),
        (TOPICS, 30, TOPICS, "who knows all is placed near the end"),
    ],
)
def test_fifteen_hands_find_about_where_a_student_is(known, least, most, why):
    """Of four students of five. They are right 95 times in 100 in what they know, and 35 times in other topics."""
    reached = sorted(max(placed(known, seed)[1], default=-1) + 1 for seed in range(50))
    middle = reached[5:45]
    assert least <= middle[0], why
    assert middle[-1] <= most, why


def test_nobody_is_asked_the_same_again_and_again():
    asked, _ = placed(19, 1)
    assert max(Counter(asked).values()) <= 3


def place(guest: Client, *, right: bool) -> Round:
    found = begin_round(guest, placement="1")
    for hand in range(found.size):
        board = found_hand(guest, found)
        assert f"Round, hand {hand + 1} of {HANDS}" in words(guest.get(f"/board/{board.token}/", follow=True))
        answer(guest, board, str(systems_decision(TableBoard.of(board)).call) if right else "7N")
    assert guest.get(f"/learn/round/{found.token}/next/")["Location"] == f"/learn/round/{found.token}/"
    found.refresh_from_db()
    return found


def found_hand(guest: Client, found: Round) -> StudentBoard:
    """The next hand. The small system says too little for some topics: the round goes on with another one then."""
    while "scene" not in patiently_get(guest, f"/learn/round/{found.token}/next/").context:
        pass
    return StudentBoard.objects.latest("pk")


def patiently_get(guest: Client, address: str):
    response = guest.get(address, follow=True)
    while response.status_code == 202:
        response = guest.get(response.request["PATH_INFO"], follow=True)
    return response


def test_a_placement_moves_the_path_and_takes_nothing_away(guest, small):
    good = place(guest, right=True)
    owner = good.owner_key
    assert len(good.placed) >= 2
    said = words(guest.get(f"/learn/round/{good.token}/"))
    assert "You know these topics, and your path goes on behind them: Opening the bidding" in said
    standing = standings_of(owner, small)
    assert all(standing.holds(topic, Level.BEGIN) for topic in good.placed)
    step = drills_of(small).next_step(standing)
    assert (step.topic.slug, step.level) == ("stayman", Level.FOLLOW), "the first levels of all topics are known"
    bad = place(guest, right=False)
    assert bad.placed == []
    assert "Your path begins with the first topic." in words(guest.get(f"/learn/round/{bad.token}/"))
    assert set(standings_of(owner, small).placed) == set(good.placed), "what was held stays held"


def test_a_placement_that_is_not_over_counts_for_nothing(guest, small):
    found = begin_round(guest, placement="1")
    next_and_right(guest, found)
    assert not standings_of(found.owner_key, small).placed


def test_a_hinted_call_does_not_lead_on(guest, small):
    found = begin_round(guest, placement="1")
    board = next_hand(guest, found)
    at = len(TableBoard.of(board).auction.calls)
    assert guest.post(f"/board/{board.token}/hint/", {"at": at}).status_code == 302
    answer(guest, board, str(systems_decision(TableBoard.of(board)).call))
    after_hint = next_hand(guest, found)
    places = [step.topic.slug for step in drills_of(small).path]
    assert places.index(topic_of_board(after_hint).slug) < places.index(topic_of_board(board).slug)
