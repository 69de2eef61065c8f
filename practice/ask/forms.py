"""The question that Ask answers: a hand in a place, or the place alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms

from bidbase.errors import TextError
from bidbase.game.auction import Auction
from bidbase.game.cards import SEATS, Hand, Seat, Vulnerability
from bidbase.language.circumstances import Scoring
from bidbase_web.fields import EngineField
from editor.selectors import SystemRow
from practice.boards.preferences import usual_system

_NO_SPELLING = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}


def _hand_or_none(text: str) -> Hand | None:
    return Hand.parse(text) if text else None


class AskForm(forms.Form):
    """A hand, the auction so far and the circumstances. `cleaned_data` has the engine's objects and the system.

    Without a hand, `hand` is None: then the question is what every call means.
    """

    hand = EngineField(
        parse=_hand_or_none,
        max_length=80,
        required=False,
        help_text="Spades first: AQ2.K32.KJ32.K32, or with blanks. Leave it blank to see what every call means.",
        widget=forms.TextInput(attrs=_NO_SPELLING | {"class": "code"}),
    )
    auction = EngineField(
        max_length=1500,
        required=False,
        help_text="From the dealer on: P-1C-1S. Blank when nobody has called yet.",
        widget=forms.TextInput(attrs=_NO_SPELLING | {"class": "code"}),
    )
    dealer = EngineField(parse=Seat.parse, widget=forms.Select(choices=[(seat.letter, seat.title) for seat in SEATS]))
    vulnerability = EngineField(
        parse=Vulnerability.parse,
        widget=forms.Select(choices=[(str(each), each.who) for each in Vulnerability]),
    )
    scoring = EngineField(parse=Scoring.parse, widget=forms.Select(choices=[("IMP", "IMPs"), ("MP", "Matchpoints")]))
    system = forms.ChoiceField(error_messages={"invalid_choice": "There is no system %(value)s."})
    robots = forms.ChoiceField(
        label="The answer is",
        choices=[("book", "By the book"), ("think", "What a thinking robot bids")],
        error_messages={"invalid_choice": "The answer can be by the book or think, not %(value)s."},
    )

    def __init__(self, systems: Sequence[SystemRow], query: Mapping[str, str] | None = None, **options: Any) -> None:
        """Of `query`, what is left out counts as usual; without one the form is still to be filled in."""
        usual = usual_circumstances(systems)
        super().__init__(None if query is None else {**usual, **query}, initial=usual, label_suffix="", **options)
        self.systems = {system.slug: system for system in systems}
        system_field = self.fields["system"]
        assert isinstance(system_field, forms.ChoiceField)
        system_field.choices = [(system.slug, system.title) for system in systems]
        for name in self.errors:
            self.fields[name].widget.attrs["aria-invalid"] = "true"

    def clean(self) -> dict[str, Any]:
        """Read the auction, which needs dealer and vulnerability, and fetch the system."""
        read = self.cleaned_data
        read["system"] = self.systems.get(read.get("system", ""))
        try:
            read["auction"] = Auction.parse(
                read.get("auction", ""),
                read.get("dealer", Seat.NORTH),
                read.get("vulnerability", Vulnerability.NONE),
            )
            if read["auction"].finished:
                raise TextError("the auction is over, nobody is to call", str(read["auction"]))
        except TextError as error:
            auction = self.fields["auction"]
            assert isinstance(auction, EngineField)
            self.add_error("auction", auction.refusal(error))
        return read


def usual_circumstances(systems: Sequence[SystemRow]) -> dict[str, str]:
    """What the form says until the reader says otherwise."""
    return {
        "auction": "",
        "dealer": "N",
        "vulnerability": "None",
        "scoring": "IMP",
        "system": usual_system(systems),
        "robots": "book",
    }
