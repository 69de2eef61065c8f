"""Checks: for each rule a small system with the fault and one without; what is proved, and what a witness settles."""

import pytest

from bidbase.bidding.bidder import Bidder
from bidbase.checks import RULE_BY_NAME, RULES, Severity, Survey, places_of, rules_for, run_checks
from bidbase.checks.auction_reachability import other_call
from bidbase.checks.look_alikes import look_alikes
from bidbase.checks.reachability import reach
from bidbase.game.auction import Auction
from bidbase.game.cards import Hand
from bidbase.language.bids import parse_convention
from bidbase.language.fields import FIELD_BY_NAME
from bidbase.systems import Convention
from tests.engine.making import make_bidder, make_entry, make_system

GOOD = {
    "disclosure": "15 to 17",
    "alert": "announce",
    "shape": "balanced",
    "test_hand": "AQ2.K32.KJ32.K32",
    "hcp": "15-17",
}
DIAMOND = GOOD | {"order": "200000", "bid": "1D", "alert": "none"}
RAISE = {"prior_bids": "1H-P", "bid": "2H", "hcp": "6-9", "hearts_num": "3+"}
RAISED = RAISE | {"prior_bids": "1S-P", "bid": "2S", "hearts_num": "", "spades_num": "3+"}
MAJORS = [{"bid": "1S", "spades_num": "5+"}, {"order": "200000", "bid": "1H", "hearts_num": "5+"}]
ONES = [{"order": f"{level}00000", "bid": f"1{suit}"} for level, suit in enumerate("SHDC", start=1)]
PATTERN = {"prior_bids": "1a-P; a=M", "order": "100000", "bid": "2a", "a_num": "3+"}
JUMP = {"prior_bids": "1a-P-2c-P; c=M", "c_num": "3+"}
HALF = {"usage": "50"}
SIMULATED = {"usage": "D", "best_contract": "3N"}

