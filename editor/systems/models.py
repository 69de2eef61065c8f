"""Systems as rows: conventions, entries with a column for every field of the engine's list, and revisions."""

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models

from bidbase.language.fields import STORED_FIELDS


class SystemQuerySet(models.QuerySet["SystemRow"]):
    """Which systems there are for whom."""

    def visible_to(self, user: AbstractBaseUser | AnonymousUser | None) -> "SystemQuerySet":
        """The systems that belong to everybody, and the user's own."""
        everybodys = models.Q(owner=None)
        own = user.pk if user is not None else None
        return self.filter(everybodys | models.Q(owner=own) if own else everybodys)


class SystemRow(models.Model):
    """What a partnership plays.

    `revision` counts the changes to its conventions and entries. A system without an owner belongs to everybody;
    `shipped` ones follow the files that come with BidBase.
    """

    slug = models.SlugField(unique=True)
    title = models.TextField()
    description = models.TextField(blank=True, default="")
    revision = models.PositiveIntegerField(default=0)
    shipped = models.BooleanField(default=False)
    digest = models.CharField(max_length=32, blank=True, default="")  # of the files that a shipped one was read from
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="systems")
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    objects = SystemQuerySet.as_manager()

    class Meta:
        ordering = ["title", "slug"]

    def __str__(self) -> str:
        return self.title


class SystemRevision(models.Model):
    """One change of a system: a practiced auction keeps the number of the revision it was bid with."""

    system = models.ForeignKey(SystemRow, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    made = models.DateTimeField(auto_now_add=True)
    summary = models.TextField()

    class Meta:
        ordering = ["system", "-number"]
        constraints = [models.UniqueConstraint(fields=["system", "number"], name="one_row_for_each_revision")]

    def __str__(self) -> str:
        return f"{self.system_id}, revision {self.number}: {self.summary}"


OFF = "0"
USES = {"": "used by both sides", OFF: "switched off", "W": "used by us only", "T": "used by the opponents only"}


class ConventionRow(models.Model):
    """A named agreement. `use` is its selection code, one of `USES`.

    `remark` is what other apps say of it where it is listed; it is not stored.
    """

    remark = ""
    system = models.ForeignKey(SystemRow, models.CASCADE, related_name="conventions")
    place = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()
    name = models.TextField()
    use = models.CharField(max_length=1, blank=True, default="")
    notes = models.TextField(blank=True, default="")

    class Meta:
        ordering = ["system", "place"]
        constraints = [models.UniqueConstraint(fields=["system", "name"], name="one_convention_of_a_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def use_words(self) -> str:
        """What the selection code says: `used by us only`."""
        return USES[self.use]


class EntryRow(models.Model):
    """One record of a system. Each field of the engine's list has a column of its name, added below; blank is "".

    `ref` is the engine's id (`1N-P/200000`), `place` the order in the files, `revision` that of the system when it last
    changed. The keys sort alike in every database: sections as auctions go, order numbers and bids as the game ranks
    them.
    """

    system = models.ForeignKey(SystemRow, models.CASCADE, related_name="entries")
    ref = models.TextField()
    family = models.TextField()
    place = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()
    section_key = models.TextField(blank=True)
    order_key = models.PositiveBigIntegerField()
    bid_key = models.CharField(max_length=3)

    class Meta:
        ordering = ["system", "section_key", "order_key", "place"]
        constraints = [models.UniqueConstraint(fields=["system", "ref"], name="one_entry_of_a_ref")]
        indexes = [
            models.Index(fields=["system", "section_key", "order_key", "place"], name="entry_in_auction_order"),
            models.Index(fields=["system", "prior_bids"], name="entry_by_section"),
        ]

    def __str__(self) -> str:
        return self.ref


for _field in STORED_FIELDS:
    EntryRow.add_to_class(_field.name, models.TextField(blank=True, default=""))
