"""Which section is shown beside its look-alikes."""

from functools import partial

from django import forms

from bidbase.language.bids import Key, PriorBids
from bidbase.language.fields import parse_cell
from bidbase_web.fields import EngineField


class AlikeForm(forms.Form):
    """The prior bids of a section."""

    after = EngineField(
        label="After",
        parse=partial(parse_cell, "prior_bids"),
        widget=forms.TextInput(attrs={"placeholder": "1H-P"}),
    )

    def clean_after(self) -> Key:
        """The calls of an auction."""
        key: Key = self.cleaned_data["after"]
        if not isinstance(key, PriorBids) or not key.calls:
            raise forms.ValidationError("Write the calls of one auction, as 1H-P; a pattern has no look-alikes.")
        return key
