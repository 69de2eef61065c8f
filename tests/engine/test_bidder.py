"""The bidder: the call, its entry, the trace of all that was tried, alternatives, conventions switched off."""

import pytest

from bidbase.bidding.bidder import Bidder, Source, chances, decide, percentage_draw
from bidbase.bidding.tracing import judge, trace
from bidbase.compiler import PercentageDraw
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand, Seat
from bidbase.language.bids import parse_convention
from bidbase.language.circumstances import Circumstances, User
from bidbase.systems.conventions import Convention
from tests.engine.making import NOW, make_bidder, make_place

NOTRUMP = {"order": "130000", "bid": "1N", "hcp": "15-17", "shape": "balanced"}
DIAMOND = {
    "order": "634000",
    "bid": "1D",
    "hcp": "11-21",
    "distribution": "T13+",
    "diamonds_num": "4+",
    "clubs_num": "<=D",
}
BIDDER = make_bidder(NOTRUMP, DIAMOND)
OPENING = BIDDER.place(Auction(), NOW)


def drawing(numbers: dict[str, int]) -> PercentageDraw:
    """A draw that gives these numbers for these order numbers, whatever the section."""
    return lambda section, order: numbers[order]


def failures(tried) -> dict[str, tuple[str, str]]:
    return {failure.field.name: (failure.needed, failure.had) for failure in tried.failures}


def test_the_first_entry_that_fits_wins():
    """The worked example of the editor text: the hand meets both entries."""
    decision = decide(OPENING, Hand.parse("AQ2.K32.KJ32.K32"))
    assert (str(decision.call), decision.source, decision.entry.order) == ("1N", Source.BOOK, "130000")


def test_a_hand_that_finds_nothing_passes_and_says_so():
    decision = decide(OPENING, Hand.parse("5432.432.432.432"))
    assert (str(decision.call), decision.source, decision.entry) == ("P", Source.NONE, None)


def test_a_place_the_system_does_not_know_passes():
    decision = decide(BIDDER.place(Auction.parse("7N"), NOW), Hand.parse("AQ2.K32.KJ32.K32"))
    assert (str(decision.call), decision.source) == ("P", Source.NONE)


def test_the_trace_names_each_entry_tried_and_the_specs_that_failed():
    traced = trace(OPENING, Hand.parse("432.32.AKJ32.A32"))
    assert [tried.entry.order for tried in traced.tried] == ["130000", "634000"]
    assert failures(traced.tried[0]) == {"hcp": ("15 to 17 HCP", "12 HCP")}
    assert traced.tried[1].failures == ()


def test_the_trace_of_a_pass_with_nothing_fitting_has_every_entry():
    traced = trace(OPENING, Hand.parse("5432.432.432.432"))
    assert [bool(tried.failures) for tried in traced.tried] == [True, True]


