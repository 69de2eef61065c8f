"""The settings of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from bidbase.game.cards import SEATS
from bidbase.game.dealing import MAX_DEAL_NUMBER
from editor.selectors import SystemRow
from practice.boards.models import StudentBoard
from practice.boards.preferences import Preferences


class SettingsForm(forms.Form):
    """The deal to bid and how."""

    deal_number = forms.IntegerField(
        label="Deal number",
        required=False,
        min_value=1,
        max_value=MAX_DEAL_NUMBER,
        help_text="The same number is always the same deal. Leave it blank for a random one.",
        error_messages={"invalid": "A deal number is written in digits."},
    )
    seat = forms.ChoiceField(choices=[(seat.letter, seat.title) for seat in SEATS], widget=forms.RadioSelect)
    scoring = forms.ChoiceField(choices=StudentBoard._meta.get_field("scoring").choices or [], widget=forms.RadioSelect)
    opponents = forms.ChoiceField(choices=[("bid", "Bid"), ("silent", "Stay silent")], widget=forms.RadioSelect)
    our_system = forms.ChoiceField(label="Our system")
    their_system = forms.ChoiceField(label="Their system")
    feedback = forms.BooleanField(
        label="Tell me after each call whether the system agrees",
        help_text="Otherwise you hear of all your calls at the end.",
        required=False,
    )

    def __init__(self, systems: Sequence[SystemRow], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""
        choices = [(system.slug, system.title) for system in systems]
        for name in ("our_system", "their_system"):
            self.fields[name].choices = choices  # type: ignore[attr-defined]

    @staticmethod
    def values(preferences: Preferences, deal_number: int | None) -> dict[str, Any]:
        """What the form shows at first."""
        return {
            **preferences.to_session(),
            "deal_number": deal_number,
            "opponents": "silent" if preferences.opponents_silent else "bid",
        }

    def preferences(self) -> Preferences:
        """What was chosen; only of a valid form."""
        chosen = self.cleaned_data
        return Preferences(
            our_system=chosen["our_system"],
            their_system=chosen["their_system"],
            seat=chosen["seat"],
            scoring=chosen["scoring"],
            opponents_silent=chosen["opponents"] == "silent",
            feedback=chosen["feedback"],
        )
