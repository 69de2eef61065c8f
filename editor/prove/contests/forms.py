"""Who plays whom, and over how many boards."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from editor.store.systems.models import SystemQuerySet, SystemRow

MOST_BOARDS = 5_000


class ContestForm(forms.Form):
    """A system against another one, or against an earlier revision of itself."""

    against = forms.ModelChoiceField(queryset=SystemRow.objects.none(), to_field_name="slug", empty_label=None)
    revision = forms.IntegerField(
        label="As of revision", required=False, min_value=1, help_text="Leave it blank for the system as it is."
    )
    boards = forms.IntegerField(min_value=10, max_value=MOST_BOARDS, initial=500)

    def __init__(self, *args: Any, system: SystemRow, at_hand: SystemQuerySet, **options: Any) -> None:
        super().__init__(*args, **options)
        self._system = system
        against = self.fields["against"]
        assert isinstance(against, forms.ModelChoiceField)
        against.queryset = at_hand

    def clean(self) -> dict[str, Any]:
        """Two sides that are not the same."""
        against, revision = self.cleaned_data.get("against"), self.cleaned_data.get("revision")
        if against is not None:
            if revision is not None and revision > against.revision:
                fault = f"{against.title} has no revision {revision}. The last one is {against.revision}."
                self.add_error("revision", ValidationError(fault))
            elif against == self._system and (revision or against.revision) == self._system.revision:
                self.add_error("against", ValidationError("A system does not play against itself as it is."))
        return self.cleaned_data

    def opponent(self) -> SystemRow:
        """The other system at its revision; only of a valid form."""
        against: SystemRow = self.cleaned_data["against"]
        return against.as_of(self.cleaned_data["revision"] or against.revision)
