"""The form of the agreements: a choice for each question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms

from bidbase.systems.agreements import Choice
from editor.read.agreements.selectors import Agreements
from editor.read.agreements.settled import Settled

UNSETTLED = "As the switches say"


class AgreementsForm(forms.Form):
    """What is played in each agreement; a field for each, named by its key. `seen` is the revision that was shown."""

    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    why = forms.CharField(label="Why (you may leave it blank)", max_length=500, required=False)

    def __init__(self, *args: Any, settled: Iterable[Settled], **options: Any) -> None:
        super().__init__(*args, **options)
        self._settled = {str(each.key): each for each in settled}
        for name, each in self._settled.items():
            unsettled = [("", UNSETTLED)] if each.chosen is None else []
            self.fields[name] = forms.ChoiceField(
                label=each.agreement.question or each.agreement.name,
                choices=[*unsettled, *((choice.label, choice.label) for choice in each.offered)],
                initial=each.chosen.label if each.chosen else "",
                widget=forms.RadioSelect,
                required=each.chosen is not None,
            )

    def chosen(self) -> dict[int, Choice]:
        """The choices that differ from what is played, by the keys of their agreements; only of a valid form."""
        chosen = {
            each.key: each.agreement.choice(self.cleaned_data[name])
            for name, each in self._settled.items()
            if name in self.changed_data
        }
        return {key: choice for key, choice in chosen.items() if choice is not None}


def sent_form(data: Mapping[str, Any], found: Agreements) -> tuple[AgreementsForm | None, Agreements]:
    """The form that was sent, over the agreements as its page has shown them; None where that is not known."""
    seen = str(data.get("seen", ""))
    if not seen.isdecimal() or int(seen) > found.system.revision:
        return None, found
    if int(seen) != found.system.revision:
        found = Agreements(found.system.as_of(int(seen)))
    return AgreementsForm(data, settled=found.settled), found
