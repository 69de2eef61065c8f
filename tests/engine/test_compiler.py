"""The compiler: a section as bit masks gives what the entries say, one hand at a time and many at once."""

from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.compiler import CompiledSection, HandBatch
from bidbase.game.cards import SUITS_DOWN, Hand, Strain, holding_text
from bidbase.game.dealing import numbered_deal
from bidbase.game.evaluation import COUNT_BY_NAME
from bidbase.game.holdings import HCP, INTERMEDIATES, SHORTNESS
from bidbase.language import fields
from bidbase.language.ranges import Range
from bidbase.language.suit_honors import Protection
from bidbase.systems import Entry, shipped_valuations
from tests.engine.making import NOW, make_entry, make_section

# What one entry says of one hand, read from its cells without truth tables or masks.


def plainly_chosen(entry: Entry, hand: Hand) -> Strain | None:
    """The X suit: of the marked suits that meet the X spec the longest, of equals the highest (U: the lowest)."""
    num, points = entry.get(fields.X_NUM), entry.get(fields.X_POINTS)
    meeting = [
        suit
        for suit in entry.x_suits()
        if (num is None or num.ranges.holds(hand.lengths[suit]))
        and (points is None or points.truth(Protection.NEUTRAL)[hand.holdings[suit]])
    ]
    upward = num is not None and num.upward
    return max(meeting, key=lambda suit: (hand.lengths[suit], -suit if upward else suit), default=None)


def plainly_meets_x(entry: Entry, hand: Hand, suit: Strain) -> bool:
    num, points = entry.get(fields.X_NUM), entry.get(fields.X_POINTS)
    return (num is None or num.ranges.holds(hand.lengths[suit])) and (
        points is None or bool(points.truth(Protection.NEUTRAL)[hand.holdings[suit]])
    )


def plainly_num(cell, hand: Hand, suit: Strain, chosen: Strain | None) -> bool:
    for part in cell.alternatives:
        if isinstance(part, Range):
            if part.holds(hand.lengths[suit]):
                return True
            continue
        other = chosen if part.other is None else part.other
        if other is None:
            continue
        mine, theirs = hand.lengths[suit], hand.lengths[other]
        stands = {
            "<": mine < theirs,
            "<=": mine <= theirs,
            ">": mine > theirs,
            ">=": mine >= theirs,
            "=": mine == theirs,
        }
        if stands[part.operator]:
            return True
    return False


def plainly_fits(entry: Entry, hand: Hand) -> bool:
    cells: Mapping[str, Any] = entry.cells
    hcp = sum(HCP[holding] for holding in hand.holdings)
    short = sum(SHORTNESS[holding] for holding in hand.holdings)
    checks = []
    if cell := cells.get("hcp"):
        checks.append(cell.ranges.holds(hcp))
    if cell := cells.get("distribution"):
        checks.append(cell.ranges.holds(short + (hcp if cell.total else 0)))
    if cell := cells.get("custom_points"):
        values = {card[0].upper().replace("N", "T"): cells.get(card) for card in ("ace", "king", "queen", "jack")}
        text = "".join(holding_text(holding) for holding in hand.holdings)
        checks.append(cell.ranges.holds(sum(value.value * text.count(card) for card, value in values.items() if value)))
    for name, card in (("aces", "A"), ("kings", "K")):
        if cell := cells.get(name):
            checks.append(cell.holds(sum(holding_text(holding).count(card) for holding in hand.holdings)))
    if cell := cells.get("intermediates"):
        checks.append(cell.ranges.holds(sum(INTERMEDIATES[holding] for holding in hand.holdings)))
    if cell := cells.get("knr"):
        checks.append(cell.holds(COUNT_BY_NAME["knr"].of(hand)))
    if cell := cells.get("suit_value"):
        checks.append(cell.holds(shipped_valuations()[entry.text("valuation")].suit.of(hand)))
    if cell := cells.get("notrump_value"):
        checks.append(cell.holds(shipped_valuations()[entry.text("valuation")].notrump.of(hand)))
    for name in ("winners", "losers", "quick_tricks", "suits_stopped"):
        if cell := cells.get(name):
            count = "running_winners" if name == "winners" and cell.running else name
            checks.append(cell.ranges.holds(COUNT_BY_NAME[count].of(hand)))
    if cell := cells.get("shape"):
        checks.append(cell.holds(hand.lengths))
    chosen = plainly_chosen(entry, hand)
    if entry.x_suits():
        checks.append(chosen is not None)
    for suit in SUITS_DOWN:
        num, points = cells.get(f"{suit.title}_num"), cells.get(f"{suit.title}_points")
        marked = bool((num and num.x) or (points and points.x))
        if marked and plainly_meets_x(entry, hand, suit):
            num = None if num and num.x else num
            points = None if points and points.x else points
        if num and (num.alternatives or not num.x):
            checks.append(plainly_num(num, hand, suit, chosen))
        if points and (points.alternatives or not points.x):
            checks.append(bool(points.truth(Protection.NEUTRAL)[hand.holdings[suit]]))
    for name, unit in (
        ("combined_num", hand.lengths),
        ("combined_points", [HCP[holding] for holding in hand.holdings]),
    ):
        if cell := cells.get(name):
            checks.append(
                any(
                    part.range.holds(
                        sum(unit[suit] for suit in {*part.suits, *([chosen] if part.x and chosen is not None else [])})
                    )
                    for part in cell.alternatives
                )
            )
    return all(checks)


