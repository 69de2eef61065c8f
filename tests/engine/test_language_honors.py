"""The honors of a suit: which holdings meet each code and which do not.

The codes and most holdings come from the editor text, "Specifying Points".
"""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.game.cards import holding_text, parse_holding
from bidbase.game.holdings import HCP, HOLDINGS, INTERMEDIATES, at_least_as_good
from bidbase.language.honors import LISTED, WORDS, at_least
from bidbase.language.suit_honors import Points, Protection, parse_points, parse_x_points
from tests.strategies import holdings


def meets(spec: str, cards: str, protection: Protection = Protection.NEUTRAL) -> bool:
    return bool(parse_points(spec).truth(protection)[parse_holding(cards)])


# spec, holdings that meet it, holdings that do not
CODES = [
    ("4+", "A KJ AJ2 AKQJ", "- K KT98 QJT9 K32"),
    ("2-4", "Q QJ K A KJ", "J AJ KQ -"),
    ("<=2", "- J Q T9876", "QJ K A"),
    ("<3,>5", "- Q AQ AK", "K QJ AJ KQ"),
    ("4", "A KJ", "K QJ KQ AJ"),
    ("A", "A A2 AKQ", "K KQJ -"),
    ("K", "K AK K432", "A AQJ -"),
    ("A,K", "A K AK", "QJT -"),
    ("Q", "Q KQ2 QJ", "AKJ -"),
    ("Qi1", "QT QJ KQ", "Q2 AK"),
    ("!Q", "AKJ 2 -", "Q AQ"),
    ("!K", "AQ -", "K KQ"),
    ("!A", "KQ -", "A AKJ"),
    ("!A,Q", "KQ AQ -", "AKJ"),
    ("a", "AK AQ KQ AKQ KQ432 AKQJ", "AJT A KJT QJT9 K A2"),
    # b alone is no better than that: a second of the top three is too good
    ("b", "AJT KJT QJT AJT9 QJT432", "AQJT AKJT KQJT AKQJT JT9 AJ9 AQT"),
    ("c", "KQJ AQJ AKQ AKJ AKQJ KQJT", "AKT AQT KQT AJT QJT AK"),
    ("d", "AKQJ KQJT AKQT AKJT AQJT AKQJT", "AKQ KQJ9 AKQ9 QJT9 AKT9"),
    # beside another letter b leaves no hole below it
    ("ab", "AK KQ AQ AJT KJT QJT AQJT KQJT", "AJ9 KJ9 QJ9 JT98 K"),
    ("bc", "KQJ AQJ AKQ AJT KJT QJT AQJT AKJT", "AK AQ KQ AJ9 JT9"),
    (
        "1stop",
        "A AK K2 KQ QJ2 QJT QT92 QJ92 Q982 QT82 JT92 KT9 J9832 JT32A T9832 JT832",
        "- K Q2 QJ Q32 QT3 J432 JT3 T982",
    ),
    ("hstop", "Q32 QT2 J432 JT32 QJ2 A K2 J9832 T9832", "- K Q2 QJ J32 JT9 T982 65432"),
    ("0stop", "- K Q2 QJ Q32 J432 T982 65432", "A K2 QJ2 QT92 Q982 JT92 J9832 T9832"),
    ("2stop", "AK AQ AJT2 AT982 KQJ KQT KQ92 KJT2 KT92 AKQ AJT9 KQJ2", "A A2 AJ2 AJT KQ KQ2 KJ2 KT82 KJT QJT9"),
    ("FRC", "A AKQ -", "K KQ 2 QJT"),
    ("SRC", "K KQ2 AK 2 Q A", "- AQ 32 QJT"),
    # GIB's suit qualities: each is met by every higher one
    ("bid", "65432 KJ832 A432 K432 QJT2 AKQJ", "- AKQ Q432 QJ32 QT92 JT98"),
    ("rebid", "765432 A5432 K5432 QJT32 AKQJ2", "A432 AKQJ Q5432 QJ432"),
    ("2rebid", "8765432 A65432 QJT432", "A5432 AKQJT Q65432 JT9876"),
    ("srebid", "AKQ432 AKJT32 KQJT32 AKQJ432 AKJ65432 AK8765432", "AKJ432 KQJ432 AKQJT AKT65432"),
    ("solid6", "AKQT32 AKQJ32 AKQJT9 AKQ5432 AKJ65432", "AKQ932 AKJT32 AKQJT AKJ5432"),
    ("solid7", "AKQ5432 AKQJT98 AKJ65432", "AKQJT9 AKJT432"),
    ("solid8", "AKJ65432 AKQ65432 AK8765432 AKQJT98765432", "AKQJT98 AKT65432 AQJT98765"),
    # GIB's stoppers: by length and points, but never by small cards alone
    ("g0stop", "- 32 2 J Q J2 5432 98765432 T9", "Q2 J32 K A"),
    ("gpstop", "Q2 J32 K QJ K2 Q32 A KQ2", "- 32 J2 Q 5432 8765432"),
    ("glstop", "K2 Q32 J432 QJ A KJ", "Q2 J32 K T98765432"),
    ("g1stop", "A QJ2 KQ AJ K432 Q5432 J65432 KJ2", "K2 KJ QJ K32 Q432 J5432"),
    ("g2stop", "A432 KQ2 AK K5432 AJ2 Q65432", "A32 KQ QJ32 K432"),
    # GIB's 8-4-2-1
    ("h6+", "KQ KQ2 KQJ A AJ AKQJ", "KJ K QJ - T98"),
    ("h8+", "A A2 AKQ", "KQJ K -"),
    ("h<8", "KQJ K -", "A AK"),
    ("h6", "KQ KQT9", "KQJ A KJ"),
    ("h1-3", "J Q2 QJ", "- K A T9"),
    ("P", "- KJ2 A Q", ""),
    ("i1", "T2 9 982 K", "- 8 82 7652"),
]


