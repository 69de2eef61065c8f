"""What keeps a call from being right, in the order in which a teacher would say it.

A force comes first, which may not be passed, and a contract that partner has placed; then what the call would be, where
that is not what its name says: a transfer, a question, a cue-bid; then the one or two things that the hand has not.
They are read from the kinds of hands that usually make the call, and of a call without an agreement from its natural
reading. No number is named that lies outside what the player's calls have shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial

from bidbase.bidding.bidder import decide
from bidbase.bidding.robots import Table
from bidbase.bidding.tracing import judge
from bidbase.compiler import Place
from bidbase.game.auction import DOUBLE, PASS, Auction, Call
from bidbase.game.cards import SUITS, Hand, Strain
from bidbase.game.features import HCP_TOTAL
from bidbase.game.holdings import MAX_HCP
from bidbase.game.scoring import is_game
from bidbase.language import fields
from bidbase.language.auction_state import BID_SUIT, LIMITED_RANGE, AuctionState
from bidbase.language.disclosures import Asks
from bidbase.meaning.disclosure import MeaningLine
from bidbase.meaning.held import HeldHands
from bidbase.meaning.natural import NaturalReading
from bidbase.meaning.natural.standing import is_theirs, most_points, opened, unbid
from bidbase.meaning.reading import RARE
from bidbase.meaning.reasons import HandKind, WhyNot, hand_kinds, limits_words, named, number_of_cards, reasons

PREEMPTED = 6  # cards of the suit of a preempt
SUPPORT = 3  # cards that a raise, or a bid in a suit, may show at the least
ACES = frozenset({"A", "KC", "K"})  # codes of what asks for aces, key cards or kings
USUAL = 0.6  # of the hands that make a call: what they show is what is usual
ACE_COUNTS = (fields.ACES, fields.KEY_CARDS, fields.KINGS)
PREEMPT = 11  # the most points of a hand that has preempted
GAME = 4  # the level from which a bid goes past 3NT
SLAM_INVITATION = Call.bid(4, Strain.NOTRUMP)
OPENING = 12  # points with which a double for takeout is right if the suits are
LONGEST_TEXT = 90  # of the words of an entry that are quoted


def why_not(table: Table, auction: Auction, hand: Hand, call: Call) -> tuple[str, ...]:
    """At most three sentences on what keeps a call from being right; none where its meaning allows the hand."""
    if call is PASS and (force := force_words(table, auction)):
        return (_against_penalty_pass(table, auction, hand) or f"{force}: you may not pass.",)
    place = table.place(auction)
    passes = call is not PASS and decide(place, hand, table.draw(auction)).call is PASS
    if passes and _has_told_all(place):
        return ("You have described your hand; what more is bid is for partner to say.",)
    if passes and (placed := placed_words(table, auction)):
        return (placed,)
    kinds = hand_kinds(place, call)
    if passes and (limited := _partners_limit(table, auction)):
        return (limited,)
    against = partial(_against_agreed, kinds=kinds) if kinds else _against_natural
    return tuple(against(table, auction, hand, call))


def placed_words(table: Table, auction: Auction) -> str:
    """`Partner's 3NT is to play.` where partner's last call has placed the contract; else nothing."""
    partners = auction.calls[-2] if len(auction.calls) > 1 else PASS
    to_play = partners.is_bid and "SO" in table.understood(auction)[auction.turn.plus(2)].asked
    return f"Partner's {partners.title} is to play." if to_play else ""


def _partners_limit(table: Table, auction: Auction) -> str:
    """What partner has told by a bid of game that asks nothing, where an entry puts it in words."""
    state, before = table.state(auction), auction.before(len(auction.calls) - 2)
    partners = auction.calls[-2] if len(auction.calls) > 1 else PASS
    low, high = state.partner.points
    if not partners.is_bid or not is_game(partners) or state.asks or high - low > LIMITED_RANGE or not state.acted(0):
        return ""
    lines = table.meaning(before, partners).lines
    told = bool(lines) and lines[0].text != lines[0].range_words
    return f"Partner's {partners.title} says: {quoted(lines[0])}." if told else ""


def _against_penalty_pass(table: Table, auction: Auction, hand: Hand) -> str:
    """What the pass of partner's double would promise, where it has an agreement and the hand is not far from it."""
    high, kinds = auction.last_bid, hand_kinds(table.place(auction), PASS)
    if high is None or high.strain is Strain.NOTRUMP or auction.calls[-2].is_bid or hand.lengths[high.strain] < SUPPORT:
        return ""
    found = [reason for reason in reasons(kinds, hand) if reason.suit is high.strain or reason.suit is None]
    found.sort(key=lambda reason: reason.suit is None)
    return found[0].words_of("Partner's double asks for a bid: a pass is for penalties and") if found else ""


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
    if state.answered:
        partners = auction.calls[-2]
        return f"Partner's {partners.title} is an answer, and shows no {partners.strain.title}"
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
    name, state = _name(table, auction, call), table.state(auction)
    told = _reasons(table.held(auction), call, kinds, hand)
    found = [reason for reason in told if not _is_beyond(state, reason)]
    if not reasons(kinds, hand):
        yield from _against_usual(table, auction, hand, call, kinds, name)
    elif call is DOUBLE and (for_takeout := _against_takeout(table, auction, hand, told)):
        yield for_takeout
    elif not found:
        yield from filter(None, [name])
        yield _missed_aces(table.place(auction), hand, call) or _beyond_words(state, told[0])
    elif name:
        yield name
        partners = state.partner.least
        support = (reason for reason in found if reason.suit is not None and partners[reason.suit] >= BID_SUIT)
        yield _missed_aces(table.place(auction), hand, call) or next(support, found[0]).words_of("It")
    else:
        yield from (reason.words(call) for reason in found[:1])
        yield from (reason.words_of("It also") for reason in found[1:] if not reason.soft)


