"""The forms in which somebody decides what his system takes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError

from editor.merge.selectors import common_ancestor
from editor.systems.models import SystemQuerySet, SystemRow

OURS, THEIRS = "ours", "theirs"
CHOICES = [(OURS, "Keep ours"), (THEIRS, "Take theirs")]


class ReleaseForm(forms.Form):
    """Which of both versions the system has from now on, for each change that both have made.

    `revision` and `base_revision` are those that the page showed.
    """

    revision = forms.IntegerField(widget=forms.HiddenInput)
    base_revision = forms.IntegerField(widget=forms.HiddenInput)
    why = forms.CharField(label="Why (you may leave it blank)", max_length=500, required=False)

    def __init__(self, *args: Any, disputed: Iterable[UUID], **options: Any) -> None:
        super().__init__(*args, **options)
        self._keys = [*map(str, disputed)]
        for key in self._keys:
            self.fields[key] = forms.ChoiceField(choices=CHOICES, widget=forms.RadioSelect, initial=OURS)

    def choices_by_key(self) -> dict[str, Any]:
        """The choice of each change, by the key under which the page shows it."""
        return {key: self[key] for key in self._keys}

    def theirs(self) -> set[UUID]:
        """The identities of which the other version is taken; only of a valid form."""
        return {UUID(key) for key in self._keys if self.cleaned_data[key] == THEIRS}


class SourceForm(forms.Form):
    """The system from which entries are taken, and which of them."""

    other = forms.ModelChoiceField(
        label="From the system", queryset=SystemRow.objects.none(), to_field_name="slug", empty_label="Choose a system"
    )
    since = forms.DateField(
        label="Saved since", required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    convention = forms.CharField(label="Only the convention", max_length=80, required=False)

    def __init__(self, *args: Any, system: SystemRow, systems: SystemQuerySet, **options: Any) -> None:
        super().__init__(*args, **options)
        self._system = system
        other = self.fields["other"]
        assert isinstance(other, forms.ModelChoiceField)
        other.queryset = systems

    def clean(self) -> dict[str, Any]:
        """Of a system that has nothing in common with this one only a part can be taken."""
        given = self.cleaned_data
        other, in_part = given.get("other"), given.get("since") or given.get("convention")
        if other and not in_part and common_ancestor(self._system, other) is None:
            fault = "Both systems have nothing in common. Say a day or a convention of which you want the entries."
            raise ValidationError(fault)
        return given


class TakeForm(forms.Form):
    """What of the offers is taken. `revision` is that of the own system that the page showed."""

    revision = forms.IntegerField(widget=forms.HiddenInput)
    why = forms.CharField(label="Why (you may leave it blank)", max_length=500, required=False)
    take = forms.MultipleChoiceField(error_messages={"required": "Choose what you want to take."})

    def __init__(self, *args: Any, offered: Iterable[UUID], **options: Any) -> None:
        super().__init__(*args, **options)
        take = self.fields["take"]
        assert isinstance(take, forms.MultipleChoiceField)
        take.choices = [(str(identity), "") for identity in offered]
