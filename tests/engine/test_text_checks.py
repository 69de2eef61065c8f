"""Checks of what entries say: texts, alerts, forces, and look-alikes that differ; with the fault and without it."""

import pytest

from bidbase.checks import Survey
from bidbase.checks.look_alikes import look_alikes
from bidbase.language.excuses import marked
from tests.engine.checking import DIAMOND, GOOD, RAISE, found
from tests.engine.making import make_bidder

OPENED = {"bid": "1H", "hcp": "12-21", "hearts_num": "5+"}
RAISED = RAISE | {"prior_bids": "1S-P", "bid": "2S", "hearts_num": "", "spades_num": "3+"}
A_POINT_MORE = "it differs from its look-alike 1H-P/100000/2H: HCP is 6-10, not 6-9"
JUMP = {"prior_bids": "1a-P-2c-P; c=M", "c_num": "3+"}

# (rule, entries, the entries or sections found, why)
FINDINGS = [
    ("disclosure-missing", [GOOD], [], "it has a text that people can read"),
    (
        "disclosure-missing",
        [GOOD | {"disclosure": "[ for editors"}],
        ["opening/100000/1N"],
        "it has only a text for editors",
    ),
    ("clubs-for-c", [JUMP | {"bid": "3$c"}], [], "3$c bids suit c"),
    ("clubs-for-c", [JUMP | {"bid": "3C"}], ["1a-P-2c-P; c=M/100000/3C"], "3C bids clubs"),
    ("clubs-for-c", [JUMP | {"bid": "3C", "clubs_num": "5+"}], [], "the entry is about clubs"),
    ("text-contradicted", [RAISE | {"disclosure": "Three or more trumps, six to nine points"}], [], "so it is"),
    ("text-contradicted", [RAISE | {"disclosure": "Four or more trumps"}], ["1H-P/100000/2H"], "three are enough"),
    ("text-contradicted", [RAISE | {"disclosure": "Usually four or more trumps"}], [], "three are not usual"),
    (
        "text-contradicted",
        [RAISE | {"disclosure": "Four or more spades"}],
        ["1H-P/100000/2H"],
        "nobody knows of them",
    ),
    ("text-contradicted", [RAISE | {"disclosure": "6 to 10 points"}], ["1H-P/100000/2H"], "at most nine"),
    ("text-contradicted", [RAISE | {"disclosure": "About 6 to 10 points"}], [], "about"),
    ("text-contradicted", [RAISE | {"disclosure": "Passes opposite 12 to 14"}], [], "those are partner's points"),
    ("text-contradicted", [RAISE | {"disclosure": "Five or more points"}], ["1H-P/100000/2H"], "at least six"),
    (
        "text-contradicted",
        [RAISE | {"disclosure": "Three or more trumps"}, RAISE | {"order": "200000", "hearts_num": "2"}],
        [],
        "each text has the range of its own entries",
    ),
    ("force-contradicted", [RAISE | {"disclosure": "Forcing"}], ["1H-P/100000/2H"], "it asks nothing"),
    ("force-contradicted", [RAISE | {"disclosure": "Forcing", "asks": "1"}], [], "it asks partner to go on"),
    ("force-contradicted", [RAISE | {"disclosure": "Forcing to game", "asks": "1"}], ["1H-P/100000/2H"], "one round"),
    ("force-contradicted", [RAISE | {"disclosure": "Not forcing", "asks": "1"}], ["1H-P/100000/2H"], "it is"),
    ("force-contradicted", [RAISE | {"disclosure": "Invites game"}], ["1H-P/100000/2H"], "it does not ask"),
    ("force-contradicted", [RAISE | {"disclosure": "Invites game", "asks": "O"}], [], "it does"),
    (
        "force-contradicted",
        [RAISE | {"disclosure": "Accepts the invitation", "asks": "SO"}],
        [],
        "partner's invitation",
    ),
    (
        "force-contradicted",
        [RAISE | {"disclosure": "To play", "asks": "1"}],
        ["1H-P/100000/2H"],
        "partner may not pass",
    ),
    ("force-contradicted", [RAISE | {"disclosure": "Mild slam try, to play"}], ["1H-P/100000/2H"], "one or the other"),
    ("force-contradicted", [RAISE | {"disclosure": "Two places to play", "asks": "1"}], [], "partner is to choose"),
    ("force-contradicted", [RAISE | {"disclosure": "To play", "asks": "SO"}], [], "so it is"),
    ("suit-twice", [RAISE | {"disclosure": "Three hearts, a raise in hearts"}], ["1H-P/100000/2H"], "hearts again"),
    ("suit-twice", [RAISE | {"disclosure": "Hearts and a side suit in clubs"}], [], "two suits"),
    ("suit-twice", [RAISE | {"disclosure": "A raise: hearts (five hearts are opened)"}], [], "those are partner's"),
    (
        "text-contradicted",
        [RAISE | {"disclosure": "Three good trumps, a minimum", "hcp": "6-9"}],
        [],
        "both are so",
    ),
    ("text-contradicted", [RAISE | {"disclosure": "Six hearts"}], ["1H-P/100000/2H"], "three are enough"),
    ("text-contradicted", [RAISE | {"disclosure": "Three hearts"}], [], "three are shown"),
    ("text-contradicted", [RAISE | {"disclosure": "Not four hearts"}], [], "the text denies them"),
    ("text-contradicted", [RAISE | {"disclosure": "Minimum", "hcp": "10-17"}], ["1H-P/100000/2H"], "too wide"),
    ("text-contradicted", [RAISE | {"disclosure": "Better than a minimum", "hcp": "10-17"}], [], "no minimum"),
    ("text-contradicted", [RAISE | {"disclosure": "Weak", "hcp": "5-14"}], ["1H-P/100000/2H"], "an opening"),
    ("text-contradicted", [RAISE | {"disclosure": "Weak"}], [], "at most nine"),
    ("text-contradicted", [RAISE | {"disclosure": "Preemptive", "hcp": "5-16"}], ["1H-P/100000/2H"], "too strong"),
    ("text-contradicted", [RAISE | {"disclosure": "Strong, with support"}], ["1H-P/100000/2H"], "six are not strong"),
    ("text-contradicted", [RAISE | {"disclosure": "Strong", "hcp": "13+"}], [], "an opening opposite an opening"),
    ("text-contradicted", [RAISE | {"disclosure": "Limit raise", "hcp": "10+"}], ["1H-P/100000/2H"], "no upper limit"),
    ("text-contradicted", [RAISE | {"disclosure": "Limit raise or better", "hcp": "10+"}], [], "none is said"),
    (
        "text-contradicted",
        [OPENED, {"prior_bids": "1H-P-2H-P", "bid": "3H", "hcp": "12-15", "disclosure": "Extra values"}],
        ["1H-P-2H-P/100000/3H"],
        "an opening has as many",
    ),
    (
        "text-contradicted",
        [OPENED, {"prior_bids": "1H-P-2H-P", "bid": "3H", "hcp": "16-18", "disclosure": "Extra values"}],
        [],
        "more than an opening",
    ),
    (
        "text-contradicted",
        [OPENED, {"prior_bids": "1H-P-2H-P", "bid": "3H", "hcp": "16-18", "disclosure": "Six or more cards"}],
        ["1H-P-2H-P/100000/3H"],
        "an opening has five",
    ),
    ("disclosures-differ", [GOOD | {"strength": "P"}, GOOD | {"order": "200000", "strength": "P"}], [], "the same"),
    (
        "disclosures-differ",
        [GOOD | {"strength": "P"}, GOOD | {"order": "110000", "strength": "P"}, GOOD | {"order": "120000"}],
        ["opening/120000/1N"],
        "it tells no strength",
    ),
    ("disclosures-differ", [GOOD | {"strength": "P"}, DIAMOND | {"strength": "O"}], [], "another bid"),
    (
        "disclosures-differ",
        [GOOD | {"strength": "P", "vulnerability": "Vul"}, GOOD | {"order": "200000", "vulnerability": "Non"}],
        [],
        "vulnerability sets them apart",
    ),
    (
        "disclosures-differ",
        [
            {"bid": "1H", "hearts_num": "5+", "hearts_shown": "5"},
            {"order": "200000", "bid": "1x", "x_num": "6+", "spades_num": "x", "hearts_num": "x"}
            | {"spades_shown": "x5", "hearts_shown": "x5"},
        ],
        [],
        "the X suit tells the same length as the suit",
    ),
    (
        "disclosures-differ",
        [
            {"bid": "1H", "hearts_num": "5+", "hearts_shown": "5"},
            {"order": "200000", "bid": "1x", "x_num": "6+", "spades_num": "x", "hearts_num": "x"}
            | {"spades_shown": "x5", "hearts_shown": "x6"},
        ],
        ["opening/200000/1x"],
        "six hearts in the X suit, five elsewhere",
    ),
    ("shows-too-little", [GOOD | {"shows": "8+"}], [], "it states a wider range than its specs"),
    ("shows-too-little", [GOOD | {"shows": "any"}], [], "it states nothing"),
    ("shows-too-little", [GOOD | {"shows": "16+"}], ["opening/100000/1N"], "some have 15"),
    ("disclosure-contradicted", [GOOD | {"expected_points": "15-17", "strength": "P"}], [], "the specs allow them"),
    (
        "disclosure-contradicted",
        [GOOD | {"expected_points": "12-14"}],
        ["opening/100000/1N"],
        "the specs allow 15 to 17",
    ),
    ("disclosure-contradicted", [GOOD | {"strength": "W"}], ["opening/100000/1N"], "weak is about 6 to 10"),
    (
        "disclosure-contradicted",
        [{"bid": "1S", "hcp": "10+", "strength": "O", "expected_points": "18+"}],
        ["opening/100000/1S"],
        "an opening is about 13 to 15, but 18 are expected",
    ),
    (
        "disclosure-contradicted",
        [{"bid": "1S", "hcp": "10+", "strength": "O", "expected_points": "17-18"}],
        [],
        "classes of strength are approximate: a difference of two points is allowed",
    ),
    ("disclosure-contradicted", [{"bid": "1S", "spades_num": "5+", "spades_shown": "5"}], [], "the specs allow five"),
    (
        "disclosure-contradicted",
        [{"bid": "1S", "spades_num": "4", "spades_shown": "5"}],
        ["opening/100000/1S"],
        "the specs allow only four",
    ),
    (
        "disclosure-contradicted",
        [{"bid": "3S", "spades_num": "7+", "spades_shown": "6"}],
        ["opening/100000/3S"],
        "the specs demand seven",
    ),
    (
        "disclosure-contradicted",
        [{"bid": "4S", "spades_num": "3+", "spades_shown": "S"}],
        ["opening/100000/4S"],
        "three cards are not short",
    ),
    (
        "disclosure-contradicted",
        [
            {"bid": "1S", "hcp": "12+"},
            {"order": "200000", "bid": "1S", "hcp": "9-11", "position": "3", "expected_points": "12-21"},
        ],
        [],
        "most 1S openings in third seat are sound, too",
    ),
    (
        "disclosure-contradicted",
        [{"hcp": "13+", "strength": "O"}, {"order": "200000", "hcp": "20+", "strength": "O"}],
        [],
        "the bid is judged as a whole, not each of its entries",
    ),
    ("alert", [GOOD], [], "it is announced, and the disclosure states the range"),
    ("alert", [GOOD | {"alert": "none"}], ["opening/100000/1N"], "a 1NT opening is announced"),
    ("alert", [GOOD | {"disclosure": "Balanced"}], ["opening/100000/1N"], "the disclosure does not state the range"),
    ("alert", [{"bid": "2C", "hcp": "22+", "alert": "alert"}], ["opening/100000/2C"], "very strong"),
    ("alert", [{"bid": "2C", "hcp": "11-15", "alert": "alert"}], [], "a Precision 2C may be alerted"),
    ("alert", [{"prior_bids": "1N-P", "bid": "2D", "asks": "B2H", "alert": "announce"}], [], "a transfer"),
    ("alert", [{"prior_bids": "1N-P", "bid": "2D", "asks": "B2H"}], ["1N-P/100000/2D"], "a transfer is announced"),
    ("alert", [{"prior_bids": "1N-P", "bid": "2D", "diamonds_num": "5+"}], [], "natural"),
    ("alert", [{"prior_bids": "1N-P", "bid": "2C", "convention": "Stayman", "alert": "alert"}], ["1N-P/100000/2C"], ""),
    ("alert", [{"prior_bids": "1S-P", "bid": "1N", "asks": "1"}], ["1S-P/100000/1N"], "forcing notrump"),
    ("alert", [{"prior_bids": "1S-P", "bid": "1N"}], [], "not forcing"),
    ("alert", [{"prior_bids": "1S-P", "bid": "4C", "clubs_num": "<2"}], ["1S-P/100000/4C"], "a splinter"),
    ("alert", [{"prior_bids": "1S-P", "bid": "4C", "clubs_num": "<2", "alert": "alert"}], [], "a splinter, alerted"),
    ("alert", [{"prior_bids": "1C-1S", "bid": "2S", "spades_num": "<2"}], [], "a cue-bid is left alone"),
    ("alert", [{"prior_bids": "1S-P", "bid": "2N", "spades_shown": "F4"}], ["1S-P/100000/2N"], "a raise"),
    (
        "alert",
        [{"prior_bids": "1C-P", "bid": "2H", "hearts_num": "6+", "alert": "alert"}],
        ["1C-P/100000/2H"],
        "natural",
    ),
    ("alert", [{"prior_bids": "1N-P", "bid": "3D", "diamonds_num": "6+", "alert": "alert"}], [], "no jump shift"),
    ("alert", [{"bid": "1C", "clubs_num": "2+"}], ["opening/100000/1C"], "it may be made with two clubs"),
    ("alert", [{"bid": "1C", "clubs_num": "2+", "alert": "announce"}], [], "and that is announced"),
    (
        "alert",
        [{"bid": "1C", "clubs_num": "3+"}, {"order": "200000", "bid": "1C", "shape": "4=4=3=2"}],
        [],
        "two clubs with 4=4=3=2 are exempt",
    ),
    ("look-alike", [RAISE, RAISED], [], "the same but for the suit"),
    (
        "look-alike",
        [RAISE | {"key_cards": "H: 0,1"}, RAISED | {"key_cards": "S: 0,1"}],
        [],
        "key cards of the suit that is exchanged",
    ),
    ("look-alike", [RAISE, RAISED | {"hcp": "6-10"}], ["1S-P/100000/2S"], "another range"),
    ("look-alike", [RAISE, RAISED | {"spades_num": "4+"}], ["1S-P/100000/2S"], "another length"),
    (
        "look-alike",
        [RAISE, RAISED | {"hcp": "6-10", "order": "110000"}],
        [],
        "entries with different order numbers are not compared",
    ),
    (
        "look-alike",
        [RAISE, RAISED | {"hcp": "6-10", "excuses": "look-alike: spades play better"}],
        [],
        "the notes give a reason",
    ),
    (
        "look-alike",
        [RAISE, RAISED | {"hcp": "6-10", "excuses": f"look-alike: {marked('spades play better', A_POINT_MORE)}"}],
        [],
        "the reason was given for what is found",
    ),
    (
        "look-alike",
        [RAISE, RAISED | {"hcp": "6-11", "excuses": f"look-alike: {marked('spades play better', A_POINT_MORE)}"}],
        ["1S-P/100000/2S"],
        "the reason was given for another difference",
    ),
    ("look-alike", [RAISE | {"spades_num": "<4"}, RAISED], [], "over 1H alone spades could be bid at the one level"),
]


