"""The tasks of both apps: what a message that wakes a worker may cost a page."""

import logging
from functools import partial
from typing import Any

from celery.contrib.django.task import DjangoTask
from django.db import transaction
from kombu.exceptions import ChannelError, OperationalError

_log = logging.getLogger(__name__)


class BackgroundTask(DjangoTask):  # type: ignore[type-arg]
    """The class of every task: `@shared_task(base=BackgroundTask)`.

    What is to be done is kept in the database, and a message only wakes a worker for it. So a page goes on where no
    message can be left, and asks again when nothing has happened.
    """

    abstract = True

    def delay_on_commit(self, *args: Any, **kwargs: Any) -> None:  # type: ignore[override]  # the stubs give a result
        """Wake a worker once the transaction is kept. Without a queue that is logged, and nothing raised."""
        transaction.on_commit(partial(self._wake, *args, **kwargs))

    def _wake(self, *args: Any, **kwargs: Any) -> None:
        try:
            self.delay(*args, **kwargs)
        except (OperationalError, ChannelError, OSError) as error:
            _log.error("no worker could be woken for %s%s: %s", self.name, args, error)
