"""The tokenizer: it reads a text and knows where everything stands, so that no parser counts characters.

A rule is a regular expression. It is matched within the whole text, so that all it finds stands at its own place.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from bidbase.errors import TextError

Result = TypeVar("Result")

COMMAS = re.compile(r"(,)")
_NAMES = {",": "comma", ":": "colon", "+": "plus"}


class Tokenizer:
    """A text, or a part of it, without the blanks around it, read from left to right; `str()` is what is left."""

    __slots__ = ("_end", "_start", "_text")

    def __init__(self, text: str, start: int = 0, end: int | None = None) -> None:
        written = text[start:end]
        self._text = text
        self._start = start + len(written) - len(written.lstrip())
        self._end = max(self._start, start + len(written.rstrip()))

    def __str__(self) -> str:
        return self._text[self._start : self._end]

    def __bool__(self) -> bool:
        return self._start < self._end

    def take(self, rule: re.Pattern[str]) -> re.Match[str] | None:
        """The match of a rule with what comes next, which is then read; None where it does not match."""
        match = rule.match(self._text, self._start, self._end)
        if match:
            self._start = match.end()
        return match

    def fits(self, rule: re.Pattern[str]) -> re.Match[str] | None:
        """The match of a rule with all that is left; None where it does not match."""
        return rule.fullmatch(self._text, self._start, self._end)

    def part(self, match: re.Match[str], group: int | str) -> Tokenizer:
        """The group of a match, to be read by itself."""
        return Tokenizer(self._text, *match.span(group))

    def unread(self, reads: Callable[[str], object]) -> Tokenizer:
        """What follows the longest beginning that can be read; all that is left where none can."""
        ends = range(self._end - 1, self._start, -1)
        start = next((end for end in ends if reads(self._text[self._start : end])), self._start)
        return Tokenizer(self._text, start, self._end)

    def split(self, rule: re.Pattern[str], missing: str = "") -> list[Tokenizer]:
        """The parts between separators, which are the matches of a rule in which its first group takes part.

        What else the rule matches stays whole. With `missing`, the name of a part, a blank one is refused.
        """
        cuts = [match for match in rule.finditer(self._text, self._start, self._end) if match[1] is not None]
        starts, ends = [self._start, *(cut.end() for cut in cuts)], [*(cut.start() for cut in cuts), self._end]
        parts = [Tokenizer(self._text, start, end) for start, end in zip(starts, ends, strict=True)]
        if missing and not all(parts):
            blank = [bool(part) for part in parts].index(False)
            raise self._missing(missing, cuts[max(0, blank - 1)] if cuts else None)
        return parts

    def _missing(self, what: str, separator: re.Match[str] | None) -> TextError:
        if separator is None:
            return self.error(f"{what} is missing")
        return self.error(f"{what} is missing beside the {_NAMES[separator[1]]}", separator, 1)

    def alternatives(self) -> list[Tokenizer]:
        """The parts between commas, none of them blank."""
        return self.split(COMMAS, "something")

    def read(self, parse: Callable[[str], Result]) -> Result:
        """What is left, read by a parser of whole texts; a fault that it finds stands at its place in this text."""
        try:
            return parse(str(self))
        except TextError as error:
            raise TextError(error.message, self._text, *(self._start + place for place in error.span)) from None

    def error(self, message: str, match: re.Match[str] | None = None, group: int | str = 0) -> TextError:
        """A fault in a group of a match; without a match, in all that is left."""
        start, end = (self._start, self._end) if match is None else match.span(group)
        return TextError(message, self._text, start, end)

    def error_here(self, message: str) -> TextError:
        """A fault at the next character, or at the end where there is none."""
        return TextError(message, self._text, self._start, min(self._start + 1, self._end))