@pytest.mark.parametrize(("spec", "met", "missed"), CODES, ids=[spec for spec, *_ in CODES])
def test_code(spec: str, met: str, missed: str) -> None:
    assert [cards for cards in met.split() if not meets(spec, cards)] == []
    assert [cards for cards in missed.split() if meets(spec, cards)] == []


def test_every_code_is_in_the_table() -> None:
    assert {spec for spec, *_ in CODES} >= set(WORDS)


# Each point above the least that the honors need stands for one missing intermediate.
INTERMEDIATE = [
    ("4+i1", "AT32", True, "the ace and one intermediate"),
    ("4+i1", "KJ92", True, "four points and one intermediate"),
    ("4+i1", "A432", False, "no intermediate and no point to spare"),
    ("4+i1", "AQ32", True, "two points to spare"),
    ("4+i1", "AJ32", True, "one point to spare"),
    ("4+i1", "KT98", False, "intermediates do not make up for points"),
    ("4+i1", "A832", False, "an eight alone is none"),
    ("2+i2", "Q98", True, "exactly that"),
    ("2+i2", "K92", True, "one point for one intermediate"),
    ("2+i2", "KJ2", True, "two points for two"),
    ("2+i2", "K32", False, "one point is not enough for two"),
    ("2+i2", "QT8", True, "the eight counts beside the ten"),
    (">3i1", "A432", False, "more than three is four or more: no point to spare"),
    (">3i1", "AT32", True, "and an intermediate"),
    ("4i1", "KJ92", True, "exactly four points, with an intermediate"),
    ("4i1", "AJ92", False, "five points are not four"),
    ("2-4i1", "K32", True, "a point above the two"),
    ("2-4i1", "Q32", False, "neither point nor intermediate"),
    ("abi2", "KQT92", True, "KQ with ten and nine"),
    ("abi2", "AKT42", True, "AK has two points more than KQ"),
    ("abi2", "AQ942", True, "AQ has one point more, and the nine"),
    ("abi2", "AQ432", False, "the nine is missing"),
    ("abi2", "KQ932", False, "one intermediate only"),
    ("abi2", "KQT32", False, "one intermediate, and no point to spare as KQ; better than b"),
    ("abi2", "KJT92", True, "KJT has a point more than QJT, and the ten and the nine"),
    ("abi2", "QJT32", False, "the ten alone, as QJT"),
    ("bci1", "KQT2", True, "it lies between b and c, and has the points of both KQ and a ten"),
    ("abi1", "AQ92", True, "the nine"),
    ("abi1", "AQJ2", True, "better than that"),
    ("ai1", "KQ32", False, "KQ has no point to spare"),
    ("ai1", "KQT2", True, "the ten"),
    ("ai1", "AQ32", True, "AQ has a point more than KQ"),
    ("ai1", "AK2", True, "AK has two"),
    ("ai1", "AJT9", False, "not a at all"),
    ("ci2", "KQJT9", True, "KQJ with ten and nine"),
    ("ci2", "KQJT2", False, "one intermediate"),
    ("ci2", "AKQ2", True, "AKQ has three points more than KQJ"),
    ("Ai1", "A92", True, "the ace and a nine"),
    ("Ai1", "A32", False, "the ace alone"),
    ("Ki1", "KJ2", True, "a point above the king"),
    ("1stopi1", "K32", False, "the king and no more"),
    ("1stopi1", "KT2", True, "the king and the ten"),
    ("i2", "T92", True, "intermediates alone"),
    ("i2", "432", False, "none"),
    ("a,i1", "T32", True, "a comma makes them alternatives"),
    ("a,i1", "AK2", True, "the other alternative"),
]