# (cells, hand, {field: what the hand had}, why)
FAILURES = [
    ({"hcp": "15+"}, "AQ2.432.432.5432", {"hcp": "6 HCP"}, "points"),
    ({"distribution": "T12+"}, "AQ432.2.432.5432", {"distribution": "8 total points"}, "six and a singleton"),
    ({"distribution": "3+"}, "AQ432.2.432.5432", {"distribution": "2 distribution points"}, "a singleton is two"),
    ({"custom_points": "=2", "ace": "1"}, "AQ2.A32.A32.5432", {"custom_points": "3 custom points"}, "three aces"),
    (
        {"custom_points": "2", "ten": ".5"},
        "AT2.T32.T32.5432",
        {"custom_points": "1.5 custom points"},
        "halves are told",
    ),
    ({"aces": "0,4"}, "AQ2.A32.A32.5432", {"aces": "3 aces"}, "neither"),
    ({"kings": "2+"}, "AQ2.K32.A32.5432", {"kings": "1 kings"}, "one"),
    ({"knr": "12+"}, "KJT2.98632..AT83", {"knr": "11.55 KnR points"}, "twentieths are told"),
    ({"knr": "0+"}, "5432.432.432.432", {"knr": "-0.5 KnR points"}, "below nothing"),
    (
        {"valuation": "Zar", "suit_value": "26+", "notrump_value": "12+"},
        "QT32.A2.32.K5432",
        {"suit_value": "24 by Zar", "notrump_value": "9 by Zar"},
        "the valuation system is named",
    ),
    ({"valuation": "NLTC", "suit_value": "<7"}, "974.AJ3.63.AK963", {"suit_value": "7.5 by NLTC"}, "halves"),
    ({"winners": "9"}, "AKQ5432.AQ2.32.2", {"winners": "7.5 winners"}, "playing tricks"),
    ({"winners": "R9"}, "AKQ5432.AQ2.32.2", {"winners": "8 running winners"}, "tricks to be cashed at once"),
    ({"losers": "<7"}, "AQ432.K32.Q32.32", {"losers": "7.5 losers"}, "halves"),
    ({"quick_tricks": "3"}, "AQ432.K32.Q32.32", {"quick_tricks": "2 quick tricks"}, "AQ and Kx"),
    ({"suits_stopped": "3"}, "AQ432.Q32.432.32", {"suits_stopped": "1.5 suits stopped"}, "a half stopper"),
    ({"intermediates": "3"}, "AT2.432.432.5432", {"intermediates": "1 intermediates"}, "one ten"),
    ({"shape": "balanced"}, "AQ432.2.432.5432", {"shape": "5=1=3=4 shape"}, "a singleton"),
    ({"spades_num": "6+"}, "AQ432.2.432.5432", {"spades_num": "5 spades (5=1=3=4)"}, "one short"),
    ({"hearts_num": ">=D"}, "AQ432.2.432.5432", {"hearts_num": "1 heart (5=1=3=4)"}, "a comparison"),
    ({"spades_points": "1stop"}, "J432.A2.432.5432", {"spades_points": "♠J432"}, "no stopper"),
    ({"hearts_points": "A"}, "AQ5432..432.5432", {"hearts_points": "no hearts"}, "a void"),
    ({"combined_points": "SH>9"}, "AQ432.2.432.5432", {"combined_points": "6 HCP"}, "two suits together"),
    ({"x_num": "5+", "hearts_num": "x", "clubs_num": "x"}, "AQ432.2.432.5432", {"x_num": "♥2, ♣5432"}, "neither"),
    (
        {"hcp": "15+", "spades_num": "6+"},
        "AQ432.2.432.5432",
        {"hcp": "6 HCP", "spades_num": "5 spades (5=1=3=4)"},
        "two",
    ),
    (
        {"x_num": "5+", "spades_num": "x", "hearts_num": "x", "hcp": "10+"},
        "AQ432.AQ432.32.2",
        {},
        "a rival suit is no failure: spades are chosen",
    ),
    (
        {"x_num": "5+", "spades_num": "x", "hearts_num": "x", "diamonds_num": ">x"},
        "AQ432.AQ432.32.2",
        {"diamonds_num": "2 diamonds (5=5=2=1)"},
        "judged with spades as the X suit",
    ),
    (
        {"x_num": "4+", "spades_num": "x", "hearts_num": "x", "diamonds_num": ">=x", "combined_num": "xD<9"},
        "AQ432.AQ32.K432.",
        {"diamonds_num": "4 diamonds (5=4=4=0)", "combined_num": "5=4=4=0 shape"},
        "two faults with spades say more than that hearts are not the X suit",
    ),
]


@pytest.mark.parametrize(("cells", "text", "had", "why"), FAILURES)
def test_what_the_hand_had(cells, text, had, why):
    place = make_place(cells)
    (tried,) = trace(place, Hand.parse(text)).tried
    assert {failure.field.name: failure.had for failure in tried.failures} == had, why


# (hand, the field that fails, what it needed, what the hand had)
ONE_X_SUIT = [
    ("5432.AQ32.A32.32", "x_points", "in spades 4 or more points", "♠5432"),
    ("AQ32.32.A5432.32", "hearts_num", "4 or more hearts", "2 hearts (4=2=5=2)"),
]


@pytest.mark.parametrize(("hand", "field", "needed", "had"), ONE_X_SUIT)
def test_where_one_suit_can_be_the_x_suit_it_is_named(hand, field, needed, had):
    place = make_place({"x_points": "4+", "spades_num": "x", "hearts_num": "4+"})
    (tried,) = trace(place, Hand.parse(hand)).tried
    assert failures(tried) == {field: (needed, had)}