SUIT_NUMS = ["", "any", "5+", "2-4", "<3,>5", ">=D", "<H", "=S", "4", ">C,6+"]
SUIT_POINTS = [
    "",
    "",
    "any",
    "4+",
    "a",
    "b",
    "ab",
    "bc",
    "A,K",
    "!Q",
    "!A,Q",
    "1stop",
    "2stop",
    "hstop",
    "0stop",
    "FRC",
    "SRC",
    "4+i1",
    "abi2",
    "bid",
    "rebid",
    "solid6,A",
    "glstop",
    "g1stop",
    "h6+",
    "h<8",
]
X_CELLS = ["x", "x,4+", "x,2-3", "<=x", ">=x", "", "x,>C"]


@st.composite
def entry_cells(draw, number: int = 0) -> dict[str, str]:
    """The cells of an entry of the opening section: plain, or with an X suit."""
    pick = lambda *texts: draw(st.sampled_from(texts))  # noqa: E731
    cells = {
        "order": f"{100000 + 1000 * number}",
        "hcp": pick("", "", "10+", "12-17", "<9", "8,11+"),
        "distribution": pick("", "", "2+", "T12+", "T6-14"),
        "knr": pick("", "", "", "10+", "8.5-13.25", "<7"),
        "winners": pick("", "", "", "3.5", "R2", "R=1", "<4"),
        "losers": pick("", "", "", "8", "<7.5"),
        "quick_tricks": pick("", "", "", "1.5", "=2"),
        "suits_stopped": pick("", "", "", "2.5", "<2"),
        "intermediates": pick("", "", "", "3"),
        "aces": pick("", "", "", "0,4", "1-2"),
        "kings": pick("", "", "", "2+", "<3"),
        "shape": pick("", "", "balanced", "unbalanced", "2-suiter", "singleton/void", "5332", "4=4=3=2,1-suiter"),
        "combined_num": pick("", "", "", "SH=8-9", "CDH>8", "SH<7"),
        "combined_points": pick("", "", "", "SHC>6", "DC<9"),
    }
    if pick(True, False, False, False):
        cells |= {"valuation": pick(*shipped_valuations()), "suit_value": pick("", "12+", "7-25", "<8.5")}
        cells |= {"notrump_value": pick("", "8+", "<12.5")}
    if pick(True, False, False):
        cells |= {"custom_points": pick("2", "=2", "3-4"), "ace": "2", "king": "1", "jack": pick("", ".5")}
    for suit in SUITS_DOWN:
        cells[f"{suit.title}_num"] = pick(*(text for text in SUIT_NUMS if suit.letter not in text))
        cells[f"{suit.title}_points"] = pick(*SUIT_POINTS)
    if pick(True, False):
        marked = draw(st.lists(st.sampled_from(SUITS_DOWN), min_size=1, max_size=4, unique=True))
        cells |= {"x_num": pick("5+", "4+", "4+U", "3-4U", "6+", "any"), "x_points": pick("", "", "3+", "a", "4+i1")}
        for suit in SUITS_DOWN:
            cells[f"{suit.title}_num"] = (
                pick(*(t for t in X_CELLS if suit.letter not in t)) if suit not in marked else pick("x", "x,4+", "x,<3")
            )
            cells[f"{suit.title}_points"] = pick("x", "x,2+", "") if suit in marked and cells["x_points"] else ""
        cells["combined_num"] = pick("", "", "xD>7", "xSH=11-13")
        cells["bid"] = pick("1x", "2x", "1N")
    return {name: text for name, text in cells.items() if text}


