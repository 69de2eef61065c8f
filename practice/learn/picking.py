"""Which topic the next hand is about.

1. Topics that are due today come first, the weakest of them before the others.
2. When nothing is due, a topic is drawn. Its weight is the square of the share of misses that is expected: a topic in
   which four calls of ten go wrong comes some twenty times as often as one in which one of twenty does.
3. Of the topics that were never asked only the first is drawn, so that new ones come one by one and in order.
4. No topic comes twice in a row, unless it is the only one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random

from practice.learn.standing import NOT_ASKED, Standing


def next_topic(
    topics: Sequence[str], standings: Mapping[str, Standing], due: Collection[str], random: Random, last: str = ""
) -> str:
    """The topic of the next hand, of at least one: `topics` are those to choose from, in the order of learning."""
    new = next((topic for topic in topics if topic not in standings), None)
    open_topics = [topic for topic in topics if topic in standings or topic == new]
    others = [topic for topic in open_topics if topic != last] or open_topics
    expected_misses = {topic: standings.get(topic, NOT_ASKED).expected_misses for topic in others}
    if waiting := [topic for topic in others if topic in due]:
        return max(waiting, key=expected_misses.__getitem__)
    return random.choices(others, [share**2 for share in expected_misses.values()])[0]
