"""Working out what the first visitors would otherwise wait for, beside their requests, which go first.

Nothing waits for this work: it begins after the first answer, in a thread of its own, and goes on in small steps
between which it lets requests go first. The thread has no lower priority. It often holds the interpreter, and whoever
wants that would have to wait until the thread gets the processor again.
"""

import gc
import logging
import time
from collections.abc import Iterator
from threading import Thread, get_ident
from typing import Any

from django.conf import settings
from django.core.signals import request_finished, request_started
from django.db import connections
from django.template.loader import get_template

from bidbase.bidding.boards import Board
from bidbase.bidding.robots import Table
from editor.selectors import SystemRow, bidder_for, shipped_systems
from editor.write.entry.attempt import attempt, candidate

DEALS = 1  # bid by robots with the meaning of every call; what other deals need is on the shelf, and read quickly
LONG_COLLECTIONS = 100  # comes one after so many shorter ones: every minute while a hundred students bid
TRIED = "1N-P"  # the section of which an entry is tried, as the form for entries does
GIVE_WAY_SECONDS = 60.0  # in all: a busy site always has a request, and what keeps collections short comes last
PAUSE_SECONDS = 0.01  # from one look at the requests to the next

_log = logging.getLogger(__name__)
_answering: set[int] = set()  # the threads that have a request


def warm_up_after_the_first_answer() -> None:
    """Have a thread warm up as soon as a request has been answered."""
    note_requests()
    request_finished.connect(_begin)


def note_requests() -> None:
    """Note from now on which threads have a request."""
    request_started.connect(_note_request)
    request_finished.connect(_note_answer)


def _note_request(**_: Any) -> None:
    _answering.add(get_ident())


def _note_answer(**_: Any) -> None:
    _answering.discard(get_ident())


def _begin(**_: Any) -> None:
    if request_finished.disconnect(_begin):  # of two first answers, one begins
        Thread(target=warm_up, name="warming", daemon=True).start()


def warm_up() -> None:
    """Load the pages, read the systems that everybody may use, and compile the sections that come up most.

    A fault is logged and no more: pages tell of it where it concerns them, and work out what is missing.
    """
    deadline = time.monotonic() + GIVE_WAY_SECONDS
    try:
        for _ in _steps():
            _let_requests_go_first(deadline)
    except Exception:
        _log.exception("warming up has failed")
    finally:
        connections.close_all()  # the threads that answer have connections of their own
    _keep_for_good()


def _let_requests_go_first(deadline: float) -> None:
    while _answering and time.monotonic() < deadline:
        time.sleep(PAUSE_SECONDS)


def _steps() -> Iterator[None]:
    """The work, which stops after each step."""
    yield from _load_pages()
    for system in shipped_systems():
        yield from _read(system)


def _load_pages() -> Iterator[None]:
    folder = settings.BASE_DIR / "templates"
    for path in folder.rglob("*.html"):
        get_template(str(path.relative_to(folder)))
        yield


def _read(system: SystemRow) -> Iterator[None]:
    bidder = bidder_for(system)
    yield
    for number in range(1, DEALS + 1):
        board = Board.numbered(number)
        table = Table(bidder, bidder, seed=str(number))
        auction, _ = table.bid_deal(board.deal, board.dealer, board.vulnerability)
        yield
        for count in range(len(auction.calls)):
            table.meanings(auction.before(count))
            yield
    for entry in bidder.system.sections.get(TRIED, ())[:1]:
        attempt(candidate(system, entry, None))
        yield


def _keep_for_good() -> None:
    """Leave what is in memory now out of later garbage collections, and have the long ones come seldom.

    Systems stay as long as the process, and so does most of what is worked out with them. To go through either takes
    0.1 to 0.3 s, in which all requests wait: every six seconds while a hundred students bid.
    """
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], LONG_COLLECTIONS)
