"""The web process: `gunicorn --worker-class bidbase_site.web_worker.Worker`, and the lines that gunicorn logs."""

import time
from concurrent.futures import Future
from typing import Any
from wsgiref.util import setup_testing_defaults

from gunicorn.glogging import Logger
from gunicorn.workers.gthread import ThreadWorker

from bidbase_site.liveness import PAGE
from bidbase_site.logs import LineFormatter

ASK_SECONDS = 5.0


class LineLogger(Logger):
    """Logs what gunicorn has to say as the site does."""

    def setup(self, cfg: Any) -> None:
        """Take the settings of gunicorn, with our lines."""
        super().setup(cfg)
        for handler in self.error_log.handlers:
            handler.setFormatter(LineFormatter())


class Worker(ThreadWorker):
    """A process with threads that calls itself alive only while its threads answer.

    gunicorn kills and replaces a process that has not called itself alive for `timeout` seconds. Its own class does so
    from the main thread, even while all other threads wait for each other. This one has a page made by its threads:
    they are alive when the page came, or when they took up another request since.

    While all its threads are at work it leaves new connections to the other processes. Browsers keep their connections
    for a while, so that a process that took all of those that come at once would answer them alone.
    """

    _page: "Future[None] | None" = None
    _asked_at = 0.0
    _requests_seen = 0

    def notify(self) -> None:
        waiting = len(self.keepalived_conns) + len(self.pending_conns)
        self.worker_connections = min(self.cfg.worker_connections, waiting + self.cfg.threads)
        if self._page is None or self._page.done() or self.nr != self._requests_seen:
            self._requests_seen = self.nr
            super().notify()
        if self.alive and (self._page is None or self._page.done()) and time.monotonic() - self._asked_at > ASK_SECONDS:
            self._asked_at = time.monotonic()
            self._page = self.tpool.submit(self._get_page)

    def _get_page(self) -> None:
        environ: dict[str, Any] = {"PATH_INFO": PAGE}
        setup_testing_defaults(environ)
        response = self.wsgi(environ, lambda status, headers, exc_info=None: None)
        response.close()  # tells Django that the request is over
