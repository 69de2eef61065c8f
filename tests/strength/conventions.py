"""How auctions end in which a convention comes up: `python -m tests.strength.conventions`.

Deals are drawn in which a convention begins, and four robots bid them to the end by the book. What is wrong with an
auction follows from what the entries say of themselves, so the rules are the same for all conventions.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, islice, zip_longest
from pathlib import Path

from bidbase.bidding.bidder import Bidder, Decision, Source
from bidbase.bidding.deal_search import DealSearch, by_seat_and_vulnerability
from bidbase.bidding.robot_auctions import RobotAuctions
from bidbase.bidding.robots import Table
from bidbase.bidding.served import ServedAuctions
from bidbase.bidding.simulation import SUPPORT
from bidbase.bidding.subjects import may_be_asked
from bidbase.errors import IllegalCall
from bidbase.game.auction import DOUBLE, PASS, Auction, Contract
from bidbase.game.cards import SUITS, Deal, Seat, Side
from bidbase.game.scoring import is_game
from bidbase.language import fields
from bidbase.language.pattern_search import Calls
from bidbase.lazy import LazyList
from bidbase.systems import Entry, System, load_system, shipped_systems
from tests.strength.blunders import combined_points, trumps

DEALS = 200
FEWEST_TRUMPS = 7  # of a contract that a convention leads to
GAME_POINTS = 26  # with which a side does not stop below game after a convention
MOST_AUCTIONS = 8  # before one entry, in which deals are looked for
MOST_PIECES = 16  # of a search after one auction
HERE = Path(__file__).parent


def switched_on(system: System, name: str) -> System:
    """The system with a convention that nobody uses switched on, and those off in whose place it is played."""
    names = names_switching(system, name)
    uses = dict.fromkeys(_instead(names) - {*names}, "0") | dict.fromkeys(names, "")
    known = ((other, use) for other, use in uses.items() if other in system.conventions)
    return system.changed(conventions={other: replace(system.conventions[other], use=use) for other, use in known})


def names_switching(system: System, name: str) -> list[str]:
    """The names that must be on for a convention to be used."""
    return [other for other in system.conventions[name].name.switches() if other in system.conventions]


def _instead(names: Collection[str]) -> set[str]:
    """The conventions in whose place these are played, as `instead.csv` lists them."""
    with (HERE / "instead.csv").open(newline="") as lines:
        return {row["instead_of"] for row in csv.DictReader(lines) if row["convention"] in names}


def conventions_off(system: System) -> list[str]:
    """The conventions with entries of their own that the system ships switched off."""
    own = {str(entry.convention) for entry in system.entries if entry.convention}
    return [name for name, convention in system.conventions.items() if convention.use == "0" and name in own]


@dataclass(frozen=True)
class ConventionAuction:
    """A deal that four robots have bid: the index of the call that began the convention, and who made it."""

    table: Table
    deal: Deal
    auction: Auction
    decisions: Sequence[Decision]
    name: str
    first: int

    @property
    def seat(self) -> Seat:
        """Who began the convention."""
        return self.auction.seat_of(self.first)

    @property
    def side(self) -> Side:
        """The side that plays the convention."""
        return self.seat.side

    @property
    def contract(self) -> Contract | None:
        """The contract of the side that plays the convention; None where it has none."""
        contract = self.auction.contract
        return contract if contract is not None and contract.declarer.side is self.side else None

    def belongs(self, index: int) -> bool:
        """Whether a call was made by an entry of the convention or a convention that it belongs to."""
        entry = self.decisions[index].entry
        return entry is not None and entry.convention is not None and self.name in entry.convention.chain()

    @property
    def calls(self) -> list[int]:
        """The calls of the convention, by index."""
        own = range(self.first, len(self.auction.calls), 2)
        return [index for index in own if self.belongs(index)]

    @property
    def answered(self) -> Iterator[tuple[int, int]]:
        """The calls of the convention after which the next player passed, each with partner's call."""
        for index in self.calls:
            if self.auction.calls[index + 1 : index + 2] == (PASS,) and index + 2 < len(self.auction.calls):
                yield index, index + 2

    def asks(self, index: int) -> tuple[str, ...]:
        """What a call asks, as codes."""
        entry = self.decisions[index].entry
        asks = entry.get(fields.ASKS) if entry else None
        return asks.codes if asks else ()

    def is_artificial(self, index: int) -> bool:
        """Whether a call is alerted."""
        entry = self.decisions[index].entry
        return entry is not None and entry.text("alert") == "alert"

    def forces(self, index: int) -> bool:
        """Whether partner may not pass a call."""
        return bool(set(self.asks(index)) - {"O", "SO"})

    def __str__(self) -> str:
        calls = " ".join(f"{call}{'*' if self.belongs(index) else ''}" for index, call in enumerate(self.auction.calls))
        return f"{self.auction.dealer.letter} {calls} with {self.deal[self.seat]} and {self.deal[self.seat.plus(2)]}"


