"""The one list of entry fields: name, label, group, help, example and parser of each.

Everything that shows, stores, checks or documents an entry is made from `FIELDS`: the database model, the CSV header,
the form, the grid and the reference. The order is that of the form.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from bidbase.cards import SUITS_DOWN, Hand, Strain
from bidbase.language import bids, circumstances, disclosures, shape, strength, suits
from bidbase.language.best_contract import parse_best_contract
from bidbase.language.field import Field, Group, Text, parse_date, parse_notes, parse_text, words
from bidbase.language.patterns import VARIABLES
from bidbase.language.ranges import parse_minimum, parse_ranges
from bidbase.language.specification import parse_shows


def _about(suit: str) -> Callable[[Any], str]:
    """Puts a cell of one suit into words."""

    def say(cell: Any) -> str:
        return str(cell.words(suit))

    return say


def _counted(unit: str) -> Callable[[Any], str]:
    """Puts a cell of numbers into words."""

    def say(cell: Any) -> str:
        return f"{cell.words()} {unit}"

    return say


def _suit_fields(name: str, label: str, about: str, cards: str, suit: Strain | None = None) -> list[Field]:
    """The two cells that a hand must meet in one suit, or in the suit that a variable stands for."""
    return [
        Field(
            f"{name}_num",
            f"{label} Num",
            Group.SUITS,
            f"How many {cards}: 5+, 2-4, <3, compared with another suit (>=D, <x, =$a), or x where it may be the "
            "X suit. Commas separate alternatives.",
            "5+",
            suits.parse_num,
            _about(cards),
            judges_hand=True,
            suit=suit,
        ),
        Field(
            f"{name}_points",
            f"{label} Points",
            Group.SUITS,
            f"Honours in {about}: points (4+, 2-4), A or K, a (two of the top three), b (AJT, KJT, QJT), "
            "c (three of four), d (four of five), 2stop 1stop hstop 0stop, "
            "FRC, SRC, P (protected), i1 (intermediates: 4+i1), or x. As GIB has them: bid, rebid, 2rebid, srebid, "
            "solid6 solid7 solid8; g2stop g1stop glstop (likely) gpstop (partial) g0stop; "
            "h6+ (A 8, K 4, Q 2, J 1: KQ or better).",
            "4+i1",
            suits.parse_points,
            _about(about),
            judges_hand=True,
            suit=suit,
        ),
    ]


def _length_field(name: str, label: str, about: str, cards: str, suit: Strain | None = None) -> Field:
    return Field(
        f"{name}_shown",
        f"{label} shown",
        Group.DISCLOSURE,
        f"The {cards} partner may expect: 5; x5 for an X suit; /5 in one kind of hand; F3 a fit; "
        "H help, S short, C control.",
        "5",
        disclosures.parse_length,
        lambda cell: str(cell.words(about if cell.cards is None else cards)),
        suit=suit,
    )


_SUITS = [(suit.title, suit.title.capitalize(), suit.title, suit.title, suit) for suit in SUITS_DOWN]
_VARIABLES = [(name, f"Suit {name}", f"suit {name}", f"cards in suit {name}") for name in VARIABLES]


def _card_value(card: str) -> Field:
    return Field(
        card,
        f"{card.capitalize()} counts",
        Group.STRENGTH,
        f"What a {card} counts in custom points.",
        "1",
        strength.parse_card_value,
        words,
    )


FIELDS: tuple[Field, ...] = (
    Field(
        "prior_bids",
        "Prior bids",
        Group.PLACE,
        "The calls since the first that is not a pass, joined with dashes; P pass, D double, R redouble. "
        "Blank for the opening. A pattern, 1a-P-2a-P; a=M, serves many auctions.",
        "1C-1S-P",
        bids.parse_key,
        words,
    ),
    Field(
        "round",
        "Round",
        Group.PLACE,
        "The bidding round, counted from the first call that is not a pass.",
        "1",
        parse_text,
        words,
        derived=True,
    ),
    Field(
        "player",
        "Player",
        Group.PLACE,
        "The player, 1 to 4, counted from the first who did not pass.",
        "1",
        parse_text,
        words,
        derived=True,
    ),
    Field(
        "order",
        "Order",
        Group.PLACE,
        "Six digits or letters. Entries are tried from the lowest to the highest; the first that fits wins.",
        "634000",
        bids.parse_order,
        words,
    ),
    Field(
        "bid",
        "Bid",
        Group.PLACE,
        "The call to make: P, D, R, 1C to 7N; 2x bids the X suit at that level, 2a a suit of the pattern.",
        "1D",
        bids.parse_bid,
        words,
    ),
    Field(
        "convention",
        "Convention",
        Group.PLACE,
        "The convention this call belongs to, with subcategories after colons. Its selection codes switch the entry.",
        "Strong 2C: 2D Waiting",
        bids.parse_convention,
        words,
    ),
    Field(
        "use_against",
        "Use against",
        Group.PLACE,
        "Only when the opponents' call belongs to this convention.",
        "Michaels",
        bids.parse_against,
        words,
    ),
    Field(
        "usage",
        "Pct",
        Group.PLACE,
        "0 switches the entry off; W only we use it, T only they; M at match points, I at IMPs; "
        "D after a simulation; C later sections may make the call too; 1 to 99 is how often, in percent.",
        "60",
        circumstances.parse_usage,
        words,
    ),
    Field(
        "hcp",
        "HCP",
        Group.STRENGTH,
        "High-card points: ace 4, king 3, queen 2, jack 1. P25+ counts partner's least as well; Min, Min+1 are over "
        "the minimum of the notrump one has opened; HCP1N and HCP2N are the ranges of those openings.",
        "15-17",
        strength.parse_any_hcp,
        words,
        judges_hand=True,
    ),
    Field(
        "distribution",
        "Distribution",
        Group.STRENGTH,
        "Distribution points (void 3, singleton 2, doubleton 1); with T in front, total points: those plus HCP.",
        "T12+",
        strength.parse_distribution,
        words,
        judges_hand=True,
    ),
    Field(
        "knr",
        "KnR",
        Group.STRENGTH,
        "Kaplan and Rubens points, to a twentieth: honours by the company they keep, long suits and short ones.",
        "13+",
        parse_ranges,
        _counted("KnR points"),
        judges_hand=True,
    ),
    Field(
        "valuation",
        "Valuation",
        Group.STRENGTH,
        "The valuation system for the next two fields: Work 3-2-1, Work 5-3-1, Work long, Rule of 20, Zar, LTC, NLTC, "
        "or one of the system's own.",
        "Zar",
        parse_text,
        words,
    ),
    Field(
        "suit_value",
        "Suit value",
        Group.STRENGTH,
        "What the hand is worth in a suit contract by the valuation system; for LTC and NLTC its losers.",
        "26+",
        parse_ranges,
        _counted("for a suit contract"),
        judges_hand=True,
    ),
    Field(
        "notrump_value",
        "Notrump value",
        Group.STRENGTH,
        "What the hand is worth in notrump by the valuation system; HCP where it has no count of its own for notrump.",
        "15-17",
        parse_ranges,
        _counted("for notrump"),
        judges_hand=True,
    ),
    Field(
        "custom_points",
        "Custom points",
        Group.STRENGTH,
        "The least total of custom points, counted with the values below; =2 for exactly two.",
        "2",
        parse_minimum,
        _counted("custom points"),
        judges_hand=True,
    ),
    *(_card_value(card) for card in ("ace", "king", "queen", "jack", "ten")),
    Field(
        "winners",
        "Winners",
        Group.STRENGTH,
        "The least number of playing tricks, in halves; R in front for tricks that can be cashed at once.",
        "R9",
        strength.parse_winners,
        words,
        judges_hand=True,
    ),
    Field(
        "losers",
        "Losers",
        Group.STRENGTH,
        "The least number of losers, in halves: 6 is six or more, <5 fewer than five. "
        "The first three cards of a suit count.",
        "<7",
        parse_minimum,
        _counted("losers"),
        judges_hand=True,
    ),
    Field(
        "quick_tricks",
        "Quick tricks",
        Group.STRENGTH,
        "The least number of quick tricks: AK 2, AQ 1.5, A or KQ 1, Kx .5; half a trick less in six cards or more.",
        "2.5",
        parse_minimum,
        _counted("quick tricks"),
        judges_hand=True,
    ),
    Field(
        "suits_stopped",
        "Suits stopped",
        Group.STRENGTH,
        "The least number of suits stopped, in halves: Qxx and Jxxx are half stoppers. "
        "Suits that partner bid are left out.",
        "3",
        parse_minimum,
        _counted("suits stopped"),
        judges_hand=True,
    ),
    Field(
        "intermediates",
        "Intermediates",
        Group.STRENGTH,
        "The least number of tens, nines and eights in the hand; an eight counts beside a ten or a nine.",
        "3",
        parse_minimum,
        _counted("intermediates"),
        judges_hand=True,
    ),
    Field(
        "shape",
        "Shape",
        Group.SUITS,
        f"{', '.join(shape.KINDS)}; 5332 in any order; 4=4=3=2 spades first. Commas separate alternatives.",
        "balanced",
        shape.parse_shape,
        words,
        judges_hand=True,
    ),
    Field(
        "x_num",
        "X Num",
        Group.SUITS,
        "How many cards the X suit has: one of the suits marked x. The longest is taken, of equals the highest; "
        "U takes the lowest.",
        "4+U",
        suits.parse_x_num,
        words,
        judges_hand=True,
    ),
    Field(
        "x_points",
        "X Points",
        Group.SUITS,
        "Honours in the X suit, as in a suit's Points.",
        "5+",
        suits.parse_x_points,
        lambda cell: cell.words("the X suit"),
        judges_hand=True,
    ),
    *(field for suit in _SUITS for field in _suit_fields(*suit)),
    *(field for variable in _VARIABLES for field in _suit_fields(*variable)),
    Field(
        "combined_num",
        "Comb Num",
        Group.SUITS,
        "Cards in two or three suits together: SH=8-9, CDH>11, xD>7.",
        "SH=8-9",
        shape.parse_combined,
        lambda cell: cell.words("cards"),
        judges_hand=True,
    ),
    Field(
        "combined_points",
        "Comb Points",
        Group.SUITS,
        "HCP in two or three suits together: SHC>6.",
        "SHC>6",
        shape.parse_combined,
        lambda cell: cell.words("HCP"),
        judges_hand=True,
    ),
    Field(
        "vulnerability",
        "Vulnerability",
        Group.OTHER,
        "; ".join(f"{code}: {words}" for code, words in circumstances.VULNERABILITIES.items()) + ".",
        "Fav",
        circumstances.parse_vulnerability_codes,
        words,
    ),
    Field(
        "position",
        "Position",
        Group.OTHER,
        "; ".join(f"{code}: {words}" for code, words in circumstances.POSITIONS.items()) + ".",
        "T",
        circumstances.parse_position_codes,
        words,
    ),
    Field(
        "best_contract",
        "Best contract",
        Group.OTHER,
        "With D in Pct: the contract that the simulation finds best, when this entry makes its bid. 4S, 3N, 4a in a "
        "pattern; P the contract as it stands; D theirs, doubled; G any game of ours, S any slam. "
        "Commas separate alternatives.",
        "3N,4S",
        parse_best_contract,
        words,
    ),
    Field(
        "alert",
        "Disclosure type",
        Group.DISCLOSURE,
        "none, alert, announce or pre-alert.",
        "announce",
        disclosures.parse_alert,
        words,
    ),
    Field(
        "disclosure",
        "Disclosure",
        Group.DISCLOSURE,
        "What the call tells, in words. Text after [ is for editors alone.",
        "Transfer to spades",
        parse_text,
        words,
    ),
    Field(
        "shows",
        "Shows",
        Group.DISCLOSURE,
        "The points and lengths that people read, where they are not what the hand must meet: 8+; 8+,4+S; "
        "15-17,balanced; any for nothing at all. What is true is added to it.",
        "8+,4+S",
        parse_shows,
        words,
    ),
    Field(
        "asks",
        "Asks for",
        Group.DISCLOSURE,
        "1 forcing, G to game, O semi-forcing, SO sign-off; A aces, K kings, KC key cards; P pick; HC help in clubs; "
        "CD control in diamonds; B2H bid 2H.",
        "G",
        disclosures.parse_asks,
        words,
    ),
    Field(
        "strength",
        "Strength",
        Group.DISCLOSURE,
        "The strength partner may expect: "
        + "; ".join(f"{code} {words}" for code, words in disclosures.STRENGTHS.items())
        + ". The same for all entries of one call.",
        "O",
        disclosures.parse_strength,
        words,
    ),
    Field(
        "expected_points",
        "Expected points",
        Group.DISCLOSURE,
        "The HCP partner may expect.",
        "15-17",
        strength.parse_hcp,
        words,
    ),
    *(_length_field(*suit) for suit in _SUITS),
    *(_length_field(*variable) for variable in _VARIABLES),
    Field(
        "test_hand",
        "Test hand",
        Group.RECORD,
        "A hand that must come out with this entry.",
        "AQ2.K32.KJ32.K32",
        Hand.parse,
        words,
    ),
    Field(
        "test_auction",
        "Test auction",
        Group.RECORD,
        "The auction in which the test hand comes out: for entries of situations, and of patterns that list too many.",
        "1S-P-2S-P",
        bids.parse_prior_bids,
        words,
    ),
    Field(
        "reference",
        "Reference",
        Group.RECORD,
        "Where the rule comes from.",
        "SAYC booklet",
        parse_text,
        words,
    ),
    Field(
        "notes",
        "Notes",
        Group.RECORD,
        "More about this entry, for those who want it.",
        "After a limit raise ...",
        parse_notes,
        words,
    ),
    Field(
        "saved",
        "Saved",
        Group.RECORD,
        "The day the entry was last changed.",
        "2026-11-21",
        parse_date,
        words,
    ),
)
"""Every field of an entry, in the order of the form."""

FIELD = {field.name: field for field in FIELDS}
WRITTEN = tuple(field for field in FIELDS if not field.derived)
"""The fields that a file or a form holds."""

CARD_VALUES = ("ace", "king", "queen", "jack", "ten")


@lru_cache(maxsize=50_000)
def parse_cell(name: str, text: str) -> Any:
    """The parsed cell of the field `name`; None for a blank one. Raises `TextError`.

    Trees are immutable, so equal cells share one.
    """
    return FIELD[name].parse(text) if text.strip() else None


__all__ = [
    "CARD_VALUES",
    "FIELD",
    "FIELDS",
    "WRITTEN",
    "Field",
    "Group",
    "Text",
    "parse_cell",
]
