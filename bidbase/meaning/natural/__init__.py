"""The natural reading of a call that nobody has agreed upon: what every player would take it for at this table.

It is no agreement: it says what such a call shows and asks by the usual rules, and nobody promises it. A suit is bid on
length, and length and strength grow with the level. A suit of the opponents is a cue-bid. 4NT asks for aces where a
suit is set, and invites a slam over notrump. A double is for takeout while partner has shown nothing and the opponents
are below game in a suit, and for penalties otherwise.

The points are those that textbooks ask of both partners together: about 18 for one of a suit, 20 for two, 23 for three
and for 2NT, 25 or 26 for game, 33 for a slam. Of these partner has what they have shown.
"""

from __future__ import annotations

from bidbase.game.auction import DOUBLE, PASS, REDOUBLE, Call
from bidbase.game.cards import Strain
from bidbase.language.auction_state import AuctionState
from bidbase.meaning.natural.bid import NaturalBid
from bidbase.meaning.natural.doubles import double, redouble
from bidbase.meaning.natural.notrump import in_notrump
from bidbase.meaning.natural.reading import NaturalReading
from bidbase.meaning.natural.suits import in_a_suit

__all__ = ["NaturalReading", "natural_reading"]


def natural_reading(state: AuctionState, call: Call) -> NaturalReading | None:
    """What a legal call of the player whose turn it is would be taken for; None for a pass."""
    if call is PASS:
        return None
    if call is DOUBLE:
        return double(state)
    if call is REDOUBLE:
        return redouble(state)
    return in_notrump(NaturalBid(state, call)) if call.strain is Strain.NOTRUMP else in_a_suit(NaturalBid(state, call))
