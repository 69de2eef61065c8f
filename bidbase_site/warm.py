"""Working out what the first visitors would otherwise wait for."""

import gc
import logging

from django.db import DatabaseError, connections

from bidbase.bidding.boards import Board
from bidbase.bidding.robots import Table
from editor.selectors import SystemRow, bidder_for, shipped_systems

DEALS = 4  # bid by robots with the meaning of every call: half a second for each system

_log = logging.getLogger(__name__)


def warm_up() -> None:
    """Read the systems that everybody may use, and compile the sections that come up most."""
    try:
        for system in shipped_systems():
            _warm_up(system)
    except DatabaseError:
        _log.exception("the systems could not be read")  # pages say so, and recover when the database does
    finally:
        connections.close_all()  # the threads that answer have connections of their own
    _keep_for_good()


def _keep_for_good() -> None:
    """Leave what is in memory now out of later garbage collections.

    Systems stay as long as the process. To go through them takes 0.15 s, in whichever request it happens.
    """
    gc.collect()
    gc.freeze()


def _warm_up(system: SystemRow) -> None:
    bidder = bidder_for(system)
    for number in range(1, DEALS + 1):
        board = Board.numbered(number)
        table = Table(bidder, bidder, seed=str(number))
        auction, _ = table.bid_deal(board.deal, board.dealer, board.vulnerability)
        for count in range(len(auction.calls)):
            table.meanings(auction.before(count))