# (what the opponents' call carries, what is said)
AGAINST = [("", "their last call carries no convention"), ("Landy", "their last call is Landy")]


@pytest.mark.parametrize(("theirs", "had"), AGAINST)
def test_an_entry_against_a_convention_says_what_their_call_carries(theirs, had):
    bidder = make_bidder(
        {"prior_bids": "1N", "bid": "2C"} | ({"convention": theirs} if theirs else {}),
        {"prior_bids": "1N-2C", "bid": "D", "use_against": "Cappelletti"},
    )
    auction = Auction.parse("1N-2C")
    (tried,) = trace(bidder.place(auction, Circumstances.of(auction)), Hand.parse("AQ2.K32.KJ32.K32")).tried
    assert failures(tried) == {"use_against": ("against Cappelletti", had)}


def test_an_entry_out_of_use_says_what_switches_it_off():
    place = make_place(
        {"position": "T"},
        {"order": "2" * 6, "vulnerability": "Fav"},
        {"order": "3" * 6, "usage": "M"},
        {"order": "4" * 6},
    )
    traced = trace(place, Hand.parse("AQ2.K32.KJ32.K32"))
    assert [failures(tried) for tried in traced.tried] == [
        {"position": ("in third or fourth seat", "first seat, not a passed hand")},
        {"vulnerability": ("only the opponents are vulnerable", "nobody vulnerable")},
        {"usage": ("at matchpoints", "scoring is by IMPs")},
        {},
    ]


# The three-level example of the editor text, "Selecting Bids/Conventions", step by step, and what follows from it
NAMES = ["Precision", "Splinter", "Strong 2C", "Strong 2C: 2D Waiting", "Strong 2C: 2D Waiting: Splinter"]
SELECTION = [
    ({"Precision": "0"}, NAMES[1:], "Precision is deselected"),
    ({"Precision": "0", "Splinter": "0"}, NAMES[2:4], "then Splinter: with it the splinter of the strong 2C"),
    ({"Strong 2C": "0", "Splinter": "0"}, ["Precision"], "Precision is selected again, Strong 2C not"),
    ({"Strong 2C": "0"}, NAMES[:2], "all its subcategories go with it"),
    ({NAMES[4]: "0"}, NAMES[:4], "one subcategory by its own code"),
    ({NAMES[4]: "0", "Strong 2C": "0"}, NAMES[:2], "which it keeps while the convention is off"),
    ({NAMES[3]: "0"}, NAMES[:3], "what lies below a subcategory goes with it"),
    ({"Strong 2C": "T"}, NAMES[:2], "they alone have it"),
    ({"Strong 2C": "W"}, NAMES, "we alone have it"),
    ({"Splinter": "T"}, ["Precision", *NAMES[2:4]], "they alone have it, wherever it is a part"),
]


@pytest.mark.parametrize(("codes", "in_use", "why"), SELECTION)
def test_selection_codes_switch_a_convention_with_all_below_it(codes, in_use, why):
    conventions = {name: Convention(parse_convention(name), codes.get(name, "")) for name in NAMES}
    cells = [{"order": f"10000{index}", "convention": name} for index, name in enumerate(NAMES)]
    bidder = make_bidder(*cells, conventions=conventions)
    (section,) = bidder.place(Auction(), NOW).sections
    assert [str(entry.convention) for entry in section.entries if not section.why_inactive(entry, NOW)] == in_use, why


def test_a_code_switches_a_convention_wherever_it_is_a_part():
    """Right below another name, and further down."""
    conventions = {name: Convention(parse_convention(name)) for name in ("Jacoby 2NT", "Jacoby 2NT: Splinter", *NAMES)}
    conventions["Splinter"] = Convention(parse_convention("Splinter"), "0")
    bidder = make_bidder({"convention": "Jacoby 2NT: Splinter"}, conventions=conventions)
    assert not list(bidder.place(Auction(), NOW).matches(Hand.parse("AQ2.K32.KJ32.K32")))


def test_they_read_codes_from_the_other_side():
    conventions = {"Multi": Convention(parse_convention("Multi"), "T")}
    (section,) = make_bidder({"convention": "Multi"}, conventions=conventions).place(Auction(), NOW).sections
    assert not section.active(NOW)
    assert section.active(Circumstances.of(Auction(), user=User.THEY))


