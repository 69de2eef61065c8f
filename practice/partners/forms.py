"""What is asked of somebody who bids with a partner."""

from __future__ import annotations

from typing import Any

from django import forms

from practice.partners.models import Partnership
from practice.settings.forms import BoardForm


class NicknameForm(forms.Form):
    """The name under which somebody bids with a partner."""

    nickname = forms.CharField(
        label="Your nickname",
        max_length=Partnership._meta.get_field("south_name").max_length,
        validators=Partnership._meta.get_field("south_name").validators[:1],
        help_text="Your partner sees it beside your calls.",
        widget=forms.TextInput({"autocomplete": "nickname"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.label_suffix = ""


class SharedBoardForm(BoardForm):
    """The deal that two people bid and how; each sits where he always does."""

    feedback = forms.BooleanField(
        label="Tell each of us after our own calls whether the system agrees",
        help_text="Otherwise we both hear of all calls at the end.",
        required=False,
    )
