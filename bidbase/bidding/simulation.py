"""The simulation: where no entry fits a hand, but entries with D in Pct ask for it, the best contract decides.

Deals are drawn that the auction still allows, with the player's own hand in each; nothing else is known of the others.
Every contract that the player can set is judged in them double dummy. The source is the editor text of BidBase on the
field Pct; what it leaves open is settled in docs/entries.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice

from bidbase.bidding.bidder import Decision, Source
from bidbase.bidding.drawing import PlaceSource, sample_deals
from bidbase.bidding.prospects import Simulation, compare
from bidbase.compiler import CompiledSection, PercentageDraw, Place
from bidbase.compiler.rows import Row
from bidbase.game.auction import BIDS, DOUBLE, PASS, Auction, Call
from bidbase.game.cards import Hand, Strain
from bidbase.game.double_dummy import tricks_taken
from bidbase.language import fields
from bidbase.language.auction_state import BID_SUIT
from bidbase.language.circumstances import Scoring
from bidbase.language.disclosures import Asks
from bidbase.meaning.disclosure import Meaning, meaning

DEALS = 24  # judged double dummy: five strains of them take a second or so
SUPPORT = 2  # cards of a suit that partner may expect where a bid may be passed
_DRAWN = 200  # drawn, of which the first are judged: the more are drawn, the fewer of the first share a hand
MAX_DEALT = 100_000  # in search of them

Rows = list[tuple[CompiledSection, Row]]


@dataclass(frozen=True, slots=True)
class SimulationQuestion:
    """What a simulation is asked: how these calls of the player whose turn it is fare, who holds this hand.

    `seed` is the table's: the same question at the same table always has the same answer.
    """

    auction: Auction
    hand: Hand
    calls: tuple[Call, ...]
    scoring: Scoring
    seed: str = ""


Simulate = Callable[[PlaceSource, SimulationQuestion], Simulation | None]
"""Answers a question at a table; None when no deal fits the auction."""


def decide_by_simulation(
    table: PlaceSource,
    place: Place,
    hand: Hand,
    simulate: Simulate,
    draw: PercentageDraw | None = None,
    seed: str = "",
) -> Decision | None:
    """What a hand that no entry fits calls, if entries ask for a simulation and some deal fits the auction; else None.

    `simulate` makes the simulation, or knows what came of it; `seed` is the table's.
    """
    rows = place.simulated(hand, draw)
    calls = candidates(place, place.auction, hand, rows) if rows else []
    if len(calls) < 2:
        return None
    question = SimulationQuestion(place.auction, hand, tuple(calls), place.circumstances.scoring, seed)
    simulation = simulate(table, question)
    if simulation is None:
        return None
    best = simulation.best.call
    for section, row in rows:
        if _names(row, best):
            return Decision(row.call, Source.SIMULATION, section, section.rows.index(row), simulation)
    return Decision(best, Source.SIMULATION, simulation=simulation)


def candidates(place: Place, auction: Auction, hand: Hand, rows: Rows) -> list[Call]:
    """The calls whose contracts the player can set: pass, those that `rows` have a bid for, and what may simply be bid.

    That is a contract that no entry in use makes here, so that no meaning is widened, and that with this hand shows
    what a call without an agreement is taken to show. A double needs an entry.
    """
    return [
        call
        for call in (PASS, DOUBLE, *BIDS)
        if not auction.why_illegal(call)
        and (
            call is PASS
            or any(_names(row, call) for _, row in rows)
            or (call.is_bid and call not in place.calls and _sets_contract(place, call, hand))
        )
    ]


def decide_beyond_book(
    table: PlaceSource, place: Place, hand: Hand, forced: bool, simulate: Simulate, seed: str = ""
) -> Decision | None:
    """The best contract for a hand of which the book says nothing true, as after a call that did not fit it.

    None when there is nothing to choose from or no deal fits the auction. A hand that is `forced` does not pass.
    """
    calls = contracts_to_set(place, hand, forced)
    if len(calls) < 2:
        return None
    simulation = simulate(table, SimulationQuestion(place.auction, hand, calls, place.circumstances.scoring, seed))
    return None if simulation is None else Decision(simulation.best.call, Source.BEYOND, simulation=simulation)


def contracts_to_set(place: Place, hand: Hand, forced: bool) -> tuple[Call, ...]:
    """Pass, unless it breaks a force, and the bids that a hand can make to play: partner may pass them."""
    return tuple(
        call
        for call in (PASS, *BIDS)
        if not place.auction.why_illegal(call)
        and (not forced and _may_be_passed(meaning(place, call)) if call is PASS else _sets_contract(place, call, hand))
    )


def _sets_contract(place: Place, bid: Call, hand: Hand) -> bool:
    """Whether partner may pass a bid, and a hand can stand to play there.

    It has four cards of the suit, or two where partner has bid it, and no singleton for notrump.
    """
    if bid.strain is Strain.NOTRUMP:
        stands = min(hand.lengths) >= SUPPORT
    else:
        bids = place.auction.calls[(len(place.auction.calls) - 2) % 4 :: 4]
        bid_by_partner = any(call.is_bid and call.strain is bid.strain for call in bids)
        stands = hand.lengths[bid.strain] >= (SUPPORT if bid_by_partner else BID_SUIT)
    return stands and _may_be_passed(meaning(place, bid))


def _may_be_passed(meaning: Meaning) -> bool:
    """Whether partner may pass a call, and finds cards there if it is a suit."""
    call = meaning.call
    if Asks(meaning.asked).forcing:
        return False
    return not call.is_bid or call.strain is Strain.NOTRUMP or meaning.expected.least[call.strain] >= SUPPORT


def _names(row: Row, call: Call) -> bool:
    """Whether the entry of a row makes its bid when the contract that this call sets is best."""
    best_contract = row.entry.get(fields.BEST_CONTRACT)
    return best_contract is not None and best_contract.holds(call)


def simulate(table: PlaceSource, question: SimulationQuestion) -> Simulation | None:
    """How the calls fare over deals that fit the auction; None when no deal is found.

    Where fewer deals than wanted fit, those that do are used. It takes a second or so.
    """
    auction = question.auction
    digest = blake2b(f"{question.seed} {auction.turn.letter} {auction}".encode(), digest_size=6).digest()
    known = {auction.turn: question.hand}
    sampled = sample_deals(table, auction, _DRAWN, MAX_DEALT, seed=int.from_bytes(digest, "little"), known=known)
    deals = list(islice(sampled.deals(), DEALS))
    if not deals:
        return None
    contracts = filter(None, (auction.with_call(call).contract for call in question.calls))
    played = sorted({(contract.strain, contract.declarer) for contract in contracts})
    tricks = tricks_taken(deals, played)
    return Simulation(len(deals), compare(auction, question.calls, tricks, question.scoring))
