"""Accounts in Django's admin, for the site's administrator."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest

from bidbase_site.accounts.belongings import delete_account

admin.site.unregister(User)


@admin.register(User)
class AccountAdmin(UserAdmin):  # type: ignore[type-arg]
    """Django's own page of users. What an account has goes with it."""

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        delete_account(user=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        for user in queryset:
            delete_account(user=user)