# (rule, entries, the entries or sections found, why)
FINDINGS = [
    ("test-hand-missing", [GOOD], [], "there is one"),
    ("test-hand-missing", [GOOD | {"test_hand": ""}], ["opening/100000/1N"], "no test hand"),
    ("test-hand", [GOOD], [], "it comes out"),
    ("test-hand", [GOOD | {"hcp": "18+"}], ["opening/100000/1N"], "the test hand has 16 points"),
    ("test-hand", [GOOD, DIAMOND], ["opening/200000/1D"], "the first entry takes the hand away"),
    ("test-hand", [GOOD | HALF, DIAMOND], [], "the first is used half the time only"),
    ("test-hand", [GOOD | {"position": "1"}, DIAMOND | {"position": "2"}], [], "different seats"),
    ("test-hand", [GOOD | {"usage": "0", "hcp": "30+"}], [], "an entry switched off is not judged"),
    ("test-hand", [GOOD | SIMULATED], [], "the hand fits an entry for after a simulation"),
    ("test-hand", [GOOD | SIMULATED | {"hcp": "18+"}], ["opening/100000/1N"], "and here it does not"),
    (
        "test-hand",
        [GOOD, GOOD | SIMULATED | {"order": "200000"}],
        ["opening/200000/1N"],
        "a plain entry takes it before",
    ),
    ("test-hand", [GOOD | SIMULATED, GOOD | {"order": "200000"}], ["opening/100000/1N"], "wherever it stands"),
    ("test-hand", [PATTERN | {"test_hand": "Q432.K32.K32.432"}], [], "three cards in either major"),
    ("test-hand", [PATTERN | {"test_hand": "K2.32.KJ5432.432"}], ["1a-P; a=M/100000/2a"], "in neither"),
    (
        "test-hand",
        [PATTERN | {"prior_bids": "#2N[Strange]-P", "bid": "3C", "a_num": "", "test_hand": "K2.32.KJ5432.432"}],
        ["#2N[Strange]-P/100000/3C"],
        "no call carries the name, so it cannot be tried",
    ),
    (
        "test-hand",
        [PATTERN | {"bid": "1H", "a_num": "", "test_hand": "K2.32.KJ5432.432"}],
        ["1a-P; a=M/100000/1H"],
        "1H is legal in none of its auctions",
    ),
    ("disclosure-missing", [GOOD], [], "people can read it"),
    ("disclosure-missing", [GOOD | {"disclosure": "[ for editors"}], ["opening/100000/1N"], "nothing for people"),
    ("unreachable", [GOOD, DIAMOND | {"hcp": "14-16"}], [], "14 points are left"),
    ("unreachable", [GOOD, DIAMOND | {"hcp": "15-16"}], ["opening/200000/1D"], "within the first"),
    (
        "unreachable",
        [{"hcp": "15+"}, {"order": "200000", "hcp": "<15"}, {"order": "300000", "bid": "1D", "spades_points": "a"}],
        ["opening/300000/1D"],
        "the first two take every hand together",
    ),
    (
        "unreachable",
        [
            {"spades_points": "A"},
            {"order": "200000", "bid": "1S", "spades_points": "<4"},
            {"order": "300000", "bid": "1D", "spades_num": "1"},
        ],
        ["opening/300000/1D"],
        "a bare ace, or fewer than four points: the holdings of spades are shared out",
    ),
    ("unreachable", [{"knr": "15+"}, {"order": "200000", "bid": "1D", "knr": "18-20"}], ["opening/200000/1D"], "KnR"),
    ("unreachable", [{"knr": "15+"}, {"order": "200000", "bid": "1D", "knr": "14-20"}], [], "14 is left"),
    ("unreachable", [{"hcp": "15-17", "distribution": "T10-12"}], ["opening/100000/1N"], "totals are not below HCP"),
    ("unreachable", [{"spades_num": "8+", "hearts_num": "6+"}], ["opening/100000/1N"], "fourteen cards"),
    ("unreachable", [{"position": "Y"}], ["opening/100000/1N"], "nobody opens as a passed hand"),
    ("unreachable", [GOOD | HALF, DIAMOND | {"hcp": "15-16"}], [], "the first is used half the time only"),
    ("unreachable", [GOOD | {"position": "1"}, DIAMOND | {"hcp": "15-16"}], [], "elsewhere in second seat"),
    (
        "unreachable",
        [PATTERN, PATTERN | {"order": "200000", "bid": "3a", "a_num": "4+"}],
        ["1a-P; a=M/200000/3a"],
        "all",
    ),
    ("unreachable", [PATTERN, PATTERN | {"order": "200000", "bid": "3a", "a_num": "2+"}], [], "two cards are left"),
    ("perhaps-unreachable", [GOOD, DIAMOND], [], "proved, so it is another rule's"),
    (
        "perhaps-unreachable",
        [{"quick_tricks": "1"}, {"order": "200000", "bid": "1D", "custom_points": "7", "ace": "2", "king": "1"}],
        ["opening/200000/1D"],
        "seven controls hold a quick trick, but no table says so",
    ),
    ("test-hand-before", [*MAJORS, RAISE | {"test_hand": "K2.K432.5432.432"}], [], "his first call"),
    (
        "test-hand-before",
        [*MAJORS, RAISE | {"prior_bids": "1H-P-2H-P", "bid": "4H", "test_hand": "AK.AQ432.K432.43"}],
        [],
        "it opens 1H",
    ),
    (
        "test-hand-before",
        [*MAJORS, RAISE | {"prior_bids": "1H-P-2H-P", "bid": "4H", "test_hand": "AKQ32.AQ432.K3.4"}],
        ["1H-P-2H-P/100000/4H"],
        "it opens 1S",
    ),
    ("never-arises", [*MAJORS, {"prior_bids": "1H-P-2H-P", "bid": "4H", "hcp": "16+"}], [], "many do"),
    (
        "never-arises",
        [*MAJORS, {"prior_bids": "1H-P-2H-P", "bid": "4H", "spades_num": "5+"}],
        ["1H-P-2H-P/100000/4H"],
        "with five spades 1S is opened",
    ),
    ("illegal-bid", [PATTERN], [], "2H over 1H"),
    ("illegal-bid", [PATTERN | {"bid": "1H", "a_num": ""}], ["1a-P; a=M/100000/1H"], "1H over neither"),
    (
        "illegal-bid",
        [PATTERN | {"bid": "2D", "a_num": "", "prior_bids": "1M-P-2M-P"}],
        ["1M-P-2M-P/100000/2D"],
        "2D over 2H",
    ),
    ("clubs-for-c", [JUMP | {"bid": "3$c"}], [], "suit c"),
    ("clubs-for-c", [JUMP | {"bid": "3C"}], ["1a-P-2c-P; c=M/100000/3C"], "three clubs"),
    ("clubs-for-c", [JUMP | {"bid": "3C", "clubs_num": "5+"}], [], "clubs are meant"),
    ("impossible-prior-bids", [*ONES, RAISE], [], "1H is opened"),
    ("impossible-prior-bids", [ONES[0], RAISE], ["1H-P"], "nobody opens 1H"),
    ("impossible-prior-bids", [ONES[0], {"prior_bids": "1H-1S-P", "bid": "2S"}], ["1H-1S-P"], "no overcall of 1S"),
    ("impossible-prior-bids", [*ONES, {"prior_bids": "1S-P-P-2H-P", "bid": "4H"}], ["1S-P-P-2H-P"], "no 2H"),
    ("impossible-prior-bids", [ONES[1], {"prior_bids": "2D", "bid": "2S"}], [], "the others may play anything"),
    ("impossible-prior-bids", [*ONES, PATTERN], [], "both majors are opened"),
    ("impossible-prior-bids", [ONES[3], PATTERN], ["1a-P; a=M"], "neither major is opened"),
    ("percentages", [GOOD | HALF, GOOD | HALF | {"bid": "1D"}], [], "one or the other"),
    ("percentages", [GOOD | HALF, GOOD | {"usage": "60", "bid": "1D"}], ["opening/100000/1D"], "110"),
    ("percentages", [GOOD | HALF, GOOD | {"usage": "20", "bid": "1D"}], ["opening/100000/1D"], "70"),
    ("percentages", [GOOD | {"usage": "1"}, DIAMOND], [], "now and then something else"),
    (
        "percentages",
        [
            GOOD | {"usage": usage, "bid": bid}
            for usage, bid in (("60M", "1N"), ("40M", "1D"), ("70I", "1H"), ("30I", "1S"))
        ],
        [],
        "each scoring has its own",
    ),
    ("percentages", [GOOD | HALF, GOOD | HALF | {"bid": "1D"}, GOOD | {"usage": "x50", "bid": "1H"}], [], "one is off"),
    (
        "percentages",
        [GOOD | {"usage": "60M"}, GOOD | {"usage": "50M", "bid": "1D"}, GOOD | {"usage": "30I", "bid": "1H"}],
        ["opening/100000/1D"],
        "110 at matchpoints",
    ),
    ("unknown-convention", [PATTERN | {"prior_bids": "#2N[AuctionFacts]-P", "bid": "3C", "a_num": ""}], [], "listed"),
    (
        "unknown-convention",
        [PATTERN | {"prior_bids": "#2N[Strange]-P", "bid": "3C", "a_num": ""}],
        ["#2N[Strange]-P"],
        "no convention has this name, so the pattern never fits",
    ),
    ("unused-convention", [GOOD | {"convention": "AuctionFacts"}], [], "an entry has it"),
    ("unused-convention", [GOOD | {"convention": "AuctionFacts: More"}], [], "an entry of a name below it"),
    ("unused-convention", [GOOD], [None], "none has it"),
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
        "the X suit tells what the suit does",
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
    ("shows-too-little", [GOOD | {"shows": "8+"}], [], "it shows less than it requires"),
    ("shows-too-little", [GOOD | {"shows": "any"}], [], "it shows nothing"),
    ("shows-too-little", [GOOD | {"shows": "16+"}], ["opening/100000/1N"], "some have 15"),
    ("disclosure-contradicted", [GOOD | {"expected_points": "15-17", "strength": "P"}], [], "as the specs say"),
    ("disclosure-contradicted", [GOOD | {"expected_points": "12-14"}], ["opening/100000/1N"], "15 to 17 are held"),
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
        "classes are approximations: two points beside it are none the matter",
    ),
    ("disclosure-contradicted", [{"bid": "1S", "spades_num": "5+", "spades_shown": "5"}], [], "five it is"),
    ("disclosure-contradicted", [{"bid": "1S", "spades_num": "4", "spades_shown": "5"}], ["opening/100000/1S"], "four"),
    (
        "disclosure-contradicted",
        [{"bid": "3S", "spades_num": "7+", "spades_shown": "6"}],
        ["opening/100000/3S"],
        "seven",
    ),
    (
        "disclosure-contradicted",
        [{"bid": "4S", "spades_num": "3+", "spades_shown": "S"}],
        ["opening/100000/4S"],
        "short",
    ),
    (
        "disclosure-contradicted",
        [
            {"bid": "1S", "hcp": "12+"},
            {"order": "200000", "bid": "1S", "hcp": "9-11", "position": "3", "expected_points": "12-21"},
        ],
        [],
        "in third seat too most 1S openings are sound",
    ),
    (
        "disclosure-contradicted",
        [{"hcp": "13+", "strength": "O"}, {"order": "200000", "hcp": "20+", "strength": "O"}],
        [],
        "expected is what the bid tells, not what one entry of it holds",
    ),
    ("alert", [GOOD], [], "announced, with its range"),
    ("alert", [GOOD | {"alert": "none"}], ["opening/100000/1N"], "a 1NT opening is announced"),
    ("alert", [GOOD | {"disclosure": "Balanced"}], ["opening/100000/1N"], "the range is not told"),
    ("alert", [{"bid": "2C", "hcp": "22+", "alert": "alert"}], ["opening/100000/2C"], "very strong"),
    ("alert", [{"bid": "2C", "hcp": "11-15", "alert": "alert"}], [], "a Precision 2C may be"),
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
    ("alert", [{"bid": "1C", "clubs_num": "2+"}], ["opening/100000/1C"], "it may be made on two clubs"),
    ("alert", [{"bid": "1C", "clubs_num": "2+", "alert": "announce"}], [], "and that is announced"),
    (
        "alert",
        [{"bid": "1C", "clubs_num": "3+"}, {"order": "200000", "bid": "1C", "shape": "4=4=3=2"}],
        [],
        "two clubs with 4=4=3=2 are exempt",
    ),
    ("look-alike", [RAISE, RAISED], [], "the same but for the suit"),
    ("look-alike", [RAISE, RAISED | {"hcp": "6-10"}], ["1S-P/100000/2S"], "another range"),
    ("look-alike", [RAISE, RAISED | {"spades_num": "4+"}], ["1S-P/100000/2S"], "another length"),
    (
        "look-alike",
        [RAISE, RAISED | {"hcp": "6-10", "order": "110000"}],
        [],
        "another order number means another matter",
    ),
    (
        "look-alike",
        [RAISE, RAISED | {"hcp": "6-10", "excuses": "look-alike: spades play better"}],
        [],
        "there is a reason",
    ),
    ("look-alike", [RAISE | {"spades_num": "<4"}, RAISED], [], "over 1H alone spades could be bid at the one level"),
    ("gap", [{"hcp": "12+"}, {"order": "200000", "bid": "P", "hcp": "<12"}], [], "every hand is spoken for"),
    ("gap", [{"hcp": "12+"}, {"order": "200000", "bid": "P", "hcp": "<11"}], [""], "eleven points"),
    ("gap", [{"hcp": "12+", "excuses": "shares: many\ngap: weaker hands pass"}], [], "there is a reason"),
    ("gap", [{"hcp": "12+", "notes": "gap: weaker hands pass"}], [""], "notes excuse nothing"),
    ("gap", [{"bid": "1H", "hcp": "12+"}, {"bid": "P", "order": "2", "hcp": "<12"} | {"order": "200000"}], [], "all"),
    (
        "gap",
        [*MAJORS, {"order": "300000", "bid": "P"}, {"prior_bids": "1H-P-2H-P", "bid": "4H", "spades_num": "<5"}],
        [],
        "with five spades it would have opened 1S",
    ),
    (
        "gap",
        [
            {"bid": "1H", "hearts_num": "5+"},
            {"order": "200000", "bid": "P"},
            {"prior_bids": "1D-P", "bid": "2C", "position": "N"},
            {"prior_bids": "1D-P-2C-P-2D-P", "bid": "P", "position": "N"},
            {"prior_bids": "1D-P-2C-P-2D-P", "bid": "3C", "order": "200000", "hcp": "15+"},
        ],
        [],
        "after 2D a passed hand could be stuck, but it has not bid 2C",
    ),
    ("gap", [PATTERN, PATTERN | {"order": "200000", "bid": "P", "a_num": "<3"}], [], "all lengths"),
    ("gap", [PATTERN], ["1a-P; a=M"], "fewer than three cards"),
]


