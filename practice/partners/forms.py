"""What is asked of somebody who bids with a partner."""

from __future__ import annotations

from typing import Any

from django import forms

from practice.partners.models import Partnership


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
