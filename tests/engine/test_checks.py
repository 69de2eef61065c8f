"""Checks: for each rule small systems with the fault and without it; proofs and witnesses of reachability."""

import pytest

from bidbase.bidding.bidder import Bidder
from bidbase.checks import (
    RULE_BY_NAME,
    RULES,
    Severity,
    Survey,
    agreements,
    board_ends,
    ends,
    monotony,
    rules_for,
    run_checks,
    tops,
)
from bidbase.checks.auction_reachability import different_call
from bidbase.checks.reachability import reachability_of
from bidbase.game.auction import Auction
from bidbase.game.cards import Hand
from bidbase.language.bids import parse_convention
from bidbase.language.fields import FIELD_BY_NAME
from bidbase.systems import Convention
from tests.engine import test_text_checks
from tests.engine.checking import DIAMOND, GOOD, RAISE, found
from tests.engine.making import make_bidder, make_entry, make_system

MAJORS = [{"bid": "1S", "spades_num": "5+"}, {"order": "200000", "bid": "1H", "hearts_num": "5+"}]
ONES = [{"order": f"{level}00000", "bid": f"1{suit}"} for level, suit in enumerate("SHDC", start=1)]
PATTERN = {"prior_bids": "1a-P; a=M", "order": "100000", "bid": "2a", "a_num": "3+"}
HALF = {"usage": "50"}
THEIRS = {"prior_bids": "1H", "bid": "2H", "convention": "Known", "spades_num": "5+"}
AGAINST = {
    "prior_bids": "1H-2H",
    "bid": "3C",
    "use_against": "Known",
    "clubs_num": "4+",
    "test_hand": GOOD["test_hand"],
}
SIMULATED = {"usage": "D", "best_contract": "3N"}
X_SUIT = {"bid": "2x", "x_num": "5+", "diamonds_num": "x", "clubs_num": "x"}