def found(rule, cells):
    conventions = {"AuctionFacts": Convention(parse_convention("AuctionFacts"))}
    system = make_system(*cells, conventions=conventions)
    return [one.entry.id if one.entry else one.section for one in run_checks(system, {rule})]


@pytest.mark.parametrize(("rule", "cells", "where", "why"), FINDINGS)
def test_findings(rule, cells, where, why):
    assert found(rule, cells) == where, why


def test_the_opening_shows_what_hides_an_entry():
    system = make_system(
        {"hcp": "15+"}, {"order": "200000", "hcp": "<15", "bid": "1C"}, {"order": "300000", "bid": "1D", "hcp": "10+"}
    )
    (finding,) = run_checks(system, {"unreachable"})
    assert finding.message == (
        "no hand can reach it: every hand that meets it is taken by opening/200000/1C, opening/100000/1N"
    )


def test_a_test_hand_that_comes_out_elsewhere_says_where():
    (finding,) = run_checks(make_system(GOOD, DIAMOND), {"test-hand"})
    assert "comes out of opening/100000/1N (1NT) instead" in finding.message


def test_a_witness_is_found_where_few_hands_are_left():
    entries = [{"hcp": "0-36"}, {"order": "200000", "bid": "7N"}]
    system = make_system(*entries)
    survey = Survey(Bidder(system))
    found = reach(survey, system.entries[1])
    assert sorted(map(int.bit_count, found.witness.holdings)) == [3, 3, 3, 4]
    assert not found.proved


