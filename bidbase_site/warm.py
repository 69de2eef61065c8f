"""Working out what the first visitors would otherwise wait for."""

import gc
import logging

from django.conf import settings
from django.db import DatabaseError, connections
from django.template.loader import get_template
from django.urls import get_resolver

from bidbase.bidding.boards import Board
from bidbase.bidding.robots import Table
from editor.selectors import SystemRow, bidder_for, shipped_systems
from editor.writing.trials import attempt, candidate

DEALS = 1  # bid by robots with the meaning of every call; what other deals need is on the shelf, and read quickly
LONG_COLLECTIONS = 100  # comes one after so many shorter ones: every minute while a hundred students bid
TRIED = "1N-P"  # the section of which an entry is tried, as the form for entries does

_log = logging.getLogger(__name__)


def warm_up() -> None:
    """Load the pages, read the systems that everybody may use, and compile the sections that come up most."""
    _load_pages()
    try:
        for system in shipped_systems():
            _warm_up(system)
    except DatabaseError:
        _log.exception("the systems could not be read")  # pages say so, and recover when the database does
    finally:
        connections.close_all()  # the threads that answer have connections of their own
    _keep_for_good()


def _load_pages() -> None:
    """Load addresses with their views, and all templates: a quarter of a second, which the first visitor is spared."""
    get_resolver().url_patterns  # noqa: B018 - reading it loads them
    folder = settings.BASE_DIR / "templates"
    for path in folder.rglob("*.html"):
        get_template(str(path.relative_to(folder)))


def _keep_for_good() -> None:
    """Leave what is in memory now out of later garbage collections, and have the long ones come seldom.

    Systems stay as long as the process, and so does most of what is worked out with them. To go through either takes
    0.1 to 0.3 s, in which all requests wait: every six seconds while a hundred students bid.
    """
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], LONG_COLLECTIONS)


def _warm_up(system: SystemRow) -> None:
    bidder = bidder_for(system)
    for number in range(1, DEALS + 1):
        board = Board.numbered(number)
        table = Table(bidder, bidder, seed=str(number))
        auction, _ = table.bid_deal(board.deal, board.dealer, board.vulnerability)
        for count in range(len(auction.calls)):
            table.meanings(auction.before(count))
    for entry in bidder.system.sections.get(TRIED, ())[:1]:
        attempt(candidate(system, entry, None))