def test_accepted_alternatives_are_what_some_draw_would_give():
    place = make_place(
        {"order": "100000", "bid": "1S", "usage": "60", "hcp": "10+"},
        {"order": "100000", "bid": "2S", "usage": "30"},
        {"order": "200000", "bid": "1N"},
        {"order": "300000", "bid": "3N"},
    )
    strong, weak = Hand.parse("AQ2.K32.KJ32.K32"), Hand.parse("5432.432.432.432")
    assert [str(call) for call in chances(place, strong)] == ["1S", "2S", "1N"]
    assert [str(call) for call in chances(place, weak)] == ["2S", "1N"]


def test_the_chances_of_calls_follow_the_draws():
    place = make_place(
        {"order": "100000", "bid": "1S", "usage": "60", "hcp": "10+"},
        {"order": "100000", "bid": "2S", "usage": "30"},
        {"order": "200000", "bid": "1S", "usage": "50"},
    )
    strong = Hand.parse("AQ2.K32.KJ32.K32")
    drawn = [
        str(decide(place, strong, drawing({"100000": first, "200000": second})).call)
        for first in range(100)
        for second in range(100)
    ]
    counted = {call: drawn.count(call) / len(drawn) for call in ("1S", "2S", "P")}
    found = chances(place, strong)
    assert {str(call): chance for call, chance in found.items()} == pytest.approx(counted)


# (order number, bid and percentage of each entry; how often each call is made; why)
SHARES = [
    ("1 1S 60, 1 2S 40, 2 1N", {"1S": 0.6, "2S": 0.4}, "a hundred leaves nothing to later entries"),
    ("1 1S 60, 1 1N", {"1S": 0.6, "1N": 0.4}, "a plain entry of the same number has what the percentages leave"),
    ("1 1N, 1 1S 60", {"1N": 1}, "one that stands first takes every hand"),
    ("1 1S 60, 2 1N", {"1S": 0.6, "1N": 0.4}, "so does one of a later number"),
    ("1 1S 60", {"1S": 0.6, "P": 0.4}, "where nothing is left a pass"),
    ("1 1S 70, 1 2S 70", {"1S": 0.7, "2S": 0.3}, "never more than a hundred in all"),
    ("1 1S 50, 2 1S 50, 2 1N", {"1S": 0.75, "1N": 0.25}, "another number is another draw"),
]


@pytest.mark.parametrize(("entries", "expected", "why"), SHARES)
def test_entries_of_one_number_share_a_draw(entries, expected, why):
    cells = [
        {"order": f"{order}00000", "bid": bid, "usage": "".join(percent)}
        for order, bid, *percent in map(str.split, entries.split(", "))
    ]
    bidder = make_bidder(*({**texts, "hcp": f"{number}+"} for number, texts in enumerate(cells)))
    found = chances(bidder.place(Auction(), NOW), Hand.parse("AQ2.K32.KJ32.K32"))
    assert {str(call): chance for call, chance in found.items()} == pytest.approx(expected), why


def test_a_trace_says_that_a_call_is_closed_or_not_legal():
    bidder = make_bidder(
        {"prior_bids": "1D-P", "bid": "1S", "hcp": "30+"},
        {"prior_bids": "1X-P", "bid": "1S"},
        {"prior_bids": "#?", "bid": "1C"},
    )
    auction = Auction.parse("1D-P")
    traced = trace(bidder.place(auction, Circumstances.of(auction)), Hand.parse("AQ2.K32.KJ32.K32"))
    assert [tried.failures[0].had for tried in traced.tried] == [
        "16 HCP",
        "a section before this one says what the call means",
        "1C is not higher than 1D",
    ]


def test_a_trace_says_that_the_x_suit_cannot_be_bid_here():
    suits = dict.fromkeys(("spades_num", "hearts_num", "diamonds_num", "clubs_num"), "x")
    bidder = make_bidder({"prior_bids": "1a", "bid": "1x", "x_num": "5+"} | suits)
    auction = Auction.parse("1H")
    place = bidder.place(auction, Circumstances.of(auction))
    failures = [
        [failure.had for failure in trace(place, Hand.parse(hand)).tried[0].failures]
        for hand in ("AQ432.K32.K32.32", "32.K32.AQ432.K32")
    ]
    assert failures == [[], ["1D is not higher than 1H"]]


