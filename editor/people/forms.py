"""The forms of the list of systems, of copies, and of the settings of one's own system."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from editor.people.selectors import user_named
from editor.store.systems.models import Member, Role, SystemRow

LONGEST_TITLE = 80
LONGEST_DESCRIPTION = 1_000


class SystemSearchForm(forms.Form):
    """Looks for public systems."""

    text = forms.CharField(label="Search the systems of others", max_length=100, required=False)


class CopyForm(forms.Form):
    """Asks for the title of a copy."""

    title = forms.CharField(label="Title of your system", max_length=LONGEST_TITLE)


class HeadingForm(forms.ModelForm):  # type: ignore[type-arg]
    """What a system is called, and who may read it."""

    title = forms.CharField(label="Title", max_length=LONGEST_TITLE)
    description = forms.CharField(
        max_length=LONGEST_DESCRIPTION, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )

    class Meta:
        model = SystemRow
        fields = ("title", "description", "visibility")
        labels = {"visibility": "Who may read it besides you and its members"}


class InviteForm(forms.Form):
    """Invites somebody by name; without a name by a link."""

    name = forms.CharField(
        label="Name of the account",
        max_length=150,
        required=False,
        help_text="Leave it blank for a link. Whoever accepts first gets the part.",
    )
    role = forms.ChoiceField(label="The person", choices=Role.choices)

    def __init__(self, *args: Any, system: SystemRow, **options: Any) -> None:
        super().__init__(*args, **options)
        self._system = system

    def clean_name(self) -> Any:
        """The account of this name; None without a name."""
        if not (name := self.cleaned_data["name"]):
            return None
        user = user_named(name)
        if user is None:
            raise ValidationError(f"Nobody here has the name {name}.")
        if user.pk == self._system.owner_id:
            raise ValidationError("The system is yours.")
        if self._system.members.filter(user=user).exists():
            raise ValidationError(f"{user} is a member.")
        return user


class MemberForm(forms.Form):
    """What becomes of a member."""

    role = forms.ChoiceField(label="This member", choices=[*Role.choices, ("removed", "is removed")])


class MemberField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """A member of a system, chosen by name."""

    def label_from_instance(self, obj: Any) -> str:
        """The name of the member."""
        return str(obj.user)


class OwnerForm(forms.Form):
    """Names the member who gets the system."""

    member = MemberField(label="New owner", queryset=Member.objects.none(), empty_label=None)

    def __init__(self, *args: Any, system: SystemRow, **options: Any) -> None:
        super().__init__(*args, **options)
        members = self.fields["member"]
        assert isinstance(members, MemberField)
        members.queryset = system.members.select_related("user")
