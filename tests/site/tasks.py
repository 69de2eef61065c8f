"""A task for the tests of the queue."""

from celery import shared_task
from django.contrib.sessions.models import Session
from django.utils import timezone

from bidbase_web.background import BackgroundTask


@shared_task(base=BackgroundTask)
def open_session(key: str) -> None:
    """Do something that another process can see in the database."""
    Session.objects.create(session_key=key, session_data="", expire_date=timezone.now())


@shared_task(base=BackgroundTask)
def fail() -> None:
    """Do something that is logged."""
    raise ZeroDivisionError