# (rule, entries, the entries or sections found, why)
FINDINGS = [
    ("test-hand-missing", [GOOD], [], "there is one"),
    ("test-hand-missing", [GOOD | {"test_hand": ""}], ["opening/100000/1N"], "no test hand"),
    ("test-hand", [GOOD], [], "it reaches its entry"),
    ("test-hand", [GOOD | {"hcp": "18+"}], ["opening/100000/1N"], "the test hand has 16 points"),
    ("test-hand", [GOOD, DIAMOND], ["opening/200000/1D"], "the first entry takes the hand away"),
    ("test-hand", [GOOD | HALF, DIAMOND], [], "the first is used half the time only"),
    ("test-hand-x-suit", [X_SUIT | {"test_hand": "432.2.KQJ32.6543"}], [], "diamonds are the higher minor"),
    ("test-hand-x-suit", [X_SUIT | {"test_hand": "432.2.6543.KQJ32"}], ["opening/100000/2x"], "clubs are the lower"),
    ("test-hand-x-suit", [X_SUIT | {"test_hand": "5432.432.KQ2.432"}], [], "a bad hand is told by another rule"),
    ("test-hand-x-suit", [GOOD], [], "there is no X suit"),
    ("test-hand", [GOOD | {"position": "1"}, DIAMOND | {"position": "2"}], [], "different seats"),
    ("test-hand", [GOOD | {"usage": "0", "hcp": "30+"}], [], "an entry that is switched off is not judged"),
    (
        "test-hand",
        [AGAINST | {"test_hand": "AQ2.K32.KJ32.K32"}],
        [],
        "an entry against a convention that nobody plays is not judged",
    ),
    (
        "test-hand",
        [THEIRS, AGAINST | {"test_hand": "AQ2.K32.KJ32.K32"}],
        ["1H-2H/100000/3C"],
        "the test hand has three clubs",
    ),
    ("test-hand", [GOOD | SIMULATED], [], "the hand fits an entry for after a simulation"),
    (
        "test-hand",
        [GOOD | SIMULATED | {"hcp": "18+"}],
        ["opening/100000/1N"],
        "the hand does not fit an entry for after a simulation",
    ),
    (
        "test-hand",
        [GOOD, GOOD | SIMULATED | {"order": "200000"}],
        ["opening/200000/1N"],
        "a plain entry takes it first",
    ),
    (
        "test-hand",
        [GOOD | SIMULATED, GOOD | {"order": "200000"}],
        ["opening/100000/1N"],
        "a plain entry takes it, even a later one",
    ),
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
    ("unreachable", [GOOD, DIAMOND | {"hcp": "14-16"}], [], "14 points are left"),
    ("unreachable", [GOOD, DIAMOND | {"hcp": "15-16"}], ["opening/200000/1D"], "within the first"),
    (
        "unreachable",
        [{"hcp": "15+"}, {"order": "200000", "hcp": "<15"}, {"order": "300000", "bid": "1D", "spades_points": "a"}],
        ["opening/300000/1D"],
        "the first two together take every hand",
    ),
    (
        "unreachable",
        [
            {"spades_points": "A"},
            {"order": "200000", "bid": "1S", "spades_points": "<4"},
            {"order": "300000", "bid": "1D", "spades_num": "1"},
        ],
        ["opening/300000/1D"],
        "a singleton spade is the ace or has fewer than four points: the two cover all holdings",
    ),
    ("unreachable", [{"knr": "15+"}, {"order": "200000", "bid": "1D", "knr": "18-20"}], ["opening/200000/1D"], "KnR"),
    ("unreachable", [{"knr": "15+"}, {"order": "200000", "bid": "1D", "knr": "14-20"}], [], "14 is left"),
    ("unreachable", [{"hcp": "15-17", "distribution": "T10-12"}], ["opening/100000/1N"], "totals are not below HCP"),
    ("unreachable", [{"spades_num": "8+", "hearts_num": "6+"}], ["opening/100000/1N"], "fourteen cards"),
    ("unreachable", [{"position": "Y"}], ["opening/100000/1N"], "nobody opens as a passed hand"),
    ("unreachable", [AGAINST], [], "the opponents do not play the convention that it is for use against"),
    ("unreachable", [THEIRS, AGAINST], [], "opponents who play this system play the convention"),
    (
        "unreachable",
        [THEIRS, AGAINST, AGAINST | {"order": "200000"}],
        ["1H-2H/200000/3C"],
        "an entry against a convention that they play must be reached",
    ),
    ("unreachable", [GOOD | HALF, DIAMOND | {"hcp": "15-16"}], [], "the first is used half the time only"),
    (
        "unreachable",
        [GOOD | {"position": "1"}, DIAMOND | {"hcp": "15-16"}],
        [],
        "in second seat there is no earlier entry",
    ),
    (
        "unreachable",
        [PATTERN, PATTERN | {"order": "200000", "bid": "3a", "a_num": "4+"}],
        ["1a-P; a=M/200000/3a"],
        "the first entry takes every hand",
    ),
    ("unreachable", [PATTERN, PATTERN | {"order": "200000", "bid": "3a", "a_num": "2+"}], [], "two cards are left"),
    ("perhaps-unreachable", [GOOD, DIAMOND], [], "it is proved, so another rule reports it"),
    (
        "perhaps-unreachable",
        [{"quick_tricks": "1"}, {"order": "200000", "bid": "1D", "custom_points": "7", "ace": "2", "king": "1"}],
        ["opening/200000/1D"],
        "a hand with seven controls has a quick trick, but the proof cannot see it",
    ),
    (
        "test-hand-before",
        [*MAJORS, RAISE | {"test_hand": "K2.K432.5432.432"}],
        [],
        "it is the first call of the player",
    ),
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
    (
        "never-arises",
        [*MAJORS, {"prior_bids": "1H-P-2H-P", "bid": "4H", "hcp": "16+"}],
        [],
        "some hands with 16 points open 1H",
    ),
    (
        "never-arises",
        [*MAJORS, {"prior_bids": "1H-P-2H-P", "bid": "4H", "spades_num": "5+"}],
        ["1H-P-2H-P/100000/4H"],
        "a hand with five spades opens 1S",
    ),
    ("illegal-bid", [PATTERN], [], "2H is legal over 1H"),
    ("illegal-bid", [PATTERN | {"bid": "1H", "a_num": ""}], ["1a-P; a=M/100000/1H"], "1H is legal over neither major"),
    (
        "illegal-bid",
        [PATTERN | {"bid": "2D", "a_num": "", "prior_bids": "1M-P-2M-P"}],
        ["1M-P-2M-P/100000/2D"],
        "2D is not legal over 2H or 2S",
    ),
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
    ("percentages", [GOOD | {"usage": "1"}, DIAMOND], [], "a single percentage may be less than 100"),
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
    (
        "unknown-convention",
        [PATTERN | {"prior_bids": "#2N[Known]-P", "bid": "3C", "a_num": ""}],
        [],
        "the convention is listed",
    ),
    (
        "unknown-convention",
        [PATTERN | {"prior_bids": "#2N[Strange]-P", "bid": "3C", "a_num": ""}],
        ["#2N[Strange]-P"],
        "no convention has this name, so the pattern never fits",
    ),
    ("unused-convention", [GOOD | {"convention": "Known"}], [], "an entry has it"),
    ("unused-convention", [GOOD | {"convention": "Known: More"}], [], "an entry of a name below it"),
    ("unused-convention", [GOOD], [None], "none has it"),
    ("gap", [{"hcp": "12+"}, {"order": "200000", "bid": "P", "hcp": "<12"}], [], "every hand has an entry"),
    ("gap", [{"hcp": "12+"}, {"order": "200000", "bid": "P", "hcp": "<11"}], [""], "no entry fits eleven points"),
    ("gap", [{"hcp": "<25"}], [], "one hand in two thousand has 25 points or more"),
    ("gap", [{"hcp": "<23"}], [""], "one hand in four hundred has 23 points or more"),
    ("gap", [{"hcp": "12+", "excuses": "shares: many\ngap: weaker hands pass"}], [], "the excuses give a reason"),
    ("gap", [{"hcp": "12+", "notes": "gap: weaker hands pass"}], [""], "notes excuse nothing"),
    (
        "gap",
        [{"bid": "1H", "hcp": "12+"}, {"bid": "P", "order": "2", "hcp": "<12"} | {"order": "200000"}],
        [],
        "every hand has an entry",
    ),
    (
        "gap",
        [*MAJORS, {"order": "300000", "bid": "P"}, {"prior_bids": "1H-P-2H-P", "bid": "4H", "spades_num": "<5"}],
        [],
        "a hand with five spades would have opened 1S",
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
        "a passed hand would have no call after 2D, but it has not bid 2C",
    ),
    ("gap", [PATTERN, PATTERN | {"order": "200000", "bid": "P", "a_num": "<3"}], [], "every length has an entry"),
    ("gap", [PATTERN], ["1a-P; a=M"], "fewer than three cards"),
]


