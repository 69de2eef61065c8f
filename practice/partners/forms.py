"""What is asked of somebody who bids with a partner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms

from editor.selectors import SystemRow
from practice.partners.models import Partnership
from practice.settings.forms import BoardForm

LONGEST_NICKNAME: int = Partnership._meta.get_field("south_name").max_length or 0


class NicknameForm(forms.Form):
    """The name under which somebody bids with a partner."""

    nickname = forms.CharField(
        label="Your nickname",
        max_length=LONGEST_NICKNAME,
        validators=Partnership._meta.get_field("south_name").validators[:1],
        help_text="Your partner sees it beside your calls.",
        widget=forms.TextInput({"autocomplete": "nickname"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""


class SeatForm(NicknameForm):
    """The name under which somebody takes the free seat, and what they play."""

    system = forms.ModelChoiceField(
        SystemRow.objects.none(),
        label="You play",
        required=False,
        help_text="Each of you may play another variant. You can change it with each new board.",
    )

    def __init__(self, partner: str, systems: Sequence[SystemRow], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["system"]
        field.queryset = SystemRow.objects.filter(pk__in=[system.pk for system in systems])  # type: ignore[attr-defined]
        field.empty_label = same_as(partner)  # type: ignore[attr-defined]


def same_as(partner: str) -> str:
    """The choice to play what the partner plays."""
    return f"The same as {partner}"


class SharedBoardForm(BoardForm):
    """The deal that two people bid and how; each sits where they always do, and chooses their own system.

    Where the partner has chosen one, the reader may play the same.
    """

    partner_system = None  # type: ignore[assignment]

    feedback = forms.BooleanField(
        label="Tell each of us after our own calls whether the system agrees",
        help_text="Otherwise we both hear of all calls at the end.",
        required=False,
    )

    def __init__(self, partner: str, systems: Sequence[SystemRow], *args: Any, **kwargs: Any) -> None:
        super().__init__(systems, *args, **kwargs)
        own = self.fields["our_system"]
        own.label = "You play"
        if partner:
            own.required = False
            own.choices = [("", same_as(partner)), *own.choices]  # type: ignore[attr-defined]
