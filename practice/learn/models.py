"""What is kept of a student's learning: judged calls, what is to come back and when, and rounds of hands."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.utils import timezone
from fsrs import Card, State

from bidbase.bidding.subjects import Level
from practice.boards.models import StudentBoard, new_token
from practice.learn.rating import Rating

SLUG = 60  # the longest slug of a topic


class JudgedCall(models.Model):
    """What a student called first at a place, counted for its topic.

    It is counted when the `FirstCall` of the place is judged, and that happens once. `index` is the number of calls
    before it in the auction of `board`. `level` is that of the topic at which it was asked; calls at the table count
    for the first. `agreement` is the ref of the entry that was asked about: the one behind `expected`, but for drills
    of an entry; blank where there is none. `section` is the name of the section of the entry behind `expected`, null
    where no entry made it; `convention` is the convention of that entry, blank where there is none. `right` is null
    where the call was right, but made with hints: it counts neither way. `strength` and `doubt` are the rating of the
    student after it, null where the call is no game with a question. It belongs to whoever has `owner_key`.
    """

    board = models.ForeignKey(StudentBoard, models.CASCADE, related_name="+")
    index = models.PositiveSmallIntegerField()
    owner_key = models.CharField(max_length=43)
    system = models.ForeignKey("editor.SystemRow", models.CASCADE, related_name="+")
    topic = models.CharField(max_length=SLUG)
    level = models.PositiveSmallIntegerField(default=Level.BEGIN)
    agreement = models.TextField(blank=True, default="")
    convention = models.TextField(blank=True, default="")
    section = models.TextField(null=True, blank=True)
    call = models.CharField(max_length=2)
    expected = models.CharField(max_length=2)
    right = models.BooleanField(null=True)
    strength = models.FloatField(null=True, blank=True)
    doubt = models.FloatField(null=True, blank=True)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-made_at", "-pk"]
        indexes = [models.Index(fields=["owner_key", "system", "-made_at"], name="judged_calls_of_an_owner")]

    def __str__(self) -> str:
        if self.right is None:
            return f"{self.topic}: {self.call}, with hints"
        return f"{self.topic}: {self.call}, {'right' if self.right else f'better {self.expected}'}"


class QuestionRating(models.Model):
    """How hard it is to be asked about an agreement at a level, by all answers of students so far.

    `agreement` is the ref of its entry. Of answers at the same moment `games` tells, so that none is counted by half.
    """

    system = models.ForeignKey("editor.SystemRow", models.CASCADE, related_name="+")
    level = models.PositiveSmallIntegerField()
    agreement = models.TextField()
    strength = models.FloatField()
    doubt = models.FloatField()
    games = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["system", "level", "agreement"], name="one_rating_of_a_question")
        ]

    def __str__(self) -> str:
        return f"{self.agreement}, level {self.level}: {self.strength:.1f}"

    @property
    def rating(self) -> Rating:
        """Its rating."""
        return Rating(self.strength, self.doubt)


class TopicMemory(models.Model):
    """How well a student remembers something of a topic, and when it is due again: a card of FSRS.

    That is an `agreement`, by the ref of its entry, once it was missed, and otherwise the `level` of the topic as a
    whole, where `agreement` is blank. `state`, `step`, `stability` and `difficulty` are those of `fsrs.Card`.
    """

    owner_key = models.CharField(max_length=43)
    system = models.ForeignKey("editor.SystemRow", models.CASCADE, related_name="+")
    topic = models.CharField(max_length=SLUG)
    level = models.PositiveSmallIntegerField(default=Level.BEGIN)
    agreement = models.TextField(blank=True, default="")
    state = models.PositiveSmallIntegerField(choices=[(state.value, state.name) for state in State])
    step = models.PositiveSmallIntegerField(null=True, blank=True)
    stability = models.FloatField(null=True, blank=True)
    difficulty = models.FloatField(null=True, blank=True)
    due = models.DateTimeField()
    last_review = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["due"]
        constraints = [
            models.UniqueConstraint(
                fields=["owner_key", "system", "topic", "level", "agreement"], name="one_memory_of_an_agreement"
            )
        ]

    def __str__(self) -> str:
        return f"{self.agreement or self.topic}, due {self.due:%Y-%m-%d %H:%M}"

    @property
    def card(self) -> Card:
        """The card as FSRS has it."""
        return Card(0, State(self.state), self.step, self.stability, self.difficulty, self.due, self.last_review)

    @staticmethod
    def values_of(card: Card) -> dict[str, State | int | float | datetime | None]:
        """The columns that hold a card."""
        return {
            "state": card.state.value,
            "step": card.step,
            "stability": card.stability,
            "difficulty": card.difficulty,
            "due": card.due,
            "last_review": card.last_review,
        }


class Round(models.Model):
    """Some hands in a row: of one topic, those that the student needs today, or a placement on the path.

    `plan` are the hands of today in their order, each as topic, level and agreement. `placed` are the topics that a
    placement has shown to be known, once all its hands are bid. `drills` are the queries of the drills that were
    asked. The hands of a round are the boards of these drills that its owner has begun since.
    """

    class Kind(models.TextChoices):
        """What its hands are chosen by."""

        TOPIC = "topic", "One topic"
        TODAY = "today", "Mixed hands"
        PLACEMENT = "placement", "Placement"

    token = models.CharField(max_length=22, unique=True, default=new_token, editable=False)
    owner_key = models.CharField(max_length=43)
    system = models.ForeignKey("editor.SystemRow", models.CASCADE, related_name="+")
    kind = models.CharField(max_length=9, choices=Kind.choices, default=Kind.TOPIC)
    topic = models.CharField(max_length=SLUG, blank=True, default="")
    size = models.PositiveSmallIntegerField(default=10)
    plan = models.JSONField(default=list, blank=True)
    placed = models.JSONField(default=list, blank=True)
    drills = models.JSONField(default=list, blank=True)
    started_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-started_at"]
        indexes = [models.Index(fields=["owner_key", "-started_at"], name="rounds_of_an_owner")]

    def __str__(self) -> str:
        return f"{self.size} hands: {self.topic or self.get_kind_display()}"
