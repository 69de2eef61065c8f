"""A task for the tests of the queue."""

from celery import shared_task
from celery.contrib.django.task import DjangoTask
from django.contrib.sessions.models import Session
from django.utils import timezone


@shared_task(base=DjangoTask)
def open_session(key: str) -> None:
    """Do something that another process can see in the database."""
    Session.objects.create(session_key=key, session_data="", expire_date=timezone.now())
