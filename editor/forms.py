"""Forms for reading a system: where in the auction and in which circumstances, and which columns of the grid."""

from typing import Any

from django import forms
from django.http import QueryDict

from bidbase.errors import TextError
from bidbase.game.auction import PASS, Auction
from bidbase.game.cards import SEATS, Vulnerability
from bidbase.language.bids import OPENING, PriorBids
from bidbase.language.circumstances import Circumstances, Scoring
from bidbase.language.fields import parse_cell
from editor.tables import COLUMN_CHOICES, DEFAULT_COLUMNS

VULNERABLE = {"nobody": "Nobody", "opener": "Opener's side", "others": "The other side", "both": "Both sides"}
SEAT_WORDS = ("First", "Second", "Third", "Fourth")


class CellField(forms.CharField):
    """Text that the engine reads as the cell of an entry field; None when blank."""

    def __init__(self, *, name: str, **options: Any) -> None:
        super().__init__(**options)
        self.name = name

    def to_python(self, value: Any) -> Any:
        """The parsed cell. A fault in the text becomes a message beside the field."""
        try:
            return parse_cell(self.name, super().to_python(value))
        except TextError as error:
            raise forms.ValidationError(error.message) from None

    def run_validators(self, value: Any) -> None:
        """Those of a text do not fit a cell, and the parser has done their work."""


class PlaceForm(forms.Form):
    """A place in the auction with all that switches entries there. Nothing need be filled in."""

    auction = CellField(
        name="prior_bids",
        required=False,
        widget=forms.TextInput(attrs={"placeholder": "1N-P, or blank", "autocapitalize": "characters"}),
    )
    seat = forms.ChoiceField(
        label="Opening seat",
        choices=[(str(number), words) for number, words in enumerate(SEAT_WORDS, 1)],
        required=False,
    )
    vulnerable = forms.ChoiceField(choices=list(VULNERABLE.items()), required=False)
    scoring = forms.ChoiceField(
        choices=[(Scoring.IMP.value, "IMPs"), (Scoring.MP.value, "Match points")], required=False
    )

    def clean_auction(self) -> PriorBids:
        """The calls of one auction; the opening when blank."""
        key = self.cleaned_data["auction"] or OPENING
        if not isinstance(key, PriorBids):
            raise forms.ValidationError("Write the calls of one auction, as 1N-P; a pattern stands for many.")
        return key

    def place(self) -> tuple[Auction, Circumstances]:
        """The auction, in which as many have passed as the opening seat says, and its circumstances."""
        prior_bids: PriorBids = self.cleaned_data["auction"]
        seat = int(self.cleaned_data["seat"] or 1)
        side = SEATS[seat - 1].side
        vulnerability = {
            "opener": Vulnerability(1 << side),
            "others": Vulnerability(1 << side.other),
            "both": Vulnerability.BOTH,
        }.get(self.cleaned_data["vulnerable"], Vulnerability.NONE)
        auction = Auction.of((*[PASS] * (seat - 1), *prior_bids.calls), vulnerability=vulnerability)
        return auction, Circumstances.of(auction, Scoring(self.cleaned_data["scoring"] or Scoring.IMP))


class ColumnsForm(forms.Form):
    """Which columns the grid has; the usual ones when the address names none."""

    columns = forms.MultipleChoiceField(choices=COLUMN_CHOICES, widget=forms.CheckboxSelectMultiple)

    def __init__(self, data: QueryDict) -> None:
        super().__init__(data if "columns" in data else {"columns": DEFAULT_COLUMNS})

    def chosen(self) -> list[str]:
        """The names of the columns, in the order in which they stand."""
        return [name for name, _ in COLUMN_CHOICES if name in self.cleaned_data["columns"]]