@pytest.mark.parametrize(("rule", "cells", "where", "why"), FINDINGS)
def test_findings(rule, cells, where, why):
    assert found(rule, cells) == where, why


def test_the_message_names_the_entries_that_hide_an_entry():
    system = make_system(
        {"hcp": "15+"}, {"order": "200000", "hcp": "<15", "bid": "1C"}, {"order": "300000", "bid": "1D", "hcp": "10+"}
    )
    (finding,) = run_checks(system, {"unreachable"})
    assert finding.message == (
        "no hand can reach it: every hand that meets it is taken by opening/200000/1C, opening/100000/1N"
    )


def test_the_message_names_the_entry_that_a_test_hand_reaches_instead():
    (finding,) = run_checks(make_system(GOOD, DIAMOND), {"test-hand"})
    assert "reaches opening/100000/1N (1NT) instead" in finding.message


def test_a_witness_is_found_where_few_hands_are_left():
    entries = [{"hcp": "0-36"}, {"order": "200000", "bid": "7N"}]
    system = make_system(*entries)
    survey = Survey(Bidder(system))
    found = reachability_of(survey, system.entries[1])
    assert sorted(map(int.bit_count, found.witness.holdings)) == [3, 3, 3, 4]
    assert not found.proved


def test_a_gap_has_its_share_and_a_typical_hand():
    (finding,) = run_checks(make_system({"hcp": "10+"}), {"gap"})
    share, hand = finding.message.removeprefix("no entry fits ").split(
        " of the hands that reach this section, such as "
    )
    assert share == "47 %", "47 % of all hands have at most nine points"
    assert len(Hand.parse(hand).holdings) == 4


