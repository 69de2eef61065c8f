"""The proof that no call changes where a pattern takes the place of literal sections, and what is only tested.

Proven, for every hand, in all circumstances and against any opponents:

1. The entries of the pattern, with the suits of each section filled in, are those of the section: the same number in
   the same order, equal in every field that says something of a call, its conditions, its percentage, its convention
   and what it tells. They are compared cell by cell, before anything is counted from the auction.
2. The pattern serves the auctions of these sections and no other: all that it fits are listed.
3. In each of these auctions it is asked where the section was asked, before everything else: no pattern that is asked
   earlier fits there, whatever names the calls may have. So after it the same sections follow, and the same calls are
   closed to them.

From this it follows call by call, from the shortest auction to the longest, that each call means the same as before
and is made with the same hands: a section is compiled from its entries, the calls and what these have shown alone.

Not claimed: which of several calls with a percentage is drawn on a certain board may change, since the draw depends on
the name of the section; how often each is drawn does not. The source of a call reads `pattern` and no longer `book`.

Tested, beyond that, with hands that are dealt: hands that reach each auction make the same calls as often as before,
every call is told as before, and none is left out of what a page offers because no hand makes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from bidbase.bidding.bidder import Bidder, chances
from bidbase.checks.hands import HandSupply
from bidbase.compiler import Place
from bidbase.folding.folds import Difference, Fold
from bidbase.folding.rows import prior_bids_of
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import Hand, Vulnerability
from bidbase.language.bids import PatternKey
from bidbase.language.circumstances import Circumstances
from bidbase.language.pattern_search import Calls, PatternSearch
from bidbase.language.patterns import Pattern, SubPattern
from bidbase.meaning.disclosure import Meaning, meaning
from bidbase.systems import System

HANDS = 200  # dealt for each auction that the pattern serves
LEADING_PASSES = range(4)


@dataclass(frozen=True)
class Proof:
    """What was compared: it `holds` where nothing speaks against it.

    `auctions` are those that the pattern serves, `entries` the entries of the sections that were compared, and `hands`
    the number of hands that were dealt. `differences` are entries that do not say the same; `others` are auctions that
    the pattern would serve beside those of the sections; `earlier` are patterns that would be asked before it, each
    with an auction. `changed` says what came out otherwise with the hands dealt.
    """

    auctions: tuple[Calls, ...]
    entries: int
    hands: int
    differences: tuple[Difference, ...] = ()
    others: tuple[Calls, ...] = ()
    earlier: tuple[tuple[str, Calls], ...] = ()
    changed: tuple[str, ...] = ()
    exists: bool = False

    @property
    def holds(self) -> bool:
        """Whether the pattern may take the place of the sections."""
        return not (self.differences or self.others or self.earlier or self.changed or self.exists)


def prove(bidder: Bidder, fold: Fold, hands: int = HANDS, report: Callable[[], None] = lambda: None) -> Proof:
    """Compare a system with the same system after a fold, with so many hands for each auction.

    Hands are only dealt where all else holds. `report` is called now and then.
    """
    system = bidder.system
    served = set(PatternSearch(fold.key.pattern))
    covered = {prior_bids_of(system.sections[name]).calls for name in fold.sections}
    proof = Proof(
        auctions=tuple(sorted(served, key=_as_auctions_go)),
        entries=sum(len(system.sections[name]) for name in fold.sections),
        hands=0,
        differences=tuple(fold.differences(system)),
        others=tuple(sorted(served ^ covered, key=_as_auctions_go)),
        earlier=tuple(_asked_earlier(fold, system)),
        exists=str(fold.key) in system.sections,
    )
    if not proof.holds:
        return proof
    after = Bidder(fold.folded(system), bidder)
    supply, dealt, changed = HandSupply(bidder), 0, list[str]()
    for calls in proof.auctions:
        report()
        number, found = _tested(supply, after, calls, hands)
        dealt += number
        changed += found
    return replace(proof, hands=dealt, changed=tuple(changed))


def _as_auctions_go(calls: Calls) -> tuple[int, Calls]:
    return len(calls), calls


def _asked_earlier(fold: Fold, system: System) -> Iterator[tuple[str, Calls]]:
    """The patterns that would be asked before that of the fold, each with an auction in which it may fit."""
    after = fold.folded(system)
    rank = after.rank(fold.key)
    auctions = [prior_bids_of(system.sections[name]).calls for name in fold.sections]
    for key in after.patterns:
        if key == fold.key or after.rank(key) > rank:
            continue
        unnamed = PatternKey(_without_names(key.pattern))
        for calls in auctions:
            tried = ((PASS,) * passes + calls for passes in LEADING_PASSES)
            if any(unnamed.match(auction, passes, ()) is not None for passes, auction in enumerate(tried)):
                yield str(key), calls
                break


def _without_names(pattern: Pattern) -> Pattern:
    """The pattern that fits whatever names the calls have."""
    return Pattern(
        tuple(
            SubPattern(sub.anywhere, sub.passes, tuple(replace(element, name=None) for element in sub.elements))
            for sub in pattern.alternatives
        ),
        pattern.conditions,
    )


def _tested(supply: HandSupply, after: Bidder, calls: Calls, count: int) -> tuple[int, list[str]]:
    """How many hands were dealt for an auction, and what they call or what is told otherwise than before.

    They are shared out among the seats that may open and the vulnerabilities.
    """
    before, dealt, changed = supply.bidder, 0, list[str]()
    hands = supply.reaching(Auction.of(calls))
    step = len(Vulnerability)
    for passes, vulnerability in zip(LEADING_PASSES, Vulnerability, strict=True):
        auction = Auction.of((*[PASS] * passes, *calls), vulnerability=vulnerability)
        circumstances = Circumstances.of(auction)
        places = [bidder.place(auction, circumstances) for bidder in (before, after)]
        for index in range(passes, min(count, len(hands)), step):
            hand = hands.hand(index)
            dealt += 1
            was, now = ((chances(place, hand), _after_simulation(place, hand)) for place in places)
            if was != now:
                changed.append(f"after {auction.prior_bids} {hand} calls otherwise")
        changed += _told_otherwise(before, after, auction, circumstances)
    return dealt, changed


def _after_simulation(place: Place, hand: Hand) -> list[Call]:
    """The calls between which a simulation may choose for this hand."""
    return [row.call for _, row in place.simulated(hand)]


def _told_otherwise(before: Bidder, after: Bidder, auction: Auction, circumstances: Circumstances) -> Iterator[str]:
    """The calls at a turn of which something else is told, and those that are no longer offered."""
    was, now = (bidder.place(auction, circumstances) for bidder in (before, after))
    for call in sorted({PASS, *was.calls, *now.calls}):
        if _told(meaning(was, call)) != _told(meaning(now, call)):
            yield f"{call.title} after {auction.prior_bids} is told otherwise"
    unmade = after.unmade_calls(auction, circumstances) - before.unmade_calls(auction, circumstances)
    for call in sorted(unmade):
        yield f"{call.title} after {auction.prior_bids} is made by no hand, and calls of patterns are then not offered"


def _told(meant: Meaning) -> Meaning:
    """A meaning without the entries behind it, which are other ones after a fold."""
    return replace(meant, lines=tuple(replace(line, entries=()) for line in meant.lines))
