"""Sections whose key is a pattern: one section serves both majors, or all suits."""

import csv
import io
import json
import sys

import pytest

from bidbase.bidding.bidder import Bidder, Source, decide
from bidbase.bidding.robots import Table
from bidbase.bidding.tracing import judge, trace
from bidbase.checks import run_checks
from bidbase.cli import main
from bidbase.errors import TextError
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand, Seat
from bidbase.language.bids import PatternKey, PriorBids, parse_bid, parse_convention, parse_key
from bidbase.language.circumstances import Circumstances
from bidbase.meaning.disclosure import meaning
from bidbase.systems import Entry, EntryError, load_system
from bidbase.systems.conventions import Convention
from bidbase.systems.files import dump_entries
from tests.engine.making import make_bidder, make_system
from tests.engine.pattern_rows import ASKED

# (text, literal, canonical text, why)
KEYS = [
    ("1C-P-1H", True, "1C-P-1H", "calls"),
    ("1c-p-1h", True, "1C-P-1H", "calls in small letters: no pattern can be meant"),
    ("P-P-1C", True, "1C", "leading passes are left out"),
    ("", None, "", "blank is the opening"),
    ("1a-P; a=M", False, "1a-P; a=M", "a variable"),
    ("1M-P", False, "1M-P", "a selector"),
    ("1C-P,1d-P", False, "1C-P, 1D-P", "a comma separates alternatives"),
    ("1C-P, P-1D-P", False, "1C-P, P-1D-P", "one of which writes a pass in front"),
    ("1X-P, 1N-2C-D-D", False, "1X-P, 1N-2C-D-D", "beside a pattern, calls may be those of no auction"),
    ("1R-P", False, "1R-P", "the red suits: a redouble has no level"),
    ("1C-D-R", True, "1C-D-R", "a redouble"),
    ("#2N-P", False, "#2N-P", "whatever went before"),
    ("*P-1N-?", False, "*P-1N-?", "leading passes and any call"),
    ("1N[Weak NT]-P", False, "1N[Weak NT]-P", "a name"),
]


@pytest.mark.parametrize(("text", "literal", "canonical", "why"), [row for row in KEYS if row[0]])
def test_keys(text, literal, canonical, why):
    key = parse_key(text)
    assert isinstance(key, PriorBids if literal else PatternKey), why
    assert str(key) == canonical


@pytest.mark.parametrize(
    ("text", "message"), [("1Z-P", "not a call"), ("1a-Q; a=M", "expected a call"), ("1C-1C", "higher")]
)
def test_bad_keys_are_told_as_what_they_look_like(text, message):
    with pytest.raises(TextError, match=message):
        parse_key(text)


@pytest.mark.parametrize(
    ("text", "canonical"), [("2a", "2a"), ("2$b", "2b"), ("2$c", "2$c"), ("2c", "2C"), ("2x", "2x")]
)
def test_bids_of_variables(text, canonical):
    assert str(parse_bid(text)) == canonical


@pytest.mark.parametrize(
    ("key", "dealer_passes", "served"),
    [
        ("1M-P", 0, True),
        ("1M-P", 2, True),
        ("P-1M-P", 0, False),
        ("P-1M-P", 1, True),
        ("P-1M-P", 2, False),
        ("1M-P, P-P-1D-P", 0, True),
        ("1M-P, P-P-1D-P", 1, True),
        ("1D-P, P-P-1M-P", 1, False),
        ("1D-P, P-P-1M-P", 2, True),
    ],
)
def test_passes_in_front_are_counted_where_a_pattern_writes_them(key, dealer_passes, served):
    bidder = make_bidder({"prior_bids": key, "bid": "2C"})
    auction = Auction.parse("-".join(["P"] * dealer_passes + ["1S", "P"]))
    decision = decide(bidder.place(auction, Circumstances.of(auction)), HAND)
    assert (decision.source is Source.PATTERN) is served


