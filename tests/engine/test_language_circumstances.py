"""When an entry is in use: vulnerability, position, percentage and the codes of the sides."""

import pytest

from bidbase.errors import TextError
from bidbase.game.auction import Auction
from bidbase.game.cards import Seat, Vulnerability
from bidbase.language.circumstances import (
    POSITIONS,
    VULNERABILITIES,
    Circumstances,
    Scoring,
    User,
    parse_position_codes,
    parse_usage,
    parse_vulnerability_codes,
)

# code, and whether it holds when (nobody, they, we, both) are vulnerable
VULNERABLE = [
    ("Vul", False, False, True, True),
    ("Non", True, True, False, False),
    ("Fav", False, True, False, False),
    ("Unfav", False, False, True, False),
    ("Eq", True, False, False, True),
    ("Eq+", True, True, False, True),
    ("Fav,Unfav", False, True, True, False),
]


@pytest.mark.parametrize(("text", "nobody", "they", "we", "both"), VULNERABLE)
def test_vulnerability(text: str, nobody: bool, they: bool, we: bool, both: bool) -> None:
    codes = parse_vulnerability_codes(text)
    assert [codes.holds(Circumstances(ours, theirs)) for ours in (False, True) for theirs in (False, True)] == [
        nobody,
        they,
        we,
        both,
    ]


def test_every_vulnerability_is_in_the_table() -> None:
    assert {text for text, *_ in VULNERABLE} >= set(VULNERABILITIES)


# The auction so far, and the codes that hold for the player to call.
POSITION = [
    ("", "1 F N U", "the dealer: nobody has passed"),
    ("P", "2 F N U", "second seat"),
    ("P-P", "3 T N P", "partner has passed"),
    ("P-P-P", "4 T N P", "fourth seat, partner has passed"),
    ("1C", "2 F N U", "the opener is no passed hand"),
    ("1C-P", "3 T N U", "partner opened"),
    ("P-1C-P", "4 T N U", "partner opened in second seat"),
    ("P-P-1C-P", "1 F Y U", "we passed, then partner opened in third seat"),
    ("P-P-P-1C-P", "2 F Y U", "we passed, then partner opened in fourth seat"),
    ("P-P-1C-1S-X-P", "3 T N P", "the opener, whose partner has passed"),
    ("1C-P-1H-P", "1 F N U", "a pass after the opening makes no passed hand"),
]


@pytest.mark.parametrize(("calls", "holding", "why"), POSITION)
def test_position(calls: str, holding: str, why: str) -> None:
    circumstances = Circumstances.of(Auction.parse(calls))
    assert {code for code in POSITIONS if parse_position_codes(code).holds(circumstances)} == set(holding.split()), why


def test_position_alternatives() -> None:
    circumstances = Circumstances.of(Auction.parse("P-P"))
    assert parse_position_codes("1,3").holds(circumstances)
    assert not parse_position_codes("1,2,Y").holds(circumstances)


@pytest.mark.parametrize("dealer", list(Seat))
@pytest.mark.parametrize("vulnerability", list(Vulnerability))
def test_vulnerability_is_seen_from_the_player_to_call(dealer: Seat, vulnerability: Vulnerability) -> None:
    for calls in ("", "1C", "1C-P"):
        auction = Auction.parse(calls, dealer, vulnerability)
        ns_to_call = (dealer + len(auction.calls)) % 2 == 0
        ns, ew = bool(vulnerability & 1), bool(vulnerability & 2)
        circumstances = Circumstances.of(auction)
        assert (circumstances.vulnerable, circumstances.opponents_vulnerable) == ((ns, ew) if ns_to_call else (ew, ns))


# Pct, and whether the entry is used by (us at IMPs, us at matchpoints, them at IMPs, them at matchpoints)
USAGE = [
    ("0", False, False, False, False),
    ("W", True, True, False, False),
    ("T", False, False, True, True),
    ("I", True, False, True, False),
    ("M", False, True, False, True),
    ("WI", True, False, False, False),
    ("TM60", False, False, False, True),
    ("0I", False, False, False, False),
    ("60", True, True, True, True),
    ("C", True, True, True, True),
    ("x60", False, False, False, False),
]


@pytest.mark.parametrize(("text", "we_imp", "we_mp", "they_imp", "they_mp"), USAGE)
def test_usage(text: str, we_imp: bool, we_mp: bool, they_imp: bool, they_mp: bool) -> None:
    usage = parse_usage(text)
    assert [usage.holds(Circumstances(scoring=scoring, user=user)) for user in User for scoring in Scoring] == [
        we_imp,
        we_mp,
        they_imp,
        they_mp,
    ]


def test_percentage_is_kept_while_switched_off() -> None:
    assert (parse_usage("x60").percent, parse_usage("x60").percent_off) == (60, True)
    assert (parse_usage("60").percent, parse_usage("60").percent_off) == (60, False)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("0", "switched off"),
        ("W", "by us only"),
        ("TM60", "by the opponents only, at matchpoints, 60 % of the time"),
        ("x60", "switched off, 60 % of the time"),
        ("C", "other sections may make this call too"),
    ],
)
def test_usage_in_words(text: str, words: str) -> None:
    assert parse_usage(text).words() == words


@pytest.mark.parametrize("text", ["", "  "])
def test_usage_has_a_code(text: str) -> None:
    with pytest.raises(TextError, match="write one to three codes"):
        parse_usage(text)


@pytest.mark.parametrize(
    ("ours", "theirs", "words"),
    [
        (False, False, "nobody vulnerable"),
        (True, True, "both sides vulnerable"),
        (True, False, "vulnerable against not"),
        (False, True, "not vulnerable against vulnerable"),
    ],
)
def test_vulnerability_in_words(ours: bool, theirs: bool, words: str) -> None:
    assert Circumstances(ours, theirs).vulnerability_words() == words


def test_position_in_words() -> None:
    assert Circumstances.of(Auction.parse("P-P")).position_words() == (
        "third seat, not a passed hand, partner a passed hand"
    )
    assert Circumstances.of(Auction.parse("P-P-1C-P")).position_words() == "first seat, a passed hand"


def test_scoring_is_read() -> None:
    assert Scoring.parse(" imp ") is Scoring.IMP
    assert Scoring.parse("MP") is Scoring.MP
    with pytest.raises(TextError, match="IMP or MP"):
        Scoring.parse("rubber")


def test_nothing_is_different_before_the_first_call() -> None:
    assert Circumstances() == Circumstances.of(Auction())
