"""Situations in words: what each clause means, and of one auction which clauses hold and what is so instead."""

import pytest

from bidbase.cli import main
from bidbase.language.auction_state import STATE_CLAUSES, SUIT_CLAUSES, Expected
from bidbase.language.fields import FIELD_BY_NAME
from bidbase.language.situation_text import parse_situation
from bidbase.language.situation_words import clauses_in_words, expected_words, judged
from tests.engine.test_situations import CLAUSES, state

# (the situation, its clauses and conditions in words)
WORDS = [
    (
        "fit a, forced to game; a=M",
        [
            "suit a: eight cards or more shown by both partners together",
            "a call of ours forces to game, not yet reached",
            "suit a is hearts or spades",
        ],
    ),
    ("no theirs", ["no suit: a suit of four cards or more that an opponent has shown"]),
    ("agreed H", ["hearts: the longest of the fits, of equals the highest"]),
    ("points 20-24", ["the least points of both partners together: 20 to 24"]),
    ("partner has 10+", ["the least points of partner: 10 or more"]),
    ("partner may have <13", ["the most points of partner: fewer than 13"]),
    ("they may have <24", ["the most points of both opponents together: fewer than 24"]),
    ("asked KC", ["partner's last call: asks for key cards"]),
    ("high 2C-3S", ["the highest bid is 2♣ to 3♠"]),
    ("high <3N", ["the highest bid is below 3NT"]),
    ("high <=3N", ["the highest bid is 3NT or lower"]),
    ("high >2H", ["the highest bid is above 2♥"]),
    ("high >=2H", ["the highest bid is 2♥ or higher"]),
    ("high 2H", ["the highest bid is 2♥"]),
    ("after 4N[Blackwood]-P-5D-P", ["the last calls are 4N[Blackwood]-P-5D-P"]),
]


@pytest.mark.parametrize(("clauses", "words"), WORDS)
def test_each_clause_has_words(clauses, words):
    assert [words_of_clause for _, words_of_clause in clauses_in_words(parse_situation(f"@ {clauses}"))] == words


@pytest.mark.parametrize("word", [*(f"{word} a" for word in SUIT_CLAUSES), *STATE_CLAUSES])
def test_no_clause_is_without_words(word):
    ((text, words),) = clauses_in_words(parse_situation(f"@ {word}"))
    assert text == word
    assert words


# (situation, auction, the clause or condition that fails, what is so instead)
WHY_NOT = [
    ("fit a", "1S-P-1N-P", "fit a", "no suit"),
    ("fit H", "1S-P-3S-P", "fit H", "spades"),
    ("no fit", "1S-P-2S-P", "no fit", "spades"),
    ("fit a; a=m", "1S-P-2S-P", "a=m", "spades"),
    ("partner a, own a", "1S-P-2D-P", "variables", "no suit a"),
    ("contract a, own b", "1S-P-2S-P", "variables", "two would be the same suit"),
    ("points 19+", "1S-P-2S-P", "points 19+", "12 and 6"),
    ("partner has 16+", "1N-P", "partner has 16+", "15"),
    ("they have 19+", "1S-P-2S", "they have 19+", "18"),
    ("limited", "1S-P-2S-P", "limited", "12 to 21 points"),
    ("partner unlimited", "1S-P-2S-P", "partner unlimited", "6 to 9 points"),
    ("partner may have <9", "1S-P-2S-P", "partner may have <9", "9"),
    ("asked K", "1S-P-2D-P-2S-P-4N-P", "asked K", "asks for aces"),
    ("asked K", "1S-P-2S-P", "asked K", "nothing asked"),
    ("high <2H", "1S-2H", "high <2H", "2♥"),
    ("high 1C", "P-P", "high 1C", "nobody has bid"),
    ("after 2S-P", "1S-P-2D-P", "after 2S-P", "call 3: 2♦ is not"),
    ("captain", "1S-P", "captain", "partner 12 to 21 points, we 0 to 37 points"),
    ("free", "1S-P-2D-P-2S-P", "free", "nothing asked; a call of ours forced to game"),
    ("they hold", "1S-P", "they hold", "1♠, ours"),
    ("undoubled", "1S-D", "undoubled", "1♠, ours, doubled"),
    ("they hold", "P-P", "they hold", "no bid"),
    ("we acted", "1S-P", "we acted", ""),
]


