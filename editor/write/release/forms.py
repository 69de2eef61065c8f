"""The form in which somebody decides what their system takes from a new revision of its base."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django import forms

OURS, THEIRS = "ours", "theirs"
CHOICES = [(OURS, "Keep ours"), (THEIRS, "Take theirs")]


class ReleaseForm(forms.Form):
    """Which of both versions the system has from now on, for each change that both have made.

    `revision` and `base_revision` are the revisions that the page showed.
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
