"""Slowing down those who try again and again: each further attempt has to wait, longer and longer.

Nobody is locked out. A name opens sooner than an address, so that a stranger who guesses the password of a name leaves
its owner time to log in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2b

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from bidbase_site.accounts.models import Attempts

KEPT = timedelta(days=1)  # after that, attempts are forgotten
SECONDS_IN_MINUTES = 100  # from so many seconds on, a wait is told in minutes


@dataclass(frozen=True)
class Pace:
    """How fast attempts of a kind may follow: `free` of them at once, then the waits double up to the `longest`."""

    kind: str
    free: int
    longest: int  # seconds

    def wait_after(self, tries: int) -> timedelta:
        """How long the next attempt has to wait after so many."""
        doubled = min(tries - self.free, 20)
        return timedelta(seconds=0 if doubled < 0 else min(2**doubled, self.longest))

    def key(self, name: str) -> str:
        """What the attempts of this name or address are known by."""
        return blake2b(f"{self.kind} {name.casefold()}".encode(), digest_size=16).hexdigest()


NAME = Pace("log-in by name", free=3, longest=30)
ADDRESS = Pace("log-in from address", free=20, longest=120)  # a club room shares one
SIGN_UP = Pace("sign-up from address", free=40, longest=600)
MAIL = Pace("mail from address", free=5, longest=600)

Claims = Sequence[tuple[Pace, str]]


class TooSoon(Exception):
    """An attempt that has to wait; the message says how long."""

    def __init__(self, wait: timedelta) -> None:
        seconds = int(wait.total_seconds()) + 1
        count, unit = (seconds, "second") if seconds < SECONDS_IN_MINUTES else (-(-seconds // 60), "minute")
        super().__init__(f"Too many attempts. Try again in {count} {unit}{'' if count == 1 else 's'}.")


def begin_attempt(*, claims: Claims) -> None:
    """Count an attempt for each of these names and addresses before it is made. Raises `TooSoon`, and counts nothing.

    It is counted first, so that many attempts at once are no way around the wait. The clock is read when the rows are
    locked: whoever had to wait for another attempt comes after it.
    """
    forget_old_attempts()
    paces = {pace.key(name): pace for pace, name in claims}
    with transaction.atomic():
        for key in sorted(paces):
            Attempts.objects.get_or_create(key=key, defaults={"open_at": timezone.now()})
        rows = list(Attempts.objects.select_for_update().filter(key__in=paces).order_by("key"))
        now = timezone.now()
        _require_open(rows, now)
        for row in rows:
            row.tries += 1
            row.open_at = now + paces[row.key].wait_after(row.tries)
            row.save()


def forget_old_attempts() -> None:
    """Forget attempts that count no more."""
    Attempts.objects.filter(open_at__lt=timezone.now() - KEPT).delete()


def _require_open(rows: Sequence[Attempts], now: datetime) -> None:
    if (opens := max(row.open_at for row in rows)) > now:
        raise TooSoon(opens - now)


def attempt_succeeded(*, name: str, address: str) -> None:
    """Take back what a log-in that succeeded has counted, and forget the failures of the name."""
    Attempts.objects.filter(key=NAME.key(name)).delete()
    Attempts.objects.filter(key=ADDRESS.key(address), tries__gt=0).update(tries=F("tries") - 1, open_at=timezone.now())
