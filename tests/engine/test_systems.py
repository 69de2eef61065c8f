"""Systems as records: which entries are refused, and for which field."""

import pytest

from bidbase.systems import Entry, EntryError
from tests.engine.making import make_system

# (cells, field at fault, part of the message, why)
BAD_ENTRIES = [
    ({"bid": "1N"}, "order", "needs an order number", "no order"),
    ({"order": "100000"}, "bid", "needs a bid", "no bid"),
    ({"order": "1000", "bid": "1N"}, "order", "six digits or letters", "a short order"),
    ({"order": "100000", "bid": "1Z"}, "bid", "not a call", "no such call"),
    ({"order": "100000", "bid": "1C", "prior_bids": "1D"}, "bid", "not higher than 1D", "an insufficient bid"),
    ({"order": "100000", "bid": "D", "prior_bids": "1D-P"}, "bid", "only a bid of the opponents", "doubling partner"),
    ({"order": "100000", "bid": "R", "prior_bids": "1D"}, "bid", "no double to redouble", "nothing doubled"),
    (
        {"order": "100000", "bid": "1N", "prior_bids": "1D-1C"},
        "prior_bids",
        "not higher than 1D",
        "impossible prior bids",
    ),
    ({"order": "100000", "bid": "P", "prior_bids": "1D-P-P-P"}, "prior_bids", "the auction is over", "nobody's turn"),
    ({"order": "100000", "bid": "1x"}, "bid", "no suit is marked x", "an X bid without an X suit"),
    ({"order": "100000", "bid": "1N", "x_num": "5+"}, "x_num", "no suit is marked x", "an X spec for nobody"),
    (
        {"order": "100000", "bid": "2N", "prior_bids": "1a-P; a=M", "a_num": "x"},
        "a_num",
        "says what the X suit is",
        "a variable's suit marked x without a spec",
    ),
    (
        {"order": "100000", "bid": "1N", "spades_num": "x"},
        "spades_num",
        "neither X length nor X honors",
        "a mark without a spec",
    ),
    (
        {"order": "100000", "bid": "1N", "spades_num": "<x"},
        "spades_num",
        "no suit is marked x",
        "compared with nothing",
    ),
    (
        {"order": "100000", "bid": "1N", "combined_num": "xD>7"},
        "combined_num",
        "no suit is marked x",
        "summed with nothing",
    ),
    ({"order": "100000", "bid": "1N", "custom_points": "2"}, "custom_points", "what the ace", "points of nothing"),
    (
        {"order": "100000", "bid": "1N", "suit_value": "26+"},
        "suit_value",
        "say in Valuation by which system",
        "26 of what",
    ),
    (
        {"order": "100000", "bid": "1N", "valuation": "Tsar", "notrump_value": "26+"},
        "valuation",
        "there is no valuation system 'Tsar'; there are Work 3-2-1",
        "no such name",
    ),
    (
        {"order": "100000", "bid": "1N", "combined_points": "SH>5,DC>6,SD>7,HC>8"},
        "combined_points",
        "3 different sums at the most",
        "four",
    ),
    ({"order": "100000", "bid": "1N", "ace": "4"}, "ace", "say how many there must be", "an ace counts, but for what?"),
    (
        {"order": "100000", "bid": "1x", "prior_bids": "1H", "x_num": "5+", "spades_num": "x", "diamonds_num": "x"},
        "bid",
        "1D is not legal here",
        "one of the X bids is too low",
    ),
    ({"order": "100000", "bid": "1N", "usage": "D"}, "best_contract", "for which contract", "D alone"),
    ({"order": "100000", "bid": "1N", "best_contract": "3N"}, "best_contract", "write D in Pct", "without D"),
    ({"order": "100000", "bid": "1N", "usage": "D", "best_contract": "4a"}, "best_contract", "no variable a", "no a"),
]


@pytest.mark.parametrize(("cells", "field", "message", "why"), BAD_ENTRIES)
def test_bad_entries_are_refused_with_the_field_at_fault(cells, field, message, why):
    with pytest.raises(EntryError) as caught:
        Entry.of(cells)
    assert [(name, message in fault.message) for name, fault in caught.value.faults] == [(field, True)], why


