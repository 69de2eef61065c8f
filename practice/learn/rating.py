"""How strong a student is, and how hard a question, by games between the two.

A right call is a game that the student has won. Both ratings follow the model of Thurstone and Mosteller as Weng and
Lin (2011) update it, by the library openskill. Its forecast fits this update: a student who gets 80 of 100 hands right
is soon expected to get about 80 of 100.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from openskill.models import ThurstoneMostellerFull

from bidbase.bidding.subjects import Level

_MODEL = ThurstoneMostellerFull()


@dataclass(frozen=True)
class Rating:
    """A strength, and how far off it may be: a standard deviation."""

    strength: float = _MODEL.mu
    doubt: float = _MODEL.sigma


NEWCOMER = Rating()
HARDNESS = {Level.BEGIN: Rating(21.0), Level.FOLLOW: Rating(25.0), Level.CONTESTED: Rating(28.0)}
"""Questions that nobody has answered yet."""
RIGHT_FROM, RIGHT_TO = 0.55, 0.85  # of such hands a student learns: they are neither hopeless nor known
Question = tuple[int, str]
"""The level at which an agreement is asked about, and the ref of its entry."""


def expected(student: Rating, question: Rating) -> float:
    """How likely the student is to get the question right."""
    sides = [[_MODEL.rating(each.strength, each.doubt)] for each in (student, question)]
    return _MODEL.predict_win(sides)[0]


def after_game(student: Rating, question: Rating, *, right: bool) -> tuple[Rating, Rating]:
    """The ratings of both after an answer."""
    sides = [[_MODEL.rating(each.strength, each.doubt)] for each in (student, question)]
    (after,), (harder,) = _MODEL.rate(sides, ranks=[1, 2] if right else [2, 1])
    return Rating(after.mu, after.sigma), Rating(harder.mu, harder.sigma)


def nearest(
    student: Rating,
    questions: Mapping[int, Question],
    ratings: Mapping[Question, Rating],
    asked: Mapping[str, int],
) -> int | None:
    """The number of the question that the student learns most by; None where there are no questions.

    Of those that are as good it is about what the student was `asked` least often, and the first one.
    """
    distances = {each: _distance(expected(student, rating_of(each, ratings))) for each in {*questions.values()}}

    def worth(number: int) -> tuple[float, int, int]:
        question = questions[number]
        return distances[question], asked.get(question[1], 0), number

    return min(questions, key=worth, default=None)


def rating_of(question: Question, ratings: Mapping[Question, Rating]) -> Rating:
    """The rating of a question, or that of a new one of its level."""
    return ratings.get(question) or HARDNESS[Level(question[0])]


def _distance(share: float) -> float:
    """How far a share of right answers is outside of what is good to learn by."""
    return max(RIGHT_FROM - share, share - RIGHT_TO, 0.0)