@st.composite
def sections(draw, size: int = 6) -> CompiledSection:
    count = draw(st.integers(1, size))
    return make_section(*(draw(entry_cells(number)) for number in range(count)))


DEALT = [hand for number in range(1, 101) for hand in numbered_deal(number).hands]
hands_dealt = st.sampled_from(DEALT)


@given(entry_cells(), st.lists(hands_dealt, min_size=20, max_size=20))
def test_a_row_holds_where_the_entry_plainly_does(cells, hands):
    entry = make_entry(**cells)
    section = make_section(cells)
    for hand in hands:
        rows = list(section.matches(hand, section.active(NOW)))
        assert bool(rows) == plainly_fits(entry, hand)
        assert len(rows) <= 1, "the rows of an entry never overlap"
        for row in rows:
            assert row.chosen is plainly_chosen(entry, hand)
            assert row.call == entry.bid.in_suit(row.chosen)


@given(sections())
def test_a_batch_gives_what_single_lookups_give(section):
    found = section.first_rows(HandBatch.of(DEALT), section.active(NOW))
    for hand, index in zip(DEALT, found, strict=True):
        row = next(section.matches(hand, section.active(NOW)), None)
        assert (section.rows[index] if index >= 0 else None) is row


def test_a_count_below_nothing_is_in_the_table():
    hand = Hand.parse("5432.432.432.432")  # -0.5
    section = make_section({"order": "100000", "knr": "0+"}, {"order": "200000", "knr": "<0"})
    assert [row.entry.order for row in section.matches(hand, section.active(NOW))] == ["200000"]
    assert section.first_rows(HandBatch.of([hand]), section.active(NOW)).tolist() == [1]


def test_the_best_and_the_longest_hands_are_in_the_tables():
    names = ("knr", "winners", "losers", "quick_tricks", "suits_stopped")
    section = make_section(*({"order": f"{200000 + number}", name: "0-40"} for number, name in enumerate(names)))
    for text in ("AKQJT98765432...", "AKQJ.AKQ.AKQ.AKQ", "...AKQJT98765432", "AKQJT98.AKQJT9.."):
        assert len(list(section.matches(Hand.parse(text), section.active(NOW)))) == len(names)


def test_a_section_of_more_than_64_rows_agrees_in_batch():
    cells = [
        {"order": f"{200000 + number}", "hcp": str(points), "spades_num": str(length)}
        for number, (points, length) in enumerate(product(range(15), range(6)))
    ]
    section = make_section(*cells)
    assert len(section.rows) == 90
    found = section.first_rows(HandBatch.of(DEALT), section.active(NOW))
    assert {int(index) >= 64 for index in found} == {True, False}, "both words are in use"
    for hand, index in zip(DEALT, found, strict=True):
        row = next(section.matches(hand, section.active(NOW)), None)
        assert (section.rows[index] if index >= 0 else None) is row


def test_a_batch_takes_the_hands_as_they_are():
    batch = HandBatch.of(DEALT)
    assert [batch.hand(index) for index in range(len(batch))] == DEALT
    assert batch.shapes.tolist() == [hand.shape for hand in DEALT]


def test_random_batches_are_deals_of_thirteen_and_repeat():
    batch = HandBatch.random(500, seed=7)
    assert all(sum(batch.hand(index).lengths) == 13 for index in range(500))
    assert (batch.holdings == HandBatch.random(500, seed=7).holdings).all()
    assert (batch.holdings != HandBatch.random(500, seed=8).holdings).any()


def test_an_empty_batch_finds_nothing():
    assert make_section({"hcp": "10+"}).first_rows(HandBatch.of([]), 1).tolist() == []