def _is_beyond(state: AuctionState, reason: WhyNot) -> bool:
    """Whether a call asks for more points than the player can have after the calls so far."""
    return reason.least is not None and state.acted(0) and reason.least > most_points(state)


def _beyond_words(state: AuctionState, reason: WhyNot) -> str:
    """`Nobody who opened 1♠ can be worth it; you have 15 points.`"""
    first = next(call for call in state.auction.calls if call is not PASS)
    who = f"opened {first.title}" if opened(state) else "has called like you"
    return f"Nobody who {who} can be worth it; you have {reason.have} points."


def _against_takeout(table: Table, auction: Auction, hand: Hand, found: Sequence[WhyNot]) -> str:
    """What of the suits is wrong for a double that asks partner for another one, which matters before points do.

    Length in their suit comes first, then a balanced hand that can bid notrump, then a suit too short to be chosen.
    Who has not the points of an opening hears of those.
    """
    state, theirs = table.state(auction), _doubled_for_takeout(table, auction)
    if theirs is None:
        return ""
    if hand.lengths[theirs] >= BID_SUIT:
        cards = number_of_cards(hand.lengths[theirs], theirs)
        return f"Double asks partner for another suit; you have {cards}, their suit."
    best = decide(table.place(auction), hand, table.draw(auction)).call
    if found[0].soft and best.is_bid and best.strain is Strain.NOTRUMP:
        return f"Your hand is balanced with {theirs.title} stopped: {best.title} says it all."
    short = [suit for suit in unbid(state) if hand.lengths[suit] < SUPPORT]
    if state.acted(2) or not short or HCP_TOTAL.of(hand) < OPENING or found[0].suit in short:
        return ""
    suit = max(short, key=lambda suit: (-hand.lengths[suit], suit))
    return f"Double promises support for the other suits; you have {_only(hand.lengths[suit], suit)}."


def _doubled_for_takeout(table: Table, auction: Auction) -> Strain | None:
    """The opponents' suit that a double asks partner to leave; None where it does not."""
    high = auction.last_bid
    suit = high.strain if high is not None and high.strain in SUITS else None
    asks = Asks(table.meaning(auction, DOUBLE).asked).forcing
    return suit if suit is not None and asks and is_theirs(table.state(auction), suit) else None


def _only(length: int, suit: Strain) -> str:
    """`only two diamonds`, `no club`."""
    return f"only {number_of_cards(length, suit)}" if length else f"no {suit.title[:-1]}"


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


def _against_natural(table: Table, auction: Auction, hand: Hand, call: Call) -> Iterator[str]:
    """What a call without an agreement would be taken for, and what the hand has not for that."""
    natural = table.meaning(auction, call).natural
    if natural is None:
        return
    found = reasons(_natural_kinds(natural), hand)[:1]
    state, title = table.state(auction), call.title
    if _answers_an_invitation(state, call):
        yield f"Partner's {auction.calls[-2].title} invites a slam: it does not ask for aces."
    elif natural.surprising:
        yield f"{title} would surprise everybody: no hand that has called like yours so far bids it."
    elif call is DOUBLE and found and (for_takeout := _against_takeout(table, auction, hand, found)):
        yield for_takeout
    elif natural.title:
        yield f"{title} would {natural.title}."
        yield from _missed_natural(state, found, "It")
        if not found:
            room = " and takes the room" if call.is_bid and call.level >= GAME else ""
            yield f"It fits, but is not agreed{room}."
    else:
        yield f"There is no agreement about {named(call)}."
        yield from _missed_natural(state, found, "As a natural bid it")
        if not found:
            passed = "" if Asks(natural.asks).forcing else " Partner may pass it."
            yield f"It would be taken for: {natural.words()}.{passed}"


def _missed_natural(state: AuctionState, found: Sequence[WhyNot], subject: str) -> Iterator[str]:
    """What the hand has not for a natural reading: no number that nobody can have who has called so."""
    return (_beyond_words(state, reason) if _is_beyond(state, reason) else reason.words_of(subject) for reason in found)


def _answers_an_invitation(state: AuctionState, call: Call) -> bool:
    """Whether five of a suit answers partner's 4NT as if that had asked for aces, which it has not."""
    partners = state.auction.calls[-2:-1]
    invites = bool(partners) and partners[0] is SLAM_INVITATION and ACES.isdisjoint(state.asks)
    return invites and call.is_bid and call.level > SLAM_INVITATION.level and call.strain in SUITS


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
