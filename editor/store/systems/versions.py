"""Rows in versions, of which systems are made.

Nothing of a system is ever overwritten. Each change makes a revision, and each convention, note, agreement and entry
has a row for each of its versions, which holds from the revision `since` on and before the revision `until`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Self, TypeVar
from uuid import uuid4

from django.db import models
from django.db.models import Q


class Layer(NamedTuple):
    """One of the systems whose rows make up a system: its key, and the revision of which its rows are taken."""

    system: int
    revision: int

    @property
    def live(self) -> Q:
        """The condition of the rows that hold in this layer."""
        open_ended = Q(until=None) | Q(until__gt=self.revision)
        return Q(system=self.system, since__lte=self.revision) & open_ended


Row = TypeVar("Row", bound="Version")


class VersionQuerySet(models.QuerySet[Row]):
    """Versions of what systems are made of."""

    def holding(self, layers: Sequence[Layer]) -> Self:
        """The rows that make up a system of these layers, the upper one first.

        A row of a layer holds where no layer above has a version of the same identity, or says that it is gone.
        """
        holds, above = Q(), Q()
        for layer in layers:
            covered = Q(identity__in=self.model._default_manager.filter(above).values("identity")) if above else Q()
            holds |= layer.live & ~covered if covered else layer.live
            above |= layer.live
        return self.filter(holds, gone=False)


class Version(models.Model):
    """A version of one thing of a system, from the revision `since` on and before `until` if it has one.

    `identity` stays the same in all versions, and in the systems that stand on this one. A version that is `gone` says
    that the system does not have what its base has. `place` sorts the rows as the files do, with gaps for new ones.
    """

    CONTENT: tuple[str, ...]
    """The columns that say something: versions with the same content are the same."""
    KNOWN_BY: str
    """The column by which people and the engine know it. It is unique in a system."""
    CALLED: tuple[str, str]
    """What people call one of its kind, and several."""

    identity = models.UUIDField(default=uuid4)
    since = models.PositiveIntegerField()
    until = models.PositiveIntegerField(null=True, blank=True)
    gone = models.BooleanField(default=False)
    place = models.PositiveBigIntegerField()

    objects = VersionQuerySet.as_manager()

    class Meta:
        abstract = True

    @property
    def known_as(self) -> str:
        """What people and the engine know it by."""
        return str(getattr(self, self.KNOWN_BY))

    def same_as(self, other: Self) -> bool:
        """Whether both say the same."""
        return all(getattr(self, name) == getattr(other, name) for name in self.CONTENT)


def version_constraints(name: str, known_by: str) -> list[models.BaseConstraint]:
    """What holds for the table of a kind of versions: its name, and the column by which one of them is known."""
    holding = Q(until=None)
    return [
        models.UniqueConstraint(fields=["system", "identity"], condition=holding, name=f"one_{name}_of_an_identity"),
        models.UniqueConstraint(
            fields=["system", known_by], condition=holding & Q(gone=False), name=f"one_{name}_of_a_{known_by}"
        ),
        models.UniqueConstraint(fields=["system", "identity", "since"], name=f"one_{name}_in_a_revision"),
    ]
