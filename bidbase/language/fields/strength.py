"""What a hand is worth: points, valuations, tricks, stoppers."""

from __future__ import annotations

from collections.abc import Callable

from bidbase.game.cards import Strain
from bidbase.game.evaluation import COUNT_BY_NAME, Count, Valuation
from bidbase.game.features import (
    ACES_TOTAL,
    HCP_TOTAL,
    KINGS_TOTAL,
    SHORTNESS_TOTAL,
    TOTAL_POINTS,
    TotalFeature,
    custom_points,
    dummy_points,
    key_cards,
    side_kings,
    total_of,
)
from bidbase.language import strength
from bidbase.language.field import (
    AnyField,
    Cell,
    Cells,
    CountContext,
    Field,
    Group,
    HandCount,
    parse_text,
    words,
)
from bidbase.language.ranges import Minimum, Ranges, counted, parse_minimum, parse_ranges


def _unit(unit: str) -> Callable[[Cell, Cells], str]:
    """A unit that is always the same."""
    return lambda cell, cells: unit


def _total(name: str) -> Callable[[Cell, CountContext], TotalFeature]:
    """Counts a hand by the evaluator of this name."""
    return lambda cell, context: total_of(COUNT_BY_NAME[name])


def _count(name: str, unit: str) -> HandCount[Minimum]:
    """Counts a hand by the evaluator of this name; the cell is a least number."""
    return HandCount(_total(name), _minimum_ranges, _unit(unit))


def _minimum_ranges(cell: Minimum) -> Ranges:
    return cell.ranges


def _suits_stopped_feature(cell: strength.SuitsStopped, context: CountContext) -> TotalFeature:
    return total_of(COUNT_BY_NAME["suits_stopped"], cell.left_out)


def _say(unit: str) -> Callable[[Ranges | Minimum], str]:
    """Puts a cell of numbers into words."""
    return lambda cell: counted(cell.words(), unit)


def _hcp_ranges(cell: strength.AnyHcp) -> Ranges:
    assert isinstance(cell, strength.Hcp), "points counted from the auction are bound before a hand is counted"
    return cell.ranges


def _distribution_feature(cell: strength.AnyDistribution, context: CountContext) -> TotalFeature:
    bound = _bound_distribution(cell)
    if isinstance(bound, strength.DummyPoints):
        return dummy_points(_bound_trumps(bound))
    return TOTAL_POINTS if bound.total else SHORTNESS_TOTAL


def _distribution_unit(cell: strength.AnyDistribution, cells: Cells) -> str:
    return _bound_distribution(cell).unit


def _bound_distribution(cell: strength.AnyDistribution) -> strength.DistributionPoints | strength.DummyPoints:
    assert not isinstance(cell, strength.PartnershipTotal), "points counted from the auction are bound before"
    return cell


def _value(of: Callable[[Valuation], Count]) -> HandCount[Ranges]:
    """Counts a hand by one of the two counts of the valuation system that the entry names."""
    return HandCount(
        lambda cell, context: total_of(of(context.valuations[str(context.cells[VALUATION.name])])),
        lambda cell: cell,
        lambda cell, cells: f"by {cells[VALUATION.name]}",
    )


def _held(cards: str, total: TotalFeature) -> HandCount[Ranges]:
    """Counts the cards of a kind."""
    return HandCount(lambda cell, context: total, lambda cell: cell, _unit(cards))


def _held_by_trumps(cards: str, feature: Callable[[Strain], TotalFeature]) -> HandCount[strength.TrumpCount]:
    """Counts the cards of a kind that depends on trumps."""
    return HandCount(lambda cell, context: feature(_bound_trumps(cell)), lambda cell: cell.ranges, _unit(cards))


def _bound_trumps(cell: strength.TrumpCount) -> Strain:
    assert isinstance(cell.trumps, Strain), "variables are bound before a hand is counted"
    return cell.trumps


def _custom_feature(cell: Minimum, context: CountContext) -> TotalFeature:
    ace, king, queen, jack, ten = (context.cells.get(field.name) for field in CARD_VALUES)
    values = (_worth(ace), _worth(king), _worth(queen), _worth(jack), _worth(ten))
    return custom_points(values)


def _worth(cell: Cell | None) -> float:
    return cell.value if isinstance(cell, strength.CardValue) else 0.0


def _winners_feature(cell: strength.Winners, context: CountContext) -> TotalFeature:
    return total_of(COUNT_BY_NAME["running_winners" if cell.running else "winners"])


def _winners_unit(cell: strength.Winners, cells: Cells) -> str:
    return "running winners" if cell.running else "winners"


def _card_value(card: str) -> Field[strength.CardValue]:
    return Field(
        card,
        f"{card.capitalize()} counts",
        Group.STRENGTH,
        f"What a {card} counts in custom points.",
        "1",
        strength.parse_card_value,
        words,
    )


HCP = Field(
    "hcp",
    "HCP",
    Group.STRENGTH,
    "High-card points: ace 4, king 3, queen 2, jack 1. P25+ counts partner's least as well; Min, Min+1 are over "
    "the minimum of the notrump one has bid; HCP1N and HCP2N are the ranges of those openings.",
    "15-17",
    strength.parse_any_hcp,
    words,
    judges_hand=True,
    count=HandCount(lambda cell, context: HCP_TOTAL, _hcp_ranges, _unit("HCP")),
)

DISTRIBUTION = Field(
    "distribution",
    "Distribution",
    Group.STRENGTH,
    "Distribution points (void 3, singleton 2, doubleton 1); with T in front, total points: those plus HCP. "
    "With D in front, dummy points: short suits counted by the number of trumps.",
    "T12+",
    strength.parse_distribution,
    words,
    judges_hand=True,
    count=HandCount(_distribution_feature, lambda cell: _bound_distribution(cell).ranges, _distribution_unit),
)

