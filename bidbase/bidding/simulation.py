"""The simulation: where no entry fits a hand, but entries with D in Pct ask for it, the best contract decides.

Deals are drawn that the auction still allows, with the player's own hand in each; nothing else is known of the others.
Every contract that he can set is judged in them double dummy. The source is the editor text of BidBase on the field
Pct; what it leaves open is settled in docs/entries.md.
"""

from __future__ import annotations

from hashlib import blake2b
from itertools import islice

from bidbase.bidding.bidder import Decision, Source
from bidbase.bidding.drawing import Agreements, naturally, sample_deals
from bidbase.bidding.prospects import Simulation, compare
from bidbase.compiler import CompiledSection, HandBatch, PercentageDraw, Place
from bidbase.compiler.rows import Row
from bidbase.game.auction import BIDS, DOUBLE, PASS, Auction, Call
from bidbase.game.cards import Hand
from bidbase.game.double_dummy import tricks_taken
from bidbase.language import fields
from bidbase.language.circumstances import Scoring

DEALS = 24  # judged double dummy: five strains of them take a second or so
_DRAWN = 200  # of which those are the first: the more are drawn, the less do they repeat a hand
_TRIED = 100_000

Rows = list[tuple[CompiledSection, Row]]


def decide_by_simulation(
    table: Agreements, place: Place, auction: Auction, hand: Hand, draw: PercentageDraw | None = None, seed: str = ""
) -> Decision | None:
    """What a hand that no entry fits calls, if entries ask for a simulation and some deal fits the auction; else None.

    `seed` is the table's: the same hand in the same auction always gets the same call.
    """
    rows = place.simulated(hand, draw)
    calls = candidates(place, auction, hand, rows) if rows else []
    if len(calls) < 2 or (found := simulate(table, auction, hand, calls, place.circumstances.scoring, seed)) is None:
        return None
    best = found.best.call
    for section, row in rows:
        if _names(row, best):
            return Decision(row.call, Source.SIMULATION, row, section, found)
    return Decision(best, Source.SIMULATION, simulation=found)


def candidates(place: Place, auction: Auction, hand: Hand, rows: Rows) -> list[Call]:
    """The calls whose contracts the player can set: pass, those that `rows` have a bid for, and what he may simply bid.

    That is a contract that no entry in use makes here, so that no meaning is widened, and that with this hand shows
    what a call without an agreement is taken to show. A double needs an entry.
    """
    own = HandBatch.of([hand])
    return [
        call
        for call in (PASS, DOUBLE, *BIDS)
        if not auction.why_illegal(call)
        and (
            call is PASS
            or any(_names(row, call) for _, row in rows)
            or (call.is_bid and call not in place.calls and naturally(auction, call, own)[0])
        )
    ]


def _names(row: Row, call: Call) -> bool:
    """Whether the entry of a row makes its bid when the contract that this call sets is best."""
    best_contract = row.entry.get(fields.BEST_CONTRACT)
    return best_contract is not None and best_contract.holds(call)


def simulate(
    table: Agreements, auction: Auction, hand: Hand, calls: list[Call], scoring: Scoring, seed: str = ""
) -> Simulation | None:
    """How these calls of the player whose turn it is fare over deals that the auction allows; None when none is found.

    Where fewer deals than wanted fit, those that do are used.
    """
    digest = blake2b(f"{seed} {auction.turn.letter} {auction}".encode(), digest_size=6).digest()
    known = {auction.turn: hand}
    drawn = sample_deals(table, auction, _DRAWN, _TRIED, seed=int.from_bytes(digest, "little"), known=known)
    deals = list(islice(drawn.deals(), DEALS))
    if not deals:
        return None
    contracts = filter(None, (auction.with_call(call).contract for call in calls))
    played = sorted({(contract.strain, contract.declarer) for contract in contracts})
    return Simulation(len(deals), compare(auction, calls, tricks_taken(deals, played), scoring))
