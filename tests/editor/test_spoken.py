"""Entries in words."""

import pytest

from bidbase.language.field import Group
from bidbase.systems.model import Entry
from editor.store.entries.presenters import entry_title, entry_words, hand_words, specs_by_group

# (cells, words, why)
SAID = [
    ({}, "any hand", "nothing is asked"),
    ({"hcp": "15-17", "shape": "balanced"}, "15 to 17 HCP; balanced (no singleton or void, at most one doubleton)", ""),
    ({"x_num": "4", "spades_num": "x", "hearts_num": "x"}, "exactly 4 spades or hearts", "the suits, not the X suit"),
    (
        {"x_num": "5+", "x_points": "a", "clubs_num": "x"},
        "5 or more clubs; in that suit two of the top three honors",
        "",
    ),
    ({"x_num": "any", "diamonds_num": "x", "clubs_num": "x"}, "any number of diamonds or clubs", "the better minor"),
    ({"x_points": "A", "spades_num": "x", "clubs_num": "x"}, "in spades or clubs the ace", "honors alone"),
    (
        {"x_num": "6", "spades_num": "x,4", "hearts_num": "x"},
        "exactly 6 spades or hearts; the X suit may be spades, or exactly 4 spades",
        "what holds where it is not the X suit is told as it stands",
    ),
]


@pytest.mark.parametrize(("cells", "words", "why"), SAID)
def test_what_a_hand_must_hold(cells, words, why):
    assert hand_words(Entry.of({"order": "100000", "bid": "1S"} | cells)) == words, why


def test_an_entry_says_when_alone_it_is_used():
    cells = {"order": "100000", "bid": "2S", "hcp": "5-10"}
    assert entry_words(Entry.of(cells)) == "5 to 10 HCP"
    only = {"position": "1,3", "vulnerability": "Non"}
    assert entry_words(Entry.of(cells | only)) == "5 to 10 HCP (in first or third seat; we are not vulnerable)"


@pytest.mark.parametrize(
    ("section", "title"),
    [
        ("", "the opening 2♠"),
        ("1N-P", "2♠ after 1NT – Pass"),
        ("1a-P; a=M", "2♠ in auctions like 1a-P; a=M"),
        ("@ forced to game", "2♠ when forced to game"),
        ("@ after 1N-P", "2♠ after 1N-P"),
    ],
)
def test_what_an_entry_is_called(section, title):
    assert entry_title(Entry.of({"prior_bids": section, "order": "100000", "bid": "2S"})) == title


def test_excuses_are_not_told():
    entry = Entry.of({"order": "100000", "bid": "1S", "notes": "Longer first.", "excuses": "gap: weaker hands pass"})
    assert [spec.text for spec in specs_by_group(entry)[Group.RECORD]] == ["Longer first."]
