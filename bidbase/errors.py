"""The errors that bad input raises, with the place of the fault."""

from __future__ import annotations

from collections.abc import Collection


class TextError(ValueError):
    """Text that cannot be read.

    `message` says what is wrong, `text` is the whole input and `span` the half-open range of the characters at fault,
    so that an editor can underline them and the command line can point.
    """

    def __init__(self, message: str, text: str = "", start: int = 0, end: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.text = text
        self.span = (start, len(text) if end is None else end)

    @property
    def before(self) -> str:
        """The text before the characters at fault."""
        return self.text[: self.span[0]]

    @property
    def wrong(self) -> str:
        """The characters at fault; none where something is missing."""
        return self.text[slice(*self.span)]

    @property
    def after(self) -> str:
        """The text after the characters at fault."""
        return self.text[self.span[1] :]

    @property
    def points(self) -> bool:
        """Whether the fault is a part of the text that stands on one line."""
        return "\n" not in self.text and self.span != (0, len(self.text))

    def pointed(self) -> str:
        """The message, the text, and carets under the span; the message alone for text of many lines."""
        if not self.text or "\n" in self.text:
            return self.message
        start, end = self.span
        return f"{self.message}\n  {self.text}\n  {' ' * start}{'^' * max(1, end - start)}"


MAX_CHARACTERS = 1_000
"""Of a spec, a key or a pattern. The longest in use has 300; reading one takes time with the square of its length."""


def check_length(text: str) -> None:
    """Refuse a text that is too long to be read. Raises `TextError`."""
    if len(text) > MAX_CHARACTERS:
        raise TextError(f"this has {len(text)} characters; more than {MAX_CHARACTERS} cannot be read")


def did_you_mean(word: str, known: Collection[str]) -> str:
    """What may have been meant by a word that is not known: `did you mean files?`, or all that there are."""
    from difflib import get_close_matches  # only faults need it

    near = get_close_matches(word[:100], known, 1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(known)}"


class IllegalCall(ValueError):
    """A call that the Laws do not allow at this point of the auction."""


class SystemFileError(ValueError):
    """Files that do not make a system: `faults` has a text for each, `file:line: field: message`.

    Where a part of a cell is at fault two more lines show the cell, and point at the part.
    """

    def __init__(self, faults: list[str]) -> None:
        super().__init__(faults)
        self.faults = faults

    def __str__(self) -> str:
        return "\n".join(self.faults)


EXTRAS = {"endplay": "double-dummy", "openpyxl": "workbooks", "waitress": "http"}
"""The extra of this package with which a library is installed, by the name of the library."""


def why_missing(error: ModuleNotFoundError) -> str:
    """What to install where a library of an extra is missing; empty where the module is none of these."""
    extra = EXTRAS.get((error.name or "").partition(".")[0])
    return f"this needs {error.name}, which is not installed: pip install 'bidbase[{extra}]'" if extra else ""
