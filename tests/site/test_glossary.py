"""The glossary: every word is explained by plain words, and a text is marked without being changed otherwise."""

import re
from html import unescape

import pytest
from django.utils.html import escape
from django.utils.safestring import mark_safe
from hypothesis import given
from hypothesis import strategies as st

from bidbase.game.cards import Hand, Strain
from bidbase.game.evaluation import COUNT_BY_NAME
from bidbase.game.features import TOTAL_POINTS, dummy_points
from bidbase_web.glossary import glossary, word_by_form, word_pattern
from bidbase_web.templatetags.bridge import prose, suits
from bidbase_web.templatetags.glossary import explained
from bidbase_web.templatetags.notes import notes
from tests.site.plain_words import PLAIN

NAMES = [word.name for word in glossary()]


def marked(html: str) -> list[str]:
    return re.findall(r'<a class="word"[^>]*>([^<]*)</a>', html)


def without_marks(html: str) -> str:
    return re.sub(r'<a class="word"[^>]*>([^<]*)</a>', r"\1", html)


# --- What the words say ---


@pytest.mark.parametrize("place", range(len(NAMES)), ids=NAMES)
def test_a_word_is_explained_by_plain_words_and_by_words_above_it(place):
    word, above = glossary()[place], glossary()[:place]
    used = {word_by_form()[form.lower()] for form in word_pattern().findall(word.says)}
    assert used <= set(above)
    rest = re.findall(r"[a-z][a-z'-]*", word_pattern().sub("", word.says).lower())
    assert set(rest) <= PLAIN


@pytest.mark.parametrize("word", glossary(), ids=NAMES)
def test_a_word_is_explained_in_one_sentence(word):
    assert word.says.endswith(".")
    assert ". " not in word.says
    assert len(word.says) <= 140


def test_each_form_belongs_to_one_word():
    forms = [form.lower() for word in glossary() for form in (word.name, *word.forms)]
    assert sorted(forms) == sorted(set(forms))


SHORT = {"void": "-.65432.7654.5432", "singleton": "2.65432.7654.543", "doubleton": "32.6543.7654.543"}


@pytest.mark.parametrize("holding", SHORT)
def test_short_suits_count_as_the_glossary_says(holding):
    hand = Hand.parse(SHORT[holding])
    counts = {"total points": TOTAL_POINTS.of(hand), "points with short suits": dummy_points(Strain.DIAMONDS).of(hand)}
    for name, count in counts.items():
        (said,) = re.findall(rf"{holding} (\d)", word_by_form()[name].says)
        assert count == int(said), name


def test_honors_count_as_the_glossary_says():
    says = word_by_form()["hcp"].says
    for honor, name in zip("AKQJ", ("ace", "king", "queen", "jack"), strict=True):
        hand = Hand.parse(f"{honor}32.432.432.5432")
        assert f"{name} {COUNT_BY_NAME['hcp'].of(hand):g}" in says


# --- How texts are marked ---

# (text, what is marked in it, why)
TEXTS = [
    ("1NT shows 15 to 17 HCP; you have 14 HCP.", ["HCP"], "the first place alone"),
    ("Partner's bid is forcing.", ["forcing"], "everyday words are left alone"),
    ("a game-forcing raise", ["game-forcing", "raise"], "the longest word where several begin"),
    ("Forcing, with Support", ["Forcing", "Support"], "in capitals as well"),
    ("a three-card raise, gameplay, an honorable void", ["raise", "void"], "whole words alone"),
    ("one stopper or two stoppers", ["stopper"], "two forms are one word"),
    ("Over deals that fit the auction", [], "a verb is another word"),
    ("nothing to explain", [], ""),
    ("", [], ""),
]


@pytest.mark.parametrize(("text", "words", "why"), TEXTS)
def test_the_first_place_of_each_word_is_marked(text, words, why):
    assert marked(explained(text)) == words, why


@pytest.mark.parametrize(
    "html",
    [
        '<a href="/learn/stayman/">Stayman</a>',
        "<summary>What a splinter is</summary>",
        "<button>Double for takeout</button>",
        "<h3>Transfer</h3>",
        '<span title="a void">x</span>',
    ],
)
def test_links_buttons_headings_and_attributes_are_left_alone(html):
    assert explained(mark_safe(html)) == html


def test_a_mark_leads_to_the_page_of_words_and_carries_the_sentence():
    html = explained("a cue-bid")
    assert 'href="/words/#cue-bid"' in html
    assert escape(word_by_form()["cue-bid"].says) in html


@given(st.lists(st.sampled_from([*NAMES, "and", "<b>", "&", '"', "♥Q6", "15–17", "K95.A84.J863.T72"])).map(" ".join))
def test_nothing_but_marks_is_added(text):
    assert unescape(without_marks(explained(text))) == text
    for written in (suits(text), prose(text), notes(text)):
        assert without_marks(explained(written)) == written
