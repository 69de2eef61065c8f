"""Accounts as a Django app."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "bidbase_site.accounts"
    label = "accounts"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have every way to log in bring along what the guest had."""
        from django.contrib.auth.signals import user_logged_in

        from bidbase_site.accounts.access import bring_along

        user_logged_in.connect(bring_along)
