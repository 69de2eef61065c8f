"""Hints for a player who is to call, in three steps: what to count, what kind of call it is, the call.

They are made from the player's own hand and from what everybody may know of the auction.
"""

from __future__ import annotations

from bidbase.bidding.advice import line_of, line_words
from bidbase.bidding.bidder import Decision
from bidbase.bidding.objections import force_words, is_natural
from bidbase.bidding.robots import Table
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import SUITS_DOWN, Strain
from bidbase.game.holdings import MAX_HCP
from bidbase.language.auction_state import BID_SUIT, AuctionState
from bidbase.meaning.disclosure import MeaningLine
from bidbase.meaning.reasons import limits_words, number_of_cards

STEPS = 3
_ASKED = {"A": "your aces", "KC": "your aces and the king of trumps", "K": "your kings"}


def what_to_count(table: Table, auction: Auction) -> str:
    """`Count your points and your hearts, partner's suit. Partner has shown 12 or more HCP.`"""
    state = table.state(auction)
    force = force_words(table, auction)
    return " ".join(
        filter(None, (f"{_count_words(state)}.", _partners_words(table, auction), f"{force}." if force else ""))
    )


def _count_words(state: AuctionState) -> str:
    asked = next((words for code, words in _ASKED.items() if code in state.asks and state.asks_now), "")
    if asked:
        return f"Count {asked}"
    if state.high is None:
        return "Count your high-card points, and see whether your hand is balanced or has a long suit"
    if partners := _suits(state.partner.least):
        return f"Count your points and your cards in {partners}, partner's {_suit_or_suits(partners)}"
    if theirs := _suits(state.opponents[0].least) or _suits(state.opponents[1].least):
        return f"Count your points, and look at your longest suit and at your cards in {theirs}"
    return "Count your points, and look at your longest suits"


def _suits(least: tuple[int, ...]) -> str:
    return " and ".join(suit.title for suit in SUITS_DOWN if least[suit] >= BID_SUIT)


def _suit_or_suits(names: str) -> str:
    return "suits" if " and " in names else "suit"


def _partners_words(table: Table, auction: Auction) -> str:
    """What partner has shown, where that is more than a pass."""
    partner = auction.turn.plus(2)
    summary = table.understood(auction)[partner].summary
    if summary is None or not table.state(auction).acted(2):
        return ""
    least, most = summary.hcp
    played_for = min(max(least, table.state(auction).partner.points[0]), most)
    shown = [f"{limits_words((played_for, most), MAX_HCP)} HCP"] if (played_for, most) != (0, MAX_HCP) else []
    for suit in SUITS_DOWN:
        low, high = summary.lengths[suit]
        if low >= BID_SUIT:
            shown.append(number_of_cards(low, suit, or_more=low < high))
    verb = "has shown" if played_for == least else "usually has"
    return f"Partner {verb} {' and '.join(shown)}." if shown else ""


def kind_of_call(table: Table, auction: Auction, best: Decision) -> str:
    """`A raise of partner's hearts.`: the kind of call that is best."""
    return f"{_kind(table, auction, best.call, line_of(table.meaning(auction, best.call), best))}."


def _kind(table: Table, auction: Auction, call: Call, line: MeaningLine | None) -> str:
    if not call.is_bid:
        return f"A {call.title.lower()}"
    state = table.state(auction)
    if line is not None and not is_natural(call, line) and line.convention:
        return "An artificial bid"
    if call.strain is Strain.NOTRUMP:
        return "A bid in notrump"
    if state.high is None:
        return "An opening bid in a suit" if call.level == 1 else "An opening bid above the one level"
    if state.partner.least[call.strain] >= BID_SUIT:
        return f"A raise of partner's {call.strain.title}"
    if state.own.least[call.strain] >= BID_SUIT:
        return "A rebid of your own suit"
    if max(player.least[call.strain] for player in state.opponents) >= BID_SUIT:
        return "A bid in their suit"
    return "A bid in a new suit"


def the_call(table: Table, auction: Auction, best: Decision) -> str:
    """`2♥ shows 6 to 10 points with short suits and three or more hearts.`: the best call and what its entry shows."""
    line = line_of(table.meaning(auction, best.call), best) if best.entry else None
    return f"{line_words(best.call, line)}." if line else f"{best.call.title}."


def hints(table: Table, auction: Auction, best: Decision | None) -> tuple[str, ...]:
    """The hints in their order. `best` is None where the system has no call for the hand."""
    count = what_to_count(table, auction)
    if best is None:
        return count, "The system has no call for this hand.", "It is a matter of judgment."
    return count, kind_of_call(table, auction, best), the_call(table, auction, best)
