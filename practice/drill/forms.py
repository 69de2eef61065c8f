"""The choice of a drill."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from practice.boards.models import StudentBoard
from practice.drill.definition import EITHER, ROLES, Drill
from practice.drill.search import Choice

LONGEST_QUERY = StudentBoard._meta.get_field("drill").max_length or 0


class DrillForm(forms.Form):
    """Conventions of one system, and the student's part."""

    convention = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": "Choose at least one convention.",
            "invalid_choice": "%(value)s is no convention of this system that can be practiced.",
        },
    )
    role = forms.ChoiceField(choices=list(ROLES.items()), widget=forms.RadioSelect, required=False)

    def __init__(self, system: str, choices: Sequence[Choice], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.system, self.choices = system, choices
        self.fields["convention"].choices = [(choice.name, choice.name) for choice in choices]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """A drill must fit into an address and a row."""
        cleaned = super().clean() or {}
        if "convention" in cleaned and len(self._drill(cleaned).query) > LONGEST_QUERY:
            raise forms.ValidationError("These are too many conventions for one drill. Choose fewer.")
        return cleaned

    def _drill(self, cleaned: dict[str, Any]) -> Drill:
        return Drill(self.system, tuple(cleaned["convention"]), cleaned.get("role") or EITHER)

    def drill(self) -> Drill:
        """What was chosen; only of a valid form."""
        return self._drill(self.cleaned_data)