@pytest.mark.parametrize(("clauses", "calls", "fails", "instead"), WHY_NOT)
def test_what_fails_is_named_with_what_is_so_instead(clauses, calls, fails, instead):
    (failed,) = (part for part in judged(parse_situation(f"@ {clauses}"), state(calls)) if not part.holds)
    assert failed.text == fails
    assert failed.had.startswith(instead)
    assert bool(failed.had) == bool(instead)


def test_of_several_variables_without_a_suit_the_first_is_named():
    key = parse_situation("@ own a, theirs a, partner b, theirs b")
    *clauses, variables = judged(key, state("1S-P-2D-2H"))
    assert all(clause.holds for clause in clauses), "each by itself"
    assert (variables.text, variables.holds, variables.had) == ("variables", False, "no suit a")


def test_a_situation_is_met_where_every_clause_and_condition_holds():
    for clauses, calls, suits, why in CLAUSES:
        each = judged(parse_situation(f"@ {clauses}"), state(calls))
        assert all(part.holds for part in each) == (suits is not None), (clauses, calls, why)


@pytest.mark.parametrize(
    ("expected", "words"),
    [
        (Expected(), "nothing"),
        (Expected((12, 21), (0, 0, 0, 5)), "12 to 21 points, 5 or more spades"),
        (Expected((13, 37)), "13 or more points"),
        (Expected((0, 37), (0, 0, 0, 0), (13, 13, 3, 13)), "at most 3 hearts"),
        (
            Expected((15, 17), (2, 2, 2, 2), (5, 5, 5, 5)),
            "15 to 17 points, 2 to 5 spades, 2 to 5 hearts, 2 to 5 diamonds, 2 to 5 clubs",
        ),
        (Expected((0, 37), (1, 0, 0, 0), (13, 4, 13, 13)), "nothing"),
        (Expected((0, 37), (0, 0, 3, 0), (13, 13, 3, 13)), "exactly 3 hearts"),
        (Expected((0, 36)), "0 to 36 points"),
    ],
)
def test_what_a_player_has_shown(expected, words):
    assert expected_words(expected) == words, "lengths of one card at the least, or four at the most, say little"


def test_the_field_says_which_auctions_a_situation_meets():
    prior_bids = FIELD_BY_NAME["prior_bids"]
    words = prior_bids.say(prior_bids.parse("@ partner a, below game; a=M"))
    assert words.startswith("when suit a: a suit of four cards or more that partner has shown; and the highest bid")
    assert words.endswith("; and suit a is hearts or spades")


def test_the_command_line_tells_which_auctions_a_situation_meets(capsys):
    assert main(["pattern", "@ fit a, forced to game; a=M"]) == 0
    printed = capsys.readouterr().out
    assert "fit a           suit a: eight cards or more shown by both partners together\n" in printed
    assert "a=M             suit a is hearts or spades\n" in printed


# (situation, auction, exit status, what is written)
HELD_AGAINST = [
    ("fit a; a=M", "1S-P-2S-P", 0, "met, a is spades\n"),
    ("fit a; a=M", "1S-P-2S-P", 0, "partner 6 to 10 points, 3 or more spades\n"),
    ("fit a; a=M", "1N-P", 1, "no  fit a  suit a: eight cards or more shown by both partners together; here no suit\n"),
    ("after 2C[Stayman]-P", "1N-P-2C-P", 0, "met\n"),
]


@pytest.mark.parametrize(("clauses", "auction", "status", "written"), HELD_AGAINST)
def test_the_command_line_holds_an_auction_against_a_situation(clauses, auction, status, written, capsys):
    assert main(["pattern", f"@ {clauses}", "--auction", auction]) == status
    assert written in capsys.readouterr().out


@pytest.mark.parametrize(
    ("situation", "auction", "fault"),
    [
        ("@ fitt a", "1N-P", "@ fitt a\n    ^^^^^^"),
        ("@ fit a", "1N-1C", "1N-1C\n     ^^"),
        ("@ fit a", "1N-P-P-P", "the auction is over"),
    ],
)
def test_the_command_line_points_at_what_it_cannot_read(situation, auction, fault, capsys):
    assert main(["pattern", situation, "--auction", auction]) == 2
    assert fault in capsys.readouterr().err
