"""Golden auctions: numbered deals that four robots bid as a player would, kept as data.

`golden/sayc.csv` has them. When the system is changed on purpose, `python -m tests.engine.test_golden` bids them anew;
read the difference as a player before you keep it.
"""

import csv
from pathlib import Path

import pytest

from bidbase.bidding.robots import Table
from bidbase.game.cards import board_dealer, board_vulnerability
from bidbase.game.dealing import numbered_deal
from tests.engine.making import shipped_bidder

GOLDEN = Path(__file__).parent / "golden" / "sayc.csv"


def golden() -> list[tuple[int, str]]:
    """Deal numbers with their auctions."""
    with GOLDEN.open(newline="") as lines:
        return [(int(row["deal"]), row["auction"]) for row in csv.DictReader(lines)]


def bid(number: int) -> str:
    """The auction of four robots on this deal."""
    robots = shipped_bidder("sayc")
    table = Table(robots, robots, seed=str(number))
    return str(table.bid_deal(numbered_deal(number), board_dealer(number), board_vulnerability(number))[0])


@pytest.mark.parametrize(("number", "auction"), golden())
def test_golden_auctions(number, auction):
    assert bid(number) == auction


def rewrite() -> None:
    """Bid the deals of the file anew."""
    auctions = [(number, bid(number)) for number, _ in golden()]
    with GOLDEN.open("w", newline="") as lines:
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerows([("deal", "auction"), *auctions])


if __name__ == "__main__":
    rewrite()
