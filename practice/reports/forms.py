"""What a visitor says who reports a call."""

from __future__ import annotations

from django import forms


class ReportForm(forms.Form):
    """Which call is wrong, and perhaps why."""

    index = forms.IntegerField(min_value=0, max_value=400)
    note = forms.CharField(max_length=1000, required=False)