RAISE = {"prior_bids": "1a-P; a=M", "order": "100000", "bid": "2a", "hcp": "6-9", "a_num": "3+", "disclosure": "Raise"}
GAME = {"prior_bids": "1a-P; a=M", "order": "200000", "bid": "4a", "hcp": "10+", "a_num": "5+", "disclosure": "Game"}
HAND = Hand.parse("Q432.K32.K32.432")


def place_after(bidder: Bidder, calls: str):
    auction = Auction.parse(calls)
    return bidder.place(auction, Circumstances.of(auction))


# (auction, hand, call, why)
RAISES = [
    ("1H-P", HAND, "2H", "three hearts"),
    ("1S-P", HAND, "2S", "four spades"),
    ("P-P-1S-P", HAND, "2S", "matched from the first call that is not a pass"),
    ("1D-P", HAND, "P", "diamonds are no major"),
    ("1H-1S", HAND, "P", "they did not pass"),
    ("1S-P", Hand.parse("Q2.K432.K432.432"), "P", "two spades"),
]


@pytest.mark.parametrize(("calls", "hand", "call", "why"), RAISES)
def test_one_section_serves_both_majors(calls, hand, call, why):
    decision = decide(place_after(make_bidder(RAISE, GAME), calls), hand)
    assert str(decision.call) == call, why
    assert decision.source is (Source.NONE if call == "P" else Source.PATTERN)


def test_the_trace_speaks_of_the_suit():
    traced = trace(place_after(make_bidder(GAME, RAISE), "1S-P"), HAND)
    assert [(tried.entry.id, [failure.needed for failure in tried.failures]) for tried in traced.tried] == [
        ("1a-P; a=M/100000/2a", []),
    ]
    judged = judge(place_after(make_bidder(GAME, RAISE), "1S-P"), traced.decision.call, Hand.parse("2.AK432.AK32.432"))
    assert [(failure.field.name, failure.needed) for failure in judged[0].failures] == [
        ("hcp", "6 to 9 HCP"),
        ("spades_num", "3 or more spades"),
    ]


def test_the_meaning_speaks_of_the_suit():
    place = place_after(make_bidder(RAISE), "1H-P")
    assert meaning(place, Call.parse("2H")).words() == "Raise (6–9 HCP, 3+♥)"


def test_a_literal_section_goes_first_and_is_closed_for_its_calls():
    literal = {"prior_bids": "1H-P", "order": "900000", "bid": "2H", "hcp": "20+"}
    bidder = make_bidder(RAISE, GAME, literal)
    assert str(decide(place_after(bidder, "1H-P"), HAND).call) == "P", "2H is defined there, for twenty points"
    assert str(decide(place_after(bidder, "1S-P"), HAND).call) == "2S"
    strong = Hand.parse("A2.K5432.AK32.32")
    assert str(decide(place_after(bidder, "1H-P"), strong).call) == "4H", "4H is not defined there"


def test_an_entry_may_leave_its_call_open_to_later_sections():
    literal = {"prior_bids": "1H-P", "order": "900000", "bid": "2H", "hcp": "20+", "usage": "C", "disclosure": "Strong"}
    place = place_after(make_bidder(RAISE, literal), "1H-P")
    assert str(decide(place, HAND).call) == "2H", "the raise of the pattern"
    assert decide(place, HAND).entry.disclosure == "Raise"
    assert [line.text for line in meaning(place, Call.parse("2H")).lines] == ["Strong", "Raise"]


def test_one_entry_that_leaves_its_call_open_opens_nothing_beside_one_that_does_not():
    literal = {"prior_bids": "1H-P", "order": "900000", "bid": "2H", "hcp": "20+"}
    bidder = make_bidder(RAISE, literal | {"usage": "C"}, literal | {"order": "910000", "hcp": "18-19"})
    assert str(decide(place_after(bidder, "1H-P"), HAND).call) == "P"
    away = literal | {"order": "910000", "usage": "0"}
    bidder = make_bidder(RAISE, literal | {"usage": "C"}, away)
    assert str(decide(place_after(bidder, "1H-P"), HAND).call) == "2H", "that one is not in use"


