"""The forms of conventions: their switches, their names and notes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django import forms

from bidbase.language.bids import ConventionName, parse_convention
from bidbase.systems.agreements import why_unplayable
from bidbase_web.fields import EngineField
from editor.read.conventions.selectors import ConventionFacts
from editor.store.systems.models import OFF, USES, ConventionRow, SystemRow
from editor.store.systems.rows import engine_convention

LONGEST_NAME = 80
LONGEST_NOTES = 5_000
ON = "on"  # sent for the code of both sides, which is blank
LABELS = {"": "Both sides", "W": "We", "T": "The opponents", OFF: "Nobody"}
SWITCHES = [(use or ON, LABELS[use]) for use in USES]


def _why() -> forms.CharField:
    return forms.CharField(label="Why (you may leave it blank)", max_length=500, required=False)


class SwitchesForm(forms.Form):
    """Who uses each convention; a field for each, named by the key of its version."""

    why = _why()

    def __init__(self, *args: Any, system: SystemRow, facts: Iterable[ConventionFacts], **options: Any) -> None:
        super().__init__(*args, **options)
        self._agreements, self._facts = [row.agreement for row in system.agreements], list(facts)
        self._keys = {str(fact.row.pk): fact.row.pk for fact in self._facts}
        for row in (fact.row for fact in self._facts):
            self.fields[str(row.pk)] = forms.ChoiceField(
                label=f"{row.name}: used by",
                choices=SWITCHES,
                initial=row.use or ON,
            )

    def clean(self) -> dict[str, Any] | None:
        """Refuse switches that cannot be played."""
        if not self.errors:
            uses = self.uses()
            before = {fact.row.name: engine_convention(fact.row) for fact in self._facts}
            after = {fact.row.name: replace(before[fact.row.name], use=uses[fact.row.pk]) for fact in self._facts}
            with_entries = {fact.row.name for fact in self._facts if fact.entries}
            for fault in why_unplayable(self._agreements, before, after, with_entries):
                self.add_error(None, fault)
        return self.cleaned_data

    def uses(self) -> dict[int, str]:
        """The selection codes, by the keys of the versions; only of a valid form."""
        chosen = {key: self.cleaned_data[name] for name, key in self._keys.items()}
        return {key: "" if use == ON else use for key, use in chosen.items()}


class ConventionForm(forms.Form):
    """A convention: its name and its notes. `seen` is the key of the version that the page showed."""

    name = EngineField(
        label="Name",
        max_length=LONGEST_NAME,
        parse=parse_convention,
        help_text="A subcategory has a colon: Drury: Two-way.",
    )
    notes = forms.CharField(
        label="What it is",
        max_length=LONGEST_NOTES,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
        help_text="With an example hand, as in AQ2.K32.KJ32.K32. Markdown is read.",
    )
    why = _why()
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)

    @staticmethod
    def values(row: ConventionRow) -> dict[str, Any]:
        """What the form shows at first."""
        return {"name": row.name, "notes": row.notes, "seen": row.pk}

    def named(self) -> ConventionName:
        """The name; only of a valid form."""
        name: ConventionName = self.cleaned_data["name"]
        return name


class ConventionRemovalForm(forms.Form):
    """Why a convention is removed."""

    why = _why()


class ConventionMergeForm(forms.Form):
    """The convention into which another one is merged."""

    into = forms.ModelChoiceField(
        label="Another convention", queryset=ConventionRow.objects.none(), to_field_name="name", empty_label=None
    )
    why = _why()

    def __init__(self, *args: Any, system: SystemRow, row: ConventionRow, **options: Any) -> None:
        super().__init__(*args, **options)
        into = self.fields["into"]
        assert isinstance(into, forms.ModelChoiceField)
        into.queryset = system.conventions.exclude(pk=row.pk).exclude(name__startswith=f"{row.name}: ")