def deals_of(
    bidder: Bidder, name: str, count: int, seed: int = 1, pieces: int = MOST_PIECES
) -> list[ConventionAuction]:
    """So many deals in which a convention comes up, bid by robots; fewer where no more are found.

    The entries with which the convention may begin take turns. After each auction so many pieces are searched.
    """
    served = ServedAuctions(bidder.system, RobotAuctions)
    beginnings = [spots for entry in own_entries(bidder.system, name) if (spots := _spots(bidder, name, entry, served))]
    turns = zip_longest(*(_bid(bidder, name, spots, seed, pieces) for spots in beginnings))
    return list(islice(filter(None, chain.from_iterable(turns)), count))


def own_entries(system: System, name: str) -> list[Entry]:
    """The entries of a convention that are in use."""
    return [entry for entry in system.entries if str(entry.convention or "") == name and may_be_asked(system, entry)]


Spot = tuple[Auction, Entry]


def _spots(bidder: Bidder, name: str, entry: Entry, served: ServedAuctions) -> list[Spot]:
    """Auctions in which a convention may begin with an entry."""
    if entry.bid.call is PASS:
        return []
    spots = (_spot(bidder, name, calls, entry) for calls in served.of(entry))
    return list(islice(filter(None, spots), MOST_AUCTIONS))


def _spot(bidder: Bidder, name: str, calls: Calls, entry: Entry) -> Spot | None:
    """The auction with these calls in which an entry is in use and the side has not begun the convention before."""
    try:
        auctions = [auction for _, _, auction in by_seat_and_vulnerability(Auction.of(calls))]
    except IllegalCall:
        return None
    for auction in auctions:
        table = Table(bidder, bidder, student=auction.turn.side)
        if auction.finished or not table.place(auction).uses(entry):
            continue
        for index in range(len(auction.calls) % 2, len(auction.calls), 2):
            rows = table.place(auction.before(index)).rows_making(auction.calls[index])
            if any(row.entry.convention is not None and name in row.entry.convention.chain() for _, row in rows):
                return None
        return auction, entry
    return None


def _bid(bidder: Bidder, name: str, spots: list[Spot], seed: int, pieces: int) -> Iterator[ConventionAuction]:
    """Deals in which the convention begins at one of these spots, some after each of them in turn."""
    searches = LazyList(_begun(bidder, auction, entry, seed) for auction, entry in spots)
    for piece in range(pieces):
        for (auction, entry), (table, search) in zip(spots, searches, strict=True):
            for deal in search.piece(piece).deals(most=25):
                if _begins(table, deal, auction, entry):
                    bid, decisions = table.bid_deal(deal, auction.dealer, auction.vulnerability)
                    yield ConventionAuction(table, deal, bid, decisions, name, len(auction.calls))


def _begun(bidder: Bidder, auction: Auction, entry: Entry, seed: int) -> tuple[Table, DealSearch]:
    """A table, and a search at it for deals in which an entry makes the next call."""
    table = Table(bidder, bidder, student=auction.turn.side, seed=str(seed))
    return table, DealSearch({}, table, auction, entry, seed)


def _begins(table: Table, deal: Deal, auction: Auction, entry: Entry) -> bool:
    """Whether the robots make the calls of this auction, and the next one by this entry."""
    decisions = table.bid_on(deal, Auction(auction.dealer, auction.vulnerability))
    if not all(next(decisions).call is call for call in auction.calls):
        return False
    by = next(decisions).entry
    return by is not None and by.id == entry.id


# --- What is wrong with an auction ---


def passed_force(bid: ConventionAuction) -> str:
    """A call that forces partner is passed, and no entry for this convention says that it may be."""
    for index, answer in bid.answered:
        if bid.forces(index) and bid.auction.calls[answer] is PASS and not _agreed_pass(bid, index, answer):
            return f"{bid.auction.calls[index]} is passed"
    return ""


def _agreed_pass(bid: ConventionAuction, index: int, answer: int) -> bool:
    """Whether an entry passes: one of the convention, or after a double one that is written for the auction."""
    decision = bid.decisions[answer]
    written = decision.source in (Source.BOOK, Source.PATTERN)
    return bid.belongs(answer) or (written and bid.auction.calls[index] is DOUBLE)


def unwritten_answer(bid: ConventionAuction) -> str:
    """The answer to a call that asks comes from no section that is written for such an auction."""
    for index, answer in bid.answered:
        if bid.forces(index) and bid.is_artificial(index) and not _is_written(bid, answer):
            return f"no answer to {bid.auction.calls[index]}"
    return ""


def unwritten_next_call(bid: ConventionAuction) -> str:
    """Whoever has asked has no call for the answer."""
    for index, answer in bid.answered:
        later = answer + 2
        silent = bid.auction.calls[answer + 1 : later] == (PASS,) and later < len(bid.auction.calls)
        if silent and bid.forces(index) and bid.auction.calls[answer] is not PASS and not _is_final(bid, answer):
            passes = bid.auction.calls[later] is PASS and not bid.forces(answer)
            if bid.is_artificial(index) and not passes and not _is_written(bid, later):
                return f"no call after {bid.auction.calls[index]} - {bid.auction.calls[answer]}"
    return ""


