"""The sets of a guest, and those in which they take part, become those of their account."""

from __future__ import annotations

from practice.sets.models import BoardSet, Participant


def move_sets(*, guest: str, account: str) -> None:
    """Give an account the sets of a guest, and the guest's places in the sets of others.

    Where both take part in a set, the nickname of the account stays; the boards of both belong to it.
    """
    BoardSet.objects.filter(owner_key=guest).update(owner_key=account)
    places = Participant.objects.filter(owner_key=guest)
    places.filter(board_set__participants__owner_key=account).delete()
    places.update(owner_key=account)
