"""What is merged into a system, what of it is taken, and a new system from a file."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile

from bidbase.imports.draft import SUFFIXES as NOTES
from bidbase.systems.exchange import MAX_BYTES, SUFFIXES
from editor.store.systems.models import SystemQuerySet, SystemRow
from editor.write.files.differences import ADDED, CHANGED, KINDS, MISSING

ALL, SOME, NONE = "all", "some", "none"
_READ = (*SUFFIXES, *NOTES)
_ACCEPT = forms.ClearableFileInput({"accept": ",".join(_READ)})
_HELP = (
    f"A system ends in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]} and has at most {MAX_BYTES >> 20} MB. "
    f"Notes end in {', '.join(NOTES[:-1])} or {NOTES[-1]}: plain notes, BML or text for BBOalert."
)
PASTED = "notes.txt"
MAX_PASTED = 200_000  # letters, some 4,000 lines


class SystemFileField(forms.FileField):
    """A file of a system, of a kind and a size that is read."""

    def __init__(self, **options: Any) -> None:
        super().__init__(label="File", help_text=_HELP, widget=_ACCEPT, max_length=200, **options)

    def clean(self, data: Any, initial: Any = None) -> Any:
        """The file. What is in it is read by a worker."""
        file = super().clean(data, initial)
        if isinstance(file, UploadedFile):
            if not (file.name or "").lower().endswith(_READ):
                raise ValidationError(f"This file does not end in {', '.join(_READ)}.")
            if (file.size or 0) > MAX_BYTES:
                raise ValidationError(f"This file has more than {MAX_BYTES >> 20} MB.")
        return file


class MergeForm(forms.Form):
    """A file, or another system and perhaps the day since which its changes count."""

    file = SystemFileField(required=False)
    source = forms.ModelChoiceField(SystemRow.objects.none(), required=False, to_field_name="slug", empty_label="None")
    since = forms.DateField(
        required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"), label="Only what was saved since"
    )

    def __init__(self, systems: SystemQuerySet, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        source = self.fields["source"]
        assert isinstance(source, forms.ModelChoiceField)
        source.queryset, source.label = systems, "Another system"
        self.fields["since"].help_text = "Counts for another system only."

    def clean(self) -> dict[str, Any]:
        """One of the two must be there."""
        values = super().clean() or {}
        if not self.errors and not values.get("file") and not values.get("source"):
            self.add_error("file", "Choose a file, or another system.")
        if values.get("file") and values.get("source"):
            self.add_error("source", "Choose a file or another system, not both.")
        return values


class NewSystemForm(forms.Form):
    """A new system from a file or from pasted notes: its title, and the system on which it stands."""

    title = forms.CharField(max_length=100)
    file = SystemFileField(required=False)
    notes = forms.CharField(
        required=False,
        strip=False,
        max_length=MAX_PASTED,
        label="Or your notes, pasted",
        help_text="A call and what it means in each line, and further in what follows it.",
        widget=forms.Textarea({"rows": 8, "placeholder": "1NT: 15-17 balanced\n    2C  Stayman\n    2D  hearts"}),
    )
    base = forms.ModelChoiceField(SystemRow.objects.none(), required=False, to_field_name="slug", empty_label="None")

    def __init__(self, systems: SystemQuerySet, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        base = self.fields["base"]
        assert isinstance(base, forms.ModelChoiceField)
        base.queryset = systems
        base.help_text = "The new system keeps only what differs from its base, and follows new versions of it."

    def clean(self) -> dict[str, Any]:
        """One of the two must be there, and it becomes `name` and `content`."""
        values = super().clean() or {}
        file, notes = values.get("file"), values.get("notes", "")
        if not self.errors and bool(file) == bool(notes.strip()):
            self.add_error(
                "file", "Choose a file or paste notes, not both." if file else "Choose a file, or paste notes."
            )
        if not self.errors:
            values["name"] = file.name if file else PASTED
            values["content"] = file.read() if file else notes.encode(errors="replace")
        return values


class TakeForm(forms.Form):
    """What of the differences is taken: of each kind all, none, or those that are marked."""

    def __init__(self, counts: dict[str, int], keys: list[str], whole: bool, *args: Any, **kwargs: Any) -> None:
        """`keys` are the keys of the differences that the page lists; `whole` takes what is missing as removed."""
        super().__init__(*args, **{"label_suffix": "", **kwargs})
        choices = [(ALL, "all"), (SOME, "those marked below"), (NONE, "none")]
        initial = {ADDED: ALL, CHANGED: ALL, MISSING: ALL if whole else NONE}
        for kind in KINDS:
            if counts[kind]:
                self.fields[kind] = forms.ChoiceField(choices=choices, initial=initial[kind], widget=forms.RadioSelect)
        self.fields["marked"] = forms.MultipleChoiceField(choices=[(key, key) for key in keys], required=False)

    def clean(self) -> dict[str, Any]:
        """Something must be taken, and nothing may be marked in vain."""
        values = super().clean() or {}
        marked = values.get("marked", [])
        for kind in KINDS:
            if values.get(kind) in (ALL, NONE) and any(key.startswith(kind) for key in marked):
                self.add_error(kind, "You have marked some of these. Choose “those marked below”, or mark none.")
        if not self.errors and not any(
            values.get(kind) == ALL or (values.get(kind) == SOME and any(key.startswith(kind) for key in marked))
            for kind in KINDS
        ):
            raise ValidationError("Nothing is chosen.")
        return values
