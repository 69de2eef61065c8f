"""Who visits: the key that owns what a visitor has, and the time zone in which their days begin."""

from __future__ import annotations

import secrets
from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import HttpRequest

OWNER = "owner_key"  # in the session of a guest
ACCOUNT = "user "  # begins the key of an account; a guest's key has no blank
NOBODY = "nobody"  # owns what others need after its owner has deleted their account
ZONE = "zone"  # the cookie in which `static/js/times.js` names the time zone; a browser tells it to scripts alone


def account_key(user: AbstractBaseUser | AnonymousUser) -> str:
    """The key that owns what an account has."""
    return f"{ACCOUNT}{user.pk}"


def known_owner(request: HttpRequest) -> str:
    """The key that owns what the visitor has, by their account or their browser; blank for somebody new."""
    if request.user.is_authenticated:
        return account_key(request.user)
    return str(request.session.get(OWNER, ""))


def owner_of(request: HttpRequest) -> str:
    """The key that owns the boards and the work of the visitor; a new guest gets one."""
    if not known_owner(request):
        request.session[OWNER] = secrets.token_urlsafe(32)
    return known_owner(request)


def readers_zone(request: HttpRequest) -> tzinfo:
    """The time zone in which the visitor's days begin; UTC without scripts, or where this machine does not know it."""
    try:
        return ZoneInfo(request.COOKIES.get(ZONE, ""))
    except (ValueError, LookupError, OSError):  # such as a name with dots, an unknown one, a folder of names
        return UTC
