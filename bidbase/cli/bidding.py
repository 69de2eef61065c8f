"""`bidbase bid` and `bidbase auction`: robots bid hands and whole deals, in JSON lines."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from bidbase.bidding.bidder import Decision
from bidbase.bidding.prospects import Simulation
from bidbase.bidding.tracing import Tried
from bidbase.cli.json_lines import (
    BadLine,
    answer_lines,
    read,
    read_auction,
    read_deal_circumstances,
    read_table,
)
from bidbase.cli.options import Bidders, Commands, add_command, add_system
from bidbase.game.cards import Deal, Hand
from bidbase.meaning.disclosure import meaning


def add_commands(commands: Commands) -> None:
    """Add the two commands."""
    bid = add_command(commands, "bid", _bid, "Read hands as JSON lines, write the calls as JSON lines.")
    bid.add_argument("--trace", action="store_true", help="add every entry tried, with the specs that failed")
    auction_help = "Read deals as JSON lines, write the auctions of four robots as JSON lines."
    for command in (bid, add_command(commands, "auction", _auction, auction_help)):
        add_system(command)


def _bid(options: argparse.Namespace) -> int:
    bidders = Bidders(options.system)
    bidders[options.system]

    def answer(record: dict[str, Any]) -> dict[str, Any]:
        hand = read(record, "hand", Hand.parse)
        auction = read_auction(record)
        if auction.finished:
            raise BadLine("auction", "the auction is over")
        table = read_table(record, bidders, seed=f"{hand} {auction}")
        place = table.place(auction)
        traced = table.trace(hand, auction)
        decision = traced.decision
        result = _decision_record(decision) | {"meaning": meaning(place, decision.call).words()}
        if options.trace:
            result["trace"] = [_tried_record(tried) for tried in traced.tried]
        return result

    return answer_lines(sys.stdin, answer)


def _decision_record(decision: Decision) -> dict[str, Any]:
    entry = decision.entry
    name = None if entry is None else str(entry.convention or "")
    found = None if entry is None else {"id": entry.id, "section": entry.section, "order": entry.order, "name": name}
    record = {"call": str(decision.call), "source": decision.source.value, "entry": found}
    return record if decision.simulation is None else record | {"simulation": _simulation_record(decision.simulation)}


def _simulation_record(simulation: Simulation) -> dict[str, Any]:
    """How many deals were judged, and each contract with the call for it, the best first."""
    contracts = [
        {
            "call": str(one.call),
            "contract": str(one.contract) if one.contract else "passed out",
            "declarer": one.contract.declarer.letter if one.contract else None,
            "made": round(one.made, 3),
            "score": round(one.score, 1),
            "gain": round(one.gain, 3),
        }
        for one in simulation.prospects
    ]
    return {"deals": simulation.deals, "contracts": contracts}


def _tried_record(tried: Tried) -> dict[str, Any]:
    failures = [{"field": one.field.name, "needed": one.needed, "had": one.had} for one in tried.failures]
    return {"entry": tried.entry.id, "bid": tried.entry.text("bid"), "failed": failures}


def _auction(options: argparse.Namespace) -> int:
    bidders = Bidders(options.system)
    bidders[options.system]

    def answer(record: dict[str, Any]) -> dict[str, Any]:
        deal = read(record, "deal", Deal.parse)
        dealer, vulnerability = read_deal_circumstances(record)
        table = read_table(record, bidders, seed=str(deal))
        auction, decisions = table.bid_deal(deal, dealer, vulnerability)
        contract = auction.contract
        return {
            "auction": str(auction),
            "calls": [
                {"seat": auction.seat_of(index).letter} | _decision_record(decision)
                for index, decision in enumerate(decisions)
            ],
            "contract": str(contract) if contract else "passed out",
            "declarer": contract.declarer.letter if contract else None,
        }

    return answer_lines(sys.stdin, answer)
