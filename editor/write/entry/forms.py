"""The form of an entry: an input for every field of the engine's list, read by the code that saves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict

from bidbase.language import disclosures, fields, shape
from bidbase.language.circumstances import POSITIONS, VULNERABILITIES
from bidbase.language.field import AnyField, Group
from bidbase.language.fields import STORED_FIELDS
from bidbase.systems import Entry, EntryError
from bidbase.systems.valuations import shipped_valuations
from bidbase_web.fields import EngineField
from editor.store.entries.services import read_entry
from editor.store.systems.models import EntryRow, SystemRow

MOST_CHARACTERS = 10_000  # of a text for people; what the engine reads has a limit of its own
WRITTEN_FIELDS = tuple(field for field in STORED_FIELDS if not field.hidden and field is not fields.SAVED)
"""The fields that people fill in. The day is filled in by saving."""

_SUITS = [field for field in (*fields.NUM.values(), *fields.POINTS.values()) if field.suit is not None]
"""The lengths of the four suits, then their honors."""
USUAL = tuple(
    field.name
    for field in (
        fields.PRIOR_BIDS,
        fields.ORDER,
        fields.BID,
        fields.CONVENTION,
        fields.HCP,
        fields.DISTRIBUTION,
        fields.SHAPE,
        *_SUITS,
        fields.ALERT,
        fields.DISCLOSURE,
        fields.ASKS,
        fields.TEST_HAND,
        fields.NOTES,
    )
)
"""The names of the fields that most entries fill in, in the order of the form; the others are a click away."""

_COMPLETED: dict[str, str] = {
    fields.PRIOR_BIDS.name: "sections",
    fields.CONVENTION.name: "conventions",
    fields.USE_AGAINST.name: "conventions",
    fields.SHAPE.name: "shapes",
    fields.ALERT.name: "alerts",
    fields.ASKS.name: "asks",
    fields.STRENGTH.name: "strengths",
    fields.VALUATION.name: "valuations",
    fields.VULNERABILITY.name: "vulnerabilities",
    fields.POSITION.name: "positions",
    fields.HCP.name: "points",
    **{field.name: "lengths" for field in (*fields.NUM.values(), fields.X_NUM)},
    **{field.name: "honors" for field in (*fields.POINTS.values(), fields.X_POINTS)},
}
"""By the name of a field the list that completes what is typed there."""

_SPOKEN = {
    "shapes": [*shape.KINDS, "5332", "4441", "5422"],
    "alerts": ["none", "alert", "announce", "pre-alert"],
    "asks": ["1", "G", "O", "SO", "A", "K", "KC", "P"],
    "strengths": [str(strength) for strength in disclosures.STRENGTHS.values()],
    "valuations": [*shipped_valuations()],
    "vulnerabilities": [*VULNERABILITIES],
    "positions": [*POSITIONS],
    "points": ["6-9", "6+", "10-12", "11-21", "12+", "12-14", "15-17", "20-21"],
    "lengths": ["any", "x", "2+", "3", "3+", "4", "4+", "5", "5+", "6", "6+", "7+", "<3", "<4", "2-3"],
    "honors": ["A", "K", "Q", "a", "b", "c", "1stop", "hstop", "2stop", "0stop", "FRC", "SRC", "3+", "4+", "x"],
}
MOST_SECTIONS = 500  # that complete prior bids


class EntryForm(forms.Form):
    """An entry that is written. What is valid can be saved: `entry` is what the cells make, None where they do not.

    `kept` are the cells that no input has. `seen` is the key of the version that the writer has on the page.
    """

    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)
    why = forms.CharField(
        required=False,
        max_length=300,
        label="Why",
        widget=forms.TextInput(attrs={"placeholder": "for the history, if you like"}),
    )
    entry: Entry | None = None

    def __init__(self, data: Any = None, *, system: SystemRow, kept: Mapping[str, str], **options: Any) -> None:
        super().__init__(data, **options)
        self._system, self._kept = system, kept
        self.fields.update({field.name: _input(field) for field in WRITTEN_FIELDS})

    def cell_inputs(self) -> list[forms.BoundField]:
        """The inputs of the cells."""
        return [self[field.name] for field in WRITTEN_FIELDS]

    def faulty(self) -> list[forms.BoundField]:
        """The inputs of the cells that are refused."""
        return [bound for bound in self.cell_inputs() if bound.errors]

    def cells(self) -> dict[str, str]:
        """The text of each cell, those included that no input has."""
        return {**self._kept, **{field.name: self.cleaned_data.get(field.name, "") for field in WRITTEN_FIELDS}}

    @property
    def typed(self) -> dict[str, str]:
        """The cells as they were typed, sound or not."""
        texts = {field.name: self.data.get(field.name, "") for field in WRITTEN_FIELDS}
        return {name: text.replace("\0", "")[:MOST_CHARACTERS] for name, text in texts.items()}

    def clean(self) -> dict[str, Any]:
        """Read the entry, and put each fault beside its field."""
        if not self.errors:
            try:
                self.entry = read_entry(self._system, self.cells())
            except EntryError as error:
                for name, fault in error.faults:
                    shown = name if name in self.fields else None
                    field: Any = self.fields.get(name, EngineField())
                    self.add_error(shown, field.refusal(fault))
        return self.cleaned_data


def form_data(cells: Mapping[str, str], seen: EntryRow | None, why: str = "") -> QueryDict:
    """What a browser sends of the form with these cells."""
    data = QueryDict(mutable=True)
    data.update({field.name: cells.get(field.name, "") for field in WRITTEN_FIELDS})
    data.update({"seen": str(seen.pk) if seen else "", "why": why})
    return data


@dataclass(frozen=True)
class FormGroup:
    """A part of the form: the inputs that most entries or this one fill in, and the others, which stay folded."""

    title: str
    name: str
    usual: tuple[forms.BoundField, ...]
    more: tuple[forms.BoundField, ...]


def form_groups(form: EntryForm) -> list[FormGroup]:
    """The inputs of the form under its parts."""
    groups = []
    for group in Group:
        inputs = {field.name: form[field.name] for field in WRITTEN_FIELDS if field.group is group}
        usual = [inputs.pop(name) for name in USUAL if name in inputs]
        filled = [bound for bound in inputs.values() if bound.value() or bound.errors]
        more = [bound for bound in inputs.values() if bound not in filled]
        groups.append(FormGroup(group.value, group.name.lower(), (*usual, *filled), tuple(more)))
    return groups


def completions(system: SystemRow) -> dict[str, list[str]]:
    """By the name of a list what completes the fields that use it."""
    sections = system.entries.exclude(prior_bids="").order_by("section_key").values_list("prior_bids", flat=True)
    conventions = system.conventions.order_by("name").values_list("name", flat=True)
    return {"sections": [*sections.distinct()[:MOST_SECTIONS]], "conventions": [*conventions], **_SPOKEN}


def _input(field: AnyField) -> EngineField:
    attrs = {"aria-describedby": f"fault-{field.name} help-{field.name}", "autocomplete": "off", "spellcheck": "false"}
    if name := _COMPLETED.get(field.name):
        attrs["list"] = f"options-{name}"
    widget: type[forms.Widget] = forms.TextInput
    if field is fields.NOTES:
        widget, attrs = forms.Textarea, {**attrs, "rows": "3", "spellcheck": "true"}
    elif field.group is not Group.DISCLOSURE:
        attrs["autocapitalize"] = "none"
    return EngineField(
        required=False,
        label=field.label,
        help_text=field.help,
        max_length=MOST_CHARACTERS,
        widget=widget(attrs=attrs),
    )
