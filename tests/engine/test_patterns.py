"""Bid patterns: which auctions fit, why others do not, what is refused and where."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.cli import main
from bidbase.compiler.pattern_index import PatternIndex
from bidbase.errors import TextError
from bidbase.game.auction import Auction, Call
from bidbase.language import pattern_search
from bidbase.language.bids import PatternKey, PriorBids, parse_key
from bidbase.language.circumstances import Circumstances
from bidbase.language.pattern_search import PatternSearch
from bidbase.language.pattern_text import parse_pattern
from bidbase.language.patterns import SELECTORS, STRAIN_BY_LETTER
from bidbase.language.situations import SituationKey
from tests.engine.making import make_bidder
from tests.engine.pattern_rows import CASES
from tests.strategies import auctions


def calls_of(text: str) -> list[Call]:
    return [Call.parse(call) for call in text.split()]


def pattern_of(text: str) -> PatternKey:
    """The pattern of a cell of prior bids, which may be plain calls."""
    key = parse_key(text)
    assert not isinstance(key, SituationKey)
    return key.as_pattern if isinstance(key, PriorBids) else key


@pytest.mark.parametrize(("text", "auction", "strains", "why"), CASES)
def test_patterns_fit(text, auction, strains, why):
    pattern = pattern_of(text).pattern
    found = pattern.match(calls_of(auction))
    assert (None if found is None else {name: strain.letter for name, strain in found.items()}) == strains, why
    assert (pattern.why_not(calls_of(auction)) is None) == (strains is not None)


@pytest.mark.parametrize(("text", "auction", "strains", "why"), CASES)
def test_a_section_speaks_where_its_pattern_fits(text, auction, strains, why):
    for written in (text, str(parse_key(text))):
        bidder, calls = make_bidder({"prior_bids": written, "bid": "7N"}), Auction.of(calls_of(auction))
        place = bidder.place(calls, Circumstances.of(calls))
        assert bool(place.sections) is (strains is not None), why


@pytest.mark.parametrize(("text", "auction", "strains", "why"), CASES)
def test_the_command_says_the_same(text, auction, strains, why, capsys):
    assert main(["pattern", text, "--auction", auction.replace(" ", "-")]) == (strains is None), why
    bound = [f"{name} is {STRAIN_BY_LETTER[letter].title}" for name, letter in (strains or {}).items()]
    assert capsys.readouterr().out.startswith("does not fit" if strains is None else ", ".join(["fits", *bound]) + "\n")


KEYS = [pattern_of(text) for text in dict.fromkeys(text for text, *_ in CASES)]
SERVED = [Auction.of(calls_of(text)) for text in dict.fromkeys(text for _, text, *_ in CASES)]


INDEX = PatternIndex(KEYS)  # one for all auctions: what it has found out of some must hold of others


@given(st.one_of(st.sampled_from(SERVED), auctions()))
def test_the_index_finds_what_each_key_finds_by_itself(auction):
    each = [(key, key.pattern.match(auction.calls)) for key in KEYS]
    fitting = [(key, binding) for key, binding in each if binding is not None]
    assert list(INDEX.match(auction.calls, lambda _: None).fits) == fitting, "in the same order"


# (pattern, names of the calls, fits, why)
NAMED: list[tuple[str, list[str | None], bool, str]] = [
    ("#2N[Strong NT]-P-3C", ["Strong 2C", None, None, None, "Strong NT", None, None], True, "the name is the same"),
    ("#2N[strong nt]-P-3C", [None, None, None, None, "Strong NT", None, None], True, "case does not matter"),
    ("#2N[Strong NT]-P-3C", [None, None, None, None, "Unusual 2NT", None, None], False, "another name"),
    ("#2N[Strong NT]-P-3C", [], False, "no name"),
    ("2C[Strong 2C]-P-2D-P-2N-P-3C", ["Strong 2C"], True, "a name may stand at any call"),
    ("2C[strong  2c]-P-2D-P-2N-P-3C", ["Strong 2C: Two suits"], True, "a subcategory belongs to the convention"),
    ("2C[Strong 2C :Two suits]-P-2D-P-2N-P-3C", ["Strong 2C: Two suits"], True, "blanks are tidied"),
    ("2C[Strong 2C: Two suits]-P-2D-P-2N-P-3C", ["Strong 2C"], False, "the convention is no subcategory"),
    ("2C[Strong]-P-2D-P-2N-P-3C", ["Strong 2C"], False, "the beginning of a name is another name"),
]


@pytest.mark.parametrize(("text", "names", "fits", "why"), NAMED)
def test_names_in_brackets(text, names, fits, why):
    calls = calls_of("2C P 2D P 2N P 3C")
    assert (parse_pattern(text).match(calls, names) is not None) is fits, why


def test_the_index_asks_for_the_names_of_calls():
    keys = [PatternKey(parse_pattern(text)) for text in dict.fromkeys(text for text, *_ in NAMED)]
    index, calls = PatternIndex(keys), calls_of("2C P 2D P 2N P 3C")
    for _, given_names, _, _ in (*NAMED, *NAMED):
        names = [*given_names, *[None] * (len(calls) - len(given_names))]
        fitting = [key for key in keys if key.pattern.match(calls, names) is not None]
        assert [key for key, _ in index.match(calls, lambda index, names=names: names[index]).fits] == fitting


def test_a_name_keeps_other_meanings_out():
    """1H-2N-P-3C ends like 2N-P-3C, but that 2NT was for the minors."""
    pattern, calls = parse_pattern("#2N[Strong NT]-P-3C"), calls_of("1H 2N P 3C")
    assert pattern.match(calls, [None, "Unusual 2NT", None, None]) is None
    assert pattern.match(calls, [None, "Strong NT", None, None]) == {}
    mismatch = pattern.why_not(calls, [None, "Unusual 2NT", None, None])
    assert mismatch.reason == "2NT is called 'Unusual 2NT', not 'Strong NT'"


@pytest.mark.parametrize(
    ("text", "auction", "reason"),
    [
        ("1/2P-1N", "1N", "the auction begins with too few passes"),
        ("#2N-P-3C", "3C", "the auction is shorter than #2N-P-3C"),
        ("1N-P", "1N P 2C", "the auction goes on with 2♣ after the pattern ends"),
    ],
)
def test_a_pattern_says_why_it_does_not_fit(text, auction, reason):
    assert parse_pattern(text).why_not(calls_of(auction)).reason == reason


# (pattern, part of the message, span, why)
BAD = [
    ("1Z-?", "no strain", (1, 2), "no such letter"),
    ("1Z", "not a call", (0, 2), "the same where nothing is a pattern's"),
    ("8C-?", "expected a call", (0, 1), "no such level"),
    ("1N-P, 1D - 1C", "1C is not higher than 1D", (11, 13), "no auction"),
    ("1N-P-P-P, 1C", "after these calls the auction is over", (7, 8), "nobody is to call"),
    ("1C-P,", "expected a call", (5, 5), "an alternative is missing"),
    (" ,1C-P", "expected a call", (1, 1), "so at the beginning"),
    ("1a-", "expected a call", (3, 3), "something is missing"),
    ("a=M", "no auction", (0, 3), "only conditions"),
    ("1a; b=M", "stands nowhere", (4, 7), "a condition for nobody"),
    ("1a; a=M^!b", "stands nowhere", (4, 10), "compared with nobody"),
    ("1a; a=X^!Q", "no variable or strain", (9, 10), "not the sign before it"),
    ("1a; a=M, a=S", "two conditions", (9, 12), "joined with ^"),
    ("#*P-1N", "# allows any passes", (1, 3), "both say the same"),
    ("1/3P-1N", "leading passes are written", (0, 4), "not one of the forms"),
    ("*P", "a call must follow", (2, 2), "passes alone"),
    ("1N[]-P", "a name is missing", (2, 4), "no name"),
    ("1N[Strong NT:]-P", "a name is missing", (2, 14), "no subcategory"),
    ("1N[Weak-P", "not closed", (2, 3), "a name without its end"),
    ("1m; m=M", "variables are a, b and c", (4, 5), "m is a selector"),
    ("1a; a=Qx", "no strain or selector", (6, 7), "the first of two faults"),
    ("1a; a=M b=M", "expected - , or ;", (8, 9), "the comma is missing"),
    ("1a; a=Q", "no strain or selector", (6, 7), "no such strain"),
    ("1a 1b", "expected - , or ;", (3, 4), "the dash is missing"),
    ("", "expected a call", (0, 0), "nothing"),
    ("1a-P-2a; a=", "say what a may be", (9, 10), "a condition without its end"),
    ("1a-P-2a; a=M^<a", "a is compared with itself", (14, 15), "no suit is lower than itself"),
    ("1C-" * 400 + "1C", "1202 characters; more than 1000 cannot be read", (0, 0), "longer than any auction"),
]


@pytest.mark.parametrize(("text", "message", "span", "why"), BAD)
def test_bad_patterns_are_refused_at_the_fault(text, message, span, why):
    with pytest.raises(TextError, match=message) as caught:
        parse_pattern(text)
    assert caught.value.span == span, why


def test_mismatches_name_the_call_and_the_reason():
    mismatch = parse_pattern("1a-P-2a; a=M").why_not(calls_of("1H P 2S"))
    assert (mismatch.index, mismatch.reason) == (2, "2♠ is not in hearts, which a stands for here")


def test_more_specific_patterns_come_first():
    texts = ["#2N-P-3C", "1a-P-2a; a=M", "1H-P-2H", "1X-P-2X", "1a-P-2b; b=X^!a"]
    order = sorted(texts, key=lambda text: parse_pattern(text).specificity)
    assert order == ["1H-P-2H", "1a-P-2b; b=X^!a", "1a-P-2a; a=M", "1X-P-2X", "#2N-P-3C"]


# (as people write it, as it is kept)
WRITTEN = [
    ("1♠-P-2♠", "1S-P-2S"),
    ("1♥-+0♦(2)", "1H-+0D(2)"),
    ("1NT-Pass-2♣-X-XX", "1N-P-2C-D-R"),
    ("1A-Dbl-Rdbl-+1NT", "1A-D-R-+1N"),
]


@pytest.mark.parametrize(("written", "kept"), WRITTEN)
def test_calls_are_read_as_people_write_them(written, kept):
    assert str(parse_pattern(written)) == kept
    assert parse_pattern(written) == parse_pattern(kept)


# (pattern, auctions, why)
LISTED = [
    ("*P-1a-P-2a; a=M", 8, "after none to three passes"),
    ("1X-P-1C", 0, "the bid is not higher"),
    ("1A-P-P-P", 0, "nobody is to call"),
    ("1N-P-?-P", 30, "our own bid cannot be doubled, and three passes end it"),
    ("1a-P-2a, 1a-P-2a", 4, "no auction twice"),
    ("#2N-P-3C", 1, "of those with anything before, the calls at the end"),
]


@pytest.mark.parametrize(("text", "count", "why"), LISTED)
def test_auctions_that_fit_are_listed(text, count, why):
    listed = list(PatternSearch(parse_pattern(text)))
    assert (len(listed), len(set(listed))) == (count, count), why


# (pattern, index of the call, part of the reason, why)
DEAD_ENDS = [
    ("1X-1C", 1, "1C is not higher than 1C", "an illegal call"),
    ("1X-P-P-P", 3, "after it the auction is over", "nobody is to call"),
]


@pytest.mark.parametrize(("text", "index", "reason", "why"), DEAD_ENDS)
def test_a_search_tells_where_it_came_furthest(text, index, reason, why):
    search = PatternSearch(parse_pattern(text))
    assert list(search) == []
    assert search.dead_end.index == index, why
    assert reason in search.dead_end.reason


@pytest.mark.parametrize("text", ["1X-?-?-?-?-?-?", "-".join("?" * 40), "?-" * 12 + "1C", "*P-" + "?-" * 60 + "1C"])
def test_the_first_auctions_are_found_or_the_search_is_given_up(text):
    search = PatternSearch(parse_pattern(text))
    listed = [calls for _, calls in zip(range(5), search, strict=False)]
    assert len(listed) == 5 or search.given_up


# (calls that may be tried, the auctions found, whether the search is given up, why)
LIMITS = [
    (3, ["1C", "1D"], False, "two calls are tried, and the limit is not reached"),
    (2, ["1C"], True, "the search ends with the second try, before its call is looked at"),
    (1, [], True, "with the first"),
]


@pytest.mark.parametrize(("limit", "found", "given_up", "why"), LIMITS)
def test_a_search_ends_after_so_many_tries(monkeypatch, limit, found, given_up, why):
    monkeypatch.setattr(pattern_search, "MAX_TRIES", limit)
    search = PatternSearch(parse_pattern("1C, 1D"))
    assert ["-".join(map(str, calls)) for calls in search] == found, why
    assert search.given_up is given_up


@pytest.mark.parametrize("text", ["1a-P; a=M  ", "  1a - P ;a = M ", "1a-P\n\n a=M "])
def test_blanks_around_calls_and_conditions_mean_nothing(text):
    assert parse_pattern(text) == parse_pattern("1a-P; a=M")


def test_names_are_asked_for_while_auctions_are_listed():
    pattern = parse_pattern("1N-P-2X[Stayman]")
    clubs = PatternSearch(pattern, lambda auction: "Stayman" if str(auction) == "1N-P-2C" else None)
    assert ["-".join(map(str, calls)) for calls in clubs] == ["1N-P-2C"]
    assert len(list(PatternSearch(pattern))) == 4, "without names every call may have the name"


elements = st.sampled_from(
    [
        "P",
        "D",
        "R",
        "?",
        "!P",
        "1C",
        "2N",
        *(f"1{selector}" for selector in SELECTORS),
        "2a",
        "1b",
        "3c",
        "+0a",
        "+1b(3)",
    ]
)
conditions = st.sampled_from(["", "; a=M", "; a=X, b=X^!a", "; c=m^<a, b=A", "; b=U^!c^>a"])


@st.composite
def patterns(draw):
    while True:
        calls = "-".join(draw(st.lists(elements, min_size=1, max_size=4)))
        text = draw(st.sampled_from(["", "#", "*P-", "0/1P-"])) + calls + draw(conditions)
        try:
            return parse_pattern(text)
        except TextError:
            continue


@given(patterns())
def test_text_to_tree_to_text(pattern):
    assert parse_pattern(str(pattern)) == pattern


@given(patterns())
def test_every_listed_auction_fits_and_keeps_its_variables(pattern):
    for _, calls in zip(range(30), PatternSearch(pattern), strict=False):
        binding = pattern.match(calls)
        assert binding is not None
        if not any(sub.anywhere for sub in pattern.alternatives):
            Auction.of(calls)
        for sub in pattern.alternatives:
            if len(pattern.alternatives) == 1 and len(sub.elements) == len(calls):
                for element, call in zip(sub.elements, calls, strict=True):
                    if element.strains and element.strains.is_variable:
                        assert call.strain is binding[element.strains.letter]


# (pattern, exit status, what is written)
COMMANDS = [
    (["1a-P-2a; a=M"], 0, "1H-P-2H\n1S-P-2S\n"),
    (["1a-P-2a; a=M", "--auction", "1H-P-2H"], 0, "fits, a is hearts\n"),
    (
        ["1a-P-2a; a=M", "--auction", "1H-P-2S"],
        1,
        "does not fit: call 3: 2♠ is not in hearts, which a stands for here\n",
    ),
    (["1X-1X-1X", "--most", "1"], 0, "1C-1D-1H\nand more than these 1\n"),
    (["1X-1C"], 1, "no auction fits: call 2: 1C is not higher than 1C\n"),
    (["1N-P, 2N-P"], 0, "1N-P\n2N-P\n"),
    (["P-1N-P"], 0, "1N-P\n"),
    (["#1N-P"], 0, "1N-P\nand every auction that goes on so after other calls, where the pattern begins with #\n"),
    (["1N-P-2X[Stayman]"], 0, "1N-P-2C\n"),
    (["1N-P-2X[Nonsense]"], 1, "no auction fits: call 3: 2♣ is called 'Stayman', not 'Nonsense'\n"),
    (["?-?-?-?-?-?-?-?-?-?-?-1C"], 1, "none was found until the search was given up\n"),
]


@pytest.mark.parametrize(("arguments", "status", "written"), COMMANDS)
def test_the_command_lists_and_explains(arguments, status, written, capsys):
    assert main(["pattern", *arguments]) == status
    assert capsys.readouterr().out == written


@pytest.mark.parametrize("text", ["1a-P-1Z", "1N-P, 1D-1C"])
def test_the_command_points_at_a_fault(text, capsys):
    assert main(["pattern", text]) == 2
    assert "^" in capsys.readouterr().err


def test_the_command_has_nothing_to_say_of_the_opening(capsys):
    assert main(["pattern", "(opening)"]) == 2
    assert "before the opening there are no calls" in capsys.readouterr().err
