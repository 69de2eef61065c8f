"""`bidbase pattern`: the auctions that a bid pattern fits, and those that meet a situation."""

from __future__ import annotations

import argparse
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from bidbase.cli.options import add_system, count, refuse
from bidbase.errors import TextError
from bidbase.game.auction import Auction
from bidbase.language.bids import OPENING, PatternKey, PriorBids, parse_key
from bidbase.language.circumstances import Circumstances
from bidbase.language.pattern_search import NameOfLast, PatternSearch
from bidbase.language.patterns import Binding, Mismatch
from bidbase.language.situation_words import clauses_in_words, expected_words, judged
from bidbase.language.situations import SituationKey

if TYPE_CHECKING:
    from bidbase.bidding.bidder import Bidder
    from bidbase.meaning.shown import AuctionDisclosure


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    command.add_argument("pattern", help="as in '1a-P-2a; a=M', or a situation, '@ fit a, forced to game; a=M'")
    command.add_argument("--auction", help="tell of this auction whether it fits, and why not")
    add_system(command, "where names of calls come from")
    command.add_argument("--most", type=count, default=100, help="list so many auctions at the most (default 100)")


def run(options: argparse.Namespace) -> int:
    """The exit status is 1 when the auction that was given does not fit, or no auction does."""
    key = _read_key(options.pattern)
    auction = None if options.auction is None else Auction.parse(options.auction)
    if isinstance(key, SituationKey):
        return _tell_situation(key) if auction is None else _judge_situation(key, auction, options.system)
    return (
        _list_auctions(key, options.most, options.system) if auction is None else _judge(key, auction, options.system)
    )


def _read_key(text: str) -> PatternKey | SituationKey:
    """A situation, or a pattern: prior bids, `1N-P`, are one that fits their calls alone."""
    key = parse_key(text)
    if key == OPENING:
        raise TextError("before the opening there are no calls to fit", text)
    return key.as_pattern if isinstance(key, PriorBids) else key


def _bidder(system: str) -> Bidder:
    """The bidder is imported where it is needed: most patterns are listed without one."""
    from bidbase.bidding.bidder import Bidder
    from bidbase.systems import open_system

    return Bidder(open_system(system))


def _disclosure(auction: Auction, system: str) -> AuctionDisclosure:
    return _bidder(system).turn(auction, Circumstances.of(auction)).disclosure


def _bound(binding: Binding) -> str:
    return "".join(f", {variable} is {strain.title}" for variable, strain in sorted(binding.items()))


def _tell_situation(key: SituationKey) -> int:
    print("met by every auction in which, by the calls so far,")
    width = max(len(text) for text, _ in clauses_in_words(key))
    for text, words in clauses_in_words(key):
        print(f"  {text:{width}}  {words}")
    return 0


def _judge_situation(key: SituationKey, auction: Auction, system: str) -> int:
    if auction.finished:
        return refuse("the auction is over")
    state = _disclosure(auction, system).state(auction)
    binding, each = key.match(state), judged(key, state)
    print("not met" if binding is None else f"met{_bound(binding)}")
    print(f"  the player to call has shown {expected_words(state.own)}; partner {expected_words(state.partner)}")
    width = max(len(clause.text) for clause in each)
    for clause in each:
        had = f"; here {clause.had}" if clause.had else ""
        print(f"  {'yes' if clause.holds else 'no':3} {clause.text:{width}}  {clause.words}{had}")
    return int(binding is None)


def _judge(key: PatternKey, auction: Auction, system: str) -> int:
    names = _disclosure(auction, system).names if key.reads_names else ()
    if (mismatch := key.pattern.why_not(auction.calls, names)) is not None:
        print(f"does not fit: {_where(mismatch)}")
        return 1
    print(f"fits{_bound(key.pattern.match(auction.calls, names) or {})}")
    return 0


def _list_auctions(key: PatternKey, most: int, system: str) -> int:
    search = PatternSearch(key.pattern, _names_in(system) if key.reads_names else None)
    auctions = list(islice(search, most + 1))
    for calls in auctions[:most]:
        print("-".join(map(str, calls)))
    if len(auctions) > most:
        print(f"and more than these {most}")
    elif search.given_up:
        print("and perhaps more" if auctions else "none was found", "until the search was given up")
    elif not auctions:
        print(f"no auction fits: {_where(search.dead_end)}")
    if auctions and any(sub.anywhere for sub in key.pattern.alternatives):
        print("and every auction that goes on so after other calls, where the pattern begins with #")
    return int(not auctions)


def _names_in(system: str) -> NameOfLast:
    """Reads names of calls in a system, which is loaded when the first is asked for."""
    bidder = cache(lambda: _bidder(system))
    return lambda auction: bidder().turn(auction, Circumstances.of(auction)).disclosure.names[-1]


def _where(mismatch: Mismatch | None) -> str:
    return f"call {mismatch.index + 1}: {mismatch.reason}" if mismatch else "it has no calls"
