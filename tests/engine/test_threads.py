"""Threads that bid at the same tables never wait for each other, whatever the order in which they ask."""

import subprocess
import sys

# Many threads, short slices of time and a cold bidder: each thread meets auctions that others are working out.
BID_IN_THREADS = """
import sys
from concurrent.futures import ThreadPoolExecutor
from bidbase.bidding.boards import bid_board, fresh_boards
from bidbase.bidding.bidder import Bidder
from bidbase.systems import load_system

sys.setswitchinterval(1e-5)
system = load_system("sayc")
boards = fresh_boards(8, 3)
expected = [bid_board(board, bidder, bidder).auction for bidder in [Bidder(system)] for board in boards]

def bid(bidder, shift):
    turned = boards[shift:] + boards[:shift]
    found = {board.number: bid_board(board, bidder, bidder).auction for board in turned}
    return [found[board.number] for board in boards]

for attempt in range(30):
    bidder = Bidder(system)
    with ThreadPoolExecutor(8) as pool:
        for auctions in pool.map(bid, [bidder] * 8, range(8)):
            assert auctions == expected
"""


def test_threads_that_share_a_bidder_never_wait_for_each_other() -> None:
    """They end, and each gets what a thread alone gets. A deadlock shows as the end of the time allowed."""
    ended = subprocess.run([sys.executable, "-c", BID_IN_THREADS], timeout=120, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
