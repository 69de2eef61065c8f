"""The errors that bad input raises, with the place of the fault."""


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
        """The message, the text, and carets under the span, on three lines."""
        start, end = self.span
        return f"{self.message}\n  {self.text}\n  {' ' * start}{'^' * max(1, end - start)}"


class IllegalCall(ValueError):
    """A call that the Laws do not allow at this point of the auction."""
