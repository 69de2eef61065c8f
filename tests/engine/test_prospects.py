"""What calls lead to, compared over deals by the tricks that declarer takes."""

import pytest

from bidbase.bidding.prospects import Simulation, compare
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Seat, Strain, Vulnerability
from bidbase.language.circumstances import Scoring

# Whose turn it is stands in front. Strain and declarer with the tricks in each deal; of each call, the best first, the
# contract, how often it is made, its mean score and its gain, worked out by hand from the Laws' tables.
COMPARED = [
    (
        "a game that is made in half of the deals",
        "1S-P-2S-P",
        {"SN": [10, 10, 9, 8]},
        Scoring.IMP,
        [("4S", "4S", 0.5, 172.5, 0.0), ("P", "2S", 1.0, 147.5, (-6 - 6 + 5 + 5) / 4)],
    ),
    (
        "the same at matchpoints: each wins half of the deals, so the score decides",
        "1S-P-2S-P",
        {"SN": [10, 10, 9, 8]},
        Scoring.MP,
        [("4S", "4S", 0.5, 172.5, 0.5), ("P", "2S", 1.0, 147.5, 0.5)],
    ),
    (
        "a part-score that is better in three of four: at matchpoints that is enough",
        "1S-P-2S-P",
        {"SN": [13, 9, 9, 9]},
        Scoring.MP,
        [("P", "2S", 1.0, (260 + 3 * 140) / 4, 0.5), ("4S", "4S", 0.25, (510 - 150) / 4, 0.25)],
    ),
    (
        "a sacrifice is doubled, and dearer than their game",
        "1S-2H-2S-4H",
        {"SN": [7, 7], "HE": [10, 10]},
        Scoring.IMP,
        [("P", "4H", 1.0, -420.0, 0.0), ("4S", "4SX", 0.0, -500.0, -2.0), ("X", "4HX", 1.0, -590.0, -5.0)],
    ),
    (
        "doubling them when they go down",
        "1S-2H-2S-4H",
        {"SN": [9, 9], "HE": [8, 7]},
        Scoring.IMP,
        [
            ("X", "4HX", 0.0, 400.0, 0.0),
            ("P", "4H", 0.0, 125.0, -(5 + 8) / 2),
            ("4S", "4SX", 0.0, -100.0, -(9 + 12) / 2),
        ],
    ),
    (
        "passing the board out scores nothing",
        "P-P-P",
        {"SW": [8, 6]},
        Scoring.IMP,
        [("1S", "1S", 0.5, (110 - 50) / 2, 0.0), ("P", None, 0.0, 0.0, (-3 + 2) / 2)],
    ),
    (
        "of equals a pass comes first",
        "1H-P",
        {"HN": [7, 7], "SS": [7, 7]},
        Scoring.IMP,
        [("P", "1H", 1.0, 80.0, 0.0), ("1S", "1S", 1.0, 80.0, 0.0)],
    ),
    (
        "of equals the lowest comes first",
        "P-P-P",
        {"SW": [7, 7], "HW": [7, 7]},
        Scoring.MP,
        [("1H", "1H", 1.0, 80.0, 0.5), ("1S", "1S", 1.0, 80.0, 0.5), ("P", None, 0.0, 0.0, 0.0)],
    ),
]


def of(text: str) -> tuple[Strain, Seat]:
    return next(strain for strain in Strain if strain.letter == text[0]), Seat.parse(text[1])


@pytest.mark.parametrize(("why", "calls", "tricks", "scoring", "expected"), COMPARED)
def test_calls_are_compared(why, calls, tricks, scoring, expected):
    by_contract = {of(text): taken for text, taken in tricks.items()}
    auction = Auction.parse(calls)
    calls_in_reverse = [Call.parse(call) for call, *_ in reversed(expected)]
    found = compare(auction, calls_in_reverse, by_contract, scoring)
    compared = [
        (
            str(prospect.call),
            prospect.contract and str(prospect.contract),
            prospect.made,
            prospect.score,
            pytest.approx(prospect.gain),
        )
        for prospect in found
    ]
    assert compared == expected, why


def test_the_best_are_told_and_passing():
    auction = Auction.parse("1S-P-2S-P", vulnerability=Vulnerability.BOTH)
    calls = [Call.parse(call) for call in ("P", "3S", "4S", "5S", "6S")]
    prospects = compare(auction, calls, {of("SN"): [13, 13, 11, 8]}, Scoring.IMP)
    assert [prospect.gain_words for prospect in prospects] == [
        "+0.0 IMPs",
        "−2.0 IMPs",
        "−2.5 IMPs",
        "−3.0 IMPs",
        "−4.0 IMPs",
    ]
    assert Simulation(4, prospects).words() == (
        "from 4 deals: 6♠ by North is made in 50 % and scores +605; 4♠ by North is made in 75 % and scores +468; "
        "5♠ by North is made in 75 % and scores +442; 2♠ by North is made in 100 % and scores +208"
    )
