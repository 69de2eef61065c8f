"""Sign-up, log-in, a new password, one's account with its data, and its end."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.contrib.auth import views as auth_views
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.generic.edit import FormView

from bidbase_site.accounts.access import address_of
from bidbase_site.accounts.belongings import delete_account, written_out
from bidbase_site.accounts.forms import (
    AccountForm,
    DeleteForm,
    ForgottenForm,
    LogInForm,
    NewPasswordForm,
    PasswordForm,
    SignUpForm,
)
from bidbase_web.pages import own_address

PAGE_OR_POST = ["GET", "HEAD", "POST"]


class GoingBack(auth_views.RedirectURLMixin):
    """Goes back to where the link to this page stood."""

    request: HttpRequest
    next_page = "practice:home"

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:
        return own_address(self.request.POST.get("next") or self.request.GET.get("next", ""))


class LogIn(GoingBack, auth_views.LoginView):
    """Log in, and go back to where the link to this page stood."""

    form_class = LogInForm
    template_name = "accounts/log_in.html"
    extra_context = {"section": "account", "mails": settings.MAILS}

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=400)


@method_decorator([sensitive_post_parameters(), never_cache], name="dispatch")
class SignUp(GoingBack, FormView):  # type: ignore[type-arg]
    """Make an account, log in with it, and go back to where the link to this page stood."""

    form_class = SignUpForm
    template_name = "accounts/sign_up.html"
    extra_context = {"section": "account"}

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"address": address_of(self.request)}

    def get_context_data(self, **context: Any) -> dict[str, Any]:
        return super().get_context_data(**context) | {"next": self.get_redirect_url()}

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        login(self.request, form.save())
        return redirect(self.get_success_url())

    def form_invalid(self, form: SignUpForm) -> HttpResponse:
        # The second of two clicks finds the account that the first has made.
        typed = {"username": form.data.get("username", ""), "password": form.data.get("password1", "")}
        if form.has_error("username", "unique"):
            own = LogInForm(self.request, typed)
            if own.is_valid():
                login(self.request, own.get_user())
                return redirect(self.get_success_url())
        return self.render_to_response(self.get_context_data(form=form), status=400)


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """Log out. The browser belongs to a new guest then."""
    logout(request)
    messages.success(request, "You have logged out.")
    return redirect("practice:home")


@require_http_methods(PAGE_OR_POST)
@never_cache
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """The visitor's account: its name and e-mail address, and the ways to all else."""
    user = _user(request)
    form = AccountForm(instance=user, data=request.POST if request.method == "POST" else None)
    if form.is_valid():
        form.save()
        messages.success(request, "Your account is saved.")
        return redirect("account")
    user.refresh_from_db(fields=["username"])  # the form has put there what was typed
    return _show(request, "account", form)


@sensitive_post_parameters()
@require_http_methods(PAGE_OR_POST)
@never_cache
@login_required
def password(request: HttpRequest) -> HttpResponse:
    """Change the password. Other browsers in which the account is logged in are logged out."""
    form = PasswordForm(_user(request), request.POST if request.method == "POST" else None)
    if form.is_valid():
        update_session_auth_hash(request, form.save())
        messages.success(request, "Your password is changed.")
        return redirect("account")
    return _show(request, "password", form)


@require_safe
@never_cache
@login_required
def data(request: HttpRequest) -> StreamingHttpResponse:
    """All that the account has, as a JSON file; sent table by table."""
    headers = {"Content-Disposition": 'attachment; filename="bidbase.json"'}
    return StreamingHttpResponse(written_out(_user(request)), content_type="application/json", headers=headers)


@sensitive_post_parameters()
@require_http_methods(PAGE_OR_POST)
@never_cache
@login_required
def delete(request: HttpRequest) -> HttpResponse:
    """Delete the account and what it has, for whoever knows the password."""
    user = _user(request)
    sent = request.POST if request.method == "POST" else None
    form = DeleteForm(user=user, address=address_of(request), data=sent)
    if form.is_valid():
        logout(request)
        delete_account(user=user)
        messages.success(request, "Your account is deleted.")
        return redirect("practice:home")
    return _show(request, "delete", form)


class Forgotten(auth_views.PasswordResetView):
    """Have a link to a new password sent, where the site sends mails."""

    form_class = ForgottenForm
    template_name = "accounts/forgotten.html"
    email_template_name = "accounts/forgotten_mail.txt"
    subject_template_name = "accounts/forgotten_subject.txt"
    success_url = reverse_lazy("password_mailed")
    extra_context = {"section": "account"}

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not settings.MAILS:
            raise Http404("This site sends no mails. Its administrator can give you a new password.")
        return super().dispatch(request, *args, **kwargs)  # type: ignore[return-value]

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"address": address_of(self.request)}

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=400)


class NewPassword(auth_views.PasswordResetConfirmView):
    """Choose a new password, by the link from the mail."""

    form_class = NewPasswordForm
    template_name = "accounts/new_password.html"
    success_url = reverse_lazy("password_chosen")
    extra_context = {"section": "account"}

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=400)


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # `login_required` has seen to it
    return request.user


def _show(request: HttpRequest, page: str, form: Any) -> HttpResponse:
    context = {"section": "account", "form": form}
    return render(request, f"accounts/{page}.html", context, status=400 if form.is_bound else 200)
