"""When a topic comes back, by FSRS: the better it is remembered, the later.

A miss comes back after some minutes, as another hand of the kind; a right call moves the topic on, to days and weeks.
"""

from __future__ import annotations

from datetime import datetime

from fsrs import Card, Rating, Scheduler

_SCHEDULER = Scheduler(enable_fuzzing=False)  # the same calls plan the same days


def reviewed(card: Card | None, *, right: bool, when: datetime) -> Card:
    """The card of a topic after a call that was right or wrong; None: it is the first. `when` is in UTC."""
    after, _ = _SCHEDULER.review_card(card or Card(card_id=0), Rating.Good if right else Rating.Again, when)
    return after
