"""Boards that a student bids, and what the system said of each of the student's calls."""

from __future__ import annotations

import secrets

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from bidbase.game.cards import Seat
from bidbase.game.dealing import MAX_DEAL_NUMBER


def new_token() -> str:
    """A name that nobody can guess: 128 random bits."""
    return secrets.token_urlsafe(16)


THOUGHT = "thinking"
"""Stands for the ref of an entry where a robot thought and departed from the book."""


class Verdict(models.TextChoices):
    """What the system says of a student's call."""

    AGREES = "agrees", "The system agrees"
    ALTERNATIVE = "alternative", "Accepted alternative"
    DIFFERS = "differs", "The system differs"
    NO_ENTRY = "no_entry", "No verdict"
    TO_COME = "to_come", "Verdict to come"


RIGHT = (Verdict.AGREES, Verdict.ALTERNATIVE)
SPOKEN = (*RIGHT, Verdict.DIFFERS)
"""The verdicts by which a call is right or wrong."""


def told(way: str = "") -> Q:
    """The boards of which everything may be told once they are bid, so not those of an exam that has not been closed.

    `way` leads to the board from the rows that are asked, as `board__`.
    """
    of_set = f"{way}set_board__board_set"
    not_an_exam = Q(**{f"{way}set_board": None}) | Q(**{f"{of_set}__exam": False})
    return not_an_exam | Q(**{f"{of_set}__closed_at__isnull": False})


class StudentBoard(models.Model):
    """One attempt of a student, or of two who are partners, to bid a deal against robots.

    The deal is the numbered one of `deal_number`. A board with `cards` of its own, a deal in PBN, has its dealer and
    vulnerability in `cards_dealer` and `cards_vulnerability`, and `deal_number` is its number in the drill or set.

    It belongs to the browser or account that holds `owner_key`. A board of a `partnership` belongs to its two people,
    who sit in `seat` and opposite: its `owner_key` is the partnership's token, which nobody holds as their own. Whoever
    has the `token` may read the board when it is finished. Partner, opposite `seat`, plays `partner_system`; where that
    is null they play `our_system` too. A finished deal is tried again in a new attempt. Two attempts at one deal are
    open only where a guest and their account had one each; the table shows the higher one first.

    `calls` is the whole auction so far, `P-1C-1S`. `sources` has for each call the ref of the entry that made it: ""
    where no entry fitted, `THOUGHT` where a robot thought and departed from the book, null where a student called.
    `unweighed` are the indices of the calls that robots made by the book alone, because no worker was free in time to
    weigh them.

    A board of a set has it in `set_board`, and a board of a drill has the drill's query in `drill`. Both begin when the
    first `given` calls have been made, the student's own among them. `first_verdict` is what the system said of the
    student's first call, whatever they took back later: no verdict, if they took it back before it was weighed.
    `hints` counts for each auction, `P-1C-1S`, the hints that the student has seen there, and does not unsee. Since
    `turn_since` the auction is as it is.
    """

    token = models.CharField(max_length=22, unique=True, default=new_token, editable=False)
    owner_key = models.CharField(max_length=43)
    deal_number = models.PositiveIntegerField(validators=[MinValueValidator(1), MaxValueValidator(MAX_DEAL_NUMBER)])
    cards = models.CharField(max_length=69, blank=True, default="")
    cards_dealer = models.CharField(max_length=1, blank=True, default="")
    cards_vulnerability = models.CharField(max_length=4, blank=True, default="")
    attempt = models.PositiveSmallIntegerField(default=1)
    seat = models.CharField(max_length=1, choices=[(seat.letter, seat.title) for seat in Seat])
    scoring = models.CharField(max_length=3, choices=[("IMP", "IMPs"), ("MP", "Matchpoints")])
    opponents_silent = models.BooleanField(default=False)
    robots_think = models.BooleanField(default=False)
    our_system = models.ForeignKey("editor.SystemRow", models.PROTECT, related_name="+")
    our_revision = models.PositiveIntegerField()
    partner_system = models.ForeignKey("editor.SystemRow", models.PROTECT, null=True, blank=True, related_name="+")
    partner_revision = models.PositiveIntegerField(null=True, blank=True)
    their_system = models.ForeignKey("editor.SystemRow", models.PROTECT, related_name="+")
    their_revision = models.PositiveIntegerField()
    feedback = models.BooleanField(default=True)
    drill = models.CharField(max_length=500, blank=True, default="")
    set_board = models.ForeignKey("practice.SetBoard", models.PROTECT, null=True, blank=True, related_name="attempts")
    partnership = models.ForeignKey(
        "practice.Partnership", models.PROTECT, null=True, blank=True, related_name="boards"
    )
    given = models.PositiveSmallIntegerField(default=0)
    hints = models.JSONField(default=dict, blank=True)
    first_verdict = models.CharField(max_length=11, choices=Verdict.choices, blank=True, default="")
    calls = models.TextField(blank=True, default="")
    sources = models.JSONField(default=list, blank=True)
    unweighed = models.JSONField(default=list, blank=True)
    turn_since = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-updated_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["owner_key", "deal_number", "cards", "drill", "attempt"],
                condition=Q(set_board=None),
                name="one_board_of_an_attempt",
            ),
            models.UniqueConstraint(fields=["owner_key", "set_board", "attempt"], name="one_set_board_of_an_attempt"),
        ]
        indexes = [
            models.Index(fields=["owner_key", "-updated_at"], name="boards_of_an_owner"),
            models.Index(fields=["deal_number"], name="boards_of_a_deal"),
        ]

    def __str__(self) -> str:
        return f"Deal {self.deal_number}, attempt {self.attempt}: {self.calls or 'no call yet'}"

    @property
    def finished(self) -> bool:
        """Whether the auction is over."""
        return self.finished_at is not None

    @property
    def in_exam(self) -> bool:
        """Whether it belongs to an exam that has not been closed: nothing is told of it, not even when it is bid."""
        return self.set_board is not None and self.set_board.board_set.in_exam


