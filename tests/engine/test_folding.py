"""Literal sections that say the same become one pattern, and the proof that no call changes finds what is wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bidbase.bidding.bidder import Bidder
from bidbase.cli import main
from bidbase.folding.calls import NoPattern, SharedCalls
from bidbase.folding.folds import Fold, find_folds
from bidbase.folding.near_misses import find_near_misses
from bidbase.folding.proof import prove
from bidbase.folding.rows import FoldedEntry
from bidbase.game.auction import Auction
from bidbase.language.bids import PatternKey, PriorBids, parse_prior_bids
from bidbase.language.circumstances import Circumstances
from bidbase.language.pattern_search import PatternSearch
from bidbase.systems import Entry
from tests.engine.making import make_bidder, make_system

Cells = dict[str, str]


def raises(suit: str, name: str, **cells: str) -> list[Cells]:
    """A section of raises after an opening of a suit."""
    after = f"1{suit}-P"
    return [
        {"prior_bids": after, "order": "100000", "bid": f"2{suit}", "hcp": "6-9", f"{name}_num": "3+"} | cells,
        {"prior_bids": after, "order": "200000", "bid": f"3{suit}", "hcp": "10-12", f"{name}_num": "4+"},
        {"prior_bids": after, "order": "900000", "bid": "P"},
    ]


PATTERNS = [
    (["1H-P", "1S-P"], "1a-P; a=M"),
    (["1C-P", "1D-P", "1H-P", "1S-P"], "1a-P"),
    (["1C-P", "1H-P"], "1a-P; a=L^!D"),
    (["1H-P-2H-P", "1S-P-2S-P"], "1a-P-2a-P; a=M"),
    (["1H-P-2C-P", "1S-P-2C-P"], "1a-P-2C-P; a=M"),
    (["1C-1H", "1C-1S", "1D-1H", "1D-1S"], "1a-1b; a=m, b=M"),
    (["1C-1D", "1C-1H", "1C-1S", "1D-1H", "1D-1S", "1H-1S"], "1a-1b; a=L, b=U"),
    (["1H-2C", "1H-2D", "1S-2C", "1S-2D", "1S-2H"], "1a-2b; a=M, b=L^!a"),
    (["1H-D-2S", "1S-D-2H"], "1a-D-2b; a=M, b=M^!a"),
    (["1C-1S", "1H-1S", "1S-2C", "1H-2C"], "1a-+0b; a=X^!D, b=B^!a"),
    (["1H-P-2N-P-3C", "1S-P-2N-P-3C"], "1a-P-2N-P-3C; a=M"),
]


@pytest.mark.parametrize(("auctions", "pattern"), PATTERNS, ids=[pattern for _, pattern in PATTERNS])
def test_a_pattern_serves_the_auctions_and_no_other(auctions, pattern):
    calls = [parse_prior_bids(text).calls for text in auctions]
    plain, strong = SharedCalls(calls).keys()
    assert str(plain) == pattern
    assert set(PatternSearch(plain.pattern)) == set(PatternSearch(strong.pattern)) == set(calls)
    assert strong.pattern.specificity <= plain.pattern.specificity


def test_auctions_that_no_conditions_single_out_are_no_pattern():
    shared = SharedCalls([parse_prior_bids(text).calls for text in ("1C-1H", "1D-1S")])
    assert (shared.keys(), shared.exact()) == ([], ()), "1C-1S would be served too"
    three = SharedCalls([parse_prior_bids(text).calls for text in ("1C-1H", "1C-1S", "1D-1S")])
    assert [str(PriorBids(calls)) for calls in three.exact()] == ["1C-1H", "1C-1S"], "two of them are"


@pytest.mark.parametrize("auctions", [("1C-1D-1H-1S", "1D-1H-1S-2C"), ("1C-1S", "1C-1N")])
def test_there_are_three_variables_and_they_are_suits(auctions):
    with pytest.raises(NoPattern):
        SharedCalls([parse_prior_bids(text).calls for text in auctions])


def only_fold(*cells: Cells) -> Fold:
    (fold,) = find_folds(make_system(*cells))
    return fold


def written(fold: Fold, *names: str) -> list[tuple[str, ...]]:
    """The cells of these fields of each entry."""
    return [tuple(folded.entry.text(name) for name in names) for folded in fold.entries]


def test_suits_become_variables_wherever_they_stand():
    fold = only_fold(*raises("H", "hearts"), *raises("S", "spades"))
    assert (str(fold.key), fold.sections) == ("1a-P; a=M", ("1H-P", "1S-P"))
    assert written(fold, "order", "bid", "hcp", "a_num") == [
        ("100000", "2a", "6-9", "3+"),
        ("200000", "3a", "10-12", "4+"),
        ("900000", "P", "", ""),
    ]


CELLS: list[tuple[str, Cells, Cells, Cells]] = [
    ("a comparison", {"clubs_num": ">=H"}, {"clubs_num": ">=S"}, {"clubs_num": ">=$a"}),
    ("a sum", {"combined_num": "HC=8+"}, {"combined_num": "SC=8+"}, {"combined_num": "C$a=8+"}),
    ("points", {"hearts_points": "A"}, {"spades_points": "A"}, {"a_points": "A"}),
    ("what is shown", {"hearts_shown": "5"}, {"spades_shown": "5"}, {"a_shown": "5"}),
    ("what people read", {"shows": "8+,4+H"}, {"shows": "8+,4+S"}, {"shows": "8+,4+$a"}),
    ("key cards", {"key_cards": "H: 2"}, {"key_cards": "S: 2"}, {"key_cards": "2"}),
    ("the same suit in both", {"clubs_num": "4+"}, {"clubs_num": "4+"}, {"clubs_num": "4+"}),
    ("a bid of the suit", {"bid": "2H"}, {"bid": "2S"}, {"bid": "2a"}),
    ("the same bid", {"bid": "3C"}, {"bid": "3C"}, {"bid": "3C"}),
    (
        "the other major, which the variable must leave alone",
        {"spades_num": "4+"},
        {"hearts_num": "4+"},
        {"spades_num": "4+", "hearts_num": "4+", "a_num": "any"},
    ),
    (
        "honors in the other major, of which the meaning says no more than before",
        {"spades_points": "A", "hearts_num": "0-2"},
        {"hearts_points": "A", "spades_num": "0-2"},
        {"spades_points": "A", "hearts_points": "A", "a_points": "any", "a_num": "0-2"},
    ),
    (
        "an X suit that is not the one that was opened",
        {"bid": "3x", "x_num": "5+", "clubs_num": "x", "spades_num": "x"},
        {"bid": "3x", "x_num": "5+", "clubs_num": "x", "hearts_num": "x"},
        {"bid": "3x", "clubs_num": "x", "spades_num": "x", "hearts_num": "x", "a_num": "any"},
    ),
]


@pytest.mark.parametrize(("what", "hearts", "spades", "pattern"), CELLS, ids=[what for what, *_ in CELLS])
def test_what_two_entries_say_becomes_one(what, hearts, spades, pattern):
    bidder = make_bidder({"prior_bids": "1H-P", "bid": "4C", **hearts}, {"prior_bids": "1S-P", "bid": "4C", **spades})
    (fold,) = find_folds(bidder.system)
    (folded,) = fold.entries
    assert {name: folded.entry.text(name) for name in pattern} == pattern
    assert prove(bidder, fold, hands=20).holds


def test_an_entry_that_a_section_cannot_have_is_left_out_there():
    """1S stands after 1C-1H, but it is no bid after 1C-1S; 2H stands after 1S-D-P, and in 1H-D-P hearts are theirs."""
    overcalls = [
        {"prior_bids": "1C-1H", "order": "100000", "bid": "1S", "spades_num": "4+"},
        {"prior_bids": "1C-1H", "order": "200000", "bid": "2C", "clubs_num": "4+"},
        {"prior_bids": "1C-1S", "order": "200000", "bid": "2C", "clubs_num": "4+"},
    ]
    assert written(only_fold(*overcalls), "bid") == [("1S",), ("2C",)]
    doubles = [
        {"prior_bids": "1H-D-P", "order": "100000", "bid": "1S", "spades_num": "4+"},
        {"prior_bids": "1H-D-P", "order": "900000", "bid": "1N"},
        {"prior_bids": "1S-D-P", "order": "200000", "bid": "2H", "hearts_num": "4+"},
        {"prior_bids": "1S-D-P", "order": "900000", "bid": "1N"},
    ]
    fold = only_fold(*doubles)
    assert written(fold, "bid", "a_num", "spades_num", "hearts_num") == [
        ("1S", "", "4+", ""),
        ("2H", "any", "", "4+"),
        ("1N", "", "", ""),
    ]
    assert not find_folds(make_system(doubles[0], doubles[2])), "these two have nothing in common"
    assert prove(make_bidder(*doubles), fold).holds


def test_records_are_kept():
    hearts = raises("H", "hearts", test_hand="432.K32.K432.Q32", reference="One book", notes="First.")
    spades = raises("S", "spades", test_hand="K32.432.K432.Q32", reference="Another book", notes="Second.")
    fold = only_fold(*hearts, *spades)
    names = ("test_hand", "test_auction", "reference", "notes")
    assert written(fold, *names)[0] == ("432.K32.K432.Q32", "1H-P", "One book; Another book", "First.\n\nSecond.")
    assert [entry.section for entry in fold.entries[0].stands_for] == ["1H-P", "1S-P"]


NEAR = [
    ({"hcp": "6-10"}, "hcp", "HCP is 6-9 and 6-10"),
    ({"disclosure": "Three spades"}, "disclosure", "Disclosure is blank and Three spades"),
    ({"usage": "C"}, "usage", "Pct is blank and C"),
    ({"bid": "4S"}, "bid", "Bid is 2H and 4S"),
    ({"asks": "1"}, "asks", "Asks for is blank and 1"),
    ({"vulnerability": "Vul"}, "vulnerability", "Vulnerability is blank and Vul"),
]


@pytest.mark.parametrize(("cells", "field", "words"), NEAR, ids=[field for _, field, _ in NEAR])
def test_a_near_miss_says_what_differs(cells, field, words):
    system = make_system(*raises("H", "hearts"), *raises("S", "spades", **cells))
    assert not find_folds(system)
    (near,) = find_near_misses(system, [])
    (difference,) = near.differences
    assert near.sections == ("1H-P", "1S-P")
    assert difference.fields == (field,)
    assert words in difference.words()


def test_a_missing_entry_is_a_near_miss():
    system = make_system(*raises("H", "hearts"), *raises("S", "spades")[:2])
    (near,) = find_near_misses(system, find_folds(system))
    assert [difference.words() for difference in near.differences] == [
        "1H-P/900000/P (Pass): nothing like it after 1S-P"
    ]


def test_sections_that_are_unlike_are_not_mentioned():
    other: list[Cells] = [
        {"prior_bids": "1S-P", "order": f"{number}00000", "bid": f"{number}C", "hcp": "20+"} for number in range(2, 5)
    ]
    system = make_system(*raises("H", "hearts"), *other)
    assert (find_folds(system), find_near_misses(system, [])) == ([], [])


def test_each_section_is_in_one_fold():
    cells = [
        cell
        for suit, name in zip("CDHS", ("clubs", "diamonds", "hearts", "spades"), strict=True)
        for cell in raises(suit, name, hcp="6-9" if suit in "CDH" else "7-9")
    ]
    system = make_system(*cells)
    (fold,) = find_folds(system)
    assert (str(fold.key), fold.sections) == ("1a-P; a=L", ("1C-P", "1D-P", "1H-P"))
    assert {near.sections for near in find_near_misses(system, [fold])} == {("1C-P", "1S-P")}


REFUSED = [
    (
        "a pattern that is more specific",
        {"prior_bids": "0/1P-1H-P", "order": "100000", "bid": "4H"},
        "0/1P-1H-P would be asked before it after 1H-P",
    ),
    (
        "a pattern that asks for the name of a call, which may have it",
        {"prior_bids": "1H[Limited]-P", "order": "100000", "bid": "4H"},
        "1H[Limited]-P would be asked before it after 1H-P",
    ),
    (
        "a pattern with as many conditions",
        {"prior_bids": "1a-P; a=X^!C^!D^!N", "order": "100000", "bid": "4a"},
        "1a-P; a=X^!C^!D^!N would be asked before it after 1H-P",
    ),
]


@pytest.mark.parametrize(("what", "other", "words"), REFUSED, ids=[what for what, *_ in REFUSED])
def test_what_would_be_asked_earlier_is_found(what, other, words):
    bidder = make_bidder(*raises("H", "hearts"), *raises("S", "spades"), other)
    (fold,) = find_folds(bidder.system)
    proof = prove(bidder, fold)
    assert not proof.holds
    assert proof.faults[0] == words
    assert proof.hands == 0, "there is nothing to be tested"


def test_a_pattern_that_serves_the_same_auctions_is_asked_later_by_more_conditions():
    general = {"prior_bids": "1a-P; a=M", "order": "100000", "bid": "4a", "hcp": "11+"}
    bidder = make_bidder(*raises("H", "hearts", usage="C"), *raises("S", "spades", usage="C"), general)
    (fold,) = find_folds(bidder.system)
    assert str(fold.key) == "1a-P; a=X^!C^!D"
    assert prove(bidder, fold).holds
    after = Bidder(fold.folded(bidder.system))
    turn = Auction.parse("1H-P")
    names = [section.name for section in after.place(turn, Circumstances.of(turn)).sections]
    assert names == ["1a-P; a=X^!C^!D", "1a-P; a=M"]


ASKED_LATER = ["1M-P", "#1H-P", "@ free", "1H-D", "P-1H-D"]


@pytest.mark.parametrize("later", ASKED_LATER)
def test_what_is_asked_later_is_asked_as_before(later):
    other = {"prior_bids": later, "order": "100000", "bid": "4N", "hcp": "20+"}
    bidder = make_bidder(
        {"order": "100000", "bid": "1H", "hcp": "12+", "hearts_num": "5+"},
        {"order": "200000", "bid": "1S", "hcp": "12+", "spades_num": "5+"},
        *raises("H", "hearts", usage="C"),
        *raises("S", "spades", usage="C"),
        other,
    )
    (fold,) = find_folds(bidder.system)
    proof = prove(bidder, fold)
    assert proof.holds, proof.faults
    assert (proof.entries, len(proof.auctions), proof.hands) == (6, 2, 400)


def with_cells(fold: Fold, number: int, **texts: str) -> Fold:
    """The fold with other cells in one entry of its pattern."""
    old = fold.entries[number]
    cells = {name: str(cell) for name, cell in old.entry.cells.items()} | texts
    entry = replace(Entry.of({name: text for name, text in cells.items() if text}), id=old.entry.id)
    changed = FoldedEntry(entry, old.stands_for)
    return replace(fold, entries=(*fold.entries[:number], changed, *fold.entries[number + 1 :]))


TAMPERED = [
    {"hcp": "6-10"},
    {"a_num": "4+"},
    {"a_num": "", "hearts_num": "3+"},
    {"bid": "2H"},
    {"alert": "alert"},
    {"usage": "50"},
    {"usage": "C"},
    {"vulnerability": "Vul"},
    {"position": "T"},
    {"asks": "1"},
    {"convention": "Raises"},
    {"use_against": "Michaels"},
    {"disclosure": "Something else"},
    {"a_num": "P8+"},
    {"order": "950000"},
]


@pytest.mark.parametrize("texts", TAMPERED, ids=str)
def test_the_proof_finds_an_entry_that_was_tampered_with(texts):
    bidder = make_bidder(*raises("H", "hearts"), *raises("S", "spades"))
    fold = with_cells(only_fold(*raises("H", "hearts"), *raises("S", "spades")), 0, **texts)
    proof = prove(bidder, fold)
    assert not proof.holds
    assert proof.differences


def test_the_proof_finds_auctions_that_no_section_served():
    bidder = make_bidder(*raises("H", "hearts"), *raises("S", "spades"))
    fold = only_fold(*raises("H", "hearts"), *raises("S", "spades"))
    for number in range(len(fold.entries)):
        fold = with_cells(fold, number, prior_bids="1a-P")
    proof = prove(bidder, replace(fold, key=PatternKey(replace(fold.key.pattern, conditions=()))))
    assert proof.faults == ["the pattern would serve 1C-P too", "the pattern would serve 1D-P too"]


def test_percentages_are_shared_as_before():
    def shares(suit: str) -> list[Cells]:
        after = f"1{suit}-P"
        return [
            {"prior_bids": after, "order": "100000", "bid": f"2{suit}", "usage": "60"},
            {"prior_bids": after, "order": "100000", "bid": f"3{suit}", "usage": "40"},
        ]

    cells = [*shares("H"), *shares("S")]
    cells[3] = cells[3] | {"order": "200000"}
    assert not find_folds(make_system(*cells)), "after 1S the second draws for itself"
    bidder = make_bidder(*shares("H"), *shares("S"))
    (fold,) = find_folds(bidder.system)
    assert prove(bidder, fold).holds
    assert not prove(bidder, with_cells(fold, 1, order="200000")).holds


def test_the_command_lists_patterns_with_their_proof(capsys):
    assert main(["fold", "sayc", "--hands", "0", "--entries"]) == 0
    printed = capsys.readouterr().out
    assert "1C-P-1D-P-2a-P; a=M for 1C-P-1D-P-2H-P 1C-P-1D-P-2S-P\n  proved: the same 2 entries" in printed
    assert "  100000 4S: Four-card support, minimum: fast arrival" in printed
    assert "tested" not in printed


def test_the_command_refuses_a_system_that_is_not_there(capsys):
    assert main(["fold", "nowhere"]) == 2
    assert "nowhere" in capsys.readouterr().err
