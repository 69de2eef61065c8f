"""The words that somebody searches for."""

import re


def words_to_find(text: str) -> list[str]:
    """The words that somebody searches for. An apostrophe divides: many keyboards write another one than texts have."""
    return re.findall(r"[^\s'\u2019]+", text)
