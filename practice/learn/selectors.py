"""Reading how a student stands, what is due, and the hands of a round."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta, tzinfo
from itertools import chain

from django.db.models import Count, F
from django.utils import timezone

from editor.selectors import SystemRow
from practice.boards.models import StudentBoard, Verdict
from practice.learn.models import JudgedCall, QuestionRating, Round, TopicMemory
from practice.learn.rating import NEWCOMER, Question, Rating
from practice.learn.rounds import LeftRound, RoundHand, RoundLine
from practice.learn.standing import DAYS, NOT_ASKED, Standings, TopicProgress, days_practiced, standings
from practice.learn.topics import Topic, curriculum

MOST_CALLS = 1000  # the latest of a student that count; reading them takes some milliseconds
MOST_MISSES = 20  # that are listed
MOST_PLACEMENTS = 50  # the latest of a student that count
TODAY = timedelta(hours=12)  # what is left of a day; the server does not know when the reader's own day ends

_RIGHT = {Verdict.AGREES: True, Verdict.ALTERNATIVE: True, Verdict.DIFFERS: False}


def is_right(verdict: str) -> bool | None:
    """Whether a call with this verdict counts as right or wrong; None where it does not count."""
    return _RIGHT.get(Verdict(verdict)) if verdict else None


def standings_of(owner: str, system: SystemRow) -> Standings:
    """How an owner stands in each topic of a system and at its levels, and in which topics they were placed."""
    judged = JudgedCall.objects.filter(owner_key=owner, system=system)
    calls = list(judged.values_list("topic", "level", "right")[:MOST_CALLS])
    placements = Round.objects.filter(owner_key=owner, system=system, kind=Round.Kind.PLACEMENT)
    placed = placements.values_list("placed", flat=True)[:MOST_PLACEMENTS]
    return Standings(
        standings((topic, right) for topic, _, right in calls),
        standings(((topic, level), right) for topic, level, right in calls),
        frozenset(chain.from_iterable(placed)),
    )


def memory_of(owner: str, system: SystemRow, agreement: str) -> TopicMemory | None:
    """The memory of an agreement that an owner has missed."""
    return TopicMemory.objects.filter(owner_key=owner, system=system, agreement=agreement).first()


def rating_of_student(owner: str, system: SystemRow) -> Rating:
    """The rating of an owner in a system: the one after their last game."""
    latest = ratings_of(owner, system, 1)
    return latest[-1][1] if latest else NEWCOMER


def ratings_of(owner: str, system: SystemRow, most: int) -> list[tuple[datetime, Rating]]:
    """The latest ratings of an owner in a system, at most so many, each with when they got it; the first one first."""
    games = JudgedCall.objects.filter(owner_key=owner, system=system, strength__isnull=False)
    rows = games.values_list("made_at", "strength", "doubt")[:most]
    return [(made_at, Rating(strength or 0, doubt or 0)) for made_at, strength, doubt in rows][::-1]


def ratings_of_questions(system: SystemRow, questions: Iterable[Question]) -> dict[Question, Rating]:
    """The ratings of these questions of a system, as far as anybody has answered them."""
    found = QuestionRating.objects.filter(system=system, agreement__in={agreement for _, agreement in questions})
    return {(row.level, row.agreement): row.rating for row in found}


def times_asked(owner: str, system: SystemRow, agreements: Collection[str]) -> dict[str, int]:
    """How often an owner was asked about each of these agreements."""
    judged = JudgedCall.objects.filter(owner_key=owner, system=system, agreement__in=agreements).order_by()
    return dict(judged.values_list("agreement").annotate(Count("pk")))


def progress_in(owner: str, system: SystemRow, topic: Topic) -> TopicProgress:
    """How an owner stands in a topic, and in each convention and section of it that they met."""
    judged = JudgedCall.objects.filter(owner_key=owner, system=system, topic=topic.slug)
    calls = list(judged.values_list("convention", "section", "right")[:MOST_CALLS])
    return TopicProgress(
        standings(("", right) for _, _, right in calls).get("", NOT_ASKED),
        standings((convention, right) for convention, _, right in calls if convention),
        standings((section, right) for _, section, right in calls if section is not None),
    )


def due_today(owner: str, system: SystemRow) -> list[TopicMemory]:
    """The memories of a system that are due in the coming hours, those that have waited longest first."""
    due = TopicMemory.objects.filter(owner_key=owner, system=system, due__lt=timezone.now() + TODAY)
    return [memory for memory in due if memory.topic in curriculum().topics]


def days_of(owner: str, zone: tzinfo) -> int:
    """On how many of the last seven days of a time zone an owner has made a call."""
    since = timezone.now() - timedelta(days=DAYS)
    made = JudgedCall.objects.filter(owner_key=owner, made_at__gte=since).values_list("made_at", flat=True)
    return days_practiced([moment.astimezone(zone).date() for moment in made], timezone.localdate(timezone=zone))


def misses_of(owner: str, system: SystemRow, topic: Topic | None = None) -> list[JudgedCall]:
    """The latest calls of an owner that were wrong, the last one first, with their boards."""
    missed = JudgedCall.objects.filter(owner_key=owner, system=system, right=False)
    if topic is not None:
        missed = missed.filter(topic=topic.slug)
    return list(missed.select_related("board")[:MOST_MISSES])


def round_by_token(owner: str, token: str) -> Round | None:
    """The owner's round of this token."""
    return Round.objects.select_related("system").filter(owner_key=owner, token=token).first()


def hands_of(found: Round) -> list[RoundHand]:
    """The hands of a round, in the order in which they were begun, as far as the one that completes it."""
    begun = StudentBoard.objects.filter(
        owner_key=found.owner_key, drill__in=found.drills, attempt=1, started_at__gte=found.started_at
    )
    boards = [*begun.order_by("started_at", "pk")]
    judged = {row.board_id: row for row in JudgedCall.objects.filter(board__in=boards, index=F("board__given"))}
    hands: list[RoundHand] = []
    for board in boards:
        if sum(hand.answered for hand in hands) == found.size:
            break
        hands.append(RoundHand(board, judged.get(board.pk)))
    return hands


def left_round_of(owner: str, system: SystemRow) -> LeftRound | None:
    """The last round of an owner in a system, if they have left it half-way."""
    found = Round.objects.filter(owner_key=owner, system=system).first()
    if found is None:
        return None
    answered = sum(hand.answered for hand in hands_of(found))
    if not 0 < answered < found.size:
        return None
    return LeftRound(found.token, title_of(found), answered, found.size)


def title_of(found: Round) -> str:
    """What a round is about: its topic, or what its hands are chosen by."""
    topic = curriculum().topics.get(found.topic)
    return topic.title if topic else found.get_kind_display()


def round_line_of(board: StudentBoard) -> RoundLine | None:
    """Where the round stands to which a board belongs; None where it belongs to none."""
    found = round_of(board)
    if found is None:
        return None
    hands = hands_of(found)
    place = next((place for place, hand in enumerate(hands) if hand.board.pk == board.pk), None)
    if place is None:
        return None
    counted = [hand.right for hand in hands if hand.right is not None]
    answered = sum(hand.answered for hand in hands[:place])
    title = title_of(found) if board.first_verdict else ""
    return RoundLine(found.token, title, found.size, answered + 1, len(counted), sum(counted))


def round_of(board: StudentBoard) -> Round | None:
    """The round that has asked for a board: the last one that the owner had begun before, if it asked for its drill."""
    if not board.drill:
        return None
    found = Round.objects.filter(owner_key=board.owner_key, started_at__lte=board.started_at).first()
    return found if found is not None and board.drill in found.drills else None
