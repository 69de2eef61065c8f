"""Measures what the pages of the site cost, with the shipped systems in a new SQLite: `python -m tests.bench.pages`.

The figures are milliseconds of CPU of this process: the median of several rounds in which the auctions have been met
before, and beside it the first visit. `--profile table` shows where the time of one page goes.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import re
import statistics
import time
from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle, islice
from typing import TYPE_CHECKING
from urllib.parse import quote

import django

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction
from bidbase.game.cards import Seat, board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal
from bidbase.systems import load_system

if TYPE_CHECKING:
    from django.test import Client

ROUNDS = 40
BOARDS = 10
MIN_CALLS = 3  # South's calls on each of the boards
HTMX = {"HX-Request": "true"}

Visit = Callable[[], None]


def main() -> None:
    """Measure and print one line for each page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--profile", metavar="PAGE", help="show where the time of this page goes")
    options = parser.parse_args()
    prepare()
    pages = pages_to_measure()
    if options.profile:
        profile(pages[options.profile])
        return
    print(f"{'milliseconds of CPU':28}{'again':>8}{'first':>8}")
    for name, visit in pages.items():
        first = cost_of(visit)
        print(f"{name:28}{statistics.median(cost_of(visit) for _ in range(ROUNDS)):8.1f}{first:8.0f}", flush=True)
    first_calls, calls = (statistics.median(bid_boards()) for _ in range(2))
    print(f"{'a call, with what follows':28}{calls:8.1f}{first_calls:8.0f}")


def prepare() -> None:
    """A new database with the shipped systems."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("load_systems")


@cache
def long_auctions() -> dict[int, Auction]:
    """The auctions of the first deals in which South makes several calls with the system, by the deal's number."""
    return dict(islice(_long_auctions(), BOARDS))


def _long_auctions() -> Iterator[tuple[int, Auction]]:
    bidder = Bidder(load_system("sayc"))
    for number in range(1, 1000):
        table = Table(bidder, bidder, seed=str(number))
        auction, _ = table.bid_deal(numbered_deal(number), board_dealer(number), board_vulnerability(number))
        if len(turns_of_south(auction)) >= MIN_CALLS:
            yield number, auction


def turns_of_south(auction: Auction) -> list[int]:
    """The indexes of South's calls."""
    return [index for index in range(len(auction.calls)) if auction.seat_of(index) is Seat.SOUTH]


def pages_to_measure() -> dict[str, Visit]:
    """A visit to each page by its name; the guest has made one call on some boards and has finished another."""
    client = guest()
    *open_boards, last = long_auctions()
    for number in open_boards:
        list(bid(client, number, calls=1))
    list(bid(client, last))
    finished = address_of(client, last)
    situation = quote("@ fit a, forced to game; a=M")
    tables = [f"/deal/{number}/" for number in open_boards]
    addresses = {
        "table": tables,
        "review": [finished],
        "ask": ["/ask/"],
        "ask, answered": ["/ask/?hand=AQ2.K32.KJ32.K32&auction=1N-P"],
        "drill": ["/drill/"],
        "settings": ["/settings/"],
        "systems": ["/system/"],
        "by auction, the opening": ["/system/sayc/"],
        "by auction, 1N-P": ["/system/sayc/?auction=1N-P"],
        "entry": [entry_address(prior_bids="1N-P")],
        "entry of a pattern": [entry_address(prior_bids__startswith="1a")],
        "entry of a situation": [entry_address(prior_bids__startswith="@")],
        "grid": ["/system/sayc/grid/"],
        "grid, a situation": [f"/system/sayc/grid/?after={situation}"],
        "conventions": ["/system/sayc/conventions/"],
        "fields": ["/system/reference/fields/"],
        "field": ["/system/reference/fields/hcp/"],
    }
    visits = {name: visit_to(client, pages) for name, pages in addresses.items()}
    return visits | {
        "meanings, by htmx": visit_to(client, [meanings_of(client, table) for table in tables], headers=HTMX),
        "review of a call, by htmx": visit_to(client, [f"{finished}call/{last_turn(last)}/"], headers=HTMX),
    }


def visit_to(client: Client, addresses: list[str], headers: dict[str, str] | None = None) -> Visit:
    """A visit to these pages in turn."""
    turns = cycle(addresses)

    def visit() -> None:
        response = client.get(next(turns), headers=headers)
        assert response.status_code == 200, response

    return visit


def guest() -> Client:
    """A browser that has not visited the site before."""
    from django.test import Client

    return Client(HTTP_HOST="localhost")


def address_of(client: Client, number: int) -> str:
    """The address of the review of the guest's finished board with this deal."""
    return str(client.get(f"/deal/{number}/", follow=True).redirect_chain[-1][0])


def meanings_of(client: Client, table: str) -> str:
    """The address from which a table fetches what the calls mean."""
    address = re.search(r'hx-get="([^"]+/meanings/)"', client.get(table).content.decode())
    assert address is not None, table
    return address[1]


def last_turn(number: int) -> int:
    """The index of South's last call."""
    return turns_of_south(long_auctions()[number])[-1]


def entry_address(**conditions: str) -> str:
    """The address of the page of the first entry that meets these conditions."""
    from django.apps import apps

    entries = apps.get_model("editor", "EntryRow")._default_manager.filter(system__slug="sayc", **conditions)
    return f"/system/sayc/entry/{quote(entries.values_list('ref', flat=True)[0])}/"


def bid(client: Client, number: int, calls: int = 100) -> Iterator[float]:
    """Open a board and make South's first calls; the milliseconds of each, including the table that follows it."""
    from django.apps import apps

    client.get(f"/deal/{number}/")
    board = apps.get_model("practice", "StudentBoard")._default_manager.filter(deal_number=number).latest("pk")
    auction = long_auctions()[number]
    for index in turns_of_south(auction)[:calls]:
        form = {"call": str(auction.calls[index]), "at": index}
        started = time.process_time()
        client.post(f"/board/{board.token}/call/", form, follow=True, headers=HTMX)
        yield 1000 * (time.process_time() - started)


def bid_boards() -> list[float]:
    """The milliseconds of each call of a new guest, without the last call of each board, which leads to the review."""
    client = guest()
    return [milliseconds for number in long_auctions() for milliseconds in list(bid(client, number))[:-1]]


def cost_of(visit: Visit) -> float:
    """The milliseconds of CPU of a visit."""
    started = time.process_time()
    visit()
    return 1000 * (time.process_time() - started)


def profile(visit: Visit) -> None:
    """Print where the time of a page goes."""
    for _ in range(ROUNDS):
        visit()
    profiler = cProfile.Profile()
    profiler.enable()
    for _ in range(ROUNDS):
        visit()
    profiler.disable()
    function_times = pstats.Stats(profiler)
    function_times.sort_stats("tottime").print_stats(25)
    function_times.sort_stats("cumulative").print_stats(70)


if __name__ == "__main__":
    main()
