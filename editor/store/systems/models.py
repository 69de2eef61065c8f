"""Systems as rows: conventions, notes, agreements, entries with a column for every field of the engine, revisions."""

from __future__ import annotations

import copy
import secrets
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from bidbase.language.fields import STORED_FIELDS
from bidbase.systems.agreements import Agreement, parse_choices, parse_needs, parse_parameters
from bidbase.systems.notes import NoteSubject, parse_serves
from editor.store.systems.versions import Layer, Row, Version, VersionQuerySet, version_constraints


def new_token() -> str:
    """A name that nobody can guess: 128 random bits."""
    return secrets.token_urlsafe(16)


@dataclass(frozen=True)
class Reader:
    """Who asks for a system: the key of an account, None for a guest, and the links to systems that were opened."""

    user: int | None = None
    links: tuple[str, ...] = ()


ANYBODY = Reader()
BEGUN = 1  # the revision of a copy in which nothing has changed yet


class SystemQuerySet(models.QuerySet["SystemRow"]):
    """Which systems there are for whom."""

    def readable_by(self, reader: Reader) -> Self:
        """The public systems, and those that are at hand for the reader."""
        return self.filter(Q(visibility=Visibility.PUBLIC) | _at_hand_for(reader))

    def at_hand_for(self, reader: Reader) -> Self:
        """The systems that a reader chooses from.

        They are the shipped ones, systems whose link the reader has opened, and systems that the reader owns or is a
        member of. The public systems of other people are not among them.
        """
        return self.filter(Q(shipped=True) | _at_hand_for(reader))

    def writable_by(self, reader: Reader) -> Self:
        """The systems that a reader may change: their own, and those that they edit with somebody else."""
        return self.filter(Q(owner=reader.user) | _member(reader, Role.EDITOR)) if reader.user else self.none()


class Visibility(models.TextChoices):
    """Who may read a system beside its owner and its members."""

    PRIVATE = "private", "Nobody else"
    LINK = "link", "Whoever has the link"
    PUBLIC = "public", "Everybody"


class Role(models.TextChoices):
    """What a member may do with a system."""

    EDITOR = "editor", "may edit"
    VIEWER = "viewer", "may read"


def _at_hand_for(reader: Reader) -> Q:
    linked = Q(link__in=reader.links) & ~Q(visibility=Visibility.PRIVATE)
    return linked | Q(owner=reader.user) | _member(reader, *Role) if reader.user else linked


def _member(reader: Reader, *roles: Role) -> Q:
    return Q(pk__in=Member.objects.filter(user=reader.user, role__in=roles).values("system"))