@pytest.mark.parametrize(("spec", "cards", "met", "why"), INTERMEDIATE)
def test_intermediates_beside_honors(spec: str, cards: str, met: bool, why: str) -> None:
    assert meets(spec, cards) is met, why


PROTECTED = [
    ("KJ2", True, True, False, "king and jack lie under the bidder on our left"),
    ("Q32", True, True, False, "so does a queen"),
    ("J32", True, True, False, "and a jack alone"),
    ("A32", True, True, True, "an ace needs no protection"),
    ("AK2", True, True, False, "but the king beside it does"),
    ("T98", True, True, True, "no honor to lose"),
    ("", True, True, True, "nothing to lose"),
]


@pytest.mark.parametrize(("cards", "neutral", "protected", "exposed", "why"), PROTECTED)
def test_protected_honors(cards: str, neutral: bool, protected: bool, exposed: bool, why: str) -> None:
    assert meets("P", cards, Protection.NEUTRAL) is neutral, why
    assert meets("P", cards, Protection.PROTECTED) is protected, why
    assert meets("P", cards, Protection.EXPOSED) is exposed, why


@pytest.mark.parametrize(
    ("spec", "cards", "protection", "met", "why"),
    [
        ("4+P", "KJ2", Protection.PROTECTED, True, "points, and behind the bidder"),
        ("4+P", "KJ2", Protection.EXPOSED, False, "points, but in front of the bidder"),
        ("4+", "KJ2", Protection.EXPOSED, True, "no protection asked for"),
        ("4+P", "QJ2", Protection.PROTECTED, False, "protection does not make up for points"),
        ("1stopP", "K32", Protection.EXPOSED, False, "an exposed stopper"),
        ("1stopP", "A32", Protection.EXPOSED, True, "the ace stops"),
        ("4+P,2stop", "KQJ", Protection.EXPOSED, True, "the other alternative does not ask for it"),
        ("abi1P", "KQT2", Protection.EXPOSED, False, "with intermediates too"),
    ],
)
def test_protection_belongs_to_its_alternative(
    spec: str, cards: str, protection: Protection, met: bool, why: str
) -> None:
    assert meets(spec, cards, protection) is met, why


# What holds for all holdings ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", sorted(set(LISTED) - {"b"}))
@given(st.data())
def test_better_holding_meets_what_a_worse_one_meets(code: str, data: st.DataObject) -> None:
    """Cards of a listed holding are raised, and others added."""
    holding = parse_holding(data.draw(st.sampled_from(LISTED[code])))
    for bit in reversed(range(12)):
        if holding >> bit & 1 and not holding >> bit + 1 & 1 and data.draw(st.booleans()):
            holding ^= 0b11 << bit
    better = holding | data.draw(holdings)
    truth = parse_points(code).truth(Protection.NEUTRAL)
    assert truth[holding]
    assert truth[better]


@pytest.mark.parametrize("code", sorted(set(LISTED) - {"b"}))
def test_listed_holdings_are_the_least(code: str) -> None:
    """Each is met as it is, and no longer without one of its cards that is not an x."""
    truth = parse_points(code).truth(Protection.NEUTRAL)
    for listed in LISTED[code]:
        assert truth[parse_holding(listed)], listed
        assert not at_least(listed)[parse_holding(listed[:-1])]


@pytest.mark.parametrize("listed", ["A", "K2", "QT92", "AKQJ"])
@given(holdings)
def test_table_is_the_comparison(listed: str, holding: int) -> None:
    assert at_least(listed)[holding] == at_least_as_good(holding, parse_holding(listed))


def test_stoppers_part_the_holdings() -> None:
    none, some, two = (parse_points(code).truth(Protection.NEUTRAL) for code in ("0stop", "1stop", "2stop"))
    half = parse_points("hstop").truth(Protection.NEUTRAL)
    assert np.array_equal(none, ~some)
    assert not np.any(two & ~some), "two stoppers are a stopper"
    assert not np.any(some & ~half), "a stopper is at least half a one"


