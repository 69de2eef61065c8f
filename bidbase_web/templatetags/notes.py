"""Template filters for what people write in notes and references: Markdown, bridge in color, links to deals.

`{% load notes %}` in any template. Notes may link to this site and to others by http and https, and nothing else:
HTML that stands in them is shown as it is written, and pictures are shown as links.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from bidbase.game.cards import SUITS
from bidbase_web.templatetags.bridge import prose

register = template.Library()

_KEPT = 1024  # notes
_DEAL = re.compile(r"\bDeal #?(\d{1,9})-([NESW])\b")
_SUIT_LETTER = re.compile(r"!([SHDCshdc])(?![A-Za-z])")
_SYMBOLS = {suit.letter: suit.symbol for suit in SUITS}


@register.filter
@lru_cache(_KEPT)
def notes(text: str) -> SafeString:
    """Notes in Markdown, in which a line break counts, `!S` is a spade and `Deal 7-E` a link."""
    return mark_safe(_MARKDOWN.render(str(text)))


@register.filter
@lru_cache(_KEPT)
def reference(text: str) -> SafeString:
    """A text without Markdown in which `Deal 11180-E` opens that deal, seen from that seat."""
    return _written(str(text))


def _written(text: str) -> SafeString:
    """Plain text with suits in color and links to deals."""
    pieces, end = [], 0
    for deal in _DEAL.finditer(text):
        address = f"{reverse('practice:deal', args=[deal[1]])}?seat={deal[2]}"
        pieces += [_in_color(text[end : deal.start()]), format_html('<a href="{}">{}</a>', address, deal[0])]
        end = deal.end()
    return mark_safe("".join([*pieces, _in_color(text[end:])]))


def _in_color(text: str) -> SafeString:
    return prose(_SUIT_LETTER.sub(lambda match: _SYMBOLS[match[1].upper()], text))


def _may_be_linked(address: str) -> bool:
    """Whether notes may link there: to http, https, or an address of this site."""
    parts = urlsplit(address.replace("\\", "/"))
    return parts.scheme in ("http", "https") or not (parts.scheme or parts.netloc)


def _text(_: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
    inside_link = sum({"link_open": 1, "link_close": -1}.get(token.type, 0) for token in tokens[:index])
    return _in_color(tokens[index].content) if inside_link else _written(tokens[index].content)


def _heading(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType) -> str:
    """Headings become paragraphs in bold: a page has its own headings, in their order."""
    return "<p><strong>" if tokens[index].nesting == 1 else "</strong></p>\n"


def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("js-default", {"html": False, "linkify": False, "breaks": True})
    markdown.disable("image")
    markdown.validateLink = _may_be_linked  # type: ignore[assignment]
    for rule, write in (("text", _text), ("heading_open", _heading), ("heading_close", _heading)):
        markdown.add_render_rule(rule, write)
    return markdown


_MARKDOWN = _markdown()
