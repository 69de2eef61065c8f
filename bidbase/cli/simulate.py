"""`bidbase simulate`: how often deals come up, such deals, and what contracts are worth over them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.contract_odds import compare_contracts, odds_of, parse_contracts
from bidbase.bidding.deal_search import DealSearch, calls_before
from bidbase.bidding.deals_to_order import parse_wanted_hand
from bidbase.bidding.estimates import number_words
from bidbase.bidding.robots import Table
from bidbase.cli.options import add_place, add_system, count, read_place, refuse
from bidbase.game.auction import Contract
from bidbase.game.boards import DealtBoard
from bidbase.game.cards import SEATS, Deal, Seat, Vulnerability, board_dealer, board_vulnerability
from bidbase.game.double_dummy import tricks_taken
from bidbase.game.pbn import HEADER, dealt_pbn
from bidbase.systems import open_system


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    for seat in SEATS:
        hand_help = f"{seat.title}'s hand: all its cards, or conditions, as in 'hcp 15-17; shape balanced'"
        command.add_argument(f"--{seat.title.lower()}", default="", metavar="HAND", help=hand_help)
    add_place(command, required=False)
    command.add_argument("--entry", help="the next player calls by the entry with this id, as in opening/130000")
    command.add_argument("--deals", type=count, default=1000, help="find so many deals (default 1000)")
    command.add_argument("--most", type=count, default=4_000_000, help="try so many at the most (default 4000000)")
    command.add_argument("--seed", type=count, default=0, help="find other deals (default 0)")
    command.add_argument("--contracts", default="", help="weigh these double dummy, as in '4S, 3S, 3N by North'")
    command.add_argument("--declarer", default="S", help="who plays contracts without a name (default S)")
    command.add_argument("--pbn", action="store_true", help="write the deals in PBN, and nothing else")
    add_system(command)


def run(options: argparse.Namespace) -> int:
    """Search, and report what was found; the exit status is 1 where there are too few deals. Raises `TextError`."""
    contracts = parse_contracts(options.contracts, Seat.parse(options.declarer))
    search = _search(options)
    if isinstance(search, str):
        return refuse(search)
    deals, frequency = search.find(options.deals, options.most)
    if options.pbn:
        print(_as_pbn(deals), end="")
        return 0 if len(deals) == options.deals else 1
    print(f"{frequency.words()}\n{len(deals)} deals found")
    if deals:
        _weigh(deals, contracts)
    return 0 if len(deals) == options.deals else 1


def _search(options: argparse.Namespace) -> DealSearch | str:
    """The search that is asked for, or what is wrong with the entry."""
    texts = {seat: getattr(options, seat.title.lower()) for seat in SEATS}
    wanted = {seat: hand for seat, text in texts.items() if (hand := parse_wanted_hand(text, seat)) is not None}
    auction, scoring = read_place(options)
    if not auction.calls and options.entry is None:
        return DealSearch(wanted, seed=options.seed)
    system = open_system(options.system)
    entry = None
    if options.entry is not None:
        if options.entry not in system.by_id:
            return f"{options.system} has no entry {options.entry!r}"
        entry = system.by_id[options.entry]
        if not options.auction:
            options.auction = calls_before(entry)
            if options.auction is None:
                return f"{options.entry} serves many auctions; write with --auction which is meant"
            auction, scoring = read_place(options)
    bidder = Bidder(system)
    return DealSearch(wanted, Table(bidder, bidder, scoring), auction, entry, options.seed)


def _as_pbn(deals: Sequence[Deal]) -> str:
    numbered = [
        (number, DealtBoard(deal, board_dealer(number), board_vulnerability(number)))
        for number, deal in enumerate(deals, 1)
    ]
    return HEADER + "".join(dealt_pbn(number, board, {}) for number, board in numbered)


def _weigh(deals: Sequence[Deal], contracts: Sequence[Contract]) -> None:
    played = [*dict.fromkeys((contract.strain, contract.declarer) for contract in contracts)]
    tricks = tricks_taken(deals, played)
    for contract in contracts:
        odds = odds_of(contract, tricks[contract.strain, contract.declarer])
        print(f"\n{contract.title} is made in {odds.made.words()}, with {odds.tricks.words()} tricks")
        scores = (mean.words(0) for mean in odds.scores)
        print("  it scores {}, vulnerable {}".format(*scores))
        print("  tricks  " + "  ".join(f"{taken}: {found}" for taken, found in enumerate(odds.counts) if found))
    for other in contracts[1:]:
        both = tuple(tricks[contract.strain, contract.declarer] for contract in (contracts[0], other))
        print(f"\n{contracts[0].title} against {other.title}")
        for vulnerability in (Vulnerability.NONE, Vulnerability.BOTH):
            compared = compare_contracts(contracts[0], other, (both[0], both[1]), vulnerability)
            won = f"{number_words(100 * compared.matchpoints.value, 0)} % ± {100 * compared.matchpoints.error:.0f}"
            where = "vulnerable" if vulnerability else "not vulnerable"
            print(f"  {where}: gains {compared.imps.words(2)} IMPs a board, and wins {won} of the matchpoints")
