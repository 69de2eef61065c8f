"""Fields of forms that the engine reads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from bidbase.errors import TextError


class EngineField(forms.CharField):
    """A text that the engine reads. `fault` is the error where it could not, for `fault.html` to point at."""

    fault: TextError | None = None

    def __init__(self, *, parse: Callable[[str], Any] = str, **options: Any) -> None:
        super().__init__(**options)
        self.parse = parse

    def clean(self, value: Any) -> Any:
        """What `parse` makes of the text."""
        text = super().clean(value)
        try:
            return self.parse(text)
        except TextError as error:
            raise self.refusal(error) from None

    def refusal(self, error: TextError) -> ValidationError:
        """The error as a form shows it. Raise it, or add it where only the form can read the text."""
        self.fault = error
        return ValidationError(error.message[:1].upper() + error.message[1:] + ".")
