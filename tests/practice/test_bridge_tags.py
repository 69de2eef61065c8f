"""How templates write calls, suits and hands: in color for the eye, in words for the ear."""

import re

import pytest
from django.template import Context, Template

from bidbase.game.auction import Call
from bidbase.game.cards import Hand


def written(template: str, **values: object) -> str:
    return Template("{% load bridge %}" + template).render(Context(values))


def heard(html: str) -> str:
    """What a screen reader says: labels instead of symbols, nothing that is hidden from it."""
    html = re.sub(r'<(\w+)[^>]*role="img" aria-label="(\w+)"[^>]*>[^<]*</\1>', r" \2", html)
    html = re.sub(r'<span aria-hidden="true">[^<]*</span>', "", html)
    return " ".join(re.sub(r"<[^>]+>", "", html).split())


@pytest.mark.parametrize(
    ("text", "seen", "said"),
    [
        ("1H", "1♥", "1 heart"),
        ("2H", "2♥", "2 hearts"),
        ("7C", "7♣", "7 clubs"),
        ("3N", "3NT", "3NT"),
        ("P", "Pass", "Pass"),
        ("X", "Double", "Double"),
        ("XX", "Redouble", "Redouble"),
    ],
)
@pytest.mark.parametrize("form", [str, Call.parse])
def test_calls(text, seen, said, form):
    html = written("{{ call|call }}", call=form(text))
    assert re.sub(r"<[^>]+>", "", html) == seen
    assert heard(html) == said


@pytest.mark.parametrize(
    ("alert", "seen"),
    [("", ""), ("none", ""), ("alert", "alert"), ("announce", "announced"), ("pre-alert", "pre-alert")],
)
def test_alerts_are_told_in_one_form_on_every_page(alert, seen):
    assert re.sub(r"<[^>]+>", "", written("{{ alert|alert_tag }}", alert=alert)) == seen


@pytest.mark.parametrize(("text", "seen"), [("X", "X"), ("XX", "XX"), ("P", "Pass"), ("1S", "1♠")])
def test_short_calls(text, seen):
    assert re.sub(r"<[^>]+>", "", written("{{ call|short_call }}", call=Call.parse(text))) == seen


@pytest.mark.parametrize(("symbol", "name"), [("♠", "spades"), ("♥", "hearts"), ("♦", "diamonds"), ("♣", "clubs")])
def test_each_suit_has_its_color(symbol, name):
    assert f'class="suit {name}"' in written("{{ text|suits }}", text=f"5+{symbol}")


@pytest.mark.parametrize(
    ("text", "ranges"),
    [
        ("0–7 HCP, 3–4♠, 4–6♦; or 14+ HCP", ["0–7", "3–4♠", "4–6♦"]),
        ("5+♠, 2-4 cards, 4=4=3=2", []),
    ],
)
def test_a_range_stays_on_one_line(text, ranges):
    html = re.sub(r'<span class="suit[^>]*>([^<]*)</span>', r"\1", written("{{ text|suits }}", text=text))
    assert re.findall(r'<span class="unbroken">([^<]*)</span>', html) == ranges
    assert re.sub(r"<[^>]+>", "", html) == text


@pytest.mark.parametrize(
    ("text", "ending", "why"),
    [
        ("♠KT7", "K107", "the ten as the table draws it"),
        ("♥T", "10", "alone"),
        ("no ♠A or K", "A or K", "no ten"),
        ("3♣ Takeout", " Takeout", "a word"),
        ("♦Texas", "Texas", "a word without a blank"),
    ],
)
def test_the_ten_of_a_holding_is_written_in_digits(text, ending, why):
    assert written("{{ text|suits }}", text=text).endswith(f"</span>{ending}"), why


@pytest.mark.parametrize(
    ("text", "seen", "why"),
    [
        ("passes, or bids 2H over 2D", "passes, or bids 2♥ over 2♦", "bids"),
        ("4S-4H, 2C/2D", "4♠-4♥, 2♣/2♦", "bids side by side"),
        ("1N-P-2C, 3NT", "1NT-P-2♣, 3NT", "notrump"),
        ("3NT, 4=4=3=2, 15 to 17", "3NT, 4=4=3=2, 15 to 17", "nothing in a suit"),
        ("A2C 12C 8C 2Clubs", "A2C 12C 8C 2Clubs", "no bids"),
        ("Q732.K65.AJ72.T9 bids 2C", "♠Q732 ♥K65 ♦AJ72 ♣109 bids 2♣", "a hand"),
        ("J974.Q863.T9542.- bids 2C.", "♠J974 ♥Q863 ♦109542 ♣— bids 2♣.", "a void"),
        ("Strong. As 2C. 3.5 points", "Strong. As 2♣. 3.5 points", "full stops"),
        ("<b>2C</b>", "&lt;b&gt;2♣&lt;/b&gt;", "escaped"),
    ],
)
def test_bids_and_hands_in_what_people_wrote(text, seen, why):
    assert re.sub(r"<[^>]+>", "", written("{{ text|prose }}", text=text)) == seen, why


def test_text_with_suits_is_escaped():
    html = written("{{ text|suits }}", text="<script>♠")
    assert "&lt;script&gt;" in html
    assert heard(html) == "&lt;script&gt; spades"


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        (
            "AQ2.K32.KJ32.K32",
            "spades ace, queen, 2. hearts king, 3, 2. diamonds king, jack, 3, 2. clubs king, 3, 2.",
        ),
        (
            "AKQJT98765432...",
            "spades ace, king, queen, jack, 10, 9, 8, 7, 6, 5, 4, 3, 2. hearts none. diamonds none. clubs none.",
        ),
    ],
)
@pytest.mark.parametrize("form", [str, Hand.parse])
def test_hands(hand, said, form):
    assert heard(written("{{ hand|hand }}", hand=form(hand))) == said


@pytest.mark.parametrize(
    ("hand", "suits"),
    [
        pytest.param("AQ2.K32.KJ32.K32", ["spades", "hearts", "clubs", "diamonds"], id="black and red in turn"),
        pytest.param("AQ2..KJ32.K65432", ["spades", "diamonds", "clubs"], id="no hearts"),
        pytest.param("AQ2.K65432.KJ32.", ["hearts", "spades", "diamonds"], id="no clubs"),
        pytest.param("AQ2.K65432..KJ32", ["spades", "hearts", "clubs"], id="no diamonds"),
        pytest.param(".AQ2.K65432.KJ32", ["hearts", "clubs", "diamonds"], id="no spades"),
        pytest.param("AKQJT98765432...", ["spades"], id="one suit"),
    ],
)
def test_a_fan_has_thirteen_cards_with_the_colors_in_turn(hand, suits):
    html = written("{% fan hand %}", hand=Hand.parse(hand))
    cards = re.findall(r'class="playing-card (\w+)"', html)
    assert len(cards) == 13
    assert list(dict.fromkeys(cards)) == suits