# (x cells, hand, the X suit or None, why)
X_CASES = [
    ({"x_num": "5+", "diamonds_num": "x", "clubs_num": "x"}, "432.2.KQJ32.6543", "D", "five diamonds"),
    ({"x_num": "5+", "diamonds_num": "x", "clubs_num": "x"}, "432.2.6543.KQJ32", "C", "five clubs"),
    ({"x_num": "5+", "diamonds_num": "x", "clubs_num": "x"}, "432.32.5432.6543", None, "neither minor has five"),
    ({"x_num": "5+", "spades_num": "x", "hearts_num": "x"}, "AK432.AK5432.2.2", "H", "the longest wins"),
    ({"x_num": "5+", "spades_num": "x", "hearts_num": "x"}, "AK432.AK543.32.2", "S", "of equals the highest"),
    ({"x_num": "4+U", "spades_num": "x", "hearts_num": "x"}, "AK43.AK54.432.32", "H", "U looks up from clubs"),
    ({"x_num": "6", "spades_num": "x,4", "hearts_num": "x,4"}, "AK5432.AK54.43.2", "S", "six-four, either way round"),
    ({"x_num": "6", "spades_num": "x,4", "hearts_num": "x,4"}, "AK54.AK5432.43.2", "H", "six-four, either way round"),
    (
        {"x_num": "6", "spades_num": "x,4", "hearts_num": "x,4"},
        "AK54.AK54.432.32",
        None,
        "four-four: no suit meets x itself",
    ),
    ({"x_num": "6", "spades_num": "x,4", "hearts_num": "x,4"}, "AK5432.AK5.43.32", None, "three hearts meet neither"),
    (
        {
            "x_num": "5+",
            "x_points": "5+",
            "spades_num": "x",
            "hearts_num": "x",
            "spades_points": "x",
            "hearts_points": "x",
        },
        "65432.AK432.32.2",
        "H",
        "the spades are as long and higher, but miss X honors",
    ),
    (
        {
            "x_num": "5+",
            "x_points": "5+",
            "spades_num": "x,5+",
            "hearts_num": "x",
            "spades_points": "x",
            "hearts_points": "x",
        },
        "65432.AK432.32.2",
        "H",
        "the spades meet their alternative, and X honors do not count there",
    ),
    (
        {"x_num": "5+", "clubs_num": "x", "diamonds_num": "x", "hearts_num": "<=x"},
        "2.AKQ432.2.AK432",
        None,
        "hearts longer",
    ),
    (
        {"x_num": "5+", "clubs_num": "x", "spades_num": "x", "combined_num": "xD>7"},
        "AK432.2.A32.K432",
        "S",
        "5 + 3 > 7",
    ),
    (
        {"x_num": "5+", "clubs_num": "x", "spades_num": "x", "combined_num": "xD>7"},
        "AK432.432.A2.K32",
        None,
        "5 + 2 = 7",
    ),
]


@pytest.mark.parametrize(("cells", "text", "chosen", "why"), X_CASES)
def test_x_suits(cells, text, chosen, why):
    section = make_section(cells | {"bid": "3x"})
    rows = list(section.matches(Hand.parse(text), section.active(NOW)))
    assert [row.chosen.letter for row in rows] == ([chosen] if chosen else []), why
    assert [str(row.call) for row in rows] == ([f"3{chosen}"] if chosen else [])


# (prior bids, spades points cell, holding of spades, fits, why)
PROTECTION = [
    ("1C-P-1S", "P", "KJ32", True, "spades were bid on our right"),
    ("1S-P-1N", "P", "KJ32", False, "spades were bid on our left"),
    ("1S-P-1N", "P", "A432", True, "the ace needs no protection"),
    ("1S-P-1N", "P", "5432", True, "there is no honor to lose"),
    ("1C-P-1H", "P", "KJ32", True, "nobody bid spades"),
    ("1S", "3+P", "K432", True, "points and protection"),
    ("1S-P-P", "3+P", "K432", False, "the opener sits behind us"),
    ("1S-P-P", "3+P", "A432", True, "an ace is points enough"),
    ("1S-P-1N-P-2S", "P", "KJ32", True, "the opener is on our right now"),
    ("1S-P-1N-P-2S-P-3C", "P", "KJ32", False, "and here on our left"),
    ("1S-P-2S", "P", "KJ32", True, "both opponents bid spades: we sit behind one of them"),
    ("1C-P-1H-P-2C-P-2S-P-3C", "P", "KJ32", False, "bid on the left in the second round"),
    ("1C-P-1H-P-1S-P-2H-P-3C", "P", "KJ32", True, "bid on the right in the second round"),
    ("1S-P-2H-P-2S-P-3S-P-P", "P", "KJ32", True, "both, whoever bid them last"),
]


@pytest.mark.parametrize(("prior", "cell", "spades", "fits", "why"), PROTECTION)
def test_protected_honors_depend_on_who_bid_the_suit(prior, cell, spades, fits, why):
    section = make_section({"prior_bids": prior, "bid": "P", "spades_points": cell})
    assert bool(list(section.matches(Hand.parse(f"{spades}.432.432.432"), section.active(NOW)))) is fits, why
