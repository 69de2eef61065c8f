"""The forms of the list of systems and of copies."""

from __future__ import annotations

from django import forms

LONGEST_TITLE = 80


class SystemSearchForm(forms.Form):
    """Looks for public systems."""

    text = forms.CharField(label="Search the systems of others", max_length=100, required=False)


class CopyForm(forms.Form):
    """Asks for the title of a copy."""

    title = forms.CharField(label="Title of your system", max_length=LONGEST_TITLE)
