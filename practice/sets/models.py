"""Sets of boards, those who take part in them, and the comments of the owners."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from bidbase.game.auction import Auction
from bidbase.game.cards import Deal, Seat, Side, Vulnerability, board_dealer, board_vulnerability
from bidbase.game.dealing import MAX_DEAL_NUMBER, numbered_deal
from practice.boards.models import StudentBoard, new_token


def visible(text: str) -> None:
    """Refuse what nobody sees in a name: ends of lines, and characters without a shape."""
    if not text.isprintable():
        raise ValidationError("Use letters, digits and signs that can be seen, on one line.")


class BoardSet(models.Model):
    """Boards that are handed out, in their order, and how they are bid.

    Whoever has the `token` may take part, and whoever has the `secret` too sees the results and may change the set. It
    belongs to the browser or account that holds `owner_key`. Students play `our_system`; so do their partners, where
    there is no `partner_system`. An `exam` tells students nothing before its owner has closed it, at `closed_at`: no
    hints, no verdicts, and no other hands.
    """

    token = models.CharField(max_length=22, unique=True, default=new_token, editable=False)
    secret = models.CharField(max_length=22, default=new_token, editable=False)
    owner_key = models.CharField(max_length=43)
    title = models.CharField(max_length=80, validators=[visible])
    before = models.TextField(max_length=2000, blank=True, default="")
    after = models.TextField(max_length=2000, blank=True, default="")
    our_system = models.ForeignKey("editor.SystemRow", models.PROTECT, related_name="+")
    partner_system = models.ForeignKey("editor.SystemRow", models.PROTECT, null=True, blank=True, related_name="+")
    their_system = models.ForeignKey("editor.SystemRow", models.PROTECT, related_name="+")
    scoring = StudentBoard._meta.get_field("scoring").clone()
    opponents_silent = models.BooleanField(default=False)
    robots_think = models.BooleanField(default=False)
    feedback = models.BooleanField(default=True)
    exam = models.BooleanField(default=False)
    closed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]
        indexes = [models.Index(fields=["owner_key", "-created_at"], name="sets_of_an_owner")]

    def __str__(self) -> str:
        return self.title

    @property
    def in_exam(self) -> bool:
        """Whether it is an exam that has not been closed."""
        return self.exam and self.closed_at is None


class SetBoard(models.Model):
    """A board of a set: a numbered deal, or `cards` of its own in PBN with their dealer and vulnerability.

    `name` is what a file that it is from calls it, as the number on a printed hand record. The student in `seat` is to
    call after the `calls`, or at their next turn after these.
    """

    board_set = models.ForeignKey(BoardSet, models.CASCADE, related_name="boards")
    number = models.PositiveSmallIntegerField()
    deal_number = models.PositiveIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(MAX_DEAL_NUMBER)]
    )
    cards = models.CharField(max_length=69, blank=True, default="")
    cards_dealer = models.CharField(max_length=1, blank=True, default="")
    cards_vulnerability = models.CharField(max_length=4, blank=True, default="")
    name = models.CharField(max_length=20, blank=True, default="")
    seat = models.CharField(max_length=1, choices=[(seat.letter, seat.title) for seat in Seat])
    calls = models.CharField(max_length=200, blank=True, default="")
    before = models.TextField(max_length=2000, blank=True, default="")
    after = models.TextField(max_length=2000, blank=True, default="")

    class Meta:
        ordering = ["board_set", "number"]
        constraints = [
            models.UniqueConstraint(fields=["board_set", "number"], name="one_board_of_a_number"),
            models.CheckConstraint(
                condition=(Q(deal_number=None) & ~Q(cards="")) | Q(deal_number__gte=1, cards=""),
                name="a_numbered_deal_or_cards",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.board_set_id}, board {self.number}"

    @property
    def student(self) -> Seat:
        """The student's seat."""
        return Seat.parse(self.seat)

    @property
    def student_side(self) -> Side:
        """The student's side."""
        return self.student.side

    @property
    def deal(self) -> Deal:
        """All four hands: for robots and for the analysis alone."""
        return Deal.parse(self.cards) if self.deal_number is None else numbered_deal(self.deal_number)

    @property
    def dealer(self) -> Seat:
        """Who speaks first."""
        return Seat.parse(self.cards_dealer) if self.deal_number is None else board_dealer(self.deal_number)

    @property
    def vulnerability(self) -> Vulnerability:
        """Which sides are vulnerable."""
        if self.deal_number is None:
            return Vulnerability.parse(self.cards_vulnerability)
        return board_vulnerability(self.deal_number)

    @property
    def auction(self) -> Auction:
        """The calls that are given."""
        return Auction.parse(self.calls, self.dealer, self.vulnerability)


class DealRequest(models.Model):
    """Boards that a worker is to deal at the end of a set, for the student in `seat`.

    They are questions of a `drill`, which is its query, or deals with `hands` as they are wanted, a condition on each
    line, after `calls`. `dealt` counts those that were found; it is None until then.
    """

    board_set = models.ForeignKey(BoardSet, models.CASCADE, related_name="deal_requests")
    count = models.PositiveSmallIntegerField()
    seat = SetBoard._meta.get_field("seat").clone()
    hands = models.TextField(blank=True, default="")
    calls = models.CharField(max_length=200, blank=True, default="")
    drill = models.CharField(max_length=500, blank=True, default="")
    dealt = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.count} boards of {self.drill or self.hands or self.calls}"

    @property
    def student(self) -> Seat:
        """The student's seat."""
        return Seat.parse(self.seat)


class BoardUpload(models.Model):
    """A file or a text from which boards for a set are chosen, kept for a day.

    `boards` are those that were read of it, and `faults` what is wrong with it, in words; `boards` is None until then.
    `repeated` boards came again. `chosen` says which are to be added, while a worker completes their cards, and `taken`
    has the places of those that were added.
    """

    board_set = models.ForeignKey(BoardSet, models.CASCADE, related_name="uploads")
    name = models.CharField(max_length=200)
    content = models.BinaryField()
    seat = SetBoard._meta.get_field("seat").clone()
    boards = models.JSONField(null=True)
    faults = models.JSONField(default=list)
    repeated = models.PositiveIntegerField(default=0)
    chosen = models.JSONField(null=True)
    taken = models.JSONField(default=list)
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name


class Participant(models.Model):
    """Who takes part in a set, with the key of their browser or account; nobody else has that nickname there."""

    board_set = models.ForeignKey(BoardSet, models.CASCADE, related_name="participants")
    owner_key = models.CharField(max_length=43)
    nickname = models.CharField(max_length=30, validators=[visible])
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["board_set", "joined_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["board_set", "owner_key"], name="one_participant_of_a_browser"),
            models.UniqueConstraint("board_set", Lower("nickname"), name="one_participant_of_a_nickname"),
        ]

    def __str__(self) -> str:
        return self.nickname


class Comment(models.Model):
    """What the owner of a set says of a participant's board: of the call `index`, or of all of it."""

    board = models.ForeignKey(StudentBoard, models.CASCADE, related_name="comments")
    index = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.TextField(max_length=1000)
    written_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["board", models.F("index").asc(nulls_last=True)]
        constraints = [
            models.UniqueConstraint(fields=["board", "index"], name="one_comment_on_a_call"),
            models.UniqueConstraint(fields=["board"], condition=Q(index=None), name="one_comment_on_a_board"),
        ]

    def __str__(self) -> str:
        return self.text[:40]
