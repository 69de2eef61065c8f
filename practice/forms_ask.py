"""The question that Ask answers: a hand in a place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from bidbase.errors import TextError
from bidbase.game.auction import Auction
from bidbase.game.cards import SEATS, Hand, Seat, Vulnerability
from bidbase.language.circumstances import Scoring
from editor.selectors import System
from practice.selectors.preferences import DEFAULT_SYSTEM

_NO_SPELLING = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}


class Misread(ValidationError):
    """Text that the engine could not read."""

    def __init__(self, error: TextError) -> None:
        super().__init__(error.message[:1].upper() + error.message[1:] + ".")
        start, end = error.span
        self.fault = Fault(error.text[:start], error.text[start:end], error.text[end:])


@dataclass(frozen=True)
class Fault:
    """A text in three pieces, of which the middle one is wrong."""

    before: str
    wrong: str
    after: str


class EngineField(forms.CharField):
    """A text that the engine reads."""

    def __init__(self, parse: Callable[[str], Any], **options: Any) -> None:
        super().__init__(**options)
        self.parse = parse

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        try:
            return self.parse(text)
        except TextError as error:
            raise Misread(error) from None


class AskForm(forms.Form):
    """A hand, the auction so far and the circumstances. `cleaned_data` has the engine's objects and the system."""

    hand = EngineField(
        Hand.parse,
        max_length=80,
        help_text="Spades first, suits separated by dots or blanks: AQ2.K32.KJ32.K32",
        error_messages={"required": "Type a hand."},
        widget=forms.TextInput(attrs=_NO_SPELLING | {"class": "code"}),
    )
    auction = forms.CharField(
        max_length=1500,
        required=False,
        help_text="From the dealer on: P-1C-1S. Blank when nobody has called yet.",
        widget=forms.TextInput(attrs=_NO_SPELLING | {"class": "code"}),
    )
    dealer = EngineField(Seat.parse, widget=forms.Select(choices=[(seat.letter, seat.title) for seat in SEATS]))
    vulnerability = EngineField(
        Vulnerability.parse,
        widget=forms.Select(
            choices=[("None", "Nobody"), ("NS", "North-South"), ("EW", "East-West"), ("Both", "Both sides")]
        ),
    )
    scoring = EngineField(Scoring.parse, widget=forms.Select(choices=[("IMP", "IMPs"), ("MP", "Matchpoints")]))
    system = forms.ChoiceField(error_messages={"invalid_choice": "There is no system %(value)s."})

    def __init__(self, systems: list[System], query: dict[str, str] | None = None, **options: Any) -> None:
        """Of `query`, what is left out counts as usual; without one the form is still to be filled in."""
        usual = usual_circumstances(systems)
        super().__init__(None if query is None else usual | query, initial=usual, label_suffix="", **options)
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
            self.add_error("auction", Misread(error))
        return read

    @property
    def faults(self) -> dict[str, Fault]:
        """By field the text that could not be read, with the place of the fault."""
        errors = {name: errors[0] for name, errors in self.errors.as_data().items()}
        return {name: error.fault for name, error in errors.items() if isinstance(error, Misread) and error.fault.wrong}


def usual_circumstances(systems: list[System]) -> dict[str, str]:
    """What the form says until the reader says otherwise."""
    slugs = [system.slug for system in systems]
    system = DEFAULT_SYSTEM if DEFAULT_SYSTEM in slugs else slugs[0]
    return {"auction": "", "dealer": "N", "vulnerability": "None", "scoring": "IMP", "system": system}