@pytest.mark.parametrize(("rule", "cells", "where", "why"), FINDINGS)
def test_findings(rule, cells, where, why):
    assert found(rule, cells) == where, why


# (section, look-alikes, why)
LOOK_ALIKES = [
    ("1H-P", {"1S-P"}, "the majors swapped"),
    ("1H-P-2D-P", {"1S-P-2C-P", "1S-P-2D-P", "1H-P-2C-P"}, "majors, minors or both swapped"),
    ("1C-P-1H-P", {"1C-P-1S-P", "1D-P-1H-P", "1D-P-1S-P"}, "a response in a major to a minor"),
    ("1C-P-1S-P-2D-P", set(), "2D is a reverse, but 2C after 1D is not"),
    ("1N-P-2C-P", set(), "Stayman says nothing about clubs"),
]


@pytest.mark.parametrize(("section", "expected", "why"), LOOK_ALIKES)
def test_look_alikes(section, expected, why):
    names = ["1H-P", "1S-P", "1N-P-2C-P", "1N-P-2D-P", "1C-P-1S-P-2D-P", "1D-P-1S-P-2C-P"]
    names += [f"1{major}-P-2{minor}-P" for major in "HS" for minor in "CD"]
    names += [f"1{minor}-P-1{major}-P" for major in "HS" for minor in "CD"]
    cells = [{"prior_bids": name, "bid": "3N"} for name in names]
    stayman = {"prior_bids": "1N-P", "bid": "2C", "hcp": "8+"}
    assert set(look_alikes(Survey(make_bidder(*cells, stayman)), section)) == expected, why
