"""The glossary: the words of bridge that explain themselves where students read them. They stand in glossary.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True)
class Term:
    """A word with the sentence that explains it, and other forms of it.

    An `everyday` word is in so many texts that they are easier to read if it is not marked there.
    """

    name: str
    says: str
    forms: tuple[str, ...] = ()
    everyday: bool = False

    @property
    def anchor(self) -> str:
        """Where it stands on the page of words."""
        return self.name.lower().replace(" ", "-")


@cache
def glossary() -> tuple[Term, ...]:
    """All words, simple ones first."""
    text = (files("bidbase_web") / "glossary.toml").read_text(encoding="utf-8")
    return tuple(_word(table) for table in tomllib.loads(text)["words"])


def _word(table: Mapping[str, Any]) -> Term:
    return Term(**{**table, "forms": tuple(table.get("forms", ()))})


@cache
def word_by_form() -> dict[str, Term]:
    """Each word by its name and its other forms, in small letters."""
    return {form.lower(): word for word in glossary() for form in (word.name, *word.forms)}


@cache
def word_pattern() -> re.Pattern[str]:
    """Finds each form of each word, the longest where several begin in one place.

    After "deals that" stands a verb, which is another word: such deals "fit" an auction.
    """
    forms = sorted(word_by_form(), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?<!deals that )(?:{'|'.join(map(re.escape, forms))})(?![\w-])", re.IGNORECASE)
