"""The choice of a drill."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from bidbase.bidding.bidder import Bidder
from bidbase.bidding.subjects import Level
from bidbase.errors import TextError
from bidbase.game.auction import Auction
from bidbase_web.fields import EngineField
from practice.boards.models import StudentBoard
from practice.drill.choices import DrilledConvention
from practice.drill.drill import EITHER, KINDS, LEVELS, ROLES, Drill
from practice.drill.work import subject_of

LONGEST_QUERY = StudentBoard._meta.get_field("drill").max_length or 0
ABSENT = {
    "section": "This system has no section “%s” with calls to practice.",
    "entry": "This system has no entry “%s” that can be practiced.",
    "auction": "This system says nothing after “%s” that can be practiced.",
}


def unfinished_auction(text: str) -> Auction:
    """An auction in which somebody is to call. Raises `TextError`."""
    auction = Auction.parse(text)
    if auction.finished:
        raise TextError("after these calls the auction is over", text)
    return auction


def unfinished_auctions(text: str) -> str:
    """Such auctions as they are written: `1N-P;2N-P`. Raises `TextError`."""
    return ";".join(str(unfinished_auction(part)) for part in text.split(";"))


class DrillForm(forms.Form):
    """Conventions of one system, at a level or not, or a section, an entry or auctions, and the student's part."""

    convention = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple,
        required=False,
        error_messages={"invalid_choice": "%(value)s is no convention of this system that can be practiced."},
    )
    section = forms.CharField(required=False, max_length=400)
    entry = forms.CharField(required=False, max_length=400)
    auction = EngineField(required=False, parse=unfinished_auctions, max_length=400)
    role = forms.ChoiceField(choices=list(ROLES.items()), widget=forms.RadioSelect, required=False)
    level = forms.TypedChoiceField(
        choices=[(level, level) for level in LEVELS],
        coerce=lambda text: Level(int(text)),
        empty_value=None,
        required=False,
        error_messages={"invalid_choice": "A level is 1, 2 or 3, not %(value)s."},
    )

    def __init__(
        self, system: str, bidder: Bidder, choices: Sequence[DrilledConvention], *args: Any, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.system, self.bidder, self.choices = system, bidder, choices
        self.fields["convention"].choices = [(choice.name, choice.name) for choice in choices]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """What is drilled must be one thing that there is, and fit into an address and a row."""
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        kinds = [kind for kind in KINDS if kind in self.data]
        if len(kinds) > 1:
            raise forms.ValidationError(f"A drill is of one kind. This address has several: {', '.join(kinds)}.")
        if not kinds or (kinds == ["convention"] and not cleaned["convention"]):
            raise forms.ValidationError("Choose at least one convention.")
        (kind,) = kinds
        names = tuple(cleaned[kind]) if kind == "convention" else (str(cleaned[kind]),)
        level = cleaned["level"] if kind == "convention" else None
        cleaned["drill"] = Drill(self.system, names, cleaned["role"] or EITHER, kind, level)
        if kind != "convention":
            self._require_entries(kind, *names)
        if len(cleaned["drill"].query) > LONGEST_QUERY:
            raise forms.ValidationError("This is too much for one drill. Choose fewer conventions.")
        return cleaned

    def _require_entries(self, kind: str, name: str) -> None:
        if not subject_of(self.bidder, f"{kind} {name}").entries:
            raise forms.ValidationError(ABSENT[kind] % name)

    def drill(self) -> Drill:
        """What was chosen; only of a valid form."""
        drill: Drill = self.cleaned_data["drill"]
        return drill