def test_a_gap_tells_its_share_and_a_typical_hand():
    (finding,) = run_checks(make_system({"hcp": "10+"}), {"gap"})
    share, hand = finding.message.removeprefix("nothing fits ").split(" of the hands that get there, as ")
    assert share == "47 %", "of all hands 47 in a hundred have nine points at the most"
    assert len(Hand.parse(hand).holdings) == 4


def test_shares_are_told_when_they_are_asked_for():
    system = make_system({"hcp": "10+"})
    (finding,) = run_checks(system, {"shares"})
    assert finding.severity is Severity.INFO
    assert finding.message.endswith("1N 53 %, nothing 47 %")
    assert "shares" not in rules_for(thorough=True)


def test_hands_of_the_others_leave_room():
    """After 2C, which shows 22 points, responder cannot hold 19."""
    cells = [
        {"bid": "2C", "hcp": "22+"},
        {"order": "200000", "bid": "P", "hcp": "<22"},
        {"prior_bids": "2C-P", "bid": "2D", "hcp": "<19"},
    ]
    assert found("gap", cells) == []
    assert found("gap", [*cells[:2], cells[2] | {"hcp": "<8"}]) == ["2C-P"]


def test_rare_hands_are_made_to_order():
    """Nobody deals three hundred hands to find one that opens 4S; it is made, and shares are still true."""
    cells = [
        {"bid": "4S", "spades_num": "8+", "hcp": "<10"},
        {"order": "200000", "bid": "P", "hcp": "0+"},
        {"prior_bids": "4S-P-4N-P", "bid": "5C", "spades_points": "A"},
    ]
    (finding,) = run_checks(make_system(*cells), {"gap"}, ["4S-P-4N-P"])
    assert "of the hands that get there" in finding.message
    hands = Survey(make_bidder(*cells)).hands.there(Auction.parse("4S-P-4N-P"))
    assert len(hands) > 1000
    assert all(hands.hand(at).lengths[3] >= 8 for at in range(0, len(hands), 97))


