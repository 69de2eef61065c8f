"""Work that a page hands over is done by a worker on the same database, whatever queue serves."""

import pytest
from django.contrib.sessions.models import Session
from django.db import transaction

from bidbase_site.celery import app
from bidbase_web.background import BackgroundTask
from tests.conftest import eventually
from tests.site.tasks import open_session

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("worker")]


def test_no_task_lets_a_page_fail_for_want_of_a_queue():
    ours = [task for name, task in app.tasks.items() if not name.startswith("celery.")]
    assert ours
    assert all(isinstance(task, BackgroundTask) for task in ours)


def test_the_worker_does_what_was_handed_over():
    open_session.delay("handed-over")
    eventually(Session.objects.filter(pk="handed-over").exists)


def hand_over_and_fail() -> None:
    with transaction.atomic():
        open_session.delay_on_commit("never")
        raise ZeroDivisionError


def test_work_is_handed_over_only_when_the_transaction_is_kept():
    with pytest.raises(ZeroDivisionError):
        hand_over_and_fail()
    with transaction.atomic():
        open_session.delay_on_commit("kept")
    eventually(Session.objects.filter(pk="kept").exists)
    assert not Session.objects.filter(pk="never").exists()
