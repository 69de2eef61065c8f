"""The form of a note: its name, what it serves, and its text."""

from __future__ import annotations

from typing import Any

from django import forms

from bidbase.errors import TextError
from bidbase.systems.notes import MOST_SUBJECTS, NoteSubject, parse_note_name, parse_subject
from bidbase_web.fields import EngineField
from editor.store.systems.models import NoteRow, SystemRow
from editor.store.systems.subjects import subjects_there

LONGEST_NAME = 80
LONGEST_TEXT = 20_000
SPARE = 2  # blank inputs for more of them
OFFERED = "subjects"  # the list that completes what is typed


def _why() -> forms.CharField:
    return forms.CharField(label="Why (you may leave it blank)", max_length=500, required=False)


class NoteForm(forms.Form):
    """A note. `seen` is the key of the version that the page showed."""

    name = EngineField(label="Name", max_length=LONGEST_NAME, parse=parse_note_name)
    text = forms.CharField(
        label="Text",
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 12}),
        help_text="Markdown is read: a blank line begins a paragraph, a hyphen an item of a list, **bold** is bold. "
        "2C and !S become symbols, and Deal 11180-E opens that deal.",
    )
    why = _why()
    seen = forms.IntegerField(widget=forms.HiddenInput, required=False)

    def __init__(self, data: Any = None, *, system: SystemRow, subjects: tuple[NoteSubject, ...] = (), **options: Any):
        """`subjects` are those that the note serves; their inputs are followed by blank ones."""
        super().__init__(data, **options)
        self._system = system
        sent = [name for name in data or () if name.startswith("serves-")]
        filled = sum(bool(data[name].strip()) for name in sent) if sent else len(subjects)
        inputs = min(max(len(sent), filled + SPARE), MOST_SUBJECTS)
        self._serves = [f"serves-{number}" for number in range(inputs)]
        for number, name in enumerate(self._serves):
            initial = str(subjects[number]) if number < len(subjects) else ""
            attrs = {"list": OFFERED, "autocapitalize": "none", "spellcheck": "false", "autocomplete": "off"}
            self.fields[name] = EngineField(
                label=f"Serves, {number + 1}",
                required=False,
                parse=lambda text: parse_subject(text) if text else None,
                widget=forms.TextInput(attrs=attrs),
                initial=initial,
            )

    @staticmethod
    def values(row: NoteRow) -> dict[str, Any]:
        """What the form shows at first, but for what the note serves."""
        return {"name": row.name, "text": row.text, "seen": row.pk}

    def serves_inputs(self) -> list[forms.BoundField]:
        """The inputs of what the note serves."""
        return [self[name] for name in self._serves]

    def serves(self) -> list[NoteSubject]:
        """What the note serves; only of a valid form."""
        typed = (self.cleaned_data[name] for name in self._serves)
        return [subject for subject in typed if subject is not None]

    def clean(self) -> dict[str, Any]:
        """What it serves must be there."""
        typed = {name: subject for name in self._serves if (subject := self.cleaned_data.get(name)) is not None}
        there = subjects_there(set(typed.values()), self._system.layers)
        for name, subject in typed.items():
            if subject not in there:
                field: Any = self.fields[name]
                self.add_error(name, field.refusal(TextError(f"the system has no {subject}", str(subject))))
        return self.cleaned_data


class RemovalForm(forms.Form):
    """Why a note is removed. `seen` is the key of the version that the page showed."""

    why = _why()
    seen = forms.IntegerField(widget=forms.HiddenInput)