def _is_written(bid: ConventionAuction, index: int) -> bool:
    """Whether a call comes from a section that is written for such an auction, or belongs to a convention."""
    decision = bid.decisions[index]
    agreed = decision.entry is not None and decision.entry.convention is not None
    return agreed or decision.source in (Source.BOOK, Source.PATTERN)


def _is_final(bid: ConventionAuction, index: int) -> bool:
    """Whether a call is a game or says that it is to play."""
    return "SO" in bid.asks(index) or is_game(bid.auction.calls[index])


def few_trumps(bid: ConventionAuction) -> str:
    """The contract is in a suit of which both have fewer than seven cards together."""
    if bid.contract is None:
        return ""
    count = trumps(bid.deal, bid.contract)
    return f"{bid.contract} with {count} trumps" if count is not None and count < FEWEST_TRUMPS else ""


def dropped_game_force(bid: ConventionAuction) -> str:
    """The side is forced to game and stops below it."""
    forced = [index for index in bid.calls if "G" in bid.asks(index)]
    if forced and bid.contract and not is_game(bid.contract) and not bid.contract.doubled:
        return f"{bid.auction.calls[forced[0]]} forces to game"
    return ""


def game_missed(bid: ConventionAuction) -> str:
    """The side stops undoubled below game with the points for it."""
    contract = bid.contract
    points = combined_points(bid.deal, bid.side)
    if contract and not is_game(contract) and not contract.doubled and points >= GAME_POINTS:
        return f"{contract} on {points}"
    return ""


def misread(bid: ConventionAuction) -> str:
    """Partner expects two cards more of a suit than a hand has, of a hand that has made a call of the convention."""
    players = bid.table.understood(bid.auction.before(len(bid.auction.calls) - 1))
    for seat in {bid.auction.seat_of(index) for index in bid.calls}:
        for suit in SUITS:
            expected, held = players[seat].expected.least[suit], bid.deal[seat].lengths[suit]
            if expected >= held + SUPPORT:
                return f"{expected} {suit.title} expected, {held} held"
    return ""


@dataclass(frozen=True)
class Rule:
    """What an auction must not do, and the share of auctions that may all the same."""

    find: Callable[[ConventionAuction], str]
    tolerated: float = 0.0

    @property
    def name(self) -> str:
        """In words."""
        return self.find.__name__.replace("_", " ")

    def most(self, name: str, auctions: int) -> float:
        """Of so many auctions with a convention those that may break the rule: one, where it tolerates any."""
        share = _excused().get((name, self.name), self.tolerated)
        return max(1, share * auctions) if share else 0


RULES = (
    Rule(passed_force),
    Rule(unwritten_answer),
    Rule(unwritten_next_call, 0.02),
    Rule(dropped_game_force),
    Rule(few_trumps, 0.03),
    Rule(game_missed, 0.06),
    Rule(misread, 0.02),
)


@cache
def _excused() -> dict[tuple[str, str], float]:
    """The share of auctions with a convention that may break a rule, as `excused.csv` says with the reason."""
    with (HERE / "excused.csv").open(newline="") as lines:
        return {(row["convention"], row["rule"]): float(row["share"]) for row in csv.DictReader(lines)}


Found = list[tuple[str, ConventionAuction]]
"""What is wrong, with the auction in which it was found."""


def faults(bids: Sequence[ConventionAuction]) -> dict[Rule, Found]:
    """By each rule that some of these auctions break what was found."""
    found = {rule: [(what, bid) for bid in bids if (what := rule.find(bid))] for rule in RULES}
    return {rule: of_rule for rule, of_rule in found.items() if of_rule}


def broken_rules(bids: Sequence[ConventionAuction]) -> dict[str, Found]:
    """By the name of each rule that too many of these auctions break what was found."""
    return {rule.name: found for rule, found in faults(bids).items() if _are_too_many(rule, found, bids)}


def _are_too_many(rule: Rule, found: Found, bids: Sequence[ConventionAuction]) -> bool:
    return len(found) > rule.most(bids[0].name, len(bids))


def main(arguments: list[str] | None = None) -> int:
    """Print what is found. The exit status is 1 if a rule is broken."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.strength.conventions", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("names", nargs="*", help="conventions (default: all that are switched off)")
    parser.add_argument("--system", action="append", choices=shipped_systems())
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--show", type=int, default=2, help="auctions printed for each rule that some break")
    options = parser.parse_args(arguments)
    broken = False
    for slug in options.system or shipped_systems():
        base = Bidder(load_system(slug))
        for name in options.names or conventions_off(base.system):
            bids = deals_of(Bidder(switched_on(base.system, name), base), name, options.deals)
            print(f"{slug}: {name}: {len(bids)} deals", flush=True)
            for rule, found in faults(bids).items():
                too_many = _are_too_many(rule, found, bids)
                broken |= too_many
                whats = dict(Counter(what for what, _ in found).most_common(6))
                print(f"  {rule.name}: {len(found)}{'' if too_many else ', tolerated'}: {whats}")
                for what, bid in found[: options.show]:
                    print(f"    {what}: {bid}", flush=True)
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
