"""Pages of systems as tests read them."""

import html
import re


def text_of(page: str) -> str:
    """What a reader sees of a page: no tags, single blanks."""
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", page)).split())


def squeezed(text: str) -> str:
    """Without blanks: suit symbols stand in tags of their own."""
    return "".join(text.split())
