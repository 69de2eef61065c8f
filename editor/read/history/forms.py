"""The forms of the history: which two states are compared."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from editor.store.systems.models import SystemQuerySet, SystemRow


class DayForm(forms.Form):
    """The day whose changes are shown. Blank shows the changes of all days."""

    day = forms.DateField(required=False, input_formats=["%Y-%m-%d"], widget=forms.DateInput(attrs={"type": "date"}))


class CompareForm(forms.Form):
    """Two revisions of a system, or a revision of it and another system of its family."""

    older = forms.IntegerField(label="Compare revision", required=False, min_value=1)
    newer = forms.IntegerField(label="with revision", required=False, min_value=1)
    other = forms.ModelChoiceField(
        label="or with the system",
        queryset=SystemRow.objects.none(),
        to_field_name="slug",
        required=False,
        empty_label="None",
    )

    def __init__(self, *args: Any, system: SystemRow, family: SystemQuerySet, **options: Any) -> None:
        super().__init__(*args, **options)
        self._system = system
        other = self.fields["other"]
        assert isinstance(other, forms.ModelChoiceField)
        other.queryset = family
        other.error_messages["invalid_choice"] = (
            f"This is no system that has a base in common with {system.title}, or you may not read it. Entries of other"
            " systems are compared on the page Files, when you take them over."
        )

    def clean(self) -> dict[str, Any]:
        """Revisions that there are. What is left out is the state of today."""
        for name in ("older", "newer"):
            number = self.cleaned_data.get(name)
            if number is not None and number > self._system.revision:
                fault = f"{self._system.title} has no revision {number}. The last one is {self._system.revision}."
                self.add_error(name, ValidationError(fault))
        return self.cleaned_data

    def systems(self) -> tuple[SystemRow, SystemRow]:
        """The older state and the newer one; only of a valid form."""
        own, given = self._system, self.cleaned_data
        older = own.as_of(given["older"] or max(1, own.revision - 1))
        newer = given["other"] or own.as_of(given["newer"] or own.revision)
        return (own.as_of(given["older"] or own.revision), newer) if given["other"] else (older, newer)


class WhyForm(forms.Form):
    """The reason of a change."""

    why = forms.CharField(label="Why (you may leave it blank)", max_length=500, required=False)
