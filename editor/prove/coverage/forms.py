"""Which sections are shown, and in which order."""

from django import forms

OFTEN, AUCTION = "often", "auction"


class CoverageForm(forms.Form):
    """Nothing need be chosen."""

    order = forms.ChoiceField(
        required=False,
        choices=[
            ("", "Most hands without an entry first"),
            (OFTEN, "Most frequent auctions first"),
            (AUCTION, "By auction"),
        ],
    )
    text = forms.CharField(
        required=False,
        max_length=100,
        label="Section contains",
        widget=forms.TextInput(attrs={"placeholder": "1N-P", "autocapitalize": "none"}),
    )