class SystemRow(models.Model):
    """What a partnership plays.

    `revision` is the number of the last change to its conventions, notes and entries; what is read of a system is read
    as it was then, so `as_of` gives the same system at an earlier time. A system may stand on a `base`: it has what the
    base has at a revision, and rows of its own for what it changes, adds and removes. `shipped` systems
    follow the files that come with BidBase. `link` is the secret part of the address that lets others read it.
    """

    slug = models.SlugField(unique=True)
    title = models.TextField()
    description = models.TextField(blank=True, default="")
    revision = models.PositiveIntegerField(default=0)
    base = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="standing_on_it")
    shipped = models.BooleanField(default=False)
    digest = models.CharField(max_length=32, blank=True, default="")  # of the files that a shipped one was read from
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="systems")
    visibility = models.CharField(max_length=7, choices=Visibility.choices, default=Visibility.PRIVATE)
    link = models.CharField(max_length=22, unique=True, default=new_token, editable=False)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    objects = SystemQuerySet.as_manager()
    as_it_was = False  # whether it is read at another revision than its row has

    class Meta:
        ordering = ["title", "slug"]

    def __str__(self) -> str:
        return self.title

    def as_of(self, revision: int) -> Self:
        """The system as it was at this revision, for reading."""
        system = copy.copy(self)
        system.revision = revision
        system.as_it_was = self.as_it_was or revision != self.revision
        return system

    @property
    def base_revision(self) -> int:
        """The revision of the base that this one stands on; 0 without a base."""
        return _base_revision(self.pk, self.created, self.revision) if self.base_id else 0

    @property
    def standing(self) -> SystemRow | None:
        """The base as this system stands on it."""
        return self.base.as_of(self.base_revision) if self.base else None

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The systems that make it up: itself, its base, the base of that."""
        own = (Layer(self.pk, self.revision),)
        return own + self.standing.layers if self.standing else own

    def rows_of(self, model: type[Row]) -> VersionQuerySet[Row]:
        """The rows of a table that it has at this revision, in their order."""
        rows: Any = model._default_manager.all()
        return rows.holding(self.layers)

    @property
    def entries(self) -> VersionQuerySet[EntryRow]:
        """The entries that it has at this revision, in the order of the auction."""
        return self.rows_of(EntryRow)

    @property
    def conventions(self) -> VersionQuerySet[ConventionRow]:
        """The conventions that it has at this revision, in their order."""
        return self.rows_of(ConventionRow)

    @property
    def notes(self) -> VersionQuerySet[NoteRow]:
        """The notes that it has at this revision, in their order."""
        return self.rows_of(NoteRow)

    @property
    def agreements(self) -> VersionQuerySet[AgreementRow]:
        """The agreements that it has at this revision, in their order."""
        return self.rows_of(AgreementRow)


@lru_cache(maxsize=10_000)
def _base_revision(pk: int, created: datetime, revision: int) -> int:
    # `created` tells apart systems that come to the same key one after the other, as in a database that is rolled back.
    return SystemRevision.objects.values_list("base_revision", flat=True).get(system=pk, number=revision)


class Member(models.Model):
    """Somebody who has a part in the system of another person."""

    system = models.ForeignKey(SystemRow, models.CASCADE, related_name="members")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    role = models.CharField(max_length=6, choices=Role.choices)
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["system", "since"]
        constraints = [models.UniqueConstraint(fields=["system", "user"], name="one_role_of_a_member")]

    def __str__(self) -> str:
        return f"{self.user} {self.get_role_display()} {self.system}"


class Invitation(models.Model):
    """An invitation to have a part in a system, for one person: `user`, or whoever opens its link first.

    It is deleted when it is accepted, declined or withdrawn.
    """

    token = models.CharField(max_length=22, unique=True, default=new_token, editable=False)
    system = models.ForeignKey(SystemRow, models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=6, choices=Role.choices)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+")
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["system", "made"]
        constraints = [models.UniqueConstraint(fields=["system", "user"], name="one_invitation_of_a_person")]

    def __str__(self) -> str:
        return f"{self.user or 'Somebody'} {self.get_role_display()} {self.system}"


class SystemRevision(models.Model):
    """One change of a system: a practiced auction keeps the number of the revision it was bid with.

    `summary` says what was changed, `why` is the reason that somebody gave. `base_revision` is the revision of the base
    from here on; 0 without a base.
    """

    system = models.ForeignKey(SystemRow, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    made = models.DateTimeField(auto_now_add=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    summary = models.TextField()
    why = models.TextField(blank=True, default="")
    base_revision = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["system", "-number"]
        constraints = [models.UniqueConstraint(fields=["system", "number"], name="one_row_for_each_revision")]

    def __str__(self) -> str:
        return f"{self.system_id}, revision {self.number}: {self.summary}"


OFF = "0"
USES = {"": "used by both sides", OFF: "switched off", "W": "used by us only", "T": "used by the opponents only"}


class ConventionRow(Version):
    """A version of a named agreement. `use` is its selection code, one of `USES`.

    `remark` is what other apps say of it where it is listed; it is not stored.
    """

    CONTENT = ("name", "place", "use", "notes")
    KNOWN_BY = "name"
    CALLED = ("convention", "conventions")

    remark = ""
    system = models.ForeignKey(SystemRow, models.CASCADE, related_name="convention_versions")
    name = models.TextField()
    use = models.CharField(max_length=1, blank=True, default="")
    notes = models.TextField(blank=True, default="")

    class Meta:
        ordering = ["place", "pk"]
        constraints = version_constraints("convention", "name")

    def __str__(self) -> str:
        return self.name

    @property
    def use_words(self) -> str:
        """What the selection code says: `used by us only`."""
        return USES[self.use]


class NoteRow(Version):
    """A version of a note: a `text` in Markdown for what it `serves`, one subject on a line; blank for the system."""

    CONTENT = ("name", "place", "serves", "text")
    KNOWN_BY = "name"
    CALLED = ("note", "notes")

    system = models.ForeignKey(SystemRow, models.CASCADE, related_name="note_versions")
    name = models.TextField()
    serves = models.TextField(blank=True, default="")
    text = models.TextField(blank=True, default="")

    class Meta:
        ordering = ["place", "pk"]
        constraints = version_constraints("note", "name")

    def __str__(self) -> str:
        return self.name

    @property
    def subjects(self) -> tuple[NoteSubject, ...]:
        """What it serves."""
        return parse_serves(self.serves)


class AgreementRow(Version):
    """A version of an agreement: a question with `choices`, one on a line, of which the conventions tell one is played.

    `needs` has the conventions without which it is not asked, one on a line. Where it settles `parameters`, a line for
    each with a value for every choice, `plays` is the label of the choice that is played.
    """

    CONTENT = ("name", "place", "chapter", "question", "choices", "needs", "parameters", "plays")
    KNOWN_BY = "name"
    CALLED = ("agreement", "agreements")

    system = models.ForeignKey(SystemRow, models.CASCADE, related_name="agreement_versions")
    name = models.TextField()
    chapter = models.TextField()
    question = models.TextField(blank=True, default="")
    choices = models.TextField()
    needs = models.TextField(blank=True, default="")
    parameters = models.TextField(blank=True, default="")
    plays = models.TextField(blank=True, default="")

    class Meta:
        ordering = ["place", "pk"]
        constraints = version_constraints("agreement", "name")

    def __str__(self) -> str:
        return self.name

    @property
    def agreement(self) -> Agreement:
        """The agreement as the engine knows it."""
        choices = parse_choices(self.choices)
        parameters = parse_parameters(self.parameters, choices)
        return Agreement(
            self.name, self.chapter, self.question, choices, parse_needs(self.needs), parameters, self.plays
        )


class EntryRow(Version):
    """A version of an entry. Each field of the engine's list has a column of its name, added below; blank is "".

    `ref` is the engine's id (`1N-P/200000`). The keys sort alike in every database: sections as auctions go, order
    numbers and bids as the game ranks them.
    """

    CONTENT = ("ref", "family", "place", *(field.name for field in STORED_FIELDS))
    KNOWN_BY = "ref"
    CALLED = ("entry", "entries")

    system = models.ForeignKey(SystemRow, models.CASCADE, related_name="entry_versions")
    prior_bids: str  # of the columns that are added below, those that have a part here by name
    order: str
    bid: str
    usage: str
    excuses: str
    follows: str

    ref = models.TextField()
    family = models.TextField()
    section_key = models.TextField(blank=True)
    order_key = models.PositiveBigIntegerField()
    bid_key = models.CharField(max_length=3)

    class Meta:
        ordering = ["section_key", "order_key", "place", "pk"]
        constraints = version_constraints("entry", "ref")
        indexes = [
            models.Index(fields=["system", "section_key", "order_key", "place"], name="entry_in_auction_order"),
            models.Index(fields=["system", "prior_bids"], name="entry_by_section"),
        ]

    def __str__(self) -> str:
        return self.ref


for _field in STORED_FIELDS:
    EntryRow.add_to_class(_field.name, models.TextField(blank=True, default=""))

VERSIONED: tuple[type[Version], ...] = (ConventionRow, NoteRow, AgreementRow, EntryRow)
"""What a system is made of, in the order in which changes of it are listed."""