def test_shares_are_reported_on_request():
    system = make_system({"hcp": "10+"})
    (finding,) = run_checks(system, {"shares"})
    assert finding.severity is Severity.INFO
    assert finding.message.endswith("1N 53 %, no entry 47 %")
    assert "shares" not in rules_for(thorough=True)


def test_hands_leave_room_for_those_of_the_others():
    """After 2C, which shows 22 points, responder cannot hold 19."""
    cells = [
        {"bid": "2C", "hcp": "22+"},
        {"order": "200000", "bid": "P", "hcp": "<22"},
        {"prior_bids": "2C-P", "bid": "2D", "hcp": "<19"},
    ]
    assert found("gap", cells) == []
    assert found("gap", [*cells[:2], cells[2] | {"hcp": "<8"}]) == ["2C-P"]


def test_rare_hands_are_made_to_order():
    """Only one of some three hundred random hands opens 4S, so hands are made to order; shares are still true."""
    cells = [
        {"bid": "4S", "spades_num": "8+", "hcp": "<10"},
        {"order": "200000", "bid": "P", "hcp": "0+"},
        {"prior_bids": "4S-P-4N-P", "bid": "5C", "spades_points": "A"},
    ]
    (finding,) = run_checks(make_system(*cells), {"gap"}, ["4S-P-4N-P"])
    assert "of the hands that reach this section" in finding.message
    hands = Survey(make_bidder(*cells)).hands.reaching(Auction.parse("4S-P-4N-P"))
    assert len(hands) > 1000
    assert all(hands.hand(index).lengths[3] >= 8 for index in range(0, len(hands), 97))


def test_a_hand_that_would_have_called_otherwise():
    survey = Survey(make_bidder(*MAJORS))
    auction = Auction.parse("1H-P-2H-P")
    assert different_call(survey, auction, Hand.parse("AK.AQ432.K432.43")) == ""
    assert (
        different_call(survey, auction, Hand.parse("AK432.AQ432.K3.4")) == "1♥ before anybody bid (the system calls 1♠)"
    )


def test_a_convention_that_is_switched_off_needs_no_entry():
    conventions = {"Known": Convention(parse_convention("Known"), "0")}
    assert not list(run_checks(make_system(GOOD, conventions=conventions), {"unused-convention"}))


def test_one_section_can_be_checked_alone():
    system = make_system(GOOD | {"disclosure": ""}, GOOD | {"prior_bids": "1C", "disclosure": ""})
    findings = run_checks(system, None, ["1C"])
    assert [finding.section for finding in findings if finding.rule == "disclosure-missing"] == ["1C"]
    assert not list(run_checks(system, {"unused-convention"}, ["1C"])), (
        "rules over the whole system are not run for a section"
    )


def test_errors_are_never_excused():
    assert found("test-hand", [GOOD | {"hcp": "18+", "excuses": "test-hand: this is intended"}])


def test_places_are_found_for_all_codes():
    for cells in ({"usage": "TM"}, {"vulnerability": "Unfav"}, {"position": "4"}, {"position": "P", "usage": "M"}):
        entry = make_entry(**cells)
        _, place = next(Survey(make_bidder(cells)).places_of(entry))
        assert all(entry.get(FIELD_BY_NAME[name]).holds(place.circumstances) for name in cells), cells
    nobody = {"position": "Y"}
    assert not list(Survey(make_bidder(nobody)).places_of(make_entry(**nobody))), "nobody opens as a passed hand"


def test_every_rule_explains_itself():
    assert len(RULE_BY_NAME) == len(RULES)
    assert all(rule.explanation.endswith(".") for rule in RULES)


def test_every_rule_has_a_system_with_and_without_its_fault():
    tried = [*FINDINGS, *test_text_checks.FINDINGS]
    # `test_ends`, `test_agreements` and `test_neighbors_and_tops` have these.
    others = (*ends.RULES, *board_ends.RULES, *agreements.RULES, *monotony.RULES, *tops.RULES)
    elsewhere = {rule.name for rule in others}
    judged = {rule.name for rule in RULES if rule.severity is not Severity.INFO} - elsewhere
    assert {rule for rule, _, where, _ in tried if where} >= judged
    assert {rule for rule, _, where, _ in tried if not where} >= judged
