"""Ratings: what a game changes, which answers are games, which hand comes next, and what the curve says."""

from datetime import UTC, datetime, timedelta
from random import Random
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.bidding.subjects import Level
from practice.boards.board import TableBoard
from practice.drill.selectors import questions_left
from practice.learn.charts import FEWEST, HEIGHT, ROWS, WIDTH, curve_of
from practice.learn.drilling import drills_of, next_question
from practice.learn.plan import Wanted
from practice.learn.rating import (
    HARDNESS,
    NEWCOMER,
    RIGHT_FROM,
    RIGHT_TO,
    Rating,
    after_game,
    expected,
    nearest,
)
from practice.learn.selectors import rating_of_student, ratings_of
from practice.learn.services import play
from practice.models import DrillQuestion, JudgedCall, QuestionRating
from tests.practice.drills import pool_of
from tests.practice.finishing import finish_by_system, systems_decision
from tests.practice.pages import words
from tests.practice.test_rounds import answer, begin_round, next_hand

ratings = st.builds(Rating, st.floats(0, 50), st.floats(1, 9))


@given(ratings, ratings, st.booleans())
def test_a_right_answer_is_a_game_that_the_student_wins(student, question, right):
    after, harder = after_game(student, question, right=right)
    assert (after.strength >= student.strength) is right or after.strength == student.strength
    assert (harder.strength <= question.strength) is right or harder.strength == question.strength
    assert 0 < expected(student, question) < 1 or abs(student.strength - question.strength) > 20


@pytest.mark.parametrize("share", [0.6, 0.8, 0.95])
def test_what_is_expected_is_what_happens(share):
    """After a hundred hands, within one of ten; each student meets twenty questions again and again."""
    forecasts = []
    for seed in range(10):
        random, student, questions = Random(seed), NEWCOMER, [NEWCOMER] * 20
        for _ in range(100):
            asked, right = random.randrange(20), random.random() < share
            student, questions[asked] = after_game(student, questions[asked], right=right)
        forecasts.append(mean(expected(student, question) for question in questions))
    assert mean(forecasts) == pytest.approx(share, abs=0.1)


def test_new_questions_are_right_for_a_newcomer_at_the_first_level():
    assert RIGHT_FROM < expected(NEWCOMER, HARDNESS[Level.BEGIN]) < RIGHT_TO
    shares = [expected(NEWCOMER, HARDNESS[level]) for level in Level]
    assert shares == sorted(shares, reverse=True)


EASY, FAIR, HARD = Rating(5, 1), Rating(22, 1), Rating(45, 1)
RATED = {(1, "easy"): EASY, (1, "fair"): FAIR, (1, "hard"): HARD}

# (the questions in their order, what the student was asked before, the number that comes next, why)
NEAREST = [
    (["easy", "hard", "fair"], {}, 3, "neither known nor hopeless"),
    (["fair", "fair"], {}, 1, "the first one of those that are as good"),
    (["fair", "new"], {"fair": 1}, 2, "what the student was asked least often"),
    (["fair", "hard"], {"fair": 9}, 1, "but not what is hopeless"),
    (["new", "fair"], {}, 1, "one that nobody has answered is as its level is"),
    (["easy"], {}, 1, "better than none"),
    ([], {}, None, ""),
]


@pytest.mark.parametrize(("names", "asked", "number", "why"), NEAREST)
def test_the_hand_that_one_learns_most_by(names, asked, number, why):
    questions = {place: (1, name) for place, name in enumerate(names, 1)}
    assert nearest(Rating(25, 2), questions, RATED, asked) == number, why


# --- Which answers are games ---


@pytest.mark.parametrize("right", [True, False])
def test_an_answer_in_a_round_rates_the_student_and_the_question(guest, small, right):
    board = next_hand(guest, begin_round(guest, topic="stayman"))
    call = systems_decision(TableBoard.of(board)).call
    answer(guest, board, str(call) if right else "7N")
    counted = JudgedCall.objects.get()
    asked = QuestionRating.objects.get()
    assert (asked.agreement, asked.level, asked.games) == (counted.agreement, 1, 1)
    after = rating_of_student(board.owner_key, small)
    assert (counted.strength, counted.doubt) == (after.strength, after.doubt)
    assert (after.strength > NEWCOMER.strength) is right
    assert (asked.strength < HARDNESS[Level.BEGIN].strength) is right


def test_the_next_game_begins_where_the_last_one_ended(guest, small):
    found = begin_round(guest, topic="stayman")
    for _ in range(3):
        board = next_hand(guest, found)
        answer(guest, board, str(systems_decision(TableBoard.of(board)).call))
    rated = ratings_of(board.owner_key, small, 100)
    assert [rating.strength for _, rating in rated] == sorted(rating.strength for _, rating in rated)
    assert len({rating for _, rating in rated}) == 3
    assert sum(row.games for row in QuestionRating.objects.all()) == 3


def test_a_hinted_answer_is_no_game(guest, small):
    board = next_hand(guest, begin_round(guest, topic="stayman"))
    at = len(TableBoard.of(board).auction.calls)
    assert guest.post(f"/board/{board.token}/hint/", {"at": at}).status_code == 302
    answer(guest, board, str(systems_decision(TableBoard.of(board)).call))
    assert JudgedCall.objects.get().strength is None
    assert not QuestionRating.objects.exists()
    assert rating_of_student(board.owner_key, small) == NEWCOMER


