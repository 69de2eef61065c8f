"""What a system has agreed, auction by auction: for formats that know auctions, but no patterns and no situations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice, takewhile

from bidbase.bidding.bidder import Bidder
from bidbase.compiler import Place
from bidbase.game.auction import CALLS, PASS, Auction, Call
from bidbase.language.bids import PatternKey, PriorBids
from bidbase.language.circumstances import Circumstances
from bidbase.language.pattern_search import Calls, PatternSearch
from bidbase.meaning.reading import joined
from bidbase.packing import packed, unpacked
from bidbase.shelf import key_of, shelf
from bidbase.systems import System

MAX_AUCTIONS = 8
"""A pattern that stands for more auctions than this is a rule rather than a section, and is left out."""
FOLLOWED = 8
"""So many calls are followed of auctions in which the opponents pass."""


Report = Callable[[], object]
"""Is called often while something is written that takes its time."""


def no_report() -> None:
    """Tells nobody."""


@dataclass(frozen=True, slots=True)
class AgreedCall:
    """A call after an auction, what it means in words, and its alert: `none`, `alert`, `announce` or `pre-alert`."""

    prior: Calls
    call: Call
    words: str
    alert: str


def agreed_calls(system: System, report: Report = no_report) -> list[AgreedCall]:
    """Each call with an agreement in the auctions that a system is about, auction by auction.

    These are the auctions of its sections and of short patterns, and what follows an opening while the opponents pass,
    as far as sections or patterns say something there. The calls of an auction come from the lowest to the highest.
    Meanings are those of the first seat, with nobody vulnerable. `report` is called once for each auction. They take
    some seconds, and are there at once when another process has listed the agreements of a system that says the same.
    """
    if (kept := _kept(system)) is not None:
        return kept
    listed: list[AgreedCall] = []
    for of_auction in _by_auction(system):
        listed += of_auction
        report()
    records = [(bytes(each.prior), int(each.call), each.words, each.alert) for each in listed]
    shelf().keep(_key(system), lambda: packed(records))
    return listed


def work_out(system: System) -> Iterator[None]:
    """Work out the meanings that `agreements` tells, auction by auction.

    The shelf keeps them, so whoever stops on the way and begins anew is soon where they were.
    """
    if _kept(system) is None:
        yield from (None for _ in _by_auction(system))


def _key(system: System) -> bytes:
    return key_of("agreements", system.digest)


def _kept(system: System) -> list[AgreedCall] | None:
    content = shelf().get(_key(system))
    kept = None if content is None else unpacked(content)
    if not isinstance(kept, list):
        return None
    return [AgreedCall(tuple(CALLS[each] for each in calls), CALLS[call], *texts) for calls, call, *texts in kept]


def _by_auction(system: System) -> Iterator[list[AgreedCall]]:
    bidder, auctions = Bidder(system), dict.fromkeys([(), *_auctions_of_keys(system)])
    waiting = [*auctions]
    for calls in waiting:  # it grows
        auction = Auction.of(calls)
        place = bidder.place(auction, Circumstances.of(auction))
        agreed = _agreed_calls(place)
        found = [_agreement(bidder, place, calls, call) for call in auction.legal_calls() if call in agreed]
        for following in ((*calls, each.call, PASS) for each in found if each.call is not PASS):
            if len(following) <= FOLLOWED and following not in auctions and _undisturbed(calls):
                auctions[following] = None
                waiting.append(following)
        yield found


def _agreement(bidder: Bidder, place: Place, calls: Calls, call: Call) -> AgreedCall:
    meant = joined(bidder.read(place, call))
    return AgreedCall(calls, call, "; ".join(dict.fromkeys(line.words() for line in meant.lines)), meant.alert)


def _agreed_calls(place: Place) -> set[Call]:
    """The calls that a section or a pattern makes: what situations, which come after them, add to every auction is left
    out, and most of them are never looked for.
    """
    of_auction = takewhile(lambda in_use: not in_use[0].name.startswith("@"), place.in_use())
    return {call for section, allowed in of_auction for call, rows in section.calls.items() if rows & allowed}


def _undisturbed(calls: Calls) -> bool:
    """Whether one side has opened and the other has only passed."""
    return set(calls[1::2]) <= {PASS}


def _auctions_of_keys(system: System) -> Iterator[Calls]:
    """The auctions of all sections, and of the patterns that stand for a few."""
    for entries in system.sections.values():
        match entries[0].key:
            case PriorBids() as key:
                yield tuple(key.calls)
            case PatternKey() as key if not any(part.anywhere for part in key.pattern.alternatives):
                fitting = list(islice(PatternSearch(key.pattern), MAX_AUCTIONS + 1))
                if len(fitting) <= MAX_AUCTIONS:
                    yield from fitting
