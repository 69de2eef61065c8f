"""What is kept beside an entry: the hand that tests it, where it comes from, notes, excuses, what it follows."""

from __future__ import annotations

from bidbase.game.cards import Hand
from bidbase.language import bids, excuses, parameters
from bidbase.language.field import AnyField, Field, Group, parse_date, parse_notes, parse_text, words

TEST_HAND = Field(
    "test_hand",
    "Test hand",
    Group.RECORD,
    "A hand that must come out with this entry.",
    "AQ2.K32.KJ32.K32",
    Hand.parse,
    words,
)

TEST_AUCTION = Field(
    "test_auction",
    "Test auction",
    Group.RECORD,
    "The auction in which the test hand comes out: for entries of situations, and of patterns that list too many.",
    "1S-P-2S-P",
    bids.parse_prior_bids,
    words,
)

REFERENCE = Field(
    "reference",
    "Reference",
    Group.RECORD,
    "The source in which this rule was read; blank where nobody has read it in one.",
    "SAYC booklet",
    parse_text,
    words,
)

NOTES = Field(
    "notes",
    "Notes",
    Group.RECORD,
    "More about this entry, for those who want it.",
    "After a limit raise ...",
    parse_notes,
    words,
)

EXCUSES = Field(
    "excuses",
    "Excuses",
    Group.RECORD,
    "Why this entry, or its section, need not keep a rule of the check: the rule and the reason, a line for each. "
    "No page shows them.",
    "gap: weaker hands pass",
    excuses.parse_excuses,
    words,
    hidden=True,
)

FOLLOWS = Field(
    "follows",
    "Follows",
    Group.RECORD,
    "The cells that are written with parameters of agreements, a line for each. It is filled in by a cell like "
    "{1NT}-{1NT+2}.",
    "hcp: {1NT}-{1NT+2}",
    parameters.parse_follows,
    words,
    hidden=True,
)

SAVED = Field(
    "saved",
    "Saved",
    Group.RECORD,
    "The day the entry was last changed.",
    "2026-11-21",
    parse_date,
    words,
)

FIELDS: tuple[AnyField, ...] = (TEST_HAND, TEST_AUCTION, REFERENCE, NOTES, EXCUSES, FOLLOWS, SAVED)
