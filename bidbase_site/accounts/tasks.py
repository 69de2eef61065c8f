"""What the schedule has done for accounts and guests."""

from celery import shared_task

from bidbase_site.accounts.guests import clear_guests
from bidbase_site.accounts.pace import forget_old_attempts
from bidbase_web.background import BackgroundTask

PIECE_SECONDS = 5  # then visitors' work has its turn


@shared_task(base=BackgroundTask)
def clear() -> None:
    """Delete what nobody can come back to. What is left when the time is up is done in a task that comes later."""
    forget_old_attempts()
    if clear_guests(seconds=PIECE_SECONDS):
        clear.delay_on_commit()
