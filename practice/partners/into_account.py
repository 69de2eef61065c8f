"""The partnerships of a guest become those of their account."""

from __future__ import annotations

from practice.partners.models import Partnership


def move_partnerships(*, guest: str, account: str) -> None:
    """Give an account the seats of a guest. The boards stay with the partnerships."""
    Partnership.objects.filter(south_key=guest).update(south_key=account)
    Partnership.objects.filter(north_key=guest).update(north_key=account)
