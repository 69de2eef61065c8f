"""Template tags that write bridge: calls, meanings and hands, in four colors and in words for screen readers.

`{% load bridge %}` in any template. What is written is kept by the text or the calls that it says, since most of a page
says what other pages have said before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from django import template
from django.template.loader import render_to_string
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from bidbase.game.auction import BIDS, DOUBLE, PASS, REDOUBLE, Call
from bidbase.game.cards import SUITS, SUITS_DOWN, Hand, Strain, holding_text
from bidbase.meaning.disclosure import Meaning, MeaningLine
from bidbase_web.templatetags.glossary import explained

register = template.Library()

_KEPT = 4096  # pieces of each kind; most take less than a kilobyte

_SUIT_BY_SYMBOL = {suit.symbol: suit for suit in SUITS}
_CARDS = re.compile(r"(?<=[♠♥♦♣])[AKQJT2-9]+(?!\w)")
_RANGE = re.compile(r"\d+–\d+[♠♥♦♣]?")
_BID = re.compile(r"(?<![\w.])[1-7][CDHSN](?!\w)")
_HAND = re.compile(r"(?<![\w.-])(?:(?:[AKQJT2-9]+|-)\.){3}(?:[AKQJT2-9]+|-)(?![\w-])")
_RANK_WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}


@lru_cache
def symbol(suit: Strain, plural: bool = True) -> SafeString:
    """The colored symbol of a suit, which a screen reader reads as a word."""
    return format_html(
        '<span class="suit {}" role="img" aria-label="{}">{}</span>',
        suit.title,
        suit.title if plural else suit.title[:-1],
        suit.symbol,
    )


@register.filter(name="call")
@lru_cache
def write_call(call: Call | str) -> SafeString:
    """`1♥` with its symbol in color; `Pass`, `Double` and `Redouble` in full. Takes a call or its text."""
    call = call if isinstance(call, Call) else Call.parse(str(call))
    if not call.is_bid:
        return format_html('<span class="call {}">{}</span>', call.title.lower(), call.title)
    if call.strain is Strain.NOTRUMP:
        return format_html('<span class="call">{}<span class="notrump">NT</span></span>', call.level)
    return format_html('<span class="call">{}{}</span>', call.level, symbol(call.strain, call.level > 1))


@register.filter
@lru_cache
def short_call(call: Call) -> SafeString:
    """A call as the filter `call` writes it, but with `X` and `XX`, where there is little room."""
    if call.is_bid or call is PASS:
        return write_call(call)
    return format_html(
        '<span class="call {}" role="img" aria-label="{}">{}</span>', call.title.lower(), call.title, str(call)
    )


@register.filter
@lru_cache(_KEPT, typed=True)  # a text that is safe as it stands is not the text that looks like it
def suits(text: str) -> SafeString:
    """Text with its suit symbols in color, ranges (`4–6♦`) unbroken, and 10 for the T among the cards after a suit."""
    escaped = _CARDS.sub(lambda match: match[0].replace("T", "10"), str(conditional_escape(text)))
    unbroken = _RANGE.sub(r'<span class="unbroken">\g<0></span>', escaped)
    return mark_safe(re.sub("[♠♥♦♣]", lambda match: symbol(_SUIT_BY_SYMBOL[match[0]]), unbroken))


@register.filter
@lru_cache(_KEPT, typed=True)
def prose(text: str) -> SafeString:
    """What people wrote of bridge, as `suits`; also bids (`2C`, `1N`) and hands (`Q732.K65.AJ72.T9`) as players do."""
    with_hands = _HAND.sub(_written_hand, str(text))
    return suits(_BID.sub(lambda match: Call.parse(match[0]).title, with_hands))


def _written_hand(match: re.Match[str]) -> str:
    holdings = zip(SUITS_DOWN, match[0].split("."), strict=True)
    return " ".join(f"{suit.symbol}{cards.replace('-', '—')}" for suit, cards in holdings)


@register.filter
def alert_tag(alert: str) -> SafeString:
    """Beside a call, how it is disclosed: `alert`, `announced`. Nothing for a call that is neither."""
    if alert in ("", "none"):
        return SafeString()
    return format_html('<span class="tag alert">{}</span>', "announced" if alert == "announce" else alert)


def holding_words(holding: int) -> str:
    """`ace, queen, 2`; `none` for a void."""
    return ", ".join(_RANK_WORDS.get(rank, rank) for rank in holding_text(holding)) or "none"


@register.filter(name="hand")
def write_hand(hand: Hand | str) -> SafeString:
    """A hand as four rows, spades first: the symbol and the cards. Takes a hand or its text."""
    hand = hand if isinstance(hand, Hand) else Hand.parse(hand)
    rows = (
        (symbol(suit), holding_words(hand.holdings[suit]), _spaced(hand.holdings[suit]) or "—") for suit in SUITS_DOWN
    )
    return format_html(
        '<span class="hand">{}</span>',
        format_html_join(
            "",
            '<span class="holding">{} <span class="visually-hidden">{}. </span>'
            '<span aria-hidden="true">{}</span></span>',
            rows,
        ),
    )


def _spaced(holding: int) -> str:
    return " ".join(holding_text(holding)).replace("T", "10")


@register.simple_tag
@lru_cache(_KEPT)
def fan(hand: Hand) -> SafeString:
    """A hand as thirteen cards side by side, black and red suits in turn where that is possible."""
    order = [suit for suit in _fan_order(hand) if hand.holdings[suit]]
    context = {
        "words": "; ".join(f"{suit.title.capitalize()}: {holding_words(hand.holdings[suit])}" for suit in SUITS_DOWN),
        "suits": [
            {"suit": suit, "cards": [rank.replace("T", "10") for rank in holding_text(hand.holdings[suit])]}
            for suit in order
        ],
    }
    return render_to_string("bridge/fan.html", context)


def _fan_order(hand: Hand) -> tuple[Strain, ...]:
    """Spades, hearts, clubs, diamonds; with a red void the black suits still stand apart."""
    spades, hearts, clubs, diamonds = Strain.SPADES, Strain.HEARTS, Strain.CLUBS, Strain.DIAMONDS
    if not hand.holdings[hearts]:
        return spades, diamonds, clubs
    if not hand.holdings[clubs]:
        return hearts, spades, diamonds
    return spades, hearts, clubs, diamonds


class LineText(NamedTuple):
    """What a line of a meaning says: its text, its range and its convention where they say something else."""

    text: str
    range: str
    convention: str

    @classmethod
    def of(cls, line: MeaningLine) -> LineText:
        """What this line says."""
        words = line.front_words
        convention = line.convention if line.convention != line.text else ""
        return cls(line.text, words if words != line.text else "", convention)


@register.simple_tag
def meaning_line(line: MeaningLine, system: str, as_of: str = "") -> SafeString:
    """One kind of hand that makes a call; `system` is the slug of the system that has its convention.

    `as_of` stands at the end of the address of a system that is read as it was.
    """
    return _line_html(LineText.of(line), system, as_of)


@register.simple_tag
def meaning(meaning: Meaning, system: str, by: str = "", plays: str = "") -> SafeString:
    """What a call means, made `by` somebody or not yet made; `system` is the slug of the system that says so.

    Without a slug nothing links to the system. `plays` names it where two partners play different ones.
    """
    lines, rare = tuple(map(LineText.of, meaning.lines)), tuple(_exceptions(meaning))
    about = meaning.alert, meaning.expectation, meaning.suit_notes, meaning.asks_beside, meaning.beside_lines
    return _meaning_html(meaning.call, by, lines, rare, about, system, plays)


def _exceptions(meaning: Meaning) -> Iterator[str]:
    """What few of the hands have that make a call: the whole range of a line, and the lines that are left out."""
    for line in meaning.lines:
        if line.usual:
            yield f"{line.text}: {line.range_words}" if line.text != line.range_words else line.range_words
    yield from (line.words() for line in meaning.rare)


@lru_cache(_KEPT)
def _line_html(line: LineText, system: str, as_of: str = "") -> SafeString:
    return render_to_string("bridge/line.html", {"line": line, "system": system, "as_of": as_of})


@lru_cache(_KEPT)
def _meaning_html(
    call: Call,
    by: str,
    lines: tuple[LineText, ...],
    exceptions: tuple[str, ...],
    about: tuple[str, str, str, str, str],
    system: str,
    plays: str,
) -> SafeString:
    alert, expectation, suit_notes, asks, beside_lines = about
    context = {
        "call": call,
        "by": by,
        "plays": plays,
        "lines": [_line_html(line, system) for line in lines],
        "exceptions": exceptions,
        "alert": alert,
        "disclosed": {"expectation": expectation, "suit_notes": suit_notes},
        "asks": asks,
        "beside_lines": beside_lines,
    }
    return explained(render_to_string("bridge/meaning.html", context))


@register.simple_tag
@lru_cache
def bidding_box(legal: frozenset[Call], lowest_level: int) -> SafeString:
    """The calls of a bidding box from this level on, those that are not legal disabled."""
    context = {
        "legal": legal,
        "levels": [(level, BIDS[level * 5 - 5 : level * 5]) for level in range(1, 8)],
        "lowest_level": lowest_level,
        "other_calls": (PASS, DOUBLE, REDOUBLE),
    }
    return render_to_string("bridge/bidding_box.html", context)
