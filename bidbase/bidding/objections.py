"""What keeps a call from being right, in the order in which a teacher would say it.

A force comes first, which may not be passed; then what the call would be, where that is not what its name says: a
transfer, a question, a cue-bid; then the one or two things that the hand has not. They are read from the kinds of hands
that usually make the call, and of a call without an agreement from its natural reading.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bidbase.bidding.bidder import decide
from bidbase.bidding.robots import Table
from bidbase.bidding.tracing import judge
from bidbase.compiler import Place
from bidbase.game.auction import PASS, Auction, Call
from bidbase.game.cards import SUITS, Hand, Strain
from bidbase.game.features import HCP_TOTAL
from bidbase.game.holdings import MAX_HCP
from bidbase.language import fields
from bidbase.language.auction_state import BID_SUIT
from bidbase.language.disclosures import Asks
from bidbase.meaning.disclosure import MeaningLine
from bidbase.meaning.held import HeldHands
from bidbase.meaning.natural import NaturalReading
from bidbase.meaning.reading import RARE
from bidbase.meaning.reasons import HandKind, WhyNot, hand_kinds, limits_words, named, reasons

PREEMPTED = 6  # cards of the suit of a preempt
SUPPORT = 3  # cards that a raise, or a bid in a suit, may show at the least
ACES = frozenset({"A", "KC", "K"})  # codes of what asks for aces, key cards or kings
USUAL = 0.6  # of the hands that make a call: what they show is what is usual
ACE_COUNTS = (fields.ACES, fields.KEY_CARDS, fields.KINGS)
PREEMPT = 11  # the most points of a hand that has preempted
LONGEST_TEXT = 90  # of the words of an entry that are quoted


def why_not(table: Table, auction: Auction, hand: Hand, call: Call) -> tuple[str, ...]:
    """At most three sentences on what keeps a call from being right; none where its meaning allows the hand."""
    if call is PASS and (force := force_words(table, auction)):
        return (f"{force}: you may not pass.",)
    place = table.place(auction)
    if call is not PASS and _has_told_all(place) and decide(place, hand, table.draw(auction)).call is PASS:
        return ("You have described your hand; what more is bid is for partner to say.",)
    kinds = hand_kinds(place, call)
    if kinds:
        return tuple(_against_agreed(table, auction, hand, call, kinds))
    natural = table.meaning(auction, call).natural
    return tuple(_against_natural(natural, call, hand)) if natural else ()


def allows(table: Table, auction: Auction, hand: Hand, call: Call) -> bool:
    """Whether a hand may be one that a call shows, by agreement or as what it would be taken for."""
    kinds = hand_kinds(table.place(auction), call)
    natural = None if kinds else table.meaning(auction, call).natural
    return not reasons(kinds or _natural_kinds(natural), hand)


def _natural_kinds(natural: NaturalReading | None) -> tuple[HandKind, ...]:
    return tuple(HandKind(kind) for kind in natural.kinds) if natural else ()


def force_words(table: Table, auction: Auction) -> str:
    """`Partner's 2♣ is forcing`, `Partner's double asks for a bid`, where a pass would break a force; else nothing."""
    state = table.state(auction)
    if state.asks_now:
        partners = auction.calls[-2]
        return f"Partner's {named(partners)} {'is forcing' if partners.is_bid else 'asks for a bid'}"
    return "Your side is forced to game" if state.forced else ""


def _has_told_all(place: Place) -> bool:
    """Whether the player has preempted, and partner has asked for nothing since."""
    state = place.state
    long_suit = max(state.own.least) >= PREEMPTED
    free = not state.asks_now and not state.forced and "SO" not in state.asks
    return long_suit and state.own.points[1] <= PREEMPT and state.acted(0) and free


def _against_agreed(
    table: Table, auction: Auction, hand: Hand, call: Call, kinds: tuple[HandKind, ...]
) -> Iterator[str]:
    """Its name where it is artificial, and what the hands have that make it; nothing of hands that nobody has."""
    name, found = _name(table, auction, call), _reasons(table.held(auction), call, kinds, hand)
    if not reasons(kinds, hand):
        yield from _against_usual(table, auction, hand, call, kinds, name)
    elif name:
        yield name
        partners = table.state(auction).partner.least
        support = (reason for reason in found if reason.suit is not None and partners[reason.suit] >= BID_SUIT)
        yield _missed_aces(table.place(auction), hand, call) or next(support, found[0]).words_of("It")
    else:
        yield from (reason.words(call) for reason in found[:1])
        yield from (reason.words_of("It also") for reason in found[1:] if not reason.soft)


def _against_usual(
    table: Table, auction: Auction, hand: Hand, call: Call, kinds: tuple[HandKind, ...], name: str
) -> Iterator[str]:
    """What is said where some hand of the kind makes the call: what most of these have, or the nearest entry asks."""
    shares = table.held(auction).shares(call)
    usual = tuple(kind for kind in kinds if shares.get(kind.entry, 0) >= USUAL)
    unusual = [reason for reason in reasons(usual, hand, shares) if reason.suit is not None and not reason.given]
    missed = _missed(table.place(auction), hand, call)
    low, high = table.meaning(auction, call).points
    points = HCP_TOTAL.of(hand)
    if call is not PASS and not low <= points <= high:
        yield from filter(None, [name])
        yield f"{'It' if name else call.title} shows {limits_words((low, high), MAX_HCP)} HCP; you have {points}."
    elif unusual:
        yield from filter(None, [name])
        yield replace(unusual[0], verb=f"usually {unusual[0].verb}").words_of("It" if name else call.title)
    elif missed:
        yield name or missed


def _reasons(held: HeldHands, call: Call, kinds: tuple[HandKind, ...], hand: Hand) -> tuple[WhyNot, ...]:
    """The reasons of the kinds that some hand has; where they are soft, of those that more than a few have."""
    share = held.shares(call) if held.known else {}
    if not share:
        return reasons(kinds, hand)
    found = reasons(tuple(kind for kind in kinds if share.get(kind.entry)), hand, share)
    if found and not found[0].soft:
        return found
    usual = tuple(kind for kind in kinds if share.get(kind.entry, 0) >= RARE)
    return reasons(usual, hand, share) or found or reasons(kinds, hand)


def _missed(place: Place, hand: Hand, call: Call) -> str:
    """What the hand has not of what the nearest entry for the call asks for; nothing where it fits one."""
    near = min(judge(place, call, hand), key=lambda tried: len(tried.failures))
    if not near.failures:
        return ""
    missed = near.failures[0]
    needed, had = missed.needed, missed.had
    if missed.field is fields.SHAPE:
        balance = next((word for word in ("balanced", "unbalanced") if needed.startswith(word)), "")
        needed = f"{'an' if balance == 'unbalanced' else 'a'} {balance} hand" if balance else needed
        had = "-".join(map(str, sorted(hand.lengths, reverse=True)))
    return f"{call.title} needs {needed}; you have {had}."


def _missed_aces(place: Place, hand: Hand, call: Call) -> str:
    """What the hand has not of the aces or key cards that every entry for the call asks for."""
    missed = [[tried for tried in row.failures if tried.field in ACE_COUNTS] for row in judge(place, call, hand)]
    if not all(missed):
        return ""
    needed = missed[0][0].needed.removeprefix("exactly ").partition(" with ")[0]
    return f"It needs {needed}; you have {missed[0][0].had}."


def _name(table: Table, auction: Auction, call: Call) -> str:
    """`Here 2♥ means: Transfer to spades.` of a bid that does not show what it says."""
    line = next(iter(table.meaning(auction, call).lines), None)
    if line is None or not call.is_bid or is_natural(call, line) or line.text == line.range_words:
        return ""
    if call.strain in SUITS and table.state(auction).partner.least[call.strain] >= BID_SUIT:
        return ""  # a raise
    return f"Here {call.title} means: {re.split(r'[:;(]', line.text)[0].strip()}."


def _against_natural(natural: NaturalReading, call: Call, hand: Hand) -> Iterator[str]:
    """What the call would be taken for, and what the hand has not for that."""
    found = reasons(_natural_kinds(natural), hand)[:1]
    if natural.title:
        yield f"{call.title} would {natural.title}."
        yield from (reason.words_of("It") for reason in found)
        if not found and Asks(natural.asks).forcing:
            yield "Partner would have to bid on."
    else:
        yield f"There is no agreement about {named(call)}."
        yield from (reason.words_of("As a natural bid it") for reason in found)
        if not found:
            passed = "" if Asks(natural.asks).forcing else " Partner may pass it."
            yield f"It would be taken for: {natural.words()}.{passed}"


def is_natural(call: Call, line: MeaningLine) -> bool:
    """Whether a bid shows its own suit, or the points for notrump. One that asks for aces does not."""
    asks = (entry.get(fields.ASKS) for entry in line.entries)
    if not call.is_bid or any(cell is not None and not ACES.isdisjoint(cell.codes) for cell in asks):
        return False
    summary = line.summary
    if call.strain is Strain.NOTRUMP:
        return summary.hcp[0] > 0 and max(low for low, _ in summary.lengths) < BID_SUIT
    return summary.lengths[call.strain][0] >= SUPPORT


def quoted(line: MeaningLine) -> str:
    """The words of an entry, as far as they can be said in a sentence."""
    text = line.text if len(line.text) <= LONGEST_TEXT else re.split(r"[;:] | \(", line.text)[0]
    return text.replace(": ", ", ", 1)
