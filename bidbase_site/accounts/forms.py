"""The forms of accounts: Django's own, slowed down, with names that differ in more than capitals."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import forms as auth_forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError

from bidbase_site.accounts.access import address_of
from bidbase_site.accounts.names import fault_of_name, looks_taken
from bidbase_site.accounts.pace import ADDRESS, MAIL, NAME, SIGN_UP, Claims, TooSoon, attempt_succeeded, begin_attempt

LONGEST_NAME = 30
NAME_HELP = f"At most {LONGEST_NAME} letters, digits and @ . + - _ without blanks."
PASSWORD_HELP = "At least 8 characters, not digits alone, and not a common password."
MISMATCH = "The two passwords differ."
EMAIL_HELP = "You may leave it blank. It is used for nothing but a new password, should you forget yours."


def _claim(claims: Claims) -> None:
    try:
        begin_attempt(claims=claims)
    except TooSoon as wait:
        raise ValidationError(str(wait), code="too_soon") from None


class LogInForm(auth_forms.AuthenticationForm):
    """Name and password. Who has given wrong ones several times has to wait before the next are looked at."""

    error_messages = {
        "invalid_login": "This name and this password do not belong together.",
        "inactive": "This account is closed.",
    }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["username"].label = "Name"

    def clean_username(self) -> str:
        """The name as its owner writes it: telephones begin it with a capital."""
        typed: str = self.cleaned_data["username"]
        written = User.objects.filter(username__iexact=typed).values_list("username", flat=True)
        return typed if typed in written or not written else written[0]

    def clean(self) -> dict[str, Any]:
        """Look at the password, unless it is too soon."""
        name = self.cleaned_data.get("username")
        if self.request is None or not name or not self.cleaned_data.get("password"):
            return self.cleaned_data
        address = address_of(self.request)
        _claim([(NAME, name), (ADDRESS, address)])
        cleaned: dict[str, Any] = super().clean()
        attempt_succeeded(name=name, address=address)
        return cleaned


class NameAndMail:
    """The name and the e-mail address, in the forms that have them."""

    instance: User
    cleaned_data: dict[str, Any]

    class Meta:
        model = User
        fields = ("username", "email")
        field_classes = {"username": auth_forms.UsernameField}
        labels = {"username": "Name", "email": "E-mail address"}
        help_texts = {"username": NAME_HELP, "email": EMAIL_HELP}
        error_messages = {"username": {"invalid": "This name has a blank or another character that no name may have."}}

    def clean_username(self) -> str:
        """A name that nobody else has, in whichever letters. One that the account has had before is never refused."""
        name: str = self.cleaned_data["username"]
        if name == self.instance.username:
            return name
        if len(name) > LONGEST_NAME:
            raise ValidationError(f"This name has {len(name)} letters. {NAME_HELP}")
        if User.objects.exclude(pk=self.instance.pk).filter(username__iexact=name).exists():
            raise ValidationError("Somebody else has this name. Choose another one.", code="unique")
        if fault := fault_of_name(name):
            raise ValidationError(fault)
        if looks_taken(name, besides=self.instance):
            raise ValidationError("Somebody else has a name that looks like this one. Choose another one.")
        return name


class SignUpForm(NameAndMail, auth_forms.UserCreationForm):  # type: ignore[misc, type-arg]  # Meta is another one
    """A new account: a name, a password, and perhaps an e-mail address."""

    field_order = ("username", "password1", "password2", "email")
    error_messages = {"password_mismatch": MISMATCH}

    def __init__(self, *, address: str, **options: Any) -> None:
        super().__init__(**options)
        self._address = address
        self.fields["password1"].help_text = PASSWORD_HELP
        self.fields["password2"].help_text = ""
        self.fields["password2"].label = "Password again"

    def clean(self) -> dict[str, Any]:
        """Count the sign-up when nothing else is wrong."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            _claim([(SIGN_UP, self._address)])
        return cleaned


class AccountForm(NameAndMail, forms.ModelForm):  # type: ignore[type-arg]
    """The name and the e-mail address of an account."""


class NewPasswordForm(auth_forms.SetPasswordForm):  # type: ignore[type-arg]
    """Another password, for whoever has the link from the mail."""

    error_messages = {"password_mismatch": MISMATCH}

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["new_password1"].help_text = PASSWORD_HELP
        self.fields["new_password2"].label = "New password again"
        self.fields["new_password2"].help_text = ""


class PasswordForm(NewPasswordForm, auth_forms.PasswordChangeForm):
    """Another password, for whoever knows the one that the account has."""

    error_messages = {"password_mismatch": MISMATCH, "password_incorrect": "This is not your password."}


class DeleteForm(forms.Form):
    """Asks for the password before an account is deleted."""

    password = forms.CharField(
        label="Your password", strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, *, user: User, address: str, **options: Any) -> None:
        super().__init__(**options)
        self._user, self._address = user, address

    def clean_password(self) -> str:
        """The password, if the account has this one."""
        password: str = self.cleaned_data["password"]
        _claim([(NAME, self._user.username), (ADDRESS, self._address)])
        if not self._user.check_password(password):
            raise ValidationError("This is not your password.")
        attempt_succeeded(name=self._user.username, address=self._address)
        return password


class ForgottenForm(auth_forms.PasswordResetForm):
    """Asks for a mail with a link to a new password."""

    def __init__(self, *, address: str, **options: Any) -> None:
        super().__init__(**options)
        self._address = address

    def clean_email(self) -> str:
        """The e-mail address, unless too many mails were asked for."""
        _claim([(MAIL, self._address)])
        return str(self.cleaned_data["email"])
