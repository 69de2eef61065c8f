"""What must hold whatever the entries say: narrower specs, variables of patterns, batches, and disclosures."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from bidbase.compiler import CompiledSection, HandBatch, Place
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import SUITS, Hand, Strain
from bidbase.language.circumstances import Circumstances
from bidbase.language.fields import CARD_VALUES
from bidbase.language.pattern_search import PatternSearch
from bidbase.language.patterns import VARIABLES, Pattern
from bidbase.meaning.disclosure import meaning
from bidbase.meaning.row_summary import row_summary
from tests.engine.making import NOW, make_bidder, make_section, place_with
from tests.engine.test_compiler import DEALT, SUIT_POINTS, entry_cells, sections
from tests.engine.test_patterns import patterns
from tests.strategies import auctions, hands

HANDS = HandBatch.of(DEALT)


def meeting(cells: dict[str, str]) -> np.ndarray:
    """For each dealt hand whether it meets an entry of these cells."""
    section = make_section(cells)
    return section.first_rows(HANDS, section.active(NOW)) >= 0


# A narrower spec never matches more hands -----------------------------------------------------------------------------

SPECS = {
    "hcp": ["10+", "12-17", "<9", "8,11+"],
    "distribution": ["2+", "T12+"],
    "knr": ["10+", "<7"],
    "winners": ["3.5", "R2"],
    "losers": ["8", "<7.5"],
    "quick_tricks": ["1.5", "=2"],
    "suits_stopped": ["2.5", "<2"],
    "intermediates": ["3"],
    "shape": ["balanced", "2-suiter", "4=4=3=2,5332"],
    "combined_num": ["SH=8-9", "CDH>8"],
    "combined_points": ["SHC>6", "DC<9"],
    "spades_num": ["5+", "<3,>5", ">=D"],
    "hearts_points": ["4+", "1stop", "FRC", "abi2", "rebid"],
    "clubs_num": ["2-4", "<=S"],
    "diamonds_points": ["a", "0stop", "h6+"],
}


@given(entry_cells(), st.data())
def test_a_spec_more_never_matches_more_hands(cells: dict[str, str], data: st.DataObject) -> None:
    names = sorted(SPECS.keys() - cells.keys())
    name = data.draw(st.sampled_from(names)) if names else "hcp"
    more = cells | {name: data.draw(st.sampled_from(SPECS[name]))} if names else cells
    assert not np.any(meeting(more) & ~meeting(cells))


@given(entry_cells(), st.data())
def test_a_blank_more_never_matches_fewer_hands(cells: dict[str, str], data: st.DataObject) -> None:
    """Any spec may be left out but custom points and the specs of the X suit, which say how a suit is chosen."""
    if any(name.startswith("x_") for name in cells):
        return
    needed = {"order", "bid", "valuation", "custom_points", *(field.name for field in CARD_VALUES)}
    removable = sorted(name for name in cells if name not in needed)
    if removable:
        name = data.draw(st.sampled_from(removable))
        fewer = {key: text for key, text in cells.items() if key != name}
        assert not np.any(meeting(cells) & ~meeting(fewer))


COUNTED = {
    "hcp": (37, {}),
    "distribution": (9, {}),
    "knr": (35, {}),
    "suit_value": (40, {"valuation": "Zar"}),
    "notrump_value": (37, {"valuation": "Work long"}),
    "custom_points": (12, {"ace": "2", "king": "1", "ten": ".5"}),
    "winners": (13, {}),
    "losers": (12, {}),
    "quick_tricks": (8, {}),
    "suits_stopped": (4, {}),
    "intermediates": (12, {}),
    "spades_num": (13, {}),
    "hearts_points": (10, {}),
    "x_num": (13, {"clubs_num": "x", "hearts_num": "x"}),
}


@given(st.sampled_from(sorted(COUNTED)), st.data())
def test_a_narrower_range_never_matches_more_hands(name: str, data: st.DataObject) -> None:
    most, beside = COUNTED[name]
    low, inner_low, inner_high, high = sorted(data.draw(st.lists(st.integers(0, most), min_size=4, max_size=4)))
    wide, narrow, open_ = (
        meeting({**beside, name: text}) for text in (f"{low}-{high}", f"{inner_low}-{inner_high}", f"{low}+")
    )
    assert not np.any(narrow & ~wide)
    assert not np.any(wide & ~open_)


@given(st.sampled_from([text for text in SUIT_POINTS if text]), st.sampled_from([text for text in SUIT_POINTS if text]))
def test_an_alternative_more_never_matches_fewer_hands(first: str, second: str) -> None:
    assert not np.any(meeting({"spades_points": first}) & ~meeting({"spades_points": f"{first},{second}"}))


# Variables never change on their way ----------------------------------------------------------------------------------


def expect_one_strain_each(pattern: Pattern, calls: tuple[Call, ...]) -> None:
    """Where an auction fits, all calls of a variable are in the strain that it is bound to."""
    binding = pattern.match(calls)
    if binding is None:
        return
    (sub,) = pattern.alternatives
    tail = calls[len(calls) - len(sub.elements) :]
    for element, call in zip(sub.elements, tail, strict=True):
        if element.strains and element.strains.is_variable:
            assert call.strain is binding[element.strains.letter]
    assert binding.keys() == {e.strains.letter for e in sub.elements if e.strains and e.strains.is_variable}


@given(patterns(), auctions(max_calls=8))
def test_variables_stand_for_one_strain_in_any_auction(pattern: Pattern, auction: Auction) -> None:
    expect_one_strain_each(pattern, auction.calls)


@given(patterns(), auctions(going_on=True, max_calls=4), st.integers(0, 200))
def test_variables_stand_for_one_strain_in_auctions_that_fit(pattern: Pattern, before: Auction, skip: int) -> None:
    """The tails that a pattern lists, after whatever came before where it begins with `#`."""
    tails = [calls for _, calls in zip(range(skip + 1), PatternSearch(pattern), strict=False)]
    for tail in tails[-1:]:
        expect_one_strain_each(pattern, tail)
        if pattern.alternatives[0].anywhere:
            expect_one_strain_each(pattern, (*before.calls, *tail))


@given(patterns())
def test_a_variable_once_bound_stays(pattern: Pattern) -> None:
    (sub,) = pattern.alternatives
    for _, calls in zip(range(10), PatternSearch(pattern), strict=False):
        binding: dict[str, Strain] = {}
        last_bid = -1
        tail = calls[len(calls) - len(sub.elements) :]
        for element, call in zip(sub.elements, tail, strict=True):
            before = dict(binding)
            element.why_not(call, element.name, last_bid, binding)
            assert before.items() <= binding.items()
            last_bid = call if call.is_bid else last_bid


@given(st.sampled_from(SUITS), st.sampled_from(VARIABLES), hands())
def test_a_variable_of_a_section_is_one_suit_in_bid_and_specs(suit: Strain, variable: str, hand: Hand) -> None:
    cells = {"prior_bids": f"1{variable}-P; {variable}=X", "bid": f"3${variable}", f"{variable}_num": "4+"}
    auction = Auction.parse(f"1{suit.letter}-P")
    place = make_bidder(cells).place(auction, Circumstances.of(auction))
    found = [row for _, row in place.matches(hand)]
    assert bool(found) == (hand.lengths[suit] >= 4)
    assert all(row.call == Call.bid(3, suit) for row in found)


# Batch equals single, and disclosures contain the hand ----------------------------------------------------------------


@st.composite
def pattern_sections(draw: st.DrawFn) -> list[dict[str, str]]:
    """Entries of one pattern section, with variables here and there."""
    entries = []
    for number in range(draw(st.integers(1, 4))):
        cells = draw(entry_cells(number)) | {
            "prior_bids": "1a-P; a=M",
            "bid": draw(st.sampled_from(["2a", "3$a", "2N", "P"])),
        }
        cells.pop("combined_points", None)
        for name, texts in (("a_num", ("3+", "4-5", "<D", "")), ("a_points", ("4+", "1stop", "P", ""))):
            if text := draw(st.sampled_from(texts)):
                cells[name] = text
        if any(name.startswith("x_") for name in cells):
            cells = {key: text for key, text in cells.items() if not key.startswith("a_")}
        entries.append(cells)
    return entries


def expect_batch_equals_single_and_ranges_hold(place: Place, sections_: Iterable[CompiledSection]) -> None:
    for section in sections_:
        allowed = section.active(place.circumstances)
        for hand, index in zip(DEALT, section.first_rows(HANDS, allowed), strict=True):
            rows = list(section.matches(hand, allowed))
            assert (section.rows[index] if index >= 0 else None) is next(iter(rows), None)
            assert all(row_summary(row).holds(hand) for row in rows)


def expect_meanings_hold(place: Place) -> None:
    """Whoever makes a call lies inside what it tells."""
    summaries = {call: meaning(place, call).summary for call in place.calls}
    for hand in DEALT:
        if (found := place.find(hand)) is not None:
            around = summaries[found[1].call]
            assert around is None or around.holds(hand)


@settings(max_examples=40)
@given(pattern_sections(), st.sampled_from(["1H-P", "1S-P"]))
def test_a_pattern_section_is_the_same_in_batch_and_inside_its_ranges(cells: list[dict[str, str]], calls: str) -> None:
    auction = Auction.parse(calls)
    place = make_bidder(*cells).place(auction, Circumstances.of(auction))
    expect_batch_equals_single_and_ranges_hold(place, place.sections)
    expect_meanings_hold(place)


@settings(max_examples=40)
@given(st.lists(sections(size=4), min_size=1, max_size=2))
def test_no_hand_lies_outside_what_its_call_tells(asked: list[CompiledSection]) -> None:
    place = place_with(*asked)
    expect_batch_equals_single_and_ranges_hold(place, asked)
    expect_meanings_hold(place)