def test_the_more_specific_pattern_goes_first():
    any_suit = {"prior_bids": "1X-P", "bid": "1N", "order": "100000"}
    bidder = make_bidder(any_suit, RAISE)
    assert str(decide(place_after(bidder, "1H-P"), HAND).call) == "2H"
    assert str(decide(place_after(bidder, "1D-P"), HAND).call) == "1N"


def test_illegal_bids_of_a_pattern_are_left_out():
    bidder = make_bidder(
        {"prior_bids": "#?-P", "bid": "2H", "order": "100000"}, {"prior_bids": "#?-P", "order": "200000", "bid": "3N"}
    )
    assert str(decide(place_after(bidder, "1S-P"), HAND).call) == "2H"
    assert str(decide(place_after(bidder, "2S-P"), HAND).call) == "3N"
    assert str(decide(place_after(bidder, "4S-P"), HAND).call) == "P"


# (cells, auction, hand, fits, why)
SPECS = [
    ({"b_num": ">=$a"}, "1C-1H", "32.K432.K432.Q32", True, "four hearts, three clubs"),
    ({"b_num": ">=$a"}, "1C-1H", "432.K32.K32.Q432", False, "three hearts, four clubs"),
    ({"a_num": "<3", "hearts_num": "5+"}, "1S-2C", "32.KQ432.K32.432", True, "a suit's own cell beside a variable's"),
    ({"combined_num": "$a$b=8-9"}, "1C-1H", "32.K432.K32.Q432", True, "four hearts and four clubs"),
    ({"combined_num": "D$a>8"}, "1C-1H", "32.K432.K32.Q432", False, "three diamonds and four clubs"),
    ({"combined_points": "$a$b>5"}, "1C-1H", "A2.K432.432.Q432", False, "five points there"),
    (
        {"x_num": "5+", "b_num": "x", "spades_num": "x"},
        "1C-1H",
        "KQ432.32.K32.432",
        True,
        "the X suit may be a variable",
    ),
    ({"key_cards": "2"}, "1C-1H", "K32.A432.K32.432", False, "one ace, and two kings that are not trumps"),
    ({"key_cards": "2"}, "1C-1H", "Q32.A432.432.K32", True, "an ace and the king of clubs"),
    ({"key_cards": "1,4", "a_points": "Q"}, "1C-1H", "A32.A432.A2.KQ32", True, "four key cards and the queen of clubs"),
    ({"key_cards": "1,4", "a_points": "!Q"}, "1C-1H", "A32.A432.A2.KQ32", False, "the queen of clubs"),
    ({"side_kings": "2"}, "1C-1H", "K32.A432.K2.KQ32", True, "the king of clubs is left out"),
    ({"side_kings": "2"}, "1C-1H", "K32.AK32.K2.5432", False, "three kings outside clubs"),
    ({"side_kings": "$b:2"}, "1C-1H", "K32.AK32.K2.5432", True, "two of them outside hearts"),
    ({"key_cards": "S:2"}, "1C-1H", "K32.A432.K32.K32", True, "the ace of hearts and the king of spades"),
    ({"a_points": "P"}, "1C-1H-P", "A432.432.432.Q32", False, "clubs were bid on our left"),
    ({"a_points": "P"}, "1C", "A432.432.432.Q32", None, "another pattern is needed"),
]


@pytest.mark.parametrize(("cells", "calls", "text", "fits", "why"), SPECS)
def test_specs_of_variables(cells, calls, text, fits, why):
    key = "1a-+0b-P; b=X^!a" if calls.endswith("-P") else "1a-+0b; b=X^!a"
    place = place_after(make_bidder({"prior_bids": key, "bid": "6N"} | cells), calls)
    assert bool(place.sections) is (fits is not None), why
    assert bool(list(place.matches(Hand.parse(text)))) is bool(fits), why


