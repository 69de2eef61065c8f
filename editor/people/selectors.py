"""Reading what people have to do with systems."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from django.db.models import PROTECT, Count, ForeignObjectRel, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from editor.store.systems.models import (
    EntryRow,
    Invitation,
    Member,
    Reader,
    Role,
    SystemQuerySet,
    SystemRevision,
    SystemRow,
    Visibility,
)

MOST_PUBLIC = 30  # public systems of others that are listed at a time


def listed_systems(reader: Reader) -> SystemQuerySet:
    """The systems that are at hand for a reader, with what a list says of each.

    `stands_on` is the revision of its base, `own_entries` the number of entries that are not its base's.
    """
    return _with_facts(SystemRow.objects.at_hand_for(reader))


def written_systems(reader: Reader, most: int) -> list[Any]:
    """The systems that a reader may change, with their facts, at most so many: those that were changed last."""
    return list(_with_facts(SystemRow.objects.writable_by(reader)).order_by("-updated", "-pk")[:most])


def public_systems(reader: Reader, text: str) -> tuple[list[SystemRow], int]:
    """The first public systems of other people that have this text in their title, description or owner's name.

    Systems that are at hand anyway are left out. The number counts all that have the text.
    """
    named = Q(title__icontains=text) | Q(description__icontains=text) | Q(owner__username__icontains=text)
    at_hand = SystemRow.objects.at_hand_for(reader).order_by().values("pk")
    found = SystemRow.objects.filter(named, visibility=Visibility.PUBLIC).exclude(pk__in=at_hand)
    shown = list(_with_facts(found)[: MOST_PUBLIC + 1])
    return shown[:MOST_PUBLIC], len(shown) if len(shown) <= MOST_PUBLIC else found.count()


def _with_facts(systems: SystemQuerySet) -> SystemQuerySet:
    revision = SystemRevision.objects.filter(system=OuterRef("pk"), number=OuterRef("revision"))
    entries = EntryRow.objects.filter(system=OuterRef("pk"), until=None, gone=False).order_by().values("system")
    return systems.select_related("base", "owner").annotate(
        stands_on=Subquery(revision.values("base_revision")[:1]),
        own_entries=Coalesce(Subquery(entries.annotate(number=Count("pk")).values("number")), 0),
    )


def roles_of(reader: Reader) -> dict[int, Role]:
    """What the reader may do in the systems of other people, by their keys."""
    members = Member.objects.filter(user=reader.user).values_list("system", "role") if reader.user else ()
    return {system: Role(role) for system, role in members}


def invitations_to(reader: Reader) -> list[Invitation]:
    """The invitations that name the reader."""
    if not reader.user:
        return []
    return list(Invitation.objects.filter(user=reader.user).select_related("system__owner"))


def invitation_by_token(token: str, reader: Reader) -> Invitation | None:
    """The invitation with this link, unless it names somebody else than the reader."""
    for_him = Q(user=None) | Q(user=reader.user) if reader.user else Q(user=None)
    return Invitation.objects.filter(for_him, token=token).select_related("system__owner").first()


def user_named(name: str) -> User | None:
    """The account of this name, in whichever letters it is written."""
    return User.objects.filter(username__iexact=name, is_active=True).first()


def last_change(system: SystemRow) -> SystemRevision | None:
    """The last change of a system, with who made it."""
    return SystemRevision.objects.filter(system=system, number=system.revision).select_related("by").first()


def needed_by(system: SystemRow) -> list[str]:
    """What forbids to delete a system, in words: systems that stand on it, boards, members."""
    needed = []
    if others := system.standing_on_it.count():
        needed.append("another system stands on it" if others == 1 else f"{others} other systems stand on it")
    if members := system.members.count():
        needed.append("it has a member" if members == 1 else f"it has {members} members")
    relations = SystemRow._meta.get_fields(include_hidden=True)  # boards have no name for a system to reach them by
    tables = (relation for relation in relations if relation.name != "standing_on_it")
    if any(_is_kept_by(system, relation) for relation in tables):
        needed.append("boards have been bid with it, which need it for their reviews")
    return needed


def _is_kept_by(system: SystemRow, relation: object) -> bool:
    """Whether a table has rows that cannot be without the system."""
    if not isinstance(relation, ForeignObjectRel) or relation.on_delete is not PROTECT:
        return False
    return bool(relation.related_model._default_manager.filter(**{relation.field.name: system}).exists())
