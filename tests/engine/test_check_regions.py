"""Regions: hands counted exactly and drawn with equal chances, compared with random hands in a batch."""

from math import comb

import numpy as np
import pytest

from bidbase.checks.regions import Region, cells_of, meets
from bidbase.compiler import HandBatch
from bidbase.compiler.batch import values_of
from tests.engine.making import make_section

HANDS = comb(52, 13)

# (cells, the share of all hands in percent, where it is published or easily counted)
COUNTED = [
    ({}, 100.0),
    ({"hcp": "37"}, 4 / HANDS * 100),
    ({"hcp": "0"}, comb(36, 13) / HANDS * 100),
    ({"shape": "4333"}, 10.5361),
    ({"shape": "balanced"}, 47.60415),
    ({"spades_num": "13"}, 1 / HANDS * 100),
    ({"spades_points": "A"}, 25.0),
    ({"spades_points": "A", "hearts_points": "A"}, 5.8824),
    ({"hcp": "10"}, 9.4051),
]


def region(cells):
    (row,) = make_section(cells).rows
    return Region(row.conditions), row


@pytest.mark.parametrize(("cells", "percent"), COUNTED)
def test_hands_are_counted_exactly(cells, percent):
    counted, _ = region(cells)
    assert counted.total / HANDS * 100 == pytest.approx(percent, rel=1e-5)


DRAWN = [
    {},
    {"hcp": "15-17", "shape": "balanced"},
    {"distribution": "T12+", "spades_num": ">=H", "spades_points": "a"},
    {"hcp": "30+"},
    {"hearts_num": "8+", "hcp": "<8", "clubs_points": "SRC"},
]


@pytest.mark.parametrize("cells", DRAWN)
def test_hands_drawn_meet_the_conditions(cells):
    drawn, row = region(cells)
    hands = drawn.draw(500)
    assert meets(row.conditions, hands).all()
    assert (np.array([hands.hand(index).lengths for index in range(500)]).sum(axis=1) == 13).all()
    assert len(np.unique(hands.holdings, axis=1).T) > 400, "the hands differ"


def test_hands_are_drawn_with_equal_chances():
    drawn, _ = region({"hcp": "12-14"})
    hands, dealt = drawn.draw(20_000), HandBatch.random(200_000)
    dealt = HandBatch(dealt.holdings[:, meets(region({"hcp": "12-14"})[1].conditions, dealt)])
    aces = [np.mean(batch.holdings[3] >= 1 << 12) for batch in (hands, dealt)]
    assert aces[0] == pytest.approx(aces[1], abs=0.02), "the ace of spades"
    shapes = [np.bincount(batch.shapes, minlength=560) / len(batch) for batch in (hands, dealt)]
    assert np.abs(shapes[0] - shapes[1]).max() < 0.005


def test_nothing_is_drawn_from_an_empty_region():
    empty, _ = region({"spades_num": "8+", "hearts_num": "6+"})
    assert empty.total == 0
    assert len(empty.draw(10)) == 0


@pytest.mark.parametrize(
    "cells", [{"knr": "12+"}, {"quick_tricks": "2"}, {"combined_points": "SH>6"}, {"winners": "4"}]
)
def test_possible_values_are_complete(cells):
    everything, _ = region({"spades_num": "4+"})
    (row,) = make_section(cells).rows
    (condition,) = row.conditions
    assert cells_of(condition) is None
    hands = everything.draw(5_000)
    possible = everything.possible_values(condition.feature)
    assert possible[hands.shapes, values_of(condition.feature, hands)].all()
