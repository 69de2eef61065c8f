"""`bidbase pattern`: the auctions that a bid pattern fits, and those that meet a situation."""

from __future__ import annotations

import argparse
from itertools import islice

from bidbase.cli.options import add_system, count, refuse
from bidbase.game.auction import Auction
from bidbase.language.bids import PatternKey
from bidbase.language.circumstances import Circumstances
from bidbase.language.pattern_text import parse_pattern
from bidbase.language.patterns import Binding, Pattern
from bidbase.language.situation_words import expected_words, judged, told
from bidbase.language.situations import SituationKey, parse_situation
from bidbase.meaning.shown import AuctionDisclosure


def add_arguments(command: argparse.ArgumentParser) -> None:
    """What the command takes."""
    command.add_argument("pattern", help="as in '1a-P-2a; a=M', or a situation, '@ fit a, forced to game; a=M'")
    command.add_argument("--auction", help="tell of this auction whether it fits, and why not")
    add_system(command, "where names of calls come from")
    command.add_argument("--most", type=count, default=100, help="list so many auctions at the most (default 100)")


def run(options: argparse.Namespace) -> int:
    """The exit status is 1 when the auction that was given does not fit."""
    key = _read_key(options.pattern)
    auction = None if options.auction is None else Auction.parse(options.auction)
    if isinstance(key, SituationKey):
        return _tell_situation(key) if auction is None else _judge_situation(key, auction, options.system)
    return _list_auctions(key.pattern, options.most) if auction is None else _judge(key, auction, options.system)


def _read_key(text: str) -> PatternKey | SituationKey:
    """A situation, or a pattern: calls alone, `1N-P`, are a pattern that fits one auction."""
    return parse_situation(text) if text.lstrip().startswith("@") else PatternKey(parse_pattern(text))


def _disclosure(auction: Auction, system: str) -> AuctionDisclosure:
    from bidbase.bidding.bidder import Bidder
    from bidbase.systems import load_system

    return Bidder(load_system(system)).turn(auction, Circumstances.of(auction)).disclosure


def _bound(binding: Binding) -> str:
    return "".join(f", {variable} is {strain.title}" for variable, strain in sorted(binding.items()))


def _tell_situation(key: SituationKey) -> int:
    print("met by every auction in which, by the calls so far,")
    width = max(len(text) for text, _ in told(key))
    for text, words in told(key):
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
    if (mismatch := key.why_not(auction.calls, auction.leading_passes, names)) is not None:
        print(f"does not fit: call {mismatch.index + 1}: {mismatch.reason}")
        return 1
    print(f"fits{_bound(key.match(auction.calls, auction.leading_passes, names) or {})}")
    return 0


def _list_auctions(pattern: Pattern, most: int) -> int:
    auctions = list(islice(dict.fromkeys(pattern.auctions()), most + 1))
    for calls in auctions[:most]:
        print("-".join(map(str, calls)))
    if len(auctions) > most:
        print(f"and more than these {most}")
    return 0
