"""Threads that bid at the same table never wait for each other, whatever the order in which they ask."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from bidbase.compiler.section import CompiledSection
from bidbase.systems.model import Entry
from tests.engine.making import make_system

# Many threads, the shortest slices of time, and for every board a bidder that knows nothing yet: each thread meets
# turns that others are working out. The system is small and its auctions are long, so that this happens often.
BID_IN_THREADS = """
import sys
from concurrent.futures import ThreadPoolExecutor
from bidbase.bidding.boards import bid_board, fresh_boards
from bidbase.bidding.bidder import Bidder
from tests.engine.making import make_system

sys.setswitchinterval(1e-6)
system = make_system(
    {"order": "100000", "bid": "1S", "hcp": "8+", "spades_num": "4+"},
    {"order": "200000", "bid": "1H", "hcp": "8+", "hearts_num": "4+"},
    {"order": "300000", "bid": "1D", "hcp": "8+", "diamonds_num": "4+"},
    {"order": "400000", "bid": "1C", "hcp": "8+"},
    {"prior_bids": "1a; a=X", "order": "100000", "bid": "D", "hcp": "8+"},
    {"prior_bids": "@ high <3S, partner a, silent", "order": "100000", "bid": "=a", "a_num": "3+"},
    {"prior_bids": "@ high <3S, fit a, contested", "order": "100000", "bid": "=a"},
    {"prior_bids": "@ high <3S, own a", "order": "100000", "bid": "=a", "a_num": "5+"},
    {"prior_bids": "@ high <3S, unbid a, not captain", "order": "100000", "bid": "=a", "a_num": "4+"},
    {"prior_bids": "@ high <3S, points 16+, not captain", "order": "100000", "bid": "=N"},
)
boards = fresh_boards(10, 3)
expected = [bid_board(board, Bidder(system), Bidder(system)).auction for board in boards]
for attempt in range(600):
    board, bidder = boards[attempt % 10], Bidder(system)
    with ThreadPoolExecutor(8) as pool:
        for outcome in pool.map(bid_board, [board] * 8, [bidder] * 8, [bidder] * 8):
            assert outcome.auction == expected[attempt % 10]
"""


def test_threads_that_share_a_bidder_never_wait_for_each_other() -> None:
    """They end, and each gets what a thread alone gets. A deadlock shows as the end of the time allowed."""
    ended = subprocess.run([sys.executable, "-c", BID_IN_THREADS], timeout=120, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr


def test_threads_that_make_rows_at_the_same_time_get_the_same_ones() -> None:
    """What is worked out from a row is kept under it, and asked for with the row that another thread has."""
    system = make_system({"order": "100000", "bid": "1S", "hcp": "8+"})
    compiled = CompiledSection.of("", system.entries, system)
    both_make_rows = Barrier(2, timeout=60)

    def bind(entry: Entry) -> Entry:
        both_make_rows.wait()
        return entry

    section = CompiledSection("", system.entries, system, compiled.tables, bind)
    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(lambda _: section.rows, range(2))
    assert one == other
