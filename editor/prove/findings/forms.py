"""Which findings are shown, and why one is accepted."""

from django import forms

from bidbase.checks import RULE_BY_NAME, Severity


class FindingsForm(forms.Form):
    """Nothing need be chosen."""

    rule = forms.ChoiceField(
        required=False,
        choices=[("", "Every rule"), *((name, rule.title) for name, rule in RULE_BY_NAME.items())],
    )
    severity = forms.ChoiceField(
        required=False, choices=[("", "Any"), *((severity.value, severity.value) for severity in Severity)]
    )
    text = forms.CharField(required=False, max_length=100, label="Section or entry contains")


class DecideAnewForm(forms.Form):
    """The rule, and the key of the version of the entry that says why it need not be kept."""

    rule = forms.ChoiceField(
        choices=[(rule.name, rule.name) for rule in RULE_BY_NAME.values() if rule.severity is not Severity.ERROR]
    )
    entry = forms.IntegerField(min_value=1)


class AcceptForm(DecideAnewForm):
    """The finding, by its rule and the key of the version of the entry that says why, and the reason."""

    reason = forms.CharField(max_length=300)

    def clean_reason(self) -> str:
        """One line: the field has a line for each rule."""
        return " ".join(self.cleaned_data["reason"].split())
