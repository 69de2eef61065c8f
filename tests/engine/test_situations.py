"""Situations: their key, what each clause looks at, and entries that count what partner has shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bidbase.compiler.situation_index import SituationIndex
from bidbase.errors import TextError
from bidbase.game.auction import Auction
from bidbase.language.auction_state import EXCLUSIVE, Expected
from bidbase.language.circumstances import Circumstances
from bidbase.language.situation_text import parse_situation
from bidbase.language.situations import StateClause
from tests.engine.making import make_bidder
from tests.strategies import auctions

BOOK = (
    {"order": "100000", "bid": "1N", "hcp": "15-17", "shape": "balanced"},
    {"order": "200000", "bid": "1S", "hcp": "12-21", "spades_num": "5+"},
    {"order": "300000", "bid": "1H", "hcp": "12-21", "hearts_num": "5+"},
    {"order": "400000", "bid": "1C", "hcp": "12-21", "clubs_num": "3+"},
    {"prior_bids": "1S-P", "order": "100000", "bid": "2S", "hcp": "6-9", "spades_num": "3+"},
    {"prior_bids": "1S-P", "order": "200000", "bid": "3S", "hcp": "10-12", "spades_num": "4+"},
    {"prior_bids": "1S-P", "order": "300000", "bid": "2D", "hcp": "13+", "diamonds_num": "4+", "asks": "G"},
    {"prior_bids": "1S-P", "order": "400000", "bid": "1N", "hcp": "6-12", "asks": "1"},
    {"prior_bids": "1C-P", "order": "100000", "bid": "1H", "hcp": "6+", "hearts_num": "4+", "asks": "1"},
    {"prior_bids": "1C-P", "order": "200000", "bid": "1S", "hcp": "6+", "spades_num": "4", "asks": "1"},
    {"prior_bids": "1N-P", "order": "100000", "bid": "2C", "hcp": "8+", "asks": "1"},
    {"prior_bids": "1N-P", "order": "200000", "bid": "3N", "hcp": "10-15", "asks": "SO"},
    {"prior_bids": "1N-P", "order": "300000", "bid": "2N", "hcp": "8-10"},
    {"prior_bids": "1S", "order": "100000", "bid": "2H", "hcp": "10-15", "hearts_num": "5+"},
    {"prior_bids": "1S", "order": "200000", "bid": "D", "hcp": "12+", "spades_num": "<3"},
    {"prior_bids": "1S-P-2D-P", "order": "100000", "bid": "2S", "spades_num": "6+"},
    {"prior_bids": "1S-P-2D-P-2S-P", "order": "100000", "bid": "4N", "hcp": "18+", "asks": "A"},
)


BIDDER = make_bidder(*BOOK)


def state(calls: str | Auction):
    auction = Auction.parse(calls) if isinstance(calls, str) else calls
    return BIDDER.turn(auction, Circumstances.of(auction)).disclosure.state(auction)


# (clauses, auction, the suits of the variables or None where it is not met, why)
CLAUSES = [
    ("fit a", "1S-P-2S-P", {"a": "S"}, "five and three"),
    ("fit a", "1S-P-1N-P", None, "nothing is known of responder's spades"),
    ("fit S", "1S-P-3S-P", {}, "a certain suit"),
    ("fit H", "1S-P-3S-P", None, "another suit"),
    ("fit a; a=m", "1S-P-2S-P", None, "not a minor"),
    ("fit a; a=M", "1S-P-2S-P", {"a": "S"}, "a major"),
    ("no fit", "1S-P-1N-P", {}, "none known"),
    ("no fit", "1S-P-2S-P", None, "there is one"),
    ("agreed a", "1S-P-2S-P", {"a": "S"}, "the only fit"),
    ("trumps a", "1S-P-2S-P", {"a": "S"}, "what is agreed"),
    ("trumps a", "1S-P-2D-P", {"a": "S"}, "no fit is known: five spades are more than four diamonds"),
    ("trumps a", "1N-P", None, "nobody has shown four cards"),
    ("maybe a", "1S-P-2D-P", {"a": "S"}, "five spades opposite one who has not denied three; diamonds are shorter"),
    ("maybe S, maybe D", "1S-P-2D-P", {}, "both suits"),
    ("maybe a", "1C-P-1S-P", {"a": "S"}, "partner has just four, and we may have four"),
    ("maybe a", "1S-P-2S-P", None, "a known fit is not a possible one"),
    ("partner a", "1S-P", {"a": "S"}, "partner opened it"),
    ("partner a, own b", "1S-P-2D-P", {"a": "D", "b": "S"}, "partner's suit, and our own"),
    ("theirs a", "1S-2H", {"a": "H"}, "an overcall"),
    ("theirs a", "1S-P-2S", {"a": "S"}, "the opening on our left"),
    ("theirs a", "1N-P", None, "notrump shows no suit"),
    ("their fit a", "1S-P-2S", {"a": "S"}, "five and three"),
    ("their fit a", "1S-P-2S-P", None, "the fit is ours"),
    ("no their fit", "1S-2H", {}, "the one on the left has shown no hearts"),
    ("behind a", "1S-2H", {"a": "H"}, "the one on our right overcalled"),
    ("behind a", "1S-2H-P-P", None, "hearts are on our left"),
    ("before a", "1S-2H-P-P", {"a": "H"}, "the one on our left overcalled"),
    ("before a", "1S-2H", None, "hearts are on our right"),
    ("no theirs", "1S-P", {}, "they have only passed"),
    ("contract a", "1C-P", {"a": "C"}, "one club, the lowest of all bids"),
    ("contract a", "1S-2H", {"a": "H"}, "the highest bid"),
    ("no contract", "1N-P", {}, "notrump is no suit"),
    ("contract a, own b", "1S-P-2S-P", None, "two variables are never one suit"),
    ("contract a, own a", "1S-P-2S-P", {"a": "S"}, "one variable in two clauses"),
    ("after 2S-P", "1S-P-2S-P", {}, "the last calls"),
    ("after 2S-P", "1S-P-2S-P-3C-P", None, "no more the last calls"),
    ("after 2M-P, agreed a", "1S-P-2S-P", {"a": "S"}, "a selector"),
    ("after 2S[Limit raise]-P", "1S-P-2S-P", None, "of another name"),
    ("unbid a, unbid b", "1S-P-2D-P", {"a": "H", "b": "C"}, "the highest first"),
    ("unbid a, unbid b", "1C-P-1H-P", {"a": "S", "b": "D"}, "and clubs, of which three were shown, are the last"),
    ("unbid C", "1C-P-1H-P", {}, "three cards are no suit yet"),
    ("own C", "1C-P-1H-P", None, "of one's own"),
    ("partner C", "1C-P", None, "or of partner's"),
    ("theirs C", "1C", None, "or of theirs"),
    ("partner H", "1C-P-1H-P", {}, "four are"),
    ("own H", "1C-P-1H-P-1S-P", {}, "four are"),
    ("theirs H", "1C-P-1H", {}, "four are"),
    ("trumps H", "1C-P-1H-P", {}, "four are"),
    ("forced", "1S-P-1N-P", {}, "the notrump is forcing"),
    ("forced", "1S-P-2S-P", None, "a raise is not"),
    ("free", "1S-P-2S-P", {}, "it may be passed"),
    ("forced", "1S-P-1N-2C", None, "their bid gives us another chance"),
    ("forced", "1S-P-2D-P-2S-P", {}, "two over one was a game force"),
    ("forced to game", "1S-P-2D-P-2S-P", {}, "and game is not reached"),
    ("forced to game", "1S-P-2D-P-3N-P", None, "game is reached"),
    ("free, game bid", "1S-P-2D-P-3N-P", {}, "no force above game"),
    ("not forced to game", "1S-P-1N-P", {}, "one round is not game"),
    ("signed off", "1N-P-3N-P", {}, "to play"),
    ("asked A", "1S-P-2D-P-2S-P-4N-P", {}, "Blackwood"),
    ("asked K", "1S-P-2D-P-2S-P-4N-P", None, "aces, not kings"),
    ("captain", "1N-P", {}, "partner has three points of room, we have told nothing"),
    ("captain", "1S-P", None, "partner has ten points of room"),
    ("not captain", "1S-P", {}, "so nobody is"),
    ("captain", "1S-2H-P", {}, "ten to fifteen: five points of room"),
    ("not captain", "1S-P-1N-P", {}, "six to twelve are known too little, if better than our twelve to twenty-one"),
    ("not captain", "1N-P-2N-P", {}, "both have told two points of room"),
    ("captain", "1S-P-2S-P", {}, "opener knows more than responder"),
    ("not captain", "1N-P-3N-P", {}, "opener has told more"),
    ("we hold", "1S-P", {}, "partner's bid is the highest"),
    ("limited", "1N-P-P-2H", {}, "fifteen to seventeen"),
    ("limited", "1S-P-2S-P", None, "twelve to twenty-one"),
    ("unlimited", "1S-P-2S-P", {}, "partner does not know how strong we are"),
    ("partner limited", "1S-P-2S-P", {}, "six to nine"),
    ("partner limited", "1S-P", None, "partner may have twenty-one"),
    ("partner unlimited", "1S-P", {}, "partner may have twenty-one"),
    ("they hold", "1S-2H", {}, "theirs is"),
    ("they hold", "P-P", None, "nobody has bid"),
    ("below game", "1S-P-3S-P", {}, "three spades"),
    ("game bid", "1S-P-4S-P", {}, "four spades"),
    ("below game", "1C-P-4C-P", {}, "four clubs is no game"),
    ("doubled", "1S-D", {}, "a double stands"),
    ("undoubled", "1S-D", None, "it does"),
    ("undoubled", "P-P", {}, "there is nothing to double"),
    ("redoubled", "1S-D-R", {}, "so does a redouble"),
    ("passout", "1S-P-P", {}, "two passes and ours"),
    ("passout", "1S-P", None, "others are still to call"),
    ("contested", "1S-2H-P-P", {}, "they bid"),
    ("silent", "1S-P-2S-P", {}, "they did not"),
    ("partner acted", "1S-P", {}, "partner opened"),
    ("we acted", "1S-P", None, "we have not"),
    ("we acted", "1S-P-P-D", {}, "we opened"),
    ("we acted", "1S-P-P", None, "fourth hand has not called"),
    ("partner acted", "1S-2H-P", {}, "partner came in"),
    ("partner acted", "1S-P-1N", None, "partner passed"),
    ("silent", "P-2H-P-3H-P", {}, "both passed"),
    ("contested", "1D-2H-P-3H-P", {}, "the one on the right opened"),
    ("contested", "2H-D-3H-P", {}, "the one on the left doubled"),
    ("points 18+", "1S-P-2S-P", {}, "twelve and six"),
    ("points 19+", "1S-P-2S-P", None, "no more is known"),
    ("partner has 15+", "1N-P", {}, "at the least"),
    ("partner may have <10", "1S-P-2S-P", {}, "at the most nine"),
    ("they have 18+", "1S-P-2S", {}, "twelve and six"),
    ("they have 18+", "1S-P-2S-P", None, "those points are ours"),
    ("they may have <31", "1S-P-2S", {}, "at the most twenty-one and nine"),
    ("they may have <40", "1S-P", None, "nothing is known of the one on our left"),
    ("high 2C-3S", "1S-2H", {}, "between them"),
    ("high <2H", "1S-2H", None, "not below it"),
    ("high <=2H", "1S-2H", {}, "not above it"),
    ("high >2D", "1S-2H", {}, "above it"),
    ("high >=2H", "1S-2H", {}, "not below"),
    ("high 2H", "1S-2H", {}, "just so"),
    ("high <1C", "P-P", {}, "nothing has been bid"),
]


@pytest.mark.parametrize(("clauses", "calls", "suits", "why"), CLAUSES)
def test_clauses(clauses, calls, suits, why):
    binding = parse_situation(f"@ {clauses}").match(state(calls))
    assert (binding and {name: suit.letter for name, suit in binding.items()}) == (suits or (binding and {})), why
    assert (binding is None) == (suits is None), why


def test_a_situation_is_written_as_it_is_read():
    for clauses, *_ in CLAUSES:
        key = parse_situation(f"@ {clauses}")
        words = clauses if clauses.startswith("after ") else f"when {clauses}"
        assert (str(key), key.words()) == (f"@ {clauses}", words)


def test_the_index_finds_what_each_key_finds_by_itself():
    keys = [parse_situation(f"@ {clauses}") for clauses in dict.fromkeys(clauses for clauses, *_ in CLAUSES)]
    index = SituationIndex(keys)
    for calls in [*(calls for _, calls, *_ in CLAUSES)] * 2:  # at the second time from what it has found out
        here = state(calls)
        expected = [(key, binding) for key in keys if (binding := key.match(here)) is not None]
        assert list(index.met(here)) == expected


@given(auctions(going_on=True), st.sampled_from(sorted(map(sorted, EXCLUSIVE))))
def test_what_is_refused_as_a_contradiction_never_holds(auction, pair):
    here = state(auction)
    assert not all(StateClause(word).holds(here) for word in pair)


def test_nothing_is_known_of_a_player_who_has_not_called():
    assert Expected() == Expected((0, 37), (0, 0, 0, 0), (13, 13, 13, 13), (0, 0, 0, 0))
    assert state("1S").partner == Expected()


@pytest.mark.parametrize("pair", ["high <2C, high <3N", "points 10+, partner has 12+", "fit S, fit H", "fit a, fit a"])
def test_what_may_hold_together_is_read(pair):
    assert len(parse_situation(f"@ {pair}").clauses) == 2


# (text, the part at fault, part of the message)
BAD = [
    ("@", "@", "needs a clause"),
    ("@ fit", "fit", "no clause"),
    ("@ fit a, fitt b", "fitt b", "no clause"),
    ("@ fit N", "N", "no suit"),
    ("@ fit d", "d", "no suit"),
    ("@ points many", "many", "not a range"),
    ("@ asked Z", "Z", "not one code"),
    ("@ high 8C", "high 8C", "no clause"),
    ("@ after #2S-P", "#", "leave out the #"),
    ("@ after 2a-P", "2a-P", "no variables"),
    ("@ after 2S-Q", "Q", "expected a call"),
    ("@ fit a; b=M", "b=M", "stands in no clause"),
    ("@ fit a; a=Q", "a=Q", "not a condition"),
    ("@ fit a; a=M; a=S", "a=S", "two conditions"),
    ("@ fit a; a=M, a=S", "a=S", "two conditions"),
    ("@ fit a;", "", "not a condition"),
    ("@ , free", ",", "missing beside the comma"),
    ("@ free, , forced", ",", "missing beside the comma"),
    ("@ free ,", ",", "missing beside the comma"),
    ("@ fit  a ,  partner   has   10+x", "x", "not a range"),
    ("@  asked   ZZ ", "ZZ", "not one code"),
    ("@  after   1N - P-9C", "9", "expected a call"),
    ("@ after 1N[NT, Strong", "[", "not closed"),
    ("@ high 4C-3C", "4C-3C", "below its start"),
    ("@ below game, game bid", "game bid", "never hold together"),
    ("@ forced to game, free, game bid", "game bid", "forced to game and game bid never hold together"),
    ("@ undoubled, redoubled", "redoubled", "never hold together"),
    ("@ silent, they hold", "they hold", "never hold together"),
    ("@ no fit, fit a", "fit a", "never hold together"),
    ("@ fit S, no fit", "no fit", "never hold together"),
    ("@ high <2C, high >3N", "high >3N", "never hold together"),
    ("@ points 41+", "points 41+", "nobody ever shows 41 or more points"),
    ("@ partner has 38+", "partner has 38+", "nobody ever shows"),
    ("@ points 20+, points <20", "points <20", "never hold together"),
    ("@ partner has 20+, partner may have <15", "partner may have <15", "never hold together"),
    ("@ points <10, partner has 12+", "partner has 12+", "never hold together"),
    ("@ they have 20+, they may have <20", "they may have <20", "never hold together"),
    ("@ they have 41+", "they have 41+", "nobody ever shows"),
    ("@ fit a," + "x" * 1000, "", "more than 1000 cannot be read"),
]


@pytest.mark.parametrize(("text", "fault", "message"), BAD)
def test_bad_keys_are_refused_with_the_place(text, fault, message):
    with pytest.raises(TextError) as caught:
        parse_situation(text)
    assert message in caught.value.message
    start, end = caught.value.span
    assert text[start:end] == fault


# each with other clauses, or at the limit of what can be shown
POSSIBLE = [
    "@ points 40",
    "@ partner has 37",
    "@ partner may have 37",
    "@ points 20, partner has 20",
    "@ partner has 20, partner may have 20",
    "@ partner may have <10, points <10",
    "@ points 25+, partner may have <10",
    "@ high <2C, high >1S, after P",
    "@ high <=2C, high >=2C",
    "@ fit S, no unbid",
    "@ asked A, asked K",
]


@pytest.mark.parametrize("text", POSSIBLE)
def test_a_situation_that_can_be_met_is_read(text):
    assert str(parse_situation(text)) == text


def test_blanks_and_names_are_read_as_they_are_meant():
    written = parse_situation("@ no   fit ,partner  may\thave <13, after 1N[NT, Strong; old] -P,own a ;a = M")
    assert str(written) == "@ no fit, partner may have <13, after 1N[NT, Strong; old]-P, own a; a=M"
    assert parse_situation(str(written)) == written


# (key, auction, the suits of the variables, why)
COMPETING = [
    ("own a, unbid b, unbid c", "1S-P-2S-P", {"a": "S", "b": "H", "c": "D"}, "the highest first"),
    ("unbid a, unbid b; b=H", "1S-P-2S-P", {"a": "D", "b": "H"}, "a leaves hearts to b, which could have no other"),
    ("unbid a, unbid b; a=M, b=M", "1S-P-2S-P", None, "two majors are wanted and one is there"),
    ("maybe a, own a", "1S-P-2D-P", {"a": "S"}, "one suit that is both"),
    ("maybe a, partner a", "1S-P-2D-P", {"a": "D"}, "spades may be the longer fit, but are not partner's"),
]


@pytest.mark.parametrize(("clauses", "calls", "suits", "why"), COMPETING)
def test_variables_that_compete_for_a_suit(clauses, calls, suits, why):
    binding = parse_situation(f"@ {clauses}").match(state(calls))
    assert (binding and {name: suit.letter for name, suit in binding.items()}) == suits, why


def test_the_fullest_key_goes_first():
    bidder = make_bidder(
        {"prior_bids": "@ fit a", "bid": "2N"},
        {"prior_bids": "@ fit a, free; a=M", "bid": "3N"},
        {"prior_bids": "@ free", "bid": "P"},
    )
    assert [str(key) for key in bidder.system.situations] == ["@ fit a, free; a=M", "@ fit a", "@ free"]
