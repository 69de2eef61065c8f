"""What properties are tested with: cards, calls, auctions, and texts for the cells of an entry."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from bidbase.errors import TextError
from bidbase.game.auction import CALLS, DOUBLE, PASS, REDOUBLE, Auction, Call
from bidbase.game.cards import SEATS, SUITS, Deal, Hand, Vulnerability
from bidbase.language.auction_state import POINTS_CLAUSES, STATE_CLAUSES, SUIT_CLAUSES
from bidbase.language.situation_text import parse_situation

seats = st.sampled_from(SEATS)
vulnerabilities = st.sampled_from(Vulnerability)
holdings = st.integers(0, (1 << 13) - 1)
calls = st.sampled_from(CALLS)


def _hand(cards: list[int]) -> Hand:
    return Hand([sum(1 << card % 13 for card in cards if card // 13 == suit) for suit in SUITS])


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Any deal."""
    pack = draw(st.permutations(range(52)))
    return Deal(_hand(pack[start : start + 13]) for start in range(0, 52, 13))


def hands() -> st.SearchStrategy[Hand]:
    """Any hand; odd shapes are as likely as even ones."""
    return st.sets(st.integers(0, 51), min_size=13, max_size=13).map(lambda cards: _hand(list(cards)))


def call_lists(max_size: int = 24) -> st.SearchStrategy[list[Call]]:
    """Any calls, mostly not a legal auction; passes and doubles are as likely as bids."""
    bids = st.integers(0, 34).map(lambda code: CALLS[code])
    return st.lists(st.one_of(st.just(PASS), st.sampled_from([DOUBLE, REDOUBLE]), bids), max_size=max_size)


@st.composite
def auctions(draw: st.DrawFn, going_on: bool = False, max_calls: int = 40) -> Auction:
    """A legal auction. Bids do not leap far, so that it may be long; with `going_on` somebody is still to call."""
    auction = Auction(draw(seats), draw(vulnerabilities))
    for _ in range(draw(st.integers(0, max_calls))):
        near = auction.legal_calls()[:8]
        if not near:
            break
        after = auction.with_call(draw(st.sampled_from(near)))
        if going_on and after.finished:
            break
        auction = after
    return auction


# Texts of cells -----------------------------------------------------------------------------------------------------

_counts = st.integers(0, 40).map(str)
_halves = st.integers(0, 80).map(lambda halves: f"{halves / 2:g}")


@st.composite
def range_texts(draw: st.DrawFn, numbers: st.SearchStrategy[str] = _counts) -> str:
    """`15-17`, `10+`, `<8`, `=4`, `6`, with blanks here and there."""
    low, high = sorted([draw(numbers), draw(numbers)], key=float)
    blank = draw(st.sampled_from(["", "", " "]))
    forms = [low, f"{low}{blank}+", f"{low}{blank}-{blank}{high}"]
    forms += [f"{sign}{blank}{low}" for sign in ("<", "<=", ">", ">=", "=")]
    return draw(st.sampled_from(forms))


