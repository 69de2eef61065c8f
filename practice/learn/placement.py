"""Where on the path a student is placed: fifteen hands, each about the topic that tells most.

Whoever knows a topic mostly knows those before it. So what is asked for is how many topics, from the first on, the
student knows, and each answer makes some numbers likelier than others. A hand is about the topic that lies in the
middle of what is likely: after a right answer further on, after a wrong one further back (bisection by probabilities,
Horstein, 1963). Right calls by luck or by common sense are allowed for.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

HANDS = 15
KNOWN, GUESSED = 0.9, 0.4  # shares of right answers in topics that a student knows, and in others
SURE = 0.8  # how likely it is at least that the student knows the topics in which they are placed

Answer = tuple[int, bool]
"""The place of a topic on the path, and whether the call was right."""


def place_to_ask(topics: int, answers: Sequence[Answer]) -> int:
    """The place of the topic to ask about next, of so many: near the middle, and not one of those just asked."""
    middle = _known(topics, answers, 0.5)
    asked = [place for place, _ in answers]
    return min(range(topics), key=lambda place: abs(place + 0.5 - middle) + 1.5 * asked.count(place))


def places_known(topics: int, answers: Sequence[Answer]) -> list[int]:
    """The places of the topics that a student knows by these answers, without those in which an answer was wrong."""
    wrong = {place for place, right in answers if not right}
    return [place for place in range(_known(topics, answers, 1 - SURE)) if place not in wrong]


def _known(topics: int, answers: Sequence[Answer], share: float) -> int:
    """The number of known topics below which this share of all likelihood lies."""
    likely = list(accumulate(_likelihoods(topics, answers)))
    return next(known for known, below in enumerate(likely) if below >= share * likely[-1])


def _likelihoods(topics: int, answers: Sequence[Answer]) -> list[float]:
    """How likely each number of known topics is, from none to all. Most who begin here know little."""
    likely = [1 / (known + 5) for known in range(topics + 1)]
    for place, right in answers:
        for known in range(topics + 1):
            share = KNOWN if place < known else GUESSED
            likely[known] *= share if right else 1 - share
    return likely