def test_the_trace_of_key_cards_names_trumps():
    place = place_after(
        make_bidder({"prior_bids": "1a-P-3a-P-4N-P; a=M", "bid": "5D", "key_cards": "0,3"}), "1S-P-3S-P-4N-P"
    )
    (failure,) = trace(place, Hand.parse("K432.A432.K32.32")).tried[0].failures
    assert failure.needed == "exactly 0, or exactly 3 key cards with spades as trumps"
    assert failure.had == "2 key cards"


# (cells, auction, hand, calls, why)
TAKEN = [
    ({"bid": "2D", "diamonds_num": "5+", "a_num": "any"}, "1C", "432.K32.AQ432.32", ["2D"], "diamonds are free"),
    ({"bid": "2D", "diamonds_num": "5+", "a_num": "any"}, "1D", "432.K32.AQ432.32", [], "diamonds are suit a"),
    ({"bid": "2D", "diamonds_points": "a", "a_points": "any"}, "1D", "432.K32.AQ432.32", [], "so with honors alone"),
    ({"bid": "=D", "diamonds_num": "5+", "a_num": "any"}, "1D", "432.K32.AQ432.32", [], "and at the lowest level"),
    ({"bid": "2D", "diamonds_num": "5+"}, "1D", "432.K32.AQ432.32", ["2D"], "suit a has no cell of its own"),
    ({"bid": "2D", "a_num": "2+"}, "1D", "432.K32.AQ432.32", ["2D"], "diamonds have no cell: an artificial bid"),
    ({"bid": "2a", "diamonds_num": "5+", "a_num": "any"}, "1D", "432.K32.AQ432.32", ["2D"], "it bids suit a"),
    ({"bid": "2N", "diamonds_num": "5+", "a_num": "any"}, "1D", "A432.K32.2.Q5432", ["2N"], "it bids no suit"),
    ({"bid": "D", "diamonds_num": "5+", "a_num": "any"}, "1D", "A432.K32.2.Q5432", ["D"], "nor does a double"),
    (
        {"bid": "2D", "diamonds_num": "5+", "a_num": "any", "x_num": "3+", "spades_num": "x"},
        "1D",
        "432.K32.AQ432.32",
        [],
        "the X suit is not bid in place of it",
    ),
    ({"bid": "2x", "x_num": "5+", "diamonds_num": "x", "a_num": "any"}, "1D", "432.K32.AQ432.32", [], "no X suit left"),
    (
        {"bid": "2x", "x_num": "3+", "diamonds_num": "x", "hearts_num": "x", "a_num": "any"},
        "1D",
        "432.K32.AQ432.32",
        ["2H"],
        "hearts are left",
    ),
]


@pytest.mark.parametrize(("cells", "calls", "text", "made", "why"), TAKEN)
def test_an_entry_is_left_out_where_variables_have_taken_its_suits(cells, calls, text, made, why):
    place = place_after(make_bidder({"prior_bids": "1a"} | cells), calls)
    assert [row.call.letters for _, row in place.matches(Hand.parse(text))] == made, why
    traced = trace(place, Hand.parse(text))
    if not made:
        assert [failure.had for failure in traced.tried[0].failures] == [
            "the variables of the section have taken its suits"
        ]


# (cells, field, message, why)
FAULTS = [
    ({"prior_bids": "1a-P", "bid": "2b"}, "bid", "no variable b", "the pattern has a alone"),
    ({"prior_bids": "1C-P", "bid": "2a"}, "bid", "no variable a", "no pattern at all"),
    ({"prior_bids": "1C-P", "bid": "2C", "key_cards": "2"}, "key_cards", "no variable a", "no trumps"),
    ({"prior_bids": "1a-P", "bid": "2a", "b_num": "4+"}, "b_num", "no variable b", "a cell of nobody"),
    ({"prior_bids": "1a-P", "bid": "2a", "hearts_num": ">$c"}, "hearts_num", "no variable c", "compared with nobody"),
    (
        {"prior_bids": "1a-P", "bid": "2a", "combined_num": "S$b=8"},
        "combined_num",
        "no variable b",
        "summed with nobody",
    ),
]


