"""What a hand is worth: points, valuations, tricks, stoppers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bidbase.language import strength
from bidbase.language.field import Field, Group, parse_text, words
from bidbase.language.ranges import parse_minimum, parse_ranges


def _counted(unit: str) -> Callable[[Any], str]:
    """Puts a cell of numbers into words."""

    def say(cell: Any) -> str:
        return f"{cell.words()} {unit}"

    return say


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
)
