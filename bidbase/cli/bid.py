"""`bidbase bid`: the call of a robot for each hand, in JSON lines."""

from __future__ import annotations

import argparse
from typing import Any

from bidbase.bidding.tracing import Trace
from bidbase.cli.bidders import Bidders
from bidbase.cli.json_lines import BadLine, answer_lines, read, read_auction, read_table
from bidbase.cli.options import add_system, add_thinking
from bidbase.cli.records import decision_record, meaning_record
from bidbase.game.cards import Hand

FIELDS = ("hand", "auction", "dealer", "vulnerability", "scoring", "system", "systems", "seed")


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    command.add_argument("--trace", action="store_true", help="add every entry tried, with the specs that failed")
    add_thinking(command)
    add_system(command)


def run(options: argparse.Namespace) -> int:
    """Answer each line of input."""
    bidders = Bidders(options.system)
    bidders[options.system]  # so that a system that cannot be read is reported before any line

    def answer(record: dict[str, Any]) -> dict[str, Any]:
        hand = read(record, "hand", Hand.parse)
        auction = read_auction(record)
        if auction.finished:
            raise BadLine("auction", "the auction is over")
        table = read_table(record, bidders, f"{hand} {auction}", options.think)
        decision = table.decide(hand, auction)
        answered = decision_record(decision) | meaning_record(table.meaning(auction, decision.call))
        return answered | _trace_record(table.trace(hand, auction)) if options.trace else answered

    return answer_lines(FIELDS, answer)


def _trace_record(trace: Trace) -> dict[str, Any]:
    """Each entry tried, in order, with the specs that failed."""
    return {
        "trace": [
            {
                "entry": tried.entry.id,
                "bid": tried.entry.text("bid"),
                "failed": [
                    {"field": failure.field.name, "needed": failure.needed, "had": failure.had}
                    for failure in tried.failures
                ],
            }
            for tried in trace.tried
        ]
    }