KNR = Field(
    "knr",
    "KnR",
    Group.STRENGTH,
    "Kaplan and Rubens points, to a twentieth: honors by the company they keep, long suits and short ones.",
    "13+",
    parse_ranges,
    _say("KnR points"),
    judges_hand=True,
    count=HandCount(_total("knr"), lambda cell: cell, _unit("KnR points")),
)

VALUATION = Field(
    "valuation",
    "Valuation",
    Group.STRENGTH,
    "The valuation system for the next two fields: Work 3-2-1, Work 5-3-1, Work long, Rule of 20, Zar, LTC, NLTC, "
    "or one of the system's own.",
    "Zar",
    parse_text,
    words,
)

SUIT_VALUE = Field(
    "suit_value",
    "Suit value",
    Group.STRENGTH,
    "What the hand is worth in a suit contract by the valuation system; for LTC and NLTC its losers.",
    "26+",
    parse_ranges,
    _say("for a suit contract"),
    judges_hand=True,
    count=_value(lambda valuation: valuation.suit),
)

NOTRUMP_VALUE = Field(
    "notrump_value",
    "Notrump value",
    Group.STRENGTH,
    "What the hand is worth in notrump by the valuation system; HCP where it has no count of its own for notrump.",
    "15-17",
    parse_ranges,
    _say("for notrump"),
    judges_hand=True,
    count=_value(lambda valuation: valuation.notrump),
)

ACES = Field(
    "aces",
    "Aces",
    Group.STRENGTH,
    "How many aces the hand has.",
    "0,4",
    parse_ranges,
    _say("aces"),
    judges_hand=True,
    count=_held("aces", ACES_TOTAL),
)

KINGS = Field(
    "kings",
    "Kings",
    Group.STRENGTH,
    "How many kings the hand has.",
    "2",
    parse_ranges,
    _say("kings"),
    judges_hand=True,
    count=_held("kings", KINGS_TOTAL),
)

KEY_CARDS = Field(
    "key_cards",
    "Key cards",
    Group.STRENGTH,
    "How many of the five key cards the hand has: the aces and the king of trumps. Suit a of the prior bids is trumps, "
    "or the suit before a colon.",
    "1,4",
    strength.parse_trump_count,
    lambda cell: cell.counted_words("key cards"),
    judges_hand=True,
    count=_held_by_trumps("key cards", key_cards),
)

SIDE_KINGS = Field(
    "side_kings",
    "Side kings",
    Group.STRENGTH,
    "How many kings the hand has outside trumps. Suit a of the prior bids is trumps, or the suit before a colon.",
    "1",
    strength.parse_trump_count,
    lambda cell: cell.counted_words("side kings"),
    judges_hand=True,
    count=_held_by_trumps("side kings", side_kings),
)

CUSTOM_POINTS = Field(
    "custom_points",
    "Custom points",
    Group.STRENGTH,
    "The least total of custom points, counted with the values below; =2 for exactly two.",
    "2",
    parse_minimum,
    _say("custom points"),
    judges_hand=True,
    count=HandCount(_custom_feature, _minimum_ranges, _unit("custom points")),
)

CARD_VALUES = tuple(_card_value(card) for card in ("ace", "king", "queen", "jack", "ten"))
"""What each honor counts in custom points, from the ace down."""

WINNERS = Field(
    "winners",
    "Winners",
    Group.STRENGTH,
    "The least number of playing tricks, in halves; R in front for tricks that can be cashed at once.",
    "R9",
    strength.parse_winners,
    words,
    judges_hand=True,
    count=HandCount(_winners_feature, lambda cell: cell.ranges, _winners_unit),
)

LOSERS = Field(
    "losers",
    "Losers",
    Group.STRENGTH,
    "The least number of losers, in halves: 6 is six or more, <5 fewer than five. "
    "The first three cards of a suit count.",
    "<7",
    parse_minimum,
    _say("losers"),
    judges_hand=True,
    count=_count("losers", "losers"),
)

QUICK_TRICKS = Field(
    "quick_tricks",
    "Quick tricks",
    Group.STRENGTH,
    "The least number of quick tricks: AK 2, AQ 1.5, A or KQ 1, Kx .5; half a trick less in six cards or more.",
    "2.5",
    parse_minimum,
    _say("quick tricks"),
    judges_hand=True,
    count=_count("quick_tricks", "quick tricks"),
)

SUITS_STOPPED = Field(
    "suits_stopped",
    "Suits stopped",
    Group.STRENGTH,
    "The least number of suits stopped, in halves: Qxx and Jxxx are half stoppers. "
    "Suits that partner has bid naturally are left out.",
    "3",
    strength.parse_suits_stopped,
    words,
    judges_hand=True,
    count=HandCount(_suits_stopped_feature, lambda cell: cell.ranges, _unit("suits stopped")),
)

INTERMEDIATES = Field(
    "intermediates",
    "Intermediates",
    Group.STRENGTH,
    "The least number of tens, nines and eights in the hand; an eight counts beside a ten or a nine.",
    "3",
    parse_minimum,
    _say("intermediates"),
    judges_hand=True,
    count=_count("intermediates", "intermediates"),
)

FIELDS: tuple[AnyField, ...] = (
    HCP,
    DISTRIBUTION,
    KNR,
    VALUATION,
    SUIT_VALUE,
    NOTRUMP_VALUE,
    ACES,
    KINGS,
    KEY_CARDS,
    SIDE_KINGS,
    CUSTOM_POINTS,
    *CARD_VALUES,
    WINNERS,
    LOSERS,
    QUICK_TRICKS,
    SUITS_STOPPED,
    INTERMEDIATES,
)