def test_a_hand_that_would_have_called_otherwise():
    survey = Survey(make_bidder(*MAJORS))
    auction = Auction.parse("1H-P-2H-P")
    assert other_call(survey, auction, Hand.parse("AK.AQ432.K432.43")) == ""
    assert other_call(survey, auction, Hand.parse("AK432.AQ432.K3.4")) == "1♥ before anybody bid (it would be 1♠)"


# (section, look-alikes, why)
LOOK_ALIKES = [
    ("1H-P", {"1S-P"}, "the majors swapped"),
    ("1H-P-2D-P", {"1S-P-2C-P", "1S-P-2D-P", "1H-P-2C-P"}, "majors, minors or both swapped"),
    ("1C-P-1H-P", {"1C-P-1S-P", "1D-P-1H-P", "1D-P-1S-P"}, "a response in a major to a minor"),
    ("1C-P-1S-P-2D-P", set(), "a reverse; 1D and 2C are none"),
    ("1N-P-2C-P", set(), "Stayman says nothing of clubs"),
]


@pytest.mark.parametrize(("section", "expected", "why"), LOOK_ALIKES)
def test_look_alikes(section, expected, why):
    names = ["1H-P", "1S-P", "1N-P-2C-P", "1N-P-2D-P", "1C-P-1S-P-2D-P", "1D-P-1S-P-2C-P"]
    names += [f"1{major}-P-2{minor}-P" for major in "HS" for minor in "CD"]
    names += [f"1{minor}-P-1{major}-P" for major in "HS" for minor in "CD"]
    cells = [{"prior_bids": name, "bid": "3N"} for name in names]
    stayman = {"prior_bids": "1N-P", "bid": "2C", "hcp": "8+"}
    assert set(look_alikes(Survey(make_bidder(*cells, stayman)), section)) == expected, why


