"""Textbook calls by topic, kept as data: what a hand calls after an auction, and why.

Each file of `textbook/` is a topic: hands on both sides of each line of a rule, and just beside it. A line without a
system holds for both. `vulnerable` says who is vulnerable where the rule depends on it: North deals. The hands were
made for the rules and not taken from any list of cases.
"""

import csv
from pathlib import Path

import pytest

from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand, Vulnerability
from bidbase.systems import shipped_systems
from tests.engine.making import shipped_bidder

TOPICS = sorted((Path(__file__).parent / "textbook").glob("*.csv"))


def rows(topic: Path) -> list[dict[str, str]]:
    """The lines of a topic."""
    with topic.open(newline="") as lines:
        return list(csv.DictReader(lines))


def vulnerable(row: dict[str, str]) -> str:
    """Who is vulnerable: `None` where the line does not say."""
    return row.get("vulnerable") or str(Vulnerability.NONE)


CALLS = [
    pytest.param(
        row, system, id="-".join([topic.stem, row["auction"] or "opening", row["hand"], vulnerable(row), system])
    )
    for topic in TOPICS
    for row in rows(topic)
    for system in ([row["system"]] if row["system"] else shipped_systems())
]


@pytest.mark.parametrize(("row", "system"), CALLS)
def test_textbook_call(row: dict[str, str], system: str) -> None:
    robots = shipped_bidder(system)
    auction = Auction.parse(row["auction"], vulnerability=Vulnerability[vulnerable(row).upper()])
    decision = Table(robots, robots).decide(Hand.parse(row["hand"]), auction)
    assert decision.call is Call.parse(row["call"]), row["why"]


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.stem)
def test_every_line_gives_a_reason(topic: Path) -> None:
    assert [row["hand"] for row in rows(topic) if not row["why"].strip()] == []
