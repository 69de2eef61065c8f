"""Writing what people have to do with systems: copies, settings, members, invitations, and the end of a system."""

from __future__ import annotations

from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, transaction

from editor.people.selectors import needed_by
from editor.store.systems.models import BEGUN, Invitation, Member, Role, SystemRow, Visibility, new_token
from editor.store.systems.services import copy_of_system, free_slug


class Gone(Exception):
    """Somebody else was first: what was to be changed is no longer there."""


class Needed(Exception):
    """The system cannot be deleted. `reasons` say what needs it."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons


def take_as_base(*, base: SystemRow, title: str, owner: AbstractBaseUser) -> SystemRow:
    """A system of one's own that stands on another one.

    Whoever asks again before changing anything gets the same one: they have clicked twice.
    """
    while True:
        unchanged = SystemRow.objects.filter(owner=owner.pk, base=base, title=title, revision=BEGUN).order_by("-pk")
        for system in unchanged:
            if system.base_revision == base.revision:
                return system
        try:
            with transaction.atomic():
                return copy_of_system(base=base, slug=free_slug(title), title=title, owner=owner)
        except IntegrityError:  # somebody has taken the name in the meantime
            continue


def renew_link(*, system: SystemRow) -> None:
    """Give the system a new link. The old one leads nowhere from now on."""
    SystemRow.objects.filter(pk=system.pk).update(link=new_token())


def invite(*, system: SystemRow, role: Role, user: AbstractBaseUser | None = None) -> Invitation:
    """Invite somebody by name, or whoever opens the invitation's link first. A second invitation replaces the first."""
    if user is None:
        return Invitation.objects.create(system=system, role=role)
    return Invitation.objects.update_or_create(system=system, user_id=user.pk, defaults={"role": role})[0]


def close_invitation(*, invitation: Invitation) -> None:
    """Take an invitation back, or decline it."""
    Invitation.objects.filter(pk=invitation.pk).delete()


def accept_invitation(*, invitation: Invitation, user: AbstractBaseUser) -> Member:
    """Make somebody a member. Raises `Gone` where the invitation was withdrawn, or somebody else was first."""
    with transaction.atomic():
        deleted, _ = Invitation.objects.filter(pk=invitation.pk).delete()
        if not deleted:
            raise Gone
        member, _ = Member.objects.update_or_create(
            system=invitation.system, user_id=user.pk, defaults={"role": invitation.role}
        )
    return member


def set_role(*, member: Member, role: Role) -> None:
    """Let a member edit, or read alone."""
    Member.objects.filter(pk=member.pk).update(role=role)


def remove_member(*, member: Member) -> None:
    """End somebody's part in a system."""
    Member.objects.filter(pk=member.pk).delete()


def give_to(*, system: SystemRow, member: Member) -> None:
    """Make a member the owner. The former owner becomes an editor. Raises `Gone` where the member has left."""
    with transaction.atomic():
        given = SystemRow.objects.filter(pk=system.pk, owner=system.owner, members=member).update(owner=member.user_id)
        if not given:
            raise Gone
        Member.objects.filter(pk=member.pk).delete()
        if system.owner_id is not None:
            Member.objects.create(system=system, user_id=system.owner_id, role=Role.EDITOR)


def delete_system(*, system: SystemRow) -> None:
    """Delete a system that nobody needs. Raises `Needed`."""
    with transaction.atomic():
        if reasons := needed_by(system):
            raise Needed(reasons)
        system.delete()


def give_up(*, system: SystemRow) -> None:
    """Leave a system to those who need it: it belongs to nobody, and nobody else finds it."""
    with transaction.atomic():
        SystemRow.objects.filter(pk=system.pk).update(owner=None, visibility=Visibility.PRIVATE)
        Invitation.objects.filter(system=system).delete()