class StudentCall(models.Model):
    """One call of the student and what the system would have called, kept as it was at that time.

    `index` is the place in the auction. `expected` is the best call, "" where the system has none for the hand, and
    `entry` the ref of the entry behind it, "" where none fitted. Both are blank while the verdict is to come: a worker
    weighs the hand over many deals. `hinted` counts the hints that were seen before it.
    """

    board = models.ForeignKey(StudentBoard, models.CASCADE, related_name="student_calls")
    index = models.PositiveSmallIntegerField()
    call = models.CharField(max_length=2)
    expected = models.CharField(max_length=2, blank=True)
    entry = models.TextField(blank=True, default="")
    verdict = models.CharField(max_length=11, choices=Verdict.choices)
    hinted = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["board", "index"]
        constraints = [models.UniqueConstraint(fields=["board", "index"], name="one_judgement_of_a_call")]

    def __str__(self) -> str:
        return f"{self.call} ({self.get_verdict_display()})"

    @property
    def judged(self) -> bool:
        """Whether the system has said what it says of the call."""
        return self.verdict != Verdict.TO_COME

    @property
    def strays(self) -> bool:
        """Whether it is not the best call: the hand may then be another than the calls show."""
        return self.call != self.expected


class FirstCall(models.Model):
    """What a student called first at a place of a board. It stays, whatever is taken back and called there later.

    The place is the `auction` before it, `P-1C-1S`, and `index` the number of calls in that. `call`, `expected`,
    `entry`, `verdict` and `hinted` are those of the first call, as in `StudentCall`; there is no verdict if it was
    taken back before it was weighed. `seconds` went by from the turn to the call. It is null where more than
    `LONGEST_THOUGHT` did, since then nobody knows who thought and who slept, and for calls from before it was measured.

    `tries` counts the calls that were made there. `right_at` is the first of these that was right, made after
    `right_hinted` hints; it is null while none was.
    """

    LONGEST_THOUGHT = 600  # seconds

    board = models.ForeignKey(StudentBoard, models.CASCADE, related_name="first_calls")
    auction = models.TextField(blank=True, default="")
    index = models.PositiveSmallIntegerField()
    call = models.CharField(max_length=2)
    expected = models.CharField(max_length=2, blank=True, default="")
    entry = models.TextField(blank=True, default="")
    verdict = models.CharField(max_length=11, choices=Verdict.choices, default=Verdict.TO_COME)
    hinted = models.PositiveSmallIntegerField(default=0)
    seconds = models.PositiveSmallIntegerField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=1)
    right_at = models.PositiveSmallIntegerField(null=True, blank=True)
    right_hinted = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["board_id", "index", "pk"]
        constraints = [models.UniqueConstraint(fields=["board", "auction"], name="one_first_call_of_a_place")]

    def __str__(self) -> str:
        return f"{self.call} first ({self.get_verdict_display()})"

    @property
    def by_itself(self) -> bool:
        """Whether it was right without a hint."""
        return self.verdict in RIGHT and not self.hinted
