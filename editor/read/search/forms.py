"""What is searched for."""

from django import forms

from bidbase.errors import TextError
from bidbase.language.bids import parse_key


class SearchForm(forms.Form):
    """Words, or the beginning of an auction. Nothing need be filled in."""

    text = forms.CharField(required=False, max_length=100)

    def key(self) -> str | None:
        """The section that the text names, as the engine writes it; None where it names none."""
        try:
            return str(parse_key(self.cleaned_data["text"]))
        except TextError:
            return None
