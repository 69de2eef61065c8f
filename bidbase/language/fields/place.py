"""Where an entry stands, and the call it makes."""

from __future__ import annotations

from bidbase.language import bids, circumstances
from bidbase.language.field import AnyField, Field, Group, parse_text, words
from bidbase.language.situation_words import situation_words
from bidbase.language.situations import SituationKey


def _key_words(key: bids.Key) -> str:
    return situation_words(key) if isinstance(key, SituationKey) else key.words()


PRIOR_BIDS = Field(
    "prior_bids",
    "Prior bids",
    Group.PLACE,
    "The calls since the first that is not a pass, joined with dashes; P pass, D double, R redouble. "
    "Blank for the opening. A pattern, 1a-P-2a-P; a=M, serves many auctions; a situation, @ fit a, below game, "
    "all that have shown the same.",
    "1C-1S-P",
    bids.parse_key,
    _key_words,
)

ROUND = Field(
    "round",
    "Round",
    Group.PLACE,
    "The bidding round, counted from the first call that is not a pass.",
    "1",
    parse_text,
    words,
    derived=True,
)

PLAYER = Field(
    "player",
    "Player",
    Group.PLACE,
    "The player, 1 to 4, counted from the first who did not pass.",
    "1",
    parse_text,
    words,
    derived=True,
)

ORDER = Field(
    "order",
    "Order",
    Group.PLACE,
    "Six digits or letters. Entries are tried from the lowest to the highest; the first that fits wins.",
    "634000",
    bids.parse_order,
    words,
)

BID = Field(
    "bid",
    "Bid",
    Group.PLACE,
    "The call to make: P, D, R, 1C to 7N; 2x bids the X suit at that level, 2a or 2$c the suit of a variable; "
    "= in place of the level is the lowest bid possible, =a or =N.",
    "1D",
    bids.parse_bid,
    words,
)

CONVENTION = Field(
    "convention",
    "Convention",
    Group.PLACE,
    "The convention this call belongs to, with subcategories after colons. Its selection codes switch the entry.",
    "Strong 2C: 2D Waiting",
    bids.parse_convention,
    words,
)

USE_AGAINST = Field(
    "use_against",
    "Use against",
    Group.PLACE,
    "Only when the opponents' call belongs to this convention.",
    "Michaels",
    bids.parse_against,
    words,
)

USAGE = Field(
    "usage",
    "Pct",
    Group.PLACE,
    "0 switches the entry off; W only we use it, T only they; M at matchpoints, I at IMPs; "
    "D after a simulation; C later sections may make the call too; 1 to 99 is how often, in percent.",
    "60",
    circumstances.parse_usage,
    words,
)

FIELDS: tuple[AnyField, ...] = (PRIOR_BIDS, ROUND, PLAYER, ORDER, BID, CONVENTION, USE_AGAINST, USAGE)
