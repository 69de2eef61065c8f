"""Which part of the map is shown, and which entries or conventions in which order."""

from functools import partial

from django import forms

from bidbase.language.bids import Key, PriorBids
from bidbase.language.fields import parse_cell
from bidbase_web.fields import EngineField

AUCTION, OFTEN, HERE = "auction", "often", "here"
ENTRIES = "entries"
NAME, SELDOM = "name", "seldom"


class MapForm(forms.Form):
    """The auction from which the map goes on, blank for the opening, and the order of its table."""

    after = EngineField(
        label="After",
        required=False,
        parse=partial(parse_cell, "prior_bids"),
        widget=forms.TextInput(attrs={"placeholder": "1N-P", "autocapitalize": "none"}),
    )
    order = forms.ChoiceField(
        label="Table",
        required=False,
        choices=[
            ("", "Most leaks, here or later, first"),
            (HERE, "Most hands without an agreement here first"),
            (OFTEN, "Most frequent auctions first"),
            (AUCTION, "By auction"),
        ],
    )

    def clean_after(self) -> str:
        """The prior bids as the system names them."""
        key: Key | str = self.cleaned_data["after"] or ""
        if key and not isinstance(key, PriorBids):
            raise forms.ValidationError("Write the calls of one auction, as 1H-P; a pattern has no place on the map.")
        return str(key)


class FrequenciesForm(forms.Form):
    """Nothing need be chosen."""

    of = forms.ChoiceField(label="Show", required=False, choices=[("", "Conventions"), (ENTRIES, "Entries")])
    order = forms.ChoiceField(
        required=False,
        choices=[("", "Most frequent first"), (SELDOM, "Rarest first"), (NAME, "By name")],
    )
    text = forms.CharField(required=False, max_length=100, label="Name contains")
