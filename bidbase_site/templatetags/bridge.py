"""Template tags that write bridge: calls, suit symbols and hands, in four colours and in words for screen readers.

`{% load bridge %}` in any template.
"""

from __future__ import annotations

import re

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from bidbase.game.auction import PASS, Call
from bidbase.game.cards import SUITS, SUITS_DOWN, Hand, Strain, holding_text

register = template.Library()

_SUIT_BY_SYMBOL = {suit.symbol: suit for suit in SUITS}
_CARDS = re.compile(r"(?<=[♠♥♦♣])[AKQJT2-9]+(?!\w)")
_BID = re.compile(r"(?<![\w.])[1-7][CDHS](?!\w)")
_HAND = re.compile(r"(?<![\w.-])(?:(?:[AKQJT2-9]+|-)\.){3}(?:[AKQJT2-9]+|-)(?![\w-])")
_RANK_WORDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}


def symbol(suit: Strain, plural: bool = True) -> SafeString:
    """The coloured symbol of a suit, which a screen reader reads as a word."""
    return format_html(
        '<span class="suit {}" role="img" aria-label="{}">{}</span>',
        suit.title,
        suit.title if plural else suit.title[:-1],
        suit.symbol,
    )


@register.filter(name="call")
def write_call(call: Call | str) -> SafeString:
    """`1♥` with its symbol in colour; `Pass`, `Double` and `Redouble` in full. Takes a call or its text."""
    call = call if isinstance(call, Call) else Call.parse(str(call))
    if not call.is_bid:
        return format_html('<span class="call {}">{}</span>', call.title.lower(), call.title)
    if call.strain is Strain.NOTRUMP:
        return format_html('<span class="call">{}<span class="notrump">NT</span></span>', call.level)
    return format_html('<span class="call">{}{}</span>', call.level, symbol(call.strain, call.level > 1))


@register.filter
def short_call(call: Call) -> SafeString:
    """As `call`, with `X` and `XX` for double and redouble, where there is little room."""
    if call.is_bid or call is PASS:
        return write_call(call)
    return format_html(
        '<span class="call {}" role="img" aria-label="{}">{}</span>', call.title.lower(), call.title, str(call)
    )


@register.filter
def suits(text: str) -> SafeString:
    """Text with its suit symbols in colour, and 10 for the T among the cards after one."""
    escaped = _CARDS.sub(lambda match: match[0].replace("T", "10"), str(conditional_escape(text)))
    return mark_safe(re.sub("[♠♥♦♣]", lambda match: symbol(_SUIT_BY_SYMBOL[match[0]]), escaped))


@register.filter
def prose(text: str) -> SafeString:
    """What people wrote of bridge, as `suits`: bids (`2C`) and hands (`Q732.K65.AJ72.T9`) get their symbols too."""
    with_hands = _HAND.sub(_written_hand, str(text))
    return suits(_BID.sub(lambda match: Call.parse(match[0]).title, with_hands))


def _written_hand(match: re.Match[str]) -> str:
    holdings = zip(SUITS_DOWN, match[0].split("."), strict=True)
    return " ".join(f"{suit.symbol}{cards.replace('-', '—')}" for suit, cards in holdings)


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


@register.inclusion_tag("bridge/fan.html")
def fan(hand: Hand) -> dict[str, object]:
    """A hand as thirteen cards side by side, black and red suits in turn where that is possible."""
    order = [suit for suit in _fan_order(hand) if hand.holdings[suit]]
    return {
        "words": "; ".join(f"{suit.title.capitalize()}: {holding_words(hand.holdings[suit])}" for suit in SUITS_DOWN),
        "suits": [
            {"suit": suit, "cards": [r.replace("T", "10") for r in holding_text(hand.holdings[suit])]} for suit in order
        ],
    }


def _fan_order(hand: Hand) -> tuple[Strain, ...]:
    """Spades, hearts, clubs, diamonds; with a red void the black suits still stand apart."""
    spades, hearts, clubs, diamonds = Strain.SPADES, Strain.HEARTS, Strain.CLUBS, Strain.DIAMONDS
    if not hand.holdings[hearts]:
        return spades, diamonds, clubs
    if not hand.holdings[clubs]:
        return hearts, spades, diamonds
    return spades, hearts, clubs, diamonds