@pytest.mark.parametrize(("cells", "field", "message", "why"), FAULTS)
def test_variables_must_stand_in_the_pattern(cells, field, message, why):
    with pytest.raises(EntryError) as caught:
        Entry.of({"order": "100000"} | cells)
    assert [(name, message in fault.message) for name, fault in caught.value.faults] == [(field, True)], why


def named_table() -> Table:
    names = ["Strong NT", "Unusual 2NT"]
    conventions = {name: Convention(parse_convention(name)) for name in names}
    system = make_system(
        {"bid": "2N", "order": "100000", "hcp": "20+", "convention": "Strong NT"},
        {"bid": "1H", "order": "200000"},
        {"prior_bids": "1H", "bid": "2N", "order": "100000", "convention": "Unusual 2NT"},
        {"prior_bids": "#2N[Strong NT]-P", "bid": "3C", "order": "100000"},
        conventions=conventions,
    )
    bidder = Bidder(system)
    return Table(bidder, bidder)


LONG = "1C-D-R-1D-D-R-1H-D-R-1S-D-R-1N-D-R-2C-D-R-2D-D-R-2H-D-R-2S-D-R-2N-P"


@pytest.mark.parametrize(
    ("calls", "call"), [("2N-P", "3C"), ("P-2N-P", "3C"), ("1H-2N-P", "P"), ("1D-P-2N-P", "P"), (LONG, "P")]
)
def test_a_name_must_be_that_of_the_call(calls, call):
    assert str(named_table().decide(HAND, Auction.parse(calls)).call) == call


def test_names_are_those_of_the_system_where_none_are_given():
    bidder, auction = named_table().bidder(Seat.NORTH), Auction.parse("2N-P")
    assert str(decide(bidder.place(auction, Circumstances.of(auction)), HAND).call) == "3C"


def test_files_hold_patterns_and_checks_try_their_hands(tmp_path):
    (tmp_path / "system.toml").write_text('files = ["raises.csv"]\n')
    text = (
        "prior_bids,order,bid,hcp,a_num,disclosure,a_shown,test_hand,reference\n"
        "1a-P; a=M,100000,2a,6-9,3+,Raise,F3,Q432.K32.K32.432,Our filling\n"
        "1a-P; a=M,200000,3a,10-12,4+,Limit raise,F4,Q432.32.K32.5432,Our filling\n"
    )
    (tmp_path / "raises.csv").write_text(text)
    system = load_system(tmp_path)
    assert dump_entries(system.entries) == text
    (finding,) = run_checks(system, {"test-hand"})
    assert (finding.entry.id, finding.rule) == ("1a-P; a=M/200000", "test-hand")
    assert "needs 10 to 12 HCP, has 5 HCP" in finding.message


@pytest.mark.parametrize(("text", "asked"), ASKED.items())
def test_files_and_commands_read_a_pattern_as_the_tester_does(text, asked, tmp_path, monkeypatch, capsys):
    """Before and after `bidbase format` has written it anew."""
    (tmp_path / "system.toml").write_text('files = ["one.csv"]\n')
    with (tmp_path / "one.csv").open("w", newline="") as file:
        csv.writer(file).writerows([["prior_bids", "order", "bid"], [text, "100000", "7N"]])
    lines = [json.dumps({"hand": "AQ2.K32.KJ32.K32", "auction": auction.split()}) for auction, *_ in asked]
    for _ in range(2):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("\n".join(lines).encode())))
        assert main(["bid", "--system", str(tmp_path)]) == 0
        answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        for (_, strains, why), answer in zip(asked, answers, strict=True):
            assert answer["call"] == ("P" if strains is None else "7N"), why
        assert main(["format", str(tmp_path)]) == 0
        capsys.readouterr()
    assert str(parse_key(text)) in load_system(tmp_path).sections