@pytest.mark.parametrize(
    "cells",
    [
        {"x_num": "5+", "spades_points": "x,3+", "hearts_points": "x"},
        {"x_num": "5+", "spades_points": "x", "hearts_points": "x"},
        {"x_points": "4+", "spades_num": "x", "hearts_num": "x,3+"},
        {"x_points": "4+", "spades_points": "x", "hearts_points": "x,2+"},
    ],
)
def test_a_trace_names_fields_that_the_entry_has(cells):
    place = make_place({"bid": "2x"} | cells)
    for hand in ("AQ432.KQ432.32.2", "65432.AKQ32.32.2", "AK2.65432.32.432", "5432.432.AKQ.432"):
        failed = trace(place, Hand.parse(hand)).tried[0].failures
        assert {failure.field.name for failure in failed} <= cells.keys()


def test_a_call_in_the_x_suit_is_explained_by_the_alternative_that_another_suit_misses():
    """Spades are the X suit. Hearts miss what an X suit needs, which is no fault, and the alternative of their own."""
    place = make_place({"bid": "2x", "x_points": "4+", "spades_num": "x", "hearts_num": "x,3+"})
    for hand, had in (("AQ432.32.K432.32", {"hearts_num": "2 hearts (5=2=4=2)"}), ("AQ432.432.K32.32", {})):
        (tried,) = judge(place, Call.parse("2S"), Hand.parse(hand))
        assert {failure.field.name: failure.had for failure in tried.failures} == had


def test_draws_repeat_and_depend_on_deal_seat_section_and_order():
    draw = percentage_draw("7", Seat.NORTH)
    assert draw("1C-P", "100000") == percentage_draw("7", Seat.NORTH)("1C-P", "100000")
    others = [
        percentage_draw("8", Seat.NORTH)("1C-P", "100000"),
        percentage_draw("7", Seat.EAST)("1C-P", "100000"),
        draw("1D-P", "100000"),
        draw("1C-P", "200000"),
    ]
    assert all(other != draw("1C-P", "100000") for other in others)
    drawn = {percentage_draw(str(number), Seat.NORTH)("", "100000") for number in range(5_000)}
    assert drawn == set(range(100))


def test_a_call_is_judged_by_each_entry_that_makes_it():
    place = make_place(
        {"order": "100000", "bid": "1S", "spades_num": "5+", "hcp": "12-21"},
        {"order": "200000", "bid": "1S", "spades_num": "6+", "hcp": "10-11"},
        {"order": "300000", "bid": "1H"},
    )
    judged = judge(place, Call.parse("1S"), Hand.parse("AQ432.432.32.432"))
    assert [list(failures(tried)) for tried in judged] == [["hcp"], ["hcp", "spades_num"]]


@pytest.mark.parametrize(
    ("hand", "field", "needed", "had"),
    [
        ("A2.KQ942.A32.432", "x_num", "6 or more hearts", "♥KQ942"),
        ("A2.J98642.A32.A2", "x_points", "in hearts two of the top three honors", "♥J98642"),
        ("AKQ8432.KQ9432..", "x_num", "the X suit has 6 or more cards; the higher of equal ones is taken", None),
    ],
)
def test_a_call_in_the_x_suit_is_judged_as_one_in_its_own_suit(hand, field, needed, had):
    x_suit = {"x_num": "6+", "x_points": "a", "spades_num": "x", "hearts_num": "x"}
    place = make_place({"bid": "2x"} | x_suit)
    (tried,) = judge(place, Call.parse("2H"), Hand.parse(hand))
    assert [(failure.field.name, failure.needed) for failure in tried.failures] == [(field, needed)]
    assert had in (None, tried.failures[0].had)


def test_sections_are_compiled_once():
    bidder = Bidder(BIDDER.system)
    first, again = (bidder.place(Auction.parse(calls), Circumstances.of(Auction.parse(calls))) for calls in ("", "P"))
    assert first is not again
    assert first.sections[0] is again.sections[0]
    assert bidder.place(Auction.parse("7N"), NOW).sections == ()
