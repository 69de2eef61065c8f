"""Which finding is to be mended, and by which mend."""

from django import forms

from bidbase.errors import TextError
from bidbase.language.bids import parse_key
from editor.prove.mend.candidates import MENDED_RULES


class FindingForm(forms.Form):
    """A finding: its rule, and its entry or, where it is about a whole section, the name of that."""

    rule = forms.ChoiceField(choices=[(name, name) for name in sorted(MENDED_RULES)])
    entry = forms.CharField(max_length=1000, required=False)
    section = forms.CharField(max_length=1000, required=False)

    def clean_section(self) -> str:
        """The name of a section, which the system need not have."""
        section: str = self.cleaned_data["section"]
        try:
            return str(parse_key(section)) if section else ""
        except TextError as error:
            raise forms.ValidationError(str(error)) from None


class MendForm(FindingForm):
    """The mend that is to be made, as the page of a revision of the system showed it."""

    mend = forms.CharField(max_length=1000)
    revision = forms.IntegerField(min_value=1)