@pytest.mark.parametrize(
    "ladder", ["bid rebid 2rebid srebid solid6 solid7 solid8", "gpstop glstop g1stop g2stop", "h1+ h2+ h4+ h8+ h15"]
)
def test_higher_steps_of_gib_are_met_by_fewer(ladder: str) -> None:
    steps = [parse_points(code).truth(Protection.NEUTRAL) for code in ladder.split()]
    for lower, higher in pairwise(steps):
        assert not np.any(higher & ~lower)
        assert higher.sum() < lower.sum()


# GIB's bid descriptions give an example or two of each stopper.
GIB_STOPPERS = {"A": "g1stop", "QJ2": "g1stop", "K2": "glstop", "Q32": "glstop", "Q2": "gpstop", "J32": "gpstop"}


@pytest.mark.parametrize(("cards", "best"), [*GIB_STOPPERS.items(), ("32", "g0stop"), ("5432", "g0stop")])
def test_best_stopper_that_gib_sees(cards: str, best: str) -> None:
    assert next(code for code in ("g2stop", "g1stop", "glstop", "gpstop", "g0stop") if meets(code, cards)) == best


@given(holdings)
def test_gib_stops_with_an_honor_or_not_at_all(holding: int) -> None:
    stopped = parse_points("gpstop").truth(Protection.NEUTRAL)[holding]
    assert stopped == (HCP[holding] > 0 and HCP[holding] + holding.bit_count() >= 4)
    assert stopped != parse_points("g0stop").truth(Protection.NEUTRAL)[holding]


def test_letters_stand_for_more_and_more() -> None:
    a, c, d, ab, bc = (parse_points(code).truth(Protection.NEUTRAL) for code in ("a", "c", "d", "ab", "bc"))
    b = parse_points("b").truth(Protection.NEUTRAL)
    assert not np.any(c & ~a)
    assert not np.any(d & ~c)
    assert not np.any(b & a)
    assert np.array_equal(ab, a | b)
    assert not np.any((b | c) & ~bc)


@given(holdings, st.integers(0, 10), st.integers(1, 4))
def test_minimum_with_intermediates(holding: int, low: int, count: int) -> None:
    spare = HCP[holding] - low
    plainly = spare >= 0 and spare + INTERMEDIATES[holding] >= count
    assert parse_points(f"{low}+i{count}").truth(Protection.NEUTRAL)[holding] == plainly


@given(st.sampled_from(["4+", "abi2", "1stopP", "FRC"]), st.sampled_from(["a", "2-4", "SRC"]))
def test_comma_is_or(first: str, second: str) -> None:
    for protection in Protection:
        both = parse_points(f"{first},{second}").truth(protection)
        assert np.array_equal(both, parse_points(first).truth(protection) | parse_points(second).truth(protection))


def test_tables_are_shared_and_cannot_be_written_to() -> None:
    truth = parse_points("4+").truth(Protection.NEUTRAL)
    assert truth is parse_points("4+").truth(Protection.NEUTRAL)
    assert truth.shape == (len(HOLDINGS),)
    with pytest.raises(ValueError, match="read-only"):
        truth[0] = True


def test_x_alone_asks_for_nothing_itself() -> None:
    assert parse_points("x") == Points(True, ())
    assert parse_x_points("4+") == parse_points("4+")


WORDING = [
    ("4+", "in spades 4 or more points"),
    ("a", "in spades two of the top three honors"),
    ("ab", "in spades two of the top three honors or AJT, KJT or QJT at the top"),
    ("1stop", "in spades a stopper"),
    ("4+i1", "in spades 4 or more points with 1 intermediate or a point for each missing"),
    ("i2", "in spades 2 intermediates or a point for each missing"),
    ("rebid", "in spades a rebiddable suit (biddable and a card more)"),
    ("glstop", "in spades at least a likely stopper (length and points 5)"),
    ("h6+", "in spades honors worth 6 or more (A 8, K 4, Q 2, J 1)"),
    ("A,K", "in spades the ace, or the king"),
    ("x,3+", "the X suit may be spades, or in spades 3 or more points"),
    ("P", "in spades no honor below the ace under a suit bid on our left"),
]


@pytest.mark.parametrize(("spec", "words"), WORDING)
def test_words(spec: str, words: str) -> None:
    assert parse_points(spec).words("spades") == words


def test_exactly_b_is_never_better() -> None:
    truth = parse_points("b").truth(Protection.NEUTRAL)
    for holding in HOLDINGS:
        top = "".join(card for card in holding_text(holding) if card in "AKQJT")
        assert truth[holding] == (top in ("AJT", "KJT", "QJT"))
