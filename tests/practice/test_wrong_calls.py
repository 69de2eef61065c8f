"""What is said of wrong calls: the reasons that a teacher names, and none that a teacher would not.

`wrong_calls.csv` has for each system and topic a hand, the auction, a wrong call, what must be named and what must
never be named. The hands lie on both sides of the lines that textbooks draw. Those under `seen afresh` are by somebody
who had not read what is said of them.
"""

import csv
from pathlib import Path

import pytest

from bidbase.bidding.advice import why_better
from bidbase.bidding.bidder import Bidder
from bidbase.bidding.judging import best_call, second_best
from bidbase.bidding.objections import why_not
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand
from bidbase.systems.cache import open_system
from practice.boards.feedback import LONGEST

WRONG_CALLS = list(csv.DictReader((Path(__file__).parent / "wrong_calls.csv").open(encoding="utf-8")))
FEWEST = {"sayc": 120, "2over1": 30}
JARGON = ("custom", "working", "X suit", "shapes", "entry", "spec", "field", "exactly", "support points", "None", "  ")
"""What no text says, whatever the call."""


@pytest.fixture(scope="module")
def tables() -> dict[str, Table]:
    bidders = {name: Bidder(open_system(name)) for name in FEWEST}
    return {name: Table(bidder, bidder) for name, bidder in bidders.items()}


def said(table: Table, hand: Hand, auction: Auction, call: Call) -> str:
    best = best_call(table, auction, hand)
    assert best is not None
    assert best.call is not call
    reasons = why_not(table, auction, hand, call)
    why = why_better(table, auction, hand, call, best, bool(reasons))
    second = "Second best. " if second_best(table.place(auction), hand) is call else ""
    return " ".join(filter(None, (f"{second}Better: {best.call.title}.", *reasons, why)))


@pytest.mark.parametrize(
    "wrong",
    [pytest.param(row, id=" ".join(list(row.values())[:5])) for row in WRONG_CALLS],
)
def test_a_wrong_call_is_answered_as_a_teacher_would(tables, wrong):
    text = said(
        tables[wrong["system"]], Hand.parse(wrong["hand"]), Auction.parse(wrong["auction"]), Call.parse(wrong["call"])
    )
    assert [name for name in wrong["names"].split("|") if name not in text] == [], text
    assert [name for name in (*JARGON, *filter(None, wrong["never"].split("|"))) if name in text] == [], text
    assert len(text) <= LONGEST, text


def test_the_table_covers_every_topic():
    for system, fewest in FEWEST.items():
        topics = [row["topic"] for row in WRONG_CALLS if row["system"] == system]
        assert len(topics) >= fewest
        assert min(map(topics.count, topics)) >= fewest / 15