def alternatives(one: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """One to three of them with commas between."""
    return st.lists(one, min_size=1, max_size=3).map(",".join)


_letters = st.sampled_from("SHDC")
_intermediates = st.sampled_from(["", "", "i1", "i2", "i4"])
_protected = st.sampled_from(["", "", "P"])
_listed_codes = st.sampled_from(["A", "K", "q", "a", "b", "c", "d", "ab", "bc", "2stop", "1stop", "hstop"])
_plain_codes = st.sampled_from(
    [
        "any",
        "!A",
        "!k",
        "!Q",
        "0stop",
        "FRC",
        "SRC",
        "P",
        "i1",
        "bid",
        "Rebid",
        "2rebid",
        "srebid",
        "solid6",
        "g0stop",
        "glstopP",
        "G2STOP",
    ]
)
_honors = st.one_of(
    _plain_codes,
    st.tuples(st.sampled_from("hH"), range_texts(), _protected).map("".join),
    st.tuples(st.one_of(_listed_codes, range_texts()), _intermediates, _protected).map("".join),
)
_signs = st.sampled_from(["<", "<=", ">", ">=", "="])
_comparisons = st.tuples(_signs, st.sampled_from([*"SHDCx", "$a", "$b", "$C"])).map("".join)
_nums = alternatives(st.one_of(range_texts(), _comparisons, st.sampled_from(["any", "ANY"])))
_totals = st.builds(lambda sign, number: f"{sign}{number}", st.sampled_from("=<>"), _counts)
_sums = st.one_of(
    st.builds(
        lambda suits, rest: f"{''.join(suits)}{rest}", st.lists(_letters, min_size=2, max_size=3, unique=True), _totals
    ),
    st.builds("{}{}{}{}".format, st.sampled_from(["", "x", "X"]), _letters, st.sampled_from(["$a", "$C"]), _totals),
)
_shapes = st.sampled_from(["balanced", "Unbalanced", "any 1-suiter", "5332", "4441", "4=4=3=2", "0=0=0=13"])
_x_marks = st.sampled_from(["", "x,", "X, "])
_by_trumps = st.tuples(st.sampled_from(["", "", "S:", "h: ", " D :", "$a:", "$b: "]), alternatives(range_texts())).map(
    "".join
)
_any_text = st.text(st.characters(blacklist_categories=["C"]), min_size=1).filter(str.strip)

_clauses = st.one_of(
    st.sampled_from([*STATE_CLAUSES]),
    st.tuples(st.sampled_from([*SUIT_CLAUSES]), st.sampled_from("abcCDHS")).map(" ".join),
    st.sampled_from([*SUIT_CLAUSES]).map(lambda word: f"no {word}"),
    st.tuples(st.sampled_from([*POINTS_CLAUSES]), range_texts()).map(" ".join),
    st.sampled_from(["asked A", "asked hc", "high <3N", "high 2C-3s", "high 4H", "high >=3c"]),
)


def _may_be_met(situation: str) -> bool:
    """Whether its clauses do not contradict one another; any other fault is a fault of these texts."""
    try:
        parse_situation(situation)
    except TextError as error:
        return not re.search("never hold together|nobody ever shows", error.message)
    return True


situation_texts = st.builds(
    lambda clauses, blanks: f"@{blanks}fit a,{blanks}{f',{blanks}'.join(clauses)};{blanks}a=M",
    st.lists(_clauses, min_size=1, max_size=4),
    st.sampled_from(["", " ", "  "]),
).filter(_may_be_met)

CELL_TEXTS: dict[str, st.SearchStrategy[str]] = {
    "prior_bids": st.one_of(auctions(going_on=True).map(str), situation_texts),
    "order": st.text("0123456789ABCxyz", min_size=6, max_size=6),
    "bid": st.one_of(
        calls.map(str), st.builds("{}{}".format, st.integers(1, 7), st.sampled_from(["x", "a", "b", "$c"]))
    ),
    "use_against": st.sampled_from(["Michaels", "Strong 2C :2D  Waiting"]),
    "convention": st.sampled_from(["Stayman", "Strong 2C: 2D Waiting", "Strong 2C :2D  Waiting: Splinter"]),
    "usage": st.sampled_from(["0", "W", "t", "M", "I", "60", "x60", "0I", "WM5", "i W 40", "D", "dT", "c", "C60"]),
    "hcp": st.one_of(
        alternatives(range_texts()),
        alternatives(range_texts().map(lambda text: f"P{text}")),
        st.sampled_from(["Min", "min+", "MIN+2", "Min-1", "hcp1n", "HCP2N"]),
    ),
    "distribution": st.tuples(st.sampled_from(["", "T", "t "]), range_texts()).map("".join),
    "knr": alternatives(range_texts(_halves)),
    "valuation": st.sampled_from(["Zar", " Work  3-2-1", "My own count"]),
    "suit_value": alternatives(range_texts(_halves)),
    "notrump_value": alternatives(range_texts(_halves)),
    "aces": alternatives(range_texts()),
    "kings": alternatives(range_texts()),
    "key_cards": _by_trumps,
    "side_kings": _by_trumps,
    "custom_points": alternatives(range_texts(_halves)),
    "ace": st.integers(0, 80).map(lambda quarters: str(quarters / 4)),
    "winners": st.tuples(st.sampled_from(["", "R", "r "]), range_texts(_halves)).map("".join),
    "losers": alternatives(range_texts(_halves)),
    "quick_tricks": alternatives(range_texts(_halves)),
    "suits_stopped": alternatives(range_texts(_halves)),
    "intermediates": alternatives(range_texts()),
    "shape": alternatives(_shapes),
    "x_num": st.tuples(alternatives(st.one_of(range_texts(), st.just("any"))), st.sampled_from(["", "U", "u"])).map(
        "".join
    ),
    "x_points": alternatives(_honors),
    "spades_num": st.one_of(st.sampled_from("xX"), st.tuples(_x_marks, _nums).map("".join)),
    "spades_points": st.one_of(st.just("x"), st.tuples(_x_marks, alternatives(_honors)).map("".join)),
    "combined_num": alternatives(_sums),
    "combined_points": alternatives(_sums),
    "vulnerability": alternatives(st.sampled_from(["Vul", "Non", "Fav", "Unfav", "Eq.", "eq+"])),
    "position": alternatives(st.sampled_from("1234FTYNPUtp")),
    "best_contract": alternatives(
        st.sampled_from(["P", "X", "g", "S", "4a", "3$c", *(f"{level}{s}" for level in range(1, 8) for s in "CDHSN")])
    ),
    "alert": st.sampled_from(["none", "Alert", "announce", "pre-alert"]),
    "shows": st.sampled_from(["any", "ANY", "8+", "8+, 4+s,balanced", "15-17,Balanced", "t12-14,0-3H", "5+ $a,>=12"]),
    "asks": alternatives(st.sampled_from(["1", "G", "O", "SO", "A", "K", "KC", "P", "HC", "cd", "B2H"])),
    "strength": st.sampled_from("BWIOPSVXo"),
    "expected_points": alternatives(range_texts()),
    "spades_shown": st.one_of(
        st.sampled_from("HSC"),
        st.tuples(st.sampled_from(["", "x", "X", "/", "F"]), st.integers(0, 13).map(str)).map("".join),
    ),
    "test_hand": hands().map(str),
    "test_auction": auctions(going_on=True).map(str),
    "saved": st.dates().map(str),
    "notes": _any_text,
    "excuses": st.sampled_from(["gap: weaker hands pass", "gap : weak\n\n look-alike: a reason "]),
    "follows": st.sampled_from(["hcp: {1NT}-{1NT+2}", "hcp : {25-1NT}+\n\n disclosure: from {25-1NT} "]),
    "disclosure": _any_text,
}
"""A strategy for the text of each kind of cell, by the name of a field that has it."""
