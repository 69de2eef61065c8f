"""What a call tells: one line for each kind of hand, and ranges that no hand of the call falls out of."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.compiler import HandBatch
from bidbase.game.auction import Auction, Call
from bidbase.game.cards import Hand
from bidbase.game.holdings import HCP, MAX_HCP
from bidbase.language.bids import parse_convention
from bidbase.language.circumstances import Circumstances
from bidbase.language.disclosures import STRENGTHS
from bidbase.meaning.disclosure import meaning
from bidbase.meaning.hand_summary import HandSummary, expectation
from bidbase.meaning.row_summary import row_summary
from bidbase.meaning.shown import Shown
from bidbase.systems.conventions import Convention
from tests.engine.making import NOW, make_bidder, make_place, make_section
from tests.engine.test_compiler import DEALT, sections

OPENING = Auction()


@given(sections(size=3))
def test_no_hand_lies_outside_the_range_of_its_row(section):
    found = section.first_rows(HandBatch.of(DEALT), section.active(NOW))
    for hand, index in zip(DEALT, found, strict=True):
        if index < 0:
            continue
        shown = row_summary(section.rows[index])
        assert shown.hcp[0] <= sum(HCP[holding] for holding in hand.holdings) <= shown.hcp[1]
        for length, (low, high) in zip(hand.lengths, shown.lengths, strict=True):
            assert low <= length <= high
        if shown.balanced:
            assert min(hand.lengths) >= 2


# (cells, words of the range, why)
RANGES = [
    ({"hcp": "15-17", "shape": "balanced"}, "15–17 HCP, balanced", "the notrump opening"),
    ({"hcp": "11-21", "spades_num": "5+"}, "11–21 HCP, 5+♠", "a major"),
    ({"hcp": "22+"}, "22+ HCP", "no suit is told"),
    ({"distribution": "T12-14", "shape": "balanced"}, "11–14 HCP, balanced", "total points say nothing more"),
    ({"hcp": "6-10", "hearts_num": "6"}, "6–10 HCP, 6♥", "an exact length"),
    ({"hearts_num": "4+", "clubs_num": "<=2"}, "4+♥, 0–2♣", "short suits are told"),
    ({"spades_points": "d"}, "6+ HCP, 4+♠, ♠KQJ+", "KQJT is six points and four cards"),
    ({"spades_num": "5+", "hearts_num": "5+"}, "5+♠, 5+♥", "two long suits"),
    ({"hearts_num": "2+", "spades_num": "5+"}, "5+♠, 2+♥", "two cards are told"),
    ({"hearts_num": "1+"}, "", "one card is next to nothing"),
    ({"hearts_points": "1stop"}, "♥ stopped", "the cards of a stopper go without saying"),
    ({"shape": "balanced,semi-balanced"}, "no singleton", "every suit has two"),
    ({"shape": "balanced,semi-balanced,4441"}, "no void", "every suit has one"),
    ({"losers": "<=6"}, "up to 6 losers", "losers at the most"),
    ({"losers": "5-7.5"}, "5–7.5 losers", "losers between"),
    ({"losers": "8"}, "8+ losers", "losers at the least"),
    ({"hearts_num": "6+", "hearts_points": "rebid"}, "6+♥", "six cards are rebiddable whatever they are"),
    ({"hearts_num": "5", "hearts_points": "rebid"}, "5♥, rebiddable ♥", "five are not"),
    ({"hearts_points": "solid6"}, "7+ HCP, 6+♥, solid ♥", "solid says more than its honors"),
    ({"hearts_num": "5", "hearts_points": "a"}, "5+ HCP, 5♥, ♥KQ+", "its honors say more than rebiddable"),
    ({"distribution": "S: D10-12", "spades_num": "4+"}, "10–12 points with short suits, 4+♠", "what a raise counts"),
    ({"distribution": "S: D13+", "hcp": "10-12"}, "10–12 HCP, 13+ points with short suits", "each says something"),
    ({"distribution": "S: D10+", "hcp": "8+"}, "8+ HCP", "a little more than HCP is nothing to tell"),
    ({}, "", "anything"),
]


# (cells of two entries, words of the range around both, why)
D_RAISE = {"distribution": "S: D13+", "spades_num": "4+", "hcp": "10-12"}
AROUND_DUMMYS = [
    (D_RAISE, {"hcp": "13+", "spades_num": "4+"}, "13+ points with short suits, 4+♠", "13 HCP are 13 with any shape"),
    (D_RAISE, {"hcp": "8-9", "spades_num": "4+"}, "8–12 HCP, 4+♠", "with as many HCP nothing more is told"),
    (D_RAISE, {"distribution": "H: D13+", "hearts_num": "4+", "hcp": "10-12"}, "10–12 HCP", "trumps differ"),
]


@pytest.mark.parametrize(("first", "second", "words", "why"), AROUND_DUMMYS)
def test_ranges_around_points_for_a_fit(first, second, words, why):
    rows = make_section(first | {"order": "100000"}, second | {"order": "200000"}).rows
    assert (row_summary(rows[0]) | row_summary(rows[1])).words() == words, why


def test_what_was_shown_before_narrows_points_for_a_fit():
    (raise_, rebid) = make_section(
        {"order": "100000", "distribution": "S: D10-12", "spades_num": "4+"}, {"order": "200000", "hcp": "8+"}
    ).rows
    both = row_summary(raise_) & row_summary(rebid)
    assert both.words() == "10–12 points with short suits, 4+♠"
    assert not both.holds(Hand.parse("K432.A432.J32.32")), "eight and one"
    assert both.holds(Hand.parse("K432.A432.J432.2")), "eight and three"


@pytest.mark.parametrize(("cells", "words", "why"), RANGES)
def test_ranges_in_words(cells, words, why):
    (row,) = make_section(cells).rows
    assert row_summary(row).words() == words, why


STAYMAN = {"order": "100000", "bid": "1S", "disclosure": "Asks", "hcp": "8-15", "spades_num": "4-5"}
WEAK = {"order": "200000", "bid": "1S", "disclosure": "Asks", "hcp": "0-7", "spades_num": "5+"}

RAISE = {"order": "100000", "bid": "1S", "distribution": "T13+", "spades_num": "4+"}

# (entries, the words of the range shown, the points partner expects, why)
SPECIFICATIONS = [
    ([STAYMAN], "8–15 HCP, 4–5♠", (8, 15), "what the entry requires"),
    ([STAYMAN | {"shows": "any"}], "", (0, 37), "nothing is shown"),
    ([STAYMAN | {"shows": "8+"}], "8+ HCP", (8, 37), "points alone"),
    ([STAYMAN | {"shows": "10+,5S"}], "8+ HCP, 4–5♠", (8, 37), "widened to what is true"),
    ([STAYMAN | {"shows": "8+", "expected_points": "10-15"}], "8+ HCP", (10, 15), "expected points go before it"),
    ([STAYMAN | {"shows": "8+,4+S"}, WEAK], "4+♠", (0, 37), "and to what other entries show"),
    ([STAYMAN | {"shows": "5+,balanced"}], "5+ HCP", (5, 37), "not all of them are balanced"),
    ([RAISE | {"shows": "T13+,4+S"}], "13+ total points, 4+♠", (0, 37), "total points alone"),
    ([RAISE | {"shows": "T15+,4+S"}], "13+ total points, 4+♠", (0, 37), "widened to what is true"),
    ([RAISE | {"shows": "4+S"}], "4+♠", (0, 37), "without total points"),
]


@pytest.mark.parametrize(("entries", "words", "points", "why"), SPECIFICATIONS)
def test_what_is_shown_may_be_stated_apart_from_what_is_required(entries, words, points, why):
    found = meaning(make_place(*entries), Call.parse("1S"))
    assert (found.summary.words(), found.expected.points) == (words, points), why


# (cells, what people read that partner plays for, why)
WIDE = {"hcp": "10-21"}
EXPECTATIONS = [
    (WIDE | {"expected_points": "13-16"}, "13–16 HCP", "as the entry says"),
    (WIDE | {"expected_points": "15+"}, "15–21 HCP", "never more than may be true"),
    (WIDE | {"expected_points": "8-12"}, "10–12 HCP", "nor less"),
    (WIDE | {"expected_points": "12-20"}, "", "nor what says nearly the same as the range"),
    ({"hcp": "10+", "expected_points": "10-14"}, "", "an open range has no upper limit, whatever partner plays for"),
    ({"expected_points": "10-14"}, "10–14 HCP", "the range names no points"),
    ({"distribution": "T13+", "expected_points": "10-14"}, "", "total points are range enough"),
    (WIDE | {"expected_points": "5-8"}, "", "what the specs rule out is not told"),
    (WIDE | {"expected_points": "10-21"}, "", "no more than the range says"),
    (WIDE, "", "the specs alone say no more than the range either"),
    ({"hcp": "16+", "expected_points": "22+"}, "22+ HCP", "no upper limit"),
    ({"hcp": "<=12", "expected_points": "<=6"}, "up to 6 HCP", "no lower one"),
    (WIDE | {"strength": "O"}, "an opening, about 13 to 15 HCP", "without points the class of strength tells"),
    (WIDE | {"strength": "O", "expected_points": "12-16"}, "12–16 HCP", "points tell more than a class"),
    (WIDE | {"strength": "O", "expected_points": "10-21"}, "", "so do points that leave all open"),
    ({"hcp": "8-11", "strength": "I"}, "", "a class that is not inside the range says something wrong"),
    ({"hcp": "15-17", "strength": "P"}, "", "one that is the range says nothing new"),
    ({"spades_num": "5+", "strength": "X"}, "an extremely strong hand, 25 HCP or more", "no upper limit"),
]


@pytest.mark.parametrize(("cells", "words", "why"), EXPECTATIONS)
def test_what_partner_plays_for_in_words(cells, words, why):
    place = make_place({"bid": "1S"} | cells)
    assert meaning(place, Call.parse("1S")).expectation == words, why
    assert meaning(place, Call.parse("7S")).expectation == "", "no agreement"


POINTS = st.tuples(st.integers(0, MAX_HCP), st.integers(0, MAX_HCP)).map(sorted).map(tuple)


@given(POINTS, POINTS, st.sampled_from([None, *STRENGTHS.values()]))
def test_nobody_is_told_to_expect_what_the_range_rules_out(expected, true, strength):
    around = HandSummary(true, ((0, 13),) * 4, balanced=False)
    numbers = [int(number) for number in re.findall("[0-9]+", expectation(expected, around, strength))]
    assert all(true[0] <= number <= true[1] for number in numbers)
    assert numbers != list(true)


def test_a_hand_is_judged_by_what_the_entry_requires_whatever_it_shows():
    place = make_place(STAYMAN | {"shows": "any"})
    assert place.find(Hand.parse("KQ32.KQ2.432.432")) is not None
    assert place.find(Hand.parse("KQ2.KQ32.432.432")) is None


def test_what_is_shown_of_a_suit_of_the_pattern():
    bidder = make_bidder({"prior_bids": "1a-P; a=M", "bid": "3N", "hcp": "13-15", "a_num": "4", "shows": "12+,3+$a"})
    auction = Auction.parse("1H-P")
    found = meaning(bidder.place(auction, Circumstances.of(auction)), Call.parse("3N"))
    assert found.summary.words() == "12+ HCP, 3+♥"


def test_entries_with_one_text_make_one_line_around_all():
    place = make_place(
        {"order": "100000", "bid": "1S", "disclosure": "Five spades", "hcp": "12-21", "spades_num": "5"},
        {"order": "200000", "bid": "1S", "disclosure": "Five spades", "hcp": "10-11", "spades_num": "6+"},
        {"order": "300000", "bid": "1S", "disclosure": "Or a joke", "hcp": "0-3"},
    )
    found = meaning(place, Call.parse("1S"))
    assert [(line.text, line.summary.words()) for line in found.lines] == [
        ("Five spades", "10–21 HCP, 5+♠"),
        ("Or a joke", "0–3 HCP"),
    ]
    assert found.summary.words() == "0–21 HCP"


MULTI = {"bid": "2D", "disclosure": "Multi"}
SIX_HEARTS = MULTI | {"order": "100000", "hcp": "6-10", "hearts_num": "6"}
SIX_SPADES = MULTI | {"order": "200000", "hcp": "5-9", "spades_num": "6"}
STRONG = MULTI | {"order": "300000", "hcp": "22-23", "shape": "balanced"}
SIX_OF_A_MAJOR = MULTI | {"order": "100000", "hcp": "6-10", "x_num": "6", "spades_num": "x", "hearts_num": "x"}

# (entries, lines, why)
KINDS = [
    ([SIX_HEARTS, SIX_SPADES], ["Multi (5–10 HCP, 6♥ or 6♠)"], "the long suit is a kind of its own"),
    ([SIX_OF_A_MAJOR], ["Multi (6–10 HCP, 6♠ or 6♥)"], "so is each X suit of one entry"),
    ([SIX_HEARTS, STRONG], ["Multi (6–10 HCP, 6♥)", "Multi (22–23 HCP, balanced)"], "points apart make two lines"),
    ([SIX_HEARTS, SIX_HEARTS | {"order": "150000", "hcp": "11-12"}], ["Multi (6–12 HCP, 6♥)"], "points that meet one"),
    (
        [SIX_HEARTS, SIX_HEARTS | {"order": "150000", "hcp": "12-13"}],
        ["Multi (6–10 HCP, 6♥)", "Multi (12–13 HCP, 6♥)"],
        "a gap two",
    ),
    ([SIX_HEARTS, MULTI | {"order": "200000", "hcp": "6-10"}], ["Multi (6–10 HCP)"], "any hand takes in the long suit"),
    (
        [SIX_HEARTS | {"clubs_num": "5"}, SIX_HEARTS | {"order": "200000", "diamonds_num": "5"}],
        ["Multi (6–10 HCP, 0–2♠, 6♥, 5♣ or 5♦)"],
        "what both have is told once",
    ),
]


@pytest.mark.parametrize(("entries", "lines", "why"), KINDS)
def test_different_kinds_of_hands_are_told_apart(entries, lines, why):
    found = meaning(make_place(*entries), Call.parse("2D"))
    assert [line.words() for line in found.lines] == lines, why


def test_what_a_player_has_shown_rules_out_kinds():
    found = meaning(make_place(SIX_HEARTS, SIX_SPADES, STRONG), Call.parse("2D"))
    short_in_hearts = HandSummary((0, 11), ((0, 13), (0, 13), (0, 2), (0, 13)), balanced=False)
    assert found.narrowed_by(short_in_hearts).words() == "Multi (5–9 HCP, 6♠)"


# (cells, what is said beside the meaning, why)
NOTES = [
    ({"hearts_shown": "H"}, "needs help in hearts", "a try"),
    ({"hearts_shown": "C", "asks": "1"}, "a control in hearts", "a cue bid"),
    (
        {"hearts_shown": "/6", "spades_shown": "/6"},
        "6 spades in one kind of hand, 6 hearts in one kind of hand",
        "either",
    ),
    ({"clubs_shown": "S"}, "short in clubs", "a splinter"),
    ({"clubs_shown": "S", "clubs_num": "0-1"}, "", "the range tells it"),
    ({"hearts_shown": "5"}, "", "a length that is expected is told with the points"),
]


@pytest.mark.parametrize(("cells", "notes", "why"), NOTES)
def test_what_entries_say_of_suits_beside_lengths(cells, notes, why):
    found = meaning(make_place({"bid": "2D", "disclosure": "Says"} | cells), Call.parse("2D"))
    assert found.suit_notes == notes, why
    assert found.words().lower().endswith(notes)
    assert Shown().after(found.told()).suit_notes == notes


# (cells of an opening, cells of the rebid, what is expected after both, why)
CLASSES = [
    ({"strength": "O"}, {}, "an opening, about 13 to 15 HCP", "the class stays"),
    (
        {"strength": "O"},
        {"strength": "P"},
        "an opening with extra values, about 15 to 17 HCP",
        "a later one replaces it",
    ),
    ({"strength": "O"}, {"expected_points": "16-18"}, "16–18 HCP", "points tell more"),
    ({"expected_points": "12-16"}, {"strength": "O"}, "12–16 HCP", "and stay, as long as they say less than the range"),
    ({"strength": "O"}, {"hcp": "16+"}, "", "a class outside the range is not told"),
    ({"hearts_shown": "5"}, {}, "5♥", "a length that is more than the range says"),
]


@pytest.mark.parametrize(("opening", "rebid", "expected", "why"), CLASSES)
def test_what_a_player_is_expected_to_hold(opening, rebid, expected, why):
    first, then = (
        meaning(make_place({"bid": "1H", "hcp": "10-21"} | cells), Call.parse("1H")) for cells in (opening, rebid)
    )
    assert Shown().after(first.told()).after(then.told()).expectation == expected, why


def test_a_convention_has_its_own_line():
    names = {"Multi": Convention(parse_convention("Multi"))}
    bidder = make_bidder(
        {"order": "100000", "bid": "2D", "disclosure": "Weak", "convention": "Multi"},
        {"order": "200000", "bid": "2D", "disclosure": "Weak"},
        conventions=names,
    )
    place = bidder.place(OPENING, NOW)
    found = meaning(place, Call.parse("2D"))
    assert [line.convention for line in found.lines] == ["Multi", ""]
    assert found.conventions == ("Multi",)


# (percentage of the psych, percentage of the other entry, the lines told, why)
RARE = [
    ("1", "", ["Five hearts"], "once in a hundred is no part of the meaning"),
    ("5", "", ["Five hearts"], "nor is five percent of the time"),
    ("6", "", ["A psych", "Five hearts"], "more is"),
    ("5", "5", ["A psych", "Five hearts"], "where all are rare they are told"),
]


@pytest.mark.parametrize(("psych", "sound", "lines", "why"), RARE)
def test_a_rare_entry_is_no_part_of_the_meaning(psych, sound, lines, why):
    place = make_place(
        {"order": "100000", "bid": "1H", "disclosure": "A psych", "usage": psych},
        {"order": "200000", "bid": "1H", "disclosure": "Five hearts", "usage": sound},
    )
    assert [line.text for line in meaning(place, Call.parse("1H")).lines] == lines, why


def test_editors_notes_are_for_editors():
    place = make_place({"bid": "1H", "disclosure": "Five hearts [see the card of 2019"})
    assert meaning(place, Call.parse("1H")).words() == "Five hearts"


def test_every_legal_call_is_told_and_pass_honestly():
    place = make_place({"bid": "1H", "disclosure": "Five hearts", "asks": "1"})
    found = {call: meaning(place, call) for call in OPENING.legal_calls()}
    assert found[Call.parse("1H")].words() == "Five hearts. Partner may not pass"
    assert found[Call.parse("7N")].words() == "no agreement; to play (28+ HCP, no singleton)"
    assert found[Call.parse("P")].words() == "no suitable bid"
    assert found[Call.parse("P")].summary is None


def test_alerts_and_announcements():
    place = make_place(
        {"order": "100000", "bid": "1N", "alert": "announce", "disclosure": "15 to 17"},
        {"order": "200000", "bid": "2C", "alert": "alert", "disclosure": "Strong"},
        {"order": "300000", "bid": "1H", "disclosure": "Five hearts"},
    )
    found = {call: meaning(place, call) for call in OPENING.legal_calls()}
    assert {
        str(call): (meaning_here.alert, meaning_here.announcement)
        for call, meaning_here in found.items()
        if meaning_here.lines
    } == {
        "1N": ("announce", "15 to 17"),
        "2C": ("alert", ""),
        "1H": ("none", ""),
    }


@pytest.mark.parametrize(
    ("text", "announced"),
    [
        ("15 to 17, balanced or nearly so", "15 to 17"),
        ("Hearts (transfer)", "Hearts"),
        ("Forcing: up to twelve points", "Forcing"),
        ("Semi-forcing; at most 12", "Semi-forcing"),
        ("Could be two", "Could be two"),
    ],
)
def test_the_beginning_of_the_text_is_announced(text, announced):
    place = make_place({"bid": "1N", "alert": "announce", "disclosure": text})
    assert meaning(place, Call.parse("1N")).announcement == announced


def test_an_entry_out_of_use_tells_nothing():
    place = make_place({"bid": "2C", "disclosure": "Drury", "position": "Y"})
    assert not meaning(place, Call.parse("2C")).lines


def test_a_range_is_not_said_twice():
    place = make_place({"bid": "1S", "hcp": "12-14"}, {"bid": "1H", "hcp": "12-14", "disclosure": "Weak"})
    assert meaning(place, Call.parse("1S")).words() == "12–14 HCP"
    assert meaning(place, Call.parse("1H")).words() == "Weak (12–14 HCP)"
