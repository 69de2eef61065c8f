"""The addresses of the pages of accounts."""

from django.contrib.auth.views import PasswordResetCompleteView, PasswordResetDoneView
from django.urls import path

from bidbase_site.accounts import views

SECTION = {"section": "account"}
MAILED = PasswordResetDoneView.as_view(template_name="accounts/mailed.html", extra_context=SECTION)
CHOSEN = PasswordResetCompleteView.as_view(template_name="accounts/chosen.html", extra_context=SECTION)

urlpatterns = [
    path("", views.account, name="account"),
    path("sign-up/", views.SignUp.as_view(), name="sign_up"),
    path("log-in/", views.LogIn.as_view(), name="log_in"),
    path("log-out/", views.log_out, name="log_out"),
    path("password/", views.password, name="password"),
    path("data/", views.data, name="account_data"),
    path("delete/", views.delete, name="account_delete"),
    path("forgotten/", views.Forgotten.as_view(), name="forgotten"),
    path("forgotten/mailed/", MAILED, name="password_mailed"),
    path("forgotten/<uidb64>/<token>/", views.NewPassword.as_view(), name="new_password"),
    path("forgotten/chosen/", CHOSEN, name="password_chosen"),
]
