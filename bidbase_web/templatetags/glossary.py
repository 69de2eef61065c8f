"""A template filter that lets the words of the glossary explain themselves: `{% load glossary %}` in any template.

Each is a link to the page of words. `static/js/glossary.js` shows the explanation in place, on hover, focus and tap.
"""

from __future__ import annotations

import re
from functools import lru_cache

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from bidbase_web.glossary import Term, word_by_form, word_pattern

register = template.Library()

_KEPT = 4096  # texts
_TAG = re.compile(r"(<[^>]*>)")
_PLAIN_INSIDE = re.compile(r"<(/?)(?:a|button|code|h[1-6]|label|summary)[ >]")
"""The tags of elements in which nothing is marked: a link inside would be in the way."""


@register.filter
@lru_cache(_KEPT, typed=True)  # a text that is safe as it stands is not the text that looks like it
def explained(text: str) -> SafeString:
    """A text, or safe HTML, in which the first place of each word of the glossary explains it. Nothing else changes."""
    marked: set[Term] = set()
    pieces, inside = [], 0
    for piece in _TAG.split(str(conditional_escape(text))):
        if tag := _PLAIN_INSIDE.match(piece):
            inside += -1 if tag[1] else 1
        pieces.append(piece if inside or piece.startswith("<") else _marked(piece, marked))
    return mark_safe("".join(pieces))


def _marked(text: str, already: set[Term]) -> str:
    """Text between tags with its words marked that are not `already`, which grows."""

    def mark(match: re.Match[str]) -> str:
        word = word_by_form()[match[0].lower()]
        if word.everyday or word in already:
            return match[0]
        already.add(word)
        return _link(word, match[0])

    return word_pattern().sub(mark, text)


def _link(word: Term, form: str) -> SafeString:
    address = f"{reverse('practice:words')}#{word.anchor}"
    return format_html('<a class="word" href="{}" data-says="{}">{}</a>', address, word.says, form)
