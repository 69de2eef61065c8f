"""Which columns the grid has."""

from collections.abc import Sequence

from django import forms
from django.http import QueryDict

from editor.read.grid.tables import COLUMN_CHOICES, DEFAULT_COLUMNS


class ColumnsForm(forms.Form):
    """Which columns the grid has: those that the address names, else those that were chosen last, else the usual."""

    columns = forms.MultipleChoiceField(choices=COLUMN_CHOICES, widget=forms.CheckboxSelectMultiple)

    def __init__(self, data: QueryDict, kept: Sequence[str] = ()) -> None:
        known = [name for name, _ in COLUMN_CHOICES if name in kept]
        super().__init__(data if "columns" in data else {"columns": known or DEFAULT_COLUMNS})

    def choices(self) -> list[tuple[str, str, bool]]:
        """Each column with its label, and whether it is chosen."""
        chosen = self["columns"].value()
        return [(name, label, name in chosen) for name, label in COLUMN_CHOICES]

    def chosen(self) -> list[str]:
        """The names of the columns, in the order in which they stand."""
        return [name for name, _ in COLUMN_CHOICES if name in self.cleaned_data["columns"]]
