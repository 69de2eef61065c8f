"""`bidbase auction`: the auctions that four robots bid, in JSON lines."""

from __future__ import annotations

import argparse
from typing import Any

from bidbase.cli.bidders import Bidders
from bidbase.cli.json_lines import answer_lines, read, read_deal_circumstances, read_table
from bidbase.cli.options import add_system, add_thinking
from bidbase.cli.records import decision_record
from bidbase.game.auction import PASSED_OUT
from bidbase.game.cards import Deal

FIELDS = ("deal", "dealer", "vulnerability", "scoring", "system", "systems", "seed")


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    add_thinking(command)
    add_system(command)


def run(options: argparse.Namespace) -> int:
    """Answer each line of input."""
    bidders = Bidders(options.system)
    bidders[options.system]  # so that a system that cannot be read is reported before any line

    def answer(record: dict[str, Any]) -> dict[str, Any]:
        deal = read(record, "deal", Deal.parse)
        dealer, vulnerability = read_deal_circumstances(record)
        table = read_table(record, bidders, str(deal), options.think)
        auction, decisions = table.bid_deal(deal, dealer, vulnerability)
        contract = auction.contract
        return {
            "auction": str(auction),
            "calls": [
                {"seat": auction.seat_of(index).letter} | decision_record(decision)
                for index, decision in enumerate(decisions)
            ],
            "contract": str(contract or PASSED_OUT),
            "declarer": contract.declarer.letter if contract else None,
        }

    return answer_lines(FIELDS, answer)
