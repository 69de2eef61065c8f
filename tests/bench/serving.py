"""Measures what other programs wait for: the import, the first answer, and answers line by line and over HTTP."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import cycle, islice
from threading import Thread

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction
from bidbase.game.cards import board_dealer
from bidbase.game.dealing import numbered_deal
from bidbase.systems import open_system

STARTS = 5
BOARDS = range(4_000_001, 4_000_101)  # whose turns are asked about
ANSWERS = 20_000
CLIENTS = 4  # that ask over HTTP at once
SERVE = [sys.executable, "-m", "bidbase", "serve"]


def import_seconds() -> Iterator[float]:
    """Seconds on the clock of a process that imports the package, and of one that does nothing beside it."""
    for _ in range(STARTS):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", "import bidbase"], check=True)
        yield time.perf_counter() - start


def first_answers() -> Iterator[float]:
    """Seconds on the clock from the start of `bidbase serve` to its first answer."""
    line = json.dumps(turns()[0]) + "\n"
    for _ in range(STARTS):
        start = time.perf_counter()
        with subprocess.Popen(SERVE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
            server.stdin.write(line)
            server.stdin.flush()
            server.stdout.readline()
            yield time.perf_counter() - start
            server.stdin.close()


def answers_by_line() -> float:
    """Answers to known turns for each second of processor, over standard input; the start is taken off."""
    asked = turns()
    _processor_seconds(asked, len(asked))  # leaves on disk what these turns need
    fewer, more = (_processor_seconds(asked, count) for count in (len(asked), len(asked) + ANSWERS))
    return ANSWERS / (more - fewer)


def _processor_seconds(asked: list[dict[str, str]], count: int) -> float:
    lines = "".join(json.dumps(record) + "\n" for record in islice(cycle(asked), count))
    before = os.times()
    subprocess.run(SERVE, input=lines, text=True, check=True, stdout=subprocess.DEVNULL)
    after = os.times()
    return after.children_user - before.children_user + after.children_system - before.children_system


def answers_over_http() -> float:
    """Answers to known turns for each second on the clock, when clients ask at once over connections that they keep."""
    asked = [json.dumps(record).encode() for record in turns()]
    with _listening() as port:
        _post(port, asked)
        clients = [Thread(target=_post, args=(port, asked * 5)) for _ in range(CLIENTS)]
        start = time.perf_counter()
        for client in clients:
            client.start()
        for client in clients:
            client.join()
        return CLIENTS * 5 * len(asked) / (time.perf_counter() - start)


def _post(port: int, bodies: list[bytes]) -> None:
    connection = HTTPConnection("127.0.0.1", port)
    for body in bodies:
        connection.request("POST", "/", body, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        assert answer.status == 200, answer.read()
        answer.read()
    connection.close()


@contextmanager
def _listening() -> Iterator[int]:
    with subprocess.Popen([*SERVE, "--http", "0"], stderr=subprocess.PIPE, text=True) as server:
        try:
            yield int(server.stderr.readline().rpartition(":")[2].strip("/\n"))
        finally:
            server.terminate()


def turns() -> list[dict[str, str]]:
    """A request for each turn of some boards that robots bid."""
    bidder = Bidder(open_system("sayc"))
    table, asked = Table(bidder, bidder), list[dict[str, str]]()
    for number in BOARDS:
        deal, auction = numbered_deal(number), Auction(board_dealer(number))
        for decision in table.bid_on(deal, auction):
            hand, dealer = str(deal[auction.turn]), auction.dealer.letter
            asked.append({"op": "bid", "hand": hand, "auction": str(auction), "dealer": dealer})
            auction = auction.with_call(decision.call)
    return asked