# (field, cell, part of the message); the most that is possible is read
IMPOSSIBLE = [
    ("hcp", "38+", "no hand has 38 or more HCP", "37"),
    ("hcp", "15-17,15.5", "no hand has exactly 15.5 HCP", "15-17,16"),
    ("hcp", "<0", "no hand has fewer than 0 HCP", "<1"),
    ("hcp", "P41+", "two hands never have 41 or more HCP together", "P40"),
    ("distribution", "10+", "no hand has 10 or more distribution points", "9"),
    ("distribution", "T50+", "no hand has 50 or more total points", "T37"),
    ("distribution", "TP53+", "two hands never have 53 or more total points together", "TP52"),
    ("knr", "60+", "no hand has 60 or more KnR points", "30+"),
    ("winners", "13.5", "no hand has 13.5 or more winners", "13"),
    ("winners", "R14", "no hand has 14 or more running winners", "R13"),
    ("losers", "12.5", "no hand has 12.5 or more losers", "12"),
    ("quick_tricks", "8.5", "no hand has 8.5 or more quick tricks", "8"),
    ("suits_stopped", "5", "no hand has 5 or more suits stopped", "4"),
    ("intermediates", "13", "no hand has 13 or more intermediates", "12"),
    ("spades_num", "14", "no suit has exactly 14 cards", "13"),
    ("spades_num", "<3,>13", "no suit has more than 13 cards", "<3,>12"),
    ("spades_num", "P14+", "no suit has 14 or more cards", "P13"),
    ("spades_points", "11+", "no suit has 11 or more points", "10"),
    ("spades_points", "10+i4", "no suit has 10 or more points with 4 intermediates", "10+i3"),
    ("spades_points", "h16+", "worth 16 or more", "h15"),
    ("combined_num", "SH=14", "2 suits never hold exactly 14 cards", "SH=13"),
    ("combined_points", "SH=21+", "2 suits never hold 21 or more HCP", "SHD=21+"),
    ("expected_points", "38+", "no hand has 38 or more HCP", "37"),
    ("shows", "8+,14S", "no hand has exactly 14 spades", "8+,13S"),
    ("shows", "T38+", "no hand has 38 or more total points", "T37"),
]


@pytest.mark.parametrize(("field", "cell", "message", "most"), IMPOSSIBLE)
def test_what_no_hand_can_have_is_refused(field, cell, message, most):
    with pytest.raises(EntryError) as caught:
        Entry.of({"order": "100000", "bid": "1N", field: cell})
    ((name, fault),) = caught.value.faults
    assert name == field
    assert message in fault.message
    assert Entry.of({"order": "100000", "bid": "1N", field: most}).cells[field]


def test_what_counts_by_other_cells_is_refused_too():
    for cells, field in (
        ({"custom_points": "9", "ace": "2"}, "custom_points"),
        ({"valuation": "Zar", "suit_value": "200+"}, "suit_value"),
        ({"prior_bids": "1a-P", "key_cards": "6"}, "key_cards"),
        ({"x_num": "14", "spades_num": "x"}, "x_num"),
        ({"x_points": "11+", "spades_num": "x"}, "x_points"),
    ):
        with pytest.raises(EntryError) as caught:
            Entry.of({"order": "100000", "bid": "2N"} | cells)
        assert [name for name, _ in caught.value.faults] == [field]


def test_valuation_systems_are_known_by_their_names_in_any_case():
    entry = Entry.of({"order": "100000", "bid": "1N", "valuation": "rule OF 20", "suit_value": "20+"})
    assert entry.text("valuation") == "Rule of 20"


def test_every_fault_of_an_entry_is_told():
    with pytest.raises(EntryError) as caught:
        Entry.of({"order": "1", "bid": "9S", "hcp": "zz", "shape": "round"})
    assert {name for name, _ in caught.value.faults} == {"order", "bid", "hcp", "shape"}


def test_round_and_player_follow_from_the_prior_bids():
    entry = Entry.of({"order": "100000", "bid": "2N", "prior_bids": "1C-P-1H-P-1S-P"})
    assert (entry.text("round"), entry.text("player")) == ("2", "3")


def test_sections_are_sorted_by_order_digits_before_capitals_before_small_letters():
    orders = ["b00000", "B00000", "100M00", "100000", "900000"]
    system = make_system(*({"order": order} for order in orders))
    assert [entry.order for entry in system.sections[""]] == ["100000", "100M00", "900000", "B00000", "b00000"]


def test_of_equal_orders_the_systems_own_entry_comes_first():
    system = make_system({"bid": "1C"}, {"bid": "1D", "convention": "Test: Short"}, {"bid": "1H"})
    assert [entry.text("bid") for entry in system.sections[""]] == ["1D", "1C", "1H"]