def test_a_convention_that_is_switched_off_needs_no_entry():
    conventions = {"AuctionFacts": Convention(parse_convention("AuctionFacts"), "0")}
    assert not list(run_checks(make_system(GOOD, conventions=conventions), {"unused-convention"}))


def test_one_section_can_be_checked_alone():
    system = make_system(GOOD | {"disclosure": ""}, GOOD | {"prior_bids": "1C", "disclosure": ""})
    assert [one.section for one in run_checks(system, None, ["1C"]) if one.rule == "disclosure-missing"] == ["1C"]
    assert not list(run_checks(system, {"unused-convention"}, ["1C"])), "the system as a whole is another matter"


def test_errors_are_never_excused():
    assert found("test-hand", [GOOD | {"hcp": "18+", "excuses": "test-hand: it is meant so"}])


def test_places_are_found_for_every_code():
    for cells in ({"usage": "TM"}, {"vulnerability": "Unfav"}, {"position": "4"}, {"position": "P", "usage": "M"}):
        entry = make_entry(**cells)
        place = next(places_of(make_bidder(cells), entry))
        assert all(entry.get(FIELD_BY_NAME[name]).holds(place.circumstances) for name in cells), cells
    nobody = {"position": "Y"}
    assert not list(places_of(make_bidder(nobody), make_entry(**nobody))), "nobody opens as a passed hand"


def test_every_rule_explains_itself():
    assert len(RULE_BY_NAME) == len(RULES)
    assert all(rule.explanation.endswith(".") for rule in RULES)


def test_every_rule_has_a_system_with_and_without_its_fault():
    judged = {rule.name for rule in RULES if rule.severity is not Severity.INFO}
    assert {rule for rule, _, where, _ in FINDINGS if where} == judged
    assert {rule for rule, _, where, _ in FINDINGS if not where} == judged
