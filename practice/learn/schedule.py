"""When something comes back, by FSRS: the better it is remembered, the later.

A miss comes back after some minutes, as another hand of the kind; a right call moves it on, to days and weeks. One
that was made with hints counts as hard.
"""

from __future__ import annotations

from datetime import datetime

from fsrs import Card, Rating, Scheduler

_SCHEDULER = Scheduler(enable_fuzzing=False)  # the same calls plan the same days


_RATINGS = {True: Rating.Good, None: Rating.Hard, False: Rating.Again}


def reviewed(card: Card | None, *, right: bool | None, when: datetime) -> Card:
    """The card after a call that was right, right with hints (None) or wrong; without a card after the first one.

    `when` is in UTC.
    """
    after, _ = _SCHEDULER.review_card(card or Card(card_id=0), _RATINGS[right], when)
    return after
