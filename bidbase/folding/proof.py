"""The proof that no call changes where a pattern takes the place of literal sections, and what is only tested.

Proven, for every hand, in all circumstances and against any opponents:

1. The entries of the pattern, with the suits of each section filled in, are equal to the entries of the section: the
   same number in the same order, equal in every field that says something of a call, its conditions, its percentage,
   its convention and what it tells. They are compared cell by cell, before anything is counted from the auction.
2. The pattern serves the auctions of these sections and no other: all that it fits are listed.
3. In each of these auctions it is asked where the section was asked, before everything else: no pattern that is asked
   earlier fits there, whatever names the calls may have. So after it the same sections follow, and the same calls are
   closed to them.

From this it follows call by call, from the shortest auction to the longest, that each call means the same as before and
is made with the same hands: a section is compiled from its entries, the calls and what these have shown alone.

Tested, beyond that, with hands that are dealt: hands that reach each auction make the same calls as often as before,
and every call means the same, in each position of the opener.

Not claimed: which of several calls with a percentage is drawn on a certain board may change, since the draw depends on
the name of the section; how often each is drawn does not. The source of a call reads `pattern` and no longer `book`.
And a call that hardly any hand makes is offered by pages where a literal section has it, but not where a pattern has
it; such calls are listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from bidbase.bidding.bidder import Bidder, chances
from bidbase.checks.hands import HandSupply
from bidbase.checks.turns import WatchedTurns
from bidbase.compiler import HandBatch, Place
from bidbase.folding.folds import LEADING_PASSES, EntryDifference, Fold
from bidbase.folding.rows import prior_bids_of
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import Hand, Vulnerability
from bidbase.language.bids import PriorBids
from bidbase.language.circumstances import Circumstances
from bidbase.language.pattern_search import Calls, PatternSearch
from bidbase.meaning.disclosure import Meaning, meaning

HANDS = 200  # dealt for each auction that the pattern serves


@dataclass(frozen=True)
class Proof:
    """What was compared. The pattern may take the place of the sections where it `holds`: nothing speaks against it.

    `auctions` are those that the pattern serves, `entries` counts the entries of the sections, `hands` the hands that
    were dealt. `exists` tells that the system has a section of this pattern already. `differences` are entries that do
    not say the same; `others` are auctions that the pattern would serve and that none of the sections has; `earlier`
    are patterns that would be asked before, each with an auction; `changed` says what came out otherwise with the
    hands. `not_offered` are calls after auctions that no hand was found to make. They speak against nothing.
    """

    auctions: tuple[Calls, ...]
    entries: int
    exists: bool
    differences: tuple[EntryDifference, ...]
    others: tuple[Calls, ...]
    earlier: tuple[tuple[str, Calls], ...]
    hands: int = 0
    changed: tuple[str, ...] = ()
    not_offered: tuple[tuple[Call, Calls], ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the pattern may take the place of the sections."""
        return not self.faults

    @property
    def faults(self) -> list[str]:
        """What speaks against it, in words."""
        faults = ["the system has a section of this pattern already"] if self.exists else []
        faults += [difference.words() for difference in self.differences]
        faults += [f"the pattern would serve {PriorBids(calls)} too" for calls in self.others]
        faults += [f"{name} would be asked before it after {PriorBids(calls)}" for name, calls in self.earlier]
        return [*faults, *self.changed]


def prove(bidder: Bidder, fold: Fold, hands: int = HANDS, report: Callable[[], None] = lambda: None) -> Proof:
    """Compare a system with the same system after a fold, and test it with so many hands for each auction.

    Nothing is tested where the comparison fails, or with no hands. `report` is called now and then.
    """
    system = bidder.system
    served = set(PatternSearch(fold.key.pattern))
    covered = {prior_bids_of(system.sections[name]).calls for name in fold.sections}
    proof = Proof(
        auctions=tuple(sorted(served, key=_as_auctions_go)),
        entries=sum(len(system.sections[name]) for name in fold.sections),
        exists=str(fold.key) in system.sections,
        differences=tuple(fold.differences(system)),
        others=tuple(sorted(served - covered, key=_as_auctions_go)),
        earlier=tuple(fold.asked_earlier(system)),
    )
    if not proof.holds or not hands:
        return proof
    after = Bidder(fold.folded(system), bidder)
    supply, dealt, changed, not_offered = HandSupply(WatchedTurns(bidder)), 0, list[str](), list[tuple[Call, Calls]]()
    for calls in proof.auctions:
        report()
        drawn = supply.reaching(Auction.of(calls))
        drawn = drawn.where(np.arange(len(drawn)) < hands)
        dealt += len(drawn)
        changed += _changed(bidder, after, calls, drawn)
        not_offered += [(call, calls) for call in _not_offered(bidder, after, Auction.of(calls))]
    return replace(proof, hands=dealt, changed=tuple(dict.fromkeys(changed)), not_offered=tuple(not_offered))


def _as_auctions_go(calls: Calls) -> tuple[int, Calls]:
    return len(calls), calls


def _changed(before: Bidder, after: Bidder, calls: Calls, hands: HandBatch) -> Iterator[str]:
    """What these hands call otherwise at the end of an auction, and what is told otherwise there.

    The hands are shared out among the seats that may open, each with another vulnerability.
    """
    turns = [*zip(LEADING_PASSES, Vulnerability, strict=True)]
    for number, (passes, vulnerability) in enumerate(turns):
        auction = Auction.of((*[PASS] * passes, *calls), vulnerability=vulnerability)
        was, now = (bidder.place(auction, Circumstances.of(auction)) for bidder in (before, after))
        for index in range(number, len(hands), len(turns)):
            hand = hands.hand(index)
            if (chances(was, hand), _after_simulation(was, hand)) != (chances(now, hand), _after_simulation(now, hand)):
                yield f"{hand} calls otherwise after {auction.prior_bids}"
        for call in sorted({PASS, *was.calls, *now.calls}):
            if _told(meaning(was, call)) != _told(meaning(now, call)):
                yield f"{call.title} means something else after {auction.prior_bids}"


def _after_simulation(place: Place, hand: Hand) -> list[Call]:
    """The calls between which a simulation may choose for this hand."""
    return [row.call for _, row in place.simulated(hand)]


def _not_offered(before: Bidder, after: Bidder, auction: Auction) -> list[Call]:
    """The calls at a turn that pages offer before and not after, since no hand was found that makes them."""
    was, now = (bidder.unmade_calls(auction, Circumstances.of(auction)) for bidder in (before, after))
    return sorted(now - was)


def _told(meant: Meaning) -> Meaning:
    """A meaning without the entries behind it, which are other ones after a fold."""
    return replace(meant, lines=tuple(replace(line, entries=()) for line in meant.lines))