def test_calls_at_the_table_are_no_games(begin):
    finish_by_system(begin(1))
    assert {row.strength for row in JudgedCall.objects.all()} == {None}
    assert not QuestionRating.objects.exists()


def test_a_question_counts_one_of_two_answers_at_the_same_moment(begin, monkeypatch):
    """The other student's answer is saved while this one is worked out: their game stands, and neither fails."""
    row = begin(1).row
    counted = JudgedCall(owner_key="guest", system=row.our_system, agreement="1N-P/210000", right=True)

    def meanwhile(owner, system):
        QuestionRating.objects.update(strength=7.0, games=1)
        return NEWCOMER

    monkeypatch.setattr("practice.learn.services.rating_of_student", meanwhile)
    play(counted)
    asked = QuestionRating.objects.get()
    assert (asked.strength, asked.games) == (7.0, 1)
    assert counted.strength is not None, "the student's own game counts"


# --- Which hand comes next ---


@pytest.fixture
def stock(small):
    """Three questions of each strand of Stayman at the first level, of which some are hard."""
    for chair in ("make", "answer"):
        pool = pool_of(small, "level 1 Stayman", chair)
        DrillQuestion.objects.bulk_create(
            DrillQuestion(
                pool=pool,
                number=number,
                cards=f"{chair} {number}",
                sources=[],
                entry=f"{chair}/{number}",
                wanted="1N-P/210000",
                decoy=False,
            )
            for number in range(1, 4)
        )


def test_a_round_takes_the_hand_of_the_stock_that_is_right_for_the_student(small, stock):
    (drill,) = drills_of(small).drills_for(Wanted("stayman", Level.BEGIN))
    left = questions_left("guest", drill, small)
    assert sorted(question.entry for question in left.values()) == [
        *(f"answer/{number}" for number in range(1, 4)),
        *(f"make/{number}" for number in range(1, 4)),
    ]
    assert next_question("guest", small, drill) == 1, "nobody has answered any"
    for number, question in left.items():
        strength = 22.0 if number == 5 else 45.0
        QuestionRating.objects.create(system=small, level=1, agreement=question.entry, strength=strength, doubt=1)
    assert next_question("guest", small, drill) == 5


def test_what_the_student_has_begun_is_not_left(guest, small):
    found = begin_round(guest, topic="stayman")
    board = next_hand(guest, found)
    (drill,) = drills_of(small).drills_for(Wanted("stayman", Level.BEGIN))
    assert board.deal_number not in questions_left(board.owner_key, drill, small)


def test_without_a_stock_the_next_question_is_dealt(small):
    (drill,) = drills_of(small).drills_for(Wanted("stayman", Level.BEGIN))
    assert next_question("guest", small, drill) is None


# --- The curve ---

EVENING = datetime(2026, 5, 20, 18, tzinfo=UTC)


def curve(strengths: list[float]):
    return curve_of([(EVENING + timedelta(minutes=place), Rating(each, 1.0)) for place, each in enumerate(strengths)])


@given(st.lists(st.floats(-50, 100), min_size=FEWEST, max_size=200))
def test_the_curve_stays_in_its_field_and_its_table_says_the_same(strengths):
    drawn = curve(strengths)
    points = [tuple(map(float, point.split(","))) for point in drawn.points.split()]
    assert len(points) == len(strengths)
    assert all(0 <= x <= WIDTH + 0.1 and 0 <= y <= HEIGHT for x, y in points)
    assert 1 <= len(drawn.rows) <= ROWS
    assert drawn.rows[-1].percent == pytest.approx(100 - points[-1][1], abs=0.6)
    assert drawn.rows[-1].at == EVENING + timedelta(minutes=len(strengths) - 1)


@pytest.mark.parametrize(
    ("strength", "said"),
    [
        (50, "You now get nearly all plain hands right."),
        (27, "You now get most plain hands right."),
        (22, "You now get more than half of the plain hands right."),
        (5, "You are at the beginning, and hands come that fit it."),
    ],
)
def test_what_the_curve_comes_to(strength, said):
    assert curve([25.0] * FEWEST + [strength]).words == said


def test_few_games_make_no_curve(guest):
    assert curve([25.0] * (FEWEST - 1)) is None
    assert "How far you have come" not in words(guest.get("/learn/"))


def test_learn_shows_the_curve_of_the_student_alone(guest, stranger, begin, small):
    found = begin_round(guest, topic="stayman")
    board = next_hand(guest, found)
    for index in range(FEWEST):
        JudgedCall.objects.create(
            board=board, index=100 + index, owner_key=board.owner_key, system=small, topic="stayman", right=True,
            strength=26.0 + index, doubt=3.0,
        )  # fmt: skip
    said = words(guest.get("/learn/"))
    assert "How far you have come You now get nearly all plain hands right." in said
    assert "Of 100 plain hands" in said
    assert "How far you have come" not in words(stranger.get("/learn/"))
